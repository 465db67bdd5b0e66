import { useId } from 'react';
import type { ReactNode } from 'react';
import styles from './SegmentedControl.module.css';

export type Segment<Value extends string> = { value: Value; label: ReactNode; disabled?: boolean };

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
}: {
  /** What is chosen; read out, not drawn. */
  label: string;
  segments: readonly Segment<Value>[];
  value: Value;
  onChange: (value: Value) => void;
  /** As wide as its place, with equal segments. */
  full?: boolean;
}) {
  const name = useId();
  return (
    <fieldset className={styles.control} aria-label={label} data-full={full || undefined}>
      {segments.map((segment) => (
        <label key={segment.value} className={styles.segment}>
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
