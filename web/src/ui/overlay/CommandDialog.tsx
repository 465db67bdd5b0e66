import { IconSearch } from '@tabler/icons-react';
import { useEffect, useId, useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { timing } from '../../../../contract/limits.ts';
import { Kbd } from '../keyboard/Kbd.tsx';
import { ProgressLine, useDelayed } from '../loading/loading.tsx';
import { uiMessages } from '../messages.ts';
import { beginsWith, typedWords } from '../text/marks.ts';
import { Marked } from '../text/Marked.tsx';
import { useLatest } from '../useLatest.ts';
import { Overlay } from './Overlay.tsx';
import styles from './CommandDialog.module.css';

/** A row of the palette. */
export type CommandRow = {
  id: string;
  label: string;
  /** In place of the label, for a row that is no hit of a search; it is not marked then. */
  content?: ReactNode;
  icon?: ReactNode;
  /** Columns between the label and the key. */
  end?: ReactNode;
  /** Shortcut that does the same. */
  keys?: string;
  /** False: chosen, it leaves the palette open. */
  closes?: boolean;
  onSelect: () => void;
};

/** Rows under one heading. Groups without rows are not drawn. */
export type CommandGroup = {
  id: string;
  /** Null: none is drawn; `name` then names it. */
  heading: string | null;
  /** Beside the heading: what it is about, or how many of how many are shown. */
  note?: string;
  name?: string;
  rows: readonly CommandRow[];
};

const texts = uiMessages.palette;

/**
 * The palette of Ctrl K: a field, and rows in groups, of which one is always active. Opens without any animation.
 * Choosing closes it first and acts then.
 *
 * @param text what is typed; its words are marked where words of a row begin with them, and so are `alsoMarked`
 * @param isSettled the rows belong to the text; until then rows of an older text may be among them, and Enter waits for
 *   the answer unless the first row is one of `instant`
 * @param instant ids of the groups whose rows need no answer
 * @param onAll Ctrl Enter: the full search
 */
export function CommandDialog({
  opened,
  onClose,
  ...body
}: {
  opened: boolean;
  onClose: () => void;
} & Omit<BodyProps, 'onClose'>) {
  return (
    <Overlay
      opened={opened}
      onClose={onClose}
      place="top"
      panelClassName={styles.panel}
      label={texts.label}
      exitMs={0}
    >
      <CommandBody {...body} onClose={onClose} />
    </Overlay>
  );
}

type BodyProps = {
  onClose: () => void;
  text: string;
  onText: (text: string) => void;
  groups: readonly CommandGroup[];
  isSettled?: boolean;
  instant?: ReadonlySet<string>;
  alsoMarked?: readonly string[];
  onAll?: (() => void) | undefined;
  placeholder?: string;
  /** In place of rows, and below them: that nothing was found, or that the search failed. */
  remark?: ReactNode;
  hints?: ReactNode;
};

const NONE_INSTANT: ReadonlySet<string> = new Set();
const NOTHING: readonly string[] = [];

function CommandBody({
  onClose,
  text,
  onText,
  groups: allGroups,
  isSettled = true,
  instant = NONE_INSTANT,
  alsoMarked = NOTHING,
  onAll,
  placeholder = texts.placeholder,
  remark,
  hints,
}: BodyProps) {
  const listId = useId();
  // null: nobody moved since the text changed, so the first row is the active one whatever comes
  const [activeId, setActiveId] = useState<string | null>(null);
  const [waitsForAnswer, setWaitsForAnswer] = useState(false);
  const groups = allGroups.filter(({ rows }) => rows.length > 0);
  const rows = groups.flatMap((group) => group.rows);
  const found = activeId === null ? -1 : rows.findIndex(({ id }) => id === activeId);
  const index = rows.length === 0 ? -1 : Math.max(0, found);
  const groupOf = (at: number): number => {
    let left = at;
    return groups.findIndex((group) => (left -= group.rows.length) < 0);
  };
  const isSlow = useDelayed(!isSettled, timing.popupLoadingMs);
  const hitLength = beginsWith([...typedWords(text), ...alsoMarked]);

  useEffect(() => {
    document.getElementById(`${listId}-${index}`)?.scrollIntoView({ block: 'nearest' });
  }, [index, listId]);

  const choose = (row: CommandRow): void => {
    // Gone, with the focus given back, before the command opens something; and in this task, so that no key falls between.
    if (row.closes !== false) flushSync(onClose);
    row.onSelect();
  };
  const latestChoose = useLatest(choose);
  const first = rows[0];
  const isAnswered = waitsForAnswer && isSettled;
  useEffect(() => {
    if (!isAnswered) return undefined;
    // behind this draw: choosing draws at once
    const timer = setTimeout(() => {
      setWaitsForAnswer(false);
      if (first !== undefined) latestChoose.current(first);
    });
    return () => clearTimeout(timer);
  }, [isAnswered, first, latestChoose]);

  const move = (to: number): void => setActiveId(rows[(to + rows.length) % rows.length]?.id ?? null);
  const moveToGroup = (step: 1 | -1): void => {
    const next = (groupOf(index) + step + groups.length) % groups.length;
    setActiveId(groups[next]?.rows[0]?.id ?? null);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    const { key } = event;
    if (key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      if (onAll === undefined) return;
      flushSync(onClose);
      onAll();
    } else if (key === 'Enter') {
      const row = rows[index];
      const mayBeOld = !isSettled && activeId === null && !instant.has(groups[groupOf(index)]?.id ?? '');
      if (mayBeOld) setWaitsForAnswer(true);
      else if (row !== undefined) choose(row);
    } else if (rows.length === 0) {
      // nowhere to go, and Tab must not leave the layer for nothing
      if (key !== 'Tab') return;
    } else if (key === 'ArrowDown') move(index + 1);
    else if (key === 'ArrowUp') move(index - 1);
    else if (key === 'PageDown') setActiveId(rows[Math.min(index + PAGE_ROWS, rows.length - 1)]!.id);
    else if (key === 'PageUp') setActiveId(rows[Math.max(index - PAGE_ROWS, 0)]!.id);
    else if (key === 'Tab') moveToGroup(event.shiftKey ? -1 : 1);
    else return;
    event.preventDefault();
  };

  let position = -1;
  return (
    <div className={styles.box}>
      <div className={styles.search}>
        <IconSearch size={18} stroke={1.75} aria-hidden="true" />
        <input
          type="text"
          role="combobox"
          aria-label={placeholder}
          aria-expanded="true"
          aria-autocomplete="list"
          aria-controls={listId}
          aria-activedescendant={index < 0 ? undefined : `${listId}-${index}`}
          autoComplete="off"
          spellCheck={false}
          className={styles.input}
          placeholder={placeholder}
          value={text}
          onChange={(event) => {
            setActiveId(null);
            setWaitsForAnswer(false);
            onText(event.target.value);
          }}
          onKeyDown={onKeyDown}
        />
        <Kbd keys="esc" />
        <div className={styles.progress}>
          <ProgressLine active={isSlow} />
        </div>
      </div>
      <div
        id={listId}
        role="listbox"
        aria-label={texts.label}
        aria-busy={!isSettled || undefined}
        className={styles.list}
      >
        {groups.map(({ id, heading, note, name, rows: members }) => (
          <div key={id} role="group" aria-label={heading ?? name} className={styles.group}>
            {heading === null ? null : (
              <div className={styles.heading} aria-hidden="true">
                {heading}
                {note === undefined ? null : <span className={styles.note}>{note}</span>}
              </div>
            )}
            {members.map((row) => {
              position += 1;
              const at = position;
              return (
                <div
                  key={row.id}
                  id={`${listId}-${at}`}
                  role="option"
                  aria-selected={at === index}
                  data-active={at === index || undefined}
                  className={styles.row}
                  onPointerMove={() => {
                    if (at !== index) setActiveId(row.id);
                  }}
                  onPointerDown={(event) => event.preventDefault()}
                  onClick={() => choose(row)}
                >
                  <span className={styles.icon}>{row.icon}</span>
                  <span className={styles.label}>
                    {row.content ?? <Marked text={row.label} hitLength={hitLength} />}
                  </span>
                  {row.end}
                  {row.keys === undefined ? null : <Kbd keys={row.keys} />}
                </div>
              );
            })}
          </div>
        ))}
        {remark === undefined ? null : <div className={styles.remark}>{remark}</div>}
      </div>
      <div className={styles.foot} aria-hidden="true">
        <span className={styles.hint}>
          <Kbd keys="up" />
          <Kbd keys="down" /> {texts.move}
        </span>
        <span className={styles.hint}>
          <Kbd keys="enter" /> {texts.run}
        </span>
        <span className={styles.hint}>
          <Kbd keys="tab" /> {texts.nextGroup}
        </span>
        {hints === undefined ? null : <span className={styles.hints}>{hints}</span>}
      </div>
    </div>
  );
}

const PAGE_ROWS = 8;
