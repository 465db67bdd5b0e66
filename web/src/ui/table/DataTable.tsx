import { memo, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { CSSProperties, KeyboardEvent, MouseEvent as RowClick, PointerEvent, ReactNode } from 'react';
import { layout as sizes, timing } from '../../../../contract/limits.ts';
import { cx } from '../cx.ts';
import { Checkbox } from '../fields/fields.tsx';
import { ProgressLine, Skeleton, useDelayed } from '../loading/loading.tsx';
import { uiMessages } from '../messages.ts';
import { pageSelection } from './rowSelection.ts';
import { EmptyState, ErrorState } from '../loading/states.tsx';
import { clampWidth, columnName, columnWidths, readSort, requestSort, widthAfterKey } from './tableLayout.ts';
import type { TableColumn } from './tableLayout.ts';
import { throttle } from './throttle.ts';
import { useLatest } from '../useLatest.ts';
import { nothingSelected, useIsSelected } from './useRowSelection.ts';
import type { RowSelection } from './useRowSelection.ts';
import { useShortcut } from '../keyboard/useShortcut.ts';
import type { TableLayout } from './useTableLayout.ts';
import { createValue, useValueOf } from './value.ts';
import type { Value } from './value.ts';
import a11y from '../a11y.module.css';
import styles from './DataTable.module.css';

const SELECT_WIDTH_PX = 44;
/** The scroll shadows are brought up to date at most this often (TABLE-011). */
const SCROLL_INTERVAL_MS = 100;

export type TableDensity = 'comfortable' | 'compact';

/** How far the rows have come. `refetching`: old rows are shown while new ones are on their way. */
export type TableStatus = 'loading' | 'refetching' | 'ready' | 'error';

/** Where somebody is in a table: the row that the keys move from (null: none yet), and how far it is scrolled. */
export type TablePlace = { currentId: string | null; topPx: number; leftPx: number };

/** Cells whose value has just been changed: of some rows, in one column. */
export type Flash = { ids: ReadonlySet<string>; columnId: string };

export type DataTableProps<Row> = {
  /** Accessible name: 'Ideas'. */
  label: string;
  layout: TableLayout<Row>;
  /** Rows of this page; undefined while there are none to show. Keep the array the same while it is unchanged. */
  rows: readonly Row[] | undefined;
  /** Keep it the same, too. */
  rowId: (row: Row) => string;
  /** What a row is called, for its checkbox. */
  rowName: (row: Row) => string;
  status: TableStatus;
  /** 'ideas': what could not be loaded. */
  what?: string;
  onRetry?: () => void;
  /** What the server said of it. */
  errorReason?: string | undefined;
  /** Reason and one action under the title, left out 'No data to display' (TABLE-008). */
  empty?: { title?: string; reason?: ReactNode; action?: ReactNode };
  /** As the server writes it: 'votes', '-votes'. */
  sort?: string | null;
  onSort?: (sort: string) => void;
  selection?: RowSelection;
  density?: TableDensity;
  /** Enter on the current row. */
  onOpen?: (row: Row) => void;
  /** A click on a row beside what it holds to be clicked. Left out: the row becomes the current one, no more. */
  onRowClick?: (row: Row) => void;
  /** Space on the current row. */
  onPeek?: (row: Row) => void;
  /** Id of the current row, for a page that acts on it; left out, the table keeps it for itself. */
  current?: Value<string | null>;
  /** What is marked for a moment. */
  flash?: Pick<Value<Flash | null>, 'get' | 'subscribe'>;
  /**
   * For windows without room for columns: draws a row as one block, without heads and boxes. A row that is held is
   * chosen, and while some are, a tap chooses too.
   */
  card?: ((row: Row) => ReactNode) | undefined;
  /** What drawing such a row to the left does. */
  swipe?: { label: string; onSwipe: (row: Row) => void } | undefined;
  /** Where it begins, read once; the place is taken as soon as there are rows. */
  initialPlace?: TablePlace | null;
  /** Told when the table goes. */
  onLeave?: (place: TablePlace) => void;
  /** Below the rows, while there are some. */
  foot?: ReactNode;
  /** False: no J, K, X, Enter, Space. For small tables inside other things. */
  keyboard?: boolean;
};

type VisibleColumn<Row> = { column: TableColumn<Row>; stickyIndex: number | null; isLastSticky: boolean };

/**
 * A table of records: sticky first columns, sortable and resizable heads, native checkboxes, 50 px rows
 * (36 px when compact), movement with J and K. It fills the height of its place and scrolls inside it.
 * The server sorts and pages; the table asks.
 */
export function DataTable<Row extends object>({
  label,
  layout,
  rows,
  rowId,
  rowName,
  status,
  what,
  onRetry,
  errorReason,
  empty,
  sort = null,
  onSort,
  selection,
  density = 'comfortable',
  onOpen,
  onRowClick,
  onPeek,
  current,
  flash = noFlash,
  card,
  swipe,
  initialPlace = null,
  onLeave,
  foot,
  keyboard = true,
}: DataTableProps<Row>) {
  const isCards = card !== undefined;
  // drawn as blocks, rows have boxes only while some are chosen
  const hasChosen = useValueOf<ReadonlySet<string>, boolean>(
    selection ?? nothingSelected,
    (ids) => isCards && ids.size > 0,
  );
  const hasSelection = selection !== undefined && (!isCards || hasChosen);
  const columns = useMemo(
    () => (card === undefined ? layout.columns : [{ id: 'card', header: label, cell: card, widthPx: 0 }]),
    [card, label, layout.columns],
  );
  const data = rows ?? (noRows as readonly Row[]);
  const records = useMemo(() => data.map((row) => ({ id: rowId(row), row })), [data, rowId]);
  const pageIds = useMemo(() => records.map(({ id }) => id), [records]);

  // sticky ones first, whatever their place in the list; the column of the checkboxes before them
  const visible = useMemo(() => {
    const shown = columns.filter(({ id }) => !layout.hidden.has(id));
    const sticky = shown.filter((column) => column.sticky === true);
    const first = hasSelection ? 1 : 0;
    return [...sticky, ...shown.filter((column) => column.sticky !== true)].map(
      (column, index): VisibleColumn<Row> => ({
        column,
        stickyIndex: index < sticky.length ? first + index : null,
        isLastSticky: index === sticky.length - 1,
      }),
    );
  }, [columns, layout.hidden, hasSelection]);
  const wide = visible.map(({ column }) => {
    const chosen = layout.widths[column.id];
    return chosen === undefined
      ? { widthPx: column.widthPx, grow: column.grow }
      : { widthPx: clampWidth(column as TableColumn<never>, chosen) };
  });
  const selectPx = hasSelection ? SELECT_WIDTH_PX : 0;
  const totalWidthPx = wide.reduce((sum, { widthPx }) => sum + widthPx, selectPx);
  const widths = [...(hasSelection ? [`${selectPx}px`] : []), ...columnWidths(wide, selectPx)];
  // Offsets of the sticky columns stand in variables of the table: a new width redraws no row.
  const offsets: Record<string, string> = {};
  const stickyCount =
    visible.filter(({ stickyIndex }) => stickyIndex !== null).length + (hasSelection ? 1 : 0);
  const starts: string[] = [];
  for (let index = 0; index < stickyCount; index += 1) {
    offsets[`--start-${index}`] = starts.length === 0 ? '0px' : `calc(${starts.join(' + ')})`;
    starts.push(widths[index] ?? '0px');
  }

  // ---- current row -------------------------------------------------------------------------
  // Outside the table's state: a row that becomes the current one draws itself again, and not the table.
  const [own] = useState(() => createValue<string | null>(null));
  const wanted = current ?? own;
  const body = useRef<HTMLTableSectionElement>(null);
  const latest = useLatest({ pageIds, selection, records, onOpen, onPeek, onRowClick, isCards, swipe });
  const currentId = () => {
    const id = wanted.get();
    return id !== null && latest.current.pageIds.includes(id) ? id : null;
  };

  const moveTo = useCallback(
    (id: string | undefined) => {
      if (id === undefined) return;
      wanted.set(id);
      const row = body.current?.querySelector<HTMLElement>(`[data-row-id="${CSS.escape(id)}"]`);
      row?.focus({ preventScroll: true });
      row?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    },
    [wanted],
  );
  const step = (by: 1 | -1) => {
    const ids = latest.current.pageIds;
    const now = currentId();
    const index = now === null ? (by > 0 ? -1 : ids.length) : ids.indexOf(now);
    moveTo(ids[index + by]);
  };
  const currentRow = () => {
    const id = currentId();
    return latest.current.records.find((record) => record.id === id)?.row;
  };

  const isActive = keyboard && pageIds.length > 0;
  const group = label;
  useShortcut('j', () => step(1), { label: uiMessages.table.nextRow, group, enabled: isActive });
  useShortcut('k', () => step(-1), { label: uiMessages.table.previousRow, group, enabled: isActive });
  useShortcut(
    'x',
    () => {
      const id = currentId();
      if (id !== null) selection?.dispatch({ type: 'toggle', id });
    },
    { label: uiMessages.table.toggleRow, group, enabled: isActive && selection !== undefined },
  );
  useShortcut(
    'shift+x',
    () => {
      const id = currentId();
      if (id !== null) selection?.dispatch({ type: 'range', id, pageIds: latest.current.pageIds });
    },
    { label: uiMessages.table.selectRange, group, enabled: isActive && selection !== undefined },
  );
  useShortcut(
    'enter',
    () => {
      const row = currentRow();
      if (row !== undefined) onOpen?.(row);
    },
    { label: uiMessages.table.openRow, group, enabled: isActive && onOpen !== undefined },
  );
  const onRowKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (!keyboard || !(event.target instanceof HTMLElement)) return;
    if (moveInRow(event.target, event.key)) {
      event.preventDefault();
      return;
    }
    if (!(event.target instanceof HTMLTableRowElement)) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      step(event.key === 'ArrowDown' ? 1 : -1);
    } else if (event.key === 'Home' || event.key === 'End') {
      event.preventDefault();
      moveTo(event.key === 'Home' ? pageIds[0] : pageIds.at(-1));
    }
  };

  // ---- selection -----------------------------------------------------------------------------
  const onCheckbox = useCallback(
    (id: string, shift: boolean, atMs: number) => {
      latest.current.selection?.dispatch({ type: 'click', id, pageIds: latest.current.pageIds, shift, atMs });
    },
    [latest],
  );

  // ---- clicks and touches on a row ---------------------------------------------------------------
  const rowOf = useCallback(
    (id: string) => latest.current.records.find((record) => record.id === id)?.row,
    [latest],
  );
  const onRow = useCallback(
    (id: string, event: RowClick<HTMLElement>) => {
      const now = latest.current;
      if (!(event.target instanceof Element) || event.target.closest(OWN_CLICK) !== null) return;
      const isChoosing = now.isCards && (now.selection?.get().size ?? 0) > 0;
      if (isChoosing) {
        event.preventDefault();
        now.selection?.dispatch({ type: 'toggle', id });
        return;
      }
      // who marks text of a row reads it
      if (event.shiftKey || document.getSelection()?.isCollapsed === false) return;
      if (event.ctrlKey || event.metaKey) {
        const link = event.currentTarget.querySelector<HTMLAnchorElement>('a[href]');
        if (link !== null && now.onRowClick !== undefined) window.open(link.href, '_blank', 'noopener');
        return;
      }
      const row = rowOf(id);
      if (row !== undefined) now.onRowClick?.(row);
    },
    [latest, rowOf],
  );
  const swipes = swipe !== undefined;
  useEffect(() => {
    const rowsBody = body.current;
    if (!isCards || rowsBody === null) return undefined;
    let isOver = false;
    let stop = (): void => undefined;
    void import('./touchRows.ts')
      .then(({ watchTouches }) => {
        if (isOver) return;
        stop = watchTouches(rowsBody, {
          onHold: (id) => latest.current.selection?.dispatch({ type: 'toggle', id }),
          onSwipe: swipes
            ? (id) => {
                const row = rowOf(id);
                wanted.set(id);
                if (row !== undefined) latest.current.swipe?.onSwipe(row);
              }
            : undefined,
        });
        // where it does not come, rows are tapped and not held
      })
      .catch(() => undefined);
    return () => {
      isOver = true;
      stop();
    };
  }, [isCards, swipes, latest, rowOf, wanted]);

  // ---- scroll shadows ------------------------------------------------------------------------
  const frame = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = scroller.current;
    const outer = frame.current;
    if (element === null || outer === null) return undefined;
    const update = () => {
      const most = element.scrollWidth - element.clientWidth;
      outer.toggleAttribute('data-shadow-start', element.scrollLeft > 1);
      outer.toggleAttribute('data-shadow-end', element.scrollLeft < most - 1);
      outer.toggleAttribute('data-shadow-top', element.scrollTop > 1);
    };
    const throttled = throttle(update, SCROLL_INTERVAL_MS);
    // it also tells the first size, when the layout is there anyway: reading it here would cost one of its own
    const resized = new ResizeObserver(throttled);
    resized.observe(element);
    const inner = element.firstElementChild;
    if (inner !== null) resized.observe(inner);
    element.addEventListener('scroll', throttled, { passive: true });
    return () => {
      throttled.cancel();
      resized.disconnect();
      element.removeEventListener('scroll', throttled);
    };
  }, []);

  // ---- the way back ----------------------------------------------------------------------------
  const latestLeave = useLatest(onLeave);
  useLayoutEffect(
    () => () => {
      const element = scroller.current;
      if (element !== null)
        latestLeave.current?.({
          currentId: wanted.get(),
          topPx: element.scrollTop,
          leftPx: element.scrollLeft,
        });
    },
    [latestLeave, wanted],
  );
  const isPlaced = useRef(initialPlace === null);
  const hasRows = pageIds.length > 0;
  useLayoutEffect(() => {
    const element = scroller.current;
    if (isPlaced.current || !hasRows || element === null || initialPlace === null) return undefined;
    isPlaced.current = true;
    element.scrollTop = initialPlace.topPx;
    element.scrollLeft = initialPlace.leftPx;
    const { currentId: id } = initialPlace;
    if (id === null) return undefined;
    wanted.set(id);
    // behind the page, which takes the focus when it is new
    const frame = requestAnimationFrame(() => {
      const row = body.current?.querySelector<HTMLElement>(`[data-row-id="${CSS.escape(id)}"]`) ?? null;
      row?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      const active = document.activeElement;
      if (active === null || active === document.body || active.tagName === 'MAIN')
        row?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
    // once, when the first rows are there
    // oxlint-disable-next-line react/exhaustive-deps
  }, [hasRows]);

  // ---- what stands in place of rows ------------------------------------------------------------
  const isWaiting = status === 'loading' && data.length === 0;
  const showsSkeleton = useDelayed(isWaiting, timing.tableLoadingDelayMs);
  const sorted = readSort(sort);
  // where no head is a button, Tab reaches the first edge
  const firstEdge = visible.some(({ column }) => column.sortKey !== undefined)
    ? undefined
    : visible.find(({ column }) => column.canResize !== false);

  return (
    <div ref={frame} className={styles.frame} data-density={density} data-cards={isCards || undefined}>
      {keyboard && selection !== undefined ? <ClearKey selection={selection} group={group} /> : null}
      {isActive && onPeek !== undefined ? (
        <PeekKey
          current={wanted}
          pageIds={pageIds}
          group={group}
          onPeek={() => {
            const row = currentRow();
            if (row !== undefined) onPeek(row);
          }}
        />
      ) : null}
      <div
        ref={scroller}
        className={styles.scroller}
        // Scrollable by keyboard even when no row can take the focus.
        tabIndex={isActive ? undefined : 0}
        role={isActive ? undefined : 'group'}
        aria-label={isActive ? undefined : label}
      >
        <table
          className={styles.table}
          aria-label={label}
          aria-busy={status === 'loading' || status === 'refetching'}
          style={{ ...offsets, width: `max(100%, ${totalWidthPx}px)` } as CSSProperties}
        >
          <colgroup>
            {widths.map((width, index) => (
              <col key={index} style={width === undefined ? undefined : { width }} />
            ))}
          </colgroup>
          <thead>
            <tr>
              {hasSelection ? (
                <th
                  scope="col"
                  className={cx(styles.head, styles.select, styles.sticky)}
                  style={{ left: 'var(--start-0)' }}
                >
                  <span className={styles.checkboxPlace}>
                    <PageCheckbox selection={selection} pageIds={pageIds} />
                  </span>
                </th>
              ) : null}
              {visible.map((entry) => (
                <HeadCell
                  key={entry.column.id}
                  entry={entry}
                  widthPx={layout.widths[entry.column.id] ?? entry.column.widthPx}
                  direction={
                    sorted !== null && sorted.key === entry.column.sortKey
                      ? sorted.descending
                        ? 'descending'
                        : 'ascending'
                      : null
                  }
                  onSort={() => requestSort(entry.column as TableColumn<never>, sort, onSort)}
                  onWidth={(widthPx) => layout.setWidth(entry.column, widthPx)}
                  onResetWidth={() => layout.resetWidth(entry.column.id)}
                  isFirstStop={entry === firstEdge}
                />
              ))}
            </tr>
          </thead>
          <tbody ref={body} onKeyDown={onRowKeyDown}>
            {records.map(({ id, row }, index) => (
              <TableRow<Row>
                key={id}
                id={id}
                row={row}
                hasBox={hasSelection}
                name={hasSelection ? rowName(row) : ''}
                visible={visible}
                selection={selection}
                current={wanted}
                keyboard={keyboard}
                pageIds={index === 0 ? pageIds : undefined}
                flash={flash}
                isOpened={onRowClick !== undefined}
                swipeLabel={swipe?.label}
                onCheckbox={onCheckbox}
                onRow={onRow}
              />
            ))}
            {showsSkeleton
              ? Array.from({ length: sizes.skeletonRows }, (_, index) => (
                  <tr key={index} className={styles.row} data-testid="skeleton-row">
                    {hasSelection ? (
                      <td
                        className={cx(styles.cell, styles.select, styles.sticky)}
                        style={{ left: 'var(--start-0)' }}
                      />
                    ) : null}
                    {visible.map((entry, columnIndex) => (
                      <td
                        key={entry.column.id}
                        className={cellClass(entry)}
                        style={stickyStyle(entry)}
                        data-align={entry.column.align}
                      >
                        <Skeleton width={columnIndex === 0 ? `${36 + ((index * 23) % 41)}%` : '62%'} />
                      </td>
                    ))}
                  </tr>
                ))
              : null}
          </tbody>
        </table>
        {data.length > 0 ? foot : null}
        {status === 'error' && data.length === 0 ? (
          <div className={styles.message}>
            <ErrorState what={what ?? label.toLowerCase()} reason={errorReason} onRetry={onRetry} />
          </div>
        ) : null}
        {(status === 'ready' || status === 'refetching') && data.length === 0 ? (
          <div className={styles.message}>
            <EmptyState {...empty} />
          </div>
        ) : null}
      </div>
      <div className={styles.lineUnderHead}>
        <ProgressLine active={status === 'refetching'} label={uiMessages.loadingNamed(label)} />
      </div>
      {showsSkeleton ? (
        <p className={a11y.hidden} role="status">
          {uiMessages.loadingNamed(label)}
        </p>
      ) : null}
    </div>
  );
}

const noRows: readonly never[] = [];
const noFlash = createValue<Flash | null>(null);

/** What does something of its own when it is clicked. The title's link does what the row does, and more with Ctrl. */
const OWN_CLICK = 'a, button, input, label, select, textarea';

/** A button in a cell, such as the one that changes its value: reached by the arrow keys from its row. */
export const CELL_BUTTON = 'data-cell-button';

/**
 * The arrow keys among the buttons of a row: right from the row to its first one, left from that back to the row, up and
 * down to the same one of a neighbour. Answers whether the key did something.
 */
function moveInRow(from: HTMLElement, key: string): boolean {
  const row = from.closest('tr');
  if (row === null) return false;
  const buttons = [...row.querySelectorAll<HTMLElement>(`[${CELL_BUTTON}]`)];
  const at = buttons.indexOf(from);
  if (from !== row && at < 0) return false;
  if (from === row) {
    if (key !== 'ArrowRight' || buttons.length === 0) return false;
    buttons[0]?.focus();
    return true;
  }
  if (key === 'ArrowRight') buttons[at + 1]?.focus();
  else if (key === 'ArrowLeft') (buttons[at - 1] ?? row).focus();
  else if (key === 'ArrowDown' || key === 'ArrowUp') {
    const next = key === 'ArrowDown' ? row.nextElementSibling : row.previousElementSibling;
    next?.querySelector<HTMLElement>(`[${CELL_BUTTON}="${from.getAttribute(CELL_BUTTON) ?? ''}"]`)?.focus();
  } else return false;
  return true;
}

function cellClass<Row>(entry: VisibleColumn<Row>): string {
  return cx(
    styles.cell,
    entry.stickyIndex !== null && styles.sticky,
    entry.isLastSticky && styles.stickyEdge,
  );
}

function stickyStyle<Row>(entry: VisibleColumn<Row>): CSSProperties | undefined {
  return entry.stickyIndex === null ? undefined : { left: `var(--start-${entry.stickyIndex})` };
}

function HeadCell<Row>({
  entry,
  widthPx,
  direction,
  onSort,
  onWidth,
  onResetWidth,
  isFirstStop,
}: {
  entry: VisibleColumn<Row>;
  widthPx: number;
  direction: 'ascending' | 'descending' | null;
  onSort: () => void;
  onWidth: (widthPx: number) => void;
  onResetWidth: () => void;
  /** Tab reaches its edge: no head before it is a button. */
  isFirstStop: boolean;
}) {
  const { column } = entry;
  const name = columnName(column as TableColumn<never>);
  const isSortable = column.sortKey !== undefined;
  return (
    <th
      scope="col"
      className={cx(
        styles.head,
        entry.stickyIndex !== null && styles.sticky,
        entry.isLastSticky && styles.stickyEdge,
      )}
      style={stickyStyle(entry)}
      data-align={column.align}
      aria-sort={direction ?? undefined}
      // Without it the name would contain that of the edge.
      aria-label={name ?? undefined}
      data-tip={column.tip}
    >
      {isSortable ? (
        <button
          type="button"
          {...{ [HEAD_STOP]: '' }}
          className={styles.sort}
          onClick={onSort}
          onKeyDown={moveInHead}
        >
          <span className={styles.headText}>{column.header}</span>
          <svg
            width="12"
            height="12"
            viewBox="0 0 12 12"
            aria-hidden="true"
            className={styles.arrow}
            data-direction={direction ?? undefined}
          >
            <path
              d="M6 2v8M2.75 6.75L6 10l3.25-3.25"
              fill="none"
              stroke="currentColor"
              strokeWidth="1.3"
              strokeLinecap="round"
              strokeLinejoin="round"
            />
          </svg>
        </button>
      ) : (
        <span className={styles.headText}>{column.header}</span>
      )}
      {column.canResize === false ? null : (
        <Resizer
          name={name ?? column.id}
          column={column as TableColumn<never>}
          widthPx={widthPx}
          onWidth={onWidth}
          onReset={onResetWidth}
          isFirstStop={isFirstStop}
        />
      )}
    </th>
  );
}

/** What the arrow keys go through in the head of a table: buttons that sort, and edges that set a width. */
const HEAD_STOP = 'data-head-stop';

/**
 * Left and right lead from a head to what stands beside it, its own edge first. On an edge these two set the width, so that
 * down and up lead on there, and Escape back to its head.
 */
function moveInHead(event: KeyboardEvent<HTMLElement>): void {
  const { key, currentTarget } = event;
  const stops = [...(currentTarget.closest('tr')?.querySelectorAll<HTMLElement>(`[${HEAD_STOP}]`) ?? [])];
  const at = stops.indexOf(currentTarget);
  const steps: Readonly<Record<string, number>> =
    currentTarget.role === 'separator'
      ? { ArrowDown: 1, ArrowUp: -1, Escape: -1 }
      : { ArrowRight: 1, ArrowLeft: -1 };
  const step = steps[key];
  const next = step === undefined ? undefined : stops[at + step];
  if (next === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  next.focus();
}

/** Width of the column that an edge belongs to as it is drawn: one that grows may be wider than its own. */
function drawnWidth(edge: HTMLElement, widthPx: number): number {
  return Math.round(edge.closest('th')?.getBoundingClientRect().width ?? widthPx);
}

/** The edge of a column: dragged with the mouse, moved with the arrow keys, reset by a double click. */
function Resizer({
  name,
  column,
  widthPx,
  onWidth,
  onReset,
  isFirstStop,
}: {
  name: string;
  column: TableColumn<never>;
  widthPx: number;
  onWidth: (widthPx: number) => void;
  onReset: () => void;
  isFirstStop: boolean;
}) {
  const start = useRef<{ x: number; widthPx: number } | null>(null);
  const frame = useRef(0);
  return (
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={uiMessages.table.resize(name)}
      aria-valuenow={widthPx}
      aria-valuemin={clampWidth(column, 0)}
      aria-valuemax={clampWidth(column, Infinity)}
      aria-valuetext={uiMessages.table.resizeValue(widthPx)}
      // out of the Tab order, which would have to pass them all: the arrow keys lead to it from the head
      tabIndex={isFirstStop ? 0 : -1}
      {...{ [HEAD_STOP]: '' }}
      className={styles.resizer}
      onDoubleClick={onReset}
      onPointerDown={(event: PointerEvent<HTMLElement>) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        start.current = { x: event.clientX, widthPx: drawnWidth(event.currentTarget, widthPx) };
      }}
      onPointerMove={(event: PointerEvent<HTMLElement>) => {
        const from = start.current;
        if (from === null) return;
        const next = clampWidth(column, from.widthPx + event.clientX - from.x);
        cancelAnimationFrame(frame.current);
        frame.current = requestAnimationFrame(() => onWidth(next));
      }}
      onPointerUp={() => {
        start.current = null;
      }}
      onPointerCancel={() => {
        start.current = null;
      }}
      onKeyDown={(event: KeyboardEvent<HTMLElement>) => {
        if (event.key === 'ArrowDown' || event.key === 'ArrowUp' || event.key === 'Escape') {
          moveInHead(event);
          return;
        }
        const next = widthAfterKey(
          column,
          drawnWidth(event.currentTarget, widthPx),
          event.key,
          event.shiftKey,
        );
        if (next === null) return;
        event.preventDefault();
        event.stopPropagation();
        onWidth(next);
      }}
    />
  );
}

/** The key Escape, which gives up the selection, while there is one. */
function ClearKey({ selection, group }: { selection: RowSelection; group: string }) {
  const hasSelected = useValueOf(selection, (ids) => ids.size > 0);
  useShortcut('esc', selection.clear, {
    label: uiMessages.table.clearSelection,
    group,
    enabled: hasSelected,
  });
  return null;
}

/** The key Space, while there is a current row; without one it scrolls. */
function PeekKey({
  current,
  pageIds,
  group,
  onPeek,
}: {
  current: Value<string | null>;
  pageIds: readonly string[];
  group: string;
  onPeek: () => void;
}) {
  const hasCurrent = useValueOf(current, (id) => id !== null && pageIds.includes(id));
  useShortcut('space', onPeek, { label: uiMessages.table.peekRow, group, enabled: hasCurrent });
  return null;
}

/** The head's checkbox: the whole page. */
function PageCheckbox({ selection, pageIds }: { selection: RowSelection; pageIds: readonly string[] }) {
  const pageState = useValueOf(selection, (ids) => pageSelection(ids, pageIds));
  return (
    <Checkbox
      aria-label={uiMessages.table.selectAll}
      checked={pageState === 'all'}
      indeterminate={pageState === 'some'}
      disabled={pageIds.length === 0}
      onChange={() => selection.dispatch({ type: 'page', pageIds })}
    />
  );
}

type TableRowProps<Row> = {
  id: string;
  row: Row;
  /** Drawn with its checkbox. */
  hasBox: boolean;
  name: string;
  visible: readonly VisibleColumn<Row>[];
  selection: RowSelection | undefined;
  current: Value<string | null>;
  keyboard: boolean;
  /** Rows of the page, for the first one alone: Tab reaches it while none of them is the current one. */
  pageIds: readonly string[] | undefined;
  flash: Pick<Value<Flash | null>, 'get' | 'subscribe'>;
  /** A click on it opens its record. */
  isOpened: boolean;
  swipeLabel: string | undefined;
  onCheckbox: (id: string, shift: boolean, atMs: number) => void;
  onRow: (id: string, event: RowClick<HTMLElement>) => void;
};

/** Memoised, and it reads by itself whether it is selected and the current one: a click on one row redraws that row only. */
const TableRow = memo(function TableRow<Row>({
  id,
  row,
  hasBox,
  name,
  visible,
  selection,
  current,
  keyboard,
  pageIds,
  flash,
  isOpened,
  swipeLabel,
  onCheckbox,
  onRow,
}: TableRowProps<Row>) {
  const isSelected = useIsSelected(selection, id);
  const isCurrent = useValueOf(current, (now) => now === id);
  const flashing = useValueOf(flash, (now) => (now?.ids.has(id) === true ? now.columnId : null));
  // the one row that Tab reaches
  const isEntry =
    useValueOf(
      current,
      (now) => now === id || (pageIds !== undefined && (now === null || !pageIds.includes(now))),
    ) && keyboard;
  const hasSelection = selection !== undefined;
  return (
    <tr
      className={styles.row}
      data-row-id={id}
      data-selected={isSelected || undefined}
      data-current={isCurrent || undefined}
      aria-selected={hasSelection ? isSelected : undefined}
      data-opened={isOpened || undefined}
      data-swipe={swipeLabel}
      tabIndex={isEntry ? 0 : -1}
      onClick={(event) => {
        current.set(id);
        onRow(id, event);
      }}
      onFocus={() => current.set(id)}
    >
      {hasBox ? (
        <td className={cx(styles.cell, styles.select, styles.sticky)} style={{ left: 'var(--start-0)' }}>
          {/* oxlint-disable-next-line jsx-a11y/label-has-associated-control -- the checkbox names itself; the label makes the whole cell its target */}
          <label className={styles.checkboxPlace}>
            <Checkbox
              aria-label={uiMessages.table.selectRow(name)}
              checked={isSelected}
              // of all boxes Tab reaches that of its row, and then what follows the table
              tabIndex={isEntry ? 0 : -1}
              onChange={(_checked, event) =>
                onCheckbox(id, (event.nativeEvent as MouseEvent).shiftKey, event.timeStamp)
              }
            />
          </label>
        </td>
      ) : null}
      <RowCells row={row} visible={visible} flashing={flashing} />
    </tr>
  );
}) as <Row>(props: TableRowProps<Row> & { key?: string }) => ReactNode;

/** The cells of a row without its checkbox: they stay as they are while it is selected. */
const RowCells = memo(function RowCells<Row>({
  row,
  visible,
  flashing,
}: {
  row: Row;
  visible: readonly VisibleColumn<Row>[];
  /** Column whose value is marked; null: none. */
  flashing: string | null;
}) {
  return visible.map((entry) => (
    <td
      key={entry.column.id}
      className={cellClass(entry)}
      style={stickyStyle(entry)}
      data-align={entry.column.align}
      data-flash={entry.column.id === flashing || undefined}
    >
      {entry.column.cell(row)}
    </td>
  ));
}) as <Row>(props: {
  row: Row;
  visible: readonly VisibleColumn<Row>[];
  flashing: string | null;
}) => ReactNode;

/** The cell of a record's name: title and a one-line excerpt, which compact rows leave out. */
export function TitleCell({ title, excerpt }: { title: ReactNode; excerpt?: ReactNode }) {
  const hasExcerpt = excerpt !== undefined && excerpt !== null && excerpt !== '';
  return (
    <span className={styles.titleCell}>
      <span className={cx(styles.title, !hasExcerpt && styles.titleAlone)}>{title}</span>
      {hasExcerpt ? <span className={styles.excerpt}>{excerpt}</span> : null}
    </span>
  );
}

/** The value of a cell that has none: quiet, such as 'Unassigned'. */
export function QuietCell({ children }: { children: ReactNode }) {
  return <span className={styles.quiet}>{children}</span>;
}
