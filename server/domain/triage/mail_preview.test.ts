import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createMail } from '../../adapters/mail.ts';
import { createSignatures } from '../../adapters/signatures.ts';
import {
  buildAttachment,
  buildInternalStatus,
  buildStatus,
  buildSuggestion,
  insertRow,
  systemViewer,
  testScope,
  testServices,
  type TestServices,
} from '../../db/builders.ts';
import { openTestDatabase, type TestDatabase } from '../../db/testing.ts';
import { startRelay, type TestRelay } from '../../testing/relay.ts';
import { openWorkspace, refusal, type TestWorkspace } from '../../testing/workspace.ts';
import { sendMailing } from '../mail/send.ts';

let database: TestDatabase;
let relay: TestRelay;
let outboxDir: string;
let w: TestWorkspace;
let services: TestServices;
const closings: (() => unknown)[] = [];

beforeAll(async () => {
  database = await openTestDatabase();
  outboxDir = mkdtempSync(join(tmpdir(), 'earshot-outbox-'));
});
afterAll(async () => {
  await database.close();
  rmSync(outboxDir, { recursive: true, force: true });
});
beforeEach(async () => {
  relay = await startRelay();
  const mail = createMail({
    smtpUrl: relay.url,
    domain: 'mail.example',
    outboxDir,
    undoSeconds: 0,
    takesReplies: true,
  });
  closings.push(() => mail.close());
  services = { ...testServices(), mail, signatures: createSignatures(Buffer.alloc(32, 3)) };
  w = await openWorkspace(database, { services });
});
afterEach(async () => {
  for (const close of closings.splice(0)) close();
  await relay.close();
});

const INPUTS =
  '$kind: String!, $suggestion: ID!, $status: ID, $internal: ID, $html: String, $subject: String, $tokens: [String!], $from: String, $reply: String';
const GIVEN =
  'kind: $kind, suggestion: $suggestion, status: $status, internal_status: $internal, html_body: $html, email_subject: $subject, attachment_tokens: $tokens, from_email: $from, notification_email_address: $reply';
const PREVIEW = `query (${INPUTS}) { mail_preview(${GIVEN}) { from reply_to subject html } }`;
const SEND = `mutation (${INPUTS}) { mail_test_send(${GIVEN}) { to delivery } }`;
interface Preview {
  from: string;
  reply_to: string | null;
  subject: string;
  html: string;
}
const preview = async (variables: Record<string, unknown>): Promise<Preview> =>
  (await w.api.data<{ mail_preview: Preview }>(PREVIEW, variables)).mail_preview;
/** Whatever carries a credential of a mail. */
const CREDENTIAL = /\/(?:u|o|r|r\/up|r\/down|files\/mail)\/[0-9a-z]+\./;

/** Runs the jobs of all mailings that wait. */
async function sendAll(): Promise<void> {
  const scope = await testScope(database, systemViewer(w.tenant), { services });
  for (const { id } of await w.rows<{ id: string }>(
    "select id::text from mailings where subdomain_id = $1 and state in ('waiting', 'sending')",
    w.tenant.id,
  ))
    await sendMailing.run(
      { subdomain_id: w.tenant.id, mailing_id: id },
      { scope, signal: new AbortController().signal },
    );
}

test('the preview is the mail that goes out, without a credential in it, and writes nothing', async () => {
  const status = await buildStatus(database, w.tenant, { name: 'Started', hex_color: '#6CC000' });
  const idea = await buildSuggestion(database, w.tenant, { title: 'Payroll export' });
  const html = '<p>It comes in <b>May</b>. <a href="https://acme.example/plan">The plan</a></p>';
  const shown = await preview({ kind: 'status_update', suggestion: idea.id, status: status.id, html });
  expect(shown).toMatchObject({ subject: 'Started: Payroll export', reply_to: null });
  expect(shown.from).toContain('<no-reply@mail.example>');
  expect(shown.html).toContain('May');
  expect(shown.html).toContain('https://acme.example/plan');
  expect(shown.html).toContain('Unsubscribe');
  expect(shown.html).not.toMatch(CREDENTIAL);
  expect(await w.rows('select 1 from mailings where subdomain_id = $1', w.tenant.id)).toEqual([]);

  // the same status posted: the mail differs in its addresses alone
  const fan = await insertRow(database, 'users', {
    subdomain_id: w.tenant.id,
    name: 'Ada',
    email_address: 'ada@people.example',
  });
  await insertRow(database, 'subscriptions', {
    subdomain_id: w.tenant.id,
    suggestion_id: idea.id,
    user_id: fan.id,
    subscribed: true,
  });
  await w.api.data(
    'mutation ($links: StatusUpdateLinks!, $html: String) { status_update_create(links: $links, html_body: $html, notify_supporters: true) { id } }',
    { links: { suggestion: idea.id, status: status.id }, html },
  );
  await sendAll();
  const [mail] = relay.received;
  const bare = (text: string): string =>
    text
      .replaceAll(/(?:href|src)="[^"]*"/g, '')
      .replaceAll(/<img [^>]*>/g, '')
      .replaceAll(/\s+/g, ' ');
  expect(mail!.parsed.subject).toBe(shown.subject);
  expect(bare(String(mail!.parsed.html))).toBe(bare(shown.html));
});

test('each kind has its own subject; a status that is not given is the one of the idea, and No Status can be meant', async () => {
  const planned = await buildStatus(database, w.tenant, { name: 'Planned' });
  const internal = await buildInternalStatus(database, w.tenant, { name: 'Building' });
  const idea = await buildSuggestion(database, w.tenant, { title: 'Dark mode', status_id: planned.id });
  const about = { suggestion: idea.id };
  expect((await preview({ ...about, kind: 'status_update' })).subject).toBe('Planned: Dark mode');
  const none = await preview({ ...about, kind: 'status_update', status: null });
  expect(none.subject).toBe('News: Dark mode');
  expect(none.html).toContain('No Status');
  expect((await preview({ ...about, kind: 'internal_status_update', internal: internal.id })).subject).toBe(
    '[Team] Building: Dark mode',
  );
  const message = { ...about, kind: 'supporter_message', html: '<p>How?</p>' };
  expect((await preview({ ...message, subject: 'A call?' })).subject).toBe('A call?');
  expect((await preview(message)).subject).toBe('About "Dark mode"');
});

test('files are named and pictures are the workspace’s own; files of others are unknown', async () => {
  const idea = await buildSuggestion(database, w.tenant);
  const own = await buildAttachment(database, w.tenant, {
    token: 'own-token',
    file_name: 'plan.pdf',
    uploader_id: w.api.scope.viewer.user_id,
  });
  await buildAttachment(database, w.tenant, { token: 'other-token', file_name: 'secret.pdf' });
  const about = { kind: 'status_update', suggestion: idea.id };
  const shown = await preview({
    ...about,
    html: `<p>See <img src="/files/${own.token}" alt="plan"></p>`,
    tokens: ['own-token'],
  });
  expect(shown.html).toContain('src="/files/own-token"');
  expect((await preview({ ...about, tokens: ['own-token'] })).html).toContain('plan.pdf');
  expect(await refusal(w.api, PREVIEW, { ...about, tokens: ['other-token'] })).toMatchObject({
    field: 'attachment_tokens',
  });
});

test('addresses, kinds and rights are those of posting', async () => {
  const idea = await buildSuggestion(database, w.tenant);
  const about = { kind: 'status_update', suggestion: idea.id };
  expect((await preview({ ...about, reply: 'ana@acme.example' })).reply_to).toBe('ana@acme.example');
  expect(await refusal(w.api, PREVIEW, { ...about, reply: 'nowhere' })).toMatchObject({
    field: 'notification_email_address',
  });
  expect(await refusal(w.api, PREVIEW, { ...about, from: 'x@other.example' })).toMatchObject({
    field: 'from_email',
  });
  await database.pool.query('update subdomains set prevent_email_notifications = true where id = $1', [
    w.tenant.id,
  ]);
  expect(await refusal(w.api, PREVIEW, about)).toMatchObject({ field: 'kind' });
  expect(await refusal(w.api, SEND, about)).toMatchObject({ field: 'kind' });
  expect((await preview({ ...about, kind: 'internal_status_update' })).subject).toContain('[Team]');
});

test('a test goes to the viewer alone, is marked as one, and its links change nothing', async () => {
  const idea = await buildSuggestion(database, w.tenant, { title: 'Dark mode' });
  const fan = await insertRow(database, 'users', {
    subdomain_id: w.tenant.id,
    name: 'Ada',
    email_address: 'ada@people.example',
  });
  await insertRow(database, 'subscriptions', {
    subdomain_id: w.tenant.id,
    suggestion_id: idea.id,
    user_id: fan.id,
    subscribed: true,
  });
  const about = { kind: 'status_update', suggestion: idea.id, html: '<p>Soon.</p>' };
  const { mail_test_send: sent } = await w.api.data<{ mail_test_send: { to: string; delivery: string } }>(
    SEND,
    about,
  );
  expect(sent).toEqual({ to: w.api.scope.viewer.email_address, delivery: 'relay' });
  await sendAll();
  expect(relay.received.map((mail) => mail.to)).toEqual([sent.to]);
  const { parsed } = relay.received[0]!;
  expect(parsed.subject).toBe('[Test] News: Dark mode');
  expect(parsed.text).toContain('Soon.');
  expect(parsed.text).toContain('You sent this test to yourself');
  for (const text of [String(parsed.html), parsed.text ?? '']) expect(text).not.toMatch(CREDENTIAL);
  expect(String(parsed.html)).toContain(`/admin/v3/ideas/${idea.id}"`);
  expect(parsed.headers.has('list')).toBe(false);
  // no one's list of mailings holds it
  const { mailings } = await w.api.data<{ mailings: { total_records: number } }>(
    '{ mailings { total_records } }',
  );
  expect(mailings.total_records).toBe(0);
});

test('at most ten tests go out within ten minutes, and none to an address that gets no mail', async () => {
  const idea = await buildSuggestion(database, w.tenant);
  const about = { kind: 'status_update', suggestion: idea.id };
  for (let sent = 0; sent < 10; sent += 1) await w.api.data(SEND, about);
  expect(await refusal(w.api, SEND, about)).toMatchObject({ reason: 'too_many' });
  await database.pool.query(
    "update mailings set created_at = created_at - interval '11 minutes' where subdomain_id = $1",
    [w.tenant.id],
  );
  await w.api.data(SEND, about);
  await insertRow(database, 'mail_suppressions', {
    subdomain_id: w.tenant.id,
    email_key: String(w.api.scope.viewer.email_address).toLowerCase(),
    reason: 'bounce',
  });
  expect((await refusal(w.api, SEND, about)).message).toContain('among the addresses that get no email');
});

test('a mail of the outbox can be opened by who keeps the settings, without the addresses of who would get it', async () => {
  const mail = createMail({
    smtpUrl: null,
    domain: 'mail.example',
    outboxDir,
    undoSeconds: 0,
    takesReplies: false,
  });
  closings.push(() => mail.close());
  services = { ...services, mail };
  w = await openWorkspace(database, { services });
  const idea = await buildSuggestion(database, w.tenant, { title: 'Dark mode' });
  const fan = await insertRow(database, 'users', {
    subdomain_id: w.tenant.id,
    name: 'Ada',
    email_address: 'ada@people.example',
  });
  await insertRow(database, 'subscriptions', {
    subdomain_id: w.tenant.id,
    suggestion_id: idea.id,
    user_id: fan.id,
    subscribed: true,
  });
  await w.api.data(
    'mutation ($links: StatusUpdateLinks!) { status_update_create(links: $links, html_body: "<p>Soon.</p>", notify_supporters: true) { id } }',
    { links: { suggestion: idea.id } },
  );
  await sendAll();
  const { outbox_mails: mails } = await w.api.data<{ outbox_mails: { id: string; to: string }[] }>(
    '{ outbox_mails { id to } }',
  );
  expect(mails.map(({ to }) => to)).toEqual(['ada@people.example']);
  const OPEN = 'query ($id: ID!) { outbox_mail(id: $id) { id html } }';
  const { outbox_mail: page } = await w.api.data<{ outbox_mail: { html: string } }>(OPEN, {
    id: mails[0]!.id,
  });
  expect(page.html).toContain('Soon.');
  expect(page.html).not.toMatch(CREDENTIAL);
  expect(await w.api.data(OPEN, { id: '987654321' })).toEqual({ outbox_mail: null });
  const other = await w.as({ settings: 'read' } as never);
  expect((await refusal(other, OPEN, { id: mails[0]!.id }))['code']).toBe('FORBIDDEN');
});
