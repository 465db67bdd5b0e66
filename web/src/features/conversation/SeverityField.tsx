import { useId } from 'react';
import type { KeyboardEvent } from 'react';
import { SEVERITIES, SEVERITY_LABELS } from '../../../../contract/states.ts';
import type { Severity } from '../../../../contract/states.ts';
import { SeverityBars } from '../../ui/elements/SeverityBars.tsx';
import { Kbd } from '../../ui/keyboard/Kbd.tsx';
import { uiMessages } from '../../ui/messages.ts';
import { panelMessages } from './panelMessages.ts';
import styles from './feedback.module.css';

const texts = panelMessages.severity;

/**
 * How severe what was said is: one of four, or none. The digits 1 to 4 choose while the focus is here; choosing the
 * chosen one again takes it away.
 *
 * @param value null: not set
 */
export function SeverityField({
  value,
  onChange,
  disabled,
}: {
  value: number | null;
  onChange: (value: Severity | null) => void;
  disabled: boolean;
}) {
  const id = useId();
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    const buttons = [...event.currentTarget.querySelectorAll('button')];
    const typed = SEVERITIES.find((level) => String(level) === event.key);
    if (step !== 0) {
      const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
      buttons[(at + step + buttons.length) % buttons.length]?.focus();
    } else if (typed === undefined || disabled) return;
    else {
      onChange(typed === value ? null : typed);
      buttons[typed - 1]?.focus();
    }
    event.preventDefault();
  };
  return (
    <div className={styles.severity}>
      <p className={styles.severityHead}>
        <span id={id} className={styles.name}>
          {texts.label}
        </span>
        <span className={styles.optional}>{uiMessages.optional}</span>
        <span className={styles.keys} aria-hidden="true">
          <Kbd keys="1" /> {texts.to} <Kbd keys="4" />
        </span>
      </p>
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- its buttons take the focus */}
      <div role="group" aria-labelledby={id} className={styles.levels} onKeyDown={onKeyDown}>
        {SEVERITIES.map((level) => (
          <button
            key={level}
            type="button"
            className={styles.level}
            aria-pressed={level === value}
            tabIndex={level === (value ?? 1) ? 0 : -1}
            disabled={disabled}
            onClick={() => onChange(level === value ? null : level)}
          >
            <SeverityBars level={level} />
            {SEVERITY_LABELS[level]}
          </button>
        ))}
      </div>
    </div>
  );
}
