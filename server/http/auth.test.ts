import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildUser } from '../db/builders.ts';
import { createLinkFor, createUser } from '../domain/account/team.ts';
import { invitationMail, passwordResetMail } from '../domain/account/mails/account_mails.ts';
import { Scope } from '../core/scope.ts';
import { systemViewer } from '../domain/account/system_viewer.ts';
import { ALL_PERMISSIONS } from '../../contract/permissions.ts';
import { startTestServer, type Answer, type TestServer } from './testing.ts';

const PASSWORD = 'violet harbour 92 lamps';
const OTHER_PASSWORD = 'quiet meadow 51 kites';

let server: TestServer;
let nowMs = Date.now();
beforeAll(async () => {
  server = await startTestServer({ now: () => new Date(nowMs) });
});
afterAll(() => server.close());
beforeEach(() => {
  // what the test before has used up is there again
  nowMs += 24 * 3_600_000;
});

const scope = (): Scope =>
  new Scope(
    {
      pool: server.database.pool,
      readPool: server.database.pool,
      tenantCheck: null,
      services: { ...server.services, publicUrl: () => server.url },
      now: () => new Date(nowMs),
    },
    systemViewer(server.tenant),
  );
const signIn = (
  email: string,
  password: string,
  ask: { host?: string; headers?: Record<string, string> } = {},
): Promise<Answer> => server.ask('/admin/session', { method: 'POST', json: { email, password }, ...ask });
/** The session's cookie, among those that an answer sets. */
const sessionCookie = (answer: Answer): string =>
  (answer.headers['set-cookie'] ?? []).find((cookie) => /^(__Host-)?earshot=/.test(cookie)) ?? '';
const cookieOf = (answer: Answer): string => sessionCookie(answer).split(';')[0]!;
const isIn = async (answer: Answer, host?: string): Promise<boolean> =>
  (
    await server.ask('/clients/admin-console/heartbeat', {
      headers: { cookie: cookieOf(answer) },
      ...(host === undefined ? {} : { host }),
    })
  ).status === 200;

describe('email and password', () => {
  test('the right ones answer 204 with the cookie, which no script can read', async () => {
    const { user } = await server.createUser({ password: PASSWORD });
    const answer = await signIn(` ${user.email_address!.toUpperCase()} `, PASSWORD);
    expect(answer.status).toBe(204);
    expect(answer.text).toBe('');
    expect(sessionCookie(answer)).toMatch(
      /^earshot=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    expect(await isIn(answer)).toBe(true);
    const { rows } = await server.database.pool.query(
      'select action, details, ip from audit_entries where user_id = $1',
      [user.id],
    );
    expect(rows).toEqual([{ action: 'sign_in', details: { way: 'password' }, ip: '127.0.0.1' }]);
  });

  test('gate 7: a wrong password, an unknown account, one without a password and a blocked one are told the same', async () => {
    const { user } = await server.createUser({ password: PASSWORD });
    const { user: without } = await server.createUser();
    const { user: blocked } = await server.createUser({ password: PASSWORD, allowed_state: 'blocked' });
    const answers = [
      await signIn(user.email_address!, 'wrong password'),
      await signIn('nobody@example.com', PASSWORD),
      await signIn(without.email_address!, PASSWORD),
      await signIn(blocked.email_address!, PASSWORD),
    ];
    for (const answer of answers) {
      expect(answer.status).toBe(401);
      expect(answer.json()).toEqual({ message: 'Incorrect email or password.', code: 'UNAUTHENTICATED' });
      expect(answer.headers['set-cookie']).toBeUndefined();
    }
  });

  test('an address that no database can hold is told the same', async () => {
    for (const email of ['\u0000@x.example', 'a\u0000b@x.example', '\ud800@x.example'])
      expect((await signIn(email, PASSWORD)).status).toBe(401);
  });

  test('gate 7: passwords are kept as argon2id with 19 MiB and two passes', async () => {
    const { user } = await server.createUser({ password: PASSWORD });
    expect(user.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  test('a body that is no JSON object with both is 400', async () => {
    expect(
      (await server.ask('/admin/session', { method: 'POST', json: { email: 'a@b.example' } })).status,
    ).toBe(400);
    expect((await server.ask('/admin/session', { method: 'POST', json: [] })).status).toBe(400);
    expect(
      (
        await server.ask('/admin/session', {
          method: 'POST',
          body: '{',
          headers: { 'content-type': 'application/json' },
        })
      ).status,
    ).toBe(400);
    expect(
      (
        await server.ask('/admin/session', {
          method: 'POST',
          json: { email: 'a@b.example', password: 'x'.repeat(20_000) },
        })
      ).status,
    ).toBe(413);
  });

  test('gate 2: another site cannot sign somebody in', async () => {
    const { user } = await server.createUser({ password: PASSWORD });
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: `http://other.localhost:${server.port}` },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ] as Record<string, string>[]) {
      expect((await signIn(user.email_address!, PASSWORD, { headers })).status).toBe(403);
    }
    expect((await signIn(user.email_address!, PASSWORD, { headers: { origin: server.url } })).status).toBe(
      204,
    );
    const plain = await server.ask('/admin/session', {
      method: 'POST',
      body: JSON.stringify({ email: user.email_address, password: PASSWORD }),
      headers: { 'content-type': 'text/plain' },
    });
    expect(plain.status).toBe(415);
  });

  test('gate 2: there is no sign-up, and the answer does not hold the secret', async () => {
    for (const path of ['/admin/signup', '/admin/session/signup', '/api/auth/sign-up/email']) {
      expect(
        (await server.ask(path, { method: 'POST', json: { email: 'new@example.com', password: PASSWORD } }))
          .status,
      ).toBe(404);
    }
  });

  test('a session that was planted before is not the one after signing in', async () => {
    const { user, cookie } = await server.createUser({ password: PASSWORD });
    const answer = await signIn(user.email_address!, PASSWORD, { headers: { cookie } });
    expect(cookieOf(answer)).not.toBe(cookie);
    expect((await server.ask('/clients/admin-console/heartbeat', { headers: { cookie } })).status).toBe(401);
  });

  test('gate 3: an account of one workspace is none of another', async () => {
    const other = await server.createTenant({ key: 'elsewhere' });
    const { user } = await server.createUser({ password: PASSWORD });
    expect((await signIn(user.email_address!, PASSWORD, { host: server.hostOf(other) })).status).toBe(401);
  });
});

describe('gate 5: the growing delay', () => {
  const fail = async (email: string, times: number): Promise<Answer> => {
    let answer: Answer | undefined;
    for (let time = 0; time < times; time += 1) answer = await signIn(email, 'wrong password');
    return answer!;
  };

  test('after some wrong passwords the next try waits, longer each time, at most 15 minutes', async () => {
    const { user } = await server.createUser({ password: PASSWORD });
    const email = user.email_address!;
    expect((await fail(email, 4)).status).toBe(401);
    const waits: number[] = [];
    for (let round = 0; round < 14; round += 1) {
      const answer = await signIn(email, PASSWORD);
      expect(answer.status).toBe(429);
      const seconds = Number(answer.headers['retry-after']);
      waits.push(seconds);
      nowMs += seconds * 1000;
      await fail(email, 1);
    }
    expect(waits.slice(0, 6)).toEqual([1, 2, 4, 8, 16, 32]);
    expect(Math.max(...waits)).toBe(900);
    nowMs += 900_000;
    expect((await signIn(email, PASSWORD)).status).toBe(204);
    // the good sign-in ends the series of this network
    expect((await signIn(email, 'wrong password')).status).toBe(401);
    expect((await signIn(email, PASSWORD)).status).toBe(204);
  });

  test('an unknown account waits just the same', async () => {
    await fail('ghost@example.com', 4);
    expect((await signIn('ghost@example.com', PASSWORD)).status).toBe(429);
  });

  test('many at once do not outrun it', async () => {
    const { user } = await server.createUser({ password: PASSWORD });
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => signIn(user.email_address!, 'wrong password')),
    );
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(4);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(8);
  });
});

describe('gate 5: whose address counts', () => {
  test('X-Forwarded-For is believed from configured proxies only', async () => {
    const ipAfter = async (of: TestServer): Promise<unknown> => {
      const { user } = await of.createUser({ password: PASSWORD });
      const answer = await of.ask('/admin/session', {
        method: 'POST',
        json: { email: user.email_address, password: PASSWORD },
        headers: { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-host': 'evil.example' },
      });
      if (answer.status !== 204) return answer.status;
      const { rows } = await of.database.pool.query<{ ip: string }>(
        'select ip from audit_entries where user_id = $1',
        [user.id],
      );
      return rows[0]!.ip;
    };
    expect(await ipAfter(server)).toBe('127.0.0.1');
    const proxied = await startTestServer({
      environment: { TRUSTED_PROXIES: 'loopback', PUBLIC_URL: 'http://evil.example' },
    });
    try {
      expect(await ipAfter(proxied)).toBe('203.0.113.9');
    } finally {
      await proxied.close();
    }
  });

  test('a stranger elsewhere who guesses does not keep the owner out', async () => {
    const proxied = await startTestServer({ environment: { TRUSTED_PROXIES: 'loopback' } });
    try {
      const { user } = await proxied.createUser({ password: PASSWORD });
      const from = (ip: string, password: string): Promise<Answer> =>
        proxied.ask('/admin/session', {
          method: 'POST',
          json: { email: user.email_address, password },
          headers: { 'x-forwarded-for': ip },
        });
      expect((await from('198.51.100.7', PASSWORD)).status).toBe(204);
      for (let host = 1; host < 20; host += 1) await from(`203.0.${host}.1`, 'wrong password');
      // unknown networks wait now, no matter who asks
      expect((await from('192.0.2.1', PASSWORD)).status).toBe(429);
      // the one that the owner used before does not
      expect((await from('198.51.100.7', PASSWORD)).status).toBe(204);
    } finally {
      await proxied.close();
    }
  });
});

describe('one-time link', () => {
  test('it signs in once', async () => {
    const { user } = await server.createUser();
    const { token } = await createLinkFor(scope(), user.email_address!, 'sign_in');
    const use = (): Promise<Answer> => server.ask('/admin/session/link', { method: 'POST', json: { token } });
    const [first, second] = await Promise.all([use(), use()]);
    expect([first.status, second.status].toSorted((a, b) => a - b)).toEqual([204, 401]);
    expect(await isIn(first.status === 204 ? first : second)).toBe(true);
    expect((await use()).json()).toMatchObject({ message: 'This link has expired or was already used.' });
  });

  test('after 15 minutes it has lapsed, and looking at its page does not use it up', async () => {
    const { user } = await server.createUser();
    const { token } = await createLinkFor(scope(), user.email_address!, 'sign_in');
    expect(
      (await server.ask(`/admin/signin/link?token=${token}`, { headers: { accept: 'text/html' } })).status,
    ).toBe(200);
    nowMs += 15 * 60_000 + 1;
    expect((await server.ask('/admin/session/link', { method: 'POST', json: { token } })).status).toBe(401);
  });

  test('it works for a person of its own workspace alone, and only for what it is for', async () => {
    const other = await server.createTenant({ key: 'third' });
    const { user } = await server.createUser();
    const link = await createLinkFor(scope(), user.email_address!, 'sign_in');
    expect(
      (
        await server.ask('/admin/session/link', {
          method: 'POST',
          host: server.hostOf(other),
          json: { token: link.token },
        })
      ).status,
    ).toBe(401);
    const reset = await createLinkFor(scope(), user.email_address!, 'reset');
    for (const token of [reset.token, '', 'x', null, 7, { a: 1 }]) {
      expect((await server.ask('/admin/session/link', { method: 'POST', json: { token } })).status).toBe(401);
    }
  });
});

describe('reset', () => {
  const forgot = (email: unknown): Promise<Answer> =>
    server.ask('/admin/password/forgot', { method: 'POST', json: { email } });
  const runMail = async (email_address: string): Promise<string | null> => {
    server.services.sentMails.length = 0;
    await passwordResetMail.run(
      { subdomain_id: server.tenant.id, email_address },
      { scope: scope(), signal: new AbortController().signal },
    );
    const [mail] = server.services.sentMails;
    return mail ? /token=([\w-]{43})/.exec(mail.text)![1]! : null;
  };

  test('the answer is 204 for every address, and the job is asked for in the same way', async () => {
    const { user } = await server.createUser({ password: PASSWORD });
    server.services.enqueued.length = 0;
    for (const email of [user.email_address!, 'nobody@nowhere.example'])
      expect((await forgot(email)).status).toBe(204);
    expect(server.services.enqueued).toEqual([
      {
        task: 'password_reset_mail',
        payload: { subdomain_id: server.tenant.id, email_address: user.email_address },
      },
      {
        task: 'password_reset_mail',
        payload: { subdomain_id: server.tenant.id, email_address: 'nobody@nowhere.example' },
      },
    ]);
    for (const email of ['no address', '', null, 7]) expect((await forgot(email)).status).toBe(204);
    expect(server.services.enqueued).toHaveLength(2);
  });

  test('the mail holds a link that sets a password once and ends the other sessions', async () => {
    const client = await server.createUser({ password: PASSWORD, name: 'Rita' });
    const email = client.user.email_address!;
    const token = (await runMail(email))!;
    expect(server.services.sentMails[0]).toMatchObject({
      to: { name: 'Rita', email_address: email },
      subject: 'Choose a new password for Demo',
    });
    expect((await server.ask(`/admin/password/token?token=${token}`)).json()).toEqual({
      email,
      name: 'Rita',
      purpose: 'reset',
      workspace: 'Demo',
      invited_by: null,
      min_characters: 12,
    });
    const set = (password: string): Promise<Answer> =>
      server.ask('/admin/password', { method: 'POST', json: { token, password } });
    expect((await set('short')).json()).toEqual({
      message: 'Password must have at least 12 characters',
      code: 'BAD_USER_INPUT',
      field: 'password',
    });
    expect((await set('password1234')).json()).toMatchObject({
      field: 'password',
      message: 'Password is too easy to guess',
    });
    expect((await set('earshotfeedback')).status).toBe(422);
    expect((await set(OTHER_PASSWORD)).status).toBe(204);
    expect((await client.ask('/clients/admin-console/heartbeat')).status).toBe(401);
    expect((await signIn(email, PASSWORD)).status).toBe(401);
    expect((await signIn(email, OTHER_PASSWORD)).status).toBe(204);
    expect((await set(PASSWORD)).status).toBe(410);
    expect((await server.ask(`/admin/password/token?token=${token}`)).status).toBe(410);
  });

  test('a password is as long as the workspace asks for, which the page of the link is told', async () => {
    const asks = (characters: number) =>
      server.database.pool.query('update subdomains set password_min_characters = $2 where id = $1', [
        server.tenant.id,
        characters,
      ]);
    const { user } = await server.createUser({ password: PASSWORD });
    await asks(20);
    const token = (await runMail(user.email_address!))!;
    expect((await server.ask(`/admin/password/token?token=${token}`)).json()).toMatchObject({
      min_characters: 20,
    });
    const set = (password: string): Promise<Answer> =>
      server.ask('/admin/password', { method: 'POST', json: { token, password } });
    expect((await set('nine zebra mints on')).json()).toMatchObject({
      field: 'password',
      message: 'Password must have at least 20 characters',
    });
    expect((await set('nine zebra mints on it')).status).toBe(204);
    // the present one stays, whatever is asked of the next
    await asks(64);
    expect(await signIn(user.email_address!, 'nine zebra mints on it')).toMatchObject({ status: 204 });
    await asks(12);
  });

  test('a new password ends every link that was sent before, whichever of them set it', async () => {
    const { user } = await server.createUser({ password: PASSWORD });
    const email = user.email_address!;
    const older = (await runMail(email))!;
    const newer = (await runMail(email))!;
    const signInLink = await createLinkFor(scope(), email, 'sign_in');
    const set = async (token: string, password: string): Promise<number> =>
      (await server.ask('/admin/password', { method: 'POST', json: { token, password } })).status;
    expect((await server.ask(`/admin/password/token?token=${older}`)).status).toBe(200);
    expect(await set(newer, OTHER_PASSWORD)).toBe(204);
    expect(await set(older, PASSWORD)).toBe(410);
    expect((await server.ask(`/admin/password/token?token=${older}`)).status).toBe(410);
    expect(
      (await server.ask('/admin/session/link', { method: 'POST', json: { token: signInLink.token } })).status,
    ).toBe(401);
    expect((await signIn(email, OTHER_PASSWORD)).status).toBe(204);
    // the other way round: the newer one does not outlive the older one either
    const [first, second] = [(await runMail(email))!, (await runMail(email))!];
    expect(await set(first, PASSWORD)).toBe(204);
    expect(await set(second, OTHER_PASSWORD)).toBe(410);
  });

  test('nobody is mailed who is unknown, blocked, or an end user without a password', async () => {
    const { user: blocked } = await server.createUser({ password: PASSWORD, allowed_state: 'blocked' });
    const endUser = await buildUser(server.database, server.tenant);
    for (const email of ['nobody@nowhere.example', blocked.email_address!, endUser.email_address!])
      expect(await runMail(email)).toBeNull();
  });

  test('a link lapses after an hour', async () => {
    const { user } = await server.createUser({ password: PASSWORD });
    const token = (await runMail(user.email_address!))!;
    nowMs += 3_600_001;
    expect(
      (await server.ask('/admin/password', { method: 'POST', json: { token, password: OTHER_PASSWORD } }))
        .status,
    ).toBe(410);
  });
});

describe('invitation', () => {
  test('an invited person sets name and password and is a member then', async () => {
    const { id } = await createUser(scope(), {
      email_address: 'ivy@example.com',
      name: 'ivy',
      license_type: 'full',
      permissions: ALL_PERMISSIONS,
      password: null,
    });
    server.services.sentMails.length = 0;
    await invitationMail.run(
      { subdomain_id: server.tenant.id, user_id: id },
      { scope: scope(), signal: new AbortController().signal },
    );
    const token = /token=([\w-]{43})/.exec(server.services.sentMails[0]!.text)![1]!;
    expect((await server.ask(`/admin/password/token?token=${token}`)).json()).toEqual({
      email: 'ivy@example.com',
      name: 'ivy',
      purpose: 'invitation',
      workspace: 'Demo',
      invited_by: null,
      min_characters: 12,
    });
    const accept = (name?: string): Promise<Answer> =>
      server.ask('/admin/password', { method: 'POST', json: { token, password: PASSWORD, name } });
    for (const name of ['  ', '\u200b\u202e', undefined])
      expect((await accept(name)).json()).toMatchObject({ field: 'name', message: 'Name is required' });
    expect((await accept('Ivy\u0000Ito')).json()).toEqual({
      message: 'The name contains control characters. Please remove them.',
      code: 'BAD_USER_INPUT',
      field: 'name',
    });
    expect((await accept('Ivy\n  I\u202eto')).status).toBe(204);
    const { rows } = await server.database.pool.query(
      'select name, permission_state, email_confirmed from users where id = $1',
      [id],
    );
    expect(rows).toEqual([{ name: 'Ivy Ito', permission_state: 'active', email_confirmed: true }]);
    expect((await signIn('ivy@example.com', PASSWORD)).status).toBe(204);
    // who is in already is not mailed again
    server.services.sentMails.length = 0;
    await invitationMail.run(
      { subdomain_id: server.tenant.id, user_id: id },
      { scope: scope(), signal: new AbortController().signal },
    );
    expect(server.services.sentMails).toEqual([]);
  });
});

test('[PERM-001] the landing page learns who is signed in and whether they may use the console', async () => {
  const member = await server.createUser({ license_type: 'contributor', name: 'Con' });
  expect((await member.ask('/admin/session')).json()).toEqual({
    display_name: 'Con',
    email: member.user.email_address,
    core_admin: false,
    workspace_name: 'Demo',
  });
  expect((await server.ask('/admin/session')).status).toBe(401);
});

describe('moving to another workspace', () => {
  test('gate 3: a ticket carries the person there, once, within 60 s', async () => {
    const other = await server.createTenant({ key: 'target' });
    const email_address = 'mover@example.com';
    const here = await server.createUser({ email_address, email_confirmed: true });
    const there = await server.createUser({ tenant: other, email_address });
    const leave = await here.ask('/admin/session/ticket?to=target');
    expect(leave.status).toBe(302);
    const address = new URL(String(leave.headers.location));
    expect(address.host).toBe(`target.localhost:${server.port}`);
    const path = address.pathname + address.search;
    // its own host alone takes it
    const fromHere = { referer: `${server.url}/` };
    expect((await server.ask(path, { headers: fromHere })).headers.location).toBe('/admin/signin');
    const arrive = await server.ask(path, { host: address.host, headers: fromHere });
    expect(arrive.headers.location).toBe('/admin-console');
    const who = await server.ask('/api/account/current?basic=1', {
      host: address.host,
      headers: { cookie: cookieOf(arrive) },
    });
    expect(who.json()).toMatchObject({
      current_user: { id: there.user.id },
      current_subdomain: { key: 'target' },
    });
    expect((await server.ask(path, { host: address.host, headers: fromHere })).headers.location).toBe(
      '/admin/signin',
    );

    const late = new URL(String((await here.ask('/admin/session/ticket?to=target')).headers.location));
    nowMs += 60_001;
    expect(
      (await server.ask(late.pathname + late.search, { host: late.host, headers: fromHere })).headers
        .location,
    ).toBe('/admin/signin');
  });

  test('nobody gets a ticket to where they do not belong', async () => {
    await server.createTenant({ key: 'locked' });
    const here = await server.createUser({ email_confirmed: true });
    expect((await here.ask('/admin/session/ticket?to=locked')).status).toBe(404);
    expect((await here.ask('/admin/session/ticket?to=nowhere')).status).toBe(404);
    expect((await server.ask('/admin/session/ticket?to=locked')).headers.location).toMatch(
      /^\/admin\/signin\?return_to=/,
    );
  });

  test('gate 3: a link that went to an old address does not confirm a new one, so nobody walks in as somebody else', async () => {
    const other = await server.createTenant({ key: 'coveted' });
    const email_address = 'victim@example.com';
    await server.createUser({ tenant: other, email_address });
    const attacker = await server.createUser({
      email_address: 'walker@example.com',
      permissions: ALL_PERMISSIONS,
    });
    const { token } = await createLinkFor(scope(), 'walker@example.com', 'reset');
    const UPDATE =
      'mutation ($id: ID!) { user_update(id: $id, email_address: "victim@example.com") { email_confirmed } }';
    // by themselves only with a link to the new address
    expect((await attacker.graphql(UPDATE, { id: attacker.user.id })).errors).toMatchObject([
      { extensions: { field: 'email_address', reason: 'own_address' } },
    ]);
    const accomplice = await server.createUser();
    expect(await accomplice.data(UPDATE, { id: attacker.user.id })).toEqual({
      user_update: { email_confirmed: false },
    });
    expect(
      (await server.ask('/admin/password', { method: 'POST', json: { token, password: PASSWORD } })).status,
    ).toBe(410);
    // the session from before has ended, and one from after leads nowhere either
    expect((await attacker.ask('/admin/session/ticket?to=coveted')).headers.location).toMatch(
      /^\/admin\/signin\?/,
    );
    const again = await server.signIn(server.tenant, attacker.user);
    expect((await again.ask('/admin/session/ticket?to=coveted')).status).toBe(404);
  });

  test('another site cannot sign somebody in by a ticket: it takes a click', async () => {
    const other = await server.createTenant({
      key: 'clicked',
      cname: 'ideas.clicked.example',
      cname_proved_at: new Date(),
    });
    const email_address = 'clicker@example.com';
    const here = await server.createUser({ email_address, email_confirmed: true });
    const there = await server.createUser({ tenant: other, email_address });
    const address = new URL(String((await here.ask('/admin/session/ticket?to=clicked')).headers.location));
    const token = address.searchParams.get('token')!;
    const sendings: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site', referer: 'https://evil.example/' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site', referer: `http://blog.localhost:${server.port}/` },
      // another program on another port of the same name is no page of this installation
      { referer: 'http://demo.localhost:9999/' },
      { referer: 'http://clicked.localhost:9999/' },
      { referer: 'http://localhost/' },
      { referer: `https://demo.localhost:${server.port}/` },
      // a host name of a workspace's own may be served by anyone
      { referer: `http://ideas.clicked.example:${server.port}/` },
      // followed from a mail or typed
      { 'sec-fetch-site': 'none' },
      // a browser that does not say, over plain http
      { referer: 'https://evil.example/' },
      { referer: 'nonsense' },
      {},
    ];
    for (const headers of sendings) {
      const answer = await server.ask(address.pathname + address.search, { host: address.host, headers });
      expect([answer.status, answer.headers.location, answer.headers['set-cookie']]).toEqual([
        302,
        `/admin/signin/link?token=${token}`,
        undefined,
      ]);
    }
    // the page's button
    const post = (headers: Record<string, string>): Promise<Answer> =>
      server.ask('/admin/session/link', { method: 'POST', host: address.host, json: { token }, headers });
    expect((await post({ origin: 'https://evil.example' })).status).toBe(403);
    const entered = await post({ origin: address.origin });
    expect(entered.status).toBe(204);
    const who = await server.ask('/api/account/current?basic=1', {
      host: address.host,
      headers: { cookie: cookieOf(entered) },
    });
    expect(who.json()).toMatchObject({ current_user: { id: there.user.id } });
  });

  test("somebody else's ticket does not replace a session that lives", async () => {
    const other = await server.createTenant({ key: 'kept' });
    const email_address = 'attacker@example.com';
    const attacker = await server.createUser({ email_address, email_confirmed: true });
    await server.createUser({ tenant: other, email_address });
    const victim = await server.createUser({ tenant: other });
    const address = new URL(String((await attacker.ask('/admin/session/ticket?to=kept')).headers.location));
    const answer = await victim.ask(address.pathname + address.search);
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect((await victim.ask('/api/account/current?basic=1')).json()).toMatchObject({
      current_user: { id: victim.user.id },
    });
  });
});

describe('set-up', () => {
  const form = {
    workspace_name: 'Acme',
    key: 'demo',
    name: 'Ann',
    email: 'ann@acme.example',
    password: PASSWORD,
  };

  test('the first one needs the printed token, makes workspace and owner, and signs them in', async () => {
    const fresh = await startTestServer({ empty: true });
    try {
      const [line] = fresh.lines;
      const token = /\/admin\/setup\?token=([\w-]{43})$/.exec(line!)![1]!;
      expect((await fresh.ask('/admin-console', { headers: { accept: 'text/html' } })).headers.location).toBe(
        '/admin/setup',
      );
      expect((await fresh.ask(`/admin/setup?token=${token}`)).status).toBe(200);
      expect((await fresh.ask('/admin/session')).status).toBe(404);
      expect((await fresh.ask('/admin/setup/state?token=wrong')).status).toBe(403);
      expect((await fresh.ask(`/admin/setup/state?token=${token}`)).json()).toEqual({
        mode: 'first',
        suggested_key: 'demo',
        default_subdomain: 'demo',
      });
      const post = (json: object): Promise<Answer> => fresh.ask('/admin/setup', { method: 'POST', json });
      expect((await post(form)).status).toBe(403);
      for (const [field, value] of [
        ['workspace_name', ' '],
        ['workspace_name', 'A\u0000B'],
        ['workspace_name', '\u200b'],
        ['workspace_name', 'x'.repeat(256)],
        ['key', 'No Key'],
        ['key', 'admin'],
        ['key', 'login'],
        ['name', ''],
        ['name', 'An\u0007n'],
        ['email', 'ann'],
        ['password', 'acme acme acme'],
      ] as const) {
        const answer = await post({ token, ...form, [field]: value });
        expect(answer.status).toBe(422);
        expect(answer.json()).toMatchObject({ field });
      }
      // names are one line without what no one sees, as those that come by the API
      const typed = { token, ...form, workspace_name: ' Ac\u202eme ', name: 'An\u200bn\n' };
      const answers = await Promise.all([post(typed), post(typed)]);
      const done = answers.find(({ status }) => status === 200)!;
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403]);
      const address = new URL(done.json<{ url: string }>().url);
      expect(address.origin).toBe(fresh.url);
      const arrive = await fresh.ask(address.pathname + address.search, {
        headers: { referer: `${fresh.url}/admin/setup` },
      });
      expect(arrive.headers.location).toBe('/admin-console');
      const account = await fresh.ask('/api/account/current', { headers: { cookie: cookieOf(arrive) } });
      expect(account.json()).toMatchObject({
        current_user: { display_name: 'Ann', core_admin: true },
        current_subdomain: { key: 'demo', name: 'Acme' },
      });
      const late = await post({ token, ...form, key: 'two' });
      expect([late.status, late.json<{ message: string }>().message]).toEqual([
        403,
        expect.stringMatching(/already set up.*Sign in/),
      ]);
      const names = async (sql: string): Promise<unknown[]> =>
        (await fresh.database.pool.query<{ name: string }>(sql)).rows.map(({ name }) => name);
      expect(await names('select name from statuses order by position')).toEqual([
        'under review',
        'planned',
        'started',
        'completed',
        'declined',
      ]);
      expect(await names('select name from internal_statuses order by position')).toEqual([
        'Needs research',
        'Researching',
        'Ready',
        'Building',
        'Shipped',
      ]);
      expect(await names('select label as name from importance_responses order by value')).toEqual([
        'Nice to have',
        'Important',
        'Critical',
      ]);
      expect(
        await names('select f.name from forums f join subdomains d on d.default_forum_id = f.id'),
      ).toEqual(['Ideas']);
    } finally {
      await fresh.close();
    }
  });

  test('the owner of the first workspace starts another one of their own', async () => {
    const owner = await server.createUser({ license_type: 'owner' });
    const page = await owner.ask('/admin/setup', { headers: { accept: 'text/html' } });
    expect(page.status).toBe(302);
    const token = new URL(String(page.headers.location), server.url).searchParams.get('token')!;
    expect((await owner.ask(`/admin/setup/state?token=${token}`)).json()).toEqual({
      mode: 'another',
      suggested_key: '',
      default_subdomain: 'demo',
    });
    expect(
      (await owner.ask('/admin/setup', { method: 'POST', json: { token, ...form } })).json(),
    ).toMatchObject({ field: 'key' });
    const answer = await owner.ask('/admin/setup', { method: 'POST', json: { token, ...form, key: 'acme' } });
    expect(answer.status).toBe(200);
    const address = new URL(answer.json<{ url: string }>().url);
    expect(address.host).toBe(`acme.localhost:${server.port}`);
    expect(
      (
        await server.ask(address.pathname + address.search, {
          host: address.host,
          headers: { 'sec-fetch-site': 'cross-site', referer: `${server.url}/` },
        })
      ).headers.location,
    ).toBe('/admin-console');
  });

  test('nobody else does, also not with the token of the owner', async () => {
    const owner = await server.createUser({ license_type: 'owner' });
    const token = new URL(
      String((await owner.ask('/admin/setup')).headers.location),
      server.url,
    ).searchParams.get('token')!;
    const admin = await server.createUser();
    const other = await server.createTenant({ key: 'guest' });
    const guest = await server.createUser({ tenant: other, license_type: 'owner' });
    for (const client of [admin, guest]) {
      expect((await client.ask(`/admin/setup/state?token=${token}`)).status).toBe(403);
      expect(
        (await client.ask('/admin/setup', { method: 'POST', json: { token, ...form, key: 'mine' } })).status,
      ).toBe(403);
    }
    expect((await server.ask(`/admin/setup/state?token=${token}`)).status).toBe(403);
    nowMs += 3_600_001;
    expect((await owner.ask(`/admin/setup/state?token=${token}`)).status).toBe(403);
  });
});

test('with an https PUBLIC_URL the cookie is bound to the host and to TLS', async () => {
  const secure = await startTestServer({ environment: { PUBLIC_URL: 'https://feedback.example.com' } });
  try {
    const { user } = await secure.createUser({ password: PASSWORD });
    const answer = await secure.ask('/admin/session', {
      method: 'POST',
      json: { email: user.email_address, password: PASSWORD },
      headers: { origin: 'https://feedback.example.com' },
    });
    expect(sessionCookie(answer)).toMatch(
      /^__Host-earshot=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    expect(answer.headers['strict-transport-security']).toBe('max-age=31536000');
    // the same host without TLS is another site
    expect(
      (
        await secure.ask('/admin/session', {
          method: 'POST',
          json: {},
          headers: { origin: 'http://feedback.example.com' },
        })
      ).status,
    ).toBe(403);
  } finally {
    await secure.close();
  }
});
