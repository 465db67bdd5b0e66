import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { TestPasskey } from '../testing/passkey.ts';
import { startTestServer, type Answer, type TestClient, type TestServer } from './testing.ts';

/* Passkeys in place of codes, over HTTP, with a device of the tests. */

const PASSWORD = 'violet harbour 92 lamps';

let server: TestServer;
let now = new Date('2026-11-20T10:00:00Z');
let me: TestClient;
let email: string;
let secret: string;
let number = 0;
beforeAll(async () => {
  server = await startTestServer({ now: () => now });
});
afterAll(() => server.close());
beforeEach(async () => {
  now = new Date(now.getTime() + 25 * 3_600_000);
  number += 1;
  email = `kim${number}@demo.example`;
  me = await server.createUser({ name: 'Kim', email_address: email, password: PASSWORD });
  const { own_second_factor_begin: begun } = await me.data<{ own_second_factor_begin: { secret: string } }>(
    'mutation ($p: String) { own_second_factor_begin(current_password: $p) { secret } }',
    { p: PASSWORD },
  );
  secret = begun.secret;
  await me.data('mutation ($code: String!) { own_second_factor_confirm(code: $code) { recovery_codes } }', {
    code: codeNow(),
  });
  now = new Date(now.getTime() + 60_000);
});

const codeNow = (): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now.getTime() });
interface Begun {
  options: { challenge: string; rp: { id: string }; excludeCredentials: unknown[] };
  until: string;
}
const BEGIN = 'mutation ($p: String) { own_passkey_begin(current_password: $p) { options until } }';
const ADD =
  'mutation ($name: String!, $response: String!, $until: String!) { own_passkey_add(name: $name, response: $response, until: $until) { id name } }';
async function begin(client = me): Promise<Begun> {
  const { own_passkey_begin: begun } = await client.data<{
    own_passkey_begin: { options: string; until: string };
  }>(BEGIN, { p: PASSWORD });
  return { options: JSON.parse(begun.options) as Begun['options'], until: begun.until };
}
async function add(
  name = 'Laptop',
  device = new TestPasskey(server.url),
): Promise<{ device: TestPasskey; id: string }> {
  const { options, until } = await begin();
  const { own_passkey_add: made } = await me.data<{ own_passkey_add: { id: string } }>(ADD, {
    name,
    response: JSON.stringify(device.make(options)),
    until,
  });
  return { device, id: made.id };
}
const refused = async (query: string, variables: Record<string, unknown> = {}, client = me) => {
  const { errors } = await client.graphql(query, variables);
  return { message: errors?.[0]?.message, ...errors?.[0]?.extensions };
};
const post = (path: string, json: object): Promise<Answer> => server.ask(path, { method: 'POST', json });
const tokenOf = async (): Promise<string> =>
  (await post('/admin/session', { email, password: PASSWORD })).json<{ second_factor: { token: string } }>()
    .second_factor.token;
const optionsFor = async (token: string) =>
  (await post('/admin/session/second_factor/passkey', { token })).json<{
    options: { challenge: string; allowCredentials: { id: string }[] } | null;
  }>().options;
const enter = (token: string, passkey: object): Promise<Answer> =>
  post('/admin/session/second_factor', { token, passkey });

test('[DEC-178] a passkey is added behind the password, and signs in in place of a code', async () => {
  expect(await optionsFor(await tokenOf())).toBeNull();
  expect(await refused(BEGIN, { p: 'not it' })).toMatchObject({ field: 'current_password' });
  const { device, id } = await add();
  const token = await tokenOf();
  const options = await optionsFor(token);
  expect(options!.allowCredentials).toMatchObject([{ id: device.id }]);
  const signed = device.sign(options!);
  expect((await enter(token, signed)).status).toBe(204);
  // the token is used up, and what was signed for it fits no other
  expect((await enter(token, signed)).status).toBe(410);
  expect((await enter(await tokenOf(), signed)).status).toBe(422);
  expect(await me.data('{ own_profile { passkeys { id name last_used_at } } }')).toEqual({
    own_profile: { passkeys: [{ id, name: 'Laptop', last_used_at: expect.any(String) as string }] },
  });
  // codes go on
  expect(
    (await post('/admin/session/second_factor', { token: await tokenOf(), code: codeNow() })).status,
  ).toBe(204);
  expect((await begin()).options.excludeCredentials).toMatchObject([{ id: device.id }]);
});

test('one of somebody else, of another site, or that says it was copied opens nothing', async () => {
  const { device } = await add();
  const stranger = new TestPasskey(server.url);
  let token = await tokenOf();
  expect((await enter(token, stranger.sign((await optionsFor(token))!))).status).toBe(422);
  const phished = Object.assign(new TestPasskey('https://demo.evil.example'), { id: device.id });
  token = await tokenOf();
  expect((await enter(token, phished.sign((await optionsFor(token))!))).status).toBe(422);
  token = await tokenOf();
  expect((await enter(token, device.sign((await optionsFor(token))!))).status).toBe(204);
  device.count -= 1;
  token = await tokenOf();
  expect((await enter(token, device.sign((await optionsFor(token))!))).status).toBe(422);
});

test('what is no answer of a device is refused as a wrong one', async () => {
  const { device } = await add();
  for (const nonsense of [
    {},
    { id: device.id },
    { id: device.id, response: {} },
    { id: 7, response: null },
    { id: '\0' },
  ]) {
    expect((await enter(await tokenOf(), nonsense)).status).toBe(422);
    // wrong ones are slowed down as codes are
    now = new Date(now.getTime() + 3_600_000);
  }
});

test('what a browser makes is taken once, in time, for the person that asked, and for this site', async () => {
  const device = new TestPasskey(server.url);
  const { options, until } = await begin();
  const response = JSON.stringify(device.make(options));
  const other = await server.createUser({ email_address: `other${number}@demo.example`, password: PASSWORD });
  expect(await refused(ADD, { name: 'X', response, until }, other)).toMatchObject({
    reason: 'no_second_factor',
  });
  expect(await refused(BEGIN, { p: PASSWORD }, other)).toMatchObject({ reason: 'no_second_factor' });
  expect(
    await refused(ADD, {
      name: 'X',
      response,
      until: new Date(now.getTime() + 86_400_000).toISOString(),
    }),
  ).toMatchObject({ field: 'response' });
  const foreign = new TestPasskey('https://demo.evil.example');
  for (const wrong of [JSON.stringify(foreign.make(options)), 'nonsense', '{}', '[]'])
    expect(await refused(ADD, { name: 'X', response: wrong, until })).toMatchObject({ field: 'response' });
  await me.data(ADD, { name: 'X', response, until });
  expect(await refused(ADD, { name: 'X', response, until })).toMatchObject({ field: 'response' });
  const late = await begin();
  now = new Date(now.getTime() + 11 * 60_000);
  expect(
    await refused(ADD, {
      name: 'X',
      response: JSON.stringify(new TestPasskey(server.url).make(late.options)),
      until: late.until,
    }),
  ).toMatchObject({ field: 'response' });
});

test('ten are the most, also when more were begun before', async () => {
  const { options, until } = await begin();
  for (let n = 0; n < 10; n += 1) await add(`Device ${n}`);
  const response = JSON.stringify(new TestPasskey(server.url).make(options));
  expect(await refused(ADD, { name: 'One more', response, until })).toMatchObject({ reason: 'too_many' });
  expect(await refused(BEGIN, { p: PASSWORD })).toMatchObject({ reason: 'too_many' });
});

test('it is removed by its holder alone, and goes with two-step sign-in', async () => {
  const { id, device } = await add();
  const other = await server.createUser({});
  const REMOVE = 'mutation ($id: ID!) { own_passkey_remove(id: $id) { id } }';
  expect(await refused(REMOVE, { id }, other)).toMatchObject({ reason: 'not_found' });
  await me.data(REMOVE, { id });
  const token = await tokenOf();
  expect(await optionsFor(token)).toBeNull();
  expect((await enter(token, device.sign({ challenge: 'AAAA' }))).status).toBe(422);
  await add('Key');
  await me.data('mutation ($p: String) { own_second_factor_end(current_password: $p) }', { p: PASSWORD });
  const { rows } = await server.database.pool.query('select 1 from passkeys where user_id = $1', [
    me.user.id,
  ]);
  expect(rows).toEqual([]);
});
