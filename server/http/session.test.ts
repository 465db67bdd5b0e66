import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ALL_PERMISSIONS, DEFAULT_FEATURES } from '../../contract/permissions.ts';
import { startTestServer, type TestServer } from './testing.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const TOKEN = '/clients/admin-console/token';
const HEARTBEAT = '/clients/admin-console/heartbeat';
const LOGOUT = '/clients/admin-console/logout';

describe('token', () => {
  test('[CALL-HTTP-001] [ENT-004] a session gets a token, and the answer holds nothing else', async () => {
    const admin = await server.createUser();
    const answer = await admin.ask(TOKEN);
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.json())).toEqual(['token']);
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  test('[CALL-HTTP-002] without a session there is no token', async () => {
    const answer = await server.ask(TOKEN);
    expect(answer.status).toBe(401);
    expect(answer.json()).toMatchObject({ code: 'UNAUTHENTICATED', message: 'Please sign in.' });
  });

  test('[STATE-001] [CALL-HTTP-010] the token makes a GraphQL call an authenticated one', async () => {
    const admin = await server.createUser();
    expect(await admin.graphql('{ __typename }')).toEqual({ data: { __typename: 'Query' } });
  });

  test('[STATE-003] [STATE-004] after a refused token a fresh one works', async () => {
    const admin = await server.createUser();
    await admin.token();
    await server.database.pool.query('delete from console_tokens where user_id = $1', [admin.user.id]);
    const refused = await admin.post('{ __typename }');
    expect(refused.status).toBe(401);
    expect(refused.json()).toMatchObject({ errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] });
    await admin.token({ fresh: true });
    expect((await admin.post('{ __typename }')).status).toBe(200);
  });

  test('[STATE-005] once the session has ended the refresh is refused too', async () => {
    const admin = await server.createUser();
    await server.database.pool.query('delete from sessions where user_id = $1', [admin.user.id]);
    expect((await admin.ask(TOKEN)).status).toBe(401);
  });

  test('[SCOPE-037] [CALL-HTTP-001] the session calls also answer below the base path of the console', async () => {
    const admin = await server.createUser();
    expect((await admin.ask(`/admin-console${TOKEN}`)).status).toBe(200);
    expect((await admin.ask(`/admin-console${HEARTBEAT}`)).status).toBe(200);
    expect((await admin.ask(`/admin-console${LOGOUT}`, { method: 'DELETE' })).status).toBe(204);
    expect((await admin.ask(HEARTBEAT)).status).toBe(401);
  });
});

describe('heartbeat', () => {
  test('[CALL-HTTP-003] [ENT-003] it answers when the session ends', async () => {
    const admin = await server.createUser();
    const answer = await admin.ask(HEARTBEAT);
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.json())).toEqual(['expires_at', 'full_disk']);
    const { rows } = await server.database.pool.query<{ expires_at: Date }>(
      'select expires_at from sessions where user_id = $1',
      [admin.user.id],
    );
    expect(answer.json<{ expires_at: string }>().expires_at).toBe(rows[0]!.expires_at.toISOString());
  });

  test('[CALL-HTTP-004] without a session it is 401', async () => {
    expect((await server.ask(HEARTBEAT)).status).toBe(401);
  });

  test('gate 4: it does not extend the session; fetching a token does', async () => {
    const admin = await server.createUser();
    const before = (await admin.ask(HEARTBEAT)).json<{ expires_at: string }>().expires_at;
    await admin.ask(HEARTBEAT);
    const endOf = async (): Promise<string> => {
      const { rows } = await server.database.pool.query<{ expires_at: Date }>(
        'select expires_at from sessions where user_id = $1',
        [admin.user.id],
      );
      return rows[0]!.expires_at.toISOString();
    };
    expect(await endOf()).toBe(before);
    await admin.token();
    expect(Date.parse(await endOf())).toBeGreaterThan(Date.parse(before));
  });

  test('gate 4: however much it is used, a session ends 30 days after the sign-in', async () => {
    const admin = await server.createUser();
    const created = new Date(Date.now() - 29.9 * 86_400_000);
    await server.database.pool.query('update sessions set created_at = $2 where user_id = $1', [
      admin.user.id,
      created,
    ]);
    await admin.token();
    const { rows } = await server.database.pool.query<{ expires_at: Date }>(
      'select expires_at from sessions where user_id = $1',
      [admin.user.id],
    );
    expect(rows[0]!.expires_at.getTime()).toBe(created.getTime() + 30 * 86_400_000);
  });
});

describe('logout', () => {
  test('[CALL-HTTP-005] [STATE-006] [STATE-007] it ends the session, and the old token is refused at once', async () => {
    const admin = await server.createUser();
    expect((await admin.post('{ __typename }')).status).toBe(200);
    const answer = await admin.ask(LOGOUT, { method: 'DELETE' });
    expect(answer.status).toBe(204);
    expect(String(answer.headers['set-cookie'])).toContain('Max-Age=0');
    expect((await admin.ask(HEARTBEAT)).status).toBe(401);
    expect((await admin.post('{ __typename }')).status).toBe(401);
    const { rows } = await server.database.pool.query('select 1 from console_tokens where user_id = $1', [
      admin.user.id,
    ]);
    expect(rows).toEqual([]);
  });

  test('it stands in the audit log with the network address', async () => {
    const admin = await server.createUser();
    await admin.ask(LOGOUT, { method: 'DELETE' });
    const { rows } = await server.database.pool.query(
      'select action, ip from audit_entries where user_id = $1',
      [admin.user.id],
    );
    expect(rows).toEqual([{ action: 'sign_out', ip: '127.0.0.1' }]);
  });

  test('without a session it is 401, and another site cannot send it', async () => {
    expect((await server.ask(LOGOUT, { method: 'DELETE' })).status).toBe(401);
    const admin = await server.createUser();
    expect(
      (await admin.ask(LOGOUT, { method: 'DELETE', headers: { origin: 'https://evil.example' } })).status,
    ).toBe(403);
    expect((await admin.ask(HEARTBEAT)).status).toBe(200);
  });
});

describe('account', () => {
  test('[CALL-HTTP-006] [ENT-001] [PERM-010] the basic form has the keys that the specification names', async () => {
    const admin = await server.createUser();
    const answer = await admin.ask('/api/account/current?basic=1');
    expect(answer.status).toBe(200);
    expect(answer.json()).toEqual({
      current_user: { id: admin.user.id, permissions: ALL_PERMISSIONS },
      current_subdomain: { id: server.tenant.id, key: 'demo' },
      current_account: { core_access: true, uvk_access: false },
      authorized_features: [...DEFAULT_FEATURES],
      insecure_http: false,
      mail_in_outbox: false,
      unlisted_proxy: null,
      full_disk: null,
    });
  });

  test('[ENT-005] [ENT-083] three admins have the rights that are stored for them, and what is left out is no', async () => {
    const of = async (license_type: string, permissions: unknown): Promise<unknown> => {
      const person = await server.createUser({ license_type });
      await server.database.pool.query('update users set permissions = $2 where id = $1', [
        person.user.id,
        JSON.stringify(permissions),
      ]);
      return (await person.ask('/api/account/current?basic=1')).json<{
        current_user: { permissions: unknown };
      }>().current_user.permissions;
    };
    expect(await of('owner', {})).toEqual({
      feedback_admin_ui: true,
      features: 'rw',
      tickets: 'rw',
      knowledgebase: 'rw',
      settings: 'rw',
    });
    expect(await of('full', { feedback_admin_ui: true, features: 'r+', tickets: 'r' })).toEqual({
      feedback_admin_ui: true,
      features: 'r+',
      tickets: 'r',
      knowledgebase: 'no',
      settings: 'none',
    });
    expect(await of('full', {})).toEqual({
      feedback_admin_ui: false,
      features: 'no',
      tickets: 'no',
      knowledgebase: 'no',
      settings: 'none',
    });
  });

  test('the wide form adds what the menus need', async () => {
    const admin = await server.createUser({ name: 'Ada', off_duty: true });
    const answer = await admin.ask('/api/account/current');
    expect(answer.json()).toMatchObject({
      current_user: {
        display_name: 'Ada',
        email: admin.user.email_address,
        core_admin: true,
        off_duty: true,
        other_subdomains: [],
        ticket_stream_ids: [],
      },
      current_subdomain: {
        name: 'Demo',
        host: new URL(server.url).host,
        admin_url: `${server.url}/admin-console`,
        is_trialing: false,
      },
      open_ticket_counts: {},
    });
  });

  test('it also answers to the bearer token, and to nobody else', async () => {
    const admin = await server.createUser();
    const byToken = await server.ask('/api/account/current?basic=1', {
      headers: { authorization: `Bearer ${await admin.token()}` },
    });
    expect(byToken.json()).toMatchObject({ current_user: { id: admin.user.id } });
    expect((await server.ask('/api/account/current?basic=1')).status).toBe(401);
  });

  test('other workspaces are listed where the same confirmed address has a licence', async () => {
    const other = await server.createTenant({ key: 'other', name: 'Other' });
    const email_address = 'both@example.com';
    const admin = await server.createUser({ email_address, email_confirmed: true });
    await server.createUser({ tenant: other, email_address });
    const list = async (): Promise<unknown> =>
      (await admin.ask('/api/account/current')).json<{ current_user: { other_subdomains: unknown } }>()
        .current_user.other_subdomains;
    expect(await list()).toEqual([
      { host: `other.localhost:${server.port}`, admin_url: `${server.url}/admin/session/ticket?to=other` },
    ]);
    // anyone who may set their own address must not walk into other workspaces
    await server.database.pool.query('update users set email_confirmed = false where id = $1', [
      admin.user.id,
    ]);
    expect(await list()).toEqual([]);
  });
});

describe('trial', () => {
  test('[SCOPE-034] [ENT-002] [CALL-HTTP-007] a trial has its end and the days left, whole days up', async () => {
    const trial_end_date = new Date(Date.now() + 2.5 * 86_400_000);
    const tenant = await server.createTenant({ key: 'trial', trial_end_date });
    const admin = await server.createUser({ tenant });
    expect((await admin.ask('/api/account/trial_status')).json()).toEqual({
      trial_end_date: trial_end_date.toISOString(),
      days_left: 3,
    });
    expect((await admin.ask('/api/account/current')).json()).toMatchObject({
      current_subdomain: { is_trialing: true },
    });
  });

  test('[SCOPE-035] [SCOPE-036] one day is left on the last day, none after the end, nothing without a trial', async () => {
    const tomorrow = await server.createTenant({
      key: 'trial-1',
      trial_end_date: new Date(Date.now() + 3_600_000),
    });
    const over = await server.createTenant({
      key: 'trial-0',
      trial_end_date: new Date(Date.now() - 3_600_000),
    });
    const daysIn = async (tenant: typeof over): Promise<unknown> =>
      (await (await server.createUser({ tenant })).ask('/api/account/trial_status')).json()['days_left'];
    expect(await daysIn(tomorrow)).toBe(1);
    expect(await daysIn(over)).toBe(0);
    expect(await daysIn(server.tenant)).toBeNull();
  });
});

test('[CALL-HTTP-030] measurements are taken whatever their form, and nothing of them is kept', async () => {
  for (const [body, type] of [
    ['{"a":1}', 'application/json'],
    ['a=1', 'text/plain;charset=UTF-8'],
    ['', ''],
  ] as const) {
    const answer = await server.ask('/api/v2/apm', {
      method: 'POST',
      body,
      headers: type === '' ? {} : { 'content-type': type },
    });
    expect(answer.status).toBe(204);
  }
  expect(
    (
      await server.ask('/api/v2/apm', {
        method: 'POST',
        body: 'x'.repeat(70_000),
        headers: { 'content-type': 'text/plain' },
      })
    ).status,
  ).toBe(413);
});

test('gate 4: rights that change take effect at once, also when another process changed them', async () => {
  const admin = await server.createUser();
  expect((await admin.post('{ __typename }')).json()).toEqual({ data: { __typename: 'Query' } });
  await server.database.pool.query(`update users set license_type = 'contributor' where id = $1`, [
    admin.user.id,
  ]);
  const change = { about: 'user', subdomain_id: server.tenant.id, user_id: admin.user.id };
  await server.database.pool.query('select pg_notify($1, $2)', ['earshot_account', JSON.stringify(change)]);
  await expect
    .poll(async () => (await admin.post('{ __typename }')).text, { timeout: 60_000 })
    .toContain('FORBIDDEN');
});

test('gate 4: a token is read once for many calls', async () => {
  const admin = await server.createUser();
  await admin.post('{ __typename }');
  server.statements.length = 0;
  for (let call = 0; call < 3; call += 1) await admin.post('{ __typename }');
  expect(server.statements).toEqual([]);
});

test('a blocked person has no session any more', async () => {
  const admin = await server.createUser();
  await server.database.pool.query(`update users set allowed_state = 'blocked' where id = $1`, [
    admin.user.id,
  ]);
  expect((await admin.ask(HEARTBEAT)).status).toBe(401);
});

test('[DEC-038] who is blocked by a colleague is out with their next request', async () => {
  const [admin, colleague] = [await server.createUser(), await server.createUser()];
  const whoAmI = '{ current_user { id } }';
  // read and remembered, so that it is the announcement that makes every process forget
  expect((await colleague.post(whoAmI)).status).toBe(200);
  await admin.data('mutation ($id: ID!) { user_block(id: $id, blocked: true) { allowed_state } }', {
    id: colleague.user.id,
  });
  await expect.poll(async () => (await colleague.post(whoAmI)).status).toBe(401);
  expect((await colleague.ask(TOKEN)).status).toBe(401);
  await admin.data('mutation ($id: ID!) { user_block(id: $id, blocked: false) { allowed_state } }', {
    id: colleague.user.id,
  });
  expect((await colleague.ask(TOKEN)).status).toBe(401);
});
