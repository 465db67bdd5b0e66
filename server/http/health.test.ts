import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from './testing.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test('probes are answered under any host name, since they know the machine by its address', async () => {
  for (const host of ['10.0.0.7:3000', 'whatever.example']) {
    expect((await server.ask('/health/live', { host })).json()).toEqual({ status: 'ok' });
    expect((await server.ask('/health/ready', { host })).json()).toEqual({ status: 'ok' });
  }
});

test('metrics are given to this machine, with the pattern of a route and never its path', async () => {
  await server.ask('/files/some-secret-token');
  const answer = await server.ask('/metrics');
  expect(answer.status).toBe(200);
  expect(answer.text).toContain('process_resident_memory_bytes');
  expect(answer.text).toContain('route="/files/:token"');
  expect(answer.text).not.toContain('some-secret-token');
});

test('behind a proxy metrics need the token', async () => {
  const headers = { 'x-forwarded-for': '203.0.113.9' };
  expect((await server.ask('/metrics', { headers })).status).toBe(403);
  expect((await server.ask('/metrics', { headers: { ...headers, authorization: 'Bearer wrong' } })).status).toBe(403);
  const token = readFileSync(join(server.config.dataDir, 'metrics.token'), 'utf8').trim();
  expect((await server.ask('/metrics', { headers: { ...headers, authorization: `Bearer ${token}` } })).status).toBe(200);
});
