import { useContext, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { timing } from '../../../../contract/limits.ts';
import { Button } from '../elements/Button.tsx';
import { Spinner, useDelayed } from '../loading/loading.tsx';
import { Tick } from '../overlay/Menu.tsx';
import { uiMessages } from '../messages.ts';
import { groupOptions, matchingOptions, nextIndex, OPTION_ENDS, OptionEnds } from './options.ts';
import type { Option, OptionsStatus } from './options.ts';
import styles from './OptionPicker.module.css';

/** How options are searched and shown; shared by the pickers and the combobox. */
export type OptionSource = {
  options: readonly Option[];
  /**
   * Given: the text goes to whoever loads the options, and they are shown as they come. Left out: they
   * are filtered here, by their labels.
   */
  onSearch?: (text: string) => void;
  status?: OptionsStatus;
  onRetry?: () => void;
  /** Offers to create what was typed, as the last entry. */
  onCreate?: (text: string) => void;
  /** Text of that entry; 'Create “…”' unless said otherwise. Null: nothing can be made of this text. */
  createLabel?: (text: string) => string | null;
  emptyText?: string;
};

/** What a list of options needs to be drawn; made by `useOptionList`. */
type OptionListState = {
  listId: string;
  entries: readonly (Option | 'create')[];
  activeIndex: number;
  /** Null: back to where the list opens. */
  setActiveIndex: (index: number | null) => void;
  activeId: string | undefined;
  choose: (entry: Option | 'create') => void;
  onKeyDown: (event: KeyboardEvent) => boolean;
};

/**
 * Keyboard and choice of a list of options under a text box. `onKeyDown` answers whether it used the
 * key. While nothing is typed the list opens on what is chosen, so that Enter changes nothing. Enter on a typed
 * text whose options are still loading is kept: it takes the first entry when they are there.
 *
 * @param selected values that are chosen; left out: the list opens on its first option
 */
export function useOptionList(
  source: OptionSource,
  query: string,
  onChoose: (option: Option) => void,
  selected: readonly string[] = [],
): OptionListState {
  const listId = useId();
  const [activeIndex, setActiveIndex] = useState<number | null>(null);
  const shown = source.onSearch === undefined ? matchingOptions(source.options, query) : source.options;
  const text = query.trim();
  const canCreate =
    source.onCreate !== undefined &&
    text !== '' &&
    source.status !== 'loading' &&
    source.createLabel?.(text) !== null &&
    !shown.some((option) => option.label.toLowerCase() === text.toLowerCase());
  const entries: (Option | 'create')[] = canCreate ? [...shown, 'create'] : [...shown];
  const opensAt =
    text === ''
      ? Math.max(
          0,
          shown.findIndex((option) => selected.includes(option.value)),
        )
      : 0;
  const index = entries.length === 0 ? -1 : Math.min(activeIndex ?? opensAt, entries.length - 1);

  const choose = (entry: Option | 'create') => {
    if (entry === 'create') source.onCreate?.(text);
    else if (entry.disabledReason === undefined || entry.disabledReason === null) onChoose(entry);
  };
  // the text that Enter was pressed on before its options were there
  const entered = useRef<string | null>(null);
  useEffect(() => {
    if (entered.current === null || source.status === 'loading') return;
    const entry = entered.current === text ? entries[index] : undefined;
    entered.current = null;
    if (entry !== undefined) choose(entry);
  });
  const onKeyDown = (event: KeyboardEvent): boolean => {
    const page = 8;
    if (event.key === 'ArrowDown') setActiveIndex(nextIndex(index, 1, entries.length));
    else if (event.key === 'ArrowUp') setActiveIndex(nextIndex(index, -1, entries.length));
    else if (event.key === 'PageDown') setActiveIndex(Math.min(index + page, entries.length - 1));
    else if (event.key === 'PageUp') setActiveIndex(Math.max(index - page, 0));
    // with Ctrl it is the form's
    else if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
      const entry = entries[index];
      if (entry !== undefined) choose(entry);
      else if (source.status === 'loading' && text !== '') entered.current = text;
      else return false;
    } else return false;
    event.preventDefault();
    return true;
  };

  return {
    listId,
    entries,
    activeIndex: index,
    setActiveIndex,
    activeId: index < 0 ? undefined : `${listId}-${index}`,
    choose,
    onKeyDown,
  };
}

/** The list itself: groups, ticks, and what is said while it loads, is empty or has failed. */
export function OptionList({
  state,
  source,
  query,
  label,
  selected,
  partly = none,
  multiple = false,
}: {
  state: OptionListState;
  source: OptionSource;
  query: string;
  label: string;
  selected: ReadonlySet<string>;
  /** Values that hold for some of several records. */
  partly?: ReadonlySet<string>;
  multiple?: boolean;
}) {
  const element = useRef<HTMLDivElement>(null);
  const isSlow = useDelayed(source.status === 'loading', timing.popupLoadingMs);
  const { activeIndex, listId } = state;

  useEffect(() => {
    document.getElementById(`${listId}-${activeIndex}`)?.scrollIntoView({ block: 'nearest' });
  }, [activeIndex, listId]);

  const options = state.entries.filter((entry): entry is Option => entry !== 'create');
  let position = -1;
  const remark = (content: ReactNode) => <div className={styles.remark}>{content}</div>;

  return (
    <>
      <div
        ref={element}
        id={listId}
        role="listbox"
        aria-label={label}
        aria-multiselectable={multiple || undefined}
        aria-busy={source.status === 'loading' || undefined}
        className={styles.list}
      >
        {groupOptions(options).map(({ group, options: members }, groupIndex) => (
          <div
            key={`${group ?? ''}${groupIndex}`}
            role="group"
            aria-label={group ?? label}
            className={styles.group}
          >
            {group === null ? null : (
              <div className={styles.heading} aria-hidden="true">
                {group}
              </div>
            )}
            {members.map((option) => {
              position += 1;
              const index = position;
              const isSelected = selected.has(option.value);
              const isDisabled = option.disabledReason !== undefined && option.disabledReason !== null;
              // among the hits of a search nothing stands above it that says where it belongs
              const isInPlace = query.trim() === '';
              const shownName = isInPlace ? (option.name ?? option.label) : option.label;
              return (
                <div
                  key={option.value}
                  id={`${listId}-${index}`}
                  role="option"
                  aria-label={shownName === option.label ? undefined : option.label}
                  aria-selected={isSelected}
                  aria-checked={partly.has(option.value) ? 'mixed' : undefined}
                  aria-disabled={isDisabled || undefined}
                  data-active={index === activeIndex || undefined}
                  data-tip={
                    option.disabledReason ??
                    option.tip ??
                    (option.label.length > lettersInTwoLines ? option.label : undefined)
                  }
                  className={styles.option}
                  style={
                    option.indent === undefined || !isInPlace
                      ? undefined
                      : { paddingInlineStart: 8 + option.indent * 16 }
                  }
                  onPointerMove={() => state.setActiveIndex(index)}
                  onPointerDown={(event) => event.preventDefault()}
                  onClick={() => state.choose(option)}
                >
                  {multiple ? (
                    <span
                      className={styles.box}
                      data-checked={isSelected || undefined}
                      data-partly={partly.has(option.value) || undefined}
                      aria-hidden="true"
                    />
                  ) : null}
                  {option.icon === undefined ? null : <span className={styles.icon}>{option.icon}</span>}
                  <span className={styles.text}>
                    <span className={styles.label} data-current={option.isCurrent || undefined}>
                      <Highlight text={shownName} query={query} />
                      {option.tag === undefined ? null : <span className={styles.tag}>{option.tag}</span>}
                    </span>
                    {option.note === undefined ? null : <span className={styles.note}>{option.note}</span>}
                  </span>
                  <OptionEnd option={option} index={index} />
                  {isSelected && !multiple ? <Tick /> : null}
                </div>
              );
            })}
          </div>
        ))}
        {state.entries.includes('create') ? (
          <div
            id={`${listId}-${state.entries.length - 1}`}
            role="option"
            aria-selected={false}
            data-active={activeIndex === state.entries.length - 1 || undefined}
            className={styles.option}
            onPointerMove={() => state.setActiveIndex(state.entries.length - 1)}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => state.choose('create')}
          >
            <span className={styles.icon}>
              <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
                <path d="M8 3v10M3 8h10" stroke="currentColor" strokeWidth="1.5" strokeLinecap="round" />
              </svg>
            </span>
            <span className={styles.text}>
              {(source.createLabel ?? uiMessages.combobox.create)(query.trim())}
            </span>
          </div>
        ) : null}
      </div>
      <div role="status">
        {source.status === 'error'
          ? null
          : source.status === 'loading'
            ? isSlow && options.length === 0
              ? remark(
                  <>
                    <Spinner size={14} /> {uiMessages.loading}
                  </>,
                )
              : null
            : state.entries.length === 0
              ? remark(source.emptyText ?? uiMessages.combobox.nothing)
              : null}
      </div>
      {source.status === 'error' ? (
        <div className={styles.remark} role="alert">
          {uiMessages.combobox.failed}
          {source.onRetry === undefined ? null : (
            <Button variant="text" onClick={source.onRetry}>
              {uiMessages.tryAgain}
            </Button>
          )}
        </div>
      ) : null}
    </>
  );
}

const none: ReadonlySet<string> = new Set();

/** A longer name is cut in the list and stands whole in a tooltip. */
const lettersInTwoLines = 50;

/** Makes the words of the query stronger inside a label. */
function Highlight({ text, query }: { text: string; query: string }) {
  const words = query
    .trim()
    .split(/\s+/)
    .filter((word) => word.length > 1);
  if (words.length === 0) return text;
  const pattern = new RegExp(
    `(${words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')})`,
    'gi',
  );
  return text.split(pattern).map((part, index) =>
    index % 2 === 1 ? (
      <b key={index} className={styles.match}>
        {part}
      </b>
    ) : (
      part
    ),
  );
}

/**
 * A text box with its options below it, always open: the content of a filter's popover or of a property
 * that is edited in place. Choosing one calls `onChoose`; with `multiple` the list stays and shows boxes. Of one choice
 * the present one is marked when it opens.
 */
export function OptionPicker({
  label,
  selected = [],
  partly,
  onChoose,
  onChooseWithMod,
  multiple = false,
  placeholder,
  footer,
  ...source
}: OptionSource & {
  label: string;
  /** Values that are chosen now. */
  selected?: readonly string[];
  /** Values that hold for some of several records: with `multiple` their boxes are half set. */
  partly?: ReadonlySet<string>;
  onChoose: (option: Option) => void;
  /** Ctrl Enter, on a Mac Cmd Enter, on an option; left out: nothing. */
  onChooseWithMod?: (option: Option) => void;
  multiple?: boolean;
  placeholder?: string;
  footer?: ReactNode;
}) {
  const [query, setQuery] = useState('');
  const state = useOptionList(source, query, onChoose, multiple ? [] : selected);
  const marked = state.entries[state.activeIndex];
  const active = marked === undefined || marked === 'create' ? null : marked;
  const input = useRef<HTMLInputElement>(null);
  // once: a picker that is drawn again on its way out must not take the focus back
  useLayoutEffect(() => {
    const element = input.current;
    element?.focus({ preventScroll: true });
    if (element === null || document.activeElement === element) return undefined;
    // the panel around it is not shown yet, and what is hidden takes no focus
    const frame = requestAnimationFrame(() => element.focus({ preventScroll: true }));
    return () => cancelAnimationFrame(frame);
  }, []);
  return (
    <div className={styles.picker}>
      <div className={styles.search}>
        <input
          type="text"
          role="combobox"
          aria-label={label}
          aria-expanded="true"
          aria-autocomplete="list"
          aria-controls={state.listId}
          aria-activedescendant={state.activeId}
          autoComplete="off"
          spellCheck={false}
          className={styles.input}
          placeholder={placeholder ?? uiMessages.search}
          value={query}
          ref={input}
          onChange={(event) => {
            setQuery(event.target.value);
            state.setActiveIndex(null);
            source.onSearch?.(event.target.value);
          }}
          onKeyDown={(event) => {
            if (onChooseWithMod !== undefined && event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
              event.preventDefault();
              if (active !== null && (active.disabledReason ?? null) === null) onChooseWithMod(active);
            } else state.onKeyDown(event);
          }}
        />
      </div>
      <div className={styles.scroll}>
        <OptionList
          state={state}
          source={source}
          query={query}
          label={label}
          selected={new Set(selected)}
          {...(partly === undefined ? {} : { partly })}
          multiple={multiple}
        />
      </div>
      {footer === undefined ? null : <div className={styles.footer}>{footer}</div>}
    </div>
  );
}

/** What stands at the end of an option. */
function OptionEnd({ option: { end, value }, index }: { option: Option; index: number }) {
  const endOf = useContext(OptionEnds);
  const shown = end !== undefined ? end : index < OPTION_ENDS ? endOf?.(value) : null;
  return shown === null || shown === undefined ? null : <span className={styles.end}>{shown}</span>;
}
