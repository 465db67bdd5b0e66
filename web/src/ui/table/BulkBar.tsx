import { useEffect, useState } from 'react';
import type { ComponentProps, ReactNode } from 'react';
import { cx } from '../cx.ts';
import { Kbd } from '../keyboard/Kbd.tsx';
import { formatNumber } from '../text/format.ts';
import { uiMessages } from '../messages.ts';
import styles from './BulkBar.module.css';

/** How long the bar takes to go. */
const LEAVE_MS = 160;

/**
 * The dark capsule at the bottom of a table with what can be done to the selected rows. Nothing while none is.
 * Its place must be positioned; it stands behind the table, where Tab comes to it next.
 *
 * @param elsewhere how many of them are not among the rows in sight
 * @param onShow shows those that are selected in place of the list; null: it does so already
 * @param note said behind the counts, such as when they were selected; null: nothing
 * @param children `BulkButton`s
 */
export function BulkBar({
  count,
  elsewhere = 0,
  onShow = null,
  note = null,
  onClear,
  children,
}: {
  count: number;
  elsewhere?: number;
  onShow?: (() => void) | null;
  note?: string | null;
  onClear: () => void;
  children: ReactNode;
}) {
  // Keeps the last count while it goes, so that it does not say '0 selected'.
  const [shown, setShown] = useState(count);
  if (count > 0 && shown !== count) setShown(count);
  useEffect(() => {
    if (count > 0) return undefined;
    const timer = setTimeout(() => setShown(0), LEAVE_MS);
    return () => clearTimeout(timer);
  }, [count]);
  if (shown === 0) return null;
  return (
    <div className={styles.place}>
      <div
        className={styles.bar}
        role="toolbar"
        aria-label={uiMessages.bulk.label}
        data-leaving={count === 0 || undefined}
        inert={count === 0}
      >
        <span className={styles.counts} role="status">
          <span className={styles.count}>{uiMessages.bulk.selected(formatNumber(shown))}</span>
          {elsewhere === 0 ? null : (
            <span className={styles.elsewhere}>{uiMessages.bulk.elsewhere(formatNumber(elsewhere))}</span>
          )}
          {note === null ? null : <span className={styles.elsewhere}>{note}</span>}
        </span>
        {onShow === null ? null : (
          <BulkButton className={styles.show} onClick={onShow}>
            {uiMessages.bulk.show}
          </BulkButton>
        )}
        <span className={styles.divider} />
        {children}
        <span className={styles.divider} />
        <BulkButton keys="esc" onClick={onClear}>
          {uiMessages.bulk.clear}
        </BulkButton>
      </div>
    </div>
  );
}

/** A line between groups of actions. */
export function BulkDivider() {
  return <span className={styles.divider} />;
}

/** An action of the bulk bar, with the key that does the same. Disabled ones say why. */
export function BulkButton({
  disabledReason = null,
  keys,
  danger = false,
  className,
  onClick,
  children,
  ...rest
}: ComponentProps<'button'> & { disabledReason?: string | null; keys?: string; danger?: boolean }) {
  return (
    <button
      type="button"
      {...rest}
      className={cx(styles.button, danger && styles.danger, className)}
      aria-disabled={disabledReason !== null || undefined}
      data-tip={disabledReason ?? undefined}
      onClick={(event) => {
        if (disabledReason === null) onClick?.(event);
      }}
    >
      {children}
      {keys === undefined ? null : (
        <span className={styles.keys}>
          <Kbd keys={keys} onDark />
        </span>
      )}
    </button>
  );
}
