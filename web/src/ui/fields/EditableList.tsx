import { IconPlus, IconX } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { Button, IconButton } from '../elements/Button.tsx';
import { addProblem, filled, withoutItem } from './editableList.ts';
import { uiMessages } from '../messages.ts';
import { useLatest } from '../useLatest.ts';
import styles from './EditableList.module.css';

export type EditableListProps<Item extends { id: string }> = {
  /** Accessible name of the list. */
  label: string;
  items: readonly Item[];
  onChange: (items: readonly Item[]) => void;
  /** A new, empty item with an id of its own. */
  makeItem: () => Item;
  /** True when the item has no value yet. */
  isBlank: (item: Item) => boolean;
  renderItem: (item: Item, change: (item: Item) => void, index: number) => ReactNode;
  /** False allows the list to be empty. */
  keepOne?: boolean;
  maximum?: number;
  addLabel?: string;
  disabled?: boolean;
};

/** A list whose items are edited, added and removed in place (VALID-001..004). */
export function EditableList<Item extends { id: string }>({
  label,
  items,
  onChange,
  makeItem,
  isBlank,
  renderItem,
  keepOne = true,
  maximum = Infinity,
  addLabel = uiMessages.add,
  disabled = false,
}: EditableListProps<Item>) {
  const list = useRef<HTMLUListElement>(null);
  const focusIndex = useRef<number | null>(null);
  const latest = useLatest({ onChange, makeItem });

  useEffect(() => {
    if (items.length === 0 && keepOne)
      latest.current.onChange(filled(items, latest.current.makeItem, keepOne));
  }, [items, keepOne, latest]);

  // A new item takes the focus; after a removal it goes to the neighbour.
  useEffect(() => {
    if (focusIndex.current === null) return;
    const entry = list.current?.children[Math.min(focusIndex.current, items.length - 1)];
    focusIndex.current = null;
    entry?.querySelector<HTMLElement>('input, textarea, select, [role="textbox"]')?.focus();
  }, [items]);

  const problem = addProblem(items, isBlank, maximum);
  const reason =
    problem === 'full'
      ? uiMessages.editableList.noMore
      : problem === 'blank'
        ? uiMessages.editableList.fillLast
        : null;
  return (
    <div className={styles.box}>
      <ul ref={list} aria-label={label} className={styles.list}>
        {items.map((item, index) => {
          const isLastOne = items.length === 1 && keepOne;
          return (
            <li key={item.id} className={styles.item}>
              <div className={styles.content}>
                {renderItem(
                  item,
                  (next) => onChange(items.map((other) => (other.id === item.id ? next : other))),
                  index,
                )}
              </div>
              <IconButton
                label={
                  isLastOne
                    ? uiMessages.editableList.reset(index + 1)
                    : uiMessages.editableList.remove(index + 1)
                }
                variant="plain"
                disabled={disabled || (isLastOne && isBlank(item))}
                onClick={() => {
                  focusIndex.current = index;
                  onChange(withoutItem(items, index, makeItem, keepOne));
                }}
              >
                <IconX size={16} stroke={1.75} aria-hidden="true" />
              </IconButton>
            </li>
          );
        })}
      </ul>
      <Button
        icon={<IconPlus size={14} stroke={2} aria-hidden="true" />}
        disabled={disabled || problem !== null}
        disabledReason={disabled ? null : reason}
        onClick={() => {
          focusIndex.current = items.length;
          onChange([...items, makeItem()]);
        }}
      >
        {addLabel}
      </Button>
    </div>
  );
}
