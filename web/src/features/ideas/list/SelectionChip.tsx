import { IconX } from '@tabler/icons-react';
import { formatNumber } from '../../../ui/text/format.ts';
import { editMessages as texts } from '../edit/editMessages.ts';
import styles from '../edit/later.module.css';

/** Says in place of the filters that the selection is shown, and leads back to the list. */
export function SelectionChip({ count, onLeave }: { count: number; onLeave: () => void }) {
  return (
    <span className={styles.selectionChip}>
      {texts.selection} <b>{formatNumber(count)}</b>
      <button
        type="button"
        className={styles.leaveSelection}
        aria-label={texts.leaveSelection}
        onClick={onLeave}
      >
        <IconX size={12} stroke={2} aria-hidden="true" />
      </button>
    </span>
  );
}
