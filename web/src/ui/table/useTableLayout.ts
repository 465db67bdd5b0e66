import { useCallback, useMemo, useState } from 'react';
import { hiddenIds, orderedColumns, withColumns, withWidth } from './tableLayout.ts';
import type { StoredLayout, TableColumn } from './tableLayout.ts';
import { useLatest } from '../useLatest.ts';

/** Which columns a table shows, in which order and how wide; made by `useTableLayout`. */
export type TableLayout<Row> = {
  /** In the order in which they stand. */
  columns: readonly TableColumn<Row>[];
  hidden: ReadonlySet<string>;
  /** Widths that differ from the columns' own, in px by id. */
  widths: Readonly<Record<string, number>>;
  show: (ids: readonly string[], shown: boolean) => void;
  setWidth: (column: TableColumn<Row>, widthPx: number) => void;
  /** Back to the width the column came with. */
  resetWidth: (id: string) => void;
  /** Gives all columns another order. */
  order: (ids: readonly string[]) => void;
  restoreDefaults: () => void;
};

const nothing: StoredLayout = {};

/**
 * Keeps which columns a table shows, in which order and how wide.
 *
 * @param all must be the same array from render to render (a constant or a memo)
 * @param stored what local storage holds; null: nothing
 * @param onStore keeps it; gets the whole former value with the columns' parts replaced. Left out: for this visit only.
 */
export function useTableLayout<Row, Stored extends StoredLayout = StoredLayout>(
  all: readonly TableColumn<Row>[],
  stored: Stored | null = null,
  onStore?: (stored: Stored) => void,
): TableLayout<Row> {
  const [own, setOwn] = useState<StoredLayout>(stored ?? nothing);
  const current: StoredLayout = onStore === undefined ? own : (stored ?? nothing);
  const latest = useLatest({ current, onStore });

  const change = useCallback(
    (update: (layout: StoredLayout) => StoredLayout) => {
      const next = update(latest.current.current);
      // Two changes within one event: the second builds on the first.
      latest.current.current = next;
      setOwn(next);
      latest.current.onStore?.(next as Stored);
    },
    [latest],
  );

  const orderKey = current.columns?.join(',') ?? null;
  // oxlint-disable-next-line react/exhaustive-deps
  const columns = useMemo(() => orderedColumns(all, current.columns), [all, orderKey]);
  const hiddenKey = current.hidden_columns?.join(',') ?? null;
  // oxlint-disable-next-line react/exhaustive-deps
  const hidden = useMemo(() => hiddenIds(columns, current), [columns, hiddenKey]);
  const widths = current.column_widths ?? nothing.column_widths;
  return useMemo(
    () => ({
      columns,
      hidden,
      widths: widths ?? {},
      show: (ids, shown) => change((layout) => withColumns(columns, layout, ids, shown)),
      setWidth: (column, widthPx) =>
        change((layout) => withWidth(column as TableColumn<never>, layout, widthPx)),
      resetWidth: (id) =>
        change((layout) => {
          const { [id]: _gone, ...rest } = layout.column_widths ?? {};
          return { ...layout, column_widths: rest };
        }),
      order: (ids) => change((layout) => ({ ...layout, columns: [...ids] })),
      restoreDefaults: () =>
        change((layout) => {
          const { columns: _order, hidden_columns: _hidden, column_widths: _widths, ...rest } = layout;
          return rest;
        }),
    }),
    [columns, hidden, widths, change],
  );
}
