import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import { formatNumber, formatTotal } from '../text/format.ts';
import { ProgressLine } from '../loading/loading.tsx';
import styles from './SheetPage.module.css';
import { ToastRegion } from '../toasts/ToastRegion.tsx';

/**
 * The frame of every page: its head, and what fills the rest of the sheet.
 *
 * @param flows in a window of less than 860 px, as one that is enlarged, it is as high as its content and scrolls as a whole
 */
export function PageFrame({ flows = false, children }: { flows?: boolean; children: ReactNode }) {
  return <div className={cx(styles.page, flows && styles.flowing)}>{children}</div>;
}

/**
 * The head of every page, which stays. Toasts stand in it, between its title and its controls.
 *
 * @param path what stands before the title: where the page belongs
 * @param title left out where the page says it itself
 * @param total number behind the title; null while it is not known; left out where nothing is counted
 * @param isOpen no line below it: a row that has one follows
 * @param children controls at the right, the primary action last
 */
export function PageHead({
  path,
  title,
  total,
  isOpen = false,
  children,
}: {
  path?: ReactNode;
  title?: string;
  total?: number | string | null;
  isOpen?: boolean;
  children?: ReactNode;
}) {
  return (
    <header className={cx(styles.head, isOpen && styles.open)}>
      {path}
      {title === undefined ? null : <h1>{title}</h1>}
      {total === undefined || total === null ? null : (
        <span className={styles.total}>{formatTotal(total)}</span>
      )}
      <ToastRegion />
      {children}
    </header>
  );
}

/**
 * A page whose content scrolls below its head; in a window of less than 860 px it scrolls as a whole.
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
  total?: number | string | null;
  controls?: ReactNode;
  refreshing?: boolean;
  footer?: ReactNode;
  children: ReactNode;
}) {
  return (
    <PageFrame flows>
      <PageHead title={title} total={total}>
        {controls}
      </PageHead>
      <div className={styles.progress}>
        <ProgressLine active={refreshing} />
      </div>
      <div className={styles.content}>{children}</div>
      {footer}
    </PageFrame>
  );
}

/**
 * What a page of sections holds: one column in the middle, 720 px wide.
 *
 * @param wide 960 px, for tables
 */
export function Sections({ wide = false, children }: { wide?: boolean; children: ReactNode }) {
  return (
    <div className={styles.sections} data-wide={wide || undefined}>
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
export function Section({
  id,
  title,
  total = null,
  controls,
  note,
  children,
}: {
  id: string;
  title: string;
  total?: number | null;
  controls?: ReactNode;
  note?: string;
  children: ReactNode;
}) {
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
