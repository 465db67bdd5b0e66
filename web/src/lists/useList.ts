import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { searchText } from '../../../contract/permissions.ts';
import { request } from '../api/runtime.ts';
import { useViewer } from '../api/viewer.ts';
import { usePageState } from '../host/pageState.ts';
import { useStored } from '../host/storage.ts';
import { formatNumber } from '../ui/text/format.ts';
import type { FilterChip } from '../ui/table/FilterChips.tsx';
import { useTableLayout } from '../ui/table/useTableLayout.ts';
import { chipsOf } from './chips.ts';
import { columnsOf, filtersOf } from './fields.ts';
import { useFilterNames } from './filterNames.ts';
import { askedOf, withOfferedSort, withoutFilters } from './filters.ts';
import type { FilterState } from './filters.ts';
import type { List } from './list.ts';

/** While a record changes by itself the list is asked for this often. */
const MOVING_MS = 1500;

/** State of a list in its address. */
type ListState = FilterState & {
  q: string;
  sort: string;
  page: number;
  per_page: number;
  /** as the server takes it; '' or left out: none */
  expression?: string;
};

/**
 * A list as it stands: its state in the address, its rows, its columns as somebody left them, and what changes them.
 *
 * @param list a constant
 * @param given what the page asks besides what people choose, such as the state that a tab stands for
 * @param pollMs how often it is asked for again by itself; false: not at all
 */
export function useList<Data, Row extends { id: string }, Query extends object>(
  list: List<Data, Row, Query>,
  given: Partial<Query> | null = null,
  pollMs: number | false = false,
) {
  const viewer = useViewer();
  const [raw, setRaw] = usePageState(list.schema);
  const asked = raw as unknown as ListState;
  const setState = setRaw as unknown as (
    patch: Record<string, unknown>,
    change?: { replace?: boolean },
  ) => void;
  const columns = useMemo(() => columnsOf(list.fields, viewer), [list.fields, viewer]);
  const filters = useMemo(() => filtersOf<Row, Query>(list.fields, viewer), [list.fields, viewer]);
  const state = useMemo(() => withOfferedSort(asked, columns), [asked, columns]);
  const [grid, setGrid] = useStored(`grid_state_${list.name}`, noGrid);
  const layout = useTableLayout(columns, grid, setGrid);

  const q = list.isSearched === true ? searchText(state.q, viewer.authorized_features) : '';
  const expression = list.expression === undefined ? '' : (state.expression ?? '');
  const variables = askedOf<Query>(filters, state, q);
  if (expression !== '') Object.assign(variables.query, { expression });
  const parts = list.parts?.((id) => !layout.hidden.has(id));
  const query = useQuery({
    queryKey: [list.name, given, variables, parts],
    queryFn: async ({ signal }) =>
      list.read(
        await request(
          list.document,
          { ...variables, ...parts, query: { ...given, sort: list.sort, ...variables.query } as Query },
          { signal },
        ),
      ),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      list.isMoving !== undefined && data?.records.some(list.isMoving) === true ? MOVING_MS : pollMs,
  });
  const answer = query.data;
  const rows = answer?.records;
  const isMoving = list.isMoving !== undefined && rows?.some(list.isMoving) === true;

  // an old address, or rows that went meanwhile: the last page there is, instead of an empty one
  const lastPage =
    answer === undefined ? null : Math.max(1, Math.ceil(answer.total_records / state.per_page));
  const isPastTheEnd =
    rows?.length === 0 && !query.isPlaceholderData && lastPage !== null && state.page > lastPage;
  useEffect(() => {
    if (isPastTheEnd) setState({ page: lastPage });
  }, [isPastTheEnd, lastPage, setState]);

  const names = useFilterNames(filters, state);
  const chips: readonly FilterChip[] = chipsOf(filters, state, names);
  /** Changes what is asked for, from the first page on. */
  const change = (patch: Record<string, unknown>): void => setState({ page: 1, ...patch });
  return {
    state,
    setState,
    change,
    /** Takes search and filters away. */
    clear: (): void =>
      change({
        ...withoutFilters(filters),
        q: '',
        ...(list.expression === undefined ? {} : { expression: '' }),
      }),
    filters,
    chips,
    isNarrowed: chips.length > 0 || state.q !== '' || expression !== '',
    /** A segment that narrows the list, as the server takes it; '' none. */
    expression,
    query,
    /** Search, filters and order, as the server is asked. */
    asked: variables.query,
    rows,
    total:
      answer === undefined
        ? null
        : answer.total_is_capped === true
          ? `${formatNumber(answer.total_records - 1)}+`
          : answer.total_records,
    status:
      query.isError && rows === undefined
        ? ('error' as const)
        : query.isPending || isPastTheEnd
          ? ('loading' as const)
          : // what is asked for again and again draws no line each time
            query.isFetching && !isMoving
            ? ('refetching' as const)
            : ('ready' as const),
    columns,
    layout,
    grid,
    setGrid,
    sort: state.sort === '' ? list.sort : state.sort,
  };
}

const noGrid = {};
