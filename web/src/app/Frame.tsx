import type { ReactNode } from 'react';
import styles from './shell.module.css';

/**
 * The bare shape of the console: the navigation at the left and the sheet beside it; in a window of less than 860 px the
 * sheet over the whole width and the navigation below it. The same while everything is loading, so nothing moves.
 */
export function Frame({
  sidebar,
  hasBar = true,
  children,
}: {
  sidebar?: ReactNode;
  /** False: a narrow window has no bar below the page. */
  hasBar?: boolean;
  children: ReactNode;
}) {
  return (
    <div className={styles.frame}>
      <div className={styles.sidebar} data-bare={!hasBar || undefined}>
        {sidebar}
      </div>
      <div className={styles.sheet}>{children}</div>
    </div>
  );
}
