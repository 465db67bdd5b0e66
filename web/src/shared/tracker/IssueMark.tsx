import { IconBolt, IconBookmark, IconAlertCircle, IconCircleCheck, IconTicket } from '@tabler/icons-react';
import { trackerTexts } from './trackerMessages.ts';
import styles from './tracker.module.css';

/** Kinds of issue by what their names say; the pictures of the tracker itself are another server's. */
const KINDS = [
  [/bug|defect|incident|problem/i, IconAlertCircle, 'bug'],
  [/story|improvement|feature/i, IconBookmark, 'story'],
  [/epic|initiative/i, IconBolt, 'epic'],
  [/task|chore/i, IconCircleCheck, 'task'],
] as const;

/** The mark of a kind of issue. */
export function IssueMark({ type }: { type: string | null }) {
  const [, Icon, kind] = KINDS.find(([words]) => type !== null && words.test(type)) ?? [
    null,
    IconTicket,
    'other',
  ];
  return (
    <span className={styles.mark} data-kind={kind} data-tip={type ?? trackerTexts.unknownType}>
      <Icon size={16} stroke={1.75} aria-hidden="true" />
    </span>
  );
}
