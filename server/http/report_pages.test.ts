import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NO_PERMISSIONS } from '../../contract/permissions.ts';
import {
  buildAccount,
  buildForum,
  buildImpactReport,
  buildSuggestion,
  buildUser,
  insertRow,
} from '../db/builders.ts';
import { startTestServer, type Answer, type TestClient, type TestServer } from './testing.ts';

let server: TestServer;
let writer: TestClient;
let time = Date.parse('2026-06-01T12:00:00Z');
beforeAll(async () => {
  server = await startTestServer({ now: () => new Date(time) });
  writer = await server.createUser();
});
afterAll(() => server.close());
// calls are counted by the minute
beforeEach(() => {
  time += 120_000;
});

const PLACE = 'Lager & <Büro>';
const SECRETS = {
  account: 'Beacon Senior Living',
  person: 'Denise Whitaker',
  quote: 'Signed the report in the cellar',
  idea: 'Work without a signal',
  revenue: '$1.2K',
};

/** A report with a quote, an account and an idea that name somebody. */
async function report(values: object = {}, tenant = server.tenant): Promise<{ id: string }> {
  const { database } = server;
  const forum = await buildForum(database, tenant);
  const idea = await buildSuggestion(database, tenant, { title: SECRETS.idea, forum_id: forum.id });
  const account = await buildAccount(database, tenant, { name: SECRETS.account, plan: 'Enterprise' });
  const person = await buildUser(database, tenant, {
    name: SECRETS.person,
    account_id: account.id,
    job_title: 'Operations Director',
    country: 'Germany',
  });
  const said = await insertRow(database, 'feedback_records', {
    subdomain_id: tenant.id,
    suggestion_id: idea.id,
    user_id: person.id,
    body: SECRETS.quote,
  });
  const one = await buildImpactReport(database, tenant, {
    title: PLACE,
    suggestion_ids: [idea.id],
    texts: JSON.stringify({
      summary:
        '<p>They bring <span class="es-figure es-figure-revenue">$1.2K</span>.</p><img src="/files/abc" alt="">',
      problem: '<h1>Down there</h1>',
    }),
    quotes: JSON.stringify([{ id: said.id, text: SECRETS.quote }]),
    ...values,
  });
  await database.pool.query(
    `update impact_reports set figures = figures || jsonb_build_object('top_accounts', jsonb_build_array(jsonb_build_object('id', $2::text, 'revenue_cents', 120000, 'people', 2))) where id = $1`,
    [one.id, account.id],
  );
  return one;
}
let links = 0;
async function link(impact_report_id: string, values: object = {}, tenant = server.tenant): Promise<string> {
  const token = `token_of_a_link_${(links += 1)}`.padEnd(32, '_');
  await insertRow(server.database, 'impact_report_links', {
    subdomain_id: tenant.id,
    impact_report_id,
    token,
    shows_names: true,
    shows_revenue: true,
    shows_quotes: true,
    shows_ideas: true,
    ...values,
  });
  return `/reports/${token}`;
}
const opened = async (path: string): Promise<number> =>
  (
    await server.database.pool.query<{ n: number }>(
      'select opened_count as n from impact_report_links where token = $1',
      [path.slice('/reports/'.length)],
    )
  ).rows[0]!.n;

describe('a link', () => {
  test('[SCOPE-020] opens the report without a session, as one page that loads nothing and is found nowhere', async () => {
    const path = await link((await report()).id);
    const { status, text, headers } = await server.ask(path);
    expect(status).toBe(200);
    for (const shown of Object.values(SECRETS)) expect(text).toContain(shown);
    expect(text).toContain('<h1 dir="auto">Lager &amp; &lt;Büro&gt;</h1>');
    expect(text).toContain('<h3>Down there</h3>');
    expect(text).toContain('figures as of Feb 15, 2026');
    // pictures need a session
    expect(text).not.toContain('<img');
    expect(text).not.toMatch(/\b(?:src|href)=/);
    expect(headers).toMatchObject({
      'x-robots-tag': 'noindex, nofollow',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    });
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(await opened(path)).toBe(1);
    await server.ask(path, { method: 'HEAD' });
    await server.ask(path, { headers: { 'sec-purpose': 'prefetch' } });
    expect(await opened(path)).toBe(1);
  });

  test.for([
    ['shows_names', ['account', 'person'], 'Operations Director, Germany'],
    ['shows_revenue', ['revenue'], 'They bring <span class="es-figure es-figure-revenue">…</span>'],
    ['shows_quotes', ['quote', 'person'], SECRETS.account],
    ['shows_ideas', ['idea'], SECRETS.quote],
  ] as const)('with %s off holds none of it, in its source too', async ([name, hidden, shown]) => {
    const { text } = await server.ask(await link((await report()).id, { [name]: false }));
    expect(text).toContain(shown);
    for (const [key, secret] of Object.entries(SECRETS))
      if ((hidden as readonly string[]).includes(key)) expect(text).not.toContain(secret);
      else expect(text).toContain(secret);
  });

  test('that was guessed, revoked or has ended, or whose report was deleted, is one plain page', async () => {
    const one = await report();
    const ended = await link((await report()).id, { ends_on: '2026-05-31' });
    const today = await link((await report()).id, { ends_on: '2026-06-01' });
    const revoked = await link(one.id, { revoked_at: new Date() });
    const deleted = await link((await report({ deleted_at: new Date() })).id);
    const pages = new Set<string>();
    for (const path of [
      ended,
      revoked,
      deleted,
      '/reports/unknown',
      `/reports/${'x'.repeat(32)}`,
      '/reports/%27%20or%201=1',
    ]) {
      const { status, text, headers } = await server.ask(path);
      expect(status, path).toBe(404);
      expect(text).not.toContain('Lager');
      expect(headers['x-robots-tag']).toContain('noindex');
      pages.add(text);
    }
    expect(pages.size).toBe(1);
    expect((await server.ask(today)).status).toBe(200);
    // a revoked one does not come back with the next
    const next = await link(one.id);
    expect((await server.ask(next)).status).toBe(200);
    expect((await server.ask(revoked)).status).toBe(404);
  });

  test('is refused to a network that asks too often, and to no other', async () => {
    const path = await link((await report()).id);
    let last: Answer | null = null;
    for (let call = 0; call <= 300; call += 1) last = await server.ask(path);
    expect(last!.status).toBe(429);
    expect(Number(last!.headers['retry-after'])).toBeGreaterThan(0);
    time += 60_000;
    expect((await server.ask(path)).status).toBe(200);
  });

  test('of a workspace without impact reports, or of another one, opens nothing', async () => {
    const features = ['feedback_system'];
    for (const tenant of [await server.createTenant({ features }), await server.createTenant()]) {
      const path = await link((await report({}, tenant)).id, {}, tenant);
      const host = server.hostOf(tenant);
      const { status } = await server.ask(path, { headers: { host } });
      expect(status).toBe(tenant.features.includes('impact_reports') ? 200 : 404);
      expect((await server.ask(path)).status).toBe(404);
    }
  });
});

test('the preview is for those who may see ideas in the console, and shows all', async () => {
  const { id } = await report();
  const path = `/reports/preview/${id}`;
  expect((await server.ask(path)).status).toBe(404);
  const blind = await server.createUser({ permissions: NO_PERMISSIONS });
  expect((await blind.ask(path)).status).toBe(404);
  const { status, text } = await writer.ask(path);
  expect(status).toBe(200);
  for (const shown of Object.values(SECRETS)) expect(text).toContain(shown);
  for (const other of ['987654', 'x', '0'])
    expect((await writer.ask(`/reports/preview/${other}`)).status).toBe(404);
});
