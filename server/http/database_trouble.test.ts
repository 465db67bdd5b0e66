import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestClient, type TestServer } from './testing.ts';

const ROLE = `weak_${randomUUID().slice(0, 8)}`;
let first: TestServer;
let server: TestServer;
let person: TestClient;
let fresh: TestClient;

beforeAll(async () => {
  first = await startTestServer();
  const { pool } = first.database;
  await pool.query(
    `create role ${ROLE} login; grant all on all tables in schema public to ${ROLE}; grant all on all sequences in schema public to ${ROLE}`,
  );
  server = await startTestServer({
    beside: first,
    databaseWaits: { connectionMs: 2_500, lockMs: 1_000 },
    environment: { DATABASE_URL: first.database.url.replace(/user=\w+/, `user=${ROLE}`) },
  });
  person = await server.createUser({ password: 'correct horse battery' });
  fresh = await server.createUser();
});
afterAll(async () => {
  await server.close();
  await first.close();
});

/** The server's role gets no connection any more, and loses those that it has. */
async function takeConnections(): Promise<void> {
  const { pool } = first.database;
  await pool.query(`alter role ${ROLE} connection limit 0`);
  await pool.query('select pg_terminate_backend(pid) from pg_stat_activity where usename = $1', [ROLE]);
  // they end a moment later, and a call that still takes one of them hears of that instead
  await expect
    .poll(
      async () => (await pool.query('select 1 from pg_stat_activity where usename = $1', [ROLE])).rowCount,
    )
    .toBe(0);
  await expect
    .poll(async () => (await fresh.ask('/api/account/current')).text, { timeout: 30_000 })
    .toMatch(/no connection free at the moment/);
}

test('without a connection every door answers 503 with Retry-After and a sentence of its own, and is well again by itself', async () => {
  const token = await person.token();
  await takeConnections();
  const authorization = `Bearer ${token}`;
  const ideas = { query: 'query { suggestions { records { id } } }' };
  const [query, mutation, signIn, page, knownPage, events, file, upload, account] = await Promise.all([
    person.ask('/api/v2/admin/graphql', { method: 'POST', json: ideas, headers: { authorization } }),
    person.ask('/api/v2/admin/graphql', {
      method: 'POST',
      json: { query: 'mutation { label_create(name: "x") { id } }' },
      headers: { authorization, 'idempotency-key': randomUUID() },
    }),
    server.ask('/admin/session', {
      method: 'POST',
      json: { email: person.user.email_address, password: 'correct horse battery' },
      headers: { origin: server.url },
    }),
    fresh.ask('/admin-console', { headers: { accept: 'text/html' } }),
    // of this one the session is known still
    person.ask('/admin/v3/feedback/suggestions', { headers: { accept: 'text/html' } }),
    fresh.ask('/clients/admin-console/events'),
    fresh.ask('/files/some-token'),
    person.ask('/api/v2/admin/attachments', {
      method: 'POST',
      body: 'x',
      headers: { authorization, 'x-file-name': 'x.txt', 'content-type': 'text/plain' },
    }),
    fresh.ask('/api/account/current'),
  ]);
  for (const [door, answer] of Object.entries({
    query,
    mutation,
    signIn,
    page,
    knownPage,
    events,
    file,
    upload,
    account,
  })) {
    expect(answer.status, `${door} ${answer.text}`).toBe(503);
    expect(Number(answer.headers['retry-after']), door).toBeGreaterThan(0);
    expect(answer.text, door).toMatch(/no connection free at the moment/);
  }
  expect(query.json()).toMatchObject({
    errors: [
      { extensions: { code: 'INTERNAL_SERVER_ERROR', reason: 'database_full', http: { status: 503 } } },
    ],
  });
  expect(page.headers['content-type']).toContain('text/html');
  expect(signIn.json()).toMatchObject({ reason: 'database_full' });
  // told in the log as what it is, and counted
  const told = server.logged.filter(
    ({ msg }) => msg === 'The database was in trouble; the caller is asked to try again.',
  );
  expect(told.length).toBeGreaterThanOrEqual(8);
  expect(server.logged.filter(({ level }) => level === 50)).toEqual([]);
  expect((await server.ask('/metrics')).text).toMatch(/earshot_database_trouble_total\{kind="full"\} [1-9]/);

  await first.database.pool.query(`alter role ${ROLE} connection limit -1`);
  expect(await person.data<{ suggestions: unknown }>(ideas.query)).toEqual({ suggestions: { records: [] } });
});

test('a command that waits too long for another is told to try again, and its key still works', async () => {
  const { pool } = first.database;
  await pool.query(`alter role ${ROLE} connection limit -1`);
  const { label_create: label } = await person.data<{ label_create: { id: string } }>(
    'mutation { label_create(name: "Held") { id } }',
  );
  const holder = await pool.connect();
  await holder.query('begin');
  await holder.query('select 1 from labels where subdomain_id = $1 and id = $2 for update', [
    person.tenant.id,
    label.id,
  ]);
  const key = randomUUID();
  const rename = 'mutation ($id: ID!) { label_update(id: $id, name: "Freed") { id name } }';
  const busy = await person.post(rename, { id: label.id }, { key });
  expect(busy.status, busy.text).toBe(503);
  expect(busy.headers['retry-after']).toBe('2');
  expect(busy.json()).toMatchObject({
    errors: [{ message: expect.stringContaining('too busy') as string, extensions: { reason: 'busy' } }],
  });
  await holder.query('rollback');
  holder.release();
  expect((await person.graphql(rename, { id: label.id }, { key })).data).toEqual({
    label_update: { id: label.id, name: 'Freed' },
  });
});
