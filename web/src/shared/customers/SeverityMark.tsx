import { SEVERITY_LABELS } from '../../../../contract/states.ts';
import type { Severity } from '../../../../contract/states.ts';
import a11y from '../../ui/a11y.module.css';
import { SeverityBars } from '../../ui/elements/SeverityBars.tsx';
import { customersMessages as texts } from './customersMessages.ts';
import styles from './customers.module.css';

/** How much it hurts the customer, as bars and in a word. Nothing where it is not set (null). */
export function SeverityMark({ severity }: { severity: number | null }) {
  const label = severity === null ? undefined : SEVERITY_LABELS[severity as Severity];
  if (severity === null || label === undefined) return null;
  return (
    <span className={styles.severity}>
      <SeverityBars level={severity} />
      <span className={a11y.hidden}>{texts.severity} </span>
      {label}
    </span>
  );
}
