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

test('metrics are given to who means this machine: a page whose own name leads here is refused', async () => {
  for (const host of ['localhost', `localhost:${server.port}`, '127.0.0.1:80', `[::1]:${server.port}`]) expect((await server.ask('/metrics', { host })).status, host).toBe(200);
  for (const host of ['rebound.example', `rebound.example:${server.port}`, 'localhost.rebound.example', '127.0.0.1.rebound.example', '10.0.0.7']) {
    const answer = await server.ask('/metrics', { host });
    expect(answer.status, host).toBe(403);
    expect(answer.text).not.toContain('process_');
  }
});

test.each(['x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'forwarded', 'via'])('what a proxy on this machine passed on was not asked here: %s', async (name) => {
  expect((await server.ask('/metrics', { headers: { [name]: 'https' } })).status).toBe(403);
});

test.each(['loopback', '127.0.0.0/8', '127.0.0.1'])('with TRUSTED_PROXIES=%s this machine is a proxy: only the token opens the metrics', async (TRUSTED_PROXIES) => {
  const behind = await startTestServer({ environment: { TRUSTED_PROXIES } });
  try {
    expect((await behind.ask('/metrics')).status).toBe(403);
    expect((await behind.ask('/metrics', { headers: { 'x-forwarded-for': '127.0.0.1' } })).status).toBe(403);
    const token = readFileSync(join(behind.config.dataDir, 'metrics.token'), 'utf8').trim();
    expect((await behind.ask('/metrics', { host: 'any.example', headers: { authorization: `Bearer ${token}` } })).status).toBe(200);
  } finally {
    await behind.close();
  }
});

test('where PUBLIC_URL is known elsewhere only the token opens the metrics: a proxy on this machine need not say that it is one', async () => {
  const known = await startTestServer({ environment: { PUBLIC_URL: 'https://feedback.example.com' } });
  try {
    // what a proxy sends that rewrites Host and adds no header of its own
    for (const host of ['localhost', `127.0.0.1:${known.port}`, 'feedback.example.com']) {
      const answer = await known.ask('/metrics', { host });
      expect(answer.status, host).toBe(403);
      expect(answer.text).not.toContain('process_');
    }
    const token = readFileSync(join(known.config.dataDir, 'metrics.token'), 'utf8').trim();
    expect((await known.ask('/metrics', { host: 'localhost', headers: { authorization: `Bearer ${token}` } })).status).toBe(200);
  } finally {
    await known.close();
  }
});

test('a proxy elsewhere leaves this machine what it is', async () => {
  const behind = await startTestServer({ environment: { TRUSTED_PROXIES: '10.0.0.0/8 fd00::/8 linklocal' } });
  try {
    expect((await behind.ask('/metrics')).status).toBe(200);
  } finally {
    await behind.close();
  }
});

test('behind a proxy metrics need the token', async () => {
  const headers = { 'x-forwarded-for': '203.0.113.9' };
  expect((await server.ask('/metrics', { headers })).status).toBe(403);
  expect((await server.ask('/metrics', { headers: { ...headers, authorization: 'Bearer wrong' } })).status).toBe(403);
  const token = readFileSync(join(server.config.dataDir, 'metrics.token'), 'utf8').trim();
  expect((await server.ask('/metrics', { headers: { ...headers, authorization: `Bearer ${token}` } })).status).toBe(200);
});

test('a server that is told to end says so first and serves on, and each answer closes its connection', async () => {
  const ending = await startTestServer({ environment: { DRAIN_SECONDS: '3' } });
  const closed = ending.close();
  await expect.poll(async () => (await ending.ask('/health/ready')).status).toBe(503);
  const ready = await ending.ask('/health/ready');
  expect(ready.json()).toMatchObject({ status: 'ending' });
  const served = await ending.ask('/health/live');
  expect([served.status, served.headers.connection]).toEqual([200, 'close']);
  await closed;
  await expect(ending.ask('/health/live')).rejects.toThrow('ECONNREFUSED');
});
