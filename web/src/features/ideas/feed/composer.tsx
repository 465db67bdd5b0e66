import { useLayoutEffect, useRef, useState } from 'react';
import { messageOf } from '../../../api/errors.ts';
import { request } from '../../../api/runtime.ts';
import { useViewer } from '../../../api/viewer.ts';
import { unsentText } from '../../../host/storage.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import { Kbd } from '../../../ui/Kbd.tsx';
import { LaterForm } from '../../../ui/LaterForm.tsx';
import { SegmentedControl } from '../../../ui/SegmentedControl.tsx';
import { useToasts } from '../../../ui/Toasts.tsx';
import { useShortcut } from '../../../ui/useShortcut.ts';
import { detailsMessages } from '../details/messages.ts';
import { addNoteDocument } from './noteCalls.ts';
import { noteMessages } from './noteMessages.ts';
import { CommentForm, FORM_MIN_HEIGHT_PX, NoteForm } from '../details/later.ts';
import styles from '../details/details.module.css';

const texts = detailsMessages.composer;

/** What the composer writes. */
export type ComposerKind = 'comment' | 'note';

const kinds: readonly ComposerKind[] = ['comment', 'note'];
const noteKey = (ideaId: string): string => `note:${ideaId}`;
const commentKey = (ideaId: string): string => `comment:${ideaId}`;

/**
 * Writes under an idea: a public comment of the team, or a note that only the team sees. One line until
 * somebody writes; then at least four.
 *
 * @param kind what is being written; null: nothing
 * @param first what the line offers first
 */
export function Composer({
  ideaId,
  kind,
  first,
  onKind,
}: {
  ideaId: string;
  kind: ComposerKind | null;
  first: ComposerKind;
  onKind: (kind: ComposerKind | null) => void;
}) {
  const viewer = useViewer();
  const toasts = useToasts();
  const [, drawAgain] = useState(0);
  const lines = useRef<HTMLDivElement>(null);
  const closedKind = useRef<ComposerKind | null>(null);
  const drafted: ComposerKind | null =
    unsentText(commentKey(ideaId)) !== null
      ? 'comment'
      : unsentText(noteKey(ideaId)) !== null
        ? 'note'
        : null;
  const open = kind ?? drafted;
  useShortcut('shift+c', () => onKind('comment'), { label: texts.shortcut, group: detailsMessages.group });
  // what a draft alone has opened is no state of the page: its end has to be drawn, too
  const close = (): void => {
    closedKind.current = open;
    onKind(null);
    drawAgain((times) => times + 1);
  };
  // whoever has sent one can write the next: the line of the same kind takes the focus of the form that goes
  useLayoutEffect(() => {
    const closed = closedKind.current;
    if (open !== null || closed === null) return;
    closedKind.current = null;
    const active = document.activeElement;
    if (active === null || active === document.body)
      lines.current?.querySelector<HTMLElement>(`[data-kind="${closed}"]`)?.focus({ preventScroll: true });
  });
  useShortcut('n', () => onKind('note'), { label: noteMessages.shortcut, group: detailsMessages.group });
  const addNote = async (body: string, attachment_tokens: string[]): Promise<boolean> => {
    try {
      await request(addNoteDocument, {
        suggestion: ideaId,
        body,
        body_mime_type: 'text/html',
        attachment_tokens,
      });
      toasts.success(noteMessages.added);
      return true;
    } catch (error) {
      toasts.error(noteMessages.failed(messageOf(error)));
      return false;
    }
  };
  const lineButtons = [
    <button
      key="comment"
      type="button"
      data-kind="comment"
      className={styles.composerButton}
      onClick={() => onKind('comment')}
    >
      {texts.placeholder}
      <Kbd keys="shift+c" />
    </button>,
    <button
      key="note"
      type="button"
      data-kind="note"
      className={styles.composerButton}
      onClick={() => onKind('note')}
    >
      {noteMessages.openPlaceholder}
      <Kbd keys="n" />
    </button>,
  ];
  return (
    <div className={styles.composer}>
      <Avatar name={viewer.display_name} sizePx={26} decorative />
      {open === null ? (
        <div ref={lines} className={styles.composerLines}>
          {first === 'note' ? lineButtons.toReversed() : lineButtons}
        </div>
      ) : (
        <div className={styles.composerForm}>
          <SegmentedControl
            label={noteMessages.tabs.label}
            value={open}
            onChange={onKind}
            segments={kinds.map((value) => ({ value, label: noteMessages.tabs[value] }))}
          />
          {open === 'comment' ? (
            <LaterForm
              key={`comment:${ideaId}`}
              form={CommentForm}
              props={{ ideaId, draftKey: commentKey(ideaId), onClose: close }}
              what={texts.form}
              focus={kind !== null}
              minHeightPx={FORM_MIN_HEIGHT_PX}
              onEscape={close}
            />
          ) : (
            <LaterForm
              key={`note:${ideaId}`}
              form={NoteForm}
              props={{
                draftKey: noteKey(ideaId),
                value: '',
                label: noteMessages.label,
                placeholder: noteMessages.placeholder,
                description: noteMessages.audience,
                submitLabel: noteMessages.submit,
                emptyReason: noteMessages.empty,
                withFiles: true,
                onSend: addNote,
                onClose: close,
              }}
              what={noteMessages.form}
              focus={kind !== null}
              minHeightPx={FORM_MIN_HEIGHT_PX}
              onEscape={close}
            />
          )}
        </div>
      )}
    </div>
  );
}
