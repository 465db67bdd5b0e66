import { request } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestServer, type TestClient, type TestServer } from './testing.ts';

let server: TestServer;
let admin: TestClient;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.createUser();
});
afterAll(() => server.close());
beforeEach(() => {
  server.logged.length = 0;
});

const MESSAGE = 'A client broke off.';
const lines = (msg: string): Record<string, unknown>[] => server.logged.filter((line) => line['msg'] === msg);
const faults = (): Record<string, unknown>[] => server.logged.filter(({ level }) => Number(level) >= 40);

/** Sends a part of what it announced and leaves, either at once or when it is answered. */
async function breakOff(
  path: string,
  headers: Record<string, string>,
  { afterAnswer = false } = {},
): Promise<number | null> {
  const authorization = `Bearer ${await admin.token()}`;
  return new Promise((resolve) => {
    const sent = request({
      host: '127.0.0.1',
      port: server.port,
      method: 'POST',
      path,
      headers: { host: admin.host, authorization, 'content-length': '5000000', ...headers },
    });
    sent.once('response', (response) => {
      response.resume();
      response.once('end', () => {
        sent.destroy();
        resolve(response.statusCode ?? 0);
      });
    });
    sent.once('error', () => resolve(null));
    sent.once('close', () => resolve(null));
    sent.write(Buffer.alloc(10_000, ' '), () => {
      if (!afterAnswer) sent.destroy();
    });
  });
}

test.each([
  ['a large call', '/api/v2/admin/graphql', { 'content-type': 'application/json' }],
  [
    'a small call',
    '/api/v2/admin/graphql',
    { 'content-type': 'application/json', 'content-length': '500000' },
  ],
  ['a form', '/admin/session', { 'content-type': 'application/json', 'content-length': '16000' }],
  ['a file', '/api/v2/admin/attachments', { 'x-file-name': 'half.txt' }],
])(
  'who breaks off while they send %s is no fault: the log says so at debug',
  async (_what, path, headers) => {
    await breakOff(path, headers);
    await expect
      .poll(() => lines(MESSAGE))
      .toEqual([expect.objectContaining({ level: 20, method: 'POST', route: path })]);
    expect((await server.ask('/health/live')).status).toBe(200);
    expect(faults()).toEqual([]);
  },
);

test('who breaks off after their file was refused harms nobody', async () => {
  expect(
    await breakOff('/api/v2/admin/attachments', { 'x-file-name': 'run.exe' }, { afterAnswer: true }),
  ).toBe(415);
  await expect.poll(() => lines(MESSAGE)).toHaveLength(1);
  expect((await server.ask('/health/live')).status).toBe(200);
  expect(faults()).toEqual([]);
});

test('a fault is logged with the pattern of its route: addresses hold tokens', async () => {
  const { rows } = await server.database.pool.query<{ token: string }>(
    `insert into attachments (subdomain_id, token, uploader_id, file_name, content_type, size_in_bytes, storage_key) values ($1, 'a-secret-token', $2, 'a.txt', 'text/plain', 1, 'k') returning token`,
    [server.tenant.id, admin.user.id],
  );
  const { get } = server.services.files;
  server.services.files.get = () => {
    throw new TypeError('oops');
  };
  const answer = await admin.ask(`/files/${rows[0]!.token}`);
  server.services.files.get = get;
  expect(answer.status).toBe(500);
  expect(faults()).toEqual([
    expect.objectContaining({
      msg: 'A request failed.',
      route: '/files/:token',
      err: expect.objectContaining({ message: 'oops' }) as unknown,
    }),
  ]);
  expect(JSON.stringify(server.logged)).not.toContain('a-secret-token');
});
