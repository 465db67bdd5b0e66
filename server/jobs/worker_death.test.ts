import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Scope } from '../core/scope.ts';
import { createTenantCheck } from '../sql/tenant_check.ts';
import { buildTenant, systemViewer, testServices } from '../db/builders.ts';
import { readTenantTables } from '../db/tenant_tables.ts';
import { openTestDatabase, type TestDatabase } from '../db/testing.ts';
import { openMortalJobs } from './mortal_worker.ts';
import type { Jobs } from './worker.ts';

let database: TestDatabase;
let jobs: Jobs;
let worker: ChildProcess | null = null;
let isEnding = false;
let deaths = 0;

beforeAll(async () => {
  database = await openTestDatabase();
  jobs = await openMortalJobs(database.url, null);
});
afterAll(async () => {
  isEnding = true;
  worker?.kill('SIGKILL');
  await jobs.close();
  await database.close();
});

/** A worker that is started again when it dies; what it had in hand has lapsed by then, which takes ten seconds otherwise. */
function start(sid: string): void {
  worker = fork(join(import.meta.dirname, 'mortal_worker.ts'), [database.url, sid], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  worker.once('exit', () => {
    if (isEnding) return;
    deaths += 1;
    void database.pool
      .query("update pgboss.job set heartbeat_on = now() - interval '1 minute' where state = 'active'")
      .then(() => start(sid));
  });
}

test('of the jobs in hand when a worker dies, again and again, only the one that kills it is dead in the end', async () => {
  const tenant = await buildTenant(database);
  await database.pool.query('create table runs (line text not null)');
  const scope = new Scope(
    {
      pool: database.pool,
      readPool: database.pool,
      tenantCheck: createTenantCheck(await readTenantTables(database.pool)),
      services: { ...testServices(), tasks: jobs },
      now: () => new Date(),
    },
    systemViewer(tenant),
  );
  await scope.write(async (tx) => {
    await jobs.enqueue(tx, 'kills', { subdomain_id: tenant.id });
    for (const task of ['stands_by', 'stands_by_once'])
      for (const n of [1, 2]) await jobs.enqueue(tx, task, { subdomain_id: tenant.id, n });
  });
  start(tenant.id);
  const open = async (): Promise<number> =>
    (
      await database.pool.query(
        "select 1 from pgboss.job where name in ('kills', 'stands_by', 'stands_by_once') and state in ('created', 'retry', 'active')",
      )
    ).rowCount!;
  await expect.poll(open, { timeout: 100_000, interval: 500 }).toBe(0);
  const { rows: dead } = await database.pool.query<{ name: string }>(
    "select source_name as name from pgboss.job where name = 'dead'",
  );
  expect(dead.map(({ name }) => name)).toEqual(['kills']);
  const { rows: runs } = await database.pool.query<{ line: string; n: number }>(
    'select line, count(*)::int as n from runs group by line order by line',
  );
  // what was done is not done again because of the next death
  expect(runs).toEqual([
    { line: 'kills', n: 3 },
    ...['stands_by 1 done', 'stands_by 2 done', 'stands_by_once 1 done', 'stands_by_once 2 done'].map(
      (line) => ({ line, n: 1 }),
    ),
  ]);
  expect(deaths).toBe(3);
});
