import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NO_PERMISSIONS } from '../../contract/permissions.ts';
import { accountKey } from '../domain/account/limits/shares.ts';
import { startTestServer, type Answer, type TestServer } from './testing.ts';

const PASSWORD = 'violet harbour 92 lamps';
const WRONG = 'forged-secret-'.padEnd(43, 'x');
let server: TestServer;
let nowMs = Date.now();
beforeAll(async () => {
  server = await startTestServer({
    now: () => new Date(nowMs),
    environment: { TRUSTED_PROXIES: 'loopback' },
  });
});
afterAll(() => server.close());
beforeEach(() => {
  nowMs += 24 * 3_600_000;
  server.logged.length = 0;
});

let networks = 0;
const nextNetwork = (): string => `198.18.0.${(networks += 1)}`;
const lines = (): Record<string, unknown>[] => server.logged.filter(({ event }) => event !== undefined);
const counted = async (event: string): Promise<number> => {
  const token = readFileSync(`${server.config.dataDir}/metrics.token`, 'utf8').trim();
  const { text } = await server.ask('/metrics', { headers: { authorization: `Bearer ${token}` } });
  return Number(new RegExp(`^earshot_refusals_total\\{event="${event}"\\} (\\d+)$`, 'm').exec(text)![1]);
};

describe('each leaves a line with the network, and counts', () => {
  const json = { method: 'POST', headers: {} };
  const cases: [string, (ip: string) => Promise<Answer>, Record<string, unknown>][] = [
    [
      'sign_in_failed',
      (ip) =>
        server.ask('/admin/session', {
          ...json,
          json: { email: ' Ana@Acme.example', password: WRONG },
          headers: { 'x-forwarded-for': ip },
        }),
      { account: accountKey('ana@acme.example'), route: '/admin/session', workspace: 'demo' },
    ],
    [
      'link_refused',
      (ip) =>
        server.ask('/admin/session/link', {
          ...json,
          json: { token: WRONG },
          headers: { 'x-forwarded-for': ip },
        }),
      { route: '/admin/session/link' },
    ],
    [
      'link_refused',
      (ip) => server.ask(`/admin/password/token?token=${WRONG}`, { headers: { 'x-forwarded-for': ip } }),
      { route: '/admin/password/token' },
    ],
    [
      'link_refused',
      (ip) =>
        server.ask('/admin/password', {
          ...json,
          json: { token: WRONG, password: PASSWORD },
          headers: { 'x-forwarded-for': ip },
        }),
      {},
    ],
    [
      'link_refused',
      (ip) => server.ask(`/admin/setup/state?token=${WRONG}`, { headers: { 'x-forwarded-for': ip } }),
      {},
    ],
    [
      'link_refused',
      (ip) =>
        server.ask(`/admin/session/ticket?token=${WRONG}`, {
          headers: { 'x-forwarded-for': ip, 'sec-fetch-site': 'same-origin' },
        }),
      { route: '/admin/session/ticket' },
    ],
    [
      'session_unknown',
      (ip) =>
        server.ask('/clients/admin-console/heartbeat', {
          headers: { 'x-forwarded-for': ip, cookie: `earshot=${WRONG}` },
        }),
      { level: 30 },
    ],
    [
      'token_unknown',
      (ip) =>
        server.ask('/api/v2/admin/graphql', {
          ...json,
          json: { query: '{ current_user { id } }' },
          headers: { 'x-forwarded-for': ip, authorization: `Bearer ${WRONG}` },
        }),
      { level: 30, route: '/api/v2/admin/graphql' },
    ],
    [
      'mail_link_forged',
      (ip) => server.ask(`/u/${WRONG}`, { headers: { 'x-forwarded-for': ip, accept: 'text/html' } }),
      { route: '/u/:token' },
    ],
    [
      'host_unknown',
      (ip) => server.ask('/', { host: `nobody.example`, headers: { 'x-forwarded-for': ip } }),
      { level: 30 },
    ],
    [
      'cross_site',
      (ip) =>
        server.ask('/admin/session', {
          ...json,
          json: {},
          headers: { 'x-forwarded-for': ip, origin: 'https://evil.example' },
        }),
      {},
    ],
  ];
  test.each(cases)('%s', async (event, call, facts) => {
    const ip = nextNetwork();
    const before = await counted(event);
    server.logged.length = 0;
    expect((await call(ip)).status).toBeGreaterThanOrEqual(302);
    expect(lines()).toEqual([expect.objectContaining({ level: 40, event, network: ip, ...facts })]);
    expect(await counted(event)).toBe(before + 1);
    // nothing secret, and no address
    const text = JSON.stringify(server.logged);
    for (const secret of [WRONG, PASSWORD, 'acme.example'])
      expect(text.toLowerCase()).not.toContain(secret.toLowerCase());
  });

  test('sign_in_refused and reset_refused', async () => {
    const ip = nextNetwork();
    const headers = { 'x-forwarded-for': ip };
    for (let time = 0; time < 5; time += 1)
      await server.ask('/admin/session', {
        method: 'POST',
        json: { email: 'bo@acme.example', password: WRONG },
        headers,
      });
    for (let time = 0; time < 4; time += 1)
      await server.ask('/admin/password/forgot', {
        method: 'POST',
        json: { email: 'bo@acme.example' },
        headers,
      });
    expect(lines().map(({ event }) => event)).toEqual([
      ...Array.from({ length: 4 }, () => 'sign_in_failed'),
      'sign_in_refused',
      'reset_refused',
    ]);
    expect(
      lines().every((line) => line['account'] === accountKey('bo@acme.example') && line['network'] === ip),
    ).toBe(true);
  });

  test('call_forbidden names the person and the field', async () => {
    const { user, graphql } = await server.createUser({
      permissions: { ...NO_PERMISSIONS, feedback_admin_ui: true },
    });
    server.logged.length = 0;
    const answer = await graphql('mutation { forum_create(name: "Mine") { id } }');
    expect(answer.errors?.[0]?.extensions).toMatchObject({ code: 'FORBIDDEN' });
    expect(lines()).toEqual([
      expect.objectContaining({
        event: 'call_forbidden',
        user_id: user.id,
        operation: 'forum_create',
        workspace: 'demo',
      }),
    ]);
  });
});

test('call_forbidden: also beside GraphQL', async () => {
  const { ask } = await server.createUser();
  server.logged.length = 0;
  expect((await ask('/clients/admin-console/events?channels=user-0')).status).toBe(403);
  expect(lines()).toEqual([
    expect.objectContaining({ event: 'call_forbidden', route: '/clients/admin-console/events' }),
  ]);
});

test('a flood is ten lines, and what was left out is told in one', async () => {
  const flooded = await startTestServer();
  try {
    for (let time = 0; time < 25; time += 1)
      await flooded.ask('/admin/session/link', { method: 'POST', json: { token: WRONG } });
  } finally {
    await flooded.close();
  }
  const told = flooded.logged.filter(({ event }) => event === 'link_refused');
  expect(told).toHaveLength(11);
  expect(told.at(-1)).toMatchObject({ network: '127.0.0.1', left_out: 15 });
});

test('two Host headers are refused, before anything is asked for', async () => {
  const answer = (head: string): Promise<string> =>
    new Promise((resolve) => {
      const socket = connect(server.port, '127.0.0.1', () =>
        socket.write(`${head}connection: close\r\n\r\n`),
      );
      let text = '';
      socket.on('data', (chunk) => (text += chunk.toString())).on('close', () => resolve(text));
    });
  const host = `127.0.0.1:${server.port}`;
  expect(await answer(`GET /admin/session HTTP/1.1\r\nhost: ${host}\r\n`)).toMatch(/^HTTP\/1\.1 401 /);
  for (const second of [host, 'evil.example', `Target.localhost:${server.port}`]) {
    server.logged.length = 0;
    const text = await answer(`GET /admin/session HTTP/1.1\r\nhost: ${host}\r\nHOST: ${second}\r\n`);
    expect(text).toMatch(/^HTTP\/1\.1 400 /);
    expect(text).toContain('A request must have one Host header.');
    expect(lines()).toMatchObject([{ event: 'host_refused' }]);
  }
});
