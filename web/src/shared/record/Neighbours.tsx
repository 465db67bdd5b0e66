import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { IconButton } from '../../ui/elements/Button.tsx';
import { useShortcut } from '../../ui/keyboard/useShortcut.ts';
import styles from './record.module.css';

/**
 * Where a record stands among others, and the ways to the one before and the next, by `[` and `]` too.
 *
 * @param place said before the arrows: '3 of 87'
 * @param group of shortcuts that the page has
 * @param onBefore null: there is none
 */
export function Neighbours({
  place,
  before,
  next,
  group,
  onBefore,
  onNext,
}: {
  place: string;
  before: string;
  next: string;
  group: string;
  onBefore: (() => void) | null;
  onNext: (() => void) | null;
}) {
  useShortcut('[', () => onBefore?.(), { label: before, group, enabled: onBefore !== null });
  useShortcut(']', () => onNext?.(), { label: next, group, enabled: onNext !== null });
  return (
    <span className={styles.neighbours}>
      <span className={styles.quiet}>{place}</span>
      <IconButton label={before} variant="plain" disabled={onBefore === null} onClick={() => onBefore?.()}>
        <IconArrowUp size={16} stroke={1.6} aria-hidden="true" />
      </IconButton>
      <IconButton label={next} variant="plain" disabled={onNext === null} onClick={() => onNext?.()}>
        <IconArrowDown size={16} stroke={1.6} aria-hidden="true" />
      </IconButton>
    </span>
  );
}
