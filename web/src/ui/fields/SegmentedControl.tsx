import { useId } from 'react';
import type { ReactNode } from 'react';
import styles from './SegmentedControl.module.css';

export type Segment<Value extends string> = {
  value: Value;
  label: ReactNode;
  disabled?: boolean;
  /** A tooltip, e.g. a number that the label shortens. */ tip?: string;
};

/**
 * One of a few choices, side by side: native radio buttons underneath, so arrow keys and screen
 * readers know them.
 */
export function SegmentedControl<Value extends string>({
  label,
  segments,
  value,
  onChange,
  full = false,
  wraps = true,
}: {
  /** What is chosen; read out, not drawn. */
  label: string;
  segments: readonly Segment<Value>[];
  value: Value;
  onChange: (value: Value) => void;
  /** As wide as its place, with equal segments. */
  full?: boolean;
  /** False: in one line, however long; its place scrolls. */
  wraps?: boolean;
}) {
  const name = useId();
  return (
    <fieldset
      className={styles.control}
      aria-label={label}
      data-full={full || undefined}
      data-long={!wraps || undefined}
    >
      {segments.map((segment) => (
        <label key={segment.value} className={styles.segment} data-tip={segment.tip}>
          <input
            type="radio"
            name={name}
            value={segment.value}
            checked={segment.value === value}
            disabled={segment.disabled}
            onChange={() => onChange(segment.value)}
            className={styles.input}
          />
          <span className={styles.face}>{segment.label}</span>
        </label>
      ))}
    </fieldset>
  );
}
