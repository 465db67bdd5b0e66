import { IconCircleCheckFilled, IconSearch } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { shortCurrency } from '../../../../contract/currency.ts';
import { Button } from '../../ui/elements/Button.tsx';
import { altKeys } from '../../ui/keyboard/keyboard.ts';
import { Kbd } from '../../ui/keyboard/Kbd.tsx';
import { useAltShortcut } from '../../ui/keyboard/useShortcut.ts';
import { formatNumber } from '../../ui/text/format.ts';
import { IdeaCard } from '../ideas/IdeaCard.tsx';
import { useIdeaSearch } from '../ideas/ideas.ts';
import type { IdeaPickerMode, IdeaSummary } from '../ideas/ideas.ts';
import { LinkOrCreateIdeaDialog } from '../ideas/LinkOrCreateIdeaDialog.tsx';
import { pickerMessages } from '../messages.ts';
import type { PickedUser } from './people.ts';
import styles from '../ideas/ideas.module.css';

const texts = pickerMessages.idea;

/** Likely matches that are offered without opening the dialog, each with a key. */
const LIKELY_KEYS = ['1', '2'] as const;

/**
 * The linked idea of a record, or the way to one: likely matches of `about` at hand, by mouse and by Alt 1 and Alt 2,
 * and the dialog 'Link or create new idea' for everything else (Alt I). Unlink clears it (STATE-031). Until it is known
 * who it is from the other matches stay, so that a slip is put right at once.
 *
 * @param about text that the idea is looked for, such as the feedback's; '' offers no matches
 * @param creator who a new idea is from; null: not chosen yet
 * @param vote what the record does to the votes of the idea; left out: nothing
 * @param onLinked follows when an idea was linked, or will be as soon as the matches are there: leads on to the next field
 */
export function IdeaPicker({
  value,
  onChange,
  about = '',
  creator = null,
  error,
  disabled = false,
  vote,
  onLinked,
}: {
  value: IdeaSummary | null;
  onChange: (idea: IdeaSummary | null) => void;
  about?: string;
  creator?: PickedUser | null;
  error?: ReactNode;
  disabled?: boolean;
  vote?: 'added' | 'there';
  onLinked?: () => void;
}) {
  const errorId = useId();
  const [mode, setMode] = useState<IdeaPickerMode>('closed');
  const frame = useRef<HTMLDivElement>(null);
  /** The button that was pressed goes with the change: the focus then goes to the one in its place. */
  const movesFocus = useRef(false);
  /** A key was pressed for a match before the matches of this text were there. */
  const [awaited, setAwaited] = useState<number | null>(null);
  /** It was linked here, by hand: what a panel was opened with stays a card. */
  const [isByHand, setIsByHand] = useState(false);
  const change = (idea: IdeaSummary | null) => {
    setAwaited(null);
    setIsByHand(idea !== null);
    movesFocus.current = idea === null || onLinked === undefined;
    onChange(idea);
    if (idea !== null) onLinked?.();
  };
  useEffect(() => {
    if (!movesFocus.current) return;
    movesFocus.current = false;
    frame.current?.querySelector('button')?.focus({ preventScroll: true });
  }, [value]);
  const keepsMatches = creator === null && onLinked !== undefined && isByHand;
  const likely = useIdeaSearch('', about, {
    enabled: (value === null || keepsMatches) && !disabled,
    only: 'duplicates',
  });
  const matches = likely.ideas.slice(0, LIKELY_KEYS.length);
  const isAmong = value !== null && keepsMatches && matches.some((idea) => idea.id === value.id);
  const showsMatches = (value === null || isAmong) && matches.length > 0;
  const hasNone =
    value === null && likely.kind === 'likely' && likely.status === 'ready' && matches.length === 0;

  const linkAt = (index: number): void => {
    const idea = matches[index];
    if (likely.status === 'loading') {
      setAwaited(index);
      onLinked?.();
    } else if (idea !== undefined) change(idea);
  };
  const maySwitch = !disabled && (value === null || isAmong) && likely.kind === 'likely';
  useAltShortcut(LIKELY_KEYS[0], () => linkAt(0), { enabled: maySwitch });
  useAltShortcut(LIKELY_KEYS[1], () => linkAt(1), { enabled: maySwitch });
  useAltShortcut('i', () => setMode('link'), { enabled: !disabled });
  useEffect(() => {
    if (awaited === null || likely.status === 'loading') return;
    setAwaited(null);
    const idea = matches[awaited];
    if (idea === undefined) return;
    setIsByHand(true);
    onChange(idea);
    // Runs when the matches are there; everything else is read as it is then.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [awaited, likely.status]);

  const opener = (isRow: boolean) => (
    <button
      type="button"
      className={isRow ? styles.matchSearch : styles.opener}
      disabled={disabled}
      aria-haspopup="dialog"
      aria-describedby={error === undefined ? undefined : errorId}
      data-invalid={error !== undefined || undefined}
      onClick={() => setMode('link')}
    >
      <IconSearch size={isRow ? 14 : 16} stroke={1.75} aria-hidden="true" />
      <span className={styles.grow}>{texts.find}</span>
      <Kbd keys={altKeys('i')} />
    </button>
  );
  return (
    <div ref={frame} className={styles.picker}>
      {value !== null && !isAmong ? (
        <IdeaCard
          idea={value}
          isLinked
          figures={figuresOf(value, vote)}
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
      ) : (
        // one element throughout: the search keeps the focus when the matches come
        <section {...(showsMatches ? { 'aria-label': texts.likely, className: styles.matches } : {})}>
          {showsMatches ? (
            <ul>
              {matches.map((idea, index) => {
                const isLinked = idea.id === value?.id;
                const text = (
                  <span className={styles.matchText}>
                    <span className={styles.matchTitle} data-tip={idea.excerpt ?? undefined}>
                      {idea.title}
                    </span>
                    <span className={styles.matchFigures}>
                      {isLinked ? (
                        <span className={styles.linked}>
                          <IconCircleCheckFilled size={14} aria-hidden="true" /> {texts.linked} ·{' '}
                        </span>
                      ) : null}
                      {figuresOf(idea)}
                    </span>
                  </span>
                );
                return (
                  <li key={idea.id} className={styles.match} data-linked={isLinked || undefined}>
                    {isLinked ? (
                      <span className={styles.matchRow}>
                        {text}
                        <Button
                          variant="text"
                          aria-label={texts.unlinkNamed(idea.title)}
                          disabled={disabled}
                          onClick={() => change(null)}
                        >
                          {texts.unlink}
                        </Button>
                      </span>
                    ) : (
                      <button
                        type="button"
                        className={styles.matchRow}
                        aria-label={texts.linkNamed(idea.title)}
                        disabled={disabled}
                        onClick={() => change(idea)}
                      >
                        {text}
                        <Kbd keys={altKeys(LIKELY_KEYS[index] ?? '1')} />
                      </button>
                    )}
                  </li>
                );
              })}
            </ul>
          ) : null}
          {opener(showsMatches)}
          {hasNone ? (
            <p className={styles.noMatch}>
              {texts.noMatch} ·
              <Button variant="text" className={styles.noMatchCreate} onClick={() => setMode('create')}>
                {texts.createFrom}
              </Button>
            </p>
          ) : null}
        </section>
      )}
      <div aria-live="polite">
        {error === undefined ? null : (
          <p id={errorId} className={styles.error}>
            {error}
          </p>
        )}
      </div>
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

/** Votes and revenue of an idea in one line; with `vote` what becomes of the votes. */
function figuresOf(idea: IdeaSummary, vote?: 'added' | 'there'): string {
  const revenue = shortCurrency(idea.supporter_revenue);
  const { votes_count } = idea;
  return [
    vote === 'added'
      ? texts.votesThen(formatNumber(votes_count), formatNumber(votes_count + 1))
      : texts.votes(votes_count),
    ...(vote === 'there' ? [texts.hasVoted] : []),
    ...(revenue === '' || idea.supporter_revenue === 0 ? [] : [texts.revenue(revenue)]),
    ...(idea.status === null ? [] : [idea.status.name]),
  ].join(' · ');
}
