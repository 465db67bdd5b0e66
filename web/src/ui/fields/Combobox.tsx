import { useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { cx } from '../cx.ts';
import { Chevrons, Field } from './fields.tsx';
import type { ControlIds, FieldFrame } from './fields.tsx';
import { Floating } from '../overlay/Floating.tsx';
import { uiMessages } from '../messages.ts';
import { OptionList, useOptionList } from './OptionPicker.tsx';
import type { OptionSource } from './OptionPicker.tsx';
import type { Option } from './options.ts';
import { Tag } from '../elements/Pills.tsx';
import styles from './Combobox.module.css';

type Shared = FieldFrame &
  OptionSource & {
    placeholder?: string;
    disabled?: boolean;
    /** Drawn inside the box, before the text. */
    start?: ReactNode;
    /** Drawn inside the box, after the text. */
    end?: ReactNode;
    /** Drawn at the right end of the label's line. */
    labelEnd?: ReactNode;
    /** Drawn below the options, such as what the keys do. */
    footer?: ReactNode;
    onBlur?: () => void;
  };

export type ComboboxProps = Shared & {
  /** The chosen option; null: none. */
  value: Option | null;
  onChange: (option: Option | null) => void;
  /** Offers to choose none again. */
  clearable?: boolean;
  /** The list is open when the field appears: of a panel that is opened to choose something here. */
  startsOpen?: boolean;
};

/**
 * A field that offers options while one types, for one choice. Arrow keys move, Enter chooses, Escape
 * closes the list, leaving the field restores the chosen text. The list never covers label or field.
 */
export function Combobox({
  value,
  onChange,
  clearable = false,
  startsOpen = false,
  ...shared
}: ComboboxProps) {
  // Null while nothing is typed: the box then shows the chosen option.
  const [typed, setTyped] = useState<string | null>(null);
  const [isOpen, setIsOpen] = useState(startsOpen);
  const close = () => {
    setIsOpen(false);
    setTyped(null);
  };
  return (
    <Base
      {...shared}
      {...(shared.onCreate === undefined
        ? {}
        : {
            onCreate: (text: string) => {
              close();
              shared.onCreate?.(text);
            },
          })}
      text={typed ?? value?.label ?? ''}
      query={typed ?? ''}
      isOpen={isOpen}
      selected={value === null ? [] : [value.value]}
      onOpen={() => setIsOpen(true)}
      onClose={close}
      onType={(text) => {
        setTyped(text);
        setIsOpen(true);
        shared.onSearch?.(text);
      }}
      onChoose={(option) => {
        close();
        onChange(option);
      }}
      start={shared.start ?? value?.icon}
      onClear={clearable && value !== null ? () => onChange(null) : undefined}
    />
  );
}

export type MultiComboboxProps = Shared & {
  values: readonly Option[];
  onChange: (values: Option[]) => void;
  /** More cannot be chosen. */
  maximum?: number;
};

/** As `Combobox`, for several choices, which stand in the box as tags. Backspace removes the last. */
export function MultiCombobox({ values, onChange, maximum = Infinity, ...shared }: MultiComboboxProps) {
  const [typed, setTyped] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Base
      {...shared}
      {...(shared.onCreate === undefined
        ? {}
        : {
            onCreate: (text: string) => {
              setTyped('');
              shared.onCreate?.(text);
            },
          })}
      text={typed}
      query={typed}
      isOpen={isOpen}
      multiple
      selected={values.map((option) => option.value)}
      tags={values.map((option) => (
        <Tag
          key={option.value}
          name={option.label}
          onRemove={
            shared.disabled === true ? undefined : () => onChange(values.filter((other) => other !== option))
          }
        >
          {option.label}
        </Tag>
      ))}
      onOpen={() => setIsOpen(true)}
      onClose={() => {
        setIsOpen(false);
        setTyped('');
        if (typed !== '') shared.onSearch?.('');
      }}
      onType={(text) => {
        setTyped(text);
        setIsOpen(true);
        shared.onSearch?.(text);
      }}
      onChoose={(option) => {
        const isChosen = values.some((other) => other.value === option.value);
        if (isChosen) onChange(values.filter((other) => other.value !== option.value));
        else if (values.length < maximum) onChange([...values, option]);
        setTyped('');
        if (typed !== '') shared.onSearch?.('');
      }}
      onBackspace={() => onChange(values.slice(0, -1))}
    />
  );
}

function Base({
  text,
  query,
  isOpen,
  selected,
  multiple = false,
  tags,
  onOpen,
  onClose,
  onType,
  onChoose,
  onClear,
  onBackspace,
  onBlur,
  placeholder,
  disabled = false,
  start,
  end,
  labelEnd,
  footer,
  label,
  hideLabel,
  description,
  error,
  optional,
  required,
  ...source
}: Shared & {
  text: string;
  query: string;
  isOpen: boolean;
  selected: readonly string[];
  multiple?: boolean;
  tags?: ReactNode;
  onOpen: () => void;
  onClose: () => void;
  onType: (text: string) => void;
  onChoose: (option: Option) => void;
  onClear?: (() => void) | undefined;
  onBackspace?: () => void;
}) {
  const frame = useRef<HTMLDivElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const state = useOptionList(source, query, onChoose, multiple ? [] : selected);

  const open = () => {
    if (disabled || isOpen) return;
    // A field near the bottom of its panel is moved up first, so that its list has room below it.
    const room = window.innerHeight - (box.current?.getBoundingClientRect().bottom ?? 0);
    if (room < 220) frame.current?.scrollIntoView({ block: 'center' });
    state.setActiveIndex(null);
    onOpen();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Backspace' && text === '' && onBackspace !== undefined) onBackspace();
    else if (!isOpen && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      event.preventDefault();
      open();
    } else if (isOpen) state.onKeyDown(event);
  };

  const control = (ids: ControlIds) => (
    <>
      <div
        ref={box}
        className={cx(styles.box, multiple && styles.wrap)}
        data-disabled={disabled || undefined}
        onPointerDown={(event) => {
          if (event.target === input.current || disabled) return;
          if (event.target instanceof Element && event.target.closest('button') !== null) return;
          // The whole box belongs to the input.
          event.preventDefault();
          input.current?.focus();
          open();
        }}
      >
        {start === undefined || start === null ? null : <span className={styles.start}>{start}</span>}
        {tags}
        <input
          ref={input}
          {...ids}
          type="text"
          role="combobox"
          aria-expanded={isOpen}
          aria-autocomplete="list"
          aria-controls={isOpen ? state.listId : undefined}
          aria-activedescendant={isOpen ? state.activeId : undefined}
          autoComplete="off"
          spellCheck={false}
          disabled={disabled}
          className={styles.input}
          placeholder={selected.length > 0 && multiple ? undefined : placeholder}
          value={text}
          onChange={(event) => {
            state.setActiveIndex(null);
            onType(event.target.value);
          }}
          onClick={open}
          onFocus={(event) => {
            if (!multiple) event.target.select();
          }}
          onBlur={() => {
            onClose();
            onBlur?.();
          }}
          onKeyDown={onKeyDown}
        />
        {end === undefined || end === null ? null : <span className={styles.end}>{end}</span>}
        {onClear === undefined || disabled ? (
          <Chevrons />
        ) : (
          <button
            type="button"
            className={styles.clear}
            aria-label={uiMessages.removeNamed(text)}
            onClick={() => {
              onClear();
              input.current?.focus();
            }}
          >
            <svg width="10" height="10" viewBox="0 0 10 10" aria-hidden="true">
              <path d="M2 2l6 6M8 2l-6 6" stroke="currentColor" strokeWidth="1.4" strokeLinecap="round" />
            </svg>
          </button>
        )}
      </div>
      <Floating
        opened={isOpen && !disabled}
        onClose={onClose}
        anchor={box}
        keepVisible={frame}
        matchWidth
        maxHeightPx={300}
        className={styles.list}
        onPointerDown={(event) => event.preventDefault()}
      >
        <OptionList
          state={state}
          source={source}
          query={query}
          label={label}
          selected={new Set(selected)}
          multiple={multiple}
        />
        {footer === undefined ? null : <div className={styles.footer}>{footer}</div>}
      </Floating>
    </>
  );

  return (
    <Field {...{ label, hideLabel, description, error, optional, required, end: labelEnd }} frameRef={frame}>
      {control}
    </Field>
  );
}
