import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createSignatures, provideSecretKey } from '../adapters/signatures.ts';
import { deviceCookie } from '../domain/account/device.ts';
import { accountKey } from '../domain/account/limits/shares.ts';
import { createLinkFor } from '../domain/account/team.ts';
import { Scope } from '../core/scope.ts';
import { systemViewer } from '../domain/account/system_viewer.ts';
import { startTestServer, type Answer, type TestServer } from './testing.ts';

/*
 * Decision 0001 and 0017: no one can lock someone else out. Networks are told by X-Forwarded-For from a
 * trusted proxy; the clock stands unless a test moves it, so that nothing comes back by itself.
 */

const PASSWORD = 'violet harbour 92 lamps';
const OTHER_PASSWORD = 'quiet meadow 51 kites';
const MINUTE_MS = 60_000;

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
  nowMs = Date.now();
});

let networks = 0;
/** An address that no test has used. */
const nextNetwork = (): string => `198.18.${Math.floor((networks += 1) / 250)}.${(networks % 250) + 1}`;
let people = 0;
const nextEmail = (): string => `nobody${(people += 1)}@strangers.example`;

const from = (ip: string, cookie?: string): Record<string, string> => ({
  'x-forwarded-for': ip,
  ...(cookie === undefined ? {} : { cookie }),
});
const signIn = (email: string, password: string, ip: string, cookie?: string): Promise<Answer> =>
  server.ask('/admin/session', { method: 'POST', json: { email, password }, headers: from(ip, cookie) });
const forgot = (email: string, ip: string, cookie?: string): Promise<Answer> =>
  server.ask('/admin/password/forgot', { method: 'POST', json: { email }, headers: from(ip, cookie) });
const deviceOf = (answer: Answer): string =>
  (answer.headers['set-cookie'] ?? []).find((cookie) => cookie.startsWith('earshot-device='))!.split(';')[0]!;
const person = async (): Promise<string> =>
  (await server.createUser({ password: PASSWORD })).user.email_address!;
const scope = (): Scope =>
  new Scope(
    {
      pool: server.database.pool,
      readPool: server.database.pool,
      tenantCheck: null,
      services: server.services,
      now: () => new Date(nowMs),
    },
    systemViewer(server.tenant),
  );
/** Signs as the server does. */
const signaturesOf = ({ config }: TestServer) => createSignatures(provideSecretKey(config.secretKeyFile));
const countOf = (answers: Answer[], status: number): number =>
  answers.filter((answer) => answer.status === status).length;
const counters = async (): Promise<number> =>
  Number(
    (await server.database.pool.query<{ n: string }>('select count(*) as n from sign_in_delays')).rows[0]!.n,
  );

describe('a flood at one account', () => {
  test('from elsewhere does not keep its owner out of a known network', async () => {
    const [email, home, stranger] = [await person(), nextNetwork(), nextNetwork()];
    expect((await signIn(email, PASSWORD, home)).status).toBe(204);
    const over = new AbortController();
    const flooded: Answer[] = [];
    const flood = (async () => {
      while (!over.signal.aborted)
        flooded.push(
          ...(await Promise.all(Array.from({ length: 60 }, () => signIn(email, 'wrong password', stranger)))),
        );
    })();
    const own: Answer[] = [];
    for (let time = 0; time < 20; time += 1) own.push(await signIn(email, PASSWORD, home));
    over.abort();
    await flood;
    expect(countOf(own, 204)).toBe(20);
    // the flood happened, and got nowhere
    expect(flooded.length).toBeGreaterThanOrEqual(60);
    expect(countOf(flooded, 401)).toBeLessThanOrEqual(4);
    expect(countOf(flooded, 401) + countOf(flooded, 429)).toBe(flooded.length);
  });

  test('from its own network does not hold a browser that signed in before', async () => {
    const [email, home] = [await person(), nextNetwork()];
    const device = deviceOf(await signIn(email, PASSWORD, home));
    const flooded = await Promise.all(
      Array.from({ length: 60 }, () => signIn(email, 'wrong password', home)),
    );
    expect(countOf(flooded, 429)).toBeGreaterThan(50);
    expect((await signIn(email, PASSWORD, home)).status).toBe(429);
    const entered = await signIn(email, PASSWORD, home, device);
    expect(entered.status).toBe(204);
    // each sign-in says for longer that it is known; the number stays, or one account would have many shares
    expect(deviceOf(entered).split('.')[0]).toBe(device.split('.')[0]);
  });

  test('from many networks slows down strangers, and a new password ends that', async () => {
    const [email, home] = [await person(), nextNetwork()];
    for (let time = 0; time < 20; time += 1) await signIn(email, 'wrong password', nextNetwork());
    expect((await signIn(email, PASSWORD, home)).status).toBe(429);
    const { token } = await createLinkFor(scope(), email, 'reset');
    const chosen = await server.ask('/admin/password', {
      method: 'POST',
      json: { token, password: OTHER_PASSWORD },
      headers: from(home),
    });
    expect(chosen.status).toBe(204);
    // also from yet another network, before the flood goes on
    expect((await signIn(email, OTHER_PASSWORD, nextNetwork())).status).toBe(204);
    for (let time = 0; time < 20; time += 1) await signIn(email, 'wrong password', nextNetwork());
    expect((await signIn(email, OTHER_PASSWORD, nextNetwork())).status).toBe(429);
    // where the password was chosen, network and browser are known now
    expect((await signIn(email, OTHER_PASSWORD, home)).status).toBe(204);
    expect((await signIn(email, OTHER_PASSWORD, nextNetwork(), deviceOf(chosen))).status).toBe(204);
  });

  test('a one-time link works all the while, and makes its network known', async () => {
    const [email, home] = [await person(), nextNetwork()];
    for (let time = 0; time < 20; time += 1) await signIn(email, 'wrong password', nextNetwork());
    const { token } = await createLinkFor(scope(), email, 'sign_in');
    expect(
      (await server.ask('/admin/session/link', { method: 'POST', json: { token }, headers: from(home) }))
        .status,
    ).toBe(204);
    expect((await signIn(email, PASSWORD, home)).status).toBe(204);
  });
});

describe('a browser that signed in before', () => {
  test('has tries of its own, and not without end', async () => {
    const [email, home] = [await person(), nextNetwork()];
    const device = deviceOf(await signIn(email, PASSWORD, home));
    const answers: Answer[] = [];
    for (let time = 0; time < 12; time += 1)
      answers.push(await signIn(email, 'wrong password', nextNetwork(), device));
    expect(answers.map(({ status }) => status)).toEqual([...Array.from({ length: 11 }, () => 401), 429]);
    expect(answers.at(-1)!.headers['retry-after']).toBe('1');
    nowMs += 1000;
    expect((await signIn(email, PASSWORD, nextNetwork(), device)).status).toBe(204);
  });

  test('is known to its own accounts, of its own workspace, for 90 days, and cannot be made up', async () => {
    const [email, colleague, home] = [await person(), await person(), nextNetwork()];
    const answer = await signIn(email, PASSWORD, home);
    expect(
      (answer.headers['set-cookie'] ?? []).find((cookie) => cookie.startsWith('earshot-device=')),
    ).toMatch(/^earshot-device=[^;]+; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Strict$/);
    const device = deviceOf(answer);
    const isHeld = async (of: string, cookie: string): Promise<boolean> => {
      for (let time = 0; time < 20; time += 1) await signIn(of, 'wrong password', nextNetwork());
      return (await signIn(of, PASSWORD, nextNetwork(), cookie)).status === 429;
    };
    expect(await isHeld(email, device)).toBe(false);
    expect(await isHeld(colleague, device)).toBe(true);
    const last = device.at(-2) === 'A' ? 'B' : 'A';
    expect(await isHeld(email, `${device.slice(0, -2)}${last}${device.at(-1)}`)).toBe(true);
    expect(await isHeld(email, 'earshot-device=x~y')).toBe(true);
    // a colleague who uses the same browser does not take its place
    nowMs += 15 * MINUTE_MS;
    const both = deviceOf(await signIn(colleague, PASSWORD, home, device));
    expect(await isHeld(email, both)).toBe(false);
    expect(await isHeld(colleague, both)).toBe(false);
    nowMs += 91 * 24 * 60 * MINUTE_MS;
    expect(await isHeld(email, both)).toBe(true);
  });

  test('an account of the same address in another workspace does not know it', async () => {
    const other = await server.createTenant({ key: 'devices' });
    const { user } = await server.createUser({ password: PASSWORD });
    await server.createUser({ tenant: other, password: PASSWORD, email_address: user.email_address! });
    const device = deviceOf(await signIn(user.email_address!, PASSWORD, nextNetwork()));
    const there = (password: string, cookie?: string): Promise<Answer> =>
      server.ask('/admin/session', {
        method: 'POST',
        host: server.hostOf(other),
        json: { email: user.email_address, password },
        headers: from(nextNetwork(), cookie),
      });
    for (let time = 0; time < 20; time += 1) await there('wrong password');
    expect((await there(PASSWORD, device)).status).toBe(429);
  });
});

describe('one account with many browsers', () => {
  test('keeps nobody out: neither known browsers nor new ones of another workspace', async () => {
    const place = await server.createTenant({ key: 'thief' });
    const thief = (await server.createUser({ tenant: place, password: PASSWORD })).user.email_address!;
    const signInThere = (cookie: string): Promise<Answer> =>
      server.ask('/admin/session', {
        method: 'POST',
        host: server.hostOf(place),
        json: { email: thief, password: PASSWORD },
        headers: from(nextNetwork(), cookie),
      });
    // as if they had been gathered for months
    const inPlace = new Scope(
      {
        pool: server.database.pool,
        readPool: server.database.pool,
        tenantCheck: null,
        services: { ...server.services, signatures: signaturesOf(server) },
        now: () => new Date(nowMs),
      },
      systemViewer(place),
    );
    const cookies = Array.from(
      { length: 120 },
      () => `earshot-device=${deviceCookie(inPlace, accountKey(thief), undefined)}`,
    );
    expect((await signInThere(cookies[0]!)).status).toBe(204);
    const [known, stranger] = [await person(), await person()];
    const device = deviceOf(await signIn(known, PASSWORD, nextNetwork()));
    const over = new AbortController();
    const flooded: Answer[] = [];
    const flood = cookies.map(async (cookie) => {
      while (!over.signal.aborted) flooded.push(await signInThere(cookie));
    });
    const own: Answer[] = [];
    for (let time = 0; time < 4; time += 1) {
      own.push(await signIn(known, PASSWORD, nextNetwork(), device));
      own.push(await signIn(stranger, PASSWORD, nextNetwork()));
    }
    over.abort();
    await Promise.all(flood);
    expect(countOf(own, 204)).toBe(8);
    expect(countOf(flooded, 429)).toBeGreaterThan(flooded.length / 2);
    // how long this takes beside a flood is the machine's
  });

  test('nor do many accounts of one workspace, nor the same address in another workspace', async () => {
    const place = await server.createTenant({ key: 'crowd' });
    const host = server.hostOf(place);
    const [known, stranger] = [await person(), await person()];
    const device = deviceOf(await signIn(known, PASSWORD, nextNetwork()));
    const members: { email: string; cookie: string }[] = [];
    const inPlace = new Scope(
      {
        pool: server.database.pool,
        readPool: server.database.pool,
        tenantCheck: null,
        services: { ...server.services, signatures: signaturesOf(server) },
        now: () => new Date(nowMs),
      },
      systemViewer(place),
    );
    for (let n = 0; n < 110; n += 1) {
      const { user } = await server.createUser({
        tenant: place,
        // the last ones are the victims' own addresses, which anyone may write down in a workspace of theirs
        ...(n >= 108 ? { email_address: n === 108 ? known : stranger } : {}),
      });
      members.push({
        email: user.email_address!,
        cookie: `earshot-device=${deviceCookie(inPlace, accountKey(user.email_address!), undefined)}`,
      });
    }
    await server.database.pool.query(
      'update users set password_hash = (select password_hash from users where subdomain_id = $1 and lower(email_address) = lower($2)) where subdomain_id = $3',
      [server.tenant.id, known, place.id],
    );
    const over = new AbortController();
    let calls = 0;
    const flood = members.map(async ({ email, cookie }) => {
      while (!over.signal.aborted) {
        await server.ask('/admin/session', {
          method: 'POST',
          host,
          json: { email, password: 'wrong password' },
          headers: from(nextNetwork(), cookie),
        });
        calls += 1;
      }
    });
    const own: Answer[] = [];
    for (let time = 0; time < 4; time += 1) {
      own.push(await signIn(known, PASSWORD, nextNetwork(), device));
      own.push(await signIn(stranger, PASSWORD, nextNetwork()));
    }
    over.abort();
    await Promise.all(flood);
    expect(countOf(own, 204)).toBe(8);
    expect(calls).toBeGreaterThan(110);
    // how long this takes beside a flood is the machine's
  });
});

describe('spraying', () => {
  test('200 accounts, one try each, from one address are refused, and leave few counters', async () => {
    const stranger = nextNetwork();
    const before = await counters();
    const answers: Answer[] = [];
    for (let time = 0; time < 200; time += 1)
      answers.push(await signIn(nextEmail(), 'wrong password', stranger));
    expect(countOf(answers, 401)).toBe(30);
    expect(countOf(answers, 429)).toBe(170);
    expect(Number(answers.at(-1)!.headers['retry-after'])).toBe(60);
    expect((await counters()) - before).toBeLessThanOrEqual(30 * 2 + 1);
    nowMs += MINUTE_MS;
    const later = await Promise.all(
      [nextEmail(), nextEmail(), nextEmail()].map((email) => signIn(email, 'wrong password', stranger)),
    );
    expect([countOf(later, 401), countOf(later, 429)]).toEqual([1, 2]);
  });

  test('many at once do not outrun it', async () => {
    const stranger = nextNetwork();
    let passed = 0;
    for (let wave = 0; wave < 10; wave += 1)
      passed += countOf(
        await Promise.all(Array.from({ length: 20 }, () => signIn(nextEmail(), 'wrong password', stranger))),
        401,
      );
    expect(passed).toBeLessThanOrEqual(30);
  });

  test('people of another network, and known people of this one, sign in meanwhile', async () => {
    const [stranger, elsewhere] = [nextNetwork(), nextNetwork()];
    const [guest, regular] = [await person(), await person()];
    const device = deviceOf(await signIn(regular, PASSWORD, stranger));
    for (let time = 0; time < 50; time += 1) await signIn(nextEmail(), 'wrong password', stranger);
    expect((await signIn(guest, PASSWORD, elsewhere)).status).toBe(204);
    expect((await signIn(guest, PASSWORD, stranger)).status).toBe(429);
    expect((await signIn(regular, PASSWORD, stranger, device)).status).toBe(204);
    // without its cookie too: the account knows the network
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect((await signIn(regular, PASSWORD, stranger)).status).toBe(204);
  });

  test('a network is an IPv4 address, or 64 bits of IPv6', async () => {
    const email = await person();
    for (let time = 0; time < 4; time += 1)
      expect((await signIn(email, 'wrong password', `2001:db8:5:6::${time + 1}`)).status).toBe(401);
    expect((await signIn(email, PASSWORD, '2001:db8:5:6:ffff::9')).status).toBe(429);
    expect((await signIn(email, PASSWORD, '2001:db8:5:7::1')).status).toBe(204);
    const [neighbour, second] = ['203.0.113.1', await person()];
    for (let time = 0; time < 5; time += 1) await signIn(second, 'wrong password', neighbour);
    expect((await signIn(second, PASSWORD, neighbour)).status).toBe(429);
    expect((await signIn(second, PASSWORD, '203.0.113.2')).status).toBe(204);
  });

  test('a line of IPv6 has a share beside those of its networks', async () => {
    const strangers = Array.from({ length: 125 }, (_, n) => `2001:db8:77:${n.toString(16)}::1`);
    const answers: Answer[] = [];
    for (const stranger of strangers) answers.push(await signIn(nextEmail(), 'wrong password', stranger));
    expect([countOf(answers, 401), countOf(answers, 429)]).toEqual([120, 5]);
    // another line, and known networks of this one, sign in meanwhile
    expect((await signIn(nextEmail(), 'wrong password', '2001:db8:78:1::1')).status).toBe(401);
    const email = await person();
    const { token } = await createLinkFor(scope(), email, 'sign_in');
    const home = from('2001:db8:77:ffff::1');
    expect(
      (await server.ask('/admin/session/link', { method: 'POST', json: { token }, headers: home })).status,
    ).toBe(204);
    expect((await signIn(email, PASSWORD, '2001:db8:77:ffff::2')).status).toBe(204);
  });

  test('a port behind the address makes no other network', async () => {
    const stranger = nextNetwork();
    const answers: Answer[] = [];
    for (let time = 0; time < 45; time += 1)
      answers.push(await signIn(nextEmail(), 'wrong password', `${stranger}:${50_000 + time}`));
    expect([countOf(answers, 401), countOf(answers, 429)]).toEqual([30, 15]);
  });

  test('right passwords in a row slow down whoever sends them, and not the others of the account', async () => {
    const [email, colleague, home] = [await person(), await person(), nextNetwork()];
    const device = deviceOf(await signIn(email, PASSWORD, nextNetwork()));
    // each from a network that is new to the account
    for (let time = 0; time < 29; time += 1)
      expect((await signIn(email, PASSWORD, nextNetwork())).status).toBe(204);
    const refused = await signIn(email, PASSWORD, home);
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '60']);
    // right or not is not told
    expect((await signIn(email, 'wrong password', home)).status).toBe(429);
    expect((await signIn(colleague, PASSWORD, home)).status).toBe(204);
    // a browser that is known has its own, and gets no second one by signing in again
    let cookie = device;
    const answers: Answer[] = [];
    for (let time = 0; time < 32; time += 1) {
      answers.push(await signIn(email, PASSWORD, home, cookie));
      if (answers.at(-1)!.status === 204) cookie = deviceOf(answers.at(-1)!);
    }
    expect([countOf(answers, 204), countOf(answers, 429)]).toEqual([30, 2]);
    // so has a network that is known by now
    for (let time = 0; time < 30; time += 1) expect((await signIn(email, PASSWORD, home)).status).toBe(204);
    expect((await signIn(email, PASSWORD, home)).status).toBe(429);
    nowMs += MINUTE_MS;
    for (const again of [undefined, cookie]) {
      expect((await signIn(email, PASSWORD, home, again)).status).toBe(204);
      expect((await signIn(email, PASSWORD, home, again)).status).toBe(429);
    }
    expect((await signIn(email, PASSWORD, nextNetwork())).status).toBe(204);
    expect((await signIn(email, PASSWORD, nextNetwork())).status).toBe(429);
    // wrong ones of strangers use none of it up
    const other = await person();
    for (let time = 0; time < 40; time += 1) await signIn(other, 'wrong password', nextNetwork());
    nowMs += 16 * MINUTE_MS;
    expect((await signIn(other, PASSWORD, nextNetwork())).status).toBe(204);
  });

  test('right passwords use up nothing that others share', async () => {
    const [email, home] = [await person(), nextNetwork()];
    for (let time = 0; time < 20; time += 1) expect((await signIn(email, PASSWORD, home)).status).toBe(204);
    const { rows } = await server.database.pool.query<{ scope_key: string }>(
      'select scope_key from sign_in_delays where scope_key like $1',
      [`%${home}`],
    );
    // no counter of wrong ones is left: only that the account knows the network, and how often in a row
    expect(rows.map(({ scope_key }) => scope_key).sort()).toEqual([
      `known ${accountKey(email)} ${home}`,
      `right network ${accountKey(email)} ${home}`,
    ]);
  });
});

test('several processes count together', async () => {
  const second = await startTestServer({
    beside: server,
    now: () => new Date(nowMs),
    environment: { TRUSTED_PROXIES: 'loopback', SECRET_KEY_FILE: server.config.secretKeyFile },
  });
  try {
    const [email, stranger] = [await person(), nextNetwork()];
    const tries = (one: TestServer): Promise<Answer[]> =>
      Promise.all(
        Array.from({ length: 10 }, () =>
          one.ask('/admin/session', {
            method: 'POST',
            json: { email, password: 'wrong password' },
            headers: from(stranger),
          }),
        ),
      );
    const answers = (await Promise.all([tries(server), tries(second)])).flat();
    expect([countOf(answers, 401), countOf(answers, 429)]).toEqual([4, 16]);
    // a browser that one of them knows is known to the other
    const device = deviceOf(await signIn(email, PASSWORD, nextNetwork()));
    const there = await second.ask('/admin/session', {
      method: 'POST',
      json: { email, password: PASSWORD },
      headers: from(stranger, device),
    });
    expect(there.status).toBe(204);
  } finally {
    await second.close();
  }
});

describe('emails with a link', () => {
  beforeEach(() => {
    server.services.enqueued.length = 0;
  });
  const sent = (email: string): number =>
    server.services.enqueued.filter(({ payload }) => payload['email_address'] === email).length;

  test('the window slides over emails that were asked for, not over wishes that were dropped', async () => {
    const [email, home] = [await person(), nextNetwork()];
    for (let time = 0; time < 3; time += 1) expect((await forgot(email, home)).status).toBe(204);
    // one dropped wish after another, for an hour
    for (let minute = 0; minute < 19; minute += 1) {
      nowMs += MINUTE_MS;
      const answer = await forgot(email, home);
      expect([answer.status, Number(answer.headers['retry-after'])]).toEqual([429, (20 - minute - 1) * 60]);
    }
    expect(sent(email)).toBe(3);
    nowMs += MINUTE_MS;
    expect((await forgot(email, home)).status).toBe(204);
    expect(sent(email)).toBe(4);
  });

  test('a stranger elsewhere cannot use up what the owner may ask for', async () => {
    const [email, stranger] = [await person(), nextNetwork()];
    for (let hour = 0; hour < 5; hour += 1) {
      for (let time = 0; time < 10; time += 1) await forgot(email, stranger);
      nowMs += 30 * MINUTE_MS;
    }
    server.services.enqueued.length = 0;
    expect((await forgot(email, nextNetwork())).status).toBe(204);
    expect(sent(email)).toBe(1);
  });

  test('strangers in many networks do not bury an account in mail, nor hold a known network or browser', async () => {
    const [email, home] = [await person(), nextNetwork()];
    const device = deviceOf(await signIn(email, PASSWORD, home));
    for (let time = 0; time < 40; time += 1) await forgot(email, nextNetwork());
    expect(sent(email)).toBe(12);
    expect((await forgot(email, nextNetwork())).status).toBe(429);
    expect((await forgot(email, home)).status).toBe(204);
    expect((await forgot(email, nextNetwork(), device)).status).toBe(204);
    expect(sent(email)).toBe(14);
  });

  test('400 wishes of one network make neither 400 rows nor 400 jobs', async () => {
    const [stranger, before] = [nextNetwork(), await counters()];
    const answers: Answer[] = [];
    for (let wave = 0; wave < 40; wave += 1)
      answers.push(...(await Promise.all(Array.from({ length: 10 }, () => forgot(nextEmail(), stranger)))));
    expect(countOf(answers, 204)).toBe(20);
    expect(countOf(answers, 429)).toBe(380);
    expect(server.services.enqueued).toHaveLength(20);
    expect((await counters()) - before).toBeLessThanOrEqual(20 * 2 + 1);
    // others ask as before
    expect((await forgot(await person(), nextNetwork())).status).toBe(204);
  });

  test('the answer is the same whether an account exists', async () => {
    const ask = async (email: string): Promise<unknown[]> => {
      const ip = nextNetwork();
      const answers: unknown[] = [];
      for (let time = 0; time < 5; time += 1) {
        const answer = await forgot(email, ip);
        answers.push([answer.status, answer.text, answer.headers['retry-after']]);
      }
      return answers;
    };
    expect(await ask(await person())).toEqual(await ask(nextEmail()));
  });
});

describe('doors of links', () => {
  test('a flood of wrong tokens of one network does not keep others from theirs', async () => {
    const email = await person();
    const wrong = 'x'.repeat(43);
    const flood = Array.from({ length: 200 }, (_, n) =>
      n % 2 === 0
        ? server.ask('/admin/session/link', {
            method: 'POST',
            json: { token: wrong },
            headers: from('198.19.0.1'),
          })
        : server.ask(`/admin/password/token?token=${wrong}`, { headers: from('198.19.0.1') }),
    );
    const { token } = await createLinkFor(scope(), email, 'reset');
    const own = await Promise.all([
      server.ask(`/admin/password/token?token=${token}`, { headers: from(nextNetwork()) }),
      server.ask(`/admin/password/token?token=${token}`, { headers: from(nextNetwork()) }),
    ]);
    expect(own.map(({ status }) => status)).toEqual([200, 200]);
    const answers = await Promise.all(flood);
    expect(answers.every(({ status }) => [401, 410, 429].includes(status))).toBe(true);
    expect(
      (
        await server.ask('/admin/session/link', {
          method: 'POST',
          json: { token: wrong },
          headers: from('198.19.0.1'),
        })
      ).status,
    ).toBe(401);
  });
});
