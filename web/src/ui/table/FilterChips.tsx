import { IconFilterPlus } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { Floating } from '../overlay/Floating.tsx';
import { Kbd } from '../keyboard/Kbd.tsx';
import { uiMessages } from '../messages.ts';
import type { Option } from '../fields/options.ts';
import { loadAhead } from '../loading/ahead.ts';
import { Later } from '../loading/Later.tsx';
import { loadable } from '../loading/loadable.tsx';
import { focusFirst } from '../overlay/Popover.tsx';
import { useShortcut } from '../keyboard/useShortcut.ts';
import styles from './FilterChips.module.css';

/** A filter that is set. */
export type FilterChip = {
  id: string;
  /** 'Forum' */
  field: string;
  /** 'is any of' */
  operator: string;
  /** 'Product, Mobile apps +2' */
  value: string;
};

/** So long after the page is there its code is loaded. */
const AHEAD_AFTER_MS = 500;

/** The list of fields: not needed for the first look at a table. */
const FieldPicker = loadable<{
  label: string;
  options: readonly Option[];
  onChoose: (option: Option) => void;
}>(async () => (await import('../fields/OptionPicker.tsx')).OptionPicker);

/** Holds the place and the keys of what a popover of filters shows, while its code is on its way. */
export const filterWaiting = <div className={styles.waiting} data-waiting="" />;

/** More letters may be cut in a chip; then a tooltip has them all. */
const lettersInChip = 28;

/** A filter that can be added. Those of a group follow one another. With `onChoose` it is edited elsewhere. */
export type FilterField = {
  id: string;
  label: string;
  group?: string;
  icon?: ReactNode;
  onChoose?: () => void;
};

/**
 * The row of filters above a table: one chip for each that is set (field, operator, value, remove),
 * then the dashed button that adds one (shortcut F). Choosing a field makes its chip at once, with its editor below;
 * closed without a value it is gone again.
 *
 * @param recent ids of fields that were used last, the latest first: offered above the others
 * @param onUse told which field was chosen
 * @param atEnd stands at the right end of a row
 *
 * @param renderEditor draws the editor of a field; it calls `close` when it is done
 */
export function FilterChips({
  chips,
  fields,
  renderEditor,
  onRemove,
  onClear,
  recent = [],
  onUse,
  atEnd = false,
  keys = 'f',
}: {
  chips: readonly FilterChip[];
  /** Fields on offer; those that are set already may be among them. */
  fields: readonly FilterField[];
  renderEditor: (fieldId: string, close: () => void) => ReactNode;
  onRemove: (id: string) => void;
  /** Offers to remove all of them, from two on. */
  onClear?: () => void;
  recent?: readonly string[];
  onUse?: (id: string) => void;
  atEnd?: boolean;
  keys?: string;
}) {
  const addButton = useRef<HTMLButtonElement>(null);
  const panelId = useId();
  /** What is open: the list of fields, or the editor of one. A field that is new stands last until it is closed. */
  const [open, setOpen] = useState<'fields' | { fieldId: string; isNew: boolean } | null>(null);
  useEffect(() => loadAhead([FieldPicker.ahead], AHEAD_AFTER_MS), []);
  useShortcut(keys, () => setOpen('fields'), {
    label: uiMessages.filters.addLabel,
    group: uiMessages.shortcuts.general,
    enabled: fields.length > 0,
  });

  const closeAdd = () => {
    setOpen(null);
    if (document.getElementById(panelId)?.contains(document.activeElement) === true)
      addButton.current?.focus();
  };
  const isAdding = open === 'fields';
  const offered = fields.map(({ id, label, group, icon }): Option => ({
    value: id,
    label,
    group: group ?? '',
    icon,
  }));
  const used = recent.flatMap((id) => offered.find(({ value }) => value === id) ?? []);
  const options: Option[] = [
    ...used.map((option) => ({ ...option, group: uiMessages.filters.recent })),
    ...offered.filter((option) => !used.includes(option)),
  ];
  const edited = open === null || open === 'fields' ? null : open;
  const newField = edited?.isNew === true ? fields.find(({ id }) => id === edited.fieldId) : undefined;
  const newChip: FilterChip | undefined =
    newField === undefined
      ? undefined
      : (chips.find(({ id }) => id === newField.id) ?? {
          id: newField.id,
          field: newField.label,
          operator: uiMessages.filters.is,
          value: uiMessages.filters.noValue,
        });
  const shown = [
    ...chips.filter(({ id }) => id !== newChip?.id),
    ...(newChip === undefined ? [] : [newChip]),
  ];

  return (
    <div
      className={styles.row}
      role="group"
      aria-label={uiMessages.filters.row}
      data-at-end={atEnd || undefined}
    >
      {shown.map((chip) => (
        <Chip
          key={chip.id}
          chip={chip}
          isOpen={edited?.fieldId === chip.id}
          onOpenedChange={(opened) => {
            setOpen(opened ? { fieldId: chip.id, isNew: false } : null);
            // without a value the chip goes, and the focus with it
            if (!opened && !chips.some(({ id }) => id === chip.id)) addButton.current?.focus();
          }}
          onRemove={() => {
            setOpen(null);
            if (chips.some(({ id }) => id === chip.id)) onRemove(chip.id);
            addButton.current?.focus();
          }}
          renderEditor={renderEditor}
        />
      ))}
      {fields.length === 0 ? null : (
        <>
          <button
            ref={addButton}
            type="button"
            className={styles.add}
            aria-haspopup="dialog"
            aria-expanded={isAdding}
            onClick={() => (isAdding ? closeAdd() : setOpen('fields'))}
          >
            <IconFilterPlus size={14} stroke={1.75} aria-hidden="true" />
            {uiMessages.filters.add}
            <Kbd keys={keys} />
          </button>
          <Floating
            id={panelId}
            role="dialog"
            aria-label={uiMessages.filters.addLabel}
            opened={isAdding}
            onClose={closeAdd}
            anchor={addButton}
            style={{ width: 280 }}
            onShown={focusFirst}
          >
            <Later
              part={FieldPicker}
              props={{
                label: uiMessages.filters.addLabel,
                options,
                onChoose: ({ value }) => {
                  const elsewhere = fields.find(({ id }) => id === value)?.onChoose;
                  if (elsewhere !== undefined) {
                    closeAdd();
                    elsewhere();
                    return;
                  }
                  onUse?.(value);
                  setOpen({ fieldId: value, isNew: !chips.some(({ id }) => id === value) });
                },
              }}
              what={uiMessages.filters.what}
              waiting={filterWaiting}
            />
          </Floating>
        </>
      )}
      {onClear !== undefined && chips.length > 1 ? (
        <button type="button" className={styles.clear} onClick={onClear}>
          {uiMessages.clear}
        </button>
      ) : null}
    </div>
  );
}

function Chip({
  chip,
  isOpen,
  onOpenedChange,
  onRemove,
  renderEditor,
}: {
  chip: FilterChip;
  isOpen: boolean;
  onOpenedChange: (opened: boolean) => void;
  onRemove: () => void;
  renderEditor: (fieldId: string, close: () => void) => ReactNode;
}) {
  const button = useRef<HTMLButtonElement>(null);
  const panelId = useId();
  const close = () => {
    if (document.getElementById(panelId)?.contains(document.activeElement) === true) button.current?.focus();
    onOpenedChange(false);
  };
  return (
    <span className={styles.chip}>
      <button
        ref={button}
        type="button"
        className={styles.edit}
        data-tip={chip.value.length > lettersInChip ? chip.value : undefined}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => (isOpen ? close() : onOpenedChange(true))}
      >
        <span className={styles.part}>{chip.field}</span> <span className={styles.part}>{chip.operator}</span>{' '}
        <span className={styles.value}>{chip.value}</span>
      </button>
      <button
        type="button"
        className={styles.remove}
        aria-label={uiMessages.filters.remove(chip.field)}
        onClick={onRemove}
      >
        <svg width="10" height="10" viewBox="0 0 10 10" aria-hidden="true">
          <path d="M1.5 1.5l7 7M8.5 1.5l-7 7" stroke="currentColor" strokeWidth="1.3" strokeLinecap="round" />
        </svg>
      </button>
      <Floating
        id={panelId}
        role="dialog"
        aria-label={uiMessages.filters.edit(chip.field)}
        opened={isOpen}
        onClose={close}
        anchor={button}
        style={{ width: 280 }}
        onShown={(panel) => {
          // the list of fields, which closes, would keep the keys that are meant for the editor
          if (document.activeElement instanceof HTMLInputElement) document.activeElement.blur();
          // while the editor's code is on its way the focus must not fall back to the page: that closes this again
          focusFirst(panel);
        }}
      >
        {renderEditor(chip.id, close)}
      </Floating>
    </span>
  );
}
