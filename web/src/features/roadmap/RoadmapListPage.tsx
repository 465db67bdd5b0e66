import { DndContext, PointerSensor, useDraggable, useSensor, useSensors } from '@dnd-kit/core';
import type { DragEndEvent, DragMoveEvent } from '@dnd-kit/core';
import { IconChevronDown, IconChevronRight, IconFlag, IconGripVertical } from '@tabler/icons-react';
import { memo, useCallback, useMemo, useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { shortCurrency } from '../../../../contract/currency.ts';
import { canWrite } from '../../../../contract/permissions.ts';
import { useViewer } from '../../api/viewer.ts';
import { useCommand } from '../../forms/useCommand.ts';
import { featureAddress } from '../../host/addresses.ts';
import { Link } from '../../host/Link.tsx';
import { navigate } from '../../host/navigation.ts';
import { Button } from '../../ui/elements/Button.tsx';
import { Checkbox, SelectField } from '../../ui/fields/fields.tsx';
import { DelayedSkeleton, SkeletonLines } from '../../ui/loading/loading.tsx';
import { EmptyState, ErrorState } from '../../ui/loading/states.tsx';
import { useEscapeLayer } from '../../ui/overlay/useEscapeLayer.ts';
import { PageFrame } from '../../ui/page/SheetPage.tsx';
import { formatNumber } from '../../ui/text/format.ts';
import { useLatest } from '../../ui/useLatest.ts';
import { columnOf, columnsOf, NO_STATUS } from './board.ts';
import type { BoardPlace } from './board.ts';
import { columnName, useFeatureCommands, useMoves } from './featureCommands.ts';
import { FieldChips } from './FeatureFacts.tsx';
import { FeaturePeek, FeaturesBulkBar } from './later.tsx';
import { RoadmapHead } from './RoadmapHead.tsx';
import { updateFeatureDocument, useFeatures, useFeatureTotals, useRoadmapPlaces } from './roadmapQueries.ts';
import type { FeatureCard, FeatureField } from './roadmapQueries.ts';
import { roadmapTexts } from './roadmapMessages.ts';
import { useRoadmapState, useSeesRevenue } from './roadmapState.ts';
import a11y from '../../ui/a11y.module.css';
import styles from './list.module.css';

const texts = roadmapTexts.listPage;
/** So many rows of a group are drawn at first. */
const DRAWN = 100;
const SORTS = [
  'name',
  'suggestions_count',
  'supporting_users_count',
  'supporting_accounts_count',
  'supporter_revenue',
] as const;
type SortKey = (typeof SORTS)[number];
const isSort = (text: string): text is SortKey => (SORTS as readonly string[]).includes(text);

interface Group {
  id: string;
  name: string;
  color: string | null;
  rows: readonly FeatureCard[];
}

/** A row that is being moved. */
interface Moving {
  row: FeatureCard;
  place: BoardPlace;
  by: 'pointer' | 'keys';
}

/** Features as a list, by status or product area (ROUTE-040). */
export function RoadmapListPage() {
  const page = useRoadmapState();
  const { state, setState, filters, isNarrowed, clear } = page;
  const { permissions } = useViewer();
  const mayWrite = canWrite(permissions, 'features');
  const seesRevenue = useSeesRevenue();
  const places = useRoadmapPlaces();
  const query = useFeatures(filters);
  const by = state.group === 'product_area' ? 'product_area' : 'status';
  const totals = useFeatureTotals(filters, by).data;
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [moving, setMoving] = useState<Moving | null>(null);
  const [said, setSaid] = useState('');
  const [peeked, setPeeked] = useState<string | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const statuses = useMemo(() => places.data?.statuses ?? [], [places.data]);
  const areas = useMemo(() => places.data?.areas ?? [], [places.data]);
  const commands = useFeatureCommands();
  const move = useMoves(filters, statuses);
  const setArea = useCommand(updateFeatureDocument, { failed: roadmapTexts.failed });

  const [sortKey, isDown] = [state.sort.replace(/^-/, ''), state.sort.startsWith('-')];
  const sort = isSort(sortKey) ? sortKey : null;
  const rows = query.data?.records ?? [];
  const groups = useMemo(
    () => groupsOf(query.data?.records ?? [], state.group, statuses, areas, sort, isDown),
    [query.data, state.group, statuses, areas, sort, isDown],
  );
  const mayMove = mayWrite && sort === null && state.group !== 'none' && state.state === 'active';
  const chosen = rows.filter(({ id }) => selected.has(id));

  const sizeOf = (column: string, row: FeatureCard): number =>
    groups.find(({ id }) => id === column)?.rows.filter(({ id }) => id !== row.id).length ?? 0;
  const nameOf = (column: string): string => groups.find(({ id }) => id === column)?.name ?? '';
  const drop = (done: Moving): void => {
    const { row, place } = done;
    setMoving(null);
    setSaid(
      roadmapTexts.drag.dropped(
        row.name,
        nameOf(place.column),
        place.index + 1,
        sizeOf(place.column, row) + 1,
      ),
    );
    if (by === 'status') move(row, place, groups.find(({ id }) => id === place.column)?.rows ?? []);
    else if (place.column !== (row.product_area?.id ?? NO_STATUS))
      void setArea.run({ id: row.id, product_area_id: place.column === NO_STATUS ? null : place.column });
    if (done.by === 'keys') focusSoon(row.id);
  };
  const cancel = (): void => {
    if (moving === null) return;
    setSaid(roadmapTexts.drag.cancelled(moving.row.name));
    setMoving(null);
    focusSoon(moving.row.id);
  };
  useEscapeLayer(moving?.by === 'keys', cancel);
  const focusSoon = (id: string): void =>
    void requestAnimationFrame(() => rowElement(list.current, id)?.focus());
  const onKey = (event: KeyboardEvent, row: FeatureCard): void => {
    const { key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || event.target !== event.currentTarget) return;
    if (moving !== null) {
      if (key === 'ArrowUp' || key === 'ArrowDown') {
        const place = steppedIn(groups, moving, key, (column) => sizeOf(column, moving.row));
        setMoving({ ...moving, place });
        setSaid(
          roadmapTexts.drag.over(nameOf(place.column), place.index + 1, sizeOf(place.column, moving.row) + 1),
        );
      } else if (key === 'Enter' || key === ' ') drop(moving);
      else return;
    } else if (key === 'ArrowUp' || key === 'ArrowDown') {
      const all = [...(list.current?.querySelectorAll<HTMLElement>('[data-card]') ?? [])];
      all[all.indexOf(event.currentTarget as HTMLElement) + (key === 'ArrowDown' ? 1 : -1)]?.focus();
    } else if (key === 'Enter') navigate(featureAddress(row.id));
    else if (key === ' ') setPeeked(row.id);
    else if (key === 'x' && mayWrite) toggle([row.id]);
    else if (key === 'm' && mayMove) {
      const group = groups.find((one) => one.rows.some(({ id }) => id === row.id));
      if (group === undefined) return;
      const index = group.rows.findIndex(({ id }) => id === row.id);
      setMoving({ row, by: 'keys', place: { column: group.id, index } });
      setSaid(roadmapTexts.drag.picked(row.name, group.name, index + 1, group.rows.length));
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const keys = useLatest(onKey);
  const stableKey = useCallback((event: KeyboardEvent, row: FeatureCard) => keys.current(event, row), [keys]);
  const toggle = (ids: readonly string[]): void =>
    setSelected((now) => {
      const next = new Set(now);
      const all = ids.every((id) => next.has(id));
      for (const id of ids)
        if (all) next.delete(id);
        else next.add(id);
      return next;
    });
  const toggles = useLatest(toggle);
  const stableToggle = useCallback((ids: readonly string[]) => toggles.current(ids), [toggles]);
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 5 } }));
  /** Where a row is held; null: beside the list. */
  const heldAt = ({ active, activatorEvent, delta }: DragMoveEvent | DragEndEvent): BoardPlace | null =>
    placeAt(list.current, (activatorEvent as PointerEvent).clientY + delta.y, String(active.id));
  const onDragMove = (event: DragMoveEvent): void => {
    const place = heldAt(event);
    if (place !== null)
      setMoving((now) =>
        now === null || (now.place.column === place.column && now.place.index === place.index)
          ? now
          : { ...now, place },
      );
  };

  const head = (key: SortKey, label: string, className: string | undefined) => (
    <span
      className={className}
      role="columnheader"
      aria-sort={sort === key ? (isDown ? 'descending' : 'ascending') : 'none'}
    >
      <button
        type="button"
        onClick={() =>
          setState({
            sort:
              sort !== key
                ? key === 'name'
                  ? key
                  : `-${key}`
                : isDown === (key !== 'name')
                  ? key === 'name'
                    ? '-name'
                    : key
                  : '',
          })
        }
      >
        {label}
        {sort === key ? (isDown ? ' ↓' : ' ↑') : ''}
      </button>
    </span>
  );

  return (
    <PageFrame>
      <RoadmapHead
        page={page}
        shown="list"
        totals={totals}
        controls={
          <span className={styles.controls}>
            <SelectField
              label={texts.group}
              hideLabel
              value={state.group}
              onChange={(group) => setState({ group })}
              options={(['status', 'product_area', 'none'] as const).map((value) => ({
                value,
                label: `${texts.group}: ${texts.groups[value]}`,
              }))}
            />
            <Button
              aria-pressed={state.state === 'archived'}
              onClick={() => setState({ state: state.state === 'archived' ? 'active' : 'archived' })}
            >
              {roadmapTexts.showsArchived}
            </Button>
          </span>
        }
      />
      {query.isError || places.isError ? (
        <ErrorState
          what={roadmapTexts.what}
          onRetry={() => void Promise.all([query.refetch(), places.refetch()])}
          retrying={query.isFetching}
        />
      ) : query.data === undefined || places.data === undefined ? (
        <DelayedSkeleton>
          <div className={styles.waiting}>
            <SkeletonLines count={14} />
          </div>
        </DelayedSkeleton>
      ) : rows.length === 0 ? (
        <EmptyState
          isPage
          title={isNarrowed ? roadmapTexts.nothingFound : roadmapTexts.empty}
          reason={mayWrite ? roadmapTexts.emptyReason : roadmapTexts.emptyRead}
          action={isNarrowed ? <Button onClick={clear}>{roadmapTexts.clear}</Button> : undefined}
        />
      ) : (
        <DndContext
          sensors={sensors}
          onDragStart={({ active }) => {
            const row = rows.find(({ id }) => id === active.id);
            const group = groups.find((one) => one.rows.some(({ id }) => id === active.id));
            if (row !== undefined && group !== undefined)
              setMoving({ row, by: 'pointer', place: { column: group.id, index: group.rows.indexOf(row) } });
          }}
          onDragMove={onDragMove}
          onDragCancel={() => setMoving(null)}
          // the last step may not be drawn yet
          onDragEnd={(event) =>
            moving === null ? undefined : drop({ ...moving, place: heldAt(event) ?? moving.place })
          }
        >
          <div className={styles.list} ref={list}>
            <div
              className={styles.table}
              role="table"
              aria-label={roadmapTexts.title}
              data-money={seesRevenue || undefined}
            >
              <div className={styles.head} role="row">
                <span role="columnheader" className={styles.check}>
                  {mayWrite ? (
                    <Checkbox
                      checked={chosen.length > 0 && chosen.length === rows.length}
                      indeterminate={chosen.length > 0 && chosen.length < rows.length}
                      onChange={() => toggle(rows.map(({ id }) => id))}
                      aria-label={texts.selectAll}
                    />
                  ) : null}
                </span>
                {head('name', texts.name, styles.name)}
                <span role="columnheader" className={styles.place}>
                  {state.group === 'product_area' ? texts.groups.status : texts.groups.product_area}
                </span>
                {head('suggestions_count', texts.ideas, styles.figure)}
                {head('supporting_users_count', texts.people, styles.figure)}
                {head('supporting_accounts_count', texts.accounts, styles.figure)}
                {seesRevenue ? head('supporter_revenue', texts.revenue, styles.figure) : null}
                <span role="columnheader" className={styles.fields}>
                  {places.data.fields.map(({ name }) => name).join(', ')}
                </span>
              </div>
              {sort !== null && mayWrite ? <p className={styles.note}>{texts.sortOff}</p> : null}
              {groups.map((group) => {
                const total = totals?.groups.find(({ id }) => (id ?? NO_STATUS) === group.id);
                const isClosed = closed.has(group.id);
                return (
                  <div
                    key={group.id}
                    role="rowgroup"
                    data-column={group.id}
                    data-size={group.rows.length}
                    data-target={moving?.place.column === group.id || undefined}
                  >
                    {state.group === 'none' ? null : (
                      <div className={styles.group} role="row">
                        <span role="cell" className={styles.groupCell}>
                          <button
                            type="button"
                            className={styles.fold}
                            aria-expanded={!isClosed}
                            onClick={() =>
                              setClosed((now) => {
                                const next = new Set(now);
                                if (!next.delete(group.id)) next.add(group.id);
                                return next;
                              })
                            }
                          >
                            {isClosed ? (
                              <IconChevronRight size={15} stroke={1.75} aria-hidden="true" />
                            ) : (
                              <IconChevronDown size={15} stroke={1.75} aria-hidden="true" />
                            )}
                            {group.color === null ? null : (
                              <i className={styles.dot} style={{ background: group.color }} />
                            )}
                            <strong dir="auto">{group.name}</strong>
                            <span className={styles.quiet}>{formatNumber(group.rows.length)}</span>
                          </button>
                          {total === undefined || total.revenue === null ? null : (
                            <span className={styles.once}>{texts.once(shortCurrency(total.revenue))}</span>
                          )}
                        </span>
                      </div>
                    )}
                    {isClosed ? null : (
                      <Rows
                        group={group}
                        moving={moving}
                        row={(row, isMoving) => (
                          <Row
                            key={row.id}
                            row={row}
                            fields={places.data.fields}
                            place={
                              state.group === 'product_area'
                                ? columnName(columnOf(row), statuses)
                                : (row.product_area?.name ?? '–')
                            }
                            isSelected={selected.has(row.id)}
                            isMoving={isMoving}
                            mayWrite={mayWrite}
                            mayMove={mayMove}
                            seesRevenue={seesRevenue}
                            onKey={stableKey}
                            onToggle={stableToggle}
                          />
                        )}
                      />
                    )}
                  </div>
                );
              })}
            </div>
          </div>
        </DndContext>
      )}
      <FeaturesBulkBar
        chosen={chosen}
        commands={commands}
        places={places.data ?? null}
        isArchived={state.state === 'archived'}
        onClear={() => setSelected(new Set())}
      />
      <div role="status" className={a11y.hidden}>
        {said}
      </div>
      <FeaturePeek id={peeked} onClose={() => setPeeked(null)} />
    </PageFrame>
  );
}

/** The rows of a group, with the line where a moved one would go. */
function Rows({
  group,
  moving,
  row,
}: {
  group: Group;
  moving: Moving | null;
  row: (row: FeatureCard, isMoving: boolean) => ReactNode;
}) {
  const [drawn, setDrawn] = useState(DRAWN);
  const isTarget = moving?.place.column === group.id;
  const line = <div className={styles.line} aria-hidden="true" key="line" />;
  const shown: ReactNode[] = [];
  let place = 0;
  for (const one of group.rows.slice(0, drawn)) {
    const isMoving = one.id === moving?.row.id;
    if (isTarget && !isMoving && moving.place.index === place) shown.push(line);
    shown.push(row(one, isMoving));
    if (!isMoving) place += 1;
  }
  if (isTarget && moving.place.index >= place) shown.push(line);
  return (
    <>
      {shown}
      {group.rows.length > drawn ? (
        <button type="button" className={styles.more} onClick={() => setDrawn(drawn + DRAWN)}>
          {roadmapTexts.showMore(group.rows.length - drawn)}
        </button>
      ) : null}
    </>
  );
}

const Row = memo(function Row({
  row,
  fields,
  place,
  isSelected,
  isMoving,
  mayWrite,
  mayMove,
  seesRevenue,
  onKey,
  onToggle,
}: {
  row: FeatureCard;
  fields: readonly FeatureField[];
  place: string;
  isSelected: boolean;
  isMoving: boolean;
  mayWrite: boolean;
  mayMove: boolean;
  seesRevenue: boolean;
  onKey: (event: KeyboardEvent, row: FeatureCard) => void;
  onToggle: (ids: readonly string[]) => void;
}) {
  const drag = useDraggable({ id: row.id, disabled: !mayMove });
  const has = row.suggestions_count > 0;
  const figure = (value: number): string => (has ? formatNumber(value) : '–');
  return (
    <div
      role="row"
      tabIndex={0}
      ref={drag.setNodeRef}
      className={styles.row}
      data-card={row.id}
      data-moving={isMoving || undefined}
      aria-selected={mayWrite ? isSelected : undefined}
      onKeyDown={(event) => onKey(event, row)}
    >
      <span role="cell" className={styles.check}>
        {mayWrite ? (
          <Checkbox
            checked={isSelected}
            onChange={() => onToggle([row.id])}
            aria-label={texts.select(row.name)}
            tabIndex={-1}
          />
        ) : null}
      </span>
      <span role="cell" className={styles.name}>
        {mayMove ? (
          <span {...drag.listeners} className={styles.handle} data-tip={roadmapTexts.drag.label}>
            <IconGripVertical size={14} stroke={1.75} aria-hidden="true" />
          </span>
        ) : null}
        <Link href={featureAddress(row.id)} className={styles.title} dir="auto" tabIndex={-1}>
          {row.name}
        </Link>
        {row.has_internal_flag ? (
          <span className={styles.flag} data-tip={roadmapTexts.flagged}>
            <IconFlag size={14} stroke={1.6} aria-hidden="true" />
            <span className={a11y.hidden}>{roadmapTexts.flagged}</span>
          </span>
        ) : null}
      </span>
      <span role="cell" className={styles.place} dir="auto">
        {place}
      </span>
      <span role="cell" className={styles.figure}>
        {formatNumber(row.suggestions_count)}
      </span>
      <span role="cell" className={styles.figure}>
        {figure(row.supporting_users_count)}
      </span>
      <span role="cell" className={styles.figure}>
        {figure(row.supporting_accounts_count)}
      </span>
      {seesRevenue ? (
        <span role="cell" className={styles.figure}>
          <strong>{has ? shortCurrency(row.supporter_revenue) : '–'}</strong>
        </span>
      ) : null}
      <span role="cell" className={styles.fields}>
        <FieldChips feature={row} fields={fields} />
      </span>
    </div>
  );
});

const rowElement = (list: HTMLElement | null, id: string): HTMLElement | null =>
  list?.querySelector<HTMLElement>(`[data-card="${CSS.escape(id)}"]`) ?? null;

/** Features by status, by product area, or as one group; in their order, or that of a column. */
function groupsOf(
  rows: readonly FeatureCard[],
  group: 'status' | 'product_area' | 'none',
  statuses: readonly { id: string; name: string; hex_color: string }[],
  areas: readonly { id: string; name: string }[],
  sort: SortKey | null,
  isDown: boolean,
): Group[] {
  const inOrder = (list: readonly FeatureCard[]): readonly FeatureCard[] => {
    if (sort === null) return list;
    const sign = isDown ? -1 : 1;
    return list.toSorted((a, b) =>
      sort === 'name'
        ? sign * a.name.localeCompare(b.name)
        : sign * ((a[sort] ?? 0) - (b[sort] ?? 0)) || Number(BigInt(a.id) - BigInt(b.id)),
    );
  };
  const columns = columnsOf(rows);
  if (group === 'none') {
    const all = [NO_STATUS, ...statuses.map(({ id }) => id)].flatMap((id) => columns.get(id) ?? []);
    return [{ id: 'all', name: roadmapTexts.title, color: null, rows: inOrder(all) }];
  }
  if (group === 'status')
    return [
      ...(columns.has(NO_STATUS) ? [{ id: NO_STATUS, name: roadmapTexts.noStatus, hex_color: null }] : []),
      ...statuses,
    ].map(({ id, name, hex_color }) => ({
      id,
      name,
      color: hex_color,
      rows: inOrder(columns.get(id) ?? []),
    }));
  const byArea = Map.groupBy(
    [NO_STATUS, ...statuses.map(({ id }) => id)].flatMap((id) => columns.get(id) ?? []),
    (row) => row.product_area?.id ?? NO_STATUS,
  );
  return [...areas, ...(byArea.has(NO_STATUS) ? [{ id: NO_STATUS, name: roadmapTexts.noArea }] : [])].map(
    ({ id, name }) => ({ id, name, color: null, rows: inOrder(byArea.get(id) ?? []) }),
  );
}

/** The next place up or down, from one group into the next. */
function steppedIn(
  groups: readonly Group[],
  { place }: Moving,
  key: 'ArrowUp' | 'ArrowDown',
  sizes: (column: string) => number,
): BoardPlace {
  const at = groups.findIndex(({ id }) => id === place.column);
  if (key === 'ArrowUp') {
    if (place.index > 0) return { ...place, index: place.index - 1 };
    const before = groups[at - 1];
    return before === undefined ? place : { column: before.id, index: sizes(before.id) };
  }
  if (place.index < sizes(place.column)) return { ...place, index: place.index + 1 };
  const next = groups[at + 1];
  return next === undefined ? place : { column: next.id, index: 0 };
}

/** The place under the pointer; null: it is beside the list. */
function placeAt(list: HTMLElement | null, y: number, moved: string): BoardPlace | null {
  for (const group of list?.querySelectorAll<HTMLElement>('[data-column]') ?? []) {
    const { top, bottom } = group.getBoundingClientRect();
    if (y < top || y > bottom) continue;
    const rows = [...group.querySelectorAll<HTMLElement>('[data-card]')].filter(
      ({ dataset }) => dataset['card'] !== moved,
    );
    return {
      column: group.dataset['column']!,
      index: rows.filter((row) => {
        const box = row.getBoundingClientRect();
        return (box.top + box.bottom) / 2 < y;
      }).length,
    };
  }
  return null;
}
