import { createSign, generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { providerPaths } from '../../contract/provider.ts';
import { systemViewer, testScope } from '../db/builders.ts';
import { createLink } from '../domain/account/one_time_link.ts';
import { startTestProvider, type TestProvider } from '../testing/openid_provider.ts';
import { startTestServer, type Answer, type TestClient, type TestServer } from './testing.ts';

/* Single sign-on, over HTTP, with a certified provider, and with one whose answers do not hold. */

const PASSWORD = 'violet harbour 92 lamps';

let server: TestServer;
let provider: TestProvider;
let owner: TestClient;
let number = 0;
beforeAll(async () => {
  server = await startTestServer({ environment: { ALLOW_PRIVATE_HOSTS: '127.0.0.1' } });
  provider = await startTestProvider(server.url + providerPaths.back);
});
afterAll(async () => {
  await provider.close();
  await server.close();
});
beforeEach(async () => {
  number += 1;
  await server.database.pool.query('delete from sign_in_identities');
  await server.database.pool.query('delete from sign_in_providers');
  await server.database.pool.query('update subdomains set requires_second_factor = false');
  owner = await server.createUser({ license_type: 'owner', email_address: `owner${number}@demo.example` });
  provider.people.clear();
});

const UPDATE = `mutation ($name: String, $issuer: String, $client_id: String, $client_secret: String, $email_domains: [String!], $joins_as: String, $license_claim: String, $is_required: Boolean) {
  sign_in_provider_update(name: $name, issuer: $issuer, client_id: $client_id, client_secret: $client_secret, email_domains: $email_domains, joins_as: $joins_as, license_claim: $license_claim, is_required: $is_required) { name issuer client_id secret_end email_domains joins_as license_claim is_required redirect_uri identities_count } }`;
type SetUp = Record<string, unknown>;
const setUp = async (values: SetUp = {}): Promise<SetUp> => {
  const { issuer, client_id, client_secret } = provider;
  return (
    await owner.data<{ sign_in_provider_update: SetUp }>(UPDATE, {
      name: 'Northwind',
      issuer,
      client_id,
      client_secret,
      ...values,
    })
  ).sign_in_provider_update;
};
const refusal = async (client: TestClient, query: string, variables: Record<string, unknown> = {}) => {
  const { errors } = await client.graphql(query, variables);
  return { message: errors?.[0]?.message, ...errors?.[0]?.extensions };
};
const address = (): string => `kim${number}@northwind.example`;
/** Says that someone is signed in at the provider. */
const isThere = (claims: Record<string, unknown> = {}, who = `kim-${number}`): void => {
  provider.people.set(who, { email: address(), email_verified: true, name: 'Kim Park', ...claims });
  provider.who = who;
};

/** The token of a link for someone. */
async function linkOf(purpose: 'invitation' | 'ticket', user_id: string): Promise<string> {
  const scope = await testScope(server.database, systemViewer(server.tenant), { services: server.services });
  return scope.write((tx) => createLink(tx, scope, purpose, user_id));
}

/** What a browser keeps, by host. */
type Jar = Map<string, Map<string, string>>;
const cookiesOf = (jar: Jar, host: string): string =>
  [...(jar.get(host) ?? [])].map(([name, value]) => `${name}=${value}`).join('; ');
function keep(jar: Jar, host: string, set: readonly string[]): void {
  const kept = jar.get(host) ?? new Map<string, string>();
  jar.set(host, kept);
  for (const line of set) {
    const [pair = ''] = line.split(';');
    const at = pair.indexOf('=');
    if (/max-age=0|expires=Thu, 01 Jan 1970/i.test(line)) kept.delete(pair.slice(0, at));
    else kept.set(pair.slice(0, at), pair.slice(at + 1));
  }
}
const here = (): string => new URL(server.url).host;
const ask = async (jar: Jar, path: string): Promise<Answer> => {
  const answer = await server.ask(path, { headers: { cookie: cookiesOf(jar, here()) } });
  keep(jar, here(), answer.headers['set-cookie'] ?? []);
  return answer;
};
/** Follows the provider's redirects. @returns the address here that it leads back to */
async function atProvider(jar: Jar, from: string): Promise<string> {
  let url = new URL(from);
  while (url.origin !== server.url) {
    const answer = await fetch(url, { redirect: 'manual', headers: { cookie: cookiesOf(jar, url.host) } });
    keep(jar, url.host, answer.headers.getSetCookie());
    const next = answer.headers.get('location');
    if (next === null) throw new Error(`${answer.status} ${await answer.text()}`);
    url = new URL(next, url);
  }
  return url.pathname + url.search;
}
/** Signs in as a browser does. @returns where it ends */
async function signIn(jar: Jar = new Map(), returnTo = '/admin/settings/team'): Promise<string> {
  const begun = await ask(jar, `${providerPaths.begin}?return_to=${encodeURIComponent(returnTo)}`);
  const back = await atProvider(jar, begun.headers.location!);
  return (await ask(jar, back)).headers.location!;
}
const whoIsIn = async (jar: Jar): Promise<string | null> => {
  const answer = await ask(jar, '/admin/session');
  return answer.status === 200 ? answer.json<{ email: string }>().email : null;
};

describe('coming in', () => {
  test('[DEC-178] someone of the team is found by their address once, and by their number from then on', async () => {
    await setUp();
    await server.createUser({ email_address: address(), name: 'Kim' });
    isThere();
    const jar: Jar = new Map();
    expect(await signIn(jar)).toBe('/admin/settings/team');
    expect(await whoIsIn(jar)).toBe(address());
    // the address is someone else's at the provider meanwhile
    isThere({ email: address() }, 'another');
    expect(await signIn()).toBe('/admin/signin?return_to=%2Fadmin%2Fsettings%2Fteam&provider=taken');
    isThere({ email: 'other@northwind.example' });
    const again: Jar = new Map();
    expect(await signIn(again)).toBe('/admin/settings/team');
    expect(await whoIsIn(again)).toBe(address());
    const { rows } = await server.database.pool.query(
      "select details from audit_entries where action = 'sign_in' and details->>'way' = 'provider' order by id desc limit 1",
    );
    expect(rows).toHaveLength(1);
    expect(await setUp()).toMatchObject({ identities_count: 1, secret_end: 'f us' });
  });

  test('who is not on the team is refused, or joins where their domain may', async () => {
    await setUp();
    isThere();
    expect(await signIn()).toContain('provider=unknown');
    await setUp({ email_domains: ['northwind.example'], joins_as: 'contributor' });
    const jar: Jar = new Map();
    expect(await signIn(jar)).toBe('/admin/settings/team');
    const { rows } = await server.database.pool.query(
      'select name, license_type, permission_state, email_confirmed from users where email_address = $1',
      [address()],
    );
    expect(rows).toEqual([
      { name: 'Kim Park', license_type: 'contributor', permission_state: 'active', email_confirmed: true },
    ]);
    isThere({ email: `eve${number}@elsewhere.example` }, 'eve');
    expect(await signIn()).toContain('provider=domain');
    isThere({ email: `eve${number}@sub.northwind.example` }, 'eve');
    expect(await signIn()).toContain('provider=domain');
  });

  test('of two first times at once one person comes of it', async () => {
    await setUp({ email_domains: ['northwind.example'], joins_as: 'full' });
    isThere();
    const ends = await Promise.all([signIn(), signIn(), signIn()]);
    expect(ends).toEqual(['/admin/settings/team', '/admin/settings/team', '/admin/settings/team']);
    const { rows } = await server.database.pool.query('select 1 from users where email_address = $1', [
      address(),
    ]);
    expect(rows).toHaveLength(1);
  });

  test('someone whose first time ends elsewhere at this moment is themselves, and no one else', async () => {
    const { user } = await server.createUser({ email_address: address() });
    await setUp();
    isThere();
    const other = await server.database.pool.connect();
    try {
      await other.query('begin');
      await other.query('select 1 from users where id = $1 for update', [user.id]);
      const ends = signIn();
      await expect
        .poll(async () => {
          const { rows } = await server.database.pool.query(
            "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%\"users\"%'",
          );
          return rows.length;
        })
        .toBe(1);
      await other.query(
        'insert into sign_in_identities (subdomain_id, issuer, subject, user_id) values ($1, $2, $3, $4)',
        [server.tenant.id, provider.issuer, provider.who, user.id],
      );
      await other.query('commit');
      expect(await ends).toBe('/admin/settings/team');
    } finally {
      other.release();
    }
  });

  test('an address that the provider does not vouch for opens nothing', async () => {
    await server.createUser({ email_address: address() });
    await setUp();
    isThere({ email_verified: false });
    expect(await signIn()).toContain('provider=unverified');
    isThere({ email_verified: undefined });
    expect(await signIn()).toContain('provider=unverified');
    isThere({ email: undefined });
    expect(await signIn()).toContain('provider=unverified');
    // of its own domain the workspace says so
    await setUp({ email_domains: ['northwind.example'] });
    isThere({ email_verified: undefined });
    expect(await signIn()).toBe('/admin/settings/team');
    isThere({ email_verified: false });
    expect(await signIn()).toContain('provider=unverified');
  });

  test('who was taken off the team, or is blocked, does not come back by itself', async () => {
    await setUp({ email_domains: ['northwind.example'], joins_as: 'full' });
    isThere();
    await signIn();
    const { rows: people } = await server.database.pool.query<{ id: string }>(
      'select id::text as id from users where email_address = $1',
      [address()],
    );
    const { id } = people[0]!;
    await owner.data('mutation ($id: ID!) { team_member_remove(id: $id) { id } }', { id });
    expect(await signIn()).toContain('provider=removed');
    await server.database.pool.query("update users set allowed_state = 'blocked' where id = $1", [id]);
    expect(await signIn()).toContain('provider=blocked');
  });

  test('nor does who was taken off before they ever used the provider; an invitation lets them in again', async () => {
    await setUp({ email_domains: ['northwind.example'], joins_as: 'full' });
    const { id } = (await server.createUser({ email_address: address(), license_type: 'full' })).user;
    await owner.data('mutation ($id: ID!) { team_member_remove(id: $id) { id } }', { id });
    isThere();
    expect(await signIn()).toContain('provider=removed');
    await owner.data(
      'mutation ($to: [String!]!) { team_invite(email_addresses: $to, license_type: "full") { outcome } }',
      { to: [address()] },
    );
    expect(await signIn()).toBe('/admin/settings/team');
  });

  test('a claim names the licence at each sign-in, and never makes or unmakes an owner', async () => {
    await setUp({
      email_domains: ['northwind.example'],
      joins_as: 'contributor',
      license_claim: 'earshot_role',
    });
    const licenseOf = async (email: string): Promise<unknown> =>
      (await server.database.pool.query('select license_type from users where email_address = $1', [email]))
        .rows[0];
    isThere({ earshot_role: ['people', 'FULL'] });
    const jar: Jar = new Map();
    await signIn(jar);
    expect(await licenseOf(address())).toEqual({ license_type: 'full' });
    isThere({ earshot_role: 'support' });
    await signIn();
    expect(await licenseOf(address())).toEqual({ license_type: 'support' });
    // what was open with the wider licence has ended
    await expect.poll(() => whoIsIn(jar)).toBeNull();
    isThere({ earshot_role: 'owner' });
    await signIn();
    expect(await licenseOf(address())).toEqual({ license_type: 'support' });
    isThere({ email: `boss${number}@northwind.example`, earshot_role: 'contributor' }, 'boss');
    await server.createUser({ license_type: 'owner', email_address: `boss${number}@northwind.example` });
    await signIn();
    expect(await licenseOf(`boss${number}@northwind.example`)).toEqual({ license_type: 'owner' });
  });

  test('an invitation is accepted by coming in', async () => {
    await setUp();
    await owner.data(
      'mutation ($to: [String!]!) { team_invite(email_addresses: $to, license_type: "full") { outcome } }',
      { to: [address()] },
    );
    const { rows: people } = await server.database.pool.query<{ id: string }>(
      'select id::text as id from users where email_address = $1',
      [address()],
    );
    const invitation = await linkOf('invitation', people[0]!.id);
    isThere();
    expect(await signIn()).toBe('/admin/settings/team');
    const { rows } = await server.database.pool.query(
      'select permission_state from users where email_address = $1',
      [address()],
    );
    expect(rows).toEqual([{ permission_state: 'active' }]);
    // its link has done its work
    expect((await server.ask(`/admin/password/token?token=${invitation}`)).status).toBe(410);
  });

  test('what somebody opened with an address before its holder joined opens nothing of the team', async () => {
    await setUp({ email_domains: ['northwind.example'], joins_as: 'full' });
    const before = await server.createUser({
      email_address: address(),
      license_type: 'none',
      password: PASSWORD,
    });
    expect((await before.ask('/admin/session')).status).toBe(200);
    isThere();
    expect(await signIn()).toBe('/admin/settings/team');
    await expect.poll(async () => (await before.ask('/admin/session')).status).toBe(401);
    const byPassword = await server.ask('/admin/session', {
      method: 'POST',
      json: { email: address(), password: PASSWORD },
    });
    expect(byPassword.status).toBe(401);
  });

  test('a second factor is asked for behind it, but where the provider asked for one itself', async () => {
    await setUp();
    await server.createUser({ email_address: address() });
    await server.database.pool.query('update subdomains set requires_second_factor = true where id = $1', [
      server.tenant.id,
    ]);
    isThere();
    expect(await signIn()).toMatch(
      /^\/admin\/signin\?return_to=%2Fadmin%2Fsettings%2Fteam#need=set_up&token=[\w-]{20,}$/,
    );
    isThere({ amr: ['pwd', 'mfa'] });
    expect(await signIn()).toBe('/admin/settings/team');
  });

  test('it leads on to pages of this workspace alone', async () => {
    await setUp();
    await server.createUser({ email_address: address() });
    isThere();
    expect(await signIn(new Map(), '//evil.example/x')).toBe('/admin-console');
    expect(await signIn(new Map(), 'https://evil.example/x')).toBe('/admin-console');
  });
});

describe('where it is the only way', () => {
  const byPassword = (email: string): Promise<Answer> =>
    server.ask('/admin/session', { method: 'POST', json: { email, password: PASSWORD } });

  test('passwords sign in owners alone', async () => {
    await server.createUser({ email_address: address(), password: PASSWORD });
    await server.createUser({
      email_address: `boss${number}@demo.example`,
      password: PASSWORD,
      license_type: 'owner',
    });
    await setUp();
    expect((await byPassword(address())).status).toBe(204);
    await setUp({ is_required: true });
    const answer = await byPassword(address());
    expect(answer.json()).toEqual({ second_factor: { need: 'provider', token: '' } });
    expect(answer.headers['set-cookie'] ?? []).toEqual([]);
    expect((await byPassword(`boss${number}@demo.example`)).status).toBe(204);
    // nor does a session in another workspace
    const { rows } = await server.database.pool.query<{ id: string }>(
      'select id::text as id from users where email_address = $1',
      [address()],
    );
    const ticket = await linkOf('ticket', rows[0]!.id);
    expect(
      (await server.ask('/admin/session/link', { method: 'POST', json: { token: ticket } })).json(),
    ).toEqual({
      second_factor: { need: 'provider', token: '' },
    });
    isThere();
    expect(await signIn()).toBe('/admin/settings/team');
  });

  test('the page says which way there is', async () => {
    expect((await server.ask('/admin/signin')).text).not.toContain('sign_in_provider');
    await setUp({ name: 'North & </script>' });
    expect((await server.ask('/admin/signin')).text).toContain(
      '"sign_in_provider":{"name":"North & \\u003c/script',
    );
    await setUp({ is_required: true });
    expect((await server.ask('/admin/signin')).text).toContain('"is_required":true');
  });
});

describe('what does not hold', () => {
  test('they refuse at the provider, take too long, or bring an answer that another browser asked for', async () => {
    await setUp();
    await server.createUser({ email_address: address() });
    isThere();
    provider.who = null;
    expect(await signIn()).toBe('/admin/signin?return_to=%2Fadmin%2Fsettings%2Fteam&provider=denied');
    isThere();
    const jar: Jar = new Map();
    const begun = await ask(jar, providerPaths.begin);
    const back = await atProvider(jar, begun.headers.location!);
    expect((await ask(new Map(), back)).headers.location).toBe('/admin/signin?provider=late');
    const other: Jar = new Map();
    await ask(other, providerPaths.begin);
    expect((await ask(other, back)).headers.location).toBe('/admin/signin?provider=late');
    // used once it is used up, also with what the browser kept
    const kept = new Map([...jar].map(([host, cookies]) => [host, new Map(cookies)]));
    expect((await ask(jar, back)).headers.location).toBe('/admin-console');
    expect((await ask(jar, back)).headers.location).toBe('/admin/signin?provider=late');
    expect((await ask(kept, back)).headers.location).toBe(
      '/admin/signin?return_to=%2Fadmin-console&provider=failed',
    );
    expect(await whoIsIn(kept)).toBeNull();
  });

  test('a wrong secret, and a provider that is not there', async () => {
    await setUp({ client_secret: 'another one' });
    isThere();
    expect(await signIn()).toContain('provider=failed');
    expect(JSON.stringify(server.logged)).toContain('The provider refused the client id or its secret.');
    await setUp({ issuer: 'http://127.0.0.1:1', client_secret: 'x' });
    expect((await ask(new Map(), providerPaths.begin)).headers.location).toBe(
      '/admin/signin?return_to=%2Fadmin-console&provider=failed',
    );
    expect(await refusal(owner, 'mutation { sign_in_provider_check }')).toMatchObject({
      reason: 'provider',
      message: '127.0.0.1 could not be reached.',
    });
    await setUp({ client_secret: provider.client_secret });
    expect(await owner.data('mutation { sign_in_provider_check }')).toEqual({ sign_in_provider_check: true });
  });

  describe('an answer that is forged', () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const coded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    const signed = (payload: object, key = privateKey): string => {
      const text = `${coded({ alg: 'RS256', kid: 'one' })}.${coded(payload)}`;
      return `${text}.${createSign('RSA-SHA256').update(text).sign(key).toString('base64url')}`;
    };
    let issuer = '';
    let idToken = (_claims: object): string => '';
    let nonce = '';
    const fake = createServer((request, response) => {
      const url = new URL(request.url!, issuer);
      const send = (body: object): void => {
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify(body));
      };
      if (url.pathname === '/.well-known/openid-configuration')
        return send({
          issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/keys`,
          response_types_supported: ['code'],
          id_token_signing_alg_values_supported: ['RS256', 'none'],
        });
      if (url.pathname === '/keys')
        return send({
          keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' }],
        });
      const now = Math.floor(Date.now() / 1000);
      send({
        access_token: 'x',
        token_type: 'bearer',
        id_token: idToken({
          iss: issuer,
          aud: 'earshot',
          sub: 'kim',
          exp: now + 300,
          iat: now,
          nonce,
          email: address(),
          email_verified: true,
        }),
      });
    });
    beforeAll(async () => {
      await new Promise<void>((listening) => fake.listen(0, '127.0.0.1', listening));
      issuer = `http://127.0.0.1:${(fake.address() as AddressInfo).port}`;
    });
    afterAll(
      () =>
        new Promise<void>((closed) => {
          fake.close(() => closed());
          fake.closeAllConnections();
        }),
    );
    const tryIt = async (): Promise<string | undefined> => {
      await setUp({ issuer, client_secret: 'x' });
      await server.database.pool.query('delete from sign_in_identities');
      await server.createUser({ email_address: address() }).catch(() => {});
      const jar: Jar = new Map();
      const begun = new URL((await ask(jar, providerPaths.begin)).headers.location!);
      nonce = begun.searchParams.get('nonce')!;
      expect(begun.searchParams.get('code_challenge_method')).toBe('S256');
      const back = `${providerPaths.back}?code=abc&state=${begun.searchParams.get('state')!}`;
      return (await ask(jar, back)).headers.location;
    };
    const FAILED = '/admin/signin?return_to=%2Fadmin-console&provider=failed';

    test('one that holds lets in', async () => {
      idToken = (claims) => signed(claims);
      expect(await tryIt()).toBe('/admin-console');
    });
    test.each<[string, typeof idToken]>([
      ['signed by someone else', (claims) => signed(claims, stranger.privateKey)],
      ['unsigned', (claims) => `${coded({ alg: 'none' })}.${coded(claims)}.`],
      ['for another audience', (claims) => signed({ ...claims, aud: 'another' })],
      ['of another provider', (claims) => signed({ ...claims, iss: 'https://elsewhere.example' })],
      ['of an earlier try', (claims) => signed({ ...claims, nonce: 'earlier' })],
      ['without the try', (claims) => signed({ ...claims, nonce: undefined })],
      ['ten minutes old', (claims) => signed({ ...claims, exp: Math.floor(Date.now() / 1000) - 600 })],
      ['changed', (claims) => signed(claims).replace(/\.[^.]+\./, `.${coded({ ...claims, sub: 'boss' })}.`)],
      ['nothing of the kind', () => 'hello'],
    ])('%s opens nothing', async (_what, forged) => {
      idToken = forged;
      expect(await tryIt()).toBe(FAILED);
    });
  });
});

describe('setting it up', () => {
  test('is for owners, and tells the secret to no one', async () => {
    const keeper = await server.createUser({});
    expect(await refusal(keeper, UPDATE, { name: 'X' })).toMatchObject({ code: 'FORBIDDEN' });
    expect(await setUp()).toEqual({
      name: 'Northwind',
      issuer: provider.issuer,
      client_id: 'earshot',
      secret_end: 'f us',
      email_domains: [],
      joins_as: null,
      license_claim: null,
      is_required: false,
      redirect_uri: server.url + providerPaths.back,
      identities_count: 0,
    });
    expect(
      await keeper.data('{ sign_in_provider { issuer secret_end } sign_in_provider_redirect_uri }'),
    ).toEqual({
      sign_in_provider: { issuer: provider.issuer, secret_end: 'f us' },
      sign_in_provider_redirect_uri: server.url + providerPaths.back,
    });
    // the secret goes with address and client
    expect(await setUp({ issuer: undefined, client_secret: undefined, name: 'Other' })).toMatchObject({
      secret_end: 'f us',
    });
    expect(await setUp({ client_secret: undefined, client_id: 'other' })).toMatchObject({ secret_end: null });
    expect(JSON.stringify(server.logged)).not.toContain(provider.client_secret);
    expect(await owner.data('mutation { sign_in_provider_delete }')).toEqual({
      sign_in_provider_delete: true,
    });
    expect(await owner.data('mutation { sign_in_provider_delete }')).toEqual({
      sign_in_provider_delete: false,
    });
    expect((await ask(new Map(), providerPaths.begin)).headers.location).toBe('/admin/signin');
  });

  test.each([
    [{ issuer: 'login.example.com' }, 'issuer'],
    [{ issuer: 'https://login.example.com/?x=1' }, 'issuer'],
    [{ issuer: 'https://name:word@login.example.com' }, 'issuer'],
    [{ issuer: 'http://10.1.2.3' }, 'issuer'],
    [{ name: ' ' }, 'name'],
    [{ client_id: '' }, 'client_id'],
    [{ email_domains: ['example'] }, 'email_domains'],
    [{ email_domains: ['exa mple.com'] }, 'email_domains'],
    [{ joins_as: 'full' }, 'email_domains'],
    [{ joins_as: 'owner', email_domains: ['a.example'] }, 'joins_as'],
  ])('%j is refused', async (values, field) => {
    const { issuer, client_id, client_secret } = provider;
    expect(
      await refusal(owner, UPDATE, { name: 'N', issuer, client_id, client_secret, ...values }),
    ).toMatchObject({ code: 'BAD_USER_INPUT', field });
  });
});
