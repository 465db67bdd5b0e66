import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { benchScope } from '../generate.ts';
import { startServer } from '../server.ts';
import { missingOfPoisonJob } from './happened.ts';
import { openBenchJobs } from './job_worker.ts';
import { conclude, seconds, signIn, until, withWorkspace } from './members.ts';

const MOST_RUNS = 3;
const PATIENCE_MS = 300_000;
const GUILTY = ['bench_refuses', 'bench_kills'];
/** Jobs that take longer than the one that kills lets its worker live: they are in hand at each death, unless something keeps them apart. */
const BYSTANDERS = 4;

/** A job that always fails and one that takes its worker down: three runs at most, shown among the dead jobs, and the jobs beside them done, those in hand at the deaths too. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { neighbours: { type: 'string', default: '40' } } });
  const neighbours = Number(values.neighbours);
  await withWorkspace(async ({ url, pool, sid }) => {
    console.log(
      `A job that fails and one that kills its worker, among ${neighbours} others; and ${BYSTANDERS} that are in hand at its deaths; expected: at most ${MOST_RUNS} runs each, both shown, all others done, no innocent dead`,
    );
    await pool.query('create table bench_runs (job text not null)');
    await pool.query('create table bench_effects (n int primary key)');
    // brings the queue, and shows what died
    const server = await startServer(url);
    const jobs = await openBenchJobs(url, null);
    let isEnding = false;
    let deaths = 0;
    let worker = null as ChildProcess | null;
    const start = (): void => {
      worker = fork(join(import.meta.dirname, 'job_worker.ts'), [url, sid], {
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      });
      // as whatever looks after the service would do
      worker.once('exit', () => {
        if (isEnding) return;
        deaths += 1;
        start();
      });
    };
    try {
      const ask = (task: string, payload: Record<string, unknown> = {}): Promise<void> =>
        benchScope(pool, sid).write((tx) => jobs.enqueue(tx, task, { subdomain_id: sid, ...payload }));
      for (let n = 1; n <= neighbours; n += 1) {
        await ask('bench_works', { n });
        if (n === neighbours / 2) for (const task of GUILTY) await ask(task);
      }
      for (let n = 1; n <= BYSTANDERS; n += 1) await ask('bench_slow', { n: neighbours + n });
      start();
      const [member] = await signIn(pool, server.port, 1);
      const done = async (): Promise<number> =>
        (
          await pool.query<{ n: number }>('select count(*)::int as n from bench_effects where n <= $1', [
            neighbours,
          ])
        ).rows[0]!.n;
      const neighboursMs = await until(
        'the others are done',
        async () => (await done()) === neighbours,
        PATIENCE_MS,
      );
      let dead: { task: string; problem: string | null; tries: number }[] = [];
      const deadMs = await until(
        'both are shown',
        async () =>
          (dead = (
            await member!.data<{ dead_jobs: typeof dead }>('query { dead_jobs { task problem tries } }')
          ).dead_jobs).filter(({ task }) => GUILTY.includes(task)).length === 2,
        PATIENCE_MS,
      );
      // nothing comes after the last try
      await until(
        'the queue is at rest',
        async () =>
          (
            await pool.query(
              "select 1 from pgboss.job where name like 'bench_%' and state in ('created', 'retry', 'active')",
            )
          ).rowCount === 0,
        PATIENCE_MS,
      );
      // all of them, those that died after the two as well
      dead = (await member!.data<{ dead_jobs: typeof dead }>('query { dead_jobs { task problem tries } }'))
        .dead_jobs;
      const innocents = dead.filter(({ task }) => !GUILTY.includes(task)).length;
      const bystandersDone = (await pool.query('select 1 from bench_effects where n > $1', [neighbours]))
        .rowCount!;
      const { rows } = await pool.query<{ job: string; runs: number }>(
        'select job, count(*)::int as runs from bench_runs group by job order by job',
      );
      for (const { task, problem, tries } of dead)
        console.log(`  shown: ${task}, ${tries} tries, ${problem ?? 'its worker died'}`);
      conclude(
        `${rows.map(({ job, runs }) => `${job} ran ${runs} times`).join(', ')}, ${deaths} workers died, ${await done()} others done after ${seconds(neighboursMs)}, both shown after ${seconds(neighboursMs + deadMs)}; of ${BYSTANDERS} in hand at the deaths ${bystandersDone} done, ${innocents} innocents died`,
        rows.every(({ job, runs }) => !GUILTY.includes(job) || runs <= MOST_RUNS) &&
          dead.every(({ tries }) => tries <= MOST_RUNS) &&
          innocents === 0 &&
          bystandersDone === BYSTANDERS &&
          (await done()) === neighbours,
        missingOfPoisonJob({
          deaths,
          bystanders: BYSTANDERS,
          runs: Object.fromEntries(rows.map(({ job, runs }) => [job, runs])),
        }),
      );
    } finally {
      isEnding = true;
      worker?.kill('SIGKILL');
      await jobs.close();
      await server.close();
    }
  });
}
