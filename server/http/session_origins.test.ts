import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { systemViewer, testScope } from '../db/builders.ts';
import { emailConfirmMail } from '../domain/account/mails/own_mails.ts';
import { sweepSessions } from '../domain/account/session.ts';
import { createSessionOrigins } from '../domain/account/session_origins.ts';
import { createLinkFor } from '../domain/account/team.ts';
import { followTicket, startTestServer, type Answer, type TestClient, type TestServer } from './testing.ts';

/*
 * Sessions of one person in several workspaces: one that was begun by a ticket keeps where it came from, ends with
 * it, is shown there, and brings neither time nor tries that the first one did not have.
 */

const PASSWORD = 'the lamp is green';
const NEW_PASSWORD = 'the lamp is blue now';
const DAY_MS = 86_400_000;
type Tenant = TestServer['tenant'];

let server: TestServer;
let now = new Date('2026-11-20T10:00:00Z');
beforeAll(async () => {
  server = await startTestServer({ now: () => now });
});
afterAll(() => server.close());

let number = 0;
let email: string;
/** The workspaces that the person belongs to; the first is the server's own. */
let places: Tenant[];
/** The person in each of them. */
let people: TestClient[];
beforeEach(async () => {
  now = new Date(now.getTime() + 3_600_000);
  number += 1;
  email = `jo${number}@both.example`;
  places = [
    server.tenant,
    await server.createTenant({ key: `second${number}`, name: 'Second' }),
    await server.createTenant({ key: `third${number}`, name: 'Third' }),
  ];
  people = [];
  for (const tenant of places)
    people.push(
      await server.createUser({
        tenant,
        name: 'Jo',
        email_address: email,
        email_confirmed: true,
        password: PASSWORD,
      }),
    );
});

const signedIn = (place: number): Promise<TestClient> => server.signIn(places[place]!, people[place]!.user);
const ticketTo = (client: TestClient, place: number): Promise<Answer> =>
  client.ask(`/admin/session/ticket?to=${places[place]!.key}`);
const used = (answer: Answer, place: number): Promise<TestClient | null> =>
  followTicket(server, answer, places[place]!, people[place]!.user);
const jump = async (client: TestClient, place: number): Promise<TestClient> =>
  (await used(await ticketTo(client, place), place))!;
const isIn = async (client: TestClient): Promise<boolean> =>
  (await client.ask('/admin/session')).status === 200;
const areOut = async (...clients: TestClient[]): Promise<void> => {
  for (const client of clients) await expect.poll(() => isIn(client), { timeout: 5000 }).toBe(false);
};
const scopeIn = (place: number) =>
  testScope(server.database, systemViewer(places[place]!), {
    services: {
      ...server.services,
      sessionOrigins: createSessionOrigins(server.database.pool, () => now),
    },
    now: () => now,
  });
interface Session {
  id: string;
  workspace: string | null;
  is_current: boolean;
}
const sessionsOf = async (client: TestClient): Promise<Session[]> =>
  (await client.data<{ own_sessions: Session[] }>('{ own_sessions { id workspace is_current } }'))
    .own_sessions;
const CHANGE =
  'mutation ($now: String!, $next: String!) { own_password_update(current_password: $now, password: $next) }';
const WANT =
  'mutation ($email: String!, $password: String) { own_email_update(email_address: $email, current_password: $password) { pending_email_address } }';
const UPDATE =
  'mutation ($id: ID!, $email: String) { user_update(id: $id, email_address: $email) { email_address } }';
/** Ends the sessions of the person in the first workspace in each way that does. */
const ENDINGS: Record<string, (me: TestClient, colleague: TestClient) => Promise<void>> = {
  'all others are ended': async (me) => {
    await me.data('mutation { own_sessions_end_others }');
  },
  'a new password': async (me) => {
    await me.data(CHANGE, { now: PASSWORD, next: NEW_PASSWORD });
  },
  'a new password by mail': async () => {
    const { token } = await createLinkFor(await scopeIn(0), email, 'reset');
    expect(
      (
        await server.ask('/admin/password', {
          method: 'POST',
          json: { token, password: NEW_PASSWORD },
        })
      ).status,
    ).toBe(204);
  },
  'a confirmed address': async (me) => confirmed(me, `new${number}@both.example`),
  'an address that a colleague changed': async (me, colleague) => {
    await colleague.data(UPDATE, { id: me.user.id, email: `by${number}@both.example` });
  },
  'being blocked': async (me, colleague) => {
    await colleague.data('mutation ($id: ID!) { user_block(id: $id, blocked: true) { id } }', {
      id: me.user.id,
    });
  },
};
async function confirmed(me: TestClient, address: string): Promise<void> {
  server.services.enqueued.length = 0;
  await me.data(WANT, { email: address, password: PASSWORD });
  const job = server.services.enqueued.find(({ task }) => task === emailConfirmMail.name)!;
  server.services.sentMails.length = 0;
  await emailConfirmMail.run(job.payload as never, {
    scope: await scopeIn(0),
    signal: new AbortController().signal,
  });
  const token = /\/admin\/email\?token=([\w-]{43})/.exec(server.services.sentMails[0]!.text)![1]!;
  expect((await server.ask('/admin/email', { method: 'POST', json: { token } })).status).toBe(204);
}

describe('what came out of a session ends', () => {
  for (const [what, end] of Object.entries(ENDINGS))
    test(`with ${what}, in all workspaces, and so do tickets on their way`, async () => {
      const [me, colleague, stolen] = [people[0]!, await server.createUser(), await signedIn(0)];
      const second = await jump(stolen, 1);
      const third = await jump(second, 2);
      // one that came out of the session which stays is no one's but a thief's either
      const own = await jump(me, 1);
      const onTheWay = [await ticketTo(stolen, 1), await ticketTo(second, 2)];
      const elsewhere = people[1]!;
      for (const client of [second, third, own, elsewhere]) expect(await isIn(client)).toBe(true);
      const token = await second.token();

      now = new Date(now.getTime() + 1000);
      await end(me, colleague);
      await areOut(stolen, second, third, own);
      // neither the token nor a ticket leads back
      expect(
        (
          await server.ask('/api/v2/admin/graphql', {
            method: 'POST',
            host: second.host,
            json: { query: '{ current_user { id } }' },
            headers: { authorization: `Bearer ${token}` },
          })
        ).status,
      ).toBe(401);
      expect(await used(onTheWay[0]!, 1)).toBeNull();
      expect(await used(onTheWay[1]!, 2)).toBeNull();
      // what was signed in to by itself is another matter
      expect(await isIn(elsewhere)).toBe(true);
    });

  test('with the one session that it came out of: signed out, or ended by its person', async () => {
    const [first, other] = [await signedIn(0), await signedIn(0)];
    const [ofFirst, ofOther] = [await jump(first, 1), await jump(other, 1)];
    const chained = await jump(ofFirst, 2);
    expect((await first.ask('/clients/admin-console/logout', { method: 'DELETE' })).status).toBe(204);
    await areOut(first, ofFirst, chained);
    expect(await isIn(ofOther)).toBe(true);
    const id = (await sessionsOf(other)).find(({ is_current }) => is_current)!.id;
    await people[0]!.data('mutation ($id: ID!) { own_session_end(id: $id) }', { id });
    await areOut(other, ofOther);
  });

  test('in a second process at once too', async () => {
    const beside = await startTestServer({ beside: server, now: () => now });
    const first = await signedIn(0);
    const second = await jump(first, 1);
    const askBeside = (): Promise<Answer> =>
      beside.ask('/admin/session', {
        host: `${places[1]!.key}.localhost:${beside.port}`,
        headers: { cookie: second.cookie },
      });
    expect((await askBeside()).status).toBe(200);
    await people[0]!.data('mutation { own_sessions_end_others }');
    await expect.poll(async () => (await askBeside()).status, { timeout: 5000 }).toBe(401);
    await beside.close();
  });

  test('also by the sweep, so that no list keeps it', async () => {
    const first = await signedIn(0);
    const second = await jump(first, 1);
    const held = (): Promise<number> =>
      server.database.pool
        .query('select 1 from sessions where user_id = $1', [second.user.id])
        .then(({ rowCount }) => rowCount ?? 0);
    const before = await held();
    await first.ask('/clients/admin-console/logout', { method: 'DELETE' });
    expect((await sessionsOf(people[1]!)).length).toBe(1);
    await sweepSessions(await scopeIn(1));
    expect(await held()).toBe(before - 1);
  });
});

describe('a session that a ticket began', () => {
  test('is listed where it came from, with its workspace, and can be ended there', async () => {
    const [me, other] = [people[0]!, await signedIn(0)];
    const second = await jump(other, 1);
    const third = await jump(second, 2);
    expect((await sessionsOf(me)).map(({ workspace, is_current }) => [workspace, is_current])).toEqual([
      [null, true],
      [null, false],
      ['Third', false],
      ['Second', false],
    ]);
    // where it is, it is one of the person's own, and what came out of it is shown
    expect((await sessionsOf(second)).map(({ workspace }) => workspace)).toEqual([null, null, 'Third']);
    // a session of its own is none of it
    expect((await sessionsOf(people[2]!)).map(({ workspace }) => workspace)).toEqual([null, null]);
    const { id } = (await sessionsOf(me)).find(({ workspace }) => workspace === 'Second')!;
    await me.data('mutation ($id: ID!) { own_session_end(id: $id) }', { id });
    await areOut(second, third);
    expect((await sessionsOf(me)).map(({ workspace }) => workspace)).toEqual([null, null]);
  });

  test('cannot be ended by those whose it is not, also not by its number', async () => {
    const second = await jump(people[0]!, 1);
    const [{ id }] = (await sessionsOf(second)).filter(({ is_current }) => is_current) as [Session];
    const colleague = await server.createUser();
    const { errors } = await colleague.graphql('mutation ($id: ID!) { own_session_end(id: $id) }', { id });
    expect(errors?.[0]?.extensions).toMatchObject({ field: 'id', reason: 'not_found' });
    expect(await isIn(second)).toBe(true);
  });

  test('ends 30 days after the sign-in, however often it jumps', async () => {
    const began = now.getTime();
    let client = await signedIn(0);
    for (let day = 1; day < 30; day += 1) {
      now = new Date(began + day * DAY_MS);
      // those that it came out of are used as well
      await server.database.pool.query('update sessions set expires_at = $2 where user_id = any($1)', [
        people.map(({ user }) => user.id),
        new Date(began + 30 * DAY_MS),
      ]);
      await client.token({ fresh: true });
      const next = await jump(client, client.tenant === places[1] ? 2 : 1);
      await next.token();
      if (day % 10 === 9) client = next;
    }
    const last = await jump(client, client.tenant === places[1] ? 2 : 1);
    const heartbeat = await last.ask('/clients/admin-console/heartbeat');
    expect(heartbeat.json()).toMatchObject({ expires_at: new Date(began + 30 * DAY_MS).toISOString() });
    now = new Date(began + 30 * DAY_MS + 1000);
    // what a process believes of a session it reads again within ten seconds; a token it never gives beyond the end
    expect((await last.ask('/clients/admin-console/token')).status).toBe(401);
  });

  test('keeps the tries of the current password', async () => {
    const first = await signedIn(0);
    let compared = 0;
    for (let jumps = 0; jumps < 6; jumps += 1) {
      const there = await jump(first, 1);
      const back = await jump(there, 0);
      for (const client of [there, back])
        for (let tries = 0; tries < 4; tries += 1) {
          const { errors } = await client.graphql(CHANGE, { now: 'a guess of a thief', next: NEW_PASSWORD });
          if (errors?.[0]?.extensions?.['reason'] === 'wrong') compared += 1;
        }
    }
    // four in each workspace, as from one session
    expect(compared).toBeLessThanOrEqual(8);
  });

  test('goes through twenty others at most; then the person signs in', async () => {
    let client = people[0]!;
    for (let jumps = 0; jumps < 20; jumps += 1) client = await jump(client, jumps % 2 === 0 ? 1 : 0);
    expect(await isIn(client)).toBe(true);
    const refused = await ticketTo(client, 1);
    expect([refused.status, refused.headers.location]).toEqual([
      302,
      `http://${server.hostOf(places[1]!)}/admin/signin`,
    ]);
  });

  test('costs one statement more when it is read, and an ordinary one none', async () => {
    const second = await jump(people[0]!, 1);
    const count = async (client: TestClient): Promise<number> => {
      server.statements.length = 0;
      await client.ask('/admin/session');
      const first = server.statements.length;
      await client.ask('/admin/session');
      expect(server.statements.length, 'it is remembered').toBe(first);
      return first;
    };
    expect(await count(await signedIn(1))).toBe(1);
    expect(await count(second)).toBe(2);
  });
});

describe('an address', () => {
  test('asked for with other capitals is the same one', async () => {
    const { errors } = await people[0]!.graphql(WANT, { email: email.toUpperCase(), password: PASSWORD });
    expect(errors?.[0]?.extensions).toMatchObject({ field: 'email_address', reason: 'same' });
  });

  test('that was confirmed after a session began does not let that one into other workspaces', async () => {
    // the whole way of an admin who wants to be somebody else elsewhere
    const admin = await server.createUser();
    const victim = people[0]!;
    await admin.data(UPDATE, { id: victim.user.id, email: `mine${number}@attacker.example` });
    const { token } = await createLinkFor(await scopeIn(0), `mine${number}@attacker.example`, 'reset');
    await server.ask('/admin/password', { method: 'POST', json: { token, password: NEW_PASSWORD } });
    const asVictim = await signedIn(0);
    await admin.data(UPDATE, { id: victim.user.id, email });
    await areOut(asVictim);
    // even one that was left over is older than the proof
    await server.database.pool.query(
      'update users set email_confirmed = true, email_confirmed_at = $2 where id = $1',
      [victim.user.id, new Date(now.getTime() + 60_000)],
    );
    const older = await signedIn(0);
    now = new Date(now.getTime() + 120_000);
    expect((await ticketTo(older, 1)).status).toBe(404);
    expect((await ticketTo(await signedIn(0), 1)).status).toBe(302);
  });
});

describe('sessions of a person', () => {
  test('are a hundred at most: the one unused for longest ends', async () => {
    const [me, oldest] = [people[0]!, await signedIn(0)];
    await server.database.pool.query(
      `update sessions set last_used_at = case when id = (select max(id) from sessions where user_id = $1) then $2::timestamptz - interval '2 hours' else $2 end
       where user_id = $1`,
      [me.user.id, now],
    );
    await server.database.pool.query(
      `insert into sessions (subdomain_id, secret_hash, user_id, created_at, last_used_at, expires_at)
       select subdomain_id, sha256(n::text::bytea || secret_hash), user_id, created_at, $2::timestamptz - interval '1 hour', expires_at
       from sessions, generate_series(1, 98) n where user_id = $1 and last_used_at = $2`,
      [me.user.id, now],
    );
    expect(await isIn(oldest)).toBe(true);
    expect(await sessionsOf(me)).toHaveLength(100);
    const entered = await server.ask('/admin/session', {
      method: 'POST',
      json: { email, password: PASSWORD },
    });
    expect(entered.status).toBe(204);
    await areOut(oldest);
    expect(await isIn(me)).toBe(true);
    expect(await sessionsOf(me)).toHaveLength(100);
  });
});
