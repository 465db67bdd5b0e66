import type { ReactNode } from 'react';
import { defaultStatusColor } from '../../../../contract/limits.ts';
import { uiMessages } from '../messages.ts';
import a11y from '../a11y.module.css';
import styles from './Pills.module.css';

/**
 * A status: a dot in the record's colour inside a bordered pill with neutral text, so any colour that
 * a customer chooses stays readable.
 *
 * @param color hex of the record, '#RRGGBB'; anything else gives the default status colour; null: there is no status,
 * which is a hollow ring without a frame
 */
export function StatusPill({ name, color }: { name: string; color: string | null }) {
  const dot = color !== null && /^#[0-9a-f]{3}([0-9a-f]{3})?$/i.test(color) ? color : defaultStatusColor;
  return (
    <span className={styles.pill} data-none={color === null || undefined}>
      <span
        className={styles.dot}
        style={color === null ? undefined : { background: dot }}
        aria-hidden="true"
      />
      <span className={styles.text}>{name}</span>
    </span>
  );
}

/** A label: small, bordered, neutral. With `onRemove` it ends in a button that takes it away. */
export function Tag({
  children,
  onRemove,
  name,
}: {
  children: ReactNode;
  onRemove?: () => void;
  name?: string;
}) {
  return (
    <span className={styles.tag} data-removable={onRemove !== undefined || undefined}>
      <span className={styles.text}>{children}</span>
      {onRemove === undefined ? null : (
        <button
          type="button"
          className={styles.remove}
          aria-label={uiMessages.removeNamed(name ?? (typeof children === 'string' ? children : ''))}
          onClick={onRemove}
        >
          <svg width="10" height="10" viewBox="0 0 10 10" aria-hidden="true">
            <path d="M2 2l6 6M8 2l-6 6" stroke="currentColor" strokeWidth="1.4" strokeLinecap="round" />
          </svg>
        </button>
      )}
    </span>
  );
}

/**
 * Tags in one line, as many as `maximum`; the others are counted behind them and named in the
 * counter's tooltip.
 */
export function Tags({ names, maximum = 2 }: { names: readonly string[]; maximum?: number }) {
  const shown = names.slice(0, maximum);
  const rest = names.slice(maximum);
  return (
    <span className={styles.tags}>
      {shown.map((name) => (
        <Tag key={name}>{name}</Tag>
      ))}
      {rest.length === 0 ? null : (
        <span className={styles.more} data-tip={rest.join(', ')}>
          +{rest.length}
        </span>
      )}
    </span>
  );
}

/** A small count on a neutral or, when it asks for attention, red ground. */
export function CountBadge({
  count,
  tone = 'neutral',
  label,
}: {
  count: number;
  tone?: 'neutral' | 'alert';
  label: string;
}) {
  return (
    <span className={styles.badge} data-tone={tone}>
      <span aria-hidden="true">{count > 99 ? '99+' : count}</span>
      <span className={a11y.hidden}>{label}</span>
    </span>
  );
}
