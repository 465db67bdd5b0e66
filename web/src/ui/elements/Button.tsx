import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { cx } from '../cx.ts';
import { Kbd } from '../keyboard/Kbd.tsx';
import { Spinner } from '../loading/loading.tsx';
import styles from './Button.module.css';

export type ButtonProps = Omit<ComponentProps<'button'>, 'disabled'> & {
  /** One `primary` per screen; `outline` is the default; `text` for quiet ones; `danger` fills red, `danger-text` is red text. */
  variant?: 'primary' | 'outline' | 'text' | 'danger' | 'danger-text';
  /** `bar` is 30 px high, `form` 36 px. */
  size?: 'bar' | 'form';
  icon?: ReactNode;
  /** Shortcut to display at the end, such as 'f' or 'mod+enter'. The button does not register it. */
  keys?: string;
  /** Shows a spinner and refuses clicks while an action runs. The width stays. */
  loading?: boolean;
  disabled?: boolean;
  /** Why the button is disabled, shown as a tooltip. Such a button can still be focused. */
  disabledReason?: string | null;
};

/**
 * A button. A disabled one stays focusable when it has a reason to tell, and is announced as
 * disabled in both cases.
 */
export function Button({
  variant = 'outline',
  size = 'bar',
  icon,
  keys,
  loading = false,
  disabled = false,
  disabledReason = null,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  const ignoresClicks = disabled || loading;
  const explains = disabled && disabledReason !== null;
  return (
    <button
      {...rest}
      type={type}
      className={cx(styles.button, className)}
      data-variant={variant}
      data-size={size}
      data-loading={loading || undefined}
      data-tip={explains ? disabledReason : rest['data-tip' as keyof typeof rest]}
      disabled={disabled && !explains}
      aria-disabled={ignoresClicks || undefined}
      aria-busy={loading || undefined}
      onClick={(event: MouseEvent<HTMLButtonElement>) => {
        if (ignoresClicks) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {loading ? <Spinner size={14} className={styles.spinner} /> : icon}
      <span className={styles.label}>{children}</span>
      {keys === undefined ? null : (
        <Kbd keys={keys} onDark={(variant === 'primary' || variant === 'danger') && (!disabled || loading)} />
      )}
    </button>
  );
}

export type IconButtonProps = Omit<ComponentProps<'button'>, 'children' | 'aria-label'> & {
  /** What the button does: its accessible name and, unless `tip` is false, its tooltip. */
  label: string;
  children: ReactNode;
  /** `plain` has no border. */
  variant?: 'outline' | 'plain';
  size?: 'small' | 'bar' | 'form';
  tip?: boolean;
};

/** A square button with an icon only: 24, 30 or 36 px. */
export function IconButton({
  label,
  children,
  variant = 'outline',
  size = 'bar',
  tip = true,
  className,
  type = 'button',
  ...rest
}: IconButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-label={label}
      data-tip={tip ? label : rest['data-tip' as keyof typeof rest]}
      className={cx(styles.icon, className)}
      data-variant={variant}
      data-size={size}
    >
      {children}
    </button>
  );
}
