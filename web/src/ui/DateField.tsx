import { IconCalendar } from '@tabler/icons-react';
import { Suspense, useRef } from 'react';
import { cx } from './cx.ts';
import { Field } from './fields.tsx';
import type { FieldFrame } from './fields.tsx';
import { loadable } from './loadable.tsx';
import { DelayedSpinner } from './loading.tsx';
import { uiMessages } from './messages.ts';
import { Popover } from './Popover.tsx';
import { ErrorBoundary } from './states.tsx';
import frameStyles from './fields.module.css';
import styles from './DateField.module.css';

const Calendar = loadable(async () => (await import('./calendar/Calendar.tsx')).default);

export type DateFieldProps = FieldFrame & {
  /** 'YYYY-MM-DD'; null: none. */
  value: string | null;
  onChange: (value: string | null) => void;
  /** First and last day that can be chosen, 'YYYY-MM-DD'. */
  min?: string;
  max?: string;
  disabled?: boolean;
  /** Told while only half a date is typed, which has no value. */
  onIncomplete?: (incomplete: boolean) => void;
  onBlur?: () => void;
};

/**
 * A day: typed in the browser's own date field, in the order of the user's region, or chosen from a
 * calendar whose code is loaded when it is opened.
 */
export function DateField({
  value,
  onChange,
  min,
  max,
  disabled = false,
  onIncomplete,
  onBlur,
  label,
  hideLabel,
  description,
  error,
  optional,
  required,
}: DateFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <Field {...{ label, hideLabel, description, error, optional, required }}>
      {(ids) => (
        <span className={frameStyles.box}>
          <input
            {...ids}
            ref={input}
            type="date"
            className={cx(frameStyles.input, styles.input)}
            value={value ?? ''}
            min={min}
            max={max}
            disabled={disabled}
            data-empty={value === null || undefined}
            onChange={(event) => {
              onIncomplete?.(event.target.validity.badInput);
              onChange(event.target.value === '' ? null : event.target.value);
            }}
            onBlur={onBlur}
          />
          <Popover
            label={label}
            placement="bottom-end"
            trigger={(props) => (
              <button {...props} type="button" className={styles.button} aria-label={uiMessages.calendar.open(label)} disabled={disabled}>
                <IconCalendar size={16} stroke={1.75} aria-hidden="true" />
              </button>
            )}
          >
            {(close) => (
              <div className={styles.panel}>
                <ErrorBoundary>
                  <Suspense fallback={<DelayedSpinner />}>
                    <Calendar
                      value={value}
                      min={min}
                      max={max}
                      onChange={(day) => {
                        onIncomplete?.(false);
                        onChange(day);
                        close();
                      }}
                    />
                  </Suspense>
                </ErrorBoundary>
              </div>
            )}
          </Popover>
        </span>
      )}
    </Field>
  );
}
