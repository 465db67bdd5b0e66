import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NO_PERMISSIONS } from '../../../contract/permissions.ts';
import { createMail } from '../../adapters/mail.ts';
import type { Scope } from '../../core/scope.ts';
import {
  buildAdmin,
  buildSuggestion,
  buildTenant,
  buildUser,
  insertRow,
  systemViewer,
  testScope,
  testServices,
  viewerOf,
} from '../../db/builders.ts';
import { openTestDatabase, type TestDatabase } from '../../db/testing.ts';
import { testApi, type TestApi } from '../../testing/api.ts';
import { digestSlot, notificationDigests, notificationMail } from './notification_mails.ts';

/*
 * A mail goes over SMTP to a relay of the test and is read as it arrived.
 */

interface Received {
  to: string;
  subject: string;
  messageId: string;
  /** both parts, decoded */
  text: string;
  html: string;
}

let database: TestDatabase;
let relay: SMTPServer;
let mail: ReturnType<typeof createMail>;
let received: Received[] = [];
/** what the relay does with a recipient; null: takes it */
let refuse: (address: string) => Error | null = () => null;

beforeAll(async () => {
  database = await openTestDatabase();
  relay = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo: ({ address }, _session, done) => done(refuse(address)),
    onData: (stream, { envelope }, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        received.push(readMail(envelope.rcptTo[0]!.address, Buffer.concat(chunks).toString('utf8')));
        done();
      });
    },
  });
  await new Promise<void>((done) => relay.listen(0, '127.0.0.1', done));
  mail = createMail({
    smtpUrl: `smtp://127.0.0.1:${(relay.server.address() as AddressInfo).port}`,
    domain: 'earshot.example',
    outboxDir: '/nowhere',
  });
});
afterAll(async () => {
  mail.close();
  await new Promise<void>((done) => relay.close(done));
  await database.close();
});

const unquoted = (text: string): string => {
  const bytes = text
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
};
const unencoded = (header: string): string =>
  header
    .replaceAll(/\r\n\s/g, ' ')
    .replaceAll(/=\?UTF-8\?(Q|B)\?([^?]*)\?=\s*/gi, (_, kind: string, text: string) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(text, 'base64').toString()
        : unquoted(text.replaceAll('_', ' ')),
    );

function readMail(to: string, source: string): Received {
  const header = (name: string): string =>
    unencoded(new RegExp(`^${name}: ((?:.|\\r\\n[ \\t])*)`, 'm').exec(source)?.[1] ?? '').trim();
  const part = (type: string): string => {
    const found = new RegExp(`Content-Type: ${type}[^]*?\\r\\n\\r\\n([^]*?)\\r\\n--(?![ =])`).exec(source);
    const isQuoted = new RegExp(`Content-Type: ${type}[^]*?quoted-printable[^]*?\\r\\n\\r\\n`).test(source);
    const isBase64 = new RegExp(`Content-Type: ${type}(?:[^\\r]|\\r\\n(?!\\r\\n))*base64`).test(source);
    const body = found?.[1] ?? '';
    return (
      isBase64 ? Buffer.from(body, 'base64').toString('utf8') : isQuoted ? unquoted(body) : body
    ).replaceAll('\r\n', '\n');
  };
  return {
    to,
    subject: header('Subject'),
    messageId: header('Message-ID'),
    text: part('text/plain'),
    html: part('text/html'),
  };
}

const MONDAY = new Date('2026-11-16T09:00:00Z');
let now: Date;
let tenant: Awaited<ReturnType<typeof buildTenant>>;
let ana: Awaited<ReturnType<typeof buildAdmin>>;
let bo: Awaited<ReturnType<typeof buildAdmin>>;
let asAna: TestApi;
let asBo: TestApi;
let system: Scope;
let idea: Awaited<ReturnType<typeof buildSuggestion>>;
beforeEach(async () => {
  received = [];
  refuse = () => null;
  now = MONDAY;
  tenant = await buildTenant(database, { name: 'Northwind <Feedback>' });
  ana = await buildAdmin(database, tenant, { name: 'Ana Ruiz' });
  bo = await buildAdmin(database, tenant, { name: 'Bo' });
  const options = { services: { ...testServices(), mail }, now: () => now };
  asAna = await testApi(database, viewerOf(tenant, ana), options);
  asBo = await testApi(database, viewerOf(tenant, bo), options);
  system = await testScope(database, systemViewer(tenant), options);
  idea = await buildSuggestion(database, tenant, { title: 'Ü & <b>dark</b> mode' });
});

const context = () => ({ scope: system, signal: new AbortController().signal });
const sendMail = (user = bo) =>
  notificationMail.run({ subdomain_id: tenant.id, user_id: user.id }, context());
const sendDigests = () => notificationDigests.run({ subdomain_id: tenant.id }, context());
const assign = (to = bo, id = idea.id) =>
  asAna.data(
    'mutation ($id: ID!, $owner: ID) { suggestion_assign(id: $id, assigned_owner: $owner) { id } }',
    { id, owner: to.id },
  );
const choose = (preferences: Record<string, boolean>, digest?: string, api = asBo) =>
  api.data(
    'mutation ($digest: String, $preferences: [NotificationPreferenceInput!]) { notification_settings_update(digest: $digest, preferences: $preferences) { digest } }',
    {
      digest,
      preferences: Object.entries(preferences).map(([event, by_mail]) => ({ event, by_mail })),
    },
  );
const told = async (values: Record<string, unknown> = {}) =>
  insertRow(database, 'notifications', {
    subdomain_id: tenant.id,
    user_id: bo.id,
    subject_user_id: ana.id,
    event: 'note_reply',
    group_key: `note_reply:${Math.random()}`,
    created_at: now,
    ...values,
  });
const inDays = (days: number): void => {
  now = new Date(now.getTime() + days * 86_400_000);
};

describe('a single mail', () => {
  test('says what happened, leads there and to the settings, as text and as HTML', async () => {
    await assign();
    await sendMail();
    expect(received).toHaveLength(1);
    const [{ to, subject, messageId, text, html }] = received as [Received];
    expect(to).toBe(bo.email_address);
    expect(subject).toBe('Ana Ruiz assigned Ü & <b>dark</b> mode to you');
    expect(messageId).toMatch(/^<notification-\d+-\d+@earshot\.example>$/);
    const url = `http://${tenant.key}.localhost`;
    expect(text).toContain('Hello Bo,');
    expect(text).toContain('* Ana Ruiz assigned Ü & <b>dark</b> mode to you (Nov 16, 9:00 AM UTC)');
    expect(text).toContain(`${url}/admin/v3/ideas/${idea.id}`);
    expect(text).toContain(`Email preferences: ${url}/admin/settings/notifications`);
    expect(html).toContain('Ü &amp; &lt;b&gt;dark&lt;/b&gt; mode');
    expect(html).not.toContain('<b>dark</b>');
    expect(html).toContain(`href="${url}/admin/v3/ideas/${idea.id}"`);
    expect(html).toContain('Northwind &lt;Feedback&gt;');
  });

  test('holds the beginning of the note that it is about', async () => {
    const { note_create: note } = await asAna.data<{ note_create: { id: string } }>(
      'mutation ($idea: ID!, $body: String!) { note_create(suggestion: $idea, body: $body, body_mime_type: "text/html") { id } }',
      { idea: idea.id, body: `<p>Could you call <b>Harrow</b> &amp; Sons?</p><p>${'Soon. '.repeat(80)}</p>` },
    );
    await told({ event: 'note_mention', note_id: note.id });
    await sendMail();
    const [{ text, html }] = received as [Received];
    expect(text).toContain('  Could you call Harrow & Sons? Soon. Soon.');
    expect(text).toContain('…');
    expect(text.length).toBeLessThan(900);
    expect(html).toContain('Could you call Harrow &amp; Sons?');
    expect(html).not.toContain('<b>Harrow');
  });

  test('goes once, and tells of all that happened since the last one', async () => {
    await assign();
    await sendMail();
    await sendMail();
    expect(received).toHaveLength(1);
    await assign(bo, (await buildSuggestion(database, tenant, { title: 'Second' })).id);
    await assign(bo, (await buildSuggestion(database, tenant, { title: 'Third' })).id);
    await sendMail();
    expect(received).toHaveLength(2);
    expect(received[1]!.subject).toBe('2 notifications from Northwind <Feedback>');
    expect(received[1]!.text).toMatch(/Third[^]*Second/);
    expect(received[1]!.text).not.toContain('dark');
  });

  test('is not sent for what was seen meanwhile, what the person does not want, or what happened before they wanted it', async () => {
    await told();
    await sendMail();
    inDays(0.1);
    await choose({ note_reply: true, admin_assigned: false });
    await assign();
    await sendMail();
    expect(received).toEqual([]);
    inDays(0.01);
    const { id } = await told();
    await asBo.data('mutation ($ids: [ID!]!) { notifications_seen(ids: $ids) { id } }', { ids: [id] });
    await sendMail();
    expect(received).toEqual([]);
    await told();
    await sendMail();
    expect(received.map(({ subject }) => subject)).toEqual([
      'Ana Ruiz replied to your note on an idea that you cannot see',
    ]);
  });

  test('is not sent to who may no longer use the console, is blocked or gone; ideas stay hidden from who may not see them', async () => {
    await assign();
    await database.pool.query("update users set license_type = 'contributor' where id = $1", [bo.id]);
    await sendMail();
    await database.pool.query(
      "update users set license_type = 'full', allowed_state = 'blocked' where id = $1",
      [bo.id],
    );
    await sendMail();
    expect(received).toEqual([]);
    await database.pool.query("update users set allowed_state = 'allowed', permissions = $2 where id = $1", [
      bo.id,
      JSON.stringify(NO_PERMISSIONS),
    ]);
    await sendMail();
    expect(received.map(({ subject, text }) => [subject, text.includes('dark')])).toEqual([
      ['Someone assigned an idea that you cannot see to you', false],
    ]);
  });

  test('what the relay does not take is tried again; prevent_email_notifications concerns end users alone', async () => {
    await database.pool.query('update subdomains set prevent_email_notifications = true where id = $1', [
      tenant.id,
    ]);
    await assign();
    refuse = () => Object.assign(new Error('try later'), { responseCode: 451 });
    await expect(sendMail()).rejects.toThrow('451');
    refuse = () => null;
    await sendMail();
    expect(received).toHaveLength(1);
  });

  test('two workers at once send it once', async () => {
    await assign();
    await Promise.all([sendMail(), sendMail(), sendMail()]);
    expect(received).toHaveLength(1);
  });
});

describe('the digest', () => {
  test('slots begin at 7:00 UTC, weekly ones on Mondays', () => {
    expect(digestSlot('daily', new Date('2026-11-16T06:59:59Z'))).toBe('2026-11-15');
    expect(digestSlot('daily', new Date('2026-11-16T07:00:00Z'))).toBe('2026-11-16');
    expect(digestSlot('weekly', new Date('2026-11-16T07:00:00Z'))).toBe('2026-11-16');
    expect(digestSlot('weekly', new Date('2026-11-16T06:00:00Z'))).toBe('2026-11-09');
    expect(digestSlot('weekly', new Date('2026-11-22T23:00:00Z'))).toBe('2026-11-16');
  });

  test('daily: what was not seen and not mailed, once a slot, from the next one on', async () => {
    await choose({ admin_assigned: false }, 'daily');
    await assign();
    await sendDigests();
    expect(received).toEqual([]);
    inDays(1);
    await Promise.all([sendDigests(), sendDigests()]);
    await sendDigests();
    expect(received).toHaveLength(1);
    const [{ subject, messageId, text }] = received as [Received];
    expect(subject).toBe('Northwind <Feedback>: 1 unread notification');
    expect(messageId).toBe(`<digest-${tenant.id}-${bo.id}-2026-11-17@earshot.example>`);
    expect(text).toContain('Ana Ruiz assigned Ü & <b>dark</b> mode to you');
    expect(text).toContain('digest of unread notifications');
    inDays(1);
    await sendDigests();
    expect(received).toHaveLength(1);
  });

  test('leaves out what went out in a mail of its own, and what was seen', async () => {
    await choose({}, 'daily');
    await assign();
    await sendMail();
    const seen = await told();
    await asBo.data('mutation ($ids: [ID!]!) { notifications_seen(ids: $ids) { id } }', { ids: [seen.id] });
    inDays(1);
    await sendDigests();
    expect(received.map(({ subject }) => subject)).toEqual(['Ana Ruiz assigned Ü & <b>dark</b> mode to you']);
  });

  test('leaves out what the console alone tells of, whatever else it holds', async () => {
    await choose({}, 'daily');
    await told({ event: 'import_complete', group_key: 'import_complete:1' });
    inDays(1);
    await sendDigests();
    expect(received).toEqual([]);
    await told();
    inDays(1);
    await sendDigests();
    expect(received.map(({ subject }) => subject)).toEqual(['Northwind <Feedback>: 1 unread notification']);
  });

  test('weekly: on Mondays; a slot that was missed is made up for', async () => {
    await choose({}, 'weekly');
    await told();
    for (let day = 1; day < 7; day += 1) {
      inDays(1);
      await sendDigests();
    }
    expect(received).toEqual([]);
    inDays(3);
    await sendDigests();
    await sendDigests();
    expect(received.map(({ messageId }) => messageId)).toEqual([
      `<digest-${tenant.id}-${bo.id}-2026-11-23@earshot.example>`,
    ]);
  });

  test('many lines are cut, and what stands together is one line', async () => {
    await choose({}, 'daily');
    for (let n = 0; n < 35; n += 1) await told({ group_key: `note_reply:${n}` });
    await told({ group_key: 'note_reply:34' });
    inDays(1);
    await sendDigests();
    const [{ subject, text }] = received as [Received];
    expect(subject).toContain('35 unread notifications');
    expect(text.match(/^\* /gm)).toHaveLength(30);
    expect(text).toContain('and 1 more time');
    expect(text).toContain('5 more in the console.');
  });

  test('one address that fails does not hold up the others; refused for good is not tried again', async () => {
    await choose({}, 'daily');
    await choose({}, 'daily', asAna);
    await told();
    await told({ user_id: ana.id });
    const customer = await buildUser(database, tenant);
    await told({ user_id: customer.id });
    inDays(1);
    refuse = (address) =>
      address === ana.email_address ? Object.assign(new Error('try later'), { responseCode: 451 }) : null;
    await expect(sendDigests()).rejects.toThrow('1 of 2 digests could not be sent');
    expect(received.map(({ to }) => to)).toEqual([bo.email_address]);
    refuse = () => Object.assign(new Error('no such person'), { responseCode: 550 });
    await sendDigests();
    refuse = () => null;
    await sendDigests();
    expect(received).toHaveLength(1);
  });

  test('switched off, none comes', async () => {
    await choose({}, 'daily');
    await told();
    await choose({}, 'never');
    inDays(2);
    await sendDigests();
    expect(received).toEqual([]);
  });
});
