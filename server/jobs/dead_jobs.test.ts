import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Scope } from '../core/scope.ts';
import { createTenantCheck } from '../sql/tenant_check.ts';
import { defineTask, type Task } from '../core/task.ts';
import { buildTenant, systemViewer, testServices } from '../db/builders.ts';
import { readTenantTables } from '../db/tenant_tables.ts';
import { openTestDatabase, type TestDatabase } from '../db/testing.ts';
import { withoutSecrets } from '../domain/account/dead_job.ts';
import { openWorkspace, refusal, type TestWorkspace } from '../testing/workspace.ts';
import { openJobs, type Jobs } from './worker.ts';

let database: TestDatabase;
let jobs: Jobs;
let own: TestWorkspace;
let other: Awaited<ReturnType<typeof buildTenant>>;
let check: ReturnType<typeof createTenantCheck>;
let isCured = false;
const runs: string[] = [];

const poison = defineTask<{ idea_id: string; email_address: string; token: string }>({
  name: 'poison',
  description: 'Fails until it is cured.',
  run: ({ idea_id, subdomain_id }) => {
    runs.push(`${subdomain_id} ${idea_id}`);
    return isCured
      ? Promise.resolve()
      : Promise.reject(new Error('Mail to femke@northwind.example was refused.'));
  },
}) as unknown as Task;
const neighbour = defineTask({
  name: 'neighbour',
  description: 'Always works.',
  run: async ({ subdomain_id }) => void runs.push(`${subdomain_id} neighbour`),
}) as unknown as Task;

const scopeOf = (tenant: { id: string }): Scope =>
  new Scope(
    {
      pool: database.pool,
      readPool: database.pool,
      tenantCheck: check,
      services: { ...testServices(), tasks: jobs },
      now: () => new Date(),
    },
    systemViewer(tenant as never),
  );

beforeAll(async () => {
  database = await openTestDatabase();
  jobs = await openJobs({
    url: database.url,
    tasks: [poison, neighbour],
    schedule: [
      { task: neighbour, cron: '11 2 * * *' },
      { task: poison, cron: '17 * * * *' },
    ],
    worksHere: true,
    log: pino({ level: 'silent' }),
  });
  check = createTenantCheck(await readTenantTables(database.pool));
  own = await openWorkspace(database, {
    services: { ...testServices(), tasks: jobs },
    now: () => new Date('2026-03-31T10:00:00Z'),
  });
  other = await buildTenant(database);
  const tenants = [own.tenant, other];
  await jobs.work({
    schedule: [],
    workspaces: () => Promise.resolve(tenants.map(({ id }) => id)),
    scopeOf: (id) => Promise.resolve(tenants.some((tenant) => tenant.id === id) ? scopeOf({ id }) : null),
  });
  for (const { id } of tenants) {
    await scopeOf({ id }).write(async (tx) => {
      await jobs.enqueue(tx, 'poison', {
        subdomain_id: id,
        idea_id: '17',
        email_address: 'femke@northwind.example',
        token: 'sesame',
      });
      await jobs.enqueue(tx, 'neighbour', { subdomain_id: id });
    });
  }
});
afterAll(async () => {
  await jobs.close();
  await database.close();
});

interface Dead {
  id: string;
  task: string;
  description: string | null;
  about: string;
  problem: string | null;
  tries: number;
  asked_at: string | null;
  died_at: string;
}
const READ = '{ dead_jobs { id task description about problem tries asked_at died_at } }';
/** The next try comes after a pause of some seconds; here it is not waited for. */
const makeDue = (): Promise<unknown> =>
  database.pool.query(`update pgboss.job set start_after = now() where name = 'poison' and state = 'retry'`);
const dead = async (): Promise<Dead[]> => (await own.api.data<{ dead_jobs: Dead[] }>(READ)).dead_jobs;

test('a job that always fails runs three times, is shown, and its neighbours run', async () => {
  for (const wanted of [1, 2, 3]) {
    await expect
      .poll(async () => (await makeDue(), runs.filter((run) => run === `${own.tenant.id} 17`).length), {
        timeout: 60_000,
      })
      .toBe(wanted);
  }
  await expect.poll(async () => (await dead()).length, { timeout: 60_000 }).toBe(1);
  expect(runs.filter((run) => run === `${own.tenant.id} 17`)).toHaveLength(3);
  expect(runs).toContain(`${own.tenant.id} neighbour`);
  const [job] = await dead();
  expect(job).toMatchObject({
    task: 'poison',
    description: 'Fails until it is cured.',
    tries: 3,
    problem: 'Mail to …@… was refused.',
    about: 'idea 17',
  });
  expect(Date.parse(job!.died_at)).toBeGreaterThanOrEqual(Date.parse(job!.asked_at!));
  // nothing of the payload but ids
  expect(JSON.stringify(await dead())).not.toMatch(/sesame|femke/);
});

test("another workspace's jobs are neither seen, tried again nor removed", async () => {
  await expect
    .poll(
      async () => (
        await makeDue(),
        (await database.pool.query(`select 1 from pgboss.job where name = 'dead'`)).rowCount
      ),
      { timeout: 30_000 },
    )
    .toBe(2);
  const foreign = (
    await database.pool.query<{ id: string }>(
      `select id::text as id from pgboss.job where name = 'dead' and data->>'subdomain_id' = $1`,
      [other.id],
    )
  ).rows[0]!.id;
  expect((await dead()).map(({ id }) => id)).not.toContain(foreign);
  for (const id of [foreign, '00000000-0000-4000-8000-000000000000', 'nonsense']) {
    expect(
      await refusal(own.api, 'mutation ($id: String!) { dead_job_retry(id: $id) }', { id }),
    ).toMatchObject({ reason: 'not_found' });
    expect(
      await refusal(own.api, 'mutation ($id: String!) { dead_job_remove(id: $id) }', { id }),
    ).toMatchObject({ reason: 'not_found' });
  }
  expect((await database.pool.query(`select 1 from pgboss.job where name = 'dead'`)).rowCount).toBe(2);
});

test('only those who keep the settings see and touch them', async () => {
  const without = await own.as({ settings: 'none' });
  const [job] = await dead();
  expect(await refusal(without, READ)).toMatchObject({ code: 'FORBIDDEN' });
  expect(await refusal(without, '{ scheduled_jobs { task } }')).toMatchObject({ code: 'FORBIDDEN' });
  expect(
    await refusal(without, 'mutation ($id: String!) { dead_job_retry(id: $id) }', { id: job!.id }),
  ).toMatchObject({ code: 'FORBIDDEN' });
  expect(
    await refusal(without, 'mutation ($id: String!) { dead_job_remove(id: $id) }', { id: job!.id }),
  ).toMatchObject({ code: 'FORBIDDEN' });
});

test('one that is tried again is done and gone, and the log says who did it', async () => {
  isCured = true;
  const [job] = await dead();
  const before = runs.length;
  const { extensions } = await own.api.run('mutation ($id: String!) { dead_job_retry(id: $id) }', {
    id: job!.id,
  });
  // the list of dead jobs asks again by it
  expect(extensions?.written).toContain('job-');
  expect(await dead()).toEqual([]);
  await expect.poll(() => runs.slice(before), { timeout: 60_000 }).toEqual([`${own.tenant.id} 17`]);
  expect(
    await own.rows(
      `select action, details->>'task' as task, user_id from audit_entries where subject = $1`,
      job!.id,
    ),
  ).toEqual([{ action: 'dead_job_retried', task: 'poison', user_id: own.admin.id }]);
});

test('one that is removed is not done; one of an unknown task can only be removed', async () => {
  await database.pool.query(
    `insert into pgboss.job (name, data, source_name, source_retry_count) values ('dead', $1, 'forgotten_task', 2)`,
    [JSON.stringify({ subdomain_id: own.tenant.id })],
  );
  const [job] = await dead();
  expect(job).toMatchObject({ task: 'forgotten_task', description: null, problem: null, about: '' });
  expect(
    await refusal(own.api, 'mutation ($id: String!) { dead_job_retry(id: $id) }', { id: job!.id }),
  ).toMatchObject({ reason: 'not_found' });
  const { extensions } = await own.api.run('mutation ($id: String!) { dead_job_remove(id: $id) }', {
    id: job!.id,
  });
  expect(extensions?.written).toContain('job-');
  expect(await dead()).toEqual([]);
  expect(await own.rows('select action from audit_entries where subject = $1', job!.id)).toEqual([
    { action: 'dead_job_removed' },
  ]);
});

test('jobs that come again are listed with their next time, the next one first', async () => {
  const { scheduled_jobs } = await own.api.data<{ scheduled_jobs: unknown[] }>(
    '{ scheduled_jobs { task description cron next_at last_at } }',
  );
  expect(scheduled_jobs).toEqual([
    {
      task: 'poison',
      description: 'Fails until it is cured.',
      cron: '17 * * * *',
      next_at: '2026-03-31T10:17:00.000Z',
      last_at: expect.any(String) as string,
    },
    {
      task: 'neighbour',
      description: 'Always works.',
      cron: '11 2 * * *',
      next_at: '2026-04-01T02:11:00.000Z',
      last_at: expect.any(String) as string,
    },
  ]);
});

test('what looks like a secret or a person is taken out of a fault', () => {
  expect(withoutSecrets('GET https://user:pass@host.example/x?token=abc failed\n  at stack')).toBe(
    'GET https://…@host.example/x… failed',
  );
  expect(withoutSecrets(`Link ${'k'.repeat(43)} was refused`)).toBe('Link … was refused');
  expect(withoutSecrets('word '.repeat(200))).toHaveLength(301);
});
