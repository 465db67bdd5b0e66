import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ALL_PERMISSIONS, NO_PERMISSIONS } from '../../contract/permissions.ts';
import { teamSentences } from '../../contract/team.ts';
import { buildUser, systemViewer, testScope } from '../db/builders.ts';
import { invitationMail } from '../domain/account/mails/account_mails.ts';
import type { OutgoingMail } from '../services/mail.ts';
import { startTestServer, type Answer, type TestClient, type TestServer } from './testing.ts';

/* The team: who may sign in, what they may do, who is invited; and one's own name and picture. Over HTTP with real sessions. */

const PASSWORD = 'violet harbour 92 lamps';

let server: TestServer;
let now = new Date('2026-11-20T10:00:00Z');
beforeAll(async () => {
  server = await startTestServer({ now: () => now });
});
afterAll(() => server.close());

let owner: TestClient;
/** manages the settings, and is no owner */
let admin: TestClient;
beforeEach(async () => {
  now = new Date(now.getTime() + 2 * 3_600_000);
  server.services.enqueued.length = 0;
  server.services.sentMails.length = 0;
  await server.database.pool.query(
    "update users set license_type = 'none' where subdomain_id = $1 and license_type = 'owner'",
    [server.tenant.id],
  );
  owner = await server.createUser({
    name: 'Olivia Owner',
    license_type: 'owner',
    permission_state: 'active',
  });
  admin = await server.createUser({
    name: 'Freya',
    license_type: 'full',
    permission_state: 'active',
    permissions: { ...ALL_PERMISSIONS, features: 'r' },
  });
});

const MEMBER =
  'id display_name email_address license_type permission_state permissions { feedback_admin_ui features tickets knowledgebase settings } last_used_at invited_at invited_by invitation_until';
interface Member {
  id: string;
  display_name: string;
  license_type: string;
  permission_state: string;
  permissions: Record<string, unknown>;
  last_used_at: string | null;
  invited_at: string | null;
  invited_by: string | null;
  invitation_until: string | null;
}
const team = async (client = owner): Promise<Member[]> =>
  (await client.data<{ team_members: Member[] }>(`{ team_members { ${MEMBER} } }`)).team_members;
const memberOf = async (id: string): Promise<Member | undefined> =>
  (await team()).find((member) => member.id === id);

const INVITE = `mutation ($email_addresses: [String!]!, $license_type: String!, $permissions: TeamPermissionsInput) {
  team_invite(email_addresses: $email_addresses, license_type: $license_type, permissions: $permissions) { id email_address outcome } }`;
interface Invited {
  id: string;
  email_address: string;
  outcome: string;
}
const invite = async (
  client: TestClient,
  email_addresses: string[],
  more: Record<string, unknown> = {},
): Promise<Invited[]> =>
  (await client.data<{ team_invite: Invited[] }>(INVITE, { email_addresses, license_type: 'full', ...more }))
    .team_invite;
const UPDATE = `mutation ($id: ID!, $license_type: String, $permissions: TeamPermissionsInput) {
  team_member_update(id: $id, license_type: $license_type, permissions: $permissions) { ${MEMBER} } }`;
const REMOVE = 'mutation ($id: ID!) { team_member_remove(id: $id) { id } }';
const RESEND = `mutation ($id: ID!) { team_invitation_resend(id: $id) { ${MEMBER} } }`;

const refused = async (
  client: TestClient,
  query: string,
  variables: Record<string, unknown>,
): Promise<Record<string, unknown>> => {
  const { errors } = await client.graphql(query, variables);
  return { message: errors?.[0]?.message, ...errors?.[0]?.extensions };
};
const isIn = async (client: TestClient): Promise<boolean> =>
  (await client.ask('/admin/session')).status === 200;

/** The invitations that wait to be mailed, mailed. */
async function mails(): Promise<OutgoingMail[]> {
  const scope = await testScope(server.database, systemViewer(server.tenant), {
    services: server.services,
    now: () => now,
  });
  for (const { task, payload } of server.services.enqueued.splice(0))
    if (task === invitationMail.name)
      await invitationMail.run(payload as never, { scope, signal: new AbortController().signal });
  return server.services.sentMails.splice(0);
}
const tokenIn = (mail: OutgoingMail): string => /token=([\w-]{43})/.exec(mail.text)![1]!;
const accept = (token: string, name = 'Ivy Ito'): Promise<Answer> =>
  server.ask('/admin/password', { method: 'POST', json: { token, password: PASSWORD, name } });

describe('invitations', () => {
  test('several at once: the email names the workspace and who invited, and the password signs in', async () => {
    const answers = await invite(admin, [
      'ivy@people.example',
      ' Nuno@people.example ',
      'IVY@people.example',
    ]);
    expect(answers.map(({ email_address, outcome }) => [email_address, outcome])).toEqual([
      ['IVY@people.example', 'invited'],
      ['Nuno@people.example', 'invited'],
    ]);
    const sent = await mails();
    expect(sent.map(({ subject }) => subject)).toEqual([
      'Freya invited you to Demo',
      'Freya invited you to Demo',
    ]);
    expect(sent[0]!.text).toContain('Freya invited you to Demo, where your team collects customer feedback.');
    const [ivy] = answers;
    expect(await memberOf(ivy!.id)).toMatchObject({
      display_name: 'IVY',
      license_type: 'full',
      permission_state: 'invited',
      permissions: { ...NO_PERMISSIONS, feedback_admin_ui: true },
      last_used_at: null,
      invited_at: now.toISOString(),
      invited_by: 'Freya',
      invitation_until: new Date(now.getTime() + 7 * 24 * 3_600_000).toISOString(),
    });
    const token = tokenIn(sent.find(({ to }) => to.email_address === 'IVY@people.example')!);
    expect((await server.ask(`/admin/password/token?token=${token}`)).json()).toEqual({
      email: 'IVY@people.example',
      name: '',
      purpose: 'invitation',
      workspace: 'Demo',
      invited_by: 'Freya',
      min_characters: 12,
    });
    const entered = await accept(token);
    expect(entered.status).toBe(204);
    const cookie = (entered.headers['set-cookie'] ?? []).map((text) => text.split(';')[0]!).join('; ');
    const session = await server.ask('/admin/session', { headers: { cookie } });
    expect(session.json()).toMatchObject({
      display_name: 'Ivy Ito',
      core_admin: true,
      workspace_name: 'Demo',
    });
    expect(await memberOf(ivy!.id)).toMatchObject({
      display_name: 'Ivy Ito',
      permission_state: 'active',
      last_used_at: now.toISOString(),
      invitation_until: null,
    });
    expect((await accept(token)).status).toBe(410);
  });

  test('who is there is said and stays as they are; a customer of that address is made a member', async () => {
    const customer = await buildUser(server.database, server.tenant, {
      name: 'Cora',
      email_address: 'cora@people.example',
    });
    const blocked = await buildUser(server.database, server.tenant, {
      email_address: 'blocked@people.example',
      allowed_state: 'blocked',
    });
    const [first] = await invite(owner, ['waiting@people.example'], { permissions: { settings: 'rw' } });
    await mails();
    const answers = await invite(owner, [
      'cora@people.example',
      'Waiting@people.example',
      admin.user.email_address!,
      'blocked@people.example',
    ]);
    expect(answers.map(({ id, outcome }) => [id, outcome])).toEqual([
      [customer.id, 'invited'],
      [first!.id, 'already_invited'],
      [admin.user.id, 'already_member'],
      [blocked.id, 'blocked'],
    ]);
    expect((await mails()).map(({ to }) => to.email_address)).toEqual(['cora@people.example']);
    expect(await memberOf(first!.id)).toMatchObject({ permissions: { settings: 'rw' } });
    expect(await memberOf(customer.id)).toMatchObject({ display_name: 'Cora', permission_state: 'invited' });
  });

  test('a faulty address invites no one, and says which it is', async () => {
    expect(
      await refused(owner, INVITE, {
        email_addresses: ['fine@people.example', 'nuno@people'],
        license_type: 'full',
      }),
    ).toMatchObject({
      message: 'nuno@people: Please enter a valid email address',
      field: 'email_addresses.1',
      reason: 'invalid',
    });
    expect(await refused(owner, INVITE, { email_addresses: [], license_type: 'full' })).toMatchObject({
      field: 'email_addresses',
      reason: 'required',
    });
    expect((await team()).some(({ display_name }) => display_name === 'fine')).toBe(false);
    expect(await mails()).toEqual([]);
  });

  test('sent again: only the newest link works; taken back: none does', async () => {
    const [ivy] = await invite(owner, ['again@people.example']);
    const [first] = await mails();
    now = new Date(now.getTime() + 1_800_000);
    const { team_invitation_resend } = await admin.data<{ team_invitation_resend: Member }>(RESEND, {
      id: ivy!.id,
    });
    expect(team_invitation_resend).toMatchObject({ invited_by: 'Freya', invited_at: now.toISOString() });
    expect((await accept(tokenIn(first!))).status).toBe(410);
    const [second] = await mails();
    expect(second!.subject).toBe('Freya invited you to Demo');
    expect((await server.ask(`/admin/password/token?token=${tokenIn(second!)}`)).status).toBe(200);
    // one that is still to be mailed when it is taken back is not sent
    await admin.data(RESEND, { id: ivy!.id });
    await admin.data(REMOVE, { id: ivy!.id });
    expect(await mails()).toEqual([]);
    expect((await accept(tokenIn(second!))).status).toBe(410);
    expect(await memberOf(ivy!.id)).toBeUndefined();
    expect(await refused(owner, RESEND, { id: ivy!.id })).toMatchObject({ reason: 'not_found' });
    expect(await refused(owner, RESEND, { id: admin.user.id })).toMatchObject({ reason: 'joined' });
  });

  test('no one’s inbox is filled: the sixth invitation within an hour is refused, and other people’s are not', async () => {
    const [ivy] = await invite(owner, ['flooded@people.example']);
    for (let again = 0; again < 4; again += 1) await owner.data(RESEND, { id: ivy!.id });
    expect(await refused(owner, RESEND, { id: ivy!.id })).toMatchObject({ reason: 'too_many' });
    await mails();
    expect((await invite(owner, ['other@people.example'])).map(({ outcome }) => outcome)).toEqual([
      'invited',
    ]);
  });
});

describe('licences and rights', () => {
  test('a right is set by itself, counts at once and ends nothing else', async () => {
    const jamal = await server.createUser({ permissions: { ...NO_PERMISSIONS, feedback_admin_ui: true } });
    expect((await jamal.graphql('{ team_members { id } }')).errors?.[0]?.extensions?.['code']).toBe(
      'FORBIDDEN',
    );
    const { team_member_update } = await admin.data<{ team_member_update: Member }>(UPDATE, {
      id: jamal.user.id,
      permissions: { settings: 'rw' },
    });
    expect(team_member_update.permissions).toEqual({
      ...NO_PERMISSIONS,
      feedback_admin_ui: true,
      settings: 'rw',
    });
    await expect
      .poll(async () => (await jamal.graphql('{ team_members { id } }')).errors, { timeout: 5000 })
      .toBeUndefined();
    const { rows } = await server.database.pool.query(
      "select details from audit_entries where action = 'team_member_update' and subject = $1",
      [jamal.user.id],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0].details.after.permissions.settings).toBe('rw');
  });

  test('nobody gives a right that they lack', async () => {
    const jamal = await server.createUser({ permissions: NO_PERMISSIONS });
    const change = { id: jamal.user.id, permissions: { features: 'rw' } };
    expect(await refused(admin, UPDATE, change)).toMatchObject({
      message: teamSentences.beyondOwn,
      field: 'permissions.features',
    });
    expect(
      await refused(admin, INVITE, {
        email_addresses: ['x@people.example'],
        license_type: 'full',
        permissions: { features: 'rw' },
      }),
    ).toMatchObject({ field: 'permissions.features', reason: 'beyond_own' });
    expect(
      (await owner.data<{ team_member_update: Member }>(UPDATE, change)).team_member_update.permissions,
    ).toMatchObject({ features: 'rw' });
  });

  test('owners are made, changed and removed by owners alone', async () => {
    for (const [query, variables, field] of [
      [UPDATE, { id: owner.user.id, license_type: 'full' }, 'id'],
      [UPDATE, { id: admin.user.id, license_type: 'owner' }, 'license_type'],
      [INVITE, { email_addresses: ['x@people.example'], license_type: 'owner' }, 'license_type'],
      [REMOVE, { id: owner.user.id }, 'id'],
    ] as const)
      expect(await refused(admin, query, variables)).toMatchObject({ field, reason: 'owner' });
    const { team_member_update } = await owner.data<{ team_member_update: Member }>(UPDATE, {
      id: admin.user.id,
      license_type: 'owner',
    });
    expect(team_member_update).toMatchObject({ license_type: 'owner', permissions: ALL_PERMISSIONS });
  });

  test('the last owner stays one: invited and blocked ones do not count, and two who remove each other leave one', async () => {
    await invite(owner, ['coming@people.example'], { license_type: 'owner' });
    const blocked = await server.createUser({ license_type: 'owner', permission_state: 'active' });
    await server.database.pool.query("update users set allowed_state = 'blocked' where id = $1", [
      blocked.user.id,
    ]);
    expect(await refused(owner, UPDATE, { id: owner.user.id, license_type: 'full' })).toMatchObject({
      message: teamSentences.lastOwner,
      reason: 'last_owner',
    });
    expect(await refused(owner, REMOVE, { id: owner.user.id })).toMatchObject({ reason: 'oneself' });
    const second = await server.createUser({ license_type: 'owner', permission_state: 'active' });
    // Both hold a token before either removes the other: a token is not given to a person just removed.
    await Promise.all([owner.token(), second.token()]);
    const answers = await Promise.all([
      owner.graphql(REMOVE, { id: second.user.id }),
      second.graphql(REMOVE, { id: owner.user.id }),
    ]);
    // one that is refused is answered with null, one that came after the other with 401 and no data at all
    const removed = ({ data }: { data?: unknown }): boolean =>
      ((data as { team_member_remove?: object | null } | undefined)?.team_member_remove ?? null) !== null;
    expect(answers.filter(removed)).toHaveLength(1);
    const { rows } = await server.database.pool.query(
      "select id from users where subdomain_id = $1 and license_type = 'owner' and allowed_state = 'allowed' and permission_state = 'active'",
      [server.tenant.id],
    );
    expect(rows).toHaveLength(1);
  });

  test('[DEC-039] who may no longer open the console is signed out, and has no rights', async () => {
    const callum = await server.createUser({ permissions: { ...NO_PERMISSIONS, feedback_admin_ui: true } });
    expect(await isIn(callum)).toBe(true);
    const { team_member_update } = await admin.data<{ team_member_update: Member }>(UPDATE, {
      id: callum.user.id,
      license_type: 'contributor',
    });
    expect(team_member_update).toMatchObject({ license_type: 'contributor', permissions: NO_PERMISSIONS });
    await expect.poll(() => isIn(callum), { timeout: 5000 }).toBe(false);
  });

  test('who is removed can no longer sign in; what they wrote stays, and they can be invited again', async () => {
    const jamal = await server.createUser({ name: 'Jamal', password: PASSWORD });
    await admin.data(REMOVE, { id: jamal.user.id });
    await expect.poll(() => isIn(jamal), { timeout: 5000 }).toBe(false);
    const signIn = (): Promise<Answer> =>
      server.ask('/admin/session', {
        method: 'POST',
        json: { email: jamal.user.email_address, password: PASSWORD },
      });
    expect((await signIn()).status).toBe(401);
    const { rows } = await server.database.pool.query('select name, license_type from users where id = $1', [
      jamal.user.id,
    ]);
    expect(rows).toEqual([{ name: 'Jamal', license_type: 'none' }]);
    expect(await invite(admin, [jamal.user.email_address!])).toMatchObject([
      { id: jamal.user.id, outcome: 'invited' },
    ]);
  });
});

describe('one’s own name and picture', () => {
  const send = async (content: Buffer | Readable, headers: Record<string, string> = {}): Promise<Answer> =>
    server.ask('/api/v2/admin/own_picture', {
      method: 'POST',
      body: content,
      headers: {
        authorization: `Bearer ${await admin.token()}`,
        'content-type': 'application/octet-stream',
        ...headers,
      },
    });

  test('the name is everyone’s at once, on one line; none is refused at its field', async () => {
    const RENAME = 'mutation ($name: String!) { own_profile_update(name: $name) { name } }';
    expect(await admin.data(RENAME, { name: ' Freya  Ashdown ' })).toEqual({
      own_profile_update: { name: 'Freya Ashdown' },
    });
    await expect
      .poll(
        async () =>
          (await admin.data<{ current_user: { display_name: string } }>('{ current_user { display_name } }'))
            .current_user.display_name,
      )
      .toBe('Freya Ashdown');
    expect(await refused(admin, RENAME, { name: '  ' })).toMatchObject({ field: 'name' });
  });

  test('a picture is kept as a small square, for those of the workspace alone; the one before goes', async () => {
    const photo = await sharp({ create: { width: 900, height: 500, channels: 3, background: '#c76a8b' } })
      .jpeg()
      .withExif({ IFD0: { Copyright: 'a secret place' } })
      .toBuffer();
    const sent = await send(photo);
    expect([sent.status, sent.text]).toEqual([200, expect.any(String)]);
    const first = sent.json<{ avatar_url: string }>();
    const read = await admin.ask(first.avatar_url);
    expect(read.headers['content-type']).toBe('image/webp');
    const kept = [...server.services.keptFiles.entries()].find(([key]) => key.includes('picture-'));
    const { width, height, exif } = await sharp(kept![1]).metadata();
    expect([width, height, exif]).toEqual([256, 256, undefined]);
    expect((await server.ask(first.avatar_url)).status).toBe(401);
    const elsewhere = await server.createUser({ tenant: await server.createTenant({ key: 'elsewhere' }) });
    expect((await elsewhere.ask(first.avatar_url)).status).toBe(404);
    server.services.enqueued.length = 0;
    const second = (await send(photo)).json<{ avatar_url: string }>();
    expect(second.avatar_url).not.toBe(first.avatar_url);
    expect(server.services.enqueued.find(({ task }) => task === 'remove_files')?.payload['keys']).toEqual([
      kept![0],
    ]);
    await admin.data('mutation { own_picture_delete }');
    expect(
      (await admin.data<{ own_profile: { avatar_url: null } }>('{ own_profile { avatar_url } }')).own_profile,
    ).toEqual({ avatar_url: null });
  });

  test('a picture of 50 MB is refused with a sentence, whether its size is named or found; so is what is no picture', async () => {
    const large = Buffer.alloc(50 * 1024 * 1024, 1);
    const sentence = 'This picture is larger than 10 MB. Choose a smaller one.';
    const named = await send(large);
    expect([named.status, named.json()]).toMatchObject([413, { message: sentence, field: 'picture' }]);
    const found = await send(Readable.from([large.subarray(0, 9 << 20), large.subarray(0, 9 << 20)]));
    expect([found.status, found.json()]).toMatchObject([413, { message: sentence }]);
    const text = await send(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'));
    expect([text.status, text.json()]).toMatchObject([
      415,
      { message: 'This file can’t be read as a picture. Choose a PNG, JPEG, WebP or GIF.' },
    ]);
    expect((await send(randomBytes(2000))).status).toBe(415);
  });
});
