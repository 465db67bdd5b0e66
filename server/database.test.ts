import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { command as doctor } from './cli/doctor.ts';
import type { Finding } from './cli/finding.ts';
import { runProgram } from './cli/program.ts';
import { readConfig } from './config.ts';
import { openDatabase } from './database.ts';
import { openTestDatabase, type TestDatabase } from './db/testing.ts';
import { openPooler, type Pooler } from './testing/pooler.ts';

let database: TestDatabase;
let pooler: Pooler;
let folder: string;
beforeAll(async () => {
  database = await openTestDatabase({ migrated: false });
  pooler = await openPooler(database.url);
  folder = mkdtempSync(join(tmpdir(), 'earshot-database-'));
});
afterAll(async () => {
  await pooler.close();
  await database.close();
  rmSync(folder, { recursive: true });
});

const open = (environment: Record<string, string>) =>
  openDatabase(readConfig({ DATA_DIR: folder, ...environment }));

async function examine(environment: Record<string, string>): Promise<Finding[]> {
  let out = '';
  await runProgram(
    ['doctor', '--json'],
    { doctor: async () => ({ command: doctor }) },
    {
      stdout: { write: (text) => (out += text) },
      stderr: { write: () => {} },
      environment: { DATA_DIR: folder, PORT: '0', ...environment },
    },
  );
  return (JSON.parse(out) as { findings: Finding[] }).findings.filter(({ level }) => level === 'problem');
}

test('a pooler that gives connections out by transaction is refused at the start and named by the doctor, before anything is written', async () => {
  const alone = { DATABASE_URL: pooler.url };
  await expect(open(alone)).rejects.toThrow(
    /^DATABASE_URL leads to a pooler .* set DATABASE_DIRECT_URL to PostgreSQL itself/,
  );
  expect(await examine(alone)).toContainEqual(
    expect.objectContaining({
      area: 'database',
      what: expect.stringContaining('DATABASE_URL leads to a pooler') as string,
      cure: expect.stringContaining('DATABASE_DIRECT_URL') as string,
    }),
  );
  const twice = { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: pooler.url };
  await expect(open(twice)).rejects.toThrow(
    /^DATABASE_DIRECT_URL leads to a pooler .* Set it to PostgreSQL itself/,
  );
  expect(await examine(twice)).toContainEqual(
    expect.objectContaining({
      area: 'direct database',
      what: expect.stringContaining('DATABASE_DIRECT_URL leads to a pooler') as string,
    }),
  );
  expect((await database.pool.query("select 1 from pg_tables where schemaname = 'public'")).rowCount).toBe(0);
});

test('with a way past the pooler it is used for answering people', async () => {
  const opened = await open({ DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: database.url });
  try {
    expect(
      (await opened.pools.main.query<{ n: number }>('select count(*)::int as n from subdomains')).rows,
    ).toEqual([{ n: 0 }]);
  } finally {
    await opened.close();
  }
  expect(await examine({ DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: database.url })).toEqual([]);
});

test('a start that finds no connection left waits for one, and says so when none comes', async () => {
  const role = `few_start_${process.pid}`;
  await database.pool.query(`create role ${role} login connection limit 0`);
  const url = database.url.replace(/user=\w+/, `user=${role}`);
  const refused = open({ DATABASE_URL: url }).catch((error: Error) => error.message);
  expect(await refused).toMatch(/it has no connection left; raise its max_connections/);
  await database.pool.query(
    `grant all on schema public to ${role}; grant create on database "${new URL(database.url).pathname.slice(1)}" to ${role}`,
  );
  const opening = openDatabase(readConfig({ DATA_DIR: folder, DATABASE_URL: url }), {
    withMigrations: false,
  });
  await sleep(500);
  await database.pool.query(`alter role ${role} connection limit 5`);
  const opened = await opening;
  expect((await opened.pools.main.query('select current_user::text as name')).rows).toEqual([{ name: role }]);
  await opened.close();
});
