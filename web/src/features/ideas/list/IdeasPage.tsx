import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { IconDots, IconFileExport, IconFiles, IconFilter, IconList, IconPlus } from '@tabler/icons-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { validationMessages } from '../../../../../contract/errors.ts';
import { paging } from '../../../../../contract/limits.ts';
import { canWrite, hasFeature, searchText } from '../../../../../contract/permissions.ts';
import { messageOf } from '../../../api/errors.ts';
import { request } from '../../../api/runtime.ts';
import { useViewer } from '../../../api/viewer.ts';
import {
  exportsAddress,
  ideaAddress,
  ideaListsAddress,
  ideaViewsAddress,
  ideasAddress,
  feedbackAddress,
  reviewAddress,
} from '../../../host/addresses.ts';
import { navigate } from '../../../host/navigation.ts';
import { usePageState } from '../../../host/pageState.ts';
import { readStored, useStored, writeStored } from '../../../host/storage.ts';
import { Button, IconButton } from '../../../ui/elements/Button.tsx';
import { ColumnsButton } from '../../../ui/table/ColumnsButton.tsx';
import { DataTable } from '../../../ui/table/DataTable.tsx';
import type { Flash } from '../../../ui/table/DataTable.tsx';
import { FilterChips, filterWaiting } from '../../../ui/table/FilterChips.tsx';
import { formatNumber, formatTotal } from '../../../ui/text/format.ts';
import { Menu } from '../../../ui/overlay/Menu.tsx';
import { openModal } from '../../../ui/overlay/modals.ts';
import { Pagination } from '../../../ui/table/Pagination.tsx';
import { HitsContext } from '../search/Hits.tsx';
import { useListSearch } from '../search/useListSearch.ts';
import { SearchField } from '../../../ui/fields/SearchField.tsx';
import { loadAhead } from '../../../ui/loading/ahead.ts';
import { Later } from '../../../ui/loading/Later.tsx';
import { PageFrame, PageHead } from '../../../ui/page/SheetPage.tsx';
import { Tabs } from '../../../ui/page/Tabs.tsx';
import { useRowSelection } from '../../../ui/table/useRowSelection.ts';
import { layoutOf, shownIds as shownColumns } from '../../../ui/table/tableLayout.ts';
import { useTableLayout } from '../../../ui/table/useTableLayout.ts';
import type { TableLayout } from '../../../ui/table/useTableLayout.ts';
import { createValue, useValueOf } from '../../../ui/table/value.ts';
import { useMediaQuery } from '../../../ui/useMediaQuery.ts';
import { editMessages } from '../edit/editMessages.ts';
import { editOfRow, rowOf } from '../edit/edits.ts';
import type { EditKind, OpenEdit } from '../edit/edits.ts';
import {
  defaultIdeasSort,
  filterIds,
  filterOf,
  ideaFilters,
  ideasKey,
  ideasState,
  offeredFilters,
  sortsOf,
  variablesOf,
  variablesOfIdeas,
  withoutAll,
  withoutFilters,
  withOwner,
} from './filters.ts';
import type { FilterId, IdeasState } from './filters.ts';
import { chipsOf } from '../../../lists/chips.ts';
import { useFilterNames } from '../../../lists/filterNames.ts';
import { valuesOf, withOfferedSort, withoutValue, withUsedFilter } from '../../../lists/filters.ts';
import { listMessages } from '../../../lists/listMessages.ts';
import lists from '../../../lists/list.module.css';
import { IdeaActions } from '../edit/IdeaActions.tsx';
import {
  Conditions,
  FilterEditor,
  FilterIcon,
  FirstStepsCard,
  IdeaCard,
  LATER_AFTER_MS,
  laterLoaders,
  NewIdeas,
  NothingFound,
  PeekPlace,
  SearchHints,
  SearchNote,
  SearchOffers,
  SelectionChip,
  SortMenu,
  ViewTabs,
} from './later.ts';
import { useLiveRows } from './liveRows.ts';
import { existingIdeasDocument, ideaColumns, ideasTableDocument } from './ideasTable.tsx';
import type { IdeaRow } from './ideasTable.tsx';
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
  const mayWrite = canWrite(viewer.permissions, 'feedback');
  const seesRevenue = hasFeature(viewer.authorized_features, 'account_insights');
  // outside the page's state: what opens, moves or is marked draws itself, and not the rows
  const [edits] = useState(() => createValue<OpenEdit | null>(null));
  const [current] = useState(() => createValue<string | null>(null));
  const [flash] = useState(() => createValue<Flash | null>(null));
  const columns = useMemo(() => {
    const open = (kind: EditKind, id: string, button: HTMLElement): void =>
      edits.set(editOfRow(kind, id, button));
    return ideaColumns(seesRevenue, {
      status: mayWrite && hasFeature(viewer.authorized_features, 'public_statuses') ? open : null,
      others: mayWrite ? open : null,
    });
  }, [viewer, mayWrite, seesRevenue, edits]);
  const state = useMemo(() => withOfferedSort(asked, sortsOf(columns, asked)), [asked, columns]);
  // columns of an open view are a part of it: who changes them changes the view, and not their own table
  const isView = asked.view !== '';
  const layout = useTableLayout(
    columns,
    isView && asked.columns.length > 0 ? { ...grid, ...layoutOf(columns, asked.columns) } : grid,
    (next) => {
      if (!isView) {
        setGrid(next);
        return;
      }
      setGrid({ ...grid, column_widths: next.column_widths ?? {} });
      const ids = shownColumns(columns, next);
      if (ids.join() !== shownNow.join()) setState({ columns: ids });
    },
  );
  const shownNow = layout.columns.flatMap(({ id }) => (layout.hidden.has(id) ? [] : [id]));
  const selection = useRowSelection(readStored('idea_grid_selection'), (stored) =>
    writeStored('idea_grid_selection', stored),
  );
  const owner = preset['assigned_owner'] ?? null;
  const effective = useMemo(() => withOwner(state, owner), [state, owner]);
  const q = searchText(state.q, viewer.authorized_features);
  // the selection in place of the list: what was selected when it was shown, whatever is taken out of it since
  const showsSelection = state.show === 'selection';
  const [shownIds, setShownIds] = useState<readonly string[] | null>(null);
  if (showsSelection && shownIds === null) setShownIds([...selection.get()]);
  if (!showsSelection && shownIds !== null) setShownIds(null);
  const variables =
    showsSelection && shownIds !== null && shownIds.length > 0
      ? variablesOfIdeas(shownIds, state)
      : variablesOf(effective, q);
  const queryKey = ideasKey(variables);
  const ideas = useQuery({
    queryKey,
    queryFn: ({ signal }) => request(ideasTableDocument, variables, { signal }),
    placeholderData: keepPreviousData,
    // the first answer comes with the page
    meta: { document: ideasTableDocument },
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
  const searched = useListSearch(
    { text: state.q, q: showsSelection ? '' : q, query: variables.query },
    list,
    list !== undefined && !ideas.isPlaceholderData,
  );
  const names = useFilterNames(ideaFilters, effective);
  const setFilters = filterIds.filter((id) => valuesOf(effective, { id }).length > 0);
  const isNarrowed = setFilters.length > 0 || state.where !== '' || state.q !== '';
  const [begunConditions, setBegunConditions] = useState(false);

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

  // search, filters and tabs lead back from the selection
  const change = (patch: Partial<IdeasState>): void =>
    setState({ page: 1, show: '', ...patch, ...(patch.view === '' ? { columns: [] } : {}) });
  useEffect(() => {
    if (!showsSelection) return undefined;
    const leaveEmpty = (): void => {
      if (selection.get().size === 0) setState({ page: 1, show: '' });
    };
    leaveEmpty();
    return selection.subscribe(leaveEmpty);
  }, [showsSelection, selection, setState]);
  const setFilter = (filter: FilterId, values: string[]): void =>
    change({
      [filter]: Array.isArray(ideasState[filter].read(null)) ? values : (values[0] ?? ''),
    } as Partial<IdeasState>);
  // what is searched for comes best first, until another order is chosen; without a search the order before holds again
  const sortBefore = useRef('');
  const searchFor = (text: string): void => {
    const begins = state.q === '' && text !== '';
    if (begins) sortBefore.current = state.sort;
    const ends = state.q !== '' && text === '' && state.sort === '';
    change({ q: text, ...(begins ? { sort: '' } : ends ? { sort: sortBefore.current } : {}) });
  };
  const clearAll = (): void => change({ ...withoutAll(), q: '' });

  const chips = chipsOf(ideaFilters, effective, names);

  const tab: ViewTab | null = showsSelection ? null : viewTab(effective, viewer.id, setFilters);
  const review = useReviewCounts();
  const showTab = (id: string): void => {
    if (id === 'review' || id === 'feedback') {
      navigate(id === 'review' ? reviewAddress : feedbackAddress());
      return;
    }
    const cleared = { ...withoutAll(), view: '' };
    const patches: Record<ViewTab, Partial<IdeasState>> = {
      all: cleared,
      mine: { ...cleared, assigned_owner: [viewer.id] },
      unassigned: { ...cleared, assigned_owner: [withoutValue] },
    };
    change(patches[id as ViewTab]);
  };

  const startExport = (): void => {
    openModal('exportIdeas', {
      query: variables.query,
      shownIds: shownNow,
      allIds: layout.columns.map((column) => column.id),
      total: formatTotal(total),
      isNarrowed,
    });
  };

  // not before the rows, for which everybody waits
  const hasRows = rows !== undefined;
  const [showsViews, setShowsViews] = useState(false);
  useEffect(() => {
    if (!hasRows) return undefined;
    const views = async (): Promise<void> => {
      await ViewTabs.ahead();
      setShowsViews(true);
    };
    return loadAhead([views, ...laterLoaders], LATER_AFTER_MS);
  }, [hasRows]);

  const isNarrow = useMediaQuery('(max-width: 859px)');
  // ---- the pane beside the list -----------------------------------------------------------------
  const hasCurrent = useValueOf(current, (id) => id !== null && rows?.some((row) => row.id === id) === true);
  const isPeeking = state.peek === '1' && hasCurrent && !isNarrow;
  const isDocked = useMediaQuery('(min-width: 1280px)') && isPeeking;
  const split = useRef<HTMLDivElement>(null);
  const [frame] = useState(() => () => split.current);
  const [beside, setBeside] = useState<TableLayout<IdeaRow> | null>(null);
  const focusCurrent = (): void => rowOf(current.get() ?? '')?.focus({ preventScroll: true });
  const setPeek = (isOpen: boolean): void => setState({ peek: isOpen ? '1' : '' });
  const step = (by: 1 | -1): void => {
    const index = (rows ?? []).findIndex((row) => row.id === current.get());
    const next = rows?.[index + by];
    if (next === undefined) return;
    current.set(next.id);
    rowOf(next.id)?.scrollIntoView({ block: 'nearest' });
  };
  const card = useMemo(
    () =>
      isNarrow
        ? (idea: IdeaRow) => (
            <Later
              part={IdeaCard}
              props={{ idea, seesRevenue }}
              what={texts.later.row}
              waiting={idea.title}
            />
          )
        : undefined,
    [isNarrow, seesRevenue],
  );
  const sort = state.sort === '' ? (q === '' ? defaultIdeasSort : null) : state.sort;
  const search = (
    <SearchField
      label={texts.search}
      value={state.q}
      onChange={searchFor}
      inputRef={searched.field}
      onResults={searched.onResults}
      {...(isNarrow ? { widthPx: '100%' as const } : {})}
    />
  );
  const filters = showsSelection ? (
    <Later
      part={SelectionChip}
      props={{ count: shownIds?.length ?? 0, onLeave: () => change({}) }}
      what={editMessages.selection}
    />
  ) : (
    <FilterChips
      chips={chips}
      fields={[
        ...offeredFilters(viewer).map((field) => ({
          ...field,
          icon: <Later part={FilterIcon} props={{ id: field.id }} what={listMessages.filterValues} />,
        })),
        {
          id: 'conditions',
          label: texts.conditions,
          group: texts.conditionsGroup,
          icon: <IconFilter size={16} stroke={1.75} aria-hidden="true" />,
          onChoose: () => setBegunConditions(true),
        },
      ]}
      recent={grid.used_filters ?? []}
      onUse={(id) => setGrid({ ...grid, used_filters: withUsedFilter(grid.used_filters ?? [], id) })}
      atEnd={!isNarrow && chips.length < 3}
      onRemove={(id) => change(withoutFilters([id as FilterId]))}
      onClear={clearAll}
      renderEditor={(id, close) => (
        <Later
          part={FilterEditor}
          props={{
            filter: filterOf(id as FilterId),
            values: valuesOf(effective, { id }),
            forums: effective.forum,
            onChange: (values) => setFilter(id as FilterId, values),
            close,
          }}
          what={listMessages.filterValues}
          waiting={filterWaiting}
        />
      )}
    />
  );
  return (
    <div ref={split} className={styles.split}>
      <div className={styles.side}>
        <PageFrame>
          <PageHead title={texts.title} total={searched.ofAll(total)} isOpen>
            {isNarrow ? null : search}
            {isNarrow ? null : <ColumnsButton layout={layout} density={density} onDensity={setDensity} />}
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
                ...(isNarrowed
                  ? [
                      {
                        id: 'save-list',
                        label: texts.saveAsList,
                        icon: <IconFilter size={16} stroke={1.75} aria-hidden="true" />,
                        disabledReason: state.saved_view.length > 0 ? texts.noListOfList : null,
                        onSelect: () => void openModal('nameView', { query: variables.query }),
                      },
                    ]
                  : []),
                {
                  id: 'lists',
                  label: texts.lists,
                  icon: <IconList size={16} stroke={1.75} aria-hidden="true" />,
                  href: ideaListsAddress,
                  onSelect: () => navigate(ideaListsAddress),
                },
                {
                  id: 'views',
                  label: texts.savedViews,
                  icon: <IconFilter size={16} stroke={1.75} aria-hidden="true" />,
                  href: ideaViewsAddress,
                  onSelect: () => navigate(ideaViewsAddress),
                },
              ]}
              trigger={(props) => (
                <IconButton {...props} label={texts.more}>
                  <IconDots size={16} stroke={1.75} aria-hidden="true" />
                </IconButton>
              )}
            />
            {mayWrite && !isPeeking && !isNarrow ? (
              <Button
                variant="primary"
                icon={<IconPlus size={14} stroke={2} aria-hidden="true" />}
                onClick={() => openModal('feedback', {})}
              >
                {texts.addFeedback}
              </Button>
            ) : null}
          </PageHead>
          {isNarrow ? <div className={lists.narrowSearch}>{search}</div> : null}
          <div className={lists.tabs} data-wraps={chips.length > 2 || isNarrow || undefined}>
            <Tabs
              label={texts.views}
              value={tab ?? ''}
              onChange={showTab}
              items={[
                { id: 'all', label: texts.all, href: '?' },
                { id: 'mine', label: texts.mine, href: `?assigned_owner=${viewer.id}` },
                { id: 'unassigned', label: texts.unassigned, href: `?assigned_owner=${withoutValue}` },
                {
                  id: 'feedback',
                  label: texts.feedback,
                  href: feedbackAddress(),
                  ...(review.unlinked > 0 ? { count: formatNumber(review.unlinked) } : {}),
                },
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
              end={
                hasRows &&
                !showsSelection &&
                (showsViews || state.view !== '' || state.saved_view.length > 0) ? (
                  <Later
                    part={ViewTabs}
                    props={{
                      state: effective,
                      isNarrowed,
                      // those that every table has need not be kept
                      columns: shownNow.join() === shownColumns(columns, {}).join() ? [] : shownNow,
                      onChange: change,
                    }}
                    what={texts.views}
                    waiting={null}
                  />
                ) : null
              }
            />
            <div className={lists.filters}>
              {isNarrow || (q !== '' && !showsSelection) ? (
                <Later
                  part={SortMenu}
                  props={{
                    columns,
                    sort,
                    isSearch: q !== '',
                    onSort: (next) => change({ sort: next, show: state.show }),
                  }}
                  what={listMessages.sortBy}
                />
              ) : null}
              {filters}
            </div>
          </div>
          {!showsSelection && (begunConditions || state.where !== '') ? (
            <Later
              part={Conditions}
              props={{
                where: state.where,
                query: variables.query,
                found: list === undefined || ideas.isPlaceholderData ? null : list.total_records,
                onChange: (where: string) => change({ where }),
                onClose: () => setBegunConditions(false),
              }}
              what={texts.later.conditions}
              waiting={null}
            />
          ) : null}
          {searched.nothing === null && searched.extensions.length > 0 ? (
            <Later
              part={SearchNote}
              props={{
                extensions: searched.extensions,
                onOnlyTyped: () => {
                  change({ q: `:${state.q}` });
                  // the button goes with what it asked for
                  searched.field.current?.focus();
                },
              }}
              what={texts.later.note}
            />
          ) : null}
          {q === '' || showsSelection ? null : (
            <Later
              part={SearchOffers}
              props={{ q: state.q, onFilter: (patch) => change({ q: '', ...patch }) }}
              what={texts.later.note}
            />
          )}
          {showsSelection || !showsViews || list === undefined ? null : (
            <Later
              part={NewIdeas}
              props={{
                variables,
                total: list.total_is_capped ? null : list.total_records,
                onShow: () => void ideas.refetch(),
              }}
              what={texts.title}
            />
          )}
          <div className={lists.table}>
            {searched.nothing !== null ? (
              <div className={styles.nothing}>
                <Later
                  part={NothingFound}
                  props={{
                    ...searched.nothing,
                    filterNames: chips.map(({ value }) => value).join(', '),
                    searched: searched.all,
                    takesFocus: searched.takesFocus,
                    mayCreate: mayWrite,
                    onSearch: (text) => change({ q: text }),
                    onSearchAll: () => change(withoutAll()),
                    onClear: clearAll,
                  }}
                  what={texts.later.nothing}
                />
              </div>
            ) : (
              <HitsContext value={searched.hits}>
                <DataTable
                  label={texts.title}
                  what={texts.what}
                  layout={beside ?? layout}
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
                  sort={sort}
                  onSort={(next) => change({ sort: next, show: state.show })}
                  selection={selection}
                  density={density}
                  current={current}
                  flash={flash}
                  card={card}
                  swipe={
                    mayWrite
                      ? { label: texts.swipe, onSwipe: (row) => edits.set(editOfRow('status', row.id)) }
                      : undefined
                  }
                  onOpen={(row) => navigate(ideaAddress(row.id))}
                  // beside the pane a click looks at the row; Enter, its title and the pane open it
                  onRowClick={(row) => {
                    if (!isPeeking) navigate(ideaAddress(row.id));
                  }}
                  {...(isNarrow ? {} : { onPeek: () => setPeek(!isPeeking) })}
                  initialPlace={initialPlace}
                  onLeave={(place) => rememberPlace(shownAddress.current, place)}
                  empty={
                    state.q === '' && viewTab(state, viewer.id, setFilters) === 'mine'
                      ? {
                          reason: texts.emptyMine,
                          action: (
                            <Button onClick={() => showTab('unassigned')}>{texts.seeUnassigned}</Button>
                          ),
                        }
                      : isNarrowed
                        ? {
                            reason: texts.emptyFiltered,
                            action: <Button onClick={clearAll}>{texts.clearAll}</Button>,
                          }
                        : mayWrite
                          ? {
                              action: (
                                <Later
                                  part={FirstStepsCard}
                                  props={{ onCreate: () => openModal('idea', { mode: 'create' }) }}
                                  what={texts.later.steps}
                                />
                              ),
                            }
                          : { reason: texts.empty }
                  }
                  foot={
                    q !== '' && !isNarrow ? (
                      <Later part={SearchHints} props={{}} what={texts.later.hints} waiting={null} />
                    ) : undefined
                  }
                />
              </HitsContext>
            )}
            {mayWrite ? (
              <IdeaActions
                selection={selection}
                current={current}
                edits={edits}
                flash={flash}
                rows={rows ?? noRows}
                variables={variables}
                total={list?.total_records ?? null}
                onShow={
                  showsSelection ? null : () => setState({ page: 1, show: 'selection' }, { replace: false })
                }
              />
            ) : null}
          </div>
          <Pagination
            // the range of the rows that are shown, while those of another page are on their way
            page={ideas.isPlaceholderData && list !== undefined ? list.current_page : state.page}
            perPage={state.per_page}
            rowCount={rows?.length}
            total={total}
            onPageChange={(page) => setState({ page }, { replace: false })}
            onPerPageChange={(per_page) => change({ per_page, show: state.show })}
            defaultPerPage={paging.ideasPageSize}
          />
        </PageFrame>
      </div>
      {isPeeking ? (
        <Later
          part={PeekPlace}
          props={{
            current,
            rows: rows ?? noRows,
            firstPosition: (state.page - 1) * state.per_page + 1,
            total,
            isDocked,
            layout,
            onLayout: setBeside,
            frame,
            edits,
            onStep: step,
            onClose: () => {
              focusCurrent();
              setPeek(false);
            },
          }}
          what={editMessages.peek.what}
        />
      ) : null}
    </div>
  );
}

const noRows: readonly IdeaRow[] = [];

/** Which of the tabs the filters amount to; null for none. */
function viewTab(state: IdeasState, viewerId: string, setFilters: readonly FilterId[]): ViewTab | null {
  if (state.where !== '' || state.view !== '') return null;
  if (setFilters.length === 0) return 'all';
  if (setFilters.length > 1) return null;
  const [only] = setFilters;
  if (only === 'assigned_owner' && state.assigned_owner.length === 1) {
    if (state.assigned_owner[0] === viewerId) return 'mine';
    if (state.assigned_owner[0] === withoutValue) return 'unassigned';
  }
  return null;
}
