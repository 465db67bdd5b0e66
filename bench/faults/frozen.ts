import { fork, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { recountTenant } from '../../server/domain/ideas/recount.ts';
import { benchScope } from '../generate.ts';
import { startServer } from '../server.ts';
import { openBenchJobs } from './job_worker.ts';
import { conclude, firstForum, seconds, signIn, until, withWorkspace, type Member } from './members.ts';

/** No one waits longer for the records of a frozen process: the limit of a transaction that does nothing is 10 s. */
const BAR_MS = 13_000;
/** A job is another worker's by then: heartbeat, look, start. */
const TAKEN_OVER_BAR_MS = 30_000;
const PATIENCE_MS = 60_000;

/**
 * A server stopped (SIGSTOP) inside a transaction, and a worker stopped with a job in hand: others go on within
 * seconds, and when the stopped ones go on, every vote is there once and every job has had its effect once.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { jobs: { type: 'string', default: '6' } } });
  const jobsWanted = Number(values.jobs);
  await withWorkspace(async ({ url, pool, sid }) => {
    console.log(
      `A server stopped inside a transaction, a worker stopped with a job in hand; expected: others served within ${BAR_MS / 1000} s, the job taken over within ${TAKEN_OVER_BAR_MS / 1000} s, each vote and each effect there once`,
    );
    const [frozen, other] = await Promise.all([
      startServer(url, { LOG_LEVEL: 'fatal' }),
      startServer(url, { LOG_LEVEL: 'fatal' }),
    ]);
    const workers: ChildProcess[] = [];
    try {
      const votes = await freezeServer({ pool, sid, frozen, other });
      const jobs = await freezeWorker({ url, pool, sid, count: jobsWanted, workers });
      conclude(
        `stopped ${votes.state}, ${votes.held} votes of others waited for it, the slowest ${seconds(votes.slowest)}; ${votes.found} of ${votes.expected} votes found, ${votes.drift} wrong counters; job taken over after ${seconds(jobs.takenOver)}, ${jobs.done} of ${jobsWanted} jobs done, ${jobs.runs} runs, ${jobs.effects} effects`,
        votes.state === 'idle in transaction' &&
          votes.held > 0 &&
          votes.slowest <= BAR_MS &&
          votes.found === votes.expected &&
          votes.drift === 0 &&
          jobs.takenOver <= TAKEN_OVER_BAR_MS &&
          jobs.done === jobsWanted &&
          jobs.runs > jobsWanted &&
          jobs.effects === jobsWanted,
      );
    } finally {
      for (const worker of workers) worker.kill('SIGKILL');
      process.kill(frozen.pid, 'SIGCONT');
      await Promise.all([frozen.close(), other.close()]);
    }
  });
}

type Place = Parameters<Parameters<typeof withWorkspace>[0]>[0];
type Server = Awaited<ReturnType<typeof startServer>>;

const VOTE =
  'mutation ($idea: ID!, $user: ID!) { suggestion_admin_subscribe(id: $idea, user: $user) { id } }';

/** Votes through both servers on one idea; the first is stopped while it holds the idea. */
async function freezeServer({
  pool,
  sid,
  frozen,
  other,
}: Pick<Place, 'pool' | 'sid'> & { frozen: Server; other: Server }): Promise<{
  state: string;
  held: number;
  slowest: number;
  found: number;
  expected: number;
  drift: number;
}> {
  const [[a], [b]] = [await signIn(pool, frozen.port, 1), await signIn(pool, other.port, 1)];
  await Promise.all([a!.refreshToken(), b!.refreshToken()]);
  const { suggestion_create } = await b!.data<{ suggestion_create: { id: string } }>(
    'mutation ($forum: ID!) { suggestion_create(title: "Everybody wants it", links: { forum: $forum }) { id } }',
    { forum: await firstForum(pool, sid) },
  );
  const idea = suggestion_create.id;
  const count = async (): Promise<number> =>
    (
      await pool.query<{ n: number }>('select count(*)::int as n from supporters where suggestion_id = $1', [
        idea,
      ])
    ).rows[0]!.n;
  const before = await count();
  await pool.query(
    `insert into users (subdomain_id, name, email_address) select $1, 'Voter ' || n, 'voter' || n || '@people.example' from generate_series(1, 4000) n`,
    [sid],
  );
  const { rows: people } = await pool.query<{ id: string }>(
    "select id::text as id from users where subdomain_id = $1 and name like 'Voter %' order by id",
    [sid],
  );
  let asked = 0;
  const ending = new AbortController();
  const first = Array.from({ length: 4 }, async () => {
    while (!ending.signal.aborted && asked < people.length - 100) await vote(a!, idea, people[asked++]!.id);
  });
  // stopped and let go until it was met inside a transaction that has written: it holds the idea's row then
  let state = '';
  for (let tries = 0; tries < 400 && state === ''; tries += 1) {
    await sleep(7 + Math.random() * 20);
    process.kill(frozen.pid, 'SIGSTOP');
    // what was under way in the database comes to its end
    await sleep(60);
    const { rows } = await pool.query<{ state: string }>(
      `select a.state from pg_stat_activity a where a.datname = current_database() and a.application_name like $1 and a.state = 'idle in transaction' and a.backend_xid is not null
         and exists (select 1 from pg_locks l where l.pid = a.pid and l.relation = 'suggestions'::regclass and l.mode in ('RowShareLock', 'RowExclusiveLock'))`,
      [`earshot pool %:${frozen.pid} of %`],
    );
    state = rows[0]?.state ?? '';
    if (state === '') process.kill(frozen.pid, 'SIGCONT');
  }
  if (state === '') throw new Error('The server was never met inside a transaction.');
  ending.abort();
  const held = asked;
  const waits = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const began = performance.now();
      await vote(b!, idea, people[asked++]!.id);
      return performance.now() - began;
    }),
  );
  process.kill(frozen.pid, 'SIGCONT');
  await Promise.all(first);
  const drift = (await recountTenant(benchScope(pool, sid))).entries.length;
  console.log(
    `  stopped after ${held} votes; others waited ${seconds(Math.min(...waits))} to ${seconds(Math.max(...waits))}`,
  );
  return {
    state,
    held: waits.filter((ms) => ms > 1000).length,
    slowest: Math.max(...waits),
    found: (await count()) - before,
    expected: asked,
    drift,
  };
}

/** One vote, sent with its key until it is taken. */
async function vote(member: Member, idea: string, user: string): Promise<void> {
  const key = randomUUID();
  for (const deadline = Date.now() + PATIENCE_MS; ;) {
    const { status, text } = await member
      .post('/api/v2/admin/graphql', { query: VOTE, variables: { idea, user } }, key)
      .catch((error: Error) => ({ status: 0, text: error.message }));
    if (status === 200 && !text.includes('"errors"')) return;
    if (Date.now() > deadline) throw new Error(`A vote was not taken: ${status} ${text.slice(0, 200)}`);
    await sleep(100);
  }
}

/** Jobs that take a second each; their worker is stopped in the middle of one, and goes on while another has it. */
async function freezeWorker({
  url,
  pool,
  sid,
  count,
  workers,
}: Pick<Place, 'url' | 'pool' | 'sid'> & { count: number; workers: ChildProcess[] }): Promise<{
  takenOver: number;
  done: number;
  runs: number;
  effects: number;
}> {
  await pool.query('create table bench_runs (job text not null)');
  await pool.query('create table bench_effects (n int not null)');
  const jobs = await openBenchJobs(url, null);
  const start = (): ChildProcess => {
    const worker = fork(join(import.meta.dirname, 'job_worker.ts'), [url, sid], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    workers.push(worker);
    return worker;
  };
  const countOf = async (text: string): Promise<number> => (await pool.query<{ n: number }>(text)).rows[0]!.n;
  const runs = () => countOf("select count(*)::int as n from bench_runs where job = 'bench_slow'");
  const stopped = start();
  try {
    for (let n = 1; n <= count; n += 1)
      await benchScope(pool, sid).write((tx) => jobs.enqueue(tx, 'bench_slow', { subdomain_id: sid, n }));
    await until('a job is under way', async () => (await runs()) > 0, PATIENCE_MS);
    stopped.kill('SIGSTOP');
    // one that ended in the same moment had been written down by then
    await sleep(200);
    const [before, { rows: active }] = [
      await runs(),
      await pool.query<{ id: string }>(
        "select id::text as id from pgboss.job where name = 'bench_slow' and state = 'active'",
      ),
    ];
    if (active.length === 0) throw new Error('The worker was stopped with nothing in hand.');
    start();
    const takenOver = await until(
      'the job is taken over',
      async () =>
        (
          await pool.query(
            "select 1 from pgboss.job where name = 'bench_slow' and id = any($1::uuid[]) and (state = 'completed' or (state = 'active' and retry_count > 0))",
            [active.map(({ id }) => id)],
          )
        ).rowCount! > 0 && (await runs()) > before,
      PATIENCE_MS,
    );
    stopped.kill('SIGCONT');
    await until(
      'all are done',
      async () =>
        (await countOf(
          "select count(*)::int as n from pgboss.job where name = 'bench_slow' and state = 'completed'",
        )) === count,
      120_000,
    );
    await sleep(3000);
    return {
      takenOver,
      done: await countOf(
        "select count(*)::int as n from pgboss.job where name = 'bench_slow' and state = 'completed'",
      ),
      runs: await runs(),
      effects: await countOf('select count(*)::int as n from bench_effects'),
    };
  } finally {
    await jobs.close();
  }
}
