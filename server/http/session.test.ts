import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from './testing.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test('[CALL-HTTP-001] a session gets a token', async () => {
  const admin = await server.createUser();
  const answer = await admin.ask('/clients/admin-console/token');
  expect(answer.status).toBe(200);
  expect(Object.keys(answer.json())).toEqual(['token']);
  expect(await admin.data('{ __typename }')).toEqual({ __typename: 'Query' });
});
