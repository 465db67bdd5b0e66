import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Scope } from '../core/scope.ts';
import { createTenantCheck } from '../sql/tenant_check.ts';
import { defineTask, type Task, type TaskContext } from '../core/task.ts';
import { buildTenant, systemViewer, testServices } from '../db/builders.ts';
import { readTenantTables } from '../db/tenant_tables.ts';
import { openTestDatabase, type TestDatabase } from '../db/testing.ts';
import { DEAD_JOBS } from './dead_jobs.ts';
import { openJobs, type Jobs } from './worker.ts';

let database: TestDatabase;
let jobs: Jobs;
/** Another process on the same queue. */
let second: Jobs | null;
let tenant: Awaited<ReturnType<typeof buildTenant>>;
let other: Awaited<ReturnType<typeof buildTenant>>;
const done: string[] = [];
let poisonRuns = 0;

const note = defineTask<{ text: string }>({
  name: 'note',
  description: 'Notes a text.',
  run: async ({ text, subdomain_id }, { scope }) => {
    done.push(`${subdomain_id}:${scope.viewer.subdomain_id}:${text}`);
  },
}) as Task;
/** Runs that stand still until they are called. */
const frozen: (() => void)[] = [];
const undone: string[] = [];
const slow = defineTask({
  name: 'slow',
  description: 'Stands still, then writes.',
  run: async (_payload, { scope }) => {
    await new Promise<void>((goOn) => void frozen.push(goOn));
    await scope
      .write((tx) =>
        tx
          .updateTable('installation_facts')
          .set({ value: sql`to_jsonb((value::text)::int + 1)` })
          .where('name', '=', 'frozen')
          .execute(),
      )
      .catch((error: Error) => {
        undone.push(error.name);
        throw error;
      });
  },
}) as Task;
const comesAgain = (name: string, due?: string) =>
  defineTask({
    name,
    description: 'Comes again.',
    ...(due === undefined ? {} : { due }),
    run: async ({ subdomain_id }) => {
      done.push(`${subdomain_id}:${name}`);
    },
  }) as Task;
const everywhere = comesAgain('everywhere');
const whereDue = comesAgain(
  'where_due',
  "select s.id as subdomain_id from subdomains s where s.name = 'Something to do'",
);
const poison = defineTask({
  name: 'poison',
  description: 'Always fails.',
  retries: 1,
  run: () => {
    poisonRuns += 1;
    return Promise.reject(new Error('It never works.'));
  },
}) as Task;

const scopeOf = (enqueue: Jobs | null): Scope =>
  new Scope(
    {
      pool: database.pool,
      readPool: database.pool,
      tenantCheck: check,
      services: { ...testServices(), ...(enqueue ? { tasks: enqueue } : {}) },
      now: () => new Date(),
    },
    systemViewer(tenant),
  );
let check: ReturnType<typeof createTenantCheck>;

beforeAll(async () => {
  database = await openTestDatabase();
  tenant = await buildTenant(database);
  check = createTenantCheck(await readTenantTables(database.pool));
  jobs = await openJobs({
    url: database.url,
    tasks: [note, poison, slow, everywhere, whereDue],
    worksHere: true,
    log: pino({ level: 'silent' }),
  });
  second = await openJobs({
    url: database.url,
    tasks: [slow],
    worksHere: true,
    log: pino({ level: 'silent' }),
  });
  other = await buildTenant(database);
  await jobs.work({
    schedule: [everywhere, whereDue].map((task) => ({ task, cron: '0 0 1 1 *' })),
    workspaces: () => Promise.resolve([tenant.id, other.id]),
    scopeOf: (id) => Promise.resolve(id === tenant.id || id === other.id ? scopeOf(null) : null),
  });
});
afterAll(async () => {
  await second?.close();
  await jobs.close();
  await database.close();
});

const ask = (
  text: string,
  options: { key?: string; startAfter?: Date; fail?: boolean } = {},
): Promise<void> =>
  scopeOf(jobs).write(async (tx) => {
    await jobs.enqueue(tx, 'note', { subdomain_id: tenant.id, text }, options);
    if (options.fail) throw new Error('taken back');
  });

test('a worker that was frozen and goes on after its job was taken over commits nothing more of it', async () => {
  await database.pool.query('insert into installation_facts (name, value) values ($1, $2)', ['frozen', '0']);
  await scopeOf(jobs).write((tx) => jobs.enqueue(tx, 'slow', { subdomain_id: tenant.id }));
  await expect.poll(() => frozen.length, { timeout: 60_000 }).toBe(1);
  // as if this worker had given no sign of life: the job waits for another try, and is taken by it
  await database.pool.query(
    "update pgboss.job set state = 'retry', start_after = now(), retry_count = 0 where name = 'slow' and state = 'active'",
  );
  await expect
    .poll(
      async () =>
        (await database.pool.query("select 1 from pgboss.job where name = 'slow' and state = 'retry'"))
          .rowCount,
    )
    .toBe(1);
  await second!.work({
    schedule: [],
    workspaces: () => Promise.resolve([]),
    scopeOf: () => Promise.resolve(scopeOf(null)),
  });
  await expect.poll(() => frozen.length, { timeout: 60_000 }).toBe(2);
  // the frozen one goes on first, while the other is in the middle of its run
  frozen[0]!();
  await expect.poll(() => undone, { timeout: 60_000 }).toEqual(['TakenOver']);
  frozen[1]!();
  await expect
    .poll(async () => (await database.pool.query("select state from pgboss.job where name = 'slow'")).rows, {
      timeout: 60_000,
    })
    .toEqual([{ state: 'completed' }]);
  expect(
    (await database.pool.query('select value from installation_facts where name = $1', ['frozen'])).rows,
  ).toEqual([{ value: 1 }]);
  // it knows of no workspace: what it took of what follows would be run in none
  await second!.close();
  second = null;
});

test('a job is run in the workspace that asked for it', async () => {
  await ask('hello');
  await expect.poll(() => done, { timeout: 60_000 }).toContain(`${tenant.id}:${tenant.id}:hello`);
});

test('a job exists exactly when the transaction that asked for it was committed', async () => {
  await expect(ask('taken back', { fail: true })).rejects.toThrow('taken back');
  await ask('after');
  await expect.poll(() => done, { timeout: 60_000 }).toContain(`${tenant.id}:${tenant.id}:after`);
  expect(done.some((line) => line.endsWith('taken back'))).toBe(false);
});

test('a job that comes again is run in each workspace in use, or in those alone in which there is something to do', async () => {
  await database.pool.query(`update subdomains set name = 'Something to do' where id = $1`, [other.id]);
  // as the clock would
  await database.pool.query(
    `insert into pgboss.job (name, data) values ('each_workspace', '{"task": "where_due"}'), ('each_workspace', '{"task": "everywhere"}')`,
  );
  const runs = (name: string) => done.filter((line) => line.endsWith(`:${name}`)).toSorted();
  await expect
    .poll(() => runs('everywhere'), { timeout: 90_000 })
    .toEqual([tenant.id, other.id].toSorted().map((id) => `${id}:everywhere`));
  await expect.poll(() => runs('where_due'), { timeout: 90_000 }).toEqual([`${other.id}:where_due`]);
});

test('of jobs with one key only one waits', async () => {
  const startAfter = new Date(Date.now() + 3_600_000);
  for (let time = 0; time < 3; time += 1) await ask('later', { key: 'same', startAfter });
  await ask('later', { key: 'other', startAfter });
  const { rows } = await database.pool.query<{ n: string }>(
    `select count(*) as n from pgboss.job where name = 'note' and data->>'text' = 'later'`,
  );
  expect(rows[0]!.n).toBe('2');
});

test('a job that always fails is tried again, then kept as dead, and its neighbours run', async () => {
  await scopeOf(jobs).write(async (tx) => {
    await jobs.enqueue(tx, 'poison', { subdomain_id: tenant.id });
    await jobs.enqueue(tx, 'note', { subdomain_id: tenant.id, text: 'neighbour' });
  });
  await expect.poll(() => done, { timeout: 60_000 }).toContain(`${tenant.id}:${tenant.id}:neighbour`);
  // the second try comes after a pause of some seconds; here it is not waited for
  await expect.poll(() => poisonRuns, { timeout: 60_000 }).toBe(1);
  await database.pool.query(`update pgboss.job set start_after = now() where name = 'poison'`);
  await expect.poll(() => poisonRuns, { timeout: 60_000 }).toBe(2);
  await expect
    .poll(
      async () =>
        (
          await database.pool.query(`select data->>'subdomain_id' as id from pgboss.job where name = $1`, [
            DEAD_JOBS,
          ])
        ).rows,
      { timeout: 60_000 },
    )
    .toEqual([{ id: tenant.id }]);
});

test('a job whose worker died is run again at once, whatever the wait after a failure would be', async () => {
  const startAfter = new Date(Date.now() + 3_600_000);
  await ask('left behind', { startAfter });
  // as a worker leaves it; after so many tries a failed one would wait for hours
  const { rowCount } = await database.pool.query(
    `update pgboss.job set state = 'active', started_on = now(), heartbeat_on = now() - interval '1 minute', retry_count = 12, retry_limit = 14 where name = 'note' and data->>'text' = 'left behind'`,
  );
  expect(rowCount).toBe(1);
  await expect.poll(() => done, { timeout: 60_000 }).toContain(`${tenant.id}:${tenant.id}:left behind`);
});

test('a job of a workspace that is gone has nothing to do', async () => {
  await scopeOf(jobs).write((tx) => jobs.enqueue(tx, 'note', { subdomain_id: '999999', text: 'nobody' }));
  await expect
    .poll(
      async () =>
        (
          await database.pool.query(
            `select state from pgboss.job where name = 'note' and data->>'text' = 'nobody'`,
          )
        ).rows,
      { timeout: 60_000 },
    )
    .toEqual([{ state: 'completed' }]);
  expect(done.some((line) => line.endsWith('nobody'))).toBe(false);
});

test('an unknown task is refused where it is asked for', async () => {
  await expect(
    scopeOf(jobs).write((tx) => jobs.enqueue(tx, 'nothing', { subdomain_id: tenant.id })),
  ).rejects.toThrow('There is no task nothing');
});

describe('an orderly stop', () => {
  /** A worker of its own for jobs that have one try alone: whatever used it up would leave them dead. */
  async function work(run: (context: TaskContext, text: string) => Promise<void>, batch = 10): Promise<Jobs> {
    const once = defineTask<{ text: string }>({
      name: 'once',
      description: 'Has one try.',
      retries: 0,
      batch,
      run: ({ text }, context) => run(context, text),
    }) as Task;
    const own = await openJobs({
      url: database.url,
      tasks: [once],
      worksHere: true,
      log: pino({ level: 'silent' }),
    });
    await own.work({
      schedule: [],
      workspaces: () => Promise.resolve([tenant.id]),
      scopeOf: () => Promise.resolve(scopeOf(null)),
    });
    return own;
  }
  const states = async (): Promise<unknown[]> =>
    (
      await database.pool.query(
        `select data->>'text' as text, state::text as state, retry_count as "usedUp" from pgboss.job where name = 'once' and state <> 'completed' order by 1`,
      )
    ).rows;
  const dead = async (): Promise<unknown[]> =>
    (
      await database.pool.query(
        `select data->>'text' as text from pgboss.job where name = $1 and source_name = 'once'`,
        [DEAD_JOBS],
      )
    ).rows;

  test('gives back the run of a job that ends for it, of one that has to be cut off and of one that was not begun; each is run again', async () => {
    for (const [way, batch] of [
      ['obeys', 10],
      ['cut off', 10],
      ['waits for obeys', 10],
    ] as const) {
      const begun: string[] = [];
      // two stops, so that what is counted twice is seen as well
      for (let stop = 0; stop < 2; stop += 1) {
        const stopped = await work(async ({ signal }, text) => {
          begun.push(text);
          await new Promise<void>((_done, fail) => {
            if (way !== 'cut off')
              signal.addEventListener('abort', () => fail(new Error('stopped')), { once: true });
          });
        }, batch);
        if (stop === 0) {
          await scopeOf(stopped).write(async (tx) => {
            await stopped.enqueue(tx, 'once', { subdomain_id: tenant.id, text: way });
            if (way === 'waits for obeys')
              await stopped.enqueue(tx, 'once', { subdomain_id: tenant.id, text: `${way}: next` });
          });
        }
        await expect.poll(() => begun.length, { timeout: 60_000 }).toBe(stop + 1);
        await stopped.close();
      }
      expect(begun).toHaveLength(2);
      expect(await states()).toEqual([
        { text: way, state: 'retry', usedUp: expect.any(Number) as number },
        ...(way === 'waits for obeys'
          ? [
              {
                text: `${way}: next`,
                state: expect.stringMatching(/retry|created/) as string,
                usedUp: expect.any(Number) as number,
              },
            ]
          : []),
      ]);
      const ended: string[] = [];
      const going = await work(async (_context, text) => void ended.push(text));
      await expect
        .poll(() => ended.toSorted(), { timeout: 60_000 })
        .toEqual(way === 'waits for obeys' ? [way, `${way}: next`] : [way]);
      await expect.poll(states, { timeout: 60_000 }).toEqual([]);
      await going.close();
    }
    expect(await dead()).toEqual([]);
  });

  test('takes no run of a job that failed by itself, which is dead when it has no further one', async () => {
    const going = await work(() => Promise.reject(new Error('It never works.')));
    await scopeOf(going).write((tx) =>
      going.enqueue(tx, 'once', { subdomain_id: tenant.id, text: 'poison' }),
    );
    await expect.poll(dead, { timeout: 60_000 }).toContainEqual({ text: 'poison' });
    await going.close();
  });
});
