import { Kbd } from '../../../ui/keyboard/Kbd.tsx';
import { searchMessages } from './searchMessages.ts';
import styles from './search.module.css';

const texts = searchMessages.hints;

/** The keys among what a search found, below the rows. */
export function SearchHints() {
  const hints: [keys: string[], does: string][] = [
    [['down', 'up'], texts.move],
    [['enter'], texts.open],
    [['space'], texts.peek],
    [['/'], texts.back],
    [['esc'], texts.leave],
  ];
  return (
    <p className={styles.hints} aria-hidden="true">
      {hints.map(([keys, does]) => (
        <span key={does} className={styles.hint}>
          {keys.map((key) => (
            <Kbd key={key} keys={key} />
          ))}
          {does}
        </span>
      ))}
    </p>
  );
}
