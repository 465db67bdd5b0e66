import { IconPlus } from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import { Avatar } from '../elements/Avatar.tsx';
import { BulkBar, BulkButton } from '../table/BulkBar.tsx';
import { Button } from '../elements/Button.tsx';
import { ColumnsButton } from '../table/ColumnsButton.tsx';
import { DataTable, QuietCell, TitleCell } from '../table/DataTable.tsx';
import type { TableDensity, TableStatus } from '../table/DataTable.tsx';
import { Sparkline } from '../elements/Figures.tsx';
import { FilterChips } from '../table/FilterChips.tsx';
import type { FilterChip } from '../table/FilterChips.tsx';
import { formatCentsShort, formatNumber } from '../text/format.ts';
import { OptionPicker } from '../fields/OptionPicker.tsx';
import { Pagination } from '../table/Pagination.tsx';
import { StatusPill, Tags } from '../elements/Pills.tsx';
import type { StoredSelection } from '../table/rowSelection.ts';
import { SearchField } from '../fields/SearchField.tsx';
import { ShortcutSheet } from '../keyboard/ShortcutSheet.tsx';
import { readSort } from '../table/tableLayout.ts';
import type { StoredLayout, TableColumn } from '../table/tableLayout.ts';
import { Tabs } from '../page/Tabs.tsx';
import { useToasts } from '../toasts/Toasts.tsx';
import { useRowSelection, useSelectedIds } from '../table/useRowSelection.ts';
import { useShortcut } from '../keyboard/useShortcut.ts';
import { useTableLayout } from '../table/useTableLayout.ts';
import styles from './Gallery.module.css';
import { sampleRows } from './samples.ts';
import type { SampleRow } from './samples.ts';

const columns: TableColumn<SampleRow>[] = [
  {
    id: 'title',
    header: 'Idea',
    widthPx: 420,
    minWidthPx: 200,
    sticky: true,
    canHide: false,
    cell: (row) => <TitleCell title={<a href={`#${row.id}`}>{row.title}</a>} excerpt={row.excerpt} />,
  },
  {
    id: 'status',
    header: 'Status',
    group: 'Details',
    widthPx: 140,
    cell: (row) => <StatusPill name={row.status} color={row.color} />,
  },
  {
    id: 'votes',
    header: 'Votes',
    group: 'Activity',
    widthPx: 86,
    align: 'end',
    sortKey: 'votes',
    sortsDescendingFirst: true,
    cell: (row) => formatNumber(row.votes),
  },
  {
    id: 'revenue',
    header: 'Revenue',
    group: 'Revenue',
    widthPx: 106,
    align: 'end',
    sortKey: 'cents',
    sortsDescendingFirst: true,
    cell: (row) => formatCentsShort(row.cents),
  },
  {
    id: 'weeks',
    header: 'Votes, 12 wks',
    group: 'Activity',
    widthPx: 115,
    cell: (row) => <Sparkline values={row.weeks} />,
  },
  {
    id: 'comments',
    header: 'Comments',
    group: 'Activity',
    widthPx: 100,
    align: 'end',
    hidden: true,
    cell: (row) => formatNumber(row.comments),
  },
  { id: 'forum', header: 'Forum', group: 'Details', widthPx: 123, cell: (row) => row.forum },
  {
    id: 'labels',
    header: 'Labels',
    group: 'Details',
    widthPx: 153,
    cell: (row) => <Tags names={row.labels} />,
  },
  {
    id: 'owner',
    header: 'Owner',
    group: 'Details',
    widthPx: 150,
    cell: (row) =>
      row.owner === null ? (
        <QuietCell>Unassigned</QuietCell>
      ) : (
        <span className={styles.owner}>
          <Avatar name={row.owner} sizePx={22} decorative />
          {row.owner}
        </span>
      ),
  },
  // Neither text nor label: not in the list of columns (VALID-005).
  { id: 'mark', header: <span aria-hidden="true">·</span>, widthPx: 56, hidden: true, cell: () => '·' },
];

const SELECTION_KEY = 'gallery:selection';
const LAYOUT_KEY = 'gallery:layout';

function stored<Value>(key: string): Value | null {
  const text = localStorage.getItem(key);
  return text === null ? null : (JSON.parse(text) as Value);
}

function keep(key: string, value: unknown): void {
  if (value === null) localStorage.removeItem(key);
  else localStorage.setItem(key, JSON.stringify(value));
}

const forumOptions = ['Product', 'Mobile apps', 'Integrations', 'Portal'].map((name) => ({
  value: name,
  label: name,
}));

const idOf = ({ id }: { id: string }): string => id;

/**
 * The table with everything around it. Address parameters: `status` (loading, refetching, error, empty),
 * `count` (rows in all), `answer` (ms until rows come).
 */
export function TablePage() {
  const parameters = new URLSearchParams(location.search);
  const wanted = parameters.get('status');
  const answerMs = Number(parameters.get('answer') ?? '0');
  const total = wanted === 'empty' ? 0 : Number(parameters.get('count') ?? '1284');
  const toasts = useToasts();
  const [status, setStatus] = useState<TableStatus>(
    wanted === 'loading' || answerMs > 0
      ? 'loading'
      : wanted === 'error'
        ? 'error'
        : wanted === 'refetching'
          ? 'refetching'
          : 'ready',
  );
  const [search, setSearch] = useState('');
  const [tab, setTab] = useState('all');
  const [sort, setSort] = useState('-votes');
  const [page, setPage] = useState(1);
  const [perPage, setPerPage] = useState(20);
  const [density, setDensity] = useState<TableDensity>('comfortable');
  const [showsShortcuts, setShowsShortcuts] = useState(false);
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());
  const [forums, setForums] = useState<string[]>(['Product', 'Mobile apps', 'Portal']);
  const [savedLayout, setSavedLayout] = useState<StoredLayout | null>(() => stored(LAYOUT_KEY));
  const layout = useTableLayout(columns, savedLayout, (next) => {
    setSavedLayout(next);
    keep(LAYOUT_KEY, next);
  });
  const selection = useRowSelection(stored<StoredSelection>(SELECTION_KEY), (value) =>
    keep(SELECTION_KEY, value),
  );
  const { dispatch } = selection;
  const selectedIds = useSelectedIds(selection);
  useShortcut('?', () => setShowsShortcuts(true), { label: 'Show this list', group: 'General' });

  useEffect(() => {
    if (answerMs === 0) return undefined;
    const timer = setTimeout(() => setStatus('ready'), answerMs);
    return () => clearTimeout(timer);
  }, [answerMs]);

  const all = useMemo(
    () => sampleRows(Math.min(total, 2000)).filter((row) => !gone.has(row.id)),
    [total, gone],
  );
  const rows = useMemo(() => {
    const order = readSort(sort);
    const found = all.filter((row) => row.title.toLowerCase().includes(search.toLowerCase()));
    const sorted = found.toSorted((a, b) => {
      const difference = order?.key === 'cents' ? a.cents - b.cents : a.votes - b.votes;
      return order?.descending === true ? -difference : difference;
    });
    return sorted.slice((page - 1) * perPage, page * perPage);
  }, [all, sort, search, page, perPage]);
  const hasRows = status === 'ready' || status === 'refetching';
  const chips: FilterChip[] =
    forums.length === 0
      ? []
      : [
          {
            id: 'forum',
            field: 'Forum',
            operator: 'is any of',
            value:
              forums.length > 2
                ? `${forums.slice(0, 2).join(', ')} +${forums.length - 2}`
                : forums.join(', '),
          },
        ];

  return (
    <>
      <header className={styles.head}>
        <h1>Ideas</h1>
        <span className={styles.total}>{hasRows ? formatNumber(total) : ''}</span>
        <SearchField label="Search ideas" value={search} onChange={setSearch} />
        <ColumnsButton layout={layout} density={density} onDensity={setDensity} />
        <Button variant="primary" icon={<IconPlus size={14} stroke={2} aria-hidden="true" />}>
          Add feedback
        </Button>
      </header>
      <div className={styles.tabs}>
        <Tabs
          label="Saved views"
          value={tab}
          onChange={setTab}
          items={[
            { id: 'all', label: 'All ideas', href: '#all' },
            { id: 'decision', label: 'Needs decision', href: '#decision' },
            { id: 'roadmap', label: 'On the roadmap', href: '#roadmap' },
          ]}
        />
      </div>
      <div className={styles.filters}>
        <FilterChips
          chips={chips}
          fields={[
            { id: 'forum', label: 'Forum' },
            { id: 'status', label: 'Status' },
          ]}
          onRemove={() => setForums([])}
          renderEditor={() => (
            <OptionPicker
              label="Forum"
              options={forumOptions}
              multiple
              selected={forums}
              onChoose={({ value }) =>
                setForums(
                  forums.includes(value) ? forums.filter((other) => other !== value) : [...forums, value],
                )
              }
            />
          )}
        />
      </div>
      <div className={styles.tablePlace}>
        <DataTable<SampleRow>
          label="Ideas"
          layout={layout}
          rows={hasRows ? rows : undefined}
          rowId={idOf}
          rowName={(row) => row.title}
          status={status}
          onRetry={() => setStatus('ready')}
          empty={{ reason: 'No ideas match these filters.', action: <Button>Clear filters</Button> }}
          sort={sort}
          onSort={parameters.get('sort') === 'none' ? undefined : setSort}
          selection={selection}
          density={density}
          onOpen={(row) => toasts.info(`Opened ${row.title}`)}
          onPeek={(row) => toasts.info(`Peeked at ${row.title}`)}
        />
        <BulkBar count={selectedIds.size} onClear={selection.clear}>
          <BulkButton onClick={() => toasts.success('Idea updated!')}>Set status</BulkButton>
          <BulkButton>Label</BulkButton>
          <BulkButton disabledReason="You may not change owners.">Set owner</BulkButton>
          <BulkButton
            onClick={() => {
              const next = new Set([...gone, ...[...selectedIds].slice(0, 1)]);
              setGone(next);
              dispatch({
                type: 'prune',
                validIds: sampleRows(total)
                  .map((row) => row.id)
                  .filter((id) => !next.has(id)),
              });
            }}
          >
            Delete the first
          </BulkButton>
        </BulkBar>
      </div>
      <Pagination
        page={page}
        perPage={perPage}
        rowCount={hasRows ? rows.length : undefined}
        total={hasRows ? (parameters.get('total') ?? total) : null}
        onPageChange={setPage}
        onPerPageChange={(size) => {
          setPerPage(size);
          setPage(1);
        }}
        {...(parameters.has('default') ? { defaultPerPage: Number(parameters.get('default')) } : {})}
      />
      <ShortcutSheet opened={showsShortcuts} onClose={() => setShowsShortcuts(false)} />
    </>
  );
}
