import { Suspense } from 'react';
import { layout } from '../../../../contract/limits.ts';
import type { Insertion, MentionCandidate } from './mentions.ts';
import { Field } from '../fields/fields.tsx';
import type { FieldFrame } from '../fields/fields.tsx';
import { holdKeysForEditor } from './editorFocus.ts';
import { loadable } from '../loading/loadable.tsx';
import { DelayedSpinner } from '../loading/loading.tsx';
import { ErrorBoundary, ErrorState } from '../loading/states.tsx';
import styles from './RichTextEditor.module.css';

const Editor = loadable(async () => (await import('./TiptapEditor.tsx')).default);

/** Begins to load the editor's code, for a page that will surely show one. */
export const preloadEditor = Editor.ahead;

export type RichTextEditorProps = FieldFrame & {
  /** HTML; '' is empty. */
  value: string;
  /** The HTML after each change; '' when there is nothing in it. Send `htmlOrNull(value)` of the contract. */
  onChange: (html: string) => void;
  placeholder?: string;
  /** 120 px unless said otherwise (VALID-019). */
  minHeightPx?: number;
  maxHeightPx?: number;
  /** Finds people for a mention; left out: @ is plain text. */
  mentions?: (text: string, signal: AbortSignal) => Promise<readonly MentionCandidate[]>;
  /** What / offers to put in; left out: / is plain text. */
  insertions?: readonly Insertion[];
  /** Whether the formatting bar is shown at first. */
  formatting?: boolean;
  /** The bar offers headings, for a text of several parts. */
  headings?: boolean;
  /** Offers to show and hide it. */
  formattingToggle?: boolean;
  /** Offers to write in a larger window. */
  popout?: boolean;
  /** Takes the focus when it appears, unless someone is already writing elsewhere. In a panel the first field takes it anyway. */
  autoFocus?: boolean;
  disabled?: boolean;
};

/**
 * A field for formatted text. The editor's code is loaded when the first one is shown; until then its
 * room is kept.
 */
export function RichTextEditor(props: RichTextEditorProps) {
  const {
    label,
    hideLabel,
    description,
    error,
    optional,
    required,
    minHeightPx = layout.editorMinHeightPx,
  } = props;
  return (
    <Field {...{ label, hideLabel, description, error, optional, required }}>
      {(ids) => (
        <ErrorBoundary
          fallback={(_error, retry) => (
            <ErrorState
              what={label.toLowerCase()}
              onRetry={() => {
                Editor.again();
                retry();
              }}
            />
          )}
        >
          <Suspense
            fallback={
              // Holds the focus that is meant for the editor, and what is typed, until the editor is there.
              <div
                id={ids.id}
                ref={
                  props.autoFocus === true
                    ? (element) => (element === null ? undefined : holdKeysForEditor(ids.id))
                    : undefined
                }
                tabIndex={-1}
                onFocus={() => holdKeysForEditor(ids.id)}
                data-pending-field
                className={styles.waiting}
                style={{ minHeight: minHeightPx + (props.formatting === false ? 0 : 33) }}
              >
                <DelayedSpinner />
              </div>
            }
          >
            <Editor {...props} ids={ids} />
          </Suspense>
        </ErrorBoundary>
      )}
    </Field>
  );
}
