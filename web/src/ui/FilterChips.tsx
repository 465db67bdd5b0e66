import { IconFilterPlus } from '@tabler/icons-react';
import { Fragment, useId, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { Floating } from './Floating.tsx';
import { Kbd } from './Kbd.tsx';
import { uiMessages } from './messages.ts';
import { OptionPicker } from './OptionPicker.tsx';
import type { Option } from './options.ts';
import { useShortcut } from './useShortcut.ts';
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

/** More letters may be cut in a chip; then a tooltip has them all. */
const lettersInChip = 28;

/** A filter that can be added. */
export type FilterField = { id: string; label: string; group?: string; icon?: ReactNode };

/**
 * The row of filters above a table: one chip for each that is set (field, operator, value, remove),
 * then the dashed button that adds one (shortcut F). Choosing a field opens the editor for it.
 *
 * @param renderEditor draws the editor of a field; it calls `close` when it is done
 */
export function FilterChips({
  chips,
  fields,
  renderEditor,
  onRemove,
  onClear,
  keys = 'f',
}: {
  chips: readonly FilterChip[];
  /** Fields on offer; those that are set already may be among them. */
  fields: readonly FilterField[];
  renderEditor: (fieldId: string, close: () => void) => ReactNode;
  onRemove: (id: string) => void;
  /** Offers to remove all of them, from two on. */
  onClear?: () => void;
  keys?: string;
}) {
  const addButton = useRef<HTMLButtonElement>(null);
  const panelId = useId();
  /** What is open: a chip's editor, the list of fields, or the editor of a field that is not set yet. */
  const [open, setOpen] = useState<{ at: 'chip' | 'add'; fieldId: string | null } | null>(null);
  useShortcut(keys, () => setOpen({ at: 'add', fieldId: null }), {
    label: uiMessages.filters.addLabel,
    group: uiMessages.shortcuts.general,
    enabled: fields.length > 0,
  });

  const closeAdd = () => {
    setOpen(null);
    if (document.getElementById(panelId)?.contains(document.activeElement) === true)
      addButton.current?.focus();
  };
  const isAdding = open?.at === 'add';
  const options: Option[] = fields.map(({ id, label, group, icon }) => ({ value: id, label, group, icon }));

  return (
    <div className={styles.row} role="group" aria-label={uiMessages.filters.row}>
      {chips.map((chip) => (
        <Chip
          key={chip.id}
          chip={chip}
          isOpen={open?.at === 'chip' && open.fieldId === chip.id}
          onOpenedChange={(opened) => setOpen(opened ? { at: 'chip', fieldId: chip.id } : null)}
          onRemove={() => {
            setOpen(null);
            onRemove(chip.id);
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
            onClick={() => (isAdding ? closeAdd() : setOpen({ at: 'add', fieldId: null }))}
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
          >
            {open?.at === 'add' && open.fieldId !== null ? (
              <Fragment key={open.fieldId}>{renderEditor(open.fieldId, closeAdd)}</Fragment>
            ) : (
              <OptionPicker
                key="fields"
                label={uiMessages.filters.addLabel}
                options={options}
                onChoose={(option) => setOpen({ at: 'add', fieldId: option.value })}
              />
            )}
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
      >
        {renderEditor(chip.id, close)}
      </Floating>
    </span>
  );
}
