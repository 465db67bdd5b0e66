import { IconAlertTriangle, IconCode } from '@tabler/icons-react';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { timing } from '../../../../contract/limits.ts';
import { expressionLimits } from '../../../../contract/expression.ts';
import { IconButton } from '../../ui/elements/Button.tsx';
import { Kbd } from '../../ui/keyboard/Kbd.tsx';
import { Floating } from '../../ui/overlay/Floating.tsx';
import { useLatest } from '../../ui/useLatest.ts';
import { expressionTexts as texts } from './expressionMessages.ts';
import { partsOf, printLine, readLine, suggestAt } from './grammar.ts';
import type { ExpressionField, Suggestion } from './grammar.ts';
import styles from './expression.module.css';

/** Entries of the list that are shown; the letters that are typed narrow it. */
const SHOWN = 8;

/** What a list tells its line. */
export interface ExpressionLineProps {
  what: string;
  value: string;
  /** it was opened by hand: one can type at once */
  isFocused: boolean;
  onChange: (expression: string) => void;
  onClose: () => void;
  total: string | null;
}

/**
 * The line in which a segment is written: what may stand at the caret is offered, and as soon as it can be read it is
 * told. While it cannot, the list keeps what matched before, and what is missing stands under it.
 *
 * @param what several records, in small letters
 * @param value what the list is narrowed by now, as the server takes it; '' nothing
 * @param total how many match, as the list shows it; null: not counted yet
 */
export function ExpressionLine({
  what,
  fields,
  value,
  isFocused,
  onChange,
  onClose,
  total,
}: ExpressionLineProps & { fields: readonly ExpressionField[] }) {
  const box = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const backdrop = useRef<HTMLDivElement>(null);
  const listId = useId();
  const problemId = useId();
  const [line, setLine] = useState(() => printLine(value) ?? '');
  const [shown, setShown] = useState(value);
  // what was told last comes back as the value, and by then more may have been typed
  const [told, setTold] = useState(value);
  const [caret, setCaret] = useState(line.length);
  // where a choice has put the caret: set with its text, since the next letter may come before the next frame
  const [placed, setPlaced] = useState<{ at: number } | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [active, setActive] = useState<number | null>(null);
  if (shown !== value) {
    setShown(value);
    if (value !== told) {
      setTold(value);
      setLine(printLine(value) ?? '');
    }
  }
  const read = readLine(line, fields);
  const problem = 'problem' in read ? read.problem : null;
  const isReadable = problem === null;
  const expression = 'problem' in read ? told : (read.expression ?? '');
  const telling = useLatest((next: string) => {
    setTold(next);
    onChange(next);
  });
  useEffect(() => {
    if (expression === told) return undefined;
    const timer = setTimeout(() => telling.current(expression), timing.userSearchDebounceMs);
    return () => clearTimeout(timer);
  }, [expression, told, telling]);

  useEffect(() => {
    if (isFocused) input.current?.focus();
  }, [isFocused]);

  const offered = suggestAt(line, caret, fields);
  const items = offered.items.slice(0, SHOWN);
  const listed = isOpen && items.length > 0;
  const at = active === null ? 0 : Math.min(active, items.length - 1);

  useLayoutEffect(() => {
    if (placed === null || input.current === null) return;
    input.current.setSelectionRange(placed.at, placed.at);
    // a caret that is put somewhere is not brought into view, as one that is typed is
    if (placed.at === input.current.value.length) input.current.scrollLeft = input.current.scrollWidth;
  }, [placed]);
  const follow = (): void => {
    setCaret(input.current?.selectionStart ?? line.length);
    if (backdrop.current !== null && input.current !== null)
      backdrop.current.scrollLeft = input.current.scrollLeft;
  };
  const write = (next: string, place: number): void => {
    setLine(next);
    setCaret(place);
    setPlaced({ at: place });
    setActive(null);
    setIsOpen(true);
  };
  const choose = ({ insert }: Suggestion): void => {
    const before = line.slice(0, offered.from);
    const after = line.slice(caret);
    const gap = insert === ')' || insert === ',' ? before.trimEnd() : before;
    const written = `${gap}${insert}${after.startsWith(' ') ? '' : ' '}`;
    write(`${written}${after}`, written.length + (after.startsWith(' ') ? 1 : 0));
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (!listed) setIsOpen(true);
      else {
        const step = event.key === 'ArrowDown' ? 1 : -1;
        setActive(
          active === null && step === 1
            ? items.length > 1
              ? 1
              : 0
            : (at + step + items.length) % items.length,
        );
      }
    } else if (event.key === 'Tab' && listed && !event.shiftKey) {
      event.preventDefault();
      choose(items[at]!);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      if (listed && active !== null) choose(items[at]!);
      else {
        setIsOpen(false);
        if (isReadable) telling.current(expression);
      }
    } else if (event.key === 'Escape' && !listed) {
      event.preventDefault();
      event.stopPropagation();
      if (line === '') onClose();
      else input.current?.blur();
    }
  };
  return (
    <div className={styles.row}>
      <div ref={box} className={styles.box} data-wrong={!isReadable || undefined}>
        <IconCode size={16} stroke={1.75} aria-hidden="true" className={styles.icon} />
        <div className={styles.text}>
          <div ref={backdrop} className={styles.colors} aria-hidden="true">
            {partsOf(line, fields).map(({ text, kind }, index) => (
              // parts have no other name than their place
              // oxlint-disable-next-line react/no-array-index-key
              <span key={index} data-kind={kind ?? undefined}>
                {text}
              </span>
            ))}
          </div>
          <input
            ref={input}
            className={styles.input}
            role="combobox"
            aria-label={texts.label(what)}
            aria-expanded={listed}
            aria-autocomplete="list"
            aria-controls={listed ? listId : undefined}
            aria-activedescendant={listed ? `${listId}-${String(at)}` : undefined}
            aria-invalid={!isReadable || undefined}
            aria-describedby={isReadable ? undefined : problemId}
            placeholder={texts.placeholder}
            value={line}
            maxLength={expressionLimits.characters}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            dir="ltr"
            onChange={(event) => {
              setLine(event.target.value);
              setCaret(event.target.selectionStart ?? event.target.value.length);
              setActive(null);
              setIsOpen(true);
            }}
            onSelect={follow}
            onScroll={follow}
            onKeyDown={onKeyDown}
            onBlur={() => setIsOpen(false)}
          />
        </div>
        {isReadable && line.trim() !== '' && total !== null ? (
          <span className={styles.count} role="status">
            {texts.count(total)}
          </span>
        ) : null}
        <IconButton
          label={texts.clear}
          variant="plain"
          size="small"
          onClick={() => {
            telling.current('');
            setLine('');
            onClose();
          }}
        >
          <svg width="10" height="10" viewBox="0 0 10 10" aria-hidden="true">
            <path d="M2 2l6 6M8 2l-6 6" stroke="currentColor" strokeWidth="1.4" strokeLinecap="round" />
          </svg>
        </IconButton>
      </div>
      {problem === null ? null : (
        <p id={problemId} className={styles.problem}>
          <IconAlertTriangle size={14} stroke={1.75} aria-hidden="true" /> {problem.message} {texts.before}
        </p>
      )}
      <Floating opened={listed} onClose={() => setIsOpen(false)} anchor={box} className={styles.floating}>
        <p className={styles.head}>{texts.heads[offered.expected]}</p>
        <ul id={listId} role="listbox" aria-label={texts.heads[offered.expected]}>
          {items.map((item, index) => (
            <li
              key={item.insert}
              id={`${listId}-${String(index)}`}
              role="option"
              aria-selected={index === at}
              // the focus stays in the line
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => choose(item)}
            >
              <code>{item.insert}</code> <span>{item.detail}</span>
              {index === at ? <Kbd keys="tab" /> : null}
            </li>
          ))}
        </ul>
      </Floating>
    </div>
  );
}
