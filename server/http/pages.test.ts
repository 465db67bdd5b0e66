import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ALL_PERMISSIONS } from '../../contract/permissions.ts';
import { buildSuggestion } from '../db/builders.ts';
import { startTestServer, type Answer, type TestServer } from './testing.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const html = { accept: 'text/html,application/xhtml+xml' };
const page = (path: string, host?: string): Promise<Answer> =>
  server.ask(path, { headers: html, ...(host === undefined ? {} : { host }) });

describe('the console', () => {
  const addresses = [
    '/admin-console',
    '/admin-console/',
    '/admin-console/insights',
    '/admin-console/theme-explorer/reports/7/themes',
    '/admin/v3/feedback/suggestions',
    '/admin/v3/feedback/suggestions/f/12?page=2',
    '/admin/v3/ideas/5',
    '/admin/v3/ideas/f/assigned_owner=3',
    '/admin/v3/users',
    '/admin/v3/roadmap/list',
    '/roadmap/admin/roadmaps',
    '/admin/reports/user_satisfaction',
    '/admin/settings',
    '/admin/settings/profile',
    '/admin/tickets',
    '/admin/faqs',
  ];

  test('[ROUTE-043] without a session each address leads to the sign-in page and back', async () => {
    for (const address of addresses) {
      const answer = await page(address);
      expect(answer.status, address).toBe(302);
      expect(answer.headers.location).toBe(`/admin/signin?return_to=${encodeURIComponent(address)}`);
    }
  });

  test('with a session each address is the one application', async () => {
    const admin = await server.createUser();
    for (const address of addresses) {
      const answer = await admin.ask(address, { headers: html });
      expect(answer.status, address).toBe(200);
      expect(answer.text).toContain('<title>index</title>');
      expect(answer.headers['cache-control']).toBe('no-store');
    }
  });

  test('it brings along who is here, each their own, without the token; nothing in a name ends the element', async () => {
    const early = (text: string): string | undefined =>
      /<script type="application\/json" id="earshot-early">(.*?)<\/script>/.exec(text)?.[1];
    const hostile = '</script><script>alert(1)</script>';
    for (const name of ['Ana Ruiz', hostile]) {
      const person = await server.createUser({
        name,
        permissions: { ...ALL_PERMISSIONS, settings: name === hostile ? 'rw' : 'none' },
      });
      const { text, headers } = await person.ask('/admin-console/insights', { headers: html });
      const answers = JSON.parse(early(text)!) as { account: object; viewer: object };
      expect(answers.viewer).toEqual({ data: { current_user: { id: person.user.id, display_name: name } } });
      expect(answers.account).toEqual((await person.ask('/api/account/current?basic=1')).json());
      expect(Object.keys(answers)).toEqual(['account', 'viewer']);
      expect(text).not.toContain('<script>alert');
      expect(text).not.toContain(
        (await person.ask('/clients/admin-console/token')).json<{ token: string }>().token,
      );
      expect(headers['cache-control']).toBe('no-store');
    }
    expect(early((await page('/admin/signin')).text)).toBeUndefined();
    expect((await page('/nothing/here')).text).not.toContain('current_user');
  });

  describe('the list of ideas', () => {
    const list = '/admin/v3/feedback/suggestions';
    const first = (text: string): unknown =>
      (
        JSON.parse(/<script type="application\/json" id="earshot-early">(.*?)<\/script>/.exec(text)![1]!) as {
          first?: unknown;
        }
      ).first;

    test('its page brings its first rows, which end no element, and names its files; not where the address asks for others', async () => {
      const title = '</script><script>alert(1)</script>';
      const { id } = await buildSuggestion(server.database, server.tenant, { title });
      const admin = await server.createUser();
      const { text } = await admin.ask(list, { headers: html });
      expect(first(text)).toEqual({
        query_key: ['ideas', { page: 1 }],
        answer: { data: { suggestions: { records: [{ id, title }] } } },
      });
      expect(text).not.toContain('<script>alert');
      expect(text).toContain(
        '<link rel="modulepreload" crossorigin href="/console-assets/ideas-abcdefgh.js"><link rel="stylesheet" crossorigin href="/console-assets/ideas-abcdefgh.css">',
      );
      const filtered = (await admin.ask(`${list}?page=2`, { headers: html })).text;
      expect(first(filtered)).toBeUndefined();
      expect(filtered).toContain('/console-assets/ideas-abcdefgh.js');
      const other = (await admin.ask('/admin-console/insights', { headers: html })).text;
      expect(first(other)).toBeUndefined();
      expect(other).not.toContain('/console-assets/ideas-abcdefgh.js');
    });

    test('who may not see ideas gets none of them', async () => {
      const person = await server.createUser({
        permissions: { ...ALL_PERMISSIONS, feedback_admin_ui: false },
      });
      expect(first((await person.ask(list, { headers: html })).text)).toMatchObject({
        answer: { errors: [{ extensions: { code: 'FORBIDDEN' } }] },
      });
    });

    test('a page does not wait long for them', async () => {
      const other = await startTestServer({ firstAnswerMs: 5 });
      const holder = await other.database.pool.connect();
      try {
        const person = await other.createUser();
        // the rows cannot be read before the page is there
        await holder.query('begin');
        await holder.query('lock table suggestions in access exclusive mode');
        const { text } = await person.ask(list, { headers: html });
        expect(text).toContain('"viewer":');
        expect(first(text)).toBeUndefined();
      } finally {
        await holder.query('rollback');
        holder.release();
        await other.close();
      }
    });

    test('the rows count against what a person may ask in a minute; the page comes without them when that is spent', async () => {
      const other = await startTestServer({
        environment: { GRAPHQL_COST_PER_MINUTE: '1' },
        now: () => new Date('2026-03-01T10:00:00Z'),
      });
      try {
        const admin = await other.createUser();
        const brings: boolean[] = [];
        for (let time = 0; time < 3; time += 1)
          brings.push(first((await admin.ask(list, { headers: html })).text) !== undefined);
        expect(brings).toEqual([true, false, false]);
      } finally {
        await other.close();
      }
    });
  });

  test('[PERM-001] who may not use the console is sent to /admin', async () => {
    for (const license_type of ['none', 'contributor', 'support']) {
      const person = await server.createUser({ license_type });
      const answer = await person.ask('/admin-console/insights', { headers: html });
      expect(answer.headers.location).toBe('/admin');
      expect((await person.ask('/admin', { headers: html })).text).toContain('<title>signed_out</title>');
    }
  });

  test('[ROUTE-036] /dashboard and the site root lead to the console', async () => {
    expect((await page('/dashboard')).headers.location).toBe('/admin-console');
    expect((await page('/')).headers.location).toBe('/admin-console');
  });
});

describe('signed-out pages', () => {
  test('[ROUTE-035] they are served to everybody, the page that signs out among them', async () => {
    for (const address of [
      '/admin',
      '/admin/signin',
      '/admin/signin?return_to=%2Fx',
      '/admin/signin/link?token=x',
      '/admin/reset',
      '/admin/password?token=x',
      '/admin/setup',
      '/admin/logout',
    ]) {
      const answer = await page(address);
      expect(answer.status, address).toBe(200);
      expect(answer.text).toContain('<title>signed_out</title>');
    }
  });

  test('an unknown address is 404: a page for people, a sentence for programs', async () => {
    const answer = await page('/nothing/here');
    expect(answer.status).toBe(404);
    expect(answer.text).toContain('<title>signed_out</title>');
    expect((await server.ask('/nothing/here')).json()).toEqual({
      message: 'Page not found.',
    });
    expect(
      (await server.ask('/admin-console/%2e%2e/%2e%2e/etc/passwd', { headers: html })).text,
    ).not.toContain('root:');
  });
});

describe('headers', () => {
  test('each page has a nonce of its own in policy and tags', async () => {
    const answers = [await page('/admin/signin'), await page('/admin/signin')];
    const nonces = answers.map((answer) => {
      const nonce = /nonce="([^"]+)"/.exec(answer.text)![1]!;
      expect(answer.headers['content-security-policy']).toContain(`script-src 'self' 'nonce-${nonce}'`);
      expect(answer.headers['content-security-policy']).toContain("frame-ancestors 'none'");
      expect(answer.headers['content-security-policy']).toContain("object-src 'none'");
      expect(answer.headers['content-security-policy']).toContain("base-uri 'none'");
      expect(answer.text).not.toContain('__CSP_NONCE__');
      return nonce;
    });
    expect(nonces[0]).not.toBe(nonces[1]);
    const { rows } = await server.database.pool.query('select name from subdomains where id = $1', [
      server.tenant.id,
    ]);
    expect(answers[0]!.text).toContain(
      `<script type="application/json" id="earshot-env">{"workspace_name":${JSON.stringify(rows[0].name)}}</script>`,
    );
  });

  test('every answer is closed to sniffing, framing and other sites', async () => {
    for (const answer of [
      await page('/admin/signin'),
      await server.ask('/clients/admin-console/token'),
      await server.ask('/nothing'),
      await server.ask('/health/live'),
    ]) {
      expect(answer.headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'strict-origin-when-cross-origin',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
      });
      expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
      // no TLS here, so nothing is promised about it
      expect(answer.headers['strict-transport-security']).toBeUndefined();
    }
  });
});

describe('what the operator sets for the console', () => {
  test('[ERR-008] [ERR-014] [ERR-015] [CONST-054] it stands in the page, where it can end no element, and calls may go to the address for errors', async () => {
    const other = await startTestServer({
      environment: {
        ERROR_REPORT_URL: 'https://errors.example.com/take?x=</script><b>&y=$&',
        ERROR_REPORT_SAMPLING: '0.5',
        SUPPORT_CHAT_URL: 'https://help.example.com/chat',
        FEEDBACK_WIDGET_URL: 'https://forms.example.com/',
      },
    });
    try {
      const answer = await (await other.createUser()).ask('/admin-console/insights', { headers: html });
      const element = /<script type="application\/json" id="earshot-env">(.*?)<\/script>/.exec(answer.text);
      expect(JSON.parse(element![1]!)).toEqual({
        error_sink_url: 'https://errors.example.com/take?x=</script><b>&y=$&',
        error_sample_rate: 0.5,
        support_chat_url: 'https://help.example.com/chat',
        feedback_widget_url: 'https://forms.example.com/',
      });
      expect(answer.text).not.toContain('<b>');
      expect(answer.headers['content-security-policy']).toContain(
        "connect-src 'self' https://errors.example.com;",
      );
    } finally {
      await other.close();
    }
  });

  test('[CALL-HTTP-031] an analytics script is loaded where the operator names one: by the console alone, and by no page that a credential may lead to', async () => {
    const ANALYTICS_SCRIPT_URL = 'https://numbers.example.com/a.js?site=7&x="><b>';
    const other = await startTestServer({ environment: { ANALYTICS_SCRIPT_URL } });
    try {
      const console_ = await (await other.createUser()).ask('/admin-console/insights', { headers: html });
      const nonce = /'nonce-([^']+)'/.exec(String(console_.headers['content-security-policy']))![1]!;
      expect(console_.text).toContain(
        `<script async src="https://numbers.example.com/a.js?site=7&amp;x=%22%3E%3Cb%3E" nonce="${nonce}"></script>`,
      );
      expect(console_.headers['content-security-policy']).toContain(
        "connect-src 'self' https://numbers.example.com;",
      );
      const door = await other.ask('/admin/signin', { headers: html });
      expect(door.text).not.toContain('numbers.example.com');
      expect(door.headers['content-security-policy']).toContain("connect-src 'self';");
    } finally {
      await other.close();
    }
    const without = await (await server.createUser()).ask('/admin-console/insights', { headers: html });
    expect(without.text).not.toContain('<script async');
  });

  test('without it calls go to this server alone', async () => {
    expect((await page('/admin/signin')).headers['content-security-policy']).toContain("connect-src 'self';");
  });
});

describe('assets', () => {
  const raw = (
    path: string,
    headers: Record<string, string>,
  ): Promise<{ status: number; headers: Record<string, unknown>; body: Buffer }> =>
    new Promise((resolve, reject) => {
      const sent = request(
        {
          host: '127.0.0.1',
          port: server.port,
          path,
          headers: { host: new URL(server.url).host, ...headers },
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('end', () =>
            resolve({ status: response.statusCode!, headers: response.headers, body: Buffer.concat(chunks) }),
          );
        },
      );
      sent.once('error', reject).end();
    });

  test('names with a hash are kept for ever, others for an hour', async () => {
    expect((await server.ask('/console-assets/index-abcdefgh.js')).headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/javascript; charset=utf-8',
    });
    expect((await server.ask('/console-assets/favicon.svg')).headers).toMatchObject({
      'cache-control': 'public, max-age=3600',
      'content-type': 'image/svg+xml',
    });
  });

  test('they are compressed as the browser asks', async () => {
    const plain = (await server.ask('/console-assets/index-abcdefgh.js')).text;
    const br = await raw('/console-assets/index-abcdefgh.js', { 'accept-encoding': 'gzip, br' });
    expect(br.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(br.body).toString()).toBe(plain);
    const gz = await raw('/console-assets/index-abcdefgh.js', { 'accept-encoding': 'gzip' });
    expect(gunzipSync(gz.body).toString()).toBe(plain);
    const again = await raw('/console-assets/index-abcdefgh.js', {
      'accept-encoding': 'gzip',
      'if-none-match': String(gz.headers['etag']),
    });
    expect(again.status).toBe(304);
  });

  test('nothing outside the folder, and no page, is an asset', async () => {
    for (const path of [
      '/console-assets/nothing.js',
      '/console-assets/../data/secret.key',
      '/console-assets/%2e%2e%2fdata%2fsecret.key',
      '/console-assets/index.html',
      '/console-assets/',
    ]) {
      expect((await server.ask(path)).status, path).toBe(404);
    }
  });
});

test('an address that cannot be read is refused like anything else, with the headers of every answer', async () => {
  for (const path of ['/%ff', '/files/%c0%af', `/files/${'a'.repeat(600)}`]) {
    const answer = await server.ask(path, { headers: { accept: 'text/html' } });
    expect(answer.json(), path).toEqual({ message: 'This address cannot be read.', code: 'BAD_USER_INPUT' });
    expect(answer.status).toBe(400);
    expect(answer.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'",
    });
  }
});

describe('gate 1: the Host header', () => {
  test('an unknown host is 404 and reaches nothing else', async () => {
    const admin = await server.createUser();
    for (const host of [
      'evil.example',
      'nobody.localhost',
      'demo.localhost.evil.example',
      '203.0.113.5',
      'a b',
      '[::2]',
    ]) {
      for (const path of [
        '/',
        '/admin/signin',
        '/clients/admin-console/token',
        '/api/v2/admin/graphql',
        '/console-assets/index-abcdefgh.js',
      ]) {
        const answer = await server.ask(path, { host, headers: { cookie: admin.cookie } });
        expect([400, 404], `${host}${path}`).toContain(answer.status);
        expect(answer.headers['set-cookie']).toBeUndefined();
      }
    }
    // the process lives
    expect((await server.ask('/health/live')).status).toBe(200);
  });

  test('loopback names, {key}.localhost and a cname lead to their workspace', async () => {
    const tenant = await server.createTenant({
      key: 'acme',
      name: 'Acme',
      cname: 'ideas.acme.example',
      cname_proved_at: new Date(),
    });
    const admin = await server.createUser({ tenant });
    const home = await server.createUser();
    const keyAt = async (host: string, cookie: string): Promise<unknown> =>
      (await server.ask('/api/account/current?basic=1', { host, headers: { cookie } })).json<{
        current_subdomain?: { key: string };
      }>().current_subdomain?.key;
    for (const host of [
      `acme.localhost:${server.port}`,
      'ACME.localhost',
      'ideas.acme.example',
      'ideas.acme.example.',
    ])
      expect(await keyAt(host, admin.cookie)).toBe('acme');
    for (const host of [`localhost:${server.port}`, `127.0.0.1:${server.port}`, `[::1]:${server.port}`])
      expect(await keyAt(host, home.cookie)).toBe('demo');
    expect(await keyAt('acme.localhost', home.cookie)).toBeUndefined();
  });

  test('a plain address other than this machine is told that passwords travel readably', async () => {
    const tenant = await server.createTenant({
      key: 'open',
      cname: 'ideas.open.example',
      cname_proved_at: new Date(),
    });
    const admin = await server.createUser({ tenant });
    expect(
      (
        await server.ask('/api/account/current?basic=1', {
          host: 'ideas.open.example',
          headers: { cookie: admin.cookie },
        })
      ).json(),
    ).toMatchObject({ insecure_http: true });
  });
});

test('[ROUTE-044] [ERR-005] the root of a deactivated workspace says so, and all pages lead there', async () => {
  const tenant = await server.createTenant({ key: 'gone', deleted_at: new Date() });
  const host = server.hostOf(tenant);
  const root = await page('/', host);
  expect(root.status).toBe(403);
  expect(root.text).toContain('This workspace is deactivated');
  for (const path of ['/admin-console', '/admin/signin', '/admin/v3/users'])
    expect((await page(path, host)).headers.location).toBe('/');
});

test('a console that is not built is said to be so', async () => {
  const bare = await startTestServer();
  try {
    rmSync(join(bare.config.dataDir, '../dist'), { recursive: true });
    const answer = await bare.ask('/admin/signin', { headers: html });
    expect(answer.status).toBe(503);
    expect(answer.text).toContain('npm run build');
  } finally {
    await bare.close();
  }
});
