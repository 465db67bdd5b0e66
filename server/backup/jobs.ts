import { PgBoss } from 'pg-boss';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { Task } from '../core/task.ts';
import { DEAD_JOBS } from '../jobs/dead_jobs.ts';
import { openJobs } from '../jobs/worker.ts';
import { hasTable, JOBS_TABLE } from './tables.ts';

/** A job as a backup keeps it: what it is about, and for a dead one how it died. */
interface KeptJob {
  name: string;
  data: string;
  singleton_key: string | null;
  start_after: string;
  created_on: string;
  output: string | null;
  source_name: string | null;
  source_retry_count: number | null;
  source_created_on: string | null;
}

/** Jobs that wait, are under way or are dead, as lines of JSON; null while the database has no queue. */
export async function selectJobs(
  client: pg.ClientBase,
  tasks: readonly Task[],
  subdomain_id: string | null,
): Promise<string | null> {
  if (!(await hasTable(client, JOBS_TABLE))) return null;
  const names = [DEAD_JOBS, ...tasks.map(({ name }) => name)]
    .map((name) => `'${name.replaceAll("'", "''")}'`)
    .join(', ');
  const whose = subdomain_id === null ? '' : ` and j.data->>'subdomain_id' = '${BigInt(subdomain_id)}'`;
  return `select row_to_json(r)::text as line from (
    select j.name, j.data::text as data, j.singleton_key, j.start_after::text as start_after, j.created_on::text as created_on, j.output::text as output,
      j.source_name, j.source_retry_count, j.source_created_on::text as source_created_on
    from pgboss.job j where j.name in (${names}) and j.state < 'completed'${whose} order by j.created_on, j.id) r`;
}

/** Puts kept jobs into the queue, in a transaction that is open elsewhere. */
export interface JobWriter {
  /** Jobs of tasks that this version does not know are left out. @returns how many were put in */
  write: (client: pg.ClientBase, lines: readonly string[]) => Promise<number>;
  close: () => Promise<void>;
}

/** Makes the queues where they are missing, and opens a writer. */
export async function openJobWriter(url: string, tasks: readonly Task[], log: Logger): Promise<JobWriter> {
  const jobs = await openJobs({ url, tasks, worksHere: false, log });
  await jobs.close();
  const boss = new PgBoss({
    connectionString: url,
    application_name: 'earshot restore',
    max: 1,
    supervise: false,
    schedule: false,
  });
  boss.on('error', (error) => log.warn({ reason: error.message }, 'The job queue met an error.'));
  await boss.start();
  const known = new Set(tasks.map(({ name }) => name));
  return {
    write: async (client, lines) => {
      const db = {
        executeSql: (text: string, values?: unknown[]) =>
          client.query(text, values) as Promise<{ rows: never[] }>,
      };
      const byName = new Map<string, KeptJob[]>();
      for (const line of lines) {
        const job = JSON.parse(line) as KeptJob;
        if (job.name !== DEAD_JOBS && !known.has(job.name)) continue;
        byName.set(job.name, [...(byName.get(job.name) ?? []), job]);
      }
      let count = 0;
      for (const [name, kept] of byName) {
        if (name === DEAD_JOBS) {
          for (const job of kept) count += await writeDead(boss, client, db, job);
          continue;
        }
        const made = kept.map((job) => ({
          data: JSON.parse(job.data) as object,
          startAfter: new Date(job.start_after),
          ...(job.singleton_key === null ? {} : { singletonKey: job.singleton_key }),
        }));
        await boss.insert(name, made, { db });
        count += made.length;
      }
      return count;
    },
    close: () => boss.stop({ graceful: false, close: true }),
  };
}

/** A dead job keeps what is known of its end. */
async function writeDead(
  boss: PgBoss,
  client: pg.ClientBase,
  db: { executeSql: (text: string, values?: unknown[]) => Promise<{ rows: never[] }> },
  job: KeptJob,
): Promise<number> {
  const id = await boss.send(DEAD_JOBS, JSON.parse(job.data) as object, { db });
  if (id === null) return 0;
  await client.query(
    'update pgboss.job set output = $3::jsonb, source_name = $4, source_retry_count = $5, source_created_on = $6::timestamptz, created_on = $7::timestamptz where name = $1 and id = $2',
    [
      DEAD_JOBS,
      id,
      job.output,
      job.source_name,
      job.source_retry_count,
      job.source_created_on,
      job.created_on,
    ],
  );
  return 1;
}
