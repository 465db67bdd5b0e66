import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Scope } from '../core/scope.ts';
import type { Task } from '../core/task.ts';
import { buildSuggestion, buildTenant, systemViewer, testServices } from '../db/builders.ts';
import { openTestDatabase, type TestDatabase } from '../db/testing.ts';
import { seekDuplicatesTask } from '../domain/merge/candidate_search.ts';
import { importCountsTask, scheduleRecount, recountNow } from '../domain/exchange/import_counts.ts';
import { loadImport } from '../domain/exchange/import_load.ts';
import type { ImportReport } from '../domain/exchange/import_report.ts';
import { readSource } from '../domain/exchange/import_presets.ts';
import { recountTenant } from '../domain/ideas/recount.ts';
import { startProcess } from '../testing/processes.ts';
import { openJobs, type Jobs } from './worker.ts';

type Tenant = Awaited<ReturnType<typeof buildTenant>>;

let database: TestDatabase;
let jobs: Jobs;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'earshot-import-counts-'));
  database = await openTestDatabase();
  jobs = await openJobs({
    url: database.url,
    tasks: [importCountsTask as Task, seekDuplicatesTask as Task],
    worksHere: true,
    log: pino({ level: 'silent' }),
  });
});
afterAll(async () => {
  await jobs.close();
  await database.close();
  rmSync(folder, { recursive: true });
});

const scopeOf = (tenant: Tenant): Scope =>
  new Scope(
    {
      pool: database.pool,
      readPool: database.pool,
      tenantCheck: null,
      services: { ...testServices(), tasks: jobs },
      now: () => new Date(),
    },
    systemViewer(tenant),
  );

function ideasFile(name: string, count: number): string {
  const path = join(folder, name);
  writeFileSync(
    path,
    `id,title,forum,category,status,labels\n${Array.from({ length: count }, (_, i) => `${name}${i},Idea ${i},Portal,Reports,Planned,"a;b"\n`).join('')}`,
  );
  return path;
}

function load(tenant: Tenant, file: string): Promise<ImportReport> {
  const source = {
    preset: 'ideas' as const,
    file,
    votes: null,
    comments: null,
    summary: null,
    mapping: {},
    dates: null,
    text: null,
    sourceKey: 'test',
    now: new Date(),
  };
  return loadImport(scopeOf(tenant), readSource(source), {
    forum: 'Product',
    dryRun: false,
    onRefused: () => {},
  });
}

async function jobsOf(tenant: Tenant): Promise<{ state: string; minutes: number }[]> {
  const { rows } = await database.pool.query<{ state: string; minutes: number }>(
    `select state::text as state, round(extract(epoch from start_after - now()) / 60)::int as minutes from pgboss.job where name = 'import_counts' and data->>'subdomain_id' = $1`,
    [tenant.id],
  );
  return rows;
}

async function one<T>(text: string, tenant: Tenant): Promise<T> {
  return (await database.pool.query(text, [tenant.id])).rows[0] as T;
}
const FORUM =
  "select suggestions_count::int as ideas, categories_count::int as categories from forums where subdomain_id = $1 and name = 'Portal'";

test('[ENT-031] an import that is killed leaves one job behind, some minutes later, which makes every stored count right', async () => {
  const tenant = await buildTenant(database);
  const file = ideasFile('killed', 30_000);
  const child = startProcess(
    ['import', '--subdomain', tenant.key, '--preset', 'ideas', '--file', file, '--forum', 'Product'],
    { DATABASE_URL: database.url, DATA_DIR: folder },
  );
  try {
    await expect
      .poll(
        async () =>
          (
            await one<{ n: number }>(
              'select count(*)::int as n from suggestions where subdomain_id = $1',
              tenant,
            )
          ).n > 0 || child.err(),
        { timeout: 60_000, interval: 50 },
      )
      .toBe(true);
  } finally {
    child.kill('SIGKILL');
  }
  expect(await child.ended).toEqual({ code: null, signal: 'SIGKILL' });
  // what the database was still doing for it comes to its end, one way or the other
  await expect
    .poll(
      async () =>
        (
          await database.pool.query(
            "select 1 from pg_stat_activity where datname = current_database() and application_name like 'earshot pool%' and state <> 'idle' and pid <> pg_backend_pid()",
          )
        ).rowCount,
      { timeout: 60_000 },
    )
    .toBe(0);
  const { n } = await one<{ n: number }>(
    'select count(*)::int as n from suggestions where subdomain_id = $1',
    tenant,
  );
  expect(n).toBeLessThan(30_000);
  expect(await one(FORUM, tenant)).toEqual({ ideas: 0, categories: 0 });
  expect(await jobsOf(tenant)).toEqual([{ state: 'created', minutes: 5 }]);

  await jobs.work({
    schedule: [],
    workspaces: () => Promise.resolve([tenant.id]),
    scopeOf: () => Promise.resolve(scopeOf(tenant)),
  });
  await database.pool.query("update pgboss.job set start_after = now() where name = 'import_counts'");
  await expect
    .poll(async () => (await jobsOf(tenant)).map(({ state }) => state), { timeout: 60_000 })
    .toEqual(['completed']);
  expect(await one(FORUM, tenant)).toEqual({ ideas: n, categories: 1 });
  expect((await recountTenant(scopeOf(tenant))).entries).toEqual([]);
});

test('an import that ends takes its job back; one that breaks off leaves it', async () => {
  const tenant = await buildTenant(database);
  expect((await load(tenant, ideasFile('whole', 1_500))).ideas.created).toBe(1_500);
  expect(await jobsOf(tenant)).toEqual([]);
  expect(await one(FORUM, tenant)).toEqual({ ideas: 1_500, categories: 1 });

  const torn = join(folder, 'torn.csv');
  writeFileSync(
    torn,
    Buffer.concat([
      Buffer.from(
        `id,title,forum\n${Array.from({ length: 12_000 }, (_, i) => `torn${i},Idea ${i},Portal\n`).join('')}`,
      ),
      Buffer.from('x,Gr\xFC\xDFe,Portal\n', 'latin1'),
    ]),
  );
  await expect(load(tenant, torn)).rejects.toThrow('is not UTF-8');
  expect(await jobsOf(tenant)).toEqual([{ state: 'created', minutes: 5 }]);
});

test('two imports of one workspace: the end of one leaves nothing uncounted of the other', async () => {
  const tenant = await buildTenant(database);
  const scope = scopeOf(tenant);
  await scope.write((tx) => scheduleRecount(tx, scope));
  const { forum_id } = await buildSuggestion(database, tenant);
  const open = async (
    work: (done: Promise<void>) => Promise<void>,
  ): Promise<{ commit: () => Promise<void> }> => {
    let end!: () => void;
    const done = new Promise<void>((resolve) => (end = resolve));
    const running = work(done);
    return {
      commit: async () => {
        end();
        await running;
      },
    };
  };
  const ideas = async (): Promise<number> =>
    (
      await one<{ n: number }>(
        `select suggestions_count::int as n from forums where subdomain_id = $1 and id = ${forum_id}`,
        tenant,
      )
    ).n;
  const insert = `insert into suggestions (subdomain_id, forum_id, title, state, channel) values (${tenant.id}, ${forum_id}, 'Of the other', 'approved', 'import')`;

  // the other has left its job and is not committed: the end waits for it and counts its row
  let reached!: () => void;
  let isReached = new Promise<void>((resolve) => (reached = resolve));
  const first = await open((done) =>
    scope.write(async (tx) => {
      await sql.raw(insert).execute(tx);
      await scheduleRecount(tx, scope);
      reached();
      await done;
    }),
  );
  await isReached;
  const settled = scope.write((tx) => recountNow(tx, scope));
  await expect
    .poll(
      async () =>
        (
          await database.pool.query(
            "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like 'delete from pgboss.job%'",
          )
        ).rowCount,
    )
    .toBe(1);
  await first.commit();
  await settled;
  expect([await ideas(), await jobsOf(tenant)]).toEqual([2, []]);

  // the end has taken the job back and is not committed: the other leaves one again
  isReached = new Promise<void>((resolve) => (reached = resolve));
  await scope.write((tx) => scheduleRecount(tx, scope));
  const last = await open((done) =>
    scope.write(async (tx) => {
      await recountNow(tx, scope);
      reached();
      await done;
    }),
  );
  await isReached;
  const left = scope.write(async (tx) => {
    await sql.raw(insert).execute(tx);
    await scheduleRecount(tx, scope);
  });
  await expect
    .poll(
      async () =>
        (
          await database.pool.query(
            "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like 'update pgboss.job%'",
          )
        ).rowCount,
    )
    .toBe(1);
  await last.commit();
  await left;
  expect([await ideas(), (await jobsOf(tenant)).map(({ state }) => state)]).toEqual([2, ['created']]);
});

test('each batch puts the job off, so that none comes due under an import that goes on', async () => {
  const tenant = await buildTenant(database);
  const scope = scopeOf(tenant);
  await scope.write((tx) => scheduleRecount(tx, scope));
  await database.pool.query(
    "update pgboss.job set start_after = now() + interval '1 minute' where name = 'import_counts' and data->>'subdomain_id' = $1",
    [tenant.id],
  );
  await scope.write((tx) => scheduleRecount(tx, scope));
  expect(await jobsOf(tenant)).toEqual([{ state: 'created', minutes: 5 }]);
  await expect(
    scope.write(async (tx) => {
      await recountNow(tx, scope);
      throw new Error('taken back');
    }),
  ).rejects.toThrow('taken back');
  expect(await jobsOf(tenant)).toEqual([{ state: 'created', minutes: 5 }]);
});
