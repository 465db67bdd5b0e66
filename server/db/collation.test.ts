import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import pg from 'pg';
import { buildUser } from './builders.ts';
import { startTestServer, type TestServer } from '../http/testing.ts';
import { migrate } from './migrate.ts';
import { createPool } from './pool.ts';

const NAME = `turkish_${process.pid}`;
let server: TestServer;
let turkish: TestServer;

beforeAll(async () => {
  server = await startTestServer();
  const postgresUrl = inject('postgresUrl');
  const client = new pg.Client({ connectionString: postgresUrl });
  await client.connect();
  await client.query(
    `create database ${NAME} encoding 'UTF8' locale_provider icu icu_locale 'tr' locale 'C' template template0`,
  );
  await client.end();
  const url = postgresUrl.replace('///postgres?', `///${NAME}?`);
  await migrate(url);
  // through the indexes, as in a large workspace
  await server.database.pool.query(`alter database ${NAME} set enable_seqscan = off`);
  const pool = createPool(url, { size: 4 });
  const drop = async (): Promise<void> => {
    await pool.end();
    await server.database.pool.query(`drop database ${NAME} with (force)`);
  };
  turkish = await startTestServer({ database: { pool, url, close: drop } });
});
afterAll(async () => {
  await turkish.close();
  await server.close();
});

test('in a database of Turkish language people with an I in their address sign in, in capitals or not, and are found', async () => {
  expect((await turkish.database.pool.query<{ small: string }>(`select lower('I') as small`)).rows).toEqual([
    { small: 'ı' },
  ]);
  const admin = await turkish.createUser();
  await turkish.createUser({
    email_address: 'INFO@Acme.example',
    name: 'IRIS ILICALI',
    password: 'correct horse battery',
  });
  for (const email of ['info@acme.example', 'INFO@ACME.EXAMPLE', 'Info@Acme.example']) {
    const answer = await turkish.ask('/admin/session', {
      method: 'POST',
      json: { email, password: 'correct horse battery' },
      headers: { origin: turkish.url },
    });
    expect(answer.status, email).toBe(204);
  }
  const found = async (args: string) =>
    (
      await admin.data<{ users: { records: { name: string }[] } }>(
        `query { users(${args}) { records { name } } }`,
      )
    ).users.records.map(({ name }) => name);
  for (const args of [
    'q: "iris"',
    'q: "IRI"',
    'q: "ir"',
    'q: "I"',
    'q: "info@"',
    'email_address: "Info@acme.example"',
  ])
    expect(await found(args), args).toEqual(['IRIS ILICALI']);
});

test('people are in the order of the names that are shown, accents beside their letter, the same in each database', async () => {
  const names = ['Zoe', 'émile', 'Ärne', 'Eve', 'arne', 'ISA', 'igor', 'Ivo', 'łucja', 'Lara', 'Mo'];
  const orders = [];
  for (const one of [server, turkish]) {
    const tenant = await one.createTenant({ key: 'order' });
    const admin = await one.createUser({ tenant, name: 'Aaa' });
    for (const name of names) await buildUser(one.database, tenant, { name });
    await buildUser(one.database, tenant, { name: null, email_address: 'frank@x.example' });
    const { users } = await admin.data<{ users: { records: { name: string }[] } }>(
      'query { users(sort: "name") { records { name } } }',
    );
    orders.push(users.records.map(({ name }) => name));
  }
  expect(orders[0]).toEqual([
    'Aaa',
    'arne',
    'Ärne',
    'émile',
    'Eve',
    'frank',
    'igor',
    'ISA',
    'Ivo',
    'Lara',
    'łucja',
    'Mo',
    'Zoe',
  ]);
  expect(orders[1]).toEqual(orders[0]);
});

test('the order of names, how a name begins and an exact address are served by their indexes', async () => {
  const { pool } = server.database;
  const tenant = await server.createTenant({ key: 'plans' });
  await pool.query(
    `insert into users (subdomain_id, name, email_address) select $1, 'Person ' || md5(n::text), md5(n::text) || '@x.example' from generate_series(1, 20000) n`,
    [tenant.id],
  );
  await pool.query(
    `insert into external_accounts (subdomain_id, name) select $1, 'Company ' || md5(n::text) from generate_series(1, 5000) n`,
    [tenant.id],
  );
  await pool.query('analyze users, external_accounts');
  const plan = async (condition: string, table = 'users'): Promise<string> =>
    (
      await pool.query<{ 'QUERY PLAN': string }>(
        `explain select id from ${table} u where u.subdomain_id = ${tenant.id} and ${condition}`,
      )
    ).rows
      .map((row) => row['QUERY PLAN'])
      .join('\n');
  const shown = `lower(coalesce(nullif(u.name, ''), split_part(u.email_address, '@', 1), ''))`;
  expect(await plan(`true order by ${shown}, u.id limit 20`)).toMatch(/Index Scan using users_name /);
  expect(await plan(`lower(u.name) like 'zq%'`)).toMatch(/users_name_begins/);
  expect(await plan(`lower(u.email_address) like 'ab%'`)).toMatch(/users_email/);
  // by the one that keeps addresses apart, or the one of their order
  expect(await plan(`lower(u.email_address) = 'ab@x.example'`)).toMatch(
    /(?:Index|Bitmap Index|Index Only) Scan (?:using|on) users_(?:by_)?email /,
  );
  expect(await plan('true order by lower(u.email_address) desc nulls last, u.id desc limit 20')).toMatch(
    /Index Scan using users_by_email /,
  );
  expect(await plan(`lower(u.name) like '%abc12%'`)).toMatch(/users_search/);
  expect(await plan('true order by lower(u.name), u.id limit 20', 'external_accounts')).toMatch(
    /external_accounts_name /,
  );
  expect(await plan(`lower(u.name) like 'zq%'`, 'external_accounts')).toMatch(
    /external_accounts_name_begins/,
  );
});
