/** How the list makes room for the pane beside it. */
import { useLayoutEffect, useMemo, useState } from 'react';
import type { TableLayout } from '../../../ui/table/useTableLayout.ts';

/** The pane's width, and the least for it and for the titles. */
export const PANE_PX = 560;
const PANE_LEAST_PX = 420;
const TITLE_PX = 300;
/** Boxes, title, status, votes, revenue: what stays beside the pane. */
const STAYS_PX = 684;
const BOXES_PX = 44;

/** Columns that make room, the first to go first. */
const GIVING_WAY = [
  'created',
  'last_activity',
  'creator',
  'category',
  'internal_status',
  'feedback',
  'comments',
  'forum',
  'accounts',
  'labels',
  'owner',
  'weeks',
  'revenue',
];

/** How wide the pane is in a sheet, both in px. */
export function paneWidth(sheetPx: number): number {
  return Math.max(PANE_LEAST_PX, Math.min(PANE_PX, sheetPx - STAYS_PX));
}

/**
 * Columns that have no room, since something stands beside the table: of those that may give way, in their order, as
 * many as it takes.
 *
 * @param shown widths of the columns that are shown, by id
 * @param givingWay ids, the first to go first
 */
export function columnsWithoutRoom(
  shown: ReadonlyMap<string, number>,
  givingWay: readonly string[],
  roomPx: number,
): string[] {
  let neededPx = [...shown.values()].reduce((sum, widthPx) => sum + widthPx, 0);
  const gone: string[] = [];
  for (const id of givingWay) {
    if (neededPx <= roomPx) break;
    const widthPx = shown.get(id);
    if (widthPx === undefined) continue;
    neededPx -= widthPx;
    gone.push(id);
  }
  return gone;
}

/** The layout of a table that is so narrow: titles at their least, and without the columns that have no room. */
function narrowedLayout<Row>(layout: TableLayout<Row>, roomPx: number): TableLayout<Row> {
  const columns = layout.columns.map((column) =>
    column.id === 'title' ? { ...column, widthPx: TITLE_PX } : column,
  );
  const { title: _chosen, ...widths } = layout.widths;
  const shown = new Map([
    ['boxes', BOXES_PX],
    ...columns
      .filter(({ id }) => !layout.hidden.has(id))
      .map(({ id, widthPx }): [string, number] => [id, widths[id] ?? widthPx]),
  ]);
  const gone = columnsWithoutRoom(shown, GIVING_WAY, roomPx);
  return { ...layout, columns, widths, hidden: new Set([...layout.hidden, ...gone]) };
}

/**
 * Makes room for the pane, before it is painted. Answers its width in px; null: it lies over the list.
 *
 * @param frame what holds the list and the pane
 * @param onLayout told how the table is drawn meanwhile; null: as always
 */
export function useRoomBeside<Row>(
  layout: TableLayout<Row>,
  isDocked: boolean,
  frame: () => HTMLElement | null,
  onLayout: (layout: TableLayout<Row> | null) => void,
): number | null {
  const [sheetPx, setSheetPx] = useState<number | null>(null);
  useLayoutEffect(() => {
    if (!isDocked) return undefined;
    const measure = (): void => setSheetPx(frame()?.clientWidth ?? null);
    measure();
    addEventListener('resize', measure);
    return () => removeEventListener('resize', measure);
  }, [isDocked, frame]);
  const narrowed = useMemo(
    () => (isDocked && sheetPx !== null ? narrowedLayout(layout, sheetPx - paneWidth(sheetPx)) : null),
    [layout, isDocked, sheetPx],
  );
  useLayoutEffect(() => {
    onLayout(narrowed);
  }, [narrowed, onLayout]);
  useLayoutEffect(() => () => onLayout(null), [onLayout]);
  return isDocked ? (sheetPx === null ? PANE_PX : paneWidth(sheetPx)) : null;
}
