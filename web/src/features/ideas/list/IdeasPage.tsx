import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { IconDots, IconFileExport, IconFiles, IconPlus } from '@tabler/icons-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { validationMessages } from '../../../../../contract/errors.ts';
import { canWrite, hasFeature, searchText } from '../../../../../contract/permissions.ts';
import { messageOf } from '../../../api/errors.ts';
import { everyChange } from '../../../api/refetch.ts';
import { request } from '../../../api/runtime.ts';
import { useViewer } from '../../../api/viewer.ts';
import { exportsAddress, ideaAddress, ideasAddress, reviewAddress } from '../../../host/addresses.ts';
import { navigate } from '../../../host/navigation.ts';
import { usePageState } from '../../../host/pageState.ts';
import { readStored, useStored, writeStored } from '../../../host/storage.ts';
import { Button, IconButton } from '../../../ui/Button.tsx';
import { ColumnsButton } from '../../../ui/ColumnsButton.tsx';
import { DataTable } from '../../../ui/DataTable.tsx';
import { FilterChips } from '../../../ui/FilterChips.tsx';
import type { FilterChip } from '../../../ui/FilterChips.tsx';
import { formatList, formatNumber, formatTotal } from '../../../ui/format.ts';
import { Menu } from '../../../ui/Menu.tsx';
import { openModal } from '../../../ui/modals.ts';
import { Pagination } from '../../../ui/Pagination.tsx';
import { SearchField } from '../../../ui/SearchField.tsx';
import { PageFrame, PageHead } from '../../../ui/SheetPage.tsx';
import { Tabs } from '../../../ui/Tabs.tsx';
import { useRowSelection } from '../../../ui/useRowSelection.ts';
import { useTableLayout } from '../../../ui/useTableLayout.ts';
import { BulkActions } from './BulkActions.tsx';
import { FilterEditor } from './FilterEditor.tsx';
import { isIdFilter, useFilterNames } from './filterNames.ts';
import {
  defaultIdeasSort,
  filterIds,
  ideasKey,
  ideasState,
  isFilterSet,
  variablesOf,
  withOfferedSort,
  withoutFilters,
  withoutValue,
} from './filters.ts';
import type { FilterId, IdeasState } from './filters.ts';
import { useLiveRows } from './liveRows.ts';
import { existingIdeasDocument, ideaColumns, ideasTableDocument } from './ideasTable.tsx';
import { ideasMessages as texts } from './messages.ts';
import { forgetPlace, readPlace, rememberIdeas, rememberPlace } from '../neighbours.ts';
import { useReviewCounts } from '../review/reviewCounts.ts';
import styles from './ideas.module.css';

type ViewTab = 'all' | 'mine' | 'unassigned';

const idOf = ({ id }: { id: string }): string => id;

/**
 * The list of ideas: search, filters as chips, sortable columns, selection with bulk actions. All of
 * its state stands in the address.
 *
 * @param preset filters that the path names, such as those of an owner's ideas
 */
export function IdeasPage({ preset = {} }: { preset?: Record<string, string> }) {
  const viewer = useViewer();
  const [asked, setState] = usePageState(ideasState);
  const [density, setDensity] = useStored('density', 'comfortable');
  const [grid, setGrid] = useStored('grid_state_ideas', {});
  const columns = useMemo(
    () => ideaColumns(hasFeature(viewer.authorized_features, 'account_insights')),
    [viewer],
  );
  const state = useMemo(() => withOfferedSort(asked, columns), [asked, columns]);
  const layout = useTableLayout(columns, grid, setGrid);
  const selection = useRowSelection(readStored('idea_grid_selection'), (stored) =>
    writeStored('idea_grid_selection', stored),
  );
  const effective = useMemo<IdeasState>(
    () =>
      preset['assigned_owner'] !== undefined && state.assigned_owner.length === 0
        ? { ...state, assigned_owner: [preset['assigned_owner']] }
        : state,
    [state, preset],
  );
  const q = searchText(state.q, viewer.authorized_features);
  const variables = { ...variablesOf(effective), ...(q === '' ? {} : { q }) };
  const queryKey = ideasKey(variables);
  const ideas = useQuery({
    queryKey,
    queryFn: ({ signal }) => request(ideasTableDocument, variables, { signal }),
    placeholderData: keepPreviousData,
    meta: {
      entities: {
        suggestion: everyChange,
        label: ['update', 'delete'],
        forum: ['update', 'delete'],
        status: ['update', 'delete'],
        comment: everyChange,
        feedback_record: everyChange,
        user: ['update'],
      },
    },
  });
  const list = ideas.data?.suggestions;
  const rows = list?.records;
  useLiveRows(queryKey, rows);
  const total =
    list === undefined
      ? null
      : list.total_is_capped
        ? `${formatNumber(list.total_records - 1)}+`
        : list.total_records;
  const names = useFilterNames(effective);
  const setFilters = filterIds.filter((id) => isFilterSet(effective, id));
  const isNarrowed = setFilters.length > 0 || state.q !== '';

  // who opens an idea and comes back finds the list as it was left
  const [initialPlace] = useState(() => readPlace(window.location.pathname + window.location.search));
  useEffect(forgetPlace, []);
  const shownAddress = useRef('');
  useEffect(() => {
    // on the way to another screen the list still stands for a moment, and the address is the other one's
    if (window.location.pathname === ideasAddress())
      shownAddress.current = window.location.pathname + window.location.search;
  });

  // the details page walks through the ideas in the order of this list
  useEffect(() => {
    // on the way to another screen the list still stands for a moment, and the address is the other one's
    if (rows !== undefined && window.location.pathname === ideasAddress())
      rememberIdeas({
        ids: rows.map((row) => row.id),
        offset: (state.page - 1) * state.per_page,
        total,
        address: window.location.pathname + window.location.search,
      });
  }, [rows, state.page, state.per_page, total]);

  // an old address, or rows that went meanwhile: the last page there is, instead of an empty one
  const lastPage = list === undefined ? null : Math.max(1, Math.ceil(list.total_records / state.per_page));
  const isPastTheEnd =
    rows?.length === 0 && !ideas.isPlaceholderData && lastPage !== null && state.page > lastPage;
  useEffect(() => {
    if (isPastTheEnd) setState({ page: lastPage });
  }, [isPastTheEnd, lastPage, setState]);

  // ideas that were deleted elsewhere must not stay selected unseen (STATE-020)
  useEffect(() => {
    const selectedIds = selection.get();
    if (rows === undefined || ideas.isPlaceholderData || selectedIds.size === 0) return;
    const shown = new Set(rows.map((row) => row.id));
    const doubtful = [...selectedIds].filter((id) => !shown.has(id));
    if (doubtful.length === 0) return;
    let isCurrent = true;
    void request(existingIdeasDocument, { id: doubtful.slice(0, 500) })
      .then((answer) => {
        if (!isCurrent) return;
        const valid = new Set(answer.suggestions.records.map((record) => record.id));
        const gone = doubtful.slice(0, 500).filter((id) => !valid.has(id));
        if (gone.length > 0)
          selection.dispatch({
            type: 'prune',
            validIds: [...selectedIds].filter((id) => !gone.includes(id)),
          });
      })
      .catch(() => undefined);
    return () => {
      isCurrent = false;
    };
    // asked again when other rows arrive, not at each click
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [rows]);

  const change = (patch: Partial<IdeasState>): void => setState({ page: 1, ...patch });
  const setFilter = (filter: FilterId, values: string[]): void =>
    change({
      [filter]: Array.isArray(ideasState[filter].read(null)) ? values : (values[0] ?? ''),
    } as Partial<IdeasState>);
  const clearAll = (): void => change({ ...withoutFilters(filterIds), q: '' });

  const chips = setFilters.map((id): FilterChip => {
    const raw = effective[id];
    const values = typeof raw === 'string' ? [raw] : [...raw];
    const shown = values.map((value) => {
      if (!isIdFilter(id)) return texts.choices[id].find((choice) => choice.value === value)?.label ?? value;
      return value === withoutValue ? (texts.without[id] ?? value) : (names.get(`${id} ${value}`) ?? '…');
    });
    return {
      id,
      field: texts.filter[id],
      operator: values.length > 1 ? texts.isAnyOf : texts.is,
      value: formatList(shown, 3),
    };
  });

  const tab: ViewTab | null = viewTab(effective, viewer.id, setFilters);
  const review = useReviewCounts();
  const showTab = (id: string): void => {
    if (id === 'review') {
      navigate(reviewAddress);
      return;
    }
    const cleared = withoutFilters(filterIds);
    const patches: Record<ViewTab, Partial<IdeasState>> = {
      all: cleared,
      mine: { ...cleared, assigned_owner: [viewer.id] },
      unassigned: { ...cleared, assigned_owner: [withoutValue] },
    };
    change(patches[id as ViewTab]);
  };

  const startExport = (): void => {
    const allIds = columns.map((column) => column.id);
    openModal('exportIdeas', {
      filters: withoutPage(variables),
      shownIds: allIds.filter((id) => !layout.hidden.has(id)),
      allIds,
      total: formatTotal(total),
      isNarrowed,
    });
  };

  const mayWrite = canWrite(viewer.permissions, 'feedback');
  return (
    <PageFrame>
      <PageHead title={texts.title} total={total} isOpen>
        <SearchField label={texts.search} value={state.q} onChange={(text) => change({ q: text })} />
        <ColumnsButton layout={layout} density={density} onDensity={setDensity} />
        <Menu
          label={texts.more}
          items={[
            {
              id: 'export',
              label: texts.export,
              icon: <IconFileExport size={16} stroke={1.75} aria-hidden="true" />,
              disabledReason:
                rows !== undefined && rows.length === 0 ? validationMessages.nothingToExport : null,
              onSelect: startExport,
            },
            {
              id: 'exports',
              label: texts.exports,
              icon: <IconFiles size={16} stroke={1.75} aria-hidden="true" />,
              href: exportsAddress,
              onSelect: () => navigate(exportsAddress),
            },
          ]}
          trigger={(props) => (
            <IconButton {...props} label={texts.more}>
              <IconDots size={16} stroke={1.75} aria-hidden="true" />
            </IconButton>
          )}
        />
        {mayWrite ? (
          <Button
            variant="primary"
            icon={<IconPlus size={14} stroke={2} aria-hidden="true" />}
            onClick={() => openModal('feedback', {})}
          >
            {texts.addFeedback}
          </Button>
        ) : null}
      </PageHead>
      <div className={styles.tabs}>
        <Tabs
          label={texts.views}
          value={tab ?? ''}
          onChange={showTab}
          items={[
            { id: 'all', label: texts.all, href: '?' },
            { id: 'mine', label: texts.mine, href: `?assigned_owner=${viewer.id}` },
            { id: 'unassigned', label: texts.unassigned, href: `?assigned_owner=${withoutValue}` },
            // only where something can be held back, or is
            ...(review.isShown
              ? [
                  {
                    id: 'review',
                    label: texts.needsReview,
                    href: reviewAddress,
                    ...(review.waiting > 0 ? { count: formatNumber(review.waiting) } : {}),
                  },
                ]
              : []),
          ]}
        />
      </div>
      <div className={styles.filters}>
        <FilterChips
          chips={chips}
          fields={filterIds.map((id) => ({ id, label: texts.filter[id] }))}
          onRemove={(id) => change(withoutFilters([id as FilterId]))}
          onClear={clearAll}
          renderEditor={(id, close) => (
            <FilterEditor
              filter={id as FilterId}
              state={effective}
              onChange={(values) => setFilter(id as FilterId, values)}
              close={close}
            />
          )}
        />
      </div>
      <div className={styles.table}>
        <DataTable
          label={texts.title}
          what="ideas"
          layout={layout}
          rows={rows}
          rowId={idOf}
          rowName={(row) => row.title}
          status={
            ideas.isError && rows === undefined
              ? 'error'
              : ideas.isPending || isPastTheEnd
                ? 'loading'
                : ideas.isFetching
                  ? 'refetching'
                  : 'ready'
          }
          onRetry={() => void ideas.refetch()}
          errorReason={ideas.isError ? messageOf(ideas.error) : undefined}
          sort={state.sort === '' ? (q === '' ? defaultIdeasSort : null) : state.sort}
          onSort={(sort) => change({ sort })}
          selection={selection}
          density={density}
          onOpen={(row) => navigate(ideaAddress(row.id))}
          initialPlace={initialPlace}
          onLeave={(place) => rememberPlace(shownAddress.current, place)}
          empty={
            isNarrowed
              ? { reason: texts.emptyFiltered, action: <Button onClick={clearAll}>{texts.clearAll}</Button> }
              : {
                  reason: texts.empty,
                  action: mayWrite ? (
                    <Button onClick={() => openModal('idea', { mode: 'create' })}>{texts.createFirst}</Button>
                  ) : null,
                }
          }
        />
        {mayWrite ? (
          <BulkActions selection={selection} variables={variables} total={list?.total_records ?? null} />
        ) : null}
      </div>
      <Pagination
        // the range of the rows that are shown, while those of another page are on their way
        page={ideas.isPlaceholderData && list !== undefined ? list.current_page : state.page}
        perPage={state.per_page}
        rowCount={rows?.length}
        total={total}
        onPageChange={(page) => setState({ page }, { replace: false })}
        onPerPageChange={(per_page) => change({ per_page })}
      />
    </PageFrame>
  );
}

/** Which of the tabs the filters amount to; null for none. */
function viewTab(state: IdeasState, viewerId: string, setFilters: readonly FilterId[]): ViewTab | null {
  if (setFilters.length === 0) return 'all';
  if (setFilters.length > 1) return null;
  const [only] = setFilters;
  if (only === 'assigned_owner' && state.assigned_owner.length === 1) {
    if (state.assigned_owner[0] === viewerId) return 'mine';
    if (state.assigned_owner[0] === withoutValue) return 'unassigned';
  }
  return null;
}

/** What the list asks for, on all of its pages. */
function withoutPage({
  page: _page,
  per_page: _perPage,
  ...filters
}: Record<string, unknown>): Record<string, unknown> {
  return filters;
}
