import { setTimeout } from 'node:timers/promises';
import { pino } from 'pino';
import pg from 'pg';
import type { Scope } from '../core/scope.ts';
import { defineTask, type Task } from '../core/task.ts';
import { openJobs, type Jobs } from './worker.ts';

/* For tests: a worker process that one of its jobs kills while it has others in hand: node mortal_worker.ts <database> <workspace>. */

const note = (pool: pg.Pool | null, line: string): Promise<unknown> =>
  pool!.query('insert into runs (line) values ($1)', [line]);

const tasksOn = (pool: pg.Pool | null): Task[] => [
  defineTask({
    name: 'kills',
    description: 'Takes its worker down.',
    run: async () => {
      await note(pool, 'kills');
      // what is asked for at the same time has begun by then
      await setTimeout(300);
      process.kill(process.pid, 'SIGKILL');
      // nothing after the signal is part of the run
      await new Promise(() => undefined);
    },
  }) as Task,
  ...['stands_by', 'stands_by_once'].map(
    (name) =>
      defineTask<{ n: number }>({
        name,
        description: 'Works for longer than the other one lets it.',
        ...(name === 'stands_by_once' ? { retries: 0 } : {}),
        run: async ({ n }) => {
          await setTimeout(1_000);
          await note(pool, `${name} ${n} done`);
        },
      }) as Task,
  ),
];

/** The queue with these jobs. @param pool null: to ask for them only */
export function openMortalJobs(url: string, pool: pg.Pool | null): Promise<Jobs> {
  return openJobs({ url, tasks: tasksOn(pool), worksHere: pool !== null, log: pino({ level: 'silent' }) });
}

if (import.meta.main) {
  const [url, sid] = process.argv.slice(2) as [string, string];
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  const jobs = await openMortalJobs(url, pool);
  // these jobs ask nothing of their scope
  const scope = { guardedBy: () => scope } as unknown as Scope;
  await jobs.work({
    schedule: [],
    workspaces: () => Promise.resolve([sid]),
    scopeOf: () => Promise.resolve(scope),
  });
}
