import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NO_PERMISSIONS } from '../../contract/permissions.ts';
import { buildFeature, buildFeatureStatus, insertRow, systemViewer, testScope } from '../db/builders.ts';
import { roadmapSweep, roadmapVisitMail } from '../domain/planning/visits.ts';
import { startTestServer, type Answer, type TestClient, type TestServer } from './testing.ts';

let server: TestServer;
let status: string;
let time = Date.parse('2026-06-01T12:00:00Z');
beforeAll(async () => {
  server = await startTestServer({ now: () => new Date(time) });
  status = (await buildFeatureStatus(server.database, server.tenant, { name: 'Beta & <more>', position: 1 }))
    .id;
});
afterAll(() => server.close());
// calls are counted by the minute
beforeEach(() => {
  time += 120_000;
});

let made = 0;
/** A roadmap with a feature behind which 3 people of 2 accounts with $1,200 stand. */
async function roadmap(values: object = {}, tenant = server.tenant): Promise<{ id: string; path: string }> {
  const { database } = server;
  made += 1;
  const token = `token_of_a_roadmap_${made}`.padEnd(32, '_');
  const row = await insertRow(database, 'roadmaps', {
    subdomain_id: tenant.id,
    name: `Plan <${made}>`,
    position: made,
    show_users: false,
    token,
    ...values,
  });
  if (tenant === server.tenant) {
    const area = await insertRow(database, 'product_areas', {
      subdomain_id: tenant.id,
      name: `Area ${made}`,
      position: made,
    });
    for (const [name, product_area_id] of [
      ['Offline & <mode>', area.id],
      ['Stock alerts', null],
    ] as const)
      await buildFeature(database, tenant, {
        name,
        description: '<p>Work <b>without</b> a signal &lt;3</p>',
        feature_status_id: status,
        roadmap_id: row.id,
        product_area_id,
        supporting_users_count: 3,
        supporting_accounts_count: 2,
        supporter_revenue_cents: '120000',
      });
    await buildFeature(database, tenant, {
      name: 'Archived one',
      state: 'archived',
      feature_status_id: status,
      roadmap_id: row.id,
    });
    await buildFeature(database, tenant, {
      name: 'Deleted one',
      deleted_at: new Date(),
      feature_status_id: status,
      roadmap_id: row.id,
    });
    await buildFeature(database, tenant, { name: 'Without a status', roadmap_id: row.id });
  }
  return { id: row.id, path: `/roadmaps/${token}` };
}
const get = (path: string, options: Parameters<TestServer['ask']>[1] = {}): Promise<Answer> =>
  server.ask(path, options);
const post = (path: string, body: string, headers: Record<string, string> = {}): Promise<Answer> =>
  server.ask(path, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  });
const system = () =>
  testScope(server.database, systemViewer(server.tenant), {
    services: server.services,
    now: () => new Date(time),
  });

describe('what a reader sees', () => {
  test('[PERM-042] a public roadmap shows its active features by status, and of their numbers what it is set to show, in its source too', async () => {
    const { path, id } = await roadmap({ share_public: true });
    const page = await get(path);
    expect(page.status).toBe(200);
    for (const text of [
      'Plan &lt;',
      'Beta &amp; &lt;more&gt;',
      'Offline &amp; &lt;mode&gt;',
      'Work without a signal &lt;3',
      `Area ${made}`,
    ])
      expect(page.text).toContain(text);
    for (const text of [
      '3 people',
      '2 accounts',
      '$1.2K',
      'Archived one',
      'Deleted one',
      'Without a status',
      'Only your team',
    ])
      expect(page.text).not.toContain(text);
    await server.database.pool.query(
      'update roadmaps set show_users = true, show_accounts = true, show_mrr = true where id = $1',
      [id],
    );
    const more = await get(path);
    for (const text of ['3 people', '2 accounts', '$1.2K']) expect(more.text).toContain(text);
    expect(page.headers['cache-control']).toBe('no-store');
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    expect(page.headers['content-security-policy']).not.toContain('script-src');
    expect(page.text).not.toMatch(/<script|<img|<link|src=/);
  });

  test('one area alone is shown when it is asked for', async () => {
    const { path } = await roadmap({ share_public: true });
    const other = await insertRow(server.database, 'product_areas', {
      subdomain_id: server.tenant.id,
      name: 'Other area',
      position: 99,
    });
    await server.database.pool.query(
      "update features set product_area_id = $1 where name = 'Stock alerts' and roadmap_id = (select max(id) from roadmaps)",
      [other.id],
    );
    expect((await get(path)).text).toContain('Offline');
    const one = await get(`${path}?area=${other.id}`);
    expect(one.text).toContain('Stock alerts');
    expect(one.text).not.toContain('Offline');
    expect((await get(`${path}?area=nonsense`)).text).toContain('Offline');
  });

  test('[ENT-065] [CALL-Q-006] [CALL-M-007] readers are offered to write where the team says so and email comes in', async () => {
    const { path } = await roadmap({ share_public: true });
    const owner = await server.createUser({ license_type: 'owner' });
    await insertRow(server.database, 'ticket_streams', {
      subdomain_id: server.tenant.id,
      name: 'Support',
      position: 1,
    });
    expect((await get(path)).text).not.toContain('mailto:');
    const saved = await owner.data(
      'mutation { current_email_permission_set_update(roadmap_feedback: true) { id roadmap_feedback } }',
    );
    expect(saved).toEqual({
      current_email_permission_set_update: { id: server.tenant.id, roadmap_feedback: true },
    });
    expect(await owner.data('{ current_email_permission_set { roadmap_feedback } }')).toEqual({
      current_email_permission_set: { roadmap_feedback: true },
    });
    expect((await get(path)).text).not.toContain('mailto:');
    Object.assign(server.services.mail, { takesReplies: true });
    expect((await get(path)).text).toMatch(/mailto:support\S+@mail\.example\?subject=Roadmap/);
    Object.assign(server.services.mail, { takesReplies: false });
  });
});

describe('who may read it', () => {
  test('[PERM-041] one that is shared with no one, or whose address was replaced, answers like an unknown one, without its name', async () => {
    const nobody = await roadmap();
    const gone = await roadmap({ share_public: true });
    const foreign = await roadmap({ share_public: true }, await server.createTenant());
    await server.database.pool.query(
      "update roadmaps set token = 'another_token____________________' where id = $1",
      [gone.id],
    );
    const unknown = await get(`/roadmaps/${'x'.repeat(32)}`);
    expect(unknown.status).toBe(404);
    for (const path of [nobody.path, gone.path, foreign.path, '/roadmaps/short', `${nobody.path}?area=1`]) {
      const answer = await get(path);
      expect([answer.status, answer.text]).toEqual([404, unknown.text]);
      expect(answer.text).not.toContain('Plan');
    }
  });

  test('[PERM-021] without the feature public_roadmap, or without features, no public one answers', async () => {
    const { features } = server.tenant;
    for (const missing of ['public_roadmap', 'features_feature', 'none']) {
      const tenant = await server.createTenant({ features: features.filter((name) => name !== missing) });
      const { path } = await roadmap({ share_public: true }, tenant);
      const answer = await get(path, { headers: { host: server.hostOf(tenant) } });
      expect(answer.status, missing).toBe(missing === 'none' ? 200 : 404);
    }
  });

  test('the team sees it whoever it is shared with; contributors when it is shared with them', async () => {
    const { path, id } = await roadmap();
    const admin = await server.createUser();
    const blind = await server.createUser({ license_type: 'full', permissions: NO_PERMISSIONS });
    const contributor = await server.createUser({ license_type: 'contributor', permissions: NO_PERMISSIONS });
    const statusOf = async (who: TestClient) => (await who.ask(path)).status;
    const preview = await admin.ask(path);
    expect([preview.status, preview.text.includes('Only your team sees this page')]).toEqual([200, true]);
    expect([await statusOf(blind), await statusOf(contributor)]).toEqual([404, 404]);
    await server.database.pool.query('update roadmaps set share_with_contributors = true where id = $1', [
      id,
    ]);
    expect([await statusOf(contributor), (await contributor.ask(path)).text.includes('Offline')]).toEqual([
      200,
      true,
    ]);
    const stranger = await get(path);
    expect([stranger.status, stranger.text.includes('Sign in'), stranger.text.includes('Plan')]).toEqual([
      200,
      true,
      false,
    ]);
  });

  test('people of its domains get a link by email that works once; sub-domains and others get none', async () => {
    const { path, id } = await roadmap({
      share_with_email_domains: true,
      email_domains: ['northgate.example'],
    });
    const token = path.split('/').at(-1)!;
    const door = await get(path);
    expect([door.status, door.text.includes('Plan')]).toEqual([200, false]);
    const wrong = await post(`${path}/link`, 'email=nonsense');
    expect([
      wrong.status,
      wrong.text.includes('Enter an email address'),
      wrong.text.includes('value="nonsense"'),
    ]).toEqual([422, true, true]);
    const asked = await post(`${path}/link`, 'email=ana%40northgate.example');
    const other = await post(`${path}/link`, 'email=eve%40sub.northgate.example');
    expect([asked.status, other.status]).toEqual([200, 200]);
    expect(asked.text.replaceAll('ana@northgate.example', '')).toBe(
      other.text.replaceAll('eve@sub.northgate.example', ''),
    );
    const before = server.services.sentMails.length;
    const run = (email_address: string) =>
      system().then((scope) =>
        roadmapVisitMail.run(
          { subdomain_id: server.tenant.id, token, email_address },
          { scope, signal: new AbortController().signal },
        ),
      );
    await run('eve@sub.northgate.example');
    await run('eve@elsewhere.example');
    expect(server.services.sentMails.length).toBe(before);
    await run('Ana@Northgate.example');
    const mail = server.services.sentMails.at(-1)!;
    const link = /https?:\/\/[^\s"]+\?link=([\w-]+)/.exec(mail.text!)!;
    expect(link[0]).toContain(path);
    // looked at by a program: it still works
    const page = await get(`${path}?link=${link[1]}`);
    expect(page.text).toContain('<form method="post"');
    await get(`${path}?link=${link[1]}`);
    const opened = await post(`${path}/open`, `link=${link[1]}`);
    expect([opened.status, opened.headers['location']]).toEqual([303, path]);
    const cookie = String(opened.headers['set-cookie']);
    expect(cookie).toMatch(/HttpOnly/);
    expect(cookie).toContain(`Path=${path}`);
    const browser = { headers: { cookie: cookie.split(';')[0]! } };
    expect((await get(path, browser)).text).toContain('Offline');
    const again = await post(`${path}/open`, `link=${link[1]}`);
    expect(again.headers['set-cookie']).toBeUndefined();
    expect((await get(`${path}?link=${link[1]}`)).text).toContain('no longer works');
    // the same browser at another roadmap of these domains
    const second = await roadmap({ share_with_email_domains: true, email_domains: ['northgate.example'] });
    expect((await get(second.path, browser)).text).not.toContain('Offline');
    // the domain is taken out
    await server.database.pool.query("update roadmaps set email_domains = '{other.example}' where id = $1", [
      id,
    ]);
    expect((await get(path, browser)).text).not.toContain('Offline');
    await server.database.pool.query(
      "update roadmaps set email_domains = '{northgate.example}' where id = $1",
      [id],
    );
    expect((await get(path, browser)).text).toContain('Offline');
    time += 31 * 86_400_000;
    expect((await get(path, browser)).text).not.toContain('Offline');
    await system().then((scope) =>
      roadmapSweep.run({ subdomain_id: server.tenant.id }, { scope, signal: new AbortController().signal }),
    );
    const { rows } = await server.database.pool.query('select id from roadmap_visits where roadmap_id = $1', [
      id,
    ]);
    expect(rows).toEqual([]);
  });

  test('links by email are bounded for an address and a network', async () => {
    const { path } = await roadmap({ share_with_email_domains: true, email_domains: ['northgate.example'] });
    for (let tries = 0; tries < 3; tries += 1)
      expect((await post(`${path}/link`, 'email=bo%40northgate.example')).status).toBe(200);
    const refused = await post(`${path}/link`, 'email=bo%40northgate.example');
    expect([refused.status, refused.headers['retry-after'] !== undefined]).toEqual([429, true]);
    expect((await post(`${path}/link`, 'email=cy%40northgate.example')).status).toBe(200);
  });
});
