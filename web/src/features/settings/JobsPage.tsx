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
import { formatDateTime } from '../../ui/format.ts';
import rows from '../../ui/rows.module.css';
import { Section, Sections, SheetPage } from '../../ui/SheetPage.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { useToasts } from '../../ui/Toasts.tsx';
import { jobsMessages as texts } from './jobsMessages.ts';
import { RowsSkeleton } from './RowsSkeleton.tsx';
import styles from './jobs.module.css';

const jobsDocument = graphql(`
  query SettingsJobs {
    dead_jobs {
      id
      task
      description
      about
      problem
      tries
      asked_at
      died_at
    }
    scheduled_jobs {
      task
      description
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
  const scheduled = query.data?.scheduled_jobs ?? [];
  return (
    <SheetPage
      title={texts.title}
      controls={
        <Button loading={query.isFetching && !query.isPending} onClick={() => void query.refetch()}>
          {texts.refresh}
        </Button>
      }
      refreshing={query.isFetching && !query.isPending}
    >
      {query.isPending ? (
        <RowsSkeleton />
      ) : query.isError && query.data === undefined ? (
        <ErrorState what={texts.what} onRetry={() => void query.refetch()} retrying={query.isFetching} />
      ) : (
        <Sections>
          <Section id="dead-jobs" title={texts.dead} total={dead.length} note={texts.deadNote}>
            {dead.length === 0 ? (
              <div className={rows.box}>
                <EmptyState title={texts.empty} reason={texts.emptyReason} />
              </div>
            ) : (
              <ul className={rows.box} aria-label={texts.dead}>
                {dead.map((job) => (
                  <DeadRow key={job.id} job={job} />
                ))}
              </ul>
            )}
          </Section>
          <Section id="scheduled-jobs" title={texts.scheduled} note={texts.scheduledNote}>
            {scheduled.length === 0 ? (
              <div className={rows.box}>
                <EmptyState title={texts.noneScheduled} reason={texts.noneScheduledReason} />
              </div>
            ) : (
              <table className={`${rows.table} ${styles.scheduled}`} aria-labelledby="scheduled-jobs">
                <thead>
                  <tr>
                    <th scope="col">{texts.job}</th>
                    <th scope="col" className={styles.when}>
                      {texts.last}
                    </th>
                    <th scope="col" className={styles.when}>
                      {texts.next}
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {scheduled.map((job) => (
                    <tr key={job.task}>
                      <th scope="row">{job.description}</th>
                      <td>
                        <RelativeTime value={job.last_at} whenNull={texts.never} />
                      </td>
                      <td>{formatDateTime(job.next_at)}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            )}
          </Section>
        </Sections>
      )}
    </SheetPage>
  );
}

function DeadRow({ job }: { job: DeadJob }) {
  const toasts = useToasts();
  const [doing, setDoing] = useState<'retry' | 'remove' | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const name = job.description ?? texts.unknownJob(job.task);
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
    <li className={rows.row}>
      <div className={rows.text}>
        <p className={rows.name}>
          {name}
          {job.about === '' ? null : <span className={styles.about}> {job.about}</span>}
        </p>
        <p className={rows.problem}>{job.problem ?? texts.noProblem}</p>
        <p className={rows.meta}>
          {texts.tries(job.tries)} · {texts.diedAt} {formatDateTime(job.died_at)}
          {job.asked_at === null ? null : (
            <>
              {' · '}
              {texts.askedAt} {formatDateTime(job.asked_at)}
            </>
          )}
        </p>
      </div>
      <div className={styles.actions}>
        <Button
          loading={doing === 'retry'}
          disabled={job.description === null || doing !== null}
          disabledReason={job.description === null ? texts.unknownReason : null}
          onClick={() => void run('retry')}
          aria-label={texts.retryOf(name)}
        >
          {texts.retry}
        </Button>
        <Button
          variant="danger-text"
          disabled={doing !== null}
          onClick={() => setIsAsking(true)}
          aria-label={texts.removeOf(name)}
        >
          {texts.remove}
        </Button>
      </div>
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={() => void run('remove')}
        title={texts.confirmTitle}
        confirmLabel={texts.remove}
        danger
        working={doing === 'remove'}
      >
        {texts.confirmText}
      </ConfirmDialog>
    </li>
  );
}
