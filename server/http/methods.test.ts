import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestClient, type TestServer } from './testing.ts';

let server: TestServer;
let admin: TestClient;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.createUser();
});
afterAll(() => server.close());

test.each([
  ['GET', '/api/v2/admin/graphql', 'POST'],
  ['PUT', '/api/v2/admin/graphql', 'POST'],
  ['GET', '/api/v2/admin/attachments', 'POST'],
  ['GET', '/api/v2/admin/exports', 'POST'],
  ['POST', '/files/some-token', 'GET, HEAD'],
  ['POST', '/health/live', 'GET, HEAD'],
  ['DELETE', '/metrics', 'GET, HEAD'],
  ['POST', '/clients/admin-console/logout', 'DELETE'],
  ['PATCH', '/admin/session', 'GET, HEAD, POST'],
  ['POST', '/api/account/current', 'GET, HEAD'],
])('[CALL-HTTP-008] %s %s: 405 and the methods that there are', async (method, path, allow) => {
  const body = ['POST', 'PUT', 'PATCH'].includes(method) ? { json: { a: 1 } } : {};
  const answer = await admin.ask(path, { method, ...body });
  expect([answer.status, answer.headers['allow']]).toEqual([405, allow]);
  expect(answer.json()).toMatchObject({ message: `${method} does nothing at this address.` });
});

test('[CALL-HTTP-008] an address that is not there stays 404, also in another workspace', async () => {
  expect((await admin.ask('/api/v2/admin/nothing', { method: 'POST', json: {} })).status).toBe(404);
  expect((await server.ask('/api/v2/admin/graphql', { host: 'nobody.example' })).status).toBe(404);
});
