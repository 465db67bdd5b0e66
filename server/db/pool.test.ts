import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPool, createPools } from './pool.ts';
import { openTestDatabase, type TestDatabase } from './testing.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

test('values come out as text, Date or parsed JSON, never as a number that lost digits', async () => {
  const { rows } = await database.pool.query(`SELECT
    9007199254740993::int8 AS big, 1.10::numeric AS exact, 7::int AS small, '{"a":1}'::jsonb AS json,
    '2026-02-03 04:05:06.789+00'::timestamptz AS at, '2026-02-03 04:05:06'::timestamp AS plain, '2026-02-03'::date AS day,
    array[9007199254740993]::int8[] AS many`);
  expect(rows).toEqual([
    {
      big: '9007199254740993',
      exact: '1.10',
      small: 7,
      json: { a: 1 },
      at: new Date('2026-02-03T04:05:06.789Z'),
      plain: new Date('2026-02-03T04:05:06Z'),
      day: '2026-02-03',
      many: ['9007199254740993'],
    },
  ]);
});

test('a checked-out client whose connection breaks reports the error and does not end the process', async () => {
  const errors: Error[] = [];
  const pool = createPool(database.url, { size: 2, onError: (error) => errors.push(error) });
  const client = await pool.connect();
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  await database.pool.query('SELECT pg_terminate_backend($1)', [rows[0]!.pid]);
  await expect.poll(() => errors.length).toBeGreaterThan(0);
  client.release(true);
  expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  await pool.end();
});

test('the statement limit holds on the main pool, not on the direct one, and not behind a pooler', async () => {
  const limit = async (pool: { query: (sql: string) => Promise<{ rows: { statement_timeout: string }[] }> }) =>
    (await pool.query('SHOW statement_timeout')).rows[0]!.statement_timeout;
  const plain = createPools({ databaseUrl: database.url, statementTimeoutMs: 1234 });
  expect([await limit(plain.main), await limit(plain.direct), plain.read === plain.main]).toEqual([
    '1234ms',
    '0',
    true,
  ]);
  await plain.close();
  const pooled = createPools({
    databaseUrl: database.url,
    directUrl: database.url,
    readUrl: database.url,
    statementTimeoutMs: 1234,
  });
  expect([await limit(pooled.main), pooled.read === pooled.main]).toEqual(['0', false]);
  await pooled.close();
});

test('each test database is empty of what another one wrote', async () => {
  const other = await openTestDatabase();
  await other.pool.query('CREATE TABLE only_here (id int)');
  await expect(database.pool.query('SELECT * FROM only_here')).rejects.toThrow('does not exist');
  await other.close();
});
