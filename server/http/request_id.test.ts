import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestClient, type TestServer } from './testing.ts';

let server: TestServer;
let behind: TestServer;
let ana: TestClient;
beforeAll(async () => {
  server = await startTestServer();
  behind = await startTestServer({ environment: { TRUSTED_PROXIES: 'loopback' } });
  ana = await server.createUser({ password: 'correct horse battery' });
});
afterAll(async () => {
  await behind.close();
  await server.close();
});

test('an answer carries the id under which the log speaks of its request, whatever is read of it before', async () => {
  await server.database.pool.query(
    `create function broken() returns trigger language plpgsql as $$ begin raise exception 'broken' using errcode = '22012'; end $$; create trigger broken before insert on labels for each row execute function broken()`,
  );
  const [masked, wrong] = await Promise.all([
    ana.post('mutation { label_create(name: "Broken") { id } }'),
    server.ask('/admin/session', {
      method: 'POST',
      json: { email: ana.user.email_address, password: 'wrong wrong wrong' },
      headers: { origin: server.url },
    }),
  ]);
  expect([masked.status, wrong.status]).toEqual([200, 401]);
  const lineOf = ({ headers }: { headers: Record<string, unknown> }) =>
    server.logged
      .filter(({ request }) => request === headers['x-request-id'])
      .map(({ msg, process: of }) => [msg, of]);
  const name = expect.stringMatching(new RegExp(`^server \\S+:${process.pid}$`)) as string;
  expect(lineOf(masked)).toEqual([['An operation failed.', name]]);
  expect(lineOf(wrong)).toEqual([['A password was wrong, or no one has the address.', name]]);
});

test('an id is taken from a listed proxy, and from nobody else', async () => {
  const headers = { 'x-request-id': 'proxy-0123456789abcdef' };
  expect((await behind.ask('/health/live', { headers })).headers['x-request-id']).toBe(
    headers['x-request-id'],
  );
  expect((await server.ask('/health/live', { headers })).headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  expect(
    (await behind.ask('/health/live', { headers: { 'x-request-id': 'x" y' } })).headers['x-request-id'],
  ).toMatch(/^[0-9a-f-]{36}$/);
});

test('the expression of the manual for fail2ban finds failed sign-ins in real lines', async () => {
  await server.ask('/admin/session', {
    method: 'POST',
    json: { email: 'nobody@demo.example', password: 'wrong wrong wrong' },
    headers: { origin: server.url },
  });
  const manual = readFileSync(join(import.meta.dirname, '../../docs/manual/administration.md'), 'utf8');
  const written = /^failregex = (.*)$/m.exec(manual)![1]!;
  // fail2ban takes what the date pattern finds out of the line, and puts an address for its tag
  const lines = server.logged.map((line) => JSON.stringify(line).replace(/"time":\d+/, ''));
  const found = lines.filter((line) =>
    new RegExp(written.replace('<ADDR>', String.raw`[\d.:a-f]+`)).test(line),
  );
  expect(found.length).toBeGreaterThan(0);
  expect(found).toEqual(lines.filter((line) => line.includes('"event":"sign_in_failed"')));
});
