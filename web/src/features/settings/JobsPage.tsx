import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SettingsJobsQuery } from '../../api/generated/graphql.ts';
import { messageOf } from '../../api/errors.ts';
import { graphql } from '../../api/graphql.ts';
import { everyChange } from '../../api/refetch.ts';
import { request } from '../../api/runtime.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/Dialog.tsx';
import { RelativeTime } from '../../ui/Figures.tsx';
import { formatDateTime, formatNumber } from '../../ui/format.ts';
import { ProgressLine } from '../../ui/loading.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { ToastRoom } from '../../ui/ToastRoom.tsx';
import { useToasts } from '../../ui/Toasts.tsx';
import { jobsMessages as texts } from './jobsMessages.ts';
import { RowsSkeleton } from './RowsSkeleton.tsx';
import styles from './jobs.module.css';

const jobsDocument = graphql(`
  query SettingsJobs {
    dead_jobs {
      id
      task
      describe
      about
      problem
      tries
      asked_at
      died_at
    }
    scheduled_jobs {
      task
      describe
      next_at
      last_at
    }
  }
`);

const retryDocument = graphql(`
  mutation RetryDeadJob($id: String!) {
    dead_job_retry(id: $id)
  }
`);

const removeDocument = graphql(`
  mutation RemoveDeadJob($id: String!) {
    dead_job_remove(id: $id)
  }
`);

type DeadJob = SettingsJobsQuery['dead_jobs'][number];

/** Background work of the workspace: what failed for good, and what comes next. */
export function JobsPage() {
  const query = useQuery({
    queryKey: ['settings-jobs'],
    queryFn: ({ signal }) => request(jobsDocument, {}, { signal }),
    refetchInterval: 30_000,
    meta: { entities: { dead_job: everyChange } },
  });
  const dead = query.data?.dead_jobs ?? [];
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>{texts.title}</h1>
        <ToastRoom />
        <Button loading={query.isFetching && !query.isPending} onClick={() => void query.refetch()}>
          {texts.refresh}
        </Button>
      </header>
      <div className={styles.content}>
        <ProgressLine active={query.isFetching && !query.isPending} />
        {query.isPending ? (
          <RowsSkeleton />
        ) : query.isError && query.data === undefined ? (
          <ErrorState what={texts.what} onRetry={() => void query.refetch()} retrying={query.isFetching} />
        ) : (
          <div className={styles.frame}>
            <section aria-labelledby="dead-jobs">
              <h2 id="dead-jobs" className={styles.heading}>
                {texts.dead} <span className={styles.total}>{formatNumber(dead.length)}</span>
              </h2>
              <p className={styles.note}>{texts.deadNote}</p>
              {dead.length === 0 ? (
                <div className={styles.box}>
                  <EmptyState title={texts.empty} reason={texts.emptyReason} />
                </div>
              ) : (
                <ul className={styles.box} aria-label={texts.dead}>
                  {dead.map((job) => (
                    <DeadRow key={job.id} job={job} />
                  ))}
                </ul>
              )}
            </section>
            <section aria-labelledby="scheduled-jobs">
              <h2 id="scheduled-jobs" className={styles.heading}>
                {texts.scheduled}
              </h2>
              <p className={styles.note}>{texts.scheduledNote}</p>
              <table className={styles.table}>
                <thead>
                  <tr>
                    <th scope="col">{texts.job}</th>
                    <th scope="col">{texts.last}</th>
                    <th scope="col">{texts.next}</th>
                  </tr>
                </thead>
                <tbody>
                  {(query.data?.scheduled_jobs ?? []).map((job) => (
                    <tr key={job.task}>
                      <th scope="row">{job.describe}</th>
                      <td>
                        <RelativeTime value={job.last_at} whenNull={texts.never} />
                      </td>
                      <td>{formatDateTime(job.next_at)}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </section>
          </div>
        )}
      </div>
    </div>
  );
}

function DeadRow({ job }: { job: DeadJob }) {
  const toasts = useToasts();
  const [doing, setDoing] = useState<'retry' | 'remove' | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const name = job.describe ?? texts.unknownJob(job.task);
  const run = async (what: 'retry' | 'remove'): Promise<void> => {
    setDoing(what);
    try {
      if (what === 'retry') await request(retryDocument, { id: job.id });
      else await request(removeDocument, { id: job.id });
      toasts.success(what === 'retry' ? texts.retried : texts.removed);
    } catch (error) {
      toasts.error(texts.failed(messageOf(error)));
    } finally {
      setDoing(null);
      setIsAsking(false);
    }
  };
  return (
    <li className={styles.row}>
      <div className={styles.text}>
        <p className={styles.name}>
          {name}
          {job.about === '' ? null : <span className={styles.about}> {job.about}</span>}
        </p>
        <p className={styles.problem}>{job.problem ?? texts.noProblem}</p>
        <p className={styles.meta}>
          {texts.tries(job.tries)} · {texts.diedAt} <RelativeTime value={job.died_at} />
          {job.asked_at === null ? null : (
            <>
              {' · '}
              {texts.askedAt} {formatDateTime(job.asked_at)}
            </>
          )}
        </p>
      </div>
      <div className={styles.actions}>
        <Button loading={doing === 'retry'} disabled={job.describe === null || doing !== null} disabledReason={job.describe === null ? texts.unknownReason : null} onClick={() => void run('retry')} aria-label={texts.retryOf(name)}>
          {texts.retry}
        </Button>
        <Button variant="danger-text" disabled={doing !== null} onClick={() => setIsAsking(true)} aria-label={texts.removeOf(name)}>
          {texts.remove}
        </Button>
      </div>
      <ConfirmDialog opened={isAsking} onClose={() => setIsAsking(false)} onConfirm={() => void run('remove')} title={texts.confirmTitle} confirmLabel={texts.remove} danger working={doing === 'remove'}>
        {texts.confirmText}
      </ConfirmDialog>
    </li>
  );
}
