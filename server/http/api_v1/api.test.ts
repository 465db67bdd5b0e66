import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NO_PERMISSIONS } from '../../../contract/permissions.ts';
import { API_SCOPES, apiKeyLimits, type ApiScope } from '../../../contract/api_keys.ts';
import { buildForum, buildSuggestion, testScope } from '../../db/builders.ts';
import { createSchema } from '../../api/schema.ts';
import { catalogue } from '../../api/catalogue.ts';
import { systemViewer } from '../../domain/account/system_viewer.ts';
import { recountTenant } from '../../domain/ideas/recount.ts';
import { startTestServer, type Answer, type Ask, type TestClient, type TestServer } from '../testing.ts';
import { openApi } from './openapi.ts';
import { operations } from './resources.ts';

/* The HTTP API as a program meets it: real HTTP, real PostgreSQL. */

let server: TestServer;
let owner: TestClient;
let forumId: string;
let now = new Date('2026-11-20T10:00:30Z');

beforeAll(async () => {
  server = await startTestServer({ now: () => now });
  owner = await server.createUser({ name: 'Olga', license_type: 'owner' });
  forumId = (await buildForum(server.database, server.tenant, { name: 'Product' })).id;
});
afterAll(() => server.close());

/** Moves the clock; the owner's token, which lives ten minutes, is made anew. */
async function moveTo(time: string): Promise<void> {
  now = new Date(time);
  await owner.token({ fresh: true });
}

const MAKE =
  'mutation Make($name: String!, $scopes: [String!]!, $expires_at: String) { api_key_create(name: $name, scopes: $scopes, expires_at: $expires_at) { id key } }';

async function makeKey(
  scopes: readonly ApiScope[] = API_SCOPES,
  by: TestClient = owner,
  expires_at: string | null = null,
): Promise<{ id: string; key: string }> {
  const { api_key_create } = await by.data<{ api_key_create: { id: string; key: string } }>(MAKE, {
    name: 'Sync',
    scopes,
    expires_at,
  });
  return api_key_create;
}

const call = (key: string, path: string, options: Ask = {}): Promise<Answer> =>
  server.ask(`/api/v1${path}`, {
    ...options,
    headers: { authorization: `Bearer ${key}`, ...options.headers },
  });

const post = (key: string, path: string, json: unknown, headers: Record<string, string> = {}) =>
  call(key, path, { method: 'POST', json, headers });

test('a key is shown once: of it the workspace keeps a hash and its end, and the audit log who made it', async () => {
  const { id, key } = await makeKey(['ideas:read']);
  expect(key).toMatch(/^earshot_[\w-]{43}$/);
  const { rows } = await server.database.pool.query('select * from api_keys where id = $1', [id]);
  expect(JSON.stringify(rows)).not.toContain(key.slice(8));
  expect(rows[0].key_hash).toHaveLength(32);
  const { api_keys } = await owner.data<{ api_keys: { records: Record<string, unknown>[] } }>(
    'query Keys($id: [ID!]) { api_keys(id: $id) { records { id name key_end scopes user { name } last_used_at revoked_at } } }',
    { id: [id] },
  );
  expect(api_keys.records).toEqual([
    {
      id,
      name: 'Sync',
      key_end: key.slice(-4),
      scopes: ['ideas:read'],
      user: { name: 'Olga' },
      last_used_at: null,
      revoked_at: null,
    },
  ]);
  const audit = await server.database.pool.query(
    "select user_id::text, details from audit_entries where action = 'api_key_create' and subject = $1",
    [id],
  );
  expect(audit.rows).toEqual([{ user_id: owner.user.id, details: { name: 'Sync', scopes: ['ideas:read'] } }]);
});

test('ideas, votes, importance, comments, feedback, people and accounts are written and read by a program [DEC-175]', async () => {
  const { key } = await makeKey();
  const person = (await post(key, '/users', { email: 'ada@people.example', name: 'Ada' })).json();
  expect(person).toMatchObject({ name: 'Ada', email_address: 'ada@people.example', license_type: 'none' });
  const account = (await post(key, '/accounts', { name: 'Kestrel', mrr: 120.5, external_id: 'k-1' })).json();
  expect(account).toMatchObject({ name: 'Kestrel', mrr: 120.5, external_id: 'k-1' });
  const moved = await call(key, `/users/${String(person['id'])}`, {
    method: 'PATCH',
    json: { crm_account: account['id'] },
  });
  expect(moved.json()).toMatchObject({ crm_account: { id: account['id'], name: 'Kestrel' } });

  const made = await post(key, '/ideas', {
    title: 'Export as PDF',
    links: { forum: forumId },
    creator: { id: person['id'] },
  });
  expect(made.status).toBe(201);
  const idea = made.json();
  expect(idea).toMatchObject({
    title: 'Export as PDF',
    votes_count: 1,
    supporter_revenue: 120.5,
    forum: { id: forumId, name: 'Product' },
    created_by: { name: 'Ada', email_address: 'ada@people.example' },
  });
  const second = (await post(key, '/users', { email: 'bo@people.example', name: 'Bo' })).json();
  const voted = await post(key, `/ideas/${String(idea['id'])}/votes`, { user: second['id'] });
  expect(voted.json()).toMatchObject({ votes_count: 2, supporters_count: 2 });
  // a second vote of the same person is none
  expect(
    (await post(key, `/ideas/${String(idea['id'])}/votes`, { user: second['id'] })).json(),
  ).toMatchObject({
    votes_count: 2,
  });
  const important = await call(key, `/ideas/${String(idea['id'])}/votes/${String(second['id'])}/importance`, {
    method: 'PUT',
    json: { importance: 3 },
  });
  expect(important.json()).toMatchObject({ votes_count: 2, importance_high_count: 1 });
  const votes = (await call(key, `/ideas/${String(idea['id'])}/votes`)).json<{ data: object[] }>();
  expect(votes).toMatchObject({
    data: [
      { user: { name: 'Ada' }, votes: 1, importance: null },
      { user: { name: 'Bo' }, votes: 1, importance: 3, channel: 'api' },
    ],
    next_cursor: null,
  });
  const comment = await post(key, '/comments', {
    body: 'We need it too',
    links: { suggestion: idea['id'], user: second['id'] },
  });
  expect(comment.json()).toMatchObject({
    body: 'We need it too',
    is_admin_comment: false,
    created_by: { name: 'Bo' },
    suggestion: { title: 'Export as PDF' },
  });
  const feedback = await post(key, '/feedback', {
    body: 'Said on the phone',
    links: { suggestion: idea['id'], user: person['id'] },
    severity: 3,
  });
  expect(feedback.json()).toMatchObject({ body: 'Said on the phone', channel: 'api', severity: 3 });
  const unvoted = await call(key, `/ideas/${String(idea['id'])}/votes/${String(second['id'])}`, {
    method: 'DELETE',
  });
  expect([unvoted.status, unvoted.text]).toEqual([204, '']);
  expect((await call(key, `/ideas/${String(idea['id'])}`)).json()).toMatchObject({
    votes_count: 1,
    comments_count: 1,
    requests_count: 1,
    importance_high_count: 0,
  });
  // what it counted is what a recount finds
  const scope = await testScope(server.database, systemViewer({ id: server.tenant.id, features: [] }));
  expect((await recountTenant(scope)).entries).toEqual([]);
  const { rows } = await server.database.pool.query(
    "select distinct details->>'api_key_id' as key from audit_entries where action in ('external_account_create', 'supporter_delete')",
  );
  expect(rows).toHaveLength(1);
  expect(rows[0].key).not.toBeNull();
});

test('a list is paged by its cursor: what comes in meanwhile takes no record away and doubles none', async () => {
  const { key } = await makeKey(['ideas:read', 'ideas:write']);
  const forum = await buildForum(server.database, server.tenant, { name: 'Paged' });
  for (let at = 1; at <= 5; at += 1)
    await buildSuggestion(server.database, server.tenant, { title: `Paged ${at}`, forum_id: forum.id });
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const page: { data: { title: string }[]; next_cursor: string | null } = (
      await call(key, `/ideas?forum=${forum.id}&limit=2${cursor === null ? '' : `&cursor=${cursor}`}`)
    ).json();
    seen.push(...page.data.map(({ title }) => title));
    if (seen.length === 2) await post(key, '/ideas', { title: 'Late', links: { forum: forum.id } });
    cursor = page.next_cursor;
  } while (cursor !== null);
  expect(seen).toEqual(['Paged 1', 'Paged 2', 'Paged 3', 'Paged 4', 'Paged 5', 'Late']);
});

test('what is wrong with a request is told with its field, and nothing is written', async () => {
  const { key } = await makeKey();
  const cases: [Promise<Answer>, number, string | undefined][] = [
    [post(key, '/ideas', { title: 'X' }), 422, 'links'],
    [post(key, '/ideas', { title: 'X', links: { forum: '987654321' } }), 404, 'links.forum'],
    [post(key, '/ideas', { title: 'X', links: 'a' }), 422, 'links'],
    [post(key, '/ideas', { title: 'X', links: { forum: forumId }, votes: 5 }), 422, 'votes'],
    [post(key, '/ideas', { title: 7, links: { forum: forumId } }), 422, 'title'],
    [call(key, '/ideas?colour=red'), 400, 'colour'],
    [call(key, '/ideas?limit=1000'), 400, 'limit'],
    [call(key, '/ideas?cursor=zzz'), 400, 'cursor'],
    [call(key, '/ideas?state=mine'), 422, 'state'],
    [call(key, '/feedback?suggestion_none=perhaps'), 422, 'suggestion_none'],
    [call(key, '/ideas/987654321'), 404, 'id'],
    [call(key, '/ideas/x%27'), 404, 'id'],
    [call(key, '/ideas', { method: 'POST', json: [1] }), 400, undefined],
    [
      call(key, '/ideas', { method: 'POST', body: '{"a":', headers: { 'content-type': 'application/json' } }),
      400,
      undefined,
    ],
    [
      call(key, '/ideas', {
        method: 'POST',
        body: JSON.stringify({ title: 'x'.repeat(10_000_000) }),
        headers: { 'content-type': 'application/json' },
      }),
      413,
      undefined,
    ],
  ];
  for (const [asked, status, field] of cases) {
    const answer = await asked;
    expect([answer.status, answer.json()['field']]).toEqual([status, field]);
    expect(answer.json()['message']).toMatch(/^[A-Z].*\.$/s);
  }
});

test('a request sent again with its Idempotency-Key changes nothing; another key of the same maker does not meet it', async () => {
  const { key } = await makeKey();
  const other = await makeKey();
  const headers = { 'idempotency-key': randomUUID() };
  const body = { title: 'Once', links: { forum: forumId } };
  const first = (await post(key, '/ideas', body, headers)).json();
  expect((await post(key, '/ideas', body, headers)).json()['id']).toBe(first['id']);
  expect((await post(key, '/ideas', { ...body, title: 'Twice' }, headers)).json()).toMatchObject({
    reason: 'idempotency_key',
  });
  expect((await post(other.key, '/ideas', body, headers)).json()['id']).not.toBe(first['id']);
});

test('a key opens what its scopes name and nothing else: not the console’s API, its session calls, settings or files', async () => {
  const { key } = await makeKey(['comments:read']);
  expect((await call(key, '/comments')).status).toBe(200);
  for (const operation of operations) {
    const path = operation.path.replaceAll(/\{\w+\}/g, '1');
    const { status } = await call(key, path, {
      method: operation.method,
      ...(operation.method === 'GET' || operation.method === 'DELETE' ? {} : { json: {} }),
    });
    expect([operation.id, status === 403]).toEqual([operation.id, operation.scope !== 'comments:read']);
  }
  const { key: all } = await makeKey();
  const headers = { authorization: `Bearer ${all}` };
  const graphql = await server.ask('/api/v2/admin/graphql', {
    method: 'POST',
    json: { query: '{ current_user { id } }' },
    headers,
  });
  expect(graphql.status).toBe(401);
  for (const path of ['/api/account/current', '/clients/admin-console/token', '/api/account/trial_status'])
    expect((await server.ask(path, { headers })).status).toBe(401);
  const exported = await server.ask('/api/v2/admin/exports', { method: 'POST', json: {}, headers });
  expect(exported.status).toBe(401);
  // members of the team are changed by who keeps the settings, the owner by themselves: never by a key
  const renamed = await call(all, `/users/${owner.user.id}`, { method: 'PATCH', json: { name: 'Mallory' } });
  expect(renamed.json()).toMatchObject({ reason: 'team' });
  // and neither a cookie nor a token of the console opens this API
  const token = await owner.token();
  expect((await call(token, '/ideas')).status).toBe(401);
  expect((await owner.ask('/api/v1/ideas')).status).toBe(401);
});

test('without a living key of this workspace there is no answer: none, made up, revoked, past its end, of another workspace', async () => {
  const elsewhere = await server.createTenant();
  const stranger = await server.createUser({ tenant: elsewhere, license_type: 'owner' });
  const foreign = await makeKey(API_SCOPES, stranger);
  expect(
    (
      await server.ask('/api/v1/ideas', {
        host: server.hostOf(elsewhere),
        headers: { authorization: `Bearer ${foreign.key}` },
      })
    ).status,
  ).toBe(200);
  const revoked = await makeKey();
  expect((await call(revoked.key, '/ideas')).status).toBe(200);
  await owner.data('mutation End($id: ID!) { api_key_revoke(id: $id) { id revoked_at } }', {
    id: revoked.id,
  });
  const ending = await makeKey(API_SCOPES, owner, '2026-11-20T11:00:00Z');
  expect((await call(ending.key, '/ideas')).status).toBe(200);
  await moveTo('2026-11-20T11:00:00Z');
  for (const key of [foreign.key, revoked.key, ending.key, `earshot_${'a'.repeat(43)}`, 'nonsense']) {
    const answer = await call(key, '/ideas');
    expect([answer.status, answer.headers['www-authenticate']]).toEqual([401, 'Bearer']);
  }
  expect((await server.ask('/api/v1/ideas')).status).toBe(401);
});

test('a key ends with its maker: who loses the right to ideas, the licence, or is blocked, opens nothing by it any more', async () => {
  const admin = await server.createUser({ name: 'Ann' });
  const { key } = await makeKey(API_SCOPES, admin);
  const set = (columns: string) =>
    server.database.pool.query(`update users set ${columns} where id = $1`, [admin.user.id]);
  expect((await call(key, '/ideas')).status).toBe(200);
  await set(`permissions = '${JSON.stringify({ ...NO_PERMISSIONS, settings: 'rw' })}'`);
  expect((await call(key, '/ideas')).status).toBe(401);
  await set(`permissions = '${JSON.stringify({ ...NO_PERMISSIONS, feedback_admin_ui: true })}'`);
  expect((await call(key, '/ideas')).status).toBe(200);
  await set("allowed_state = 'blocked'");
  expect((await call(key, '/ideas')).status).toBe(401);
  await set("allowed_state = 'allowed', license_type = 'contributor'");
  expect((await call(key, '/ideas')).status).toBe(401);
});

test('what is left of a key’s requests stands in the headers, and too many are refused with the time to wait', async () => {
  const { key, id } = await makeKey(['ideas:read']);
  await moveTo('2026-11-20T12:00:20Z');
  const first = await call(key, '/ideas?limit=1');
  expect(first.headers).toMatchObject({
    'ratelimit-policy': `"key";q=${apiKeyLimits.requestsPerMinute};w=60`,
    ratelimit: `"key";r=${apiKeyLimits.requestsPerMinute - 1};t=40`,
    'cache-control': 'no-store',
  });
  for (let at = 2; at <= apiKeyLimits.requestsPerMinute; at += 50)
    await Promise.all(
      Array.from({ length: Math.min(50, apiKeyLimits.requestsPerMinute - at + 1) }, () =>
        call(key, '/ideas/1'),
      ),
    );
  const refused = await call(key, '/ideas?limit=1');
  expect([refused.status, refused.headers['retry-after'], refused.headers['ratelimit']]).toEqual([
    429,
    '40',
    '"key";r=0;t=40',
  ]);
  // another key has requests of its own
  expect((await call((await makeKey()).key, '/ideas?limit=1')).status).toBe(200);
  const { rows } = await server.database.pool.query('select last_used_at from api_keys where id = $1', [id]);
  expect(rows).toEqual([{ last_used_at: now }]);
  await moveTo('2026-11-20T12:01:00Z');
  expect((await call(key, '/ideas?limit=1')).status).toBe(200);
});

test('keys are made by who keeps the settings and sees ideas, at most 1,000 that live, with an end to come', async () => {
  const noIdeas = await server.createUser({ permissions: { ...NO_PERMISSIONS, settings: 'rw' } });
  expect((await noIdeas.graphql(MAKE, { name: 'A', scopes: ['ideas:read'] })).errors?.[0]).toMatchObject({
    extensions: { code: 'FORBIDDEN' },
  });
  expect(
    (await owner.graphql(MAKE, { name: 'A', scopes: ['ideas:read'], expires_at: '2026-01-01' })).errors?.[0],
  ).toMatchObject({ extensions: { field: 'expires_at' } });
  expect((await owner.graphql(MAKE, { name: 'A', scopes: ['everything'] })).errors?.[0]).toMatchObject({
    extensions: { field: 'scopes' },
  });
  const tenant = await server.createTenant();
  const there = await server.createUser({ tenant, license_type: 'owner' });
  await server.database.pool.query(
    `insert into api_keys (subdomain_id, name, key_hash, key_end, scopes, user_id)
     select $1, 'Key', decode(md5(n::text), 'hex'), 'abcd', '{ideas:read}', $2 from generate_series(1, ${apiKeyLimits.keys}) n`,
    [tenant.id, there.user.id],
  );
  expect((await there.graphql(MAKE, { name: 'A', scopes: ['ideas:read'] })).errors?.[0]).toMatchObject({
    extensions: { reason: 'too_many' },
  });
});

test('the OpenAPI document describes each operation, names only fields that there are, and is served to everyone', async () => {
  const { entities } = createSchema(catalogue);
  const document = openApi(entities) as {
    openapi: string;
    paths: Record<string, Record<string, { operationId: string }>>;
    components: Record<string, Record<string, unknown>>;
  };
  expect(document.openapi).toBe('3.1.0');
  const described = Object.values(document.paths).flatMap((path) =>
    Object.values(path).map(({ operationId }) => operationId),
  );
  expect(described.toSorted()).toEqual(operations.map(({ id }) => id).toSorted());
  const refs = [...JSON.stringify(document).matchAll(/"#\/components\/(\w+)\/(\w+)"/g)];
  expect(refs.length).toBeGreaterThan(50);
  for (const [, kind, name] of refs) expect(document.components[kind!]).toHaveProperty(name!);
  const served = await server.ask('/api/v1/openapi.json');
  expect(served.json()).toEqual(JSON.parse(JSON.stringify(document)));
});

test('the page to try the API is for those who may use the console, and loads nothing from elsewhere', async () => {
  const html = { accept: 'text/html' };
  const page = await owner.ask('/api/v1/docs', { headers: html });
  expect(page.status).toBe(200);
  expect(page.headers['content-security-policy']).toContain("script-src 'self' 'sha256-");
  const files = [...page.text.matchAll(/(?:href|src)="(\/api[^"]+)"/g)].map(([, file]) => file!);
  expect(files).toHaveLength(2);
  for (const file of files) expect([file, (await owner.ask(file)).status]).toEqual([file, 200]);
  expect(page.text).not.toMatch(/https?:\/\//);
  expect((await server.ask('/api/v1/docs', { headers: html })).headers.location).toBe(
    '/admin/signin?return_to=%2Fapi%2Fv1%2Fdocs',
  );
  expect((await owner.ask('/api/v1/docs/..%2Fpackage.json')).status).toBe(404);
  expect((await owner.ask('/api/v1/docs/logo.svg')).status).toBe(404);
});

test('[DEC-172] tickets are read and written by keys of those who see them, and nothing goes to customers', async () => {
  const { key } = await makeKey(['tickets:read', 'tickets:write']);
  const { ticket_stream_create: stream } = await owner.data<{ ticket_stream_create: { id: string } }>(
    'mutation { ticket_stream_create(name: "Support") { id } }',
  );
  const { ticket_create } = await owner.data<{ ticket_create: { id: string } }>(
    'mutation ($stream: ID!) { ticket_create(stream: $stream, subject: "Nights are missing", body: "Which ones?", email: "zoe@harbour.example") { id } }',
    { stream: stream.id },
  );
  const ticket = ticket_create.id;
  expect((await call(key, '/tickets?state=open')).json()).toMatchObject({
    data: [
      {
        id: ticket,
        subject: 'Nights are missing',
        stream: { name: 'Support' },
        assignee: { name: 'Olga' },
        suggestions: [],
      },
    ],
  });
  const noted = await post(key, `/tickets/${ticket}/notes`, { body: 'Ask Ana' });
  expect([noted.status, noted.json()]).toMatchObject([
    201,
    { kind: 'note', body: 'Ask Ana', user: { name: 'Olga' } },
  ]);
  const idea = (
    await buildSuggestion(server.database, server.tenant, { forum_id: forumId, title: 'Night rates' })
  ).id;
  expect((await call(key, `/tickets/${ticket}/ideas/${idea}`, { method: 'PUT' })).json()).toMatchObject({
    suggestions: [{ title: 'Night rates' }],
  });
  const closed = await call(key, `/tickets/${ticket}`, { method: 'PATCH', json: { state: 'closed' } });
  expect(closed.json()).toMatchObject({ state: 'closed' });
  const said = (await call(key, `/tickets/${ticket}/messages`)).json<{ data: { kind: string }[] }>();
  expect(said.data.map(({ kind }) => kind)).toContain('note');
  expect(operations.filter(({ command }) => /reply|ticket_create/.test(command?.name ?? ''))).toEqual([]);
  // a key without the scope sees none, also by what it may read
  const ideas = await makeKey(['ideas:read']);
  expect((await call(ideas.key, '/tickets')).json()).toMatchObject({ reason: 'scope' });
  // nor is one given by those who may not see them themselves
  const blind = await server.createUser({
    permissions: { ...NO_PERMISSIONS, feedback_admin_ui: true, settings: 'rw', tickets: 'r' },
  });
  expect((await blind.graphql(MAKE, { name: 'A', scopes: ['tickets:write'] })).errors?.[0]).toMatchObject({
    extensions: { field: 'scopes', reason: 'beyond_own' },
  });
  // and it ends with the right of its maker
  const theirs = await makeKey(['tickets:read'], blind);
  expect((await call(theirs.key, '/tickets')).status).toBe(200);
  await server.database.pool.query('update users set permissions = $2 where id = $1', [
    blind.user.id,
    JSON.stringify({ ...NO_PERMISSIONS, feedback_admin_ui: true, settings: 'rw' }),
  ]);
  expect((await call(theirs.key, '/tickets')).status).toBe(403);
});
