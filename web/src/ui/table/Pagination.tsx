import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { pageSizeOptions } from '../../../../contract/limits.ts';
import { IconButton } from '../elements/Button.tsx';
import { formatNumber, formatTotal } from '../text/format.ts';
import { uiMessages } from '../messages.ts';
import { SelectField } from '../fields/fields.tsx';
import { useShortcut } from '../keyboard/useShortcut.ts';
import styles from './Pagination.module.css';

export type PaginationProps = {
  /** From 1. */
  page: number;
  perPage: number;
  /** Rows on this page; undefined while they are loaded for the first time. */
  rowCount: number | undefined;
  /** Records in all. Text such as '10,000+' when only so many were counted; null while it is not known. */
  total: number | string | null;
  onPageChange: (page: number) => void;
  onPerPageChange: (perPage: number) => void;
  /** The table's own page size, one of the choices besides 20, 50, 75 and 100 (CONST-002). */
  defaultPerPage?: number;
  /** False: no `[` and `]`. */
  keyboard?: boolean;
};

/** What the bar says and allows: pages in all (null: unknown), the range of rows, and both directions. */
export function pageFacts({
  page,
  perPage,
  rowCount,
  total,
}: Pick<PaginationProps, 'page' | 'perPage' | 'rowCount' | 'total'>): {
  pages: number | null;
  from: number;
  to: number;
  hasPrevious: boolean;
  hasNext: boolean;
} {
  const pages = typeof total === 'number' ? Math.max(1, Math.ceil(total / perPage)) : null;
  const from = (page - 1) * perPage + 1;
  const to =
    typeof total === 'number'
      ? Math.min(total, page * perPage)
      : (page - 1) * perPage + (rowCount ?? perPage);
  return {
    pages,
    from,
    to,
    hasPrevious: page > 1,
    // Without an exact total a full page is taken for a sign that there are more.
    hasNext: pages === null ? rowCount !== undefined && rowCount >= perPage : page < pages,
  };
}

/**
 * The bar under a table: range of rows, rows per page, previous and next (VALID-007, VALID-008).
 */
export function Pagination({
  page,
  perPage,
  rowCount,
  total,
  onPageChange,
  onPerPageChange,
  defaultPerPage,
  keyboard = true,
}: PaginationProps) {
  const { pages, from, to, hasPrevious, hasNext } = pageFacts({ page, perPage, rowCount, total });
  const text = uiMessages.table;
  useShortcut('[', () => onPageChange(page - 1), {
    label: text.previousPage,
    group: text.pages,
    enabled: keyboard && hasPrevious,
  });
  useShortcut(']', () => onPageChange(page + 1), {
    label: text.nextPage,
    group: text.pages,
    enabled: keyboard && hasNext,
  });

  const range =
    total === 0 || rowCount === 0
      ? text.rangeNone
      : rowCount === undefined
        ? // of rows that are not there nothing is said
          ''
        : total === null
          ? text.rangeUnknown(formatNumber(from), formatNumber(to))
          : text.range(formatNumber(from), formatNumber(to), formatTotal(total));
  const sizes = [...new Set([...pageSizeOptions(defaultPerPage), perPage])].sort((a, b) => a - b);

  return (
    <nav className={styles.bar} aria-label={text.pages}>
      <span className={styles.range} aria-live="polite">
        {range}
      </span>
      <div className={styles.size}>
        <SelectField
          label={text.rowsPerPage}
          hideLabel
          size="bar"
          value={String(perPage)}
          options={sizes.map((size) => ({ value: String(size), label: text.rows(size) }))}
          onChange={(value) => onPerPageChange(Number(value))}
        />
      </div>
      <IconButton label={text.previousPage} disabled={!hasPrevious} onClick={() => onPageChange(page - 1)}>
        <IconChevronLeft size={16} stroke={2} aria-hidden="true" />
      </IconButton>
      <span className={styles.page}>
        {pages === null
          ? text.page(formatNumber(page))
          : text.pageOf(formatNumber(page), formatNumber(pages))}
      </span>
      <IconButton label={text.nextPage} disabled={!hasNext} onClick={() => onPageChange(page + 1)}>
        <IconChevronRight size={16} stroke={2} aria-hidden="true" />
      </IconButton>
    </nav>
  );
}
