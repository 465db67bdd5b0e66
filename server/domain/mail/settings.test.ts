import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildSuggestion, insertRow, testServices, type TestServices } from '../../db/builders.ts';
import { openTestDatabase, type TestDatabase } from '../../db/testing.ts';
import { openWorkspace, refusal, type TestWorkspace } from '../../testing/workspace.ts';

let database: TestDatabase;
let own: TestWorkspace;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  own = await openWorkspace(database);
});

const STATE =
  '{ mail_state { delivery relay mail_domain outbox_count waiting_count suppressions_count suppressions { email_address reason details created_by_name can_remove } } }';
const state = async () =>
  (
    await own.api.data<{ mail_state: Record<string, unknown> & { suppressions: Record<string, unknown>[] } }>(
      STATE,
    )
  ).mail_state;
const audited = async () =>
  (
    await database.pool.query<{ action: string; subject: string | null }>(
      "select action, subject from audit_entries where subdomain_id = $1 and action like 'mail_%' order by id",
      [own.tenant.id],
    )
  ).rows;

test('an address is put on the list and taken off it; both are audited', async () => {
  expect(
    await own.api.data(
      'mutation { mail_suppression_create(email_address: "Zoe@Example.com", details: "Asked by phone") }',
    ),
  ).toEqual({ mail_suppression_create: true });
  expect(await state()).toMatchObject({
    delivery: 'relay',
    relay: 'relay.example:25',
    suppressions_count: 1,
    suppressions: [
      { email_address: 'zoe@example.com', reason: 'manual', details: 'Asked by phone', can_remove: true },
    ],
  });
  expect(
    await refusal(own.api, 'mutation { mail_suppression_create(email_address: "zoe@example.com") }'),
  ).toMatchObject({ field: 'email_address', reason: 'taken' });
  expect(
    await refusal(own.api, 'mutation { mail_suppression_create(email_address: "nonsense") }'),
  ).toMatchObject({ field: 'email_address' });
  await own.api.data('mutation { mail_suppression_delete(email_address: "ZOE@example.com") }');
  expect((await state()).suppressions).toEqual([]);
  expect(
    await refusal(own.api, 'mutation { mail_suppression_delete(email_address: "zoe@example.com") }'),
  ).toMatchObject({ reason: 'not_found' });
  expect(await audited()).toEqual([
    { action: 'mail_suppression_create', subject: 'zoe@example.com' },
    { action: 'mail_suppression_delete', subject: 'zoe@example.com' },
  ]);
});

test('who switched mail off themselves is not switched on by others; other workspaces have lists of their own', async () => {
  const other = await openWorkspace(database);
  for (const [tenant, reason] of [
    [own.tenant, 'unsubscribed'],
    [other.tenant, 'bounce'],
  ] as const)
    await insertRow(database, 'mail_suppressions', {
      subdomain_id: tenant.id,
      email_key: 'zoe@example.com',
      reason,
    });
  expect((await state()).suppressions).toEqual([
    expect.objectContaining({ reason: 'unsubscribed', can_remove: false }),
  ]);
  expect(
    await refusal(own.api, 'mutation { mail_suppression_delete(email_address: "zoe@example.com") }'),
  ).toMatchObject({ reason: 'unsubscribed' });
  expect(await own.api.data('{ mail_state(q: "nobody") { suppressions { email_address } } }')).toEqual({
    mail_state: { suppressions: [] },
  });
  expect(await own.api.data('{ mail_state(q: "ZOE@") { suppressions { email_address } } }')).toEqual({
    mail_state: { suppressions: [{ email_address: 'zoe@example.com' }] },
  });
});

test('mail that is held since a restore says since when', async () => {
  expect(await own.api.data('{ mail_state { held_since } }')).toEqual({ mail_state: { held_since: null } });
  await insertRow(database, 'installation_facts', {
    name: 'held',
    value: JSON.stringify({ since: '2026-03-31T10:00:00.000Z', backup_of: '2026-03-30T10:00:00.000Z' }),
  });
  expect(await own.api.data('{ mail_state { held_since } }')).toEqual({
    mail_state: { held_since: '2026-03-31T10:00:00.000Z' },
  });
  await database.pool.query(`delete from installation_facts where name = 'held'`);
});

test("the outbox shows mail about ideas, and no mail that is one person's own business", async () => {
  const idea = await buildSuggestion(database, own.tenant);
  const content = { content: { heading: 'News', html: '<p>Hello <b>you</b></p>' } };
  for (const kind of ['supporter_message', 'notification'] as const) {
    const mailing = await insertRow(database, 'mailings', {
      subdomain_id: own.tenant.id,
      kind,
      suggestion_id: idea.id,
      subject: `About ${kind}`,
      details: JSON.stringify(content),
      state: 'done',
    });
    await insertRow(database, 'deliveries', {
      subdomain_id: own.tenant.id,
      mailing_id: mailing.id,
      email_address: 'zoe@example.com',
      state: 'outbox',
    });
  }
  expect(await own.api.data('{ outbox_mails { to subject preview } }')).toEqual({
    outbox_mails: [{ to: 'zoe@example.com', subject: 'About supporter_message', preview: 'Hello you' }],
  });
  expect(await state()).toMatchObject({ outbox_count: 2, waiting_count: 0 });
});

test('the test of the relay goes to who asks, is audited, and is not for asking again and again', async () => {
  const services: TestServices = testServices();
  const asked: unknown[] = [];
  services.mail.check = (test) => {
    asked.push(test);
    return Promise.resolve([{ step: 'find', state: 'ok', sentence: 'Found.' }]);
  };
  const workspace = await openWorkspace(database, { services });
  const ask = '{ mail_check { step state sentence } }';
  expect(await workspace.api.data(ask)).toEqual({
    mail_check: [{ step: 'find', state: 'ok', sentence: 'Found.' }],
  });
  expect(asked).toEqual([{ to: workspace.admin.email_address, workspace: workspace.tenant.name }]);
  for (let n = 0; n < 9; n += 1) await workspace.api.data(ask);
  expect(await refusal(workspace.api, ask)).toMatchObject({ reason: 'too_many' });
  expect(asked).toHaveLength(10);
});

test('mail to end users and counting are switches of the workspace', async () => {
  const change = (args: string) =>
    own.api.data(`mutation { subdomain_update(${args}) { prevent_email_notifications mail_tracking } }`);
  expect(await change('prevent_email_notifications: true')).toEqual({
    subdomain_update: { prevent_email_notifications: true, mail_tracking: true },
  });
  expect(await change('mail_tracking: false')).toEqual({
    subdomain_update: { prevent_email_notifications: true, mail_tracking: false },
  });
  expect(await own.api.data('{ current_subdomain { prevent_email_notifications mail_tracking } }')).toEqual({
    current_subdomain: { prevent_email_notifications: true, mail_tracking: false },
  });
});

test('without write on settings none of it is there', async () => {
  const reader = await own.as({ settings: 'none' });
  for (const document of [
    STATE,
    '{ mail_check { step } }',
    '{ outbox_mails { id } }',
    'mutation { mail_suppression_create(email_address: "a@example.com") }',
    'mutation { mail_suppression_delete(email_address: "a@example.com") }',
  ]) {
    expect(await refusal(reader, document), document).toMatchObject({ code: 'FORBIDDEN' });
  }
});

test('figures of the last 30 days: what was sent, what failed and came back, and how long the relay let wait', async () => {
  const FIGURES =
    '{ mail_state { recent { sent_count failed_count bounced_count complained_count median_seconds } } }';
  expect(await own.api.data(FIGURES)).toEqual({
    mail_state: {
      recent: { sent_count: 0, failed_count: 0, bounced_count: 0, complained_count: 0, median_seconds: null },
    },
  });
  const day = (days: number): Date => new Date(Date.now() - days * 864e5);
  const mail = async (at: Date, state: string, waitedMs: number | null): Promise<void> => {
    const mailing = await insertRow(database, 'mailings', {
      subdomain_id: own.tenant.id,
      kind: 'notification',
      subject: 'News',
      details: JSON.stringify({ content: { heading: 'News', html: null } }),
      state: 'done',
      // due a minute after it was asked for: that minute is not waiting for the relay
      send_after: new Date(at.getTime() + 60_000),
      created_at: at,
    });
    await insertRow(database, 'deliveries', {
      subdomain_id: own.tenant.id,
      mailing_id: mailing.id,
      email_address: 'zoe@example.com',
      state,
      created_at: at,
      ...(waitedMs === null ? {} : { sent_at: new Date(at.getTime() + 60_000 + waitedMs) }),
    });
  };
  await mail(day(1), 'sent', 800);
  await mail(day(2), 'sent', 1200);
  await mail(day(29), 'sent', 90_000);
  await mail(day(3), 'failed', null);
  await mail(day(31), 'sent', 500);
  for (const [email_key, reason, created_at] of [
    ['a@example.com', 'bounce', day(5)],
    ['b@example.com', 'bounce', day(40)],
    ['c@example.com', 'complaint', day(6)],
    ['d@example.com', 'manual', day(6)],
  ] as const)
    await insertRow(database, 'mail_suppressions', {
      subdomain_id: own.tenant.id,
      email_key,
      reason,
      created_at,
    });
  expect(await own.api.data(FIGURES)).toEqual({
    mail_state: {
      recent: { sent_count: 3, failed_count: 1, bounced_count: 1, complained_count: 1, median_seconds: 1.2 },
    },
  });
});
