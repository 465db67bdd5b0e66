import type { ReactNode } from 'react';
import { formatNumber } from './format.ts';
import { ProgressLine } from './loading.tsx';
import styles from './SheetPage.module.css';
import { ToastRoom } from './ToastRoom.tsx';

/**
 * A page on the sheet: a head that stays, and below it what scrolls. Toasts stand in the head, between its
 * title and its controls.
 *
 * @param total number behind the title; null while it is not known, and for pages that count nothing
 * @param controls at the right of the head, the primary action last
 * @param refreshing what is shown is asked for again: a line runs under the head
 * @param footer stays below what scrolls
 */
export function SheetPage({
  title,
  total = null,
  controls,
  refreshing = false,
  footer,
  children,
}: {
  title: string;
  total?: number | null;
  controls?: ReactNode;
  refreshing?: boolean;
  footer?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>{title}</h1>
        {total === null ? null : <span className={styles.total}>{formatNumber(total)}</span>}
        <ToastRoom />
        {controls}
      </header>
      <div className={styles.content}>
        <ProgressLine active={refreshing} />
        {children}
      </div>
      {footer}
    </div>
  );
}

/** What a page of sections holds: one column, as wide as lines read well, or as wide as fields need. */
export function Sections({ narrow = false, children }: { narrow?: boolean; children: ReactNode }) {
  return (
    <div className={styles.sections} data-narrow={narrow || undefined}>
      {children}
    </div>
  );
}

/**
 * A part of a page under a heading of its own, which names it for screen readers.
 *
 * @param id of the heading; lists and tables within may take their name from it
 * @param total number behind the heading
 * @param controls at the right of the heading
 * @param note what the part is about, in a sentence
 */
export function Section({ id, title, total = null, controls, note, children }: { id: string; title: string; total?: number | null; controls?: ReactNode; note?: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id}>
      <div className={styles.sectionHead}>
        <h2 id={id}>
          {title} {total === null ? null : <span className={styles.total}>{formatNumber(total)}</span>}
        </h2>
        {controls}
      </div>
      {note === undefined ? null : <p className={styles.note}>{note}</p>}
      {children}
    </section>
  );
}
