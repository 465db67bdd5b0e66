import styles from './api.module.css';

/** A text of programs as it is, such as a body that was sent. A long one scrolls. */
export function Code({ label, children }: { label: string; children: string }) {
  return (
    <pre
      className={styles.code}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long text is scrolled by the keyboard, too
      tabIndex={0}
      role="region"
      aria-label={label}
    >
      {children}
    </pre>
  );
}
