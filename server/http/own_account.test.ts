import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { systemViewer, testScope } from '../db/builders.ts';
import { browserName } from '../domain/account/browser_name.ts';
import { emailConfirmMail, ownNewsMail } from '../domain/account/mails/own_mails.ts';
import type { OutgoingMail } from '../services/mail.ts';
import { newKey, startTestServer, type Answer, type TestClient, type TestServer } from './testing.ts';

/* What people do with their own account, over HTTP with real sessions. */

const PASSWORD = 'the lamp is green';
const NEW_PASSWORD = 'the lamp is blue now';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

let server: TestServer;
let now = new Date('2026-11-20T10:00:00Z');
beforeAll(async () => {
  server = await startTestServer({ now: () => now });
});
afterAll(() => server.close());

let me: TestClient;
let email: string;
let number = 0;
beforeEach(async () => {
  server.services.enqueued.length = 0;
  now = new Date(now.getTime() + 3_600_000);
  number += 1;
  email = `freya${number}@demo.example`;
  me = await server.createUser({
    name: 'Freya',
    email_address: email,
    email_confirmed: true,
    password: PASSWORD,
  });
  await server.database.pool.query(
    "update sessions set user_agent = $2, ip = '198.51.100.7' where user_id = $1",
    [me.user.id, FIREFOX],
  );
});

const again = (): Promise<TestClient> => server.signIn(server.tenant, me.user);
interface Session {
  id: string;
  browser: string | null;
  network: string | null;
  is_current: boolean;
}
const sessions = async (client = me): Promise<Session[]> =>
  (await client.data<{ own_sessions: Session[] }>('{ own_sessions { id browser network is_current } }'))
    .own_sessions;
const refused = async (
  client: TestClient,
  query: string,
  variables: Record<string, unknown> = {},
): Promise<Record<string, unknown>> => {
  const { errors } = await client.graphql(query, variables);
  return { message: errors?.[0]?.message, ...errors?.[0]?.extensions };
};
const isIn = async (client: TestClient): Promise<boolean> =>
  (await client.ask('/admin/session')).status === 200;
const audited = async (action: string): Promise<unknown[]> =>
  (
    await server.database.pool.query(
      'select user_id, subject, details from audit_entries where action = $1 and (user_id = $2 or subject = $2::text) order by id',
      [action, me.user.id],
    )
  ).rows;
/** What was mailed to whom since the last time. */
async function mails(): Promise<OutgoingMail[]> {
  const scope = await testScope(server.database, systemViewer(server.tenant), {
    services: server.services,
    now: () => now,
  });
  for (const { task, payload } of server.services.enqueued.splice(0)) {
    const found = [emailConfirmMail, ownNewsMail].find(({ name }) => name === task);
    await found?.run(payload as never, { scope, signal: new AbortController().signal });
  }
  return server.services.sentMails.splice(0);
}

describe('own sessions', () => {
  test('are listed with browser, network and times, this one marked and first; nobody else’s are', async () => {
    const other = await again();
    await server.createUser();
    expect(await sessions()).toEqual([
      { id: expect.any(String), browser: 'Firefox on Linux', network: '198.51.100.7', is_current: true },
      { id: expect.any(String), browser: null, network: null, is_current: false },
    ]);
    expect((await sessions(other)).map(({ is_current, browser }) => [is_current, browser])).toEqual([
      [true, null],
      [false, 'Firefox on Linux'],
    ]);
    const { own_sessions } = await me.data<{ own_sessions: Record<string, string>[] }>(
      '{ own_sessions { created_at last_used_at } }',
    );
    expect(own_sessions.every(({ created_at }) => created_at === now.toISOString())).toBe(true);
  });

  test('one of them is ended: its cookie and its tokens are worth nothing at once, in each process', async () => {
    const other = await again();
    const third = await again();
    const beside = await startTestServer({ beside: server, now: () => now });
    await other.token();
    const askBeside = (): Promise<Answer> =>
      beside.ask('/admin/session', { host: `localhost:${beside.port}`, headers: { cookie: other.cookie } });
    expect((await askBeside()).status).toBe(200);
    const { id } = (await sessions(other))[0]!;
    expect(await me.data('mutation ($id: ID!) { own_session_end(id: $id) }', { id })).toEqual({
      own_session_end: true,
    });
    await expect.poll(() => isIn(other), { timeout: 5000 }).toBe(false);
    await expect.poll(async () => (await askBeside()).status, { timeout: 5000 }).toBe(401);
    expect((await other.post('{ current_user { id } }')).status).toBe(401);
    expect([await isIn(me), await isIn(third)]).toEqual([true, true]);
    expect(await audited('own_session_end')).toEqual([
      { user_id: me.user.id, subject: me.user.id, details: { sessions: 1 } },
    ]);
    expect(await refused(me, 'mutation ($id: ID!) { own_session_end(id: $id) }', { id })).toMatchObject({
      field: 'id',
      reason: 'not_found',
    });
    await beside.close();
  });

  test('a colleague’s cannot be ended, nor this one by mistake', async () => {
    const colleague = await server.createUser();
    const [theirs] = await sessions(colleague);
    expect(
      await refused(me, 'mutation ($id: ID!) { own_session_end(id: $id) }', { id: theirs!.id }),
    ).toMatchObject({ field: 'id', reason: 'not_found' });
    expect(await isIn(colleague)).toBe(true);
    const [mine] = await sessions();
    expect(
      await refused(me, 'mutation ($id: ID!) { own_session_end(id: $id) }', { id: mine!.id }),
    ).toMatchObject({ field: 'id', reason: 'current' });
  });

  test('all others are ended, and this one stays', async () => {
    const others = [await again(), await again()];
    expect(await me.data('mutation { own_sessions_end_others }')).toEqual({ own_sessions_end_others: 2 });
    for (const other of others) await expect.poll(() => isIn(other), { timeout: 5000 }).toBe(false);
    expect(await sessions()).toMatchObject([{ is_current: true }]);
    expect(await me.data('mutation { own_sessions_end_others }')).toEqual({ own_sessions_end_others: 0 });
    expect(await audited('own_session_end')).toHaveLength(1);
  });

  test('a session that has lapsed is not shown', async () => {
    await again();
    await server.database.pool.query(
      'update sessions set expires_at = $2 where user_id = $1 and user_agent is null',
      [me.user.id, now],
    );
    expect(await sessions()).toHaveLength(1);
  });
});

const CHANGE =
  'mutation ($now: String!, $next: String!) { own_password_update(current_password: $now, password: $next) }';
const signInWith = async (password: string, address = email): Promise<number> =>
  (await server.ask('/admin/session', { method: 'POST', json: { email: address, password } })).status;

describe('own password', () => {
  test('is changed with the present one: other sessions and open links end, this one stays, an email tells it', async () => {
    const other = await again();
    await server.ask('/admin/password/forgot', { method: 'POST', json: { email } });
    await me.data(
      'mutation { own_email_update(email_address: "x@demo.example", current_password: "the lamp is green") { pending_email_address } }',
    );
    await mails();
    expect(await me.data(CHANGE, { now: PASSWORD, next: NEW_PASSWORD })).toEqual({
      own_password_update: true,
    });
    expect(await isIn(me)).toBe(true);
    await expect.poll(() => isIn(other), { timeout: 5000 }).toBe(false);
    expect(await signInWith(PASSWORD)).toBe(401);
    expect(await signInWith(NEW_PASSWORD)).toBe(204);
    const open = await server.database.pool.query(
      'select purpose from one_time_links where user_id = $1 and used_at is null',
      [me.user.id],
    );
    expect(open.rows).toEqual([]);
    expect(await me.data('{ own_profile { pending_email_address } }')).toEqual({
      own_profile: { pending_email_address: null },
    });
    const [mail, ...more] = await mails();
    expect(more).toEqual([]);
    expect(mail).toMatchObject({
      to: { email_address: email },
      subject: 'Your password for Demo was changed',
    });
    expect(mail!.text).toContain(
      'was changed from Firefox on Linux (198.51.100.7). Your other sessions have ended.',
    );
    expect(mail!.text).toContain('/admin/reset');
    expect(await audited('own_password_update')).toEqual([
      { user_id: me.user.id, subject: me.user.id, details: { sessions: 1 } },
    ]);
  });

  test('bad ones are refused at their field, and nothing changes', async () => {
    const attempt = (given: { now: string; next: string }) => refused(me, CHANGE, given);
    expect(await attempt({ now: PASSWORD, next: 'short' })).toMatchObject({ field: 'password' });
    expect(await attempt({ now: PASSWORD, next: 'password1234' })).toMatchObject({ field: 'password' });
    expect(await attempt({ now: PASSWORD, next: 'x'.repeat(201) })).toMatchObject({ field: 'password' });
    expect(await attempt({ now: '', next: NEW_PASSWORD })).toMatchObject({
      field: 'current_password',
      reason: 'required',
    });
    expect(await attempt({ now: 'something else entirely', next: NEW_PASSWORD })).toMatchObject({
      field: 'current_password',
      reason: 'wrong',
      message: 'This is not your current password.',
    });
    expect(await attempt({ now: `${PASSWORD} `, next: NEW_PASSWORD })).toMatchObject({
      field: 'current_password',
      reason: 'wrong',
    });
    expect(await signInWith(PASSWORD)).toBe(204);
    expect(await mails()).toEqual([]);
  });

  test('who guesses it with a stolen session is slowed down, many at once too, and slows down nobody else', async () => {
    const thief = await again();
    await server.database.pool.query('update sessions set expires_at = $2 where user_id = $1', [
      me.user.id,
      new Date(now.getTime() + 86_400_000),
    ]);
    const guess = async (client: TestClient): Promise<unknown> =>
      (await refused(client, CHANGE, { now: 'a guess of a thief', next: NEW_PASSWORD }))['reason'];
    const first = await Promise.all(Array.from({ length: 12 }, () => guess(thief)));
    expect(first.filter((reason) => reason === 'wrong').length).toBeLessThanOrEqual(4);
    expect(first.filter((reason) => reason === 'too_many').length).toBeGreaterThanOrEqual(8);
    // an hour of guessing as fast as it goes
    const begin = now.getTime();
    let compared = 0;
    while (now.getTime() < begin + 3_600_000) {
      await thief.token({ fresh: true });
      const reason = await guess(thief);
      expect(['wrong', 'too_many']).toContain(reason);
      if (reason === 'wrong') compared += 1;
      now = new Date(now.getTime() + 20_000);
    }
    // 1, 2, 4, 8, 16 ... seconds between them, then a quarter of an hour
    expect(compared).toBeGreaterThan(3);
    expect(compared).toBeLessThan(15);
    // the right one is not told apart meanwhile, and its owner changes it from another session
    expect(await guess(thief)).toBe('too_many');
    expect(await refused(thief, CHANGE, { now: PASSWORD, next: NEW_PASSWORD })).toMatchObject({
      reason: 'too_many',
      message: expect.stringMatching(/^Too many tries\. Wait \d+ minutes/),
    });
    expect(await me.data(CHANGE, { now: PASSWORD, next: NEW_PASSWORD })).toEqual({
      own_password_update: true,
    });
    await expect.poll(() => isIn(thief), { timeout: 5000 }).toBe(false);
  });

  test('nothing of it is kept: an Idempotency-Key has no effect, and neither log nor audit hold it', async () => {
    const key = newKey();
    await me.data(CHANGE, { now: PASSWORD, next: NEW_PASSWORD }, { key });
    const { errors } = await me.graphql(CHANGE, { now: PASSWORD, next: NEW_PASSWORD }, { key });
    expect(errors?.[0]?.extensions).toMatchObject({ reason: 'wrong' });
    expect(
      (await server.database.pool.query('select 1 from idempotency_keys where user_id = $1', [me.user.id]))
        .rows,
    ).toEqual([]);
    const { rows } = await server.database.pool.query('select details::text as text from audit_entries');
    expect(JSON.stringify([rows, server.logged])).not.toMatch(/the lamp is (green|blue)/);
  });

  test('who came in by a link and has none is told the way to one, also before the address is changed', async () => {
    const linked = await server.createUser({ email_address: `linked${number}@demo.example` });
    expect(await linked.data('{ own_profile { has_password } }')).toEqual({
      own_profile: { has_password: false },
    });
    expect(await refused(linked, CHANGE, { now: 'anything at all', next: NEW_PASSWORD })).toMatchObject({
      field: 'current_password',
      reason: 'no_password',
    });
    expect(await refused(linked, WANT, { email: `other${number}@demo.example` })).toMatchObject({
      field: 'email_address',
      reason: 'no_password',
    });
    expect(await mails()).toEqual([]);
  });
});

const WANT =
  'mutation ($email: String!, $password: String) { own_email_update(email_address: $email, current_password: $password) { email_address pending_email_address pending_email_until } }';
const want = (address: string) =>
  me.data<{ own_email_update: Record<string, unknown> }>(WANT, { email: address, password: PASSWORD });
const tokenIn = (mail: OutgoingMail): string => /\/admin\/email\?token=([\w-]{43})/.exec(mail.text)![1]!;
const confirm = (token: string): Promise<Answer> =>
  server.ask('/admin/email', { method: 'POST', json: { token } });
const profile = async () =>
  (
    await me.data<{ own_profile: Record<string, unknown> }>(
      '{ own_profile { email_address email_confirmed pending_email_address } }',
    )
  ).own_profile;

describe('own address', () => {
  test('the new one counts once its link was followed, and not by looking at it; the old one is told before and after', async () => {
    const next = `new${number}@demo.example`;
    expect((await want(next)).own_email_update).toEqual({
      email_address: email,
      pending_email_address: next,
      pending_email_until: new Date(now.getTime() + 86_400_000).toISOString(),
    });
    const sent = await mails();
    expect(sent.map(({ to, subject }) => [to.email_address, subject])).toEqual([
      [next, 'Confirm your email for Demo'],
      [email, 'New email for your account at Demo'],
    ]);
    expect(sent[1]!.text).toContain(next);
    expect(sent[1]!.text).toContain('/admin/settings/profile');
    expect(sent[1]!.text).not.toContain('token');
    const token = tokenIn(sent[0]!);
    expect((await server.ask(`/admin/email/token?token=${token}`)).json()).toEqual({
      name: 'Freya',
      email,
      new_email: next,
    });
    expect((await server.ask(`/admin/email?token=${token}`)).status).toBe(200);
    expect(await profile()).toMatchObject({ email_address: email });
    expect(await signInWith(PASSWORD, next)).toBe(401);

    expect((await confirm(token)).status).toBe(204);
    // whoever asked for it may be another than who followed the link
    await expect.poll(() => isIn(me), { timeout: 5000 }).toBe(false);
    me = await again();
    expect(await profile()).toEqual({
      email_address: next,
      email_confirmed: true,
      pending_email_address: null,
    });
    expect([await signInWith(PASSWORD, email), await signInWith(PASSWORD, next)]).toEqual([401, 204]);
    const [told, ...more] = await mails();
    expect(more).toEqual([]);
    expect(told).toMatchObject({
      to: { email_address: email },
      subject: 'Your email for Demo was changed',
    });
    expect(told!.text).toContain('tell a workspace owner');
    // it works once
    expect((await confirm(token)).status).toBe(410);
    expect(await audited('own_email_update')).toMatchObject([
      { details: { old_email_address: email, email_address: next } },
    ]);
    expect(
      (
        await server.database.pool.query(
          "select details from audit_entries where action = 'email_changed' and user_id = $1",
          [me.user.id],
        )
      ).rows,
    ).toEqual([{ details: { old_email_address: email } }]);
  });

  test('asks for the password, and a wrong one is counted as elsewhere', async () => {
    const next = `new${number}@demo.example`;
    expect(await refused(me, WANT, { email: next })).toMatchObject({
      field: 'current_password',
      reason: 'required',
    });
    for (let tries = 0; tries < 4; tries += 1)
      expect(await refused(me, WANT, { email: next, password: 'a guess of a thief' })).toMatchObject({
        field: 'current_password',
        reason: 'wrong',
      });
    expect(await refused(me, WANT, { email: next, password: PASSWORD })).toMatchObject({
      reason: 'too_many',
    });
    expect(await refused(me, WANT, { email: 'no address', password: PASSWORD })).toMatchObject({
      field: 'email_address',
    });
    expect(await refused(me, WANT, { email, password: PASSWORD })).toMatchObject({
      field: 'email_address',
      reason: 'same',
    });
    expect(await mails()).toEqual([]);
  });

  test('a later wish ends the link of an earlier one; called off, none works; so does a new password by mail', async () => {
    await want(`a${number}@demo.example`);
    const [first] = await mails();
    await want(`b${number}@demo.example`);
    const [second] = await mails();
    expect((await confirm(tokenIn(first!))).status).toBe(410);
    expect(await me.data('mutation { own_email_cancel { pending_email_address } }')).toEqual({
      own_email_cancel: { pending_email_address: null },
    });
    expect((await confirm(tokenIn(second!))).status).toBe(410);
    expect((await server.ask(`/admin/email/token?token=${tokenIn(second!)}`)).status).toBe(410);
    // a wish that was called off before its mail went out sends none
    await want(`c${number}@demo.example`);
    await me.data('mutation { own_email_cancel { pending_email_address } }');
    expect((await mails()).map(({ to }) => to.email_address)).toEqual([email]);
    expect(await profile()).toMatchObject({ email_address: email });
  });

  test('a link lapses after a day', async () => {
    await want(`late${number}@demo.example`);
    const [mail] = await mails();
    now = new Date(now.getTime() + 86_400_001);
    expect((await confirm(tokenIn(mail!))).status).toBe(410);
  });

  test('an address that somebody else has is told only to who holds it, and nothing changes', async () => {
    const taken = await server.createUser({
      license_type: 'none',
      email_address: `Taken${number}@demo.example`,
    });
    await want(taken.user.email_address!.toLowerCase());
    const [mail] = await mails();
    const answer = await confirm(tokenIn(mail!));
    expect(answer.status).toBe(409);
    expect(answer.json()).toMatchObject({
      field: 'email',
      message: 'Someone else in this workspace has this email. Nothing was changed.',
    });
    expect(await profile()).toMatchObject({ email_address: email });
  });

  test('the email that confirms one may go to anybody, and says nothing that they wrote themselves', async () => {
    await want(`anybody${number}@demo.example`);
    const [sent] = await mails();
    expect(sent!.to).toEqual({ name: null, email_address: `anybody${number}@demo.example` });
    expect(`${sent!.subject} ${sent!.text} ${sent!.html}`).not.toContain('Freya');
    expect(sent!.text).toContain('Hello,');
  });

  test('nobody has mails sent to others without end', async () => {
    for (let times = 0; times < 5; times += 1) await want(`many${times}-${number}@demo.example`);
    expect(
      await refused(me, WANT, { email: `one-more-${number}@demo.example`, password: PASSWORD }),
    ).toMatchObject({ reason: 'too_many' });
  });

  test('is not changed past its confirmation; changed by a colleague who keeps the settings, the old one is told', async () => {
    const UPDATE =
      'mutation ($id: ID!, $email: String) { user_update(id: $id, email_address: $email) { email_address } }';
    expect(await refused(me, UPDATE, { id: me.user.id, email: 'past@demo.example' })).toMatchObject({
      field: 'email_address',
      reason: 'own_address',
    });
    const colleague = await server.createUser({ name: 'Rüdiger' });
    expect(await colleague.data(UPDATE, { id: me.user.id, email: `by${number}@demo.example` })).toEqual({
      user_update: { email_address: `by${number}@demo.example` },
    });
    const [mail, ...more] = await mails();
    expect(more).toEqual([]);
    expect(mail!.to.email_address).toBe(email);
    expect(mail!.text).toContain(
      `Rüdiger changed your email at Demo from this one to by${number}@demo.example.`,
    );
    // of customers, who do not sign in to the console, no one is told
    const customer = await server.createUser({
      license_type: 'none',
      email_address: `customer${number}@demo.example`,
    });
    await colleague.data(UPDATE, { id: customer.user.id, email: `customer-new${number}@demo.example` });
    expect(await mails()).toEqual([]);
  });
});

test('a User-Agent header in words', () => {
  const said: [string | null, string | null][] = [
    [FIREFOX, 'Firefox on Linux'],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
      'Edge on Windows',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
      'Safari on macOS',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0.0.0 Mobile/15E148 Safari/604.1',
      'Chrome on iPhone',
    ],
    [
      'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
      'Chrome on Android',
    ],
    ['curl/8.5.0', 'curl'],
    ['<script>', null],
    ['', null],
    [null, null],
  ];
  for (const [header, words] of said) expect([header, browserName(header)]).toEqual([header, words]);
});
