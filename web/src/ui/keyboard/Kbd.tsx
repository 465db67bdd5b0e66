import { shortcutLabels } from './keyboard.ts';
import styles from './Kbd.module.css';

/**
 * The key to press, drawn beside the thing it does: `<Kbd keys="shift+s" />`. A sequence gets one box
 * per key. Hidden from screen readers, which learn shortcuts from their list.
 */
export function Kbd({ keys, onDark = false }: { keys: string; onDark?: boolean }) {
  return (
    <span className={styles.keys} aria-hidden="true" data-on-dark={onDark || undefined}>
      {shortcutLabels(keys).map((label, index) => (
        <kbd key={`${label}${index}`} className={styles.key}>
          {label}
        </kbd>
      ))}
    </span>
  );
}
