import { IconSearch } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { Button } from '../ui/Button.tsx';
import { IdeaCard, IdeaFigures } from './IdeaCard.tsx';
import { useIdeaSearch } from './ideas.ts';
import type { IdeaPickerMode, IdeaSummary } from './ideas.ts';
import { LinkOrCreateIdeaDialog } from './LinkOrCreateIdeaDialog.tsx';
import { pickerMessages } from './messages.ts';
import type { PickedUser } from './people.ts';
import styles from './ideas.module.css';

const texts = pickerMessages.idea;

/** Likely matches that are offered without opening the dialog. */
const LIKELY_SHOWN = 3;

/**
 * The linked idea of a record, or the way to one: likely matches of `about` at hand, and the dialog
 * 'Link or create new idea' for everything else. Unlink clears it (STATE-031).
 *
 * @param about text that the idea is looked for, such as the feedback's; '' offers no matches
 * @param creator who a new idea is from; null: not chosen yet
 */
export function IdeaPicker({
  value,
  onChange,
  about = '',
  creator = null,
  error,
  disabled = false,
}: {
  value: IdeaSummary | null;
  onChange: (idea: IdeaSummary | null) => void;
  about?: string;
  creator?: PickedUser | null;
  error?: ReactNode;
  disabled?: boolean;
}) {
  const errorId = useId();
  const [mode, setMode] = useState<IdeaPickerMode>('closed');
  const frame = useRef<HTMLDivElement>(null);
  /** The button that was pressed goes with the change: the focus then goes to the one in its place. */
  const movesFocus = useRef(false);
  const change = (idea: IdeaSummary | null) => {
    movesFocus.current = true;
    onChange(idea);
  };
  useEffect(() => {
    if (!movesFocus.current) return;
    movesFocus.current = false;
    frame.current?.querySelector('button')?.focus({ preventScroll: true });
  }, [value]);
  const likely = useIdeaSearch('', about, { enabled: value === null && !disabled, only: 'duplicates' });
  const matches = value === null ? likely.ideas.slice(0, LIKELY_SHOWN) : [];

  return (
    <div ref={frame} className={styles.picker}>
      {value === null ? (
        <button
          type="button"
          className={styles.opener}
          disabled={disabled}
          aria-haspopup="dialog"
          aria-describedby={error === undefined ? undefined : errorId}
          data-invalid={error !== undefined || undefined}
          onClick={() => setMode('link')}
        >
          <IconSearch size={16} stroke={1.75} aria-hidden="true" />
          {texts.find}
        </button>
      ) : (
        <IdeaCard
          idea={value}
          actions={
            <Button
              variant="text"
              aria-label={texts.unlinkNamed(value.title)}
              aria-describedby={error === undefined ? undefined : errorId}
              data-invalid={error !== undefined || undefined}
              disabled={disabled}
              onClick={() => change(null)}
            >
              {texts.unlink}
            </Button>
          }
        />
      )}
      <div aria-live="polite">
        {error === undefined ? null : (
          <p id={errorId} className={styles.error}>
            {error}
          </p>
        )}
      </div>
      {matches.length === 0 ? null : (
        <section aria-label={texts.likely} className={styles.likely}>
          <h4 className={styles.likelyHead}>{texts.likely}</h4>
          <ul>
            {matches.map((idea) => (
              <li key={idea.id} className={styles.match}>
                <span className={styles.matchText}>
                  <span className={styles.matchTitle} data-tip={idea.excerpt ?? undefined}>
                    {idea.title}
                  </span>
                  <IdeaFigures idea={idea} withStatus={false} />
                </span>
                <Button aria-label={texts.linkNamed(idea.title)} onClick={() => change(idea)}>
                  {texts.link}
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
      <LinkOrCreateIdeaDialog
        mode={mode}
        onModeChange={setMode}
        about={about}
        creator={creator}
        onLink={(idea) => {
          setMode('closed');
          change(idea);
        }}
      />
    </div>
  );
}
