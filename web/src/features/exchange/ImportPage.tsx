import { IconArrowBackUp, IconCircleCheck, IconFileText, IconPlayerStop } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { paging } from '../../../../contract/limits.ts';
import { displayName } from '../../../../contract/user_name.ts';
import { useCommand } from '../../forms/useCommand.ts';
import { usePageState } from '../../host/pageState.ts';
import { integerField, textField } from '../../host/search.ts';
import { Button } from '../../ui/elements/Button.tsx';
import { RelativeTime } from '../../ui/elements/Figures.tsx';
import { cx } from '../../ui/cx.ts';
import { formatDate } from '../../ui/text/format.ts';
import { DelayedSkeleton, Skeleton, Spinner } from '../../ui/loading/loading.tsx';
import { EmptyState, ErrorState } from '../../ui/loading/states.tsx';
import { Pagination } from '../../ui/table/Pagination.tsx';
import rows from '../../ui/page/rows.module.css';
import { SheetPage } from '../../ui/page/SheetPage.tsx';
import {
  isMoving,
  isOfCustomers,
  startImportDocument,
  stopImportDocument,
  useImports,
} from './importCalls.ts';
import type { ListedImport } from './importCalls.ts';
import { ImportDraft } from './ImportDraft.tsx';
import { Bar, DropField } from './ImportDrop.tsx';
import { importMessages as texts } from './importMessages.ts';
import { UndoImportDialog } from './UndoImportDialog.tsx';
import styles from './import.module.css';

/** `draft`: the import whose files are looked at, before it is started. */
const pageState = {
  page: integerField(1, 1, paging.maxPage),
  per_page: integerField(paging.defaultPageSize, 1, paging.maxPageSize),
  draft: textField(),
};

/** Imports of the workspace: files come in here, are looked at and rehearsed, and what came can be undone. */
export function ImportPage() {
  const [{ page, per_page, draft }, setState] = usePageState(pageState);
  if (draft !== '')
    return (
      <ImportDraft
        key={draft}
        id={draft}
        onLeave={() => setState({ draft: '' }, { replace: false })}
        onReplace={(id) => setState({ draft: id })}
      />
    );
  return (
    <ImportList
      page={page}
      perPage={per_page}
      onPage={(next) => setState({ page: next }, { replace: false })}
      onPerPage={(next) => setState({ page: 1, per_page: next })}
      onOpen={(id) => setState({ draft: id }, { replace: false })}
    />
  );
}

function ImportList({
  page,
  perPage,
  onPage,
  onPerPage,
  onOpen,
}: {
  page: number;
  perPage: number;
  onPage: (page: number) => void;
  onPerPage: (perPage: number) => void;
  onOpen: (id: string) => void;
}) {
  const query = useImports(page, perPage);
  const list = query.data?.imports;
  return (
    <SheetPage
      title={texts.title}
      refreshing={query.isFetching && !query.isPending && list?.records.some(isMoving) !== true}
      footer={
        list !== undefined && list.total_records > Math.min(perPage, paging.defaultPageSize) ? (
          <Pagination
            page={list.current_page}
            perPage={perPage}
            rowCount={list.records.length}
            total={list.total_records}
            onPageChange={onPage}
            onPerPageChange={onPerPage}
          />
        ) : null
      }
    >
      <div className={styles.column}>
        <DropField onBegun={onOpen} />
        {query.isPending ? (
          <RowsSkeleton />
        ) : query.isError && list === undefined ? (
          <ErrorState what={texts.what} onRetry={() => void query.refetch()} retrying={query.isFetching} />
        ) : list === undefined || list.records.length === 0 ? (
          <EmptyState title={texts.empty} reason={texts.emptyReason} />
        ) : (
          <section aria-labelledby="imports">
            <h2 id="imports" className={styles.listHead}>
              {texts.list} <span>{texts.listNote}</span>
            </h2>
            <ul className={rows.box} aria-labelledby="imports">
              {list.records.map((record) => (
                <ImportRow key={record.id} record={record} onOpen={() => onOpen(record.id)} />
              ))}
            </ul>
          </section>
        )}
      </div>
    </SheetPage>
  );
}

const nameOf = ({ file_names: [first = '', ...more] }: ListedImport): string =>
  more.length === 0 ? first : `${first}${texts.more(more.length)}`;

function ImportRow({ record, onOpen }: { record: ListedImport; onOpen: () => void }) {
  const [isAsking, setIsAsking] = useState(false);
  const { id, state } = record;
  const name = nameOf(record);
  const stop = useCommand(stopImportDocument, { failed: texts.stopFailed });
  const start = useCommand(startImportDocument, { failed: texts.startFailed });
  const isDraft = state === 'rehearsing' || state === 'ready' || state === 'faulty';
  const ended = state === 'done' || state === 'stopped' || state === 'failed';
  return (
    <li className={cx(rows.row, styles.row)} data-state={state}>
      <span className={styles.mark} data-state={state}>
        <StateIcon state={state} />
      </span>
      <div className={rows.text}>
        <p className={cx(rows.name, styles.name)} data-tip={name.length < 60 ? undefined : name}>
          {name}
        </p>
        <Facts record={record} name={name} />
        {state === 'running' || state === 'undoing' ? (
          <Bar label={texts.progressOf(name)} done={record.progress_done} total={record.progress_total} />
        ) : null}
        {record.problem === null ? null : <p className={rows.problem}>{record.problem}</p>}
      </div>
      <div className={styles.actions}>
        {state === 'running' ? (
          <Button
            icon={<IconPlayerStop size={14} stroke={2} aria-hidden="true" />}
            loading={stop.isRunning || record.is_stopping}
            onClick={() => void stop.run({ id })}
            aria-label={texts.stopOf(name)}
          >
            {texts.stop}
          </Button>
        ) : null}
        {isDraft ? (
          <Button onClick={onOpen} aria-label={texts.openOf(name)}>
            {texts.open}
          </Button>
        ) : null}
        {state === 'stopped' || state === 'failed' ? (
          <Button
            loading={start.isRunning}
            onClick={() => void start.run({ id })}
            aria-label={texts.againOf(name)}
          >
            {texts.again}
          </Button>
        ) : null}
        {ended && record.can_undo ? (
          <>
            <span className={styles.until}>{texts.undoUntil(formatDate(record.undo_until))}</span>
            <Button
              icon={<IconArrowBackUp size={15} stroke={2} aria-hidden="true" />}
              onClick={() => setIsAsking(true)}
              aria-label={texts.undoOf(name)}
            >
              {texts.undo}
            </Button>
          </>
        ) : null}
        {state === 'undone' ? <span className={styles.until}>{texts.undone}</span> : null}
      </div>
      {isAsking ? <UndoImportDialog id={id} name={name} onClose={() => setIsAsking(false)} /> : null}
    </li>
  );
}

function StateIcon({ state }: { state: string }) {
  const props = { size: 18, stroke: 1.75, 'aria-hidden': true } as const;
  if (state === 'running' || state === 'undoing' || state === 'rehearsing') return <Spinner size={18} />;
  if (state === 'undone') return <IconArrowBackUp {...props} />;
  if (state === 'done') return <IconCircleCheck {...props} />;
  if (state === 'stopped' || state === 'failed') return <IconPlayerStop {...props} />;
  return <IconFileText {...props} />;
}

/** What became of an import so far, in one line. */
function Facts({ record, name }: { record: ListedImport; name: string }) {
  const { state, progress_done: done, progress_total: total, report } = record;
  const seconds = useSecondsLeft(state === 'running' ? done : null, total);
  if (state === 'running')
    return (
      <p className={rows.meta}>
        {record.is_stopping
          ? texts.stopping
          : done === 0
            ? texts.waiting
            : texts.running(done, total, seconds)}
      </p>
    );
  if (state === 'undoing') return <p className={rows.meta}>{texts.undoing(done, total)}</p>;
  const who = record.user === null ? texts.commandLine : displayName(record.user);
  const when = <RelativeTime value={record.finished_at ?? record.created_at} />;
  if (report === null || state === 'rehearsing' || state === 'ready' || state === 'faulty')
    return (
      <p className={rows.meta}>
        {when}, {who} ·{' '}
        {state === 'rehearsing'
          ? texts.rehearsing
          : state === 'faulty'
            ? texts.faulty
            : state === 'stopped'
              ? texts.stopped
              : state === 'failed'
                ? texts.failed
                : texts.draft}
      </p>
    );
  const made = [
    ...(report.ideas.created > 0 ? [texts.created(report.ideas.created)] : []),
    ...(report.ideas.updated > 0 ? [texts.updated(report.ideas.updated)] : []),
    ...(report.supporters.created > 0 ? [texts.votes(report.supporters.created)] : []),
    ...(report.comments.created > 0 ? [texts.comments(report.comments.created)] : []),
    ...(isOfCustomers(record) ? customersOf(report) : []),
  ];
  const undone = record.undo_report;
  return (
    <p className={rows.meta}>
      {when}, {who} · {made.length === 0 ? texts.nothingNew : made.join(', ')}
      {undone !== null && state === 'undone' ? (
        <>
          {' · '}
          {isOfCustomers(record)
            ? texts.undoneCustomers
            : texts.undoneFacts(undone.ideas_removed, undone.ideas_restored, undone.ideas_kept)}
        </>
      ) : null}
      {report.refused > 0 ? (
        <>
          {' · '}
          {record.refused_url === null ? (
            texts.refused(report.refused)
          ) : (
            <a
              href={record.refused_url}
              download
              className={styles.inlineLink}
              aria-label={texts.refusedOf(name, report.refused)}
            >
              {texts.refused(report.refused)}
            </a>
          )}
        </>
      ) : null}
      {state === 'stopped' ? ` · ${texts.stopped}` : null}
    </p>
  );
}

function customersOf({
  people_created,
  people_updated,
  accounts,
}: NonNullable<ListedImport['report']>): string[] {
  const [changed, made, updated] = [people_updated ?? 0, accounts?.created ?? 0, accounts?.updated ?? 0];
  return [
    ...(people_created > 0 ? [texts.peopleCreated(people_created)] : []),
    ...(changed > 0 ? [texts.peopleUpdated(changed)] : []),
    ...(made > 0 ? [texts.accountsCreated(made)] : []),
    ...(updated > 0 ? [texts.accountsUpdated(updated)] : []),
  ];
}

/** Seconds until the end at the pace since this was first seen; null while that says nothing. */
function useSecondsLeft(done: number | null, total: number | null): number | null {
  const [from, setFrom] = useState<{ done: number; atMs: number } | null>(null);
  const [left, setLeft] = useState<number | null>(null);
  useEffect(() => {
    if (done === null || done === 0 || total === null) return;
    const now = performance.now();
    if (from === null) {
      setFrom({ done, atMs: now });
      return;
    }
    const seconds = (now - from.atMs) / 1000;
    if (seconds > 2 && done > from.done) setLeft(((total - done) / (done - from.done)) * seconds);
  }, [done, total, from]);
  return left;
}

function RowsSkeleton() {
  return (
    <DelayedSkeleton>
      {[0, 1, 2].map((index) => (
        <div key={index} className={cx(rows.row, styles.row)}>
          <Skeleton width={30} height={30} />
          <Skeleton width={`${46 - index * 6}%`} height={14} />
        </div>
      ))}
    </DelayedSkeleton>
  );
}
