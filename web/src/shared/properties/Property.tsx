import { IconChevronDown } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Kbd } from '../../ui/keyboard/Kbd.tsx';
import { Popover } from '../../ui/overlay/Popover.tsx';
import { useShortcut } from '../../ui/keyboard/useShortcut.ts';
import { propertyMessages } from './propertyMessages.ts';
import a11y from '../../ui/a11y.module.css';
import styles from './properties.module.css';

/** A custom field's name that is longer may be cut after two lines; then a tooltip has it whole. */
const lettersOfName = 26;

type RowProps = {
  name: string;
  /** The value as it is drawn. */
  children: ReactNode;
};

/** Words where there is no value. */
export function Muted({ children }: { children: string }) {
  return <span className={styles.quiet}>{children}</span>;
}

/** A property that is shown only. */
export function Property({ name, children }: RowProps) {
  return (
    <div className={styles.property}>
      <dt className={styles.propertyName} data-tip={name.length > lettersOfName ? name : undefined}>
        <span className={styles.twoLines}>{name}</span>
      </dt>
      <dd className={styles.propertyValue}>{children}</dd>
    </div>
  );
}

/**
 * A property that is edited in place: the whole row is the button, the picker opens at it.
 *
 * @param keys shortcut that opens it
 */
export function EditableProperty({
  name,
  keys,
  children,
  editor,
  opened,
  onOpenedChange,
  widthPx = 280,
}: RowProps & {
  keys?: string;
  editor: (close: () => void) => ReactNode;
  opened: boolean;
  onOpenedChange: (opened: boolean) => void;
  widthPx?: number;
}) {
  useShortcut(keys ?? 'a', () => onOpenedChange(true), {
    label: name,
    group: propertyMessages.group,
    enabled: keys !== undefined,
  });
  return (
    <div className={styles.editedProperty}>
      <dt className={a11y.hidden}>{name}</dt>
      <dd>
        <Popover
          label={name}
          opened={opened}
          onOpenedChange={onOpenedChange}
          placement="bottom-end"
          widthPx={widthPx}
          maxHeightPx={380}
          trigger={(props) => (
            <button type="button" {...props} className={styles.propertyButton}>
              <span className={styles.propertyName} data-tip={name.length > lettersOfName ? name : undefined}>
                <span className={styles.twoLines}>{name}</span>
                <span className={a11y.hidden}>: </span>
              </span>
              <span className={styles.propertyValue}>{children}</span>
              {keys === undefined ? null : <Kbd keys={keys} />}
            </button>
          )}
        >
          {editor}
        </Popover>
      </dd>
    </div>
  );
}

/** A property as a button of its own, where there is no room for rows; the picker opens at it. */
export function PropertyChip({
  name,
  keys,
  children,
  editor,
  opened,
  onOpenedChange,
}: RowProps & {
  keys: string;
  editor: (close: () => void) => ReactNode;
  opened: boolean;
  onOpenedChange: (opened: boolean) => void;
}) {
  useShortcut(keys, () => onOpenedChange(true), { label: name, group: propertyMessages.group });
  return (
    <Popover
      label={name}
      opened={opened}
      onOpenedChange={onOpenedChange}
      widthPx={280}
      maxHeightPx={380}
      trigger={(props) => (
        <button type="button" {...props} className={styles.chip}>
          <span className={a11y.hidden}>{name}: </span>
          {children}
          <IconChevronDown size={14} stroke={1.75} aria-hidden="true" />
        </button>
      )}
    >
      {editor}
    </Popover>
  );
}
