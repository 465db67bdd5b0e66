import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ALL_PERMISSIONS } from '../../contract/permissions.ts';
import { systemViewer, testScope } from '../db/builders.ts';
import { ownNewsMail } from '../domain/account/mails/own_mails.ts';
import { createLink } from '../domain/account/one_time_link.ts';
import { resetSecondFactorOf } from '../domain/account/team.ts';
import type { Scope } from '../core/scope.ts';
import { startTestServer, type Answer, type TestClient, type TestServer } from './testing.ts';

/* Two-step sign-in, over HTTP with real sessions and an app that shows codes. */

const PASSWORD = 'violet harbour 92 lamps';

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
  // what the test before has used up is there again
  now = new Date(now.getTime() + 25 * 3_600_000);
  number += 1;
  email = `kim${number}@demo.example`;
  me = await server.createUser({ name: 'Kim', email_address: email, password: PASSWORD });
  server.services.enqueued.length = 0;
  server.services.sentMails.length = 0;
  await require_(false);
});

const scope = (): Promise<Scope> =>
  testScope(server.database, systemViewer(server.tenant), { services: server.services, now: () => now });
const require_ = (isOn: boolean) =>
  server.database.pool.query('update subdomains set requires_second_factor = $2 where id = $1', [
    server.tenant.id,
    isOn,
  ]);
const later = (seconds: number): void => {
  now = new Date(now.getTime() + seconds * 1000);
};
/** What the app shows at a moment. */
const codeOf = (secret: string, at: Date = now): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.getTime() });

/** All processes hear that a session has ended, a moment later. */
async function isOut(client: TestClient): Promise<void> {
  await expect.poll(async () => (await client.ask('/admin/session')).status).toBe(401);
}

interface Asked {
  second_factor: { need: string; token: string };
}
const post = (path: string, json: object, headers: Record<string, string> = {}): Promise<Answer> =>
  server.ask(path, { method: 'POST', json, headers });
const signIn = (headers?: Record<string, string>): Promise<Answer> =>
  post('/admin/session', { email, password: PASSWORD }, headers);
const tokenOf = (answer: Answer): string => answer.json<Asked>().second_factor.token;
const enter = (token: string, code: string, headers?: Record<string, string>): Promise<Answer> =>
  post('/admin/session/second_factor', { token, code }, headers);
const cookieOf = (answer: Answer): string | undefined =>
  (answer.headers['set-cookie'] ?? []).find((cookie) => /^(__Host-)?earshot=/.test(cookie))?.split(';')[0];
const isIn = async (answer: Answer): Promise<boolean> =>
  (await server.ask('/admin/session', { headers: { cookie: cookieOf(answer) ?? '' } })).status === 200;
const refused = async (client: TestClient, query: string, variables: Record<string, unknown> = {}) => {
  const { errors } = await client.graphql(query, variables);
  return { message: errors?.[0]?.message, ...errors?.[0]?.extensions };
};
const BEGIN = 'mutation ($p: String) { own_second_factor_begin(current_password: $p) { secret url } }';
const CONFIRM = 'mutation ($code: String!) { own_second_factor_confirm(code: $code) { recovery_codes } }';
const END = 'mutation ($p: String) { own_second_factor_end(current_password: $p) }';
const RENEW = 'mutation ($p: String) { own_recovery_codes_renew(current_password: $p) { recovery_codes } }';

/** Turns it on. @returns what the app knows, and the codes to recover with */
async function turnOn(client = me): Promise<{ secret: string; codes: string[] }> {
  const { own_second_factor_begin: made } = await client.data<{
    own_second_factor_begin: { secret: string; url: string };
  }>(BEGIN, { p: PASSWORD });
  const { own_second_factor_confirm: confirmed } = await client.data<{
    own_second_factor_confirm: { recovery_codes: string[] };
  }>(CONFIRM, { code: codeOf(made.secret) });
  later(60);
  return { secret: made.secret, codes: confirmed.recovery_codes };
}
const audited = async (action: string): Promise<unknown[]> =>
  (
    await server.database.pool.query(
      'select details from audit_entries where action = $1 and (user_id = $2 or subject = $2::text) order by id',
      [action, me.user.id],
    )
  ).rows.map(({ details }) => details as unknown);
async function mails(): Promise<(readonly [string | undefined, string])[]> {
  const own = await scope();
  for (const { task, payload } of server.services.enqueued.splice(0))
    if (task === ownNewsMail.name)
      await ownNewsMail.run(payload as never, { scope: own, signal: new AbortController().signal });
  return server.services.sentMails.splice(0).map(({ to, subject }) => [to.email_address, subject] as const);
}

describe('turning it on and off', () => {
  test('[DEC-178] asks for the password, shows a key for an app, counts once a code has proved it, and says so by email', async () => {
    expect(await refused(me, BEGIN, { p: 'not it' })).toMatchObject({ field: 'current_password' });
    expect(await refused(me, BEGIN)).toMatchObject({ field: 'current_password', reason: 'required' });
    const begun = (
      await me.data<{ own_second_factor_begin: { secret: string; url: string } }>(BEGIN, { p: PASSWORD })
    ).own_second_factor_begin;
    expect(begun.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(begun.url).toMatch(
      new RegExp(`^otpauth://totp/.*${encodeURIComponent(email)}\\?.*secret=${begun.secret}`),
    );
    // nothing is asked for yet
    expect((await signIn()).status).toBe(204);
    expect(await refused(me, CONFIRM, { code: '000000' })).toMatchObject({ field: 'code', reason: 'wrong' });
    const confirmed = await me.data<{ own_second_factor_confirm: { recovery_codes: string[] } }>(CONFIRM, {
      code: ` ${codeOf(begun.secret).replace(/(...)/, '$1 ')}`,
    });
    const codes = confirmed.own_second_factor_confirm.recovery_codes;
    expect(new Set(codes).size).toBe(10);
    expect(codes.every((code) => /^[a-z2-9]{4}(-[a-z2-9]{4}){3}$/.test(code))).toBe(true);
    expect(
      await me.data('{ own_profile { second_factor_at recovery_codes_left requires_second_factor } }'),
    ).toEqual({
      own_profile: {
        second_factor_at: now.toISOString(),
        recovery_codes_left: 10,
        requires_second_factor: false,
      },
    });
    expect(await mails()).toEqual([[email, expect.stringContaining('Two-step sign-in is on')]]);
    expect(await audited('own_second_factor_confirm')).toEqual([{}]);
    expect(await refused(me, BEGIN, { p: PASSWORD })).toMatchObject({ reason: 'has_second_factor' });
    // neither key nor codes are readable where they are kept
    const { rows } = await server.database.pool.query('select * from second_factors where user_id = $1', [
      me.user.id,
    ]);
    const kept = JSON.stringify(rows) + Buffer.from(rows[0].sealed_secret).toString('latin1');
    expect(kept).not.toContain(begun.secret);
    expect(codes.some((code) => kept.includes(code) || kept.includes(code.replaceAll('-', '')))).toBe(false);
  });

  test('off asks for the password, ends the codes, and says so by email; not where the workspace requires it', async () => {
    const { codes } = await turnOn();
    await mails();
    expect(await refused(me, END)).toMatchObject({ field: 'current_password', reason: 'required' });
    await require_(true);
    expect(await refused(me, END, { p: PASSWORD })).toMatchObject({ reason: 'required_here' });
    await require_(false);
    expect(await me.data(END, { p: PASSWORD })).toEqual({ own_second_factor_end: true });
    expect(await mails()).toEqual([[email, expect.stringContaining('Two-step sign-in is off')]]);
    expect((await signIn()).status).toBe(204);
    expect(await refused(me, END, { p: PASSWORD })).toMatchObject({ reason: 'no_second_factor' });
    expect(await refused(me, RENEW, { p: PASSWORD })).toMatchObject({ reason: 'no_second_factor' });
    const again = await turnOn();
    expect((await enter(tokenOf(await signIn()), codes[0]!)).status).toBe(422);
    expect((await enter(tokenOf(await signIn()), again.codes[0]!)).status).toBe(204);
  });
});

describe('signing in', () => {
  test('the password leads to a code and not to a session; the code does, once', async () => {
    const { secret } = await turnOn();
    const asked = await signIn();
    expect([asked.status, cookieOf(asked)]).toEqual([200, undefined]);
    expect(asked.headers['cache-control']).toBe('no-store');
    expect(asked.json<Asked>().second_factor.need).toBe('code');
    const token = tokenOf(asked);
    const code = codeOf(secret);
    const entered = await enter(token, code);
    expect([entered.status, await isIn(entered)]).toEqual([204, true]);
    expect((await audited('sign_in')).at(-1)).toEqual({ way: 'second_factor' });
    // neither the token nor the code works again
    expect((await enter(token, code)).status).toBe(410);
    expect((await enter(tokenOf(await signIn()), code)).status).toBe(422);
    later(30);
    expect((await enter(tokenOf(await signIn()), codeOf(secret))).status).toBe(204);
  });

  test('of two that come with one code at once one gets in', async () => {
    const { secret } = await turnOn();
    const tokens = [tokenOf(await signIn()), tokenOf(await signIn())];
    const answers = await Promise.all(tokens.map((token) => enter(token, codeOf(secret))));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 422]);
  });

  test('a clock may be off by half a minute, not by ten', async () => {
    const { secret } = await turnOn();
    const at = (seconds: number): string => codeOf(secret, new Date(now.getTime() + seconds * 1000));
    expect((await enter(tokenOf(await signIn()), at(-600))).status).toBe(422);
    const wrong = await enter(tokenOf(await signIn()), at(600));
    expect([wrong.status, wrong.json<{ message: string }>().message]).toEqual([
      422,
      expect.stringContaining('clock'),
    ]);
    expect((await enter(tokenOf(await signIn()), at(-30))).status).toBe(204);
    // what is later than a code that was taken may come, what is earlier not
    expect((await enter(tokenOf(await signIn()), at(30))).status).toBe(204);
    expect((await enter(tokenOf(await signIn()), at(0))).status).toBe(422);
  });

  test('a recovery code works once, in capitals and without lines too; new ones end those before', async () => {
    const { codes } = await turnOn();
    expect((await enter(tokenOf(await signIn()), codes[0]!.toUpperCase().replaceAll('-', ' '))).status).toBe(
      204,
    );
    expect((await audited('sign_in')).at(-1)).toEqual({ way: 'recovery_code' });
    expect((await enter(tokenOf(await signIn()), codes[0]!)).status).toBe(422);
    expect(await me.data('{ own_profile { recovery_codes_left } }')).toEqual({
      own_profile: { recovery_codes_left: 9 },
    });
    const renewed = await me.data<{ own_recovery_codes_renew: { recovery_codes: string[] } }>(RENEW, {
      p: PASSWORD,
    });
    expect((await enter(tokenOf(await signIn()), codes[1]!)).status).toBe(422);
    expect(
      (await enter(tokenOf(await signIn()), renewed.own_recovery_codes_renew.recovery_codes[9]!)).status,
    ).toBe(204);
  });

  test('the token works for ten minutes, in its workspace, for who may still sign in', async () => {
    const { secret } = await turnOn();
    const token = tokenOf(await signIn());
    const other = await server.createTenant({});
    expect(
      (
        await server.ask('/admin/session/second_factor', {
          method: 'POST',
          json: { token, code: codeOf(secret) },
          host: server.hostOf(other),
        })
      ).status,
    ).toBe(410);
    later(601);
    expect((await enter(token, codeOf(secret))).status).toBe(410);
    const next = tokenOf(await signIn());
    await server.database.pool.query("update users set allowed_state = 'blocked' where id = $1", [
      me.user.id,
    ]);
    expect((await enter(next, codeOf(secret))).status).toBe(410);
    await server.database.pool.query("update users set allowed_state = 'allowed' where id = $1", [
      me.user.id,
    ]);
    for (const token of [undefined, '', 'x', 7])
      expect((await post('/admin/session/second_factor', { token, code: '1' })).status).toBe(410);
    for (const code of [undefined, '', '  ', 7, 'x'.repeat(65)])
      expect((await post('/admin/session/second_factor', { token: next, code })).status).toBe(422);
    const foreign = await post(
      '/admin/session/second_factor',
      { token: next, code: codeOf(secret) },
      { origin: 'https://evil.example' },
    );
    expect(foreign.status).toBe(403);
  });

  test('wrong codes are slowed down: a stranger with the password gets few tries, and a known browser keeps its own', async () => {
    const { secret } = await turnOn();
    const first = await enter(tokenOf(await signIn()), codeOf(secret));
    const device = (first.headers['set-cookie'] ?? [])
      .find((cookie) => /device/.test(cookie))!
      .split(';')[0]!;
    await server.database.pool.query("delete from sign_in_delays where scope_key like 'known %'");
    const wrong = async (headers?: Record<string, string>): Promise<number> => {
      let waits = 0;
      for (let time = 0; time < 20; time += 1) {
        const answer = await enter(tokenOf(await signIn(headers)), '000000', headers);
        if (answer.status === 429) waits += 1;
        else expect(answer.status).toBe(422);
      }
      return waits;
    };
    later(30);
    expect(await wrong()).toBeGreaterThan(12);
    const known = { cookie: device };
    const code = codeOf(secret);
    expect((await enter(tokenOf(await signIn()), code)).status).toBe(429);
    expect((await enter(tokenOf(await signIn(known)), code, known)).status).toBe(204);
    // the browser itself is slowed down later, and a new password, which forgets wrong passwords, does not help
    expect(await wrong(known)).toBeGreaterThan(5);
    const own = await scope();
    const reset = await own.write((tx) => createLink(tx, own, 'reset', me.user.id));
    await post('/admin/password', { token: reset, password: `${PASSWORD} x` });
    const again = await post('/admin/session', { email, password: `${PASSWORD} x` }, known);
    expect((await enter(tokenOf(again), codeOf(secret), known)).status).toBe(429);
    later(16 * 60);
    const late = await post('/admin/session', { email, password: `${PASSWORD} x` }, known);
    expect((await enter(tokenOf(late), codeOf(secret), known)).status).toBe(204);
  });

  test('a one-time link and a ticket lead to the code as well', async () => {
    const { secret } = await turnOn();
    const own = await scope();
    const link = await own.write((tx) => createLink(tx, own, 'sign_in', me.user.id));
    const asked = await post('/admin/session/link', { token: link });
    expect([asked.status, cookieOf(asked)]).toEqual([200, undefined]);
    expect((await enter(tokenOf(asked), codeOf(secret))).status).toBe(204);
    later(30);
    const ticket = await own.write((tx) => createLink(tx, own, 'ticket', me.user.id));
    const sent = await server.ask(`/admin/session/ticket?token=${ticket}`, {
      headers: { 'sec-fetch-site': 'same-origin' },
    });
    expect([sent.status, cookieOf(sent)]).toEqual([302, undefined]);
    const { hash, pathname } = new URL(sent.headers.location!, server.url);
    expect(pathname).toBe('/admin/signin');
    const token = new URLSearchParams(hash.slice(1)).get('token')!;
    expect(new URLSearchParams(hash.slice(1)).get('need')).toBe('code');
    expect((await enter(token, codeOf(secret))).status).toBe(204);
  });
});

describe('where the workspace requires it', () => {
  test('who has none sets it up with the password, before there is a session', async () => {
    await require_(true);
    const asked = await signIn();
    expect(asked.json<Asked>().second_factor.need).toBe('set_up');
    const token = tokenOf(asked);
    const made = await post('/admin/session/second_factor/secret', { token });
    expect(made.status).toBe(200);
    const { secret } = made.json<{ secret: string; url: string }>();
    expect((await enter(token, '000000')).status).toBe(422);
    const entered = await enter(token, codeOf(secret));
    expect([entered.status, await isIn(entered)]).toEqual([200, true]);
    expect(entered.json<{ recovery_codes: string[] }>().recovery_codes).toHaveLength(10);
    expect(await mails()).toEqual([[email, expect.stringContaining('Two-step sign-in is on')]]);
    later(30);
    expect((await signIn()).json<Asked>().second_factor.need).toBe('code');
    // a token shows no key any more once there is one that counts
    const next = tokenOf(await signIn());
    expect((await post('/admin/session/second_factor/secret', { token: next })).status).toBe(410);
    expect((await post('/admin/session/second_factor/secret', { token: 'x' })).status).toBe(410);
  });

  test('those who may change settings say so; who is asked meanwhile and need no more gets in', async () => {
    const plain = await server.createUser({ permissions: { ...ALL_PERMISSIONS, settings: 'none' } });
    const SET =
      'mutation ($on: Boolean) { subdomain_update(requires_second_factor: $on) { requires_second_factor } }';
    expect(await refused(plain, SET, { on: true })).toMatchObject({ code: 'FORBIDDEN' });
    expect(await me.data(SET, { on: true })).toEqual({ subdomain_update: { requires_second_factor: true } });
    const token = tokenOf(await signIn());
    await me.data(SET, { on: false });
    expect((await enter(token, '000000')).status).toBe(204);
  });
});

describe('someone who lost their phone', () => {
  const RESET = 'mutation ($id: ID!) { team_second_factor_reset(id: $id) { id has_second_factor } }';

  test('a colleague who keeps the team resets it: sessions end, an email says who did it', async () => {
    await turnOn();
    await mails();
    const keeper = await server.createUser({ name: 'Nia' });
    const none = await server.createUser({ permissions: { ...ALL_PERMISSIONS, settings: 'none' } });
    expect(await refused(none, RESET, { id: me.user.id })).toMatchObject({ code: 'FORBIDDEN' });
    expect(await refused(me, RESET, { id: me.user.id })).toMatchObject({ reason: 'oneself' });
    expect(await keeper.data(RESET, { id: me.user.id })).toEqual({
      team_second_factor_reset: { id: me.user.id, has_second_factor: false },
    });
    await isOut(me);
    expect(await mails()).toEqual([[email, expect.stringContaining('was reset')]]);
    expect((await signIn()).status).toBe(204);
    expect(await refused(keeper, RESET, { id: me.user.id })).toMatchObject({ reason: 'no_second_factor' });
  });

  test('that of an owner is for owners, and for the command line', async () => {
    await turnOn();
    await server.database.pool.query("update users set license_type = 'owner' where id = $1", [me.user.id]);
    const keeper = await server.createUser({ license_type: 'full' });
    expect(await refused(keeper, RESET, { id: me.user.id })).toMatchObject({ reason: 'owner' });
    expect(await resetSecondFactorOf(await scope(), email.toUpperCase())).toBe(true);
    expect(await resetSecondFactorOf(await scope(), email)).toBe(false);
    expect((await signIn()).status).toBe(204);
    await expect(resetSecondFactorOf(await scope(), 'nobody@demo.example')).rejects.toMatchObject({
      details: { reason: 'not_found' },
    });
  });

  test('who is taken off the team leaves none behind', async () => {
    await turnOn();
    const keeper = await server.createUser({});
    await keeper.data('mutation ($id: ID!) { team_member_remove(id: $id) { id } }', { id: me.user.id });
    const { rows } = await server.database.pool.query('select 1 from second_factors where user_id = $1', [
      me.user.id,
    ]);
    expect(rows).toEqual([]);
  });
});

describe('rules of the workspace', () => {
  test('[DEC-178] sessions are as long as it says, open ones too', async () => {
    const SET =
      'mutation ($i: Int, $m: Int) { subdomain_update(session_idle_hours: $i, session_max_hours: $m) { session_idle_hours session_max_hours } }';
    const other = await server.signIn(server.tenant, me.user);
    // what the tests begin a session with lasts an hour; its first token makes it a usual one
    await Promise.all([other.token(), me.token()]);
    later(9 * 3600);
    await me.token({ fresh: true });
    expect(await me.data(SET, { i: 8, m: 24 })).toEqual({
      subdomain_update: { session_idle_hours: 8, session_max_hours: 24 },
    });
    later(60);
    // unused for nine hours, beside one in use
    await expect(other.token({ fresh: true })).rejects.toThrow('401');
    for (const _time of [1, 2]) {
      later(7 * 3600);
      await me.token({ fresh: true });
    }
    // a day after the sign-in
    later(7 * 3600);
    await expect(me.token({ fresh: true })).rejects.toThrow('401');
    const next = await server.createUser({});
    for (const [i, m] of [
      [0, 24],
      [8, 721],
    ])
      expect(await refused(next, SET, { i, m })).toMatchObject({ code: 'BAD_USER_INPUT' });
    await next.data(SET, { i: 168, m: 720 });
  });

  test('[DEC-178] passwords have at least as many characters as it says, from 12 to 64', async () => {
    const SET =
      'mutation ($n: Int) { subdomain_update(password_min_characters: $n) { password_min_characters } }';
    const person = await server.createUser({ password: 'the lamp is green' });
    expect(await person.data(SET, { n: 30 })).toEqual({ subdomain_update: { password_min_characters: 30 } });
    expect(await person.data('{ own_profile { password_min_characters } }')).toEqual({
      own_profile: { password_min_characters: 30 },
    });
    expect(
      await refused(
        person,
        'mutation { own_password_update(current_password: "the lamp is green", password: "the lamp is blue tonight") }',
      ),
    ).toMatchObject({ field: 'password', message: 'Password must have at least 30 characters' });
    for (const n of [11, 65])
      expect(await refused(person, SET, { n })).toMatchObject({ code: 'BAD_USER_INPUT' });
    await person.data(SET, { n: 12 });
  });

  test('a session of a colleague is ended by those who keep the team, that of an owner by owners', async () => {
    const SESSIONS = '{ team_sessions { id user display_name license_type is_current browser } }';
    const END_SESSION = 'mutation ($id: ID!) { team_session_end(id: $id) }';
    interface Row {
      id: string;
      user: string;
      is_current: boolean;
    }
    const keeper = await server.createUser({ name: 'Nia' });
    const owner = await server.createUser({ name: 'Oda', license_type: 'owner' });
    const listed = (await keeper.data<{ team_sessions: Row[] }>(SESSIONS)).team_sessions;
    const of = (user: string): Row => listed.find((row) => row.user === user)!;
    expect(of(keeper.user.id).is_current).toBe(true);
    expect(await refused(keeper, END_SESSION, { id: of(keeper.user.id).id })).toMatchObject({
      reason: 'current',
    });
    expect(await refused(keeper, END_SESSION, { id: of(owner.user.id).id })).toMatchObject({
      reason: 'owner',
    });
    expect(await keeper.data(END_SESSION, { id: of(me.user.id).id })).toEqual({ team_session_end: true });
    await isOut(me);
    expect(await refused(keeper, END_SESSION, { id: of(me.user.id).id })).toMatchObject({ field: 'id' });
    const none = await server.createUser({ permissions: { ...ALL_PERMISSIONS, settings: 'none' } });
    expect(await refused(none, SESSIONS)).toMatchObject({ code: 'FORBIDDEN' });
    const rows = (await owner.data<{ team_sessions: Row[] }>(SESSIONS)).team_sessions;
    expect(
      await owner.data(END_SESSION, { id: rows.find((row) => row.user === keeper.user.id)!.id }),
    ).toEqual({ team_session_end: true });
  });
});
