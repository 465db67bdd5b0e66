import { CronExpressionParser } from 'cron-parser';
import { sql } from 'kysely';
import type { DeadJob, TaskService } from '../services/tasks.ts';
import type { Tx } from '../sql/kysely.ts';
import type { Task } from '../core/task.ts';
import type { Scheduled } from './tasks.ts';

/** Jobs whose tries are used up are kept here, to be looked at and tried again. */
export const DEAD_JOBS = 'dead';

const SHOWN = 200;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

interface Row {
  id: string;
  source_name: string | null;
  source_retry_count: number | null;
  source_created_on: Date | null;
  created_on: Date;
  data: Record<string, unknown>;
  output: unknown;
}

const COLUMNS = sql`j.id::text as id, j.source_name, j.source_retry_count, j.source_created_on, j.created_on, j.data, j.output`;

/**
 * What is known of jobs that failed for good, and of those that come again. The queue's own tables belong
 * to no tenant, so each statement here compares the workspace that stands in the job.
 */
export function deadJobs(
  tasks: readonly Task[],
  schedule: readonly Scheduled[],
  enqueue: TaskService['enqueue'],
): Pick<TaskService, 'dead' | 'retryDead' | 'removeDead' | 'schedule'> {
  const known = new Map(tasks.map((task) => [task.name, task]));
  const read = (row: Row): DeadJob => ({
    id: row.id,
    task: row.source_name ?? '',
    description: known.get(row.source_name ?? '')?.description ?? null,
    payload: row.data,
    problem: problemOf(row.output),
    tries: (row.source_retry_count ?? 0) + 1,
    asked_at: row.source_created_on,
    died_at: row.created_on,
  });

  /** Takes a dead job out of its queue; of two who do so at once one gets it. */
  async function take(tx: Tx, subdomain_id: string, id: string): Promise<DeadJob | null> {
    if (!UUID.test(id)) return null;
    const { rows } =
      await sql<Row>`delete from pgboss.job j where j.name = ${DEAD_JOBS} and j.id = ${id}::uuid and j.data->>'subdomain_id' = ${subdomain_id} returning ${COLUMNS}`.execute(
        tx,
      );
    return rows[0] ? read(rows[0]) : null;
  }

  return {
    dead: async (db, subdomain_id) => {
      const { rows } =
        await sql<Row>`select ${COLUMNS} from pgboss.job j where j.name = ${DEAD_JOBS} and j.data->>'subdomain_id' = ${subdomain_id} order by j.created_on desc, j.id limit ${SHOWN}`.execute(
          db,
        );
      return rows.map(read);
    },
    retryDead: async (tx, subdomain_id, id) => {
      if (!UUID.test(id)) return null;
      const { rows } =
        await sql<Row>`select ${COLUMNS} from pgboss.job j where j.name = ${DEAD_JOBS} and j.id = ${id}::uuid and j.data->>'subdomain_id' = ${subdomain_id} for update`.execute(
          tx,
        );
      // what this version cannot do stays where it is
      if (!rows[0] || !known.has(rows[0].source_name ?? '')) return null;
      const job = await take(tx, subdomain_id, id);
      if (job) await enqueue(tx, job.task, { ...job.payload });
      return job;
    },
    removeDead: take,
    schedule: async (db, subdomain_id, now) => {
      const names = schedule.map(({ task }) => task.name);
      const { rows } = await sql<{
        name: string;
        last_at: Date;
      }>`select j.name, max(j.completed_on) as last_at from pgboss.job j where j.name = any(${names}::text[]) and j.state = 'completed' and j.data->>'subdomain_id' = ${subdomain_id} group by j.name`.execute(
        db,
      );
      const last = new Map(rows.map(({ name, last_at }) => [name, last_at]));
      return schedule
        .map(({ task, cron }) => ({
          task: task.name,
          description: task.description,
          cron,
          next_at: CronExpressionParser.parse(cron, { currentDate: now, tz: 'UTC' }).next().toDate(),
          last_at: last.get(task.name) ?? null,
        }))
        .toSorted((a, b) => a.next_at.getTime() - b.next_at.getTime());
    },
  };
}

/** What a try said when it failed; null when its worker died, which then says so itself or nothing. */
function problemOf(output: unknown): string | null {
  if (typeof output !== 'object' || output === null) return null;
  const { message } = output as { message?: unknown };
  return typeof message === 'string' && message !== '' ? message : null;
}
