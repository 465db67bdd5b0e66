import { useEffect, useState } from 'react';
import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx.ts';
import { formatNumber } from './format.ts';
import { uiMessages } from './messages.ts';
import styles from './BulkBar.module.css';

/** How long the bar takes to go. */
const LEAVE_MS = 160;

/**
 * The dark capsule at the bottom with what can be done to the selected rows. Nothing while none is.
 *
 * @param children `BulkButton`s
 */
export function BulkBar({
  count,
  onClear,
  children,
}: {
  count: number;
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
    <div
      className={styles.bar}
      role="toolbar"
      aria-label={uiMessages.bulk.label}
      data-leaving={count === 0 || undefined}
      inert={count === 0}
    >
      <span className={styles.count} role="status">
        {uiMessages.bulk.selected(formatNumber(shown))}
      </span>
      {children}
      <button
        type="button"
        className={cx(styles.button, styles.clear)}
        aria-label={uiMessages.bulk.clear}
        data-tip={uiMessages.bulk.clear}
        onClick={onClear}
      >
        Esc
      </button>
    </div>
  );
}

/** An action of the bulk bar. Disabled ones say why. */
export function BulkButton({
  disabledReason = null,
  className,
  onClick,
  ...rest
}: ComponentProps<'button'> & { disabledReason?: string | null }) {
  return (
    <button
      type="button"
      {...rest}
      className={cx(styles.button, className)}
      aria-disabled={disabledReason !== null || undefined}
      data-tip={disabledReason ?? undefined}
      onClick={(event) => {
        if (disabledReason === null) onClick?.(event);
      }}
    />
  );
}
