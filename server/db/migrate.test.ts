import { randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrate, readMigrations } from './migrate.ts';
import { openTestDatabase, type TestDatabase } from './testing.ts';

let database: TestDatabase;
let dir: string;

beforeEach(async () => {
  database = await openTestDatabase({ migrated: false });
  dir = mkdtempSync(join(tmpdir(), 'earshot-migrations-'));
});

afterEach(async () => {
  await database.close();
  rmSync(dir, { recursive: true });
});

function write(name: string, sql: string): void {
  writeFileSync(join(dir, `${name}.sql`), sql);
}

async function tables(): Promise<string[]> {
  const { rows } = await database.pool.query<{ tablename: string }>(
    "SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1",
  );
  return rows.map(({ tablename }) => tablename);
}

test('files are applied once, in the order of their numbers', async () => {
  write('0002_second', 'ALTER TABLE a ADD COLUMN b int');
  write('0001_first', 'CREATE TABLE a (id int); CREATE TABLE c (id int)');
  write('notes', 'not a migration');
  expect(await migrate(database.url, { dir })).toEqual({
    applied: ['0001_first', '0002_second'],
    unknown: [],
  });
  expect(await migrate(database.url, { dir })).toEqual({ applied: [], unknown: [] });
  expect(await tables()).toEqual(['a', 'c', 'schema_migrations']);
});

test('a failing file is undone whole, names its line, and the next run goes on behind the last good one', async () => {
  write('0001_good', 'CREATE TABLE good (id int)');
  write('0002_bad', 'CREATE TABLE half (id int);\n\nCREATE TABLE broken (id nonsense);');
  await expect(migrate(database.url, { dir })).rejects.toThrow(
    /0002_bad failed at line 3 and was undone: type "nonsense"/,
  );
  expect(await tables()).toEqual(['good', 'schema_migrations']);
  write('0002_bad', 'CREATE TABLE whole (id int)');
  expect((await migrate(database.url, { dir })).applied).toEqual(['0002_bad']);
});

test('a database with tables of something else is left alone', async () => {
  write('0001_first', 'CREATE TABLE users (id int)');
  await database.pool.query('CREATE TABLE users (name text)');
  await expect(migrate(database.url, { dir })).rejects.toThrow(
    'The database holds tables of something else (users). Nothing was changed. Give Earshot a database of its own.',
  );
  expect(await tables()).toEqual(['users']);
});

test('a user without the right to make tables, and a database in another encoding, are told with the cure', async () => {
  write('0001_first', 'CREATE TABLE a (id int)');
  const name = `weak_${randomUUID().slice(0, 8)}`;
  const { rows } = await database.pool.query<{ database: string }>('SELECT current_database() AS database');
  await database.pool.query(`CREATE ROLE ${name} LOGIN`);
  await database.pool.query(`CREATE DATABASE ${name} ENCODING 'SQL_ASCII' LOCALE 'C' TEMPLATE template0`);
  try {
    const weak = new URL(database.url);
    weak.searchParams.set('user', name);
    await expect(migrate(weak.href, { dir })).rejects.toThrow(
      `The user ${name} may not make tables in the database ${rows[0]!.database}. Make the user its owner: ALTER DATABASE`,
    );
    await migrate(database.url, { dir });
    await expect(migrate(weak.href, { dir })).rejects.toThrow(
      `The user ${name} may not use the tables of the database`,
    );
    const other = new URL(database.url);
    other.pathname = `/${name}`;
    await expect(migrate(other.href, { dir })).rejects.toThrow(
      `The database ${name} is in SQL_ASCII. Make one in UTF8`,
    );
  } finally {
    await database.pool.query(`DROP DATABASE ${name}`);
    await database.pool.query(`DROP ROLE ${name}`);
  }
});

test('a file that was changed after it was applied is refused by name', async () => {
  write('0001_first', 'CREATE TABLE a (id int)');
  await migrate(database.url, { dir });
  write('0001_first', 'CREATE TABLE a (id bigint)');
  await expect(migrate(database.url, { dir })).rejects.toThrow(
    'The migration 0001_first was changed after this database had applied it',
  );
});

test('a file with a number below an applied one is refused', async () => {
  write('0002_second', 'CREATE TABLE b (id int)');
  await migrate(database.url, { dir });
  write('0001_first', 'CREATE TABLE a (id int)');
  await expect(migrate(database.url, { dir })).rejects.toThrow('0001_first is older than 0002_second');
});

test('two files with one number are refused', () => {
  write('0001_first', 'SELECT 1');
  write('0001_other', 'SELECT 1');
  expect(() => readMigrations(dir)).toThrow('0001_first.sql and 0001_other.sql have the same number');
});

test('processes that start at once apply each file once', async () => {
  write('0001_first', 'CREATE TABLE a (id int); SELECT pg_sleep(0.1)');
  write('0002_second', 'INSERT INTO a VALUES (1)');
  const results = await Promise.all(Array.from({ length: 5 }, () => migrate(database.url, { dir })));
  expect(results.flatMap(({ applied }) => applied).toSorted()).toEqual(['0001_first', '0002_second']);
  expect((await database.pool.query('SELECT id FROM a')).rows).toEqual([{ id: 1 }]);
});

test('a run that was cut off in the middle of a file leaves nothing of it, and the next run goes on', async () => {
  write('0001_first', 'CREATE TABLE a (id int)');
  write('0002_slow', 'CREATE TABLE b (id int); SELECT pg_sleep(30)');
  const cut = migrate(database.url, { dir }).catch((error: Error) => error);
  await expect
    .poll(
      async () =>
        (
          await database.pool.query(
            "SELECT pid FROM pg_stat_activity WHERE query LIKE '%pg_sleep(30)%' AND pid <> pg_backend_pid() AND datname = current_database()",
          )
        ).rowCount,
      { timeout: 60_000 },
    )
    .toBe(1);
  await database.pool.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'earshot migrate' AND datname = current_database()",
  );
  expect(await cut).toBeInstanceOf(Error);
  expect(await tables()).toEqual(['a', 'schema_migrations']);
  write('0002_slow', 'CREATE TABLE b (id int)');
  expect((await migrate(database.url, { dir })).applied).toEqual(['0002_slow']);
});

test('a migration steps back from a table that is in use, so that requests do not queue up behind it', async () => {
  write('0001_first', 'CREATE TABLE a (id int)');
  await migrate(database.url, { dir });
  const reader = new pg.Client({ connectionString: database.url });
  await reader.connect();
  await reader.query('BEGIN; SELECT * FROM a');
  write('0002_second', "SET LOCAL lock_timeout = '50ms'; ALTER TABLE a ADD COLUMN b int");
  const lines: string[] = [];
  const waiting = migrate(database.url, { dir, print: (line) => lines.push(line) });
  await expect
    .poll(() => lines.includes('Migration 0002_second waits for a table that is in use.'), {
      timeout: 60_000,
    })
    .toBe(true);
  await reader.query('COMMIT');
  await reader.end();
  expect((await waiting).applied).toEqual(['0002_second']);
});

test('a database that a newer version has changed is refused, unless its migration says that an older program can go on', async () => {
  write('0001_first', 'CREATE TABLE a (id int)');
  await migrate(database.url, { dir });
  const newer = mkdtempSync(join(tmpdir(), 'earshot-newer-'));
  try {
    cpSync(dir, newer, { recursive: true });
    writeFileSync(
      join(newer, '0009_future.sql'),
      '-- A column that nobody misses.\n-- suits older programs\ncreate table future (id int);',
    );
    await migrate(database.url, { dir: newer });
    expect(await migrate(database.url, { dir })).toEqual({ applied: [], unknown: ['0009_future'] });
    writeFileSync(join(newer, '0010_beyond.sql'), 'create table beyond (id int);');
    await migrate(database.url, { dir: newer });
    // also where this program has a file of its own to apply
    writeFileSync(join(dir, '0011_own.sql'), 'create table own (id int);');
    await expect(migrate(database.url, { dir })).rejects.toThrow(
      'A newer version of Earshot has changed this database (0010_beyond), and this version would not understand it. Nothing was changed. Start the newer version again, or restore the backup from before the update into an empty database.',
    );
    // a table of before there was such a mark says nothing of older programs
    await database.pool.query('alter table schema_migrations drop column suits_older');
    await expect(migrate(database.url, { dir })).rejects.toThrow('(0009_future, 0010_beyond)');
  } finally {
    rmSync(newer, { recursive: true, force: true });
  }
});
