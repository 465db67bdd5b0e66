import { trackerTexts } from './trackerMessages.ts';
import styles from './tracker.module.css';

/** The status of an issue, on a tint of the color of how far it is. Null: it is not known. */
export function IssueStatus({ status, color }: { status: string | null; color: string | null }) {
  return (
    <span
      className={styles.status}
      style={color === null || !/^#[0-9a-f]{6}$/i.test(color) ? undefined : { ['--tint' as string]: color }}
    >
      {status ?? trackerTexts.unknownStatus}
    </span>
  );
}
