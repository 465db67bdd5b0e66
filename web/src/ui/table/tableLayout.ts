import type { ReactNode } from 'react';

/** Narrower than this no column gets. */
export const MIN_COLUMN_WIDTH_PX = 56;
export const MAX_COLUMN_WIDTH_PX = 900;
/** Steps of the arrow keys on a column's edge; the larger one with Shift. */
export const RESIZE_STEP_PX = 10;
export const RESIZE_LARGE_STEP_PX = 50;

/** One column of a `DataTable`. */
export type TableColumn<Row> = {
  id: string;
  /** Text, or a drawn head; a drawn one needs `label` to be switched on and off (VALID-005). */
  header: ReactNode;
  /** Name in the list of columns and for screen readers, when `header` is no text. */
  label?: string;
  /** Heading in the list of columns. */
  group?: string;
  cell: (row: Row) => ReactNode;
  widthPx: number;
  minWidthPx?: number;
  maxWidthPx?: number;
  /** Numbers stand on the right. */
  align?: 'start' | 'end';
  /** The server's name of the sort; left out: not sortable. */
  sortKey?: string;
  /** First click sorts downwards: right for numbers and dates. */
  sortsDescendingFirst?: boolean;
  /** Stays in view when the table is scrolled sideways. Sticky columns come first. */
  sticky?: boolean;
  /** Not shown until somebody switches it on. */
  hidden?: boolean;
  /** False: always shown, and not in the list of columns. */
  canHide?: boolean;
  /** False: its width is fixed. */
  canResize?: boolean;
  /** Takes width that is left over, up to so many px; of several the lower `order` comes first. */
  grow?: { order: number; toPx: number };
  /** Said by a tooltip on its head. */
  tip?: string;
};

/** What a user changed about a table's columns; the shape that is kept in local storage. */
export type StoredLayout = {
  /** Ids in their order. Left out: the table's own. */
  columns?: string[];
  /** Ids that are hidden. Left out: the table's own choice. */
  hidden_columns?: string[];
  /** Width in px by id. */
  column_widths?: Record<string, number>;
};

/** The column's name as text; null when it has none, and so cannot be switched (VALID-005). */
export function columnName(column: Pick<TableColumn<never>, 'header' | 'label'>): string | null {
  if (column.label !== undefined && column.label !== '') return column.label;
  return typeof column.header === 'string' && column.header !== '' ? column.header : null;
}

/**
 * The columns in the order that somebody gave them. One that the stored order does not know, since it came with a later
 * version, stands behind the one that it follows in the table's own order.
 */
export function orderedColumns<Column extends { id: string }>(
  columns: readonly Column[],
  stored: readonly string[] | undefined,
): readonly Column[] {
  if (stored === undefined || stored.length === 0) return columns;
  const known = new Map(columns.map((column) => [column.id, column]));
  const ordered = stored.flatMap((id) => known.get(id) ?? []);
  for (const [index, column] of columns.entries()) {
    if (ordered.includes(column)) continue;
    const before = columns[index - 1];
    ordered.splice(before === undefined ? 0 : ordered.indexOf(before) + 1, 0, column);
  }
  return ordered;
}

/** A column as far as its width goes: `widthPx` as it is now, `grow` only while nobody chose the width. */
type Wide = { widthPx: number; grow?: { order: number; toPx: number } | undefined };

/**
 * Widths for CSS. Room that is left over goes to the columns that grow, one after the other, and what still is left to
 * the last one. `100cqi` is the width of the table's place.
 *
 * @param takenPx what stands beside the columns, such as that of the checkboxes
 * @returns by column; undefined for the last one, which has no width of its own
 */
export function columnWidths(columns: readonly Wide[], takenPx: number): (string | undefined)[] {
  const sumPx = columns.reduce((sum, { widthPx }) => sum + widthPx, takenPx);
  return columns.map(({ widthPx, grow }, index) => {
    if (index === columns.length - 1) return undefined;
    if (grow === undefined || grow.toPx <= widthPx) return `${widthPx}px`;
    const beforePx = columns
      .filter((other) => other.grow !== undefined && other.grow.order < grow.order)
      .reduce((sum, other) => sum + Math.max(0, (other.grow?.toPx ?? 0) - other.widthPx), 0);
    return `clamp(${widthPx}px, 100cqi - ${sumPx - widthPx + beforePx}px, ${grow.toPx}px)`;
  });
}

/** Columns that can be switched on and off, by group, in their order. Those without a group stand under ''. */
export function switchableGroups<Row>(
  columns: readonly TableColumn<Row>[],
): { group: string; columns: { id: string; name: string }[] }[] {
  const groups = new Map<string, { id: string; name: string }[]>();
  for (const column of columns) {
    const name = columnName(column as TableColumn<never>);
    if (name === null || column.canHide === false) continue;
    const members = groups.get(column.group ?? '') ?? [];
    members.push({ id: column.id, name });
    groups.set(column.group ?? '', members);
  }
  return [...groups].map(([group, members]) => ({ group, columns: members }));
}

/** Ids that are hidden now: the user's choice, else the columns' own. Columns that cannot be hidden never are. */
export function hiddenIds<Row>(
  columns: readonly TableColumn<Row>[],
  stored: StoredLayout,
): ReadonlySet<string> {
  const chosen = stored.hidden_columns;
  return new Set(
    columns
      .filter((column) => column.canHide !== false)
      .filter((column) => (chosen === undefined ? column.hidden === true : chosen.includes(column.id)))
      .map((column) => column.id),
  );
}

/** The layout after some columns were switched on or off. */
export function withColumns<Row>(
  columns: readonly TableColumn<Row>[],
  stored: StoredLayout,
  ids: readonly string[],
  shown: boolean,
): StoredLayout {
  const hidden = new Set(hiddenIds(columns, stored));
  for (const id of ids) {
    if (shown) hidden.delete(id);
    else hidden.add(id);
  }
  return { ...stored, hidden_columns: [...hidden] };
}

/** What is shown of a layout: ids in the order in which they stand. */
export function shownIds<Row>(columns: readonly TableColumn<Row>[], stored: StoredLayout): string[] {
  const ordered = orderedColumns(columns, stored.columns);
  const hidden = hiddenIds(ordered, stored);
  return ordered.flatMap(({ id }) => (hidden.has(id) ? [] : [id]));
}

/** The layout that shows just some columns in an order, those that cannot be hidden with them. */
export function layoutOf<Row>(
  columns: readonly TableColumn<Row>[],
  shown: readonly string[],
): Required<Pick<StoredLayout, 'columns' | 'hidden_columns'>> {
  const rest = columns.flatMap(({ id }) => (shown.includes(id) ? [] : [id]));
  return { columns: [...shown, ...rest], hidden_columns: rest };
}

/** A width within what the column allows, in whole px. */
export function clampWidth(
  column: Pick<TableColumn<never>, 'minWidthPx' | 'maxWidthPx'>,
  widthPx: number,
): number {
  const least = column.minWidthPx ?? MIN_COLUMN_WIDTH_PX;
  const most = column.maxWidthPx ?? MAX_COLUMN_WIDTH_PX;
  return Math.round(Math.max(least, Math.min(most, widthPx)));
}

/** The layout after one column got another width. */
export function withWidth(
  column: Pick<TableColumn<never>, 'id' | 'minWidthPx' | 'maxWidthPx'>,
  stored: StoredLayout,
  widthPx: number,
): StoredLayout {
  return { ...stored, column_widths: { ...stored.column_widths, [column.id]: clampWidth(column, widthPx) } };
}

/**
 * The width after a key on the column's edge: arrows by 10 px, with Shift by 50, Home and End to the
 * bounds. Null when the key means nothing there.
 */
export function widthAfterKey(
  column: Pick<TableColumn<never>, 'minWidthPx' | 'maxWidthPx'>,
  widthPx: number,
  key: string,
  shift: boolean,
): number | null {
  const step = shift ? RESIZE_LARGE_STEP_PX : RESIZE_STEP_PX;
  if (key === 'ArrowRight') return clampWidth(column, widthPx + step);
  if (key === 'ArrowLeft') return clampWidth(column, widthPx - step);
  if (key === 'Home') return clampWidth(column, 0);
  if (key === 'End') return clampWidth(column, Infinity);
  return null;
}

/** 'votes' or '-votes' (descending) as key and direction. Of a comma list only the first counts. */
export function readSort(sort: string | null): { key: string; descending: boolean } | null {
  const first = sort?.split(',')[0]?.trim() ?? '';
  if (first === '') return null;
  return first.startsWith('-')
    ? { key: first.slice(1), descending: true }
    : { key: first, descending: false };
}

/**
 * Asks for the table to be sorted by a column: the first click in the column's own direction, the next
 * in the other.
 *
 * @param sort the present sort as the server writes it: 'votes', '-votes', null
 * @throws Error when the table has no handler for sorting (VALID-006)
 */
export function requestSort(
  column: Pick<TableColumn<never>, 'id' | 'sortKey' | 'sortsDescendingFirst'>,
  sort: string | null,
  onSort: ((sort: string) => void) | undefined,
): void {
  if (onSort === undefined) throw new Error(`Sort requested for ${column.id} but no handler provided.`);
  const key = column.sortKey ?? column.id;
  const now = readSort(sort);
  const descending = now?.key === key ? !now.descending : column.sortsDescendingFirst === true;
  onSort(descending ? `-${key}` : key);
}
