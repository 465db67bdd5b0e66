import { randomUUID } from 'node:crypto';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { databaseTrouble, troubleCounts, unavailable } from '../process/database_trouble.ts';
import {
  connectionName,
  connectionsOf,
  createPool,
  createPools,
  limitStatements,
  readConnectionName,
  REQUEST_LIMITS,
} from './pool.ts';
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

test('limits hold on the main pool; work that may take long is ended only when it does nothing; behind a pooler nothing is set per connection', async () => {
  const limit = async (pool: { query: (sql: string) => Promise<{ rows: { all: string }[] }> }) =>
    (
      await pool.query(
        "SELECT concat_ws(' ', current_setting('statement_timeout'), current_setting('lock_timeout'), current_setting('idle_in_transaction_session_timeout')) AS all",
      )
    ).rows[0]!.all;
  const plain = createPools({
    databaseUrl: database.url,
    limits: { statementMs: 1234, lockMs: 1001, idleInTransactionMs: 1002 },
  });
  expect([await limit(plain.main), await limit(plain.direct), plain.read === plain.main]).toEqual([
    '1234ms 1001ms 1002ms',
    '0 0 20s',
    true,
  ]);
  await plain.close();
  const pooled = createPools({
    databaseUrl: database.url,
    directUrl: database.url,
    readUrl: database.url,
    limits: REQUEST_LIMITS,
  });
  expect([await limit(pooled.main), pooled.read === pooled.main]).toEqual(['0 0 0', false]);
  const client = await pooled.main.connect();
  await client.query(`begin; ${limitStatements(REQUEST_LIMITS, 'local')}`);
  expect(await limit(client)).toBe('30s 15s 10s');
  await client.query('commit');
  expect(await limit(client)).toBe('0 0 0');
  client.release();
  await pooled.close();
});

test('a table that is read through begins at its beginning, on each connection and behind a pooler in each transaction', async () => {
  const setting = async (pool: {
    query: (sql: string) => Promise<{ rows: { synchronize_seqscans: string }[] }>;
  }) => (await pool.query('show synchronize_seqscans')).rows[0]!.synchronize_seqscans;
  const plain = createPools({ databaseUrl: database.url, limits: REQUEST_LIMITS });
  expect([await setting(plain.main), await setting(plain.direct)]).toEqual(['off', 'off']);
  const client = await plain.main.connect();
  await client.query('reset synchronize_seqscans');
  await client.query(`begin; ${limitStatements(REQUEST_LIMITS, 'local')}`);
  expect(await setting(client)).toBe('off');
  await client.query('commit');
  client.release();
  await plain.close();
});

/** A role that the database gives so many connections, no more. */
async function roleWith(limit: number): Promise<string> {
  const role = `few_${randomUUID().slice(0, 8)}`;
  await database.pool.query(`create role ${role} login connection limit ${limit}`);
  return database.url.replace(/user=\w+/, `user=${role}`);
}

test('a database without a connection left: calls share those that are there, and each is answered', async () => {
  const url = await roleWith(2);
  const pool = createPool(url, { size: 8 });
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, n) =>
      pool.query<{ n: number }>('select $1::int as n from pg_sleep(0.01)', [n]),
    ),
  );
  expect(answers.map(({ rows }) => rows[0]!.n)).toEqual(Array.from({ length: 40 }, (_, n) => n));
  expect(pool.totalCount).toBeLessThanOrEqual(2);
  await pool.end();
});

test('who has no connection at all waits for one that another process gives back, then goes on', async () => {
  const url = await roleWith(1);
  const other = createPool(url, { size: 1 });
  const holder = await other.connect();
  const pool = createPool(url, { size: 4 });
  const waiting = Promise.all([1, 2, 3, 4].map((n) => pool.query('select $1::int', [n])));
  // long enough to be refused some times
  await setTimeout(300);
  holder.release(true);
  expect(await waiting).toHaveLength(4);
  await Promise.all([pool.end(), other.end()]);
});

test('what still has no connection at the end of its wait is told as that', async () => {
  const pool = createPool(await roleWith(0), { size: 2, waitMs: 1_500 });
  const error = await pool.query('select 1').catch((thrown: unknown) => thrown);
  expect(databaseTrouble(error)).toBe('full');
  const before = troubleCounts().full;
  expect(unavailable(error)).toMatchObject({
    message: expect.stringContaining('no connection free') as string,
    details: { httpStatus: 503, reason: 'database_full', retryAfterSeconds: 2 },
  });
  expect(troubleCounts().full).toBe(before + 1);
  await pool.end();
  // long enough for its one connection on a busy machine
  const busy = createPool(database.url, { size: 1, waitMs: 1_500 });
  const client = await busy.connect();
  expect(databaseTrouble(await busy.query('select 1').catch((thrown: unknown) => thrown))).toBe('full');
  client.release();
  await busy.end();
});

test('a database that is not there yet is waited for, and one that stays away is told as that', async () => {
  const socket = createServer();
  await new Promise<void>((ready) => void socket.listen(0, '127.0.0.1', ready));
  const { port } = socket.address() as AddressInfo;
  await new Promise((closed) => void socket.close(closed));
  const url = new URL(database.url.replace('postgresql:///', 'postgresql://x/'));
  const address = `postgresql://${url.searchParams.get('user')}@127.0.0.1:${port}${url.pathname}`;
  const away = createPool(address, { size: 1, waitMs: 200 });
  expect(databaseTrouble(await away.query('select 1').catch((thrown: unknown) => thrown))).toBe('away');
  await away.end();
  const pool = createPool(address, { size: 3 });
  const answer = pool.query('select 1 as one');
  let tries = 0;
  const sockets = new Set<Socket>();
  const proxy = createServer((client) => {
    sockets.add(client.on('error', () => {}));
    // as a database that is starting: it cuts the first two off
    if ((tries += 1) <= 2) return void client.destroy();
    const upstream = connect({ path: `${url.searchParams.get('host')}/.s.PGSQL.5432` });
    sockets.add(upstream.on('error', () => {}));
    client.pipe(upstream).pipe(client);
  });
  await new Promise<void>((ready) => void proxy.listen(port, '127.0.0.1', ready));
  expect((await answer).rows).toEqual([{ one: 1 }]);
  expect(tries).toBe(3);
  await pool.end();
  for (const open of sockets) open.destroy();
  proxy.close();
});

test('a statement that is wrong, or a password, is no trouble of the database, and nothing is tried again', async () => {
  expect(
    databaseTrouble(await database.pool.query('select nothing_like_it').catch((thrown: unknown) => thrown)),
  ).toBeNull();
  const began = performance.now();
  const pool = createPool(database.url.replace(/user=\w+/, 'user=nobody_here'), { size: 1 });
  const error = await pool.query('select 1').catch((thrown: unknown) => thrown);
  expect([databaseTrouble(error), unavailable(error)]).toEqual([null, null]);
  expect(performance.now() - began).toBeLessThan(9_000);
  expect(
    databaseTrouble(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })),
  ).toBeNull();
  await pool.end();
});

test('whoever does nothing inside a transaction loses it, before those who wait for its records give up', async () => {
  await database.pool.query(
    'create table held (id int primary key, n int not null); insert into held values (1, 0)',
  );
  const pool = createPool(database.url, { size: 2, limits: { lockMs: 20_000, idleInTransactionMs: 300 } });
  const frozen = await pool.connect();
  await frozen.query('begin; update held set n = n + 1 where id = 1');
  await pool.query('update held set n = n + 10 where id = 1');
  expect((await database.pool.query('select n from held')).rows).toEqual([{ n: 10 }]);
  const error = await frozen.query('commit').catch((thrown: unknown) => thrown);
  expect(databaseTrouble(error)).toBe('away');
  frozen.release(true);
  const impatient = createPool(database.url, { size: 1, limits: { lockMs: 50 } });
  const holder = await database.pool.connect();
  await holder.query('begin; update held set n = n + 1 where id = 1');
  expect(
    databaseTrouble(
      await impatient.query('update held set n = 0 where id = 1').catch((thrown: unknown) => thrown),
    ),
  ).toBe('busy');
  await holder.query('rollback');
  holder.release();
  await Promise.all([pool.end(), impatient.end()]);
});

test('the list of connections tells which process holds them and how many it may take', async () => {
  const name = connectionName('pool', 'server', connectionsOf(12));
  expect(Buffer.byteLength(name)).toBeLessThanOrEqual(63);
  expect(readConnectionName(name)).toEqual({
    process: expect.stringMatching(new RegExp(`^server \\S+:${process.pid}$`)) as string,
    most: 25,
  });
  expect([readConnectionName('earshot migrate'), readConnectionName('psql')]).toEqual([null, null]);
});

test('each test database is empty of what another one wrote', async () => {
  const other = await openTestDatabase();
  await other.pool.query('CREATE TABLE only_here (id int)');
  await expect(database.pool.query('SELECT * FROM only_here')).rejects.toThrow('does not exist');
  await other.close();
});
