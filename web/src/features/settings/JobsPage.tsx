import { useQuery } from '@tanstack/react-query';
import { IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { SettingsJobsQuery } from '../../api/generated/graphql.ts';
import { graphql } from '../../api/graphql.ts';
import { request } from '../../api/runtime.ts';
import { Button } from '../../ui/elements/Button.tsx';
import { ConfirmDialog } from '../../ui/overlay/Dialog.tsx';
import { ScrollRegion } from '../../ui/elements/ScrollRegion.tsx';
import { RelativeTime } from '../../ui/elements/Figures.tsx';
import { formatDateTime, formatNearTime } from '../../ui/text/format.ts';
import rows from '../../ui/page/rows.module.css';
import { Section, Sections } from '../../ui/page/SheetPage.tsx';
import { EmptyState } from '../../ui/loading/states.tsx';
import { useCommand } from '../../forms/useCommand.ts';
import { jobsMessages as texts } from './jobsMessages.ts';
import { SettingsPage } from './SettingsPage.tsx';
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
  });
  return (
    <SettingsPage
      query={query}
      title={texts.title}
      what={texts.what}
      controls={
        <Button loading={query.isFetching && !query.isPending} onClick={() => void query.refetch()}>
          {texts.refresh}
        </Button>
      }
    >
      {({ dead_jobs: dead, scheduled_jobs: scheduled }) => (
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
              <ScrollRegion className={styles.scheduledBox} label={texts.scheduled}>
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
                        <td>
                          <time dateTime={job.next_at} title={formatDateTime(job.next_at)}>
                            {formatNearTime(job.next_at)}
                          </time>
                        </td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </ScrollRegion>
            )}
          </Section>
        </Sections>
      )}
    </SettingsPage>
  );
}

/** A name that opens what is to be said about it. */
function Explained({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <details className={styles.explained}>
      <summary className={rows.name}>
        <IconChevronRight size={14} stroke={2} aria-hidden="true" />
        {name}
      </summary>
      {children}
    </details>
  );
}

function DeadRow({ job }: { job: DeadJob }) {
  const [isAsking, setIsAsking] = useState(false);
  const name = job.description ?? texts.unknownJob(job.task);
  const retry = useCommand(retryDocument, { done: texts.retried, failed: texts.failed });
  const remove = useCommand(removeDocument, { done: texts.removed, failed: texts.failed });
  const isBusy = retry.isRunning || remove.isRunning;
  return (
    <li className={rows.row}>
      <div className={rows.text}>
        <Explained
          name={
            <span>
              {name}
              {job.about === '' ? null : <span className={styles.about}> {job.about}</span>}
            </span>
          }
        >
          <p className={rows.meta}>
            {texts.tries(job.tries)} · {texts.diedAt} {formatDateTime(job.died_at)}
            {job.asked_at === null ? null : (
              <>
                {' · '}
                {texts.askedAt} {formatDateTime(job.asked_at)}
              </>
            )}
          </p>
        </Explained>
        <p className={rows.problem}>{job.problem ?? texts.noProblem}</p>
      </div>
      <div className={styles.actions}>
        <Button
          loading={retry.isRunning}
          disabled={job.description === null || isBusy}
          disabledReason={job.description === null ? texts.unknownReason : null}
          onClick={() => void retry.run({ id: job.id })}
          aria-label={texts.retryOf(name)}
        >
          {texts.retry}
        </Button>
        <Button
          variant="danger-text"
          disabled={isBusy}
          onClick={() => setIsAsking(true)}
          aria-label={texts.removeOf(name)}
        >
          {texts.remove}
        </Button>
      </div>
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={() => void remove.run({ id: job.id }).then(() => setIsAsking(false))}
        title={texts.confirmTitle}
        confirmLabel={texts.remove}
        danger
        working={remove.isRunning}
      >
        {texts.confirmText}
      </ConfirmDialog>
    </li>
  );
}
