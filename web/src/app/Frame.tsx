import type { ReactNode } from 'react';
import styles from './shell.module.css';

/** The bare shape of the console: the sidebar at the left and the sheet beside it. The same while everything is loading, so nothing moves. */
export function Frame({ sidebar, children }: { sidebar?: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.frame}>
      <div className={styles.sidebar}>{sidebar}</div>
      <div className={styles.sheet}>{children}</div>
    </div>
  );
}
