import { useCallback, useEffect, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { messageOf } from '../api/errors.ts';
import { Link } from '../host/Link.tsx';
import { navigate } from '../host/navigation.ts';
import { stringifySearch } from '../host/search.ts';
import { useStored } from '../host/storage.ts';
import { Button } from '../ui/elements/Button.tsx';
import { SearchField } from '../ui/fields/SearchField.tsx';
import { loadAhead } from '../ui/loading/ahead.ts';
import { Later } from '../ui/loading/Later.tsx';
import { loadable } from '../ui/loading/loadable.tsx';
import { PageFrame, PageHead } from '../ui/page/SheetPage.tsx';
import { formatNumber } from '../ui/text/format.ts';
import { Tabs } from '../ui/page/Tabs.tsx';
import { BulkBar } from '../ui/table/BulkBar.tsx';
import { ColumnsButton } from '../ui/table/ColumnsButton.tsx';
import { DataTable } from '../ui/table/DataTable.tsx';
import { FilterChips, filterWaiting } from '../ui/table/FilterChips.tsx';
import { Pagination } from '../ui/table/Pagination.tsx';
import type { TableColumn } from '../ui/table/tableLayout.ts';
import type { Value } from '../ui/table/value.ts';
import { useRowSelection, useSelectedIds } from '../ui/table/useRowSelection.ts';
import type { RowSelection } from '../ui/table/useRowSelection.ts';
import { useMediaQuery } from '../ui/useMediaQuery.ts';
import { valuesOf, withUsedFilter, withoutFilters } from './filters.ts';
import type { List } from './list.ts';
import { listMessages } from './listMessages.ts';
import { pageMessages as texts } from './pageMessages.ts';
import { RowCard } from './RowCard.tsx';
import { SortMenu } from './SortMenu.tsx';
import { useList } from './useList.ts';
import cards from './card.module.css';
import styles from './list.module.css';

/** The values of a filter: pickers of all kinds, not needed for the first look at a list. */
const FilterEditor = loadable(async () => (await import('./FilterEditor.tsx')).FilterEditor);

/** What is selected, for the actions of the bar. */
export interface Chosen {
  ids: readonly string[];
  /** Selects nothing any more. */
  clear: () => void;
}

/**
 * Tabs of a list, each with the values of the filters that it stands for. With an address it leads to another list; then
 * the tabs are places, and the one that fits stays marked while other filters are set.
 */
export interface ListViews {
  /** What they choose between. */
  label: string;
  items: readonly {
    id: string;
    label: string;
    filters: Readonly<Record<string, string | readonly string[]>>;
    address?: string;
  }[];
}

interface ListPageProps<Data, Row extends { id: string }, Query extends object> {
  /** A constant, by `defineList`. */
  list: List<Data, Row, Query>;
  title: string;
  /** What the page asks besides what people choose. */
  given?: Partial<Query>;
  /** How often it is asked for again by itself; left out: when something is known to have changed. */
  pollMs?: number | false;
  /** Tabs before the filters, each of which sets some filters by their ids and takes the others away. */
  views?: ListViews;
  /** In place of the head of the page, for a list that is one of its parts; search and columns stand above the rows then. */
  head?: ReactNode;
  /** At the right of the head, the primary action last. */
  controls?: ReactNode;
  /** Between the head and the rows, such as a note. */
  note?: ReactNode;
  /** What a list without any record says, and what to do. */
  empty?: { title?: string; reason?: ReactNode; action?: ReactNode };
  /** `BulkButton`s for selected records; left out: none is selected. */
  bulk?: (chosen: Chosen) => ReactNode;
  /** A pane beside the rows that shows the current one; without it a row is opened as the page likes. */
  reading?: {
    /** The row that the keys move from. */
    current: Value<string | null>;
    /** Name of the pane. */
    label: string;
    /** null: there is no room for it, and a click or Enter opens a row. */
    pane: ((rows: readonly Row[] | undefined) => ReactNode) | null;
    onOpen: (row: Row) => void;
  };
}

/**
 * A page of records, from what is said of the list (list.ts) and of the fields (fields.ts): words, filters, order and
 * page in the address, columns that are kept, selection, and what stands there while there are no rows. In a window of
 * less than 860 px each row is a block.
 */
export function ListPage<Data, Row extends { id: string }, Query extends object>({
  list,
  title,
  given,
  pollMs,
  views,
  head,
  controls,
  note,
  empty,
  bulk,
  reading,
}: ListPageProps<Data, Row, Query>) {
  const shown = useList(list, given, pollMs);
  const { state, change, chips, layout, total, query, rows } = shown;
  const [density, setDensity] = useStored('density', 'comfortable');
  const selection = useRowSelection(null, keepNothing);
  const isNarrow = useMediaQuery('(max-width: 859px)');
  const { nameOf } = list;
  const columns = useLinkedTitle(layout.columns, list);
  const actions = useMemo(
    () =>
      new Set(Object.entries(list.fields).flatMap(([id, field]) => (field.isAction === true ? [id] : []))),
    [list.fields],
  );
  const visible = columns.filter(({ id }) => !layout.hidden.has(id));
  const card = useCallback(
    (row: Row) => <RowCard row={row} columns={visible} actions={actions} />,
    // the columns in sight follow from the layout
    // oxlint-disable-next-line react/exhaustive-deps
    [columns, layout.hidden, actions],
  );
  // not before the rows, for which everybody waits
  const loadsEditor = rows !== undefined && shown.filters.length > 0;
  const line = list.expression?.ahead;
  useEffect(
    () => (loadsEditor ? loadAhead([FilterEditor.ahead, ...(line === undefined ? [] : [line])]) : undefined),
    [loadsEditor, line],
  );
  const open =
    reading?.pane === null
      ? reading.onOpen
      : list.address === undefined
        ? undefined
        : (row: Row) => openRow(list, row);

  const search =
    list.isSearched === true ? (
      <SearchField
        label={texts.search(list.what)}
        value={state.q}
        onChange={(q) => change({ q })}
        {...(isNarrow ? { widthPx: '100%' as const } : {})}
      />
    ) : null;
  const tools = isNarrow ? null : (
    <>
      {search}
      <ColumnsButton layout={layout} density={density} onDensity={setDensity} />
    </>
  );
  const sorts = shown.columns.some(({ sortKey }) => sortKey !== undefined);
  const [writes, setWrites] = useState(false);
  const hasLine = list.expression !== undefined && (writes || shown.expression !== '');
  const hasRow = shown.filters.length > 0 || head !== undefined || (isNarrow && sorts);
  const setIds = shown.filters.filter((filter) => valuesOf(state, filter).length > 0).map(({ id }) => id);
  const isHeld = (filters: ListViews['items'][number]['filters']): boolean =>
    Object.entries(filters).every(([id, value]) => valuesOf(state, { id }).join() === [value].flat().join());
  const own = views?.items.filter(({ address }) => address === undefined) ?? [];
  const view =
    own.find(({ filters }) => setIds.length === Object.keys(filters).length && isHeld(filters)) ??
    (own.length === views?.items.length
      ? undefined
      : own
          .toSorted((a, b) => Object.keys(b.filters).length - Object.keys(a.filters).length)
          .find(({ filters }) => isHeld(filters)));
  return (
    <PageFrame>
      {head ?? (
        <PageHead title={title} total={total} isOpen={hasRow}>
          {tools}
          {controls}
        </PageHead>
      )}
      {isNarrow && search !== null ? (
        <div className={styles.narrowSearch} data-below={head !== undefined || undefined}>
          {search}
        </div>
      ) : null}
      {hasRow ? (
        <div
          className={styles.tabs}
          data-wraps={views === undefined || isNarrow || chips.length > 2 || undefined}
        >
          {views === undefined ? null : (
            <Tabs
              label={views.label}
              value={view?.id ?? ''}
              onChange={(id) => {
                const chosen = views.items.find((each) => each.id === id);
                if (chosen?.address !== undefined) navigate(chosen.address);
                else change({ ...withoutFilters(shown.filters), ...chosen?.filters });
              }}
              items={views.items.map(({ id, label, filters, address }) => ({
                id,
                label,
                href: address ?? (stringifySearch(filters) || '?'),
              }))}
            />
          )}
          <div className={styles.filters}>
            {isNarrow && sorts ? (
              <SortMenu
                columns={shown.columns}
                sort={shown.sort}
                isSearch={false}
                onSort={(sort) => change({ sort })}
              />
            ) : null}
            {shown.filters.length === 0 ? null : (
              <FilterChips
                chips={chips}
                fields={shown.filters.map(({ id, label }) => ({ id, label }))}
                recent={shown.grid.used_filters ?? []}
                onUse={(id) =>
                  shown.setGrid({
                    ...shown.grid,
                    used_filters: withUsedFilter(shown.grid.used_filters ?? [], id),
                  })
                }
                onRemove={(id) => change(withoutFilters(shown.filters.filter((filter) => filter.id === id)))}
                onClear={shown.clear}
                renderEditor={(id, close) => {
                  const filter = shown.filters.find((each) => each.id === id);
                  if (filter === undefined) return null;
                  const isList = Array.isArray(filter.field.read(null));
                  return (
                    <Later
                      part={FilterEditor}
                      props={{
                        filter,
                        values: valuesOf(state, filter),
                        forums: valuesOf(state, { id: 'forum' }),
                        onChange: (values) => change({ [id]: isList ? values : (values[0] ?? '') }),
                        close,
                      }}
                      what={listMessages.filterValues}
                      waiting={filterWaiting}
                    />
                  );
                }}
              />
            )}
            {list.expression === undefined ? null : (
              <Button
                variant="text"
                data-tip={texts.expressionTip}
                aria-expanded={hasLine}
                // one that narrows the list stays in sight; its own button clears it
                onClick={() => setWrites(!writes || shown.expression !== '')}
              >
                {texts.expression}
              </Button>
            )}
            {head === undefined ? null : <span className={cards.tools}>{tools}</span>}
          </div>
        </div>
      ) : null}
      {list.expression !== undefined && hasLine ? (
        <Later
          part={list.expression}
          props={{
            what: list.what,
            value: shown.expression,
            isFocused: writes,
            onChange: (expression) => change({ expression }),
            onClose: () => setWrites(false),
            total: total === null ? null : typeof total === 'string' ? total : formatNumber(total),
          }}
          what={texts.expression}
        />
      ) : null}
      {note}
      <div className={styles.beside}>
        <div className={styles.table}>
          <DataTable
            label={title}
            what={list.what}
            layout={columns === layout.columns ? layout : { ...layout, columns }}
            rows={rows}
            rowId={idOf}
            rowName={nameOf}
            status={shown.status}
            onRetry={() => void query.refetch()}
            errorReason={query.isError ? messageOf(query.error) : undefined}
            sort={shown.sort}
            onSort={(sort) => change({ sort })}
            density={density}
            {...(bulk === undefined ? {} : { selection })}
            {...(open === undefined ? {} : { onOpen: open, onRowClick: open })}
            {...(reading === undefined ? {} : { current: reading.current })}
            card={isNarrow ? card : undefined}
            empty={
              shown.isNarrowed
                ? {
                    reason: texts.emptyFiltered(list.what),
                    action: <Button onClick={shown.clear}>{texts.clearAll}</Button>,
                  }
                : (empty ?? { reason: texts.empty(list.what) })
            }
          />
          {bulk === undefined ? null : <Bulk selection={selection} rows={rows} bulk={bulk} />}
        </div>
        {reading === undefined || reading.pane === null ? null : (
          <aside className={styles.pane} aria-label={reading.label}>
            {reading.pane(rows)}
          </aside>
        )}
      </div>
      <Pagination
        // the range of the rows that are shown, while those of another page are on their way
        page={state.page}
        perPage={state.per_page}
        rowCount={rows?.length}
        total={total}
        onPageChange={(page) => shown.setState({ page }, { replace: false })}
        onPerPageChange={(per_page) => change({ per_page })}
        defaultPerPage={list.pageSize}
      />
    </PageFrame>
  );
}

const idOf = ({ id }: { id: string }): string => id;
/** The selection of such a list lasts as long as its page. */
const keepNothing = (): void => undefined;

/** The bar for what is selected, which draws itself when that changes, and not the rows. */
function Bulk<Row extends { id: string }>({
  selection,
  rows,
  bulk,
}: {
  selection: RowSelection;
  rows: readonly Row[] | undefined;
  bulk: (chosen: Chosen) => ReactNode;
}) {
  const ids = useSelectedIds(selection);
  const here = rows?.filter(({ id }) => ids.has(id)).length ?? 0;
  return (
    <BulkBar count={ids.size} elsewhere={ids.size - here} onClear={selection.clear}>
      {bulk({ ids: [...ids], clear: selection.clear })}
    </BulkBar>
  );
}

type Opened<Row> = Pick<List<never, Row, never>, 'address' | 'onOpen'>;

/** Goes to a record. */
function openRow<Row>({ address, onOpen }: Opened<Row>, row: Row): void {
  const href = address?.(row) ?? null;
  if (href === null) return;
  onOpen?.(row);
  navigate(href);
}

/** The columns with what a record is called as a link to it. */
function useLinkedTitle<Row>(
  columns: readonly TableColumn<Row>[],
  { address, onOpen }: Opened<Row>,
): readonly TableColumn<Row>[] {
  return useMemo(() => {
    if (address === undefined) return columns;
    return columns.map((column) => {
      if (column.sticky !== true) return column;
      const cell = (row: Row): ReactNode => {
        const href = address(row);
        if (href === null) return column.cell(row);
        return (
          <Link
            href={href}
            className={styles.titleLink}
            // the row is the stop of Tab
            tabIndex={-1}
            onClick={() => onOpen?.(row)}
            onAuxClick={(event) => {
              if (event.button === 1) onOpen?.(row);
            }}
          >
            {column.cell(row)}
          </Link>
        );
      };
      return { ...column, cell };
    });
  }, [columns, address, onOpen]);
}
