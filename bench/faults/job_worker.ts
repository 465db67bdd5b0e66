import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { pino } from 'pino';
import pg from 'pg';
import { defineTask, type Task } from '../../server/core/task.ts';
import { openJobs, type Jobs } from '../../server/jobs/worker.ts';
import { benchScope } from '../generate.ts';

/* A worker with jobs of its own that go wrong, beside one that works: node job_worker.ts <database> <workspace>. */

/** Writes down that a job was begun, by a connection of its own: what is done to the job does not undo it. */
const note = async (pool: pg.Pool, job: string): Promise<void> =>
  void (await pool.query('insert into bench_runs (job) values ($1)', [job]));

/** The jobs; `pool` is null where they are only asked for. */
const tasksOn = (pool: pg.Pool | null): Task[] => [
  defineTask({
    name: 'bench_refuses',
    description: 'Always fails.',
    run: async () => {
      await note(pool!, 'bench_refuses');
      throw new Error('It never works.');
    },
  }) as Task,
  defineTask({
    name: 'bench_kills',
    description: 'Takes its worker down.',
    run: async () => {
      await note(pool!, 'bench_kills');
      // as one that takes more and more memory does; what runs beside it for longer than this would die with it
      await setTimeout(500);
      process.kill(process.pid, 'SIGKILL');
    },
  }) as Task,
  defineTask<{ n: number }>({
    name: 'bench_slow',
    description: 'Writes after two seconds.',
    run: async ({ n }, { scope }) => {
      await note(pool!, 'bench_slow');
      await setTimeout(2_000);
      // nothing but the job itself keeps a second run from writing it again
      await scope.write((tx) => sql`insert into bench_effects (n) values (${n})`.execute(tx));
    },
  }) as Task,
  defineTask<{ n: number }>({
    name: 'bench_works',
    description: 'Works.',
    run: async ({ n }) =>
      void (await pool!.query('insert into bench_effects (n) values ($1) on conflict do nothing', [n])),
  }) as Task,
];

/** The queue with these jobs. @param pool null: to ask for them only */
export function openBenchJobs(url: string, pool: pg.Pool | null): Promise<Jobs> {
  return openJobs({ url, tasks: tasksOn(pool), worksHere: pool !== null, log: pino({ level: 'silent' }) });
}

if (import.meta.main) {
  const [url, sid] = process.argv.slice(2) as [string, string];
  const pool = new pg.Pool({ connectionString: url, max: 4 });
  const jobs = await openBenchJobs(url, pool);
  await jobs.work({
    schedule: [],
    workspaces: () => Promise.resolve([sid]),
    scopeOf: (id) => Promise.resolve(benchScope(pool, id)),
  });
}
