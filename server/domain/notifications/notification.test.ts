import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NO_PERMISSIONS } from '../../../contract/permissions.ts';
import {
  buildAdmin,
  buildNote,
  buildSuggestion,
  buildTenant,
  buildUser,
  insertRow,
  testServices,
  viewerOf,
  type TestServices,
} from '../../db/builders.ts';
import { openTestDatabase, type TestDatabase } from '../../db/testing.ts';
import { testApi, type TestApi } from '../../testing/api.ts';
import { refusal } from '../../testing/workspace.ts';

let database: TestDatabase;
let tenant: Awaited<ReturnType<typeof buildTenant>>;
let ana: Awaited<ReturnType<typeof buildAdmin>>;
let bo: Awaited<ReturnType<typeof buildAdmin>>;
let services: TestServices;
/** the API as each of the two */
let asAna: TestApi;
let asBo: TestApi;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  tenant = await buildTenant(database);
  ana = await buildAdmin(database, tenant, { name: 'Ana' });
  bo = await buildAdmin(database, tenant, { name: 'Bo' });
  services = testServices();
  asAna = await testApi(database, viewerOf(tenant, ana), { services });
  asBo = await testApi(database, viewerOf(tenant, bo), { services });
});

type Told = Parameters<typeof insertRow<'notifications'>>[2];
const told = async (values: Partial<Told> & { event?: string; group_key?: string } = {}): Promise<string> => {
  const event = values.event ?? 'note_reply';
  return (
    await insertRow(database, 'notifications', {
      subdomain_id: tenant.id,
      user_id: bo.id,
      subject_user_id: ana.id,
      event,
      group_key: `${event}:${Math.random()}`,
      ...values,
    })
  ).id;
};
interface Row {
  id: string;
  event: string;
  seen: boolean;
  clicked: boolean;
  related_notifications_count: number;
}
const list = async (args = '', api = asBo) =>
  (
    await api.data<{ notifications: { total_records: number; records: Row[] } }>(
      `{ notifications${args} { total_records records { id event seen clicked related_notifications_count } } }`,
    )
  ).notifications;
const idsOf = async (args = '', api = asBo): Promise<string[]> =>
  (await list(args, api)).records.map((row) => row.id);
const unseen = async (api = asBo): Promise<number> =>
  (await api.data<{ notification_counts: { unseen: number } }>('{ notification_counts { unseen } }'))
    .notification_counts.unseen;
const see = (ids: string[], api = asBo) =>
  api.data('mutation ($ids: [ID!]!) { notifications_seen(ids: $ids) { id seen clicked } }', { ids });
const click = (id: string, api = asBo) =>
  api.data<{ notification_clicked: Row | null }>(
    'mutation ($id: ID!) { notification_clicked(id: $id) { id seen clicked } }',
    { id },
  );

describe('the list', () => {
  test('[CALL-Q-031] [CALL-Q-106] [CALL-Q-107] filters by clicked and events, sorts, pages', async () => {
    const ids = [
      await told({ event: 'note_reply' }),
      await told({ event: 'note_mention' }),
      await told({ event: 'admin_assigned', clicked_at: new Date(), seen_at: new Date() }),
    ];
    expect(await idsOf()).toEqual(ids.toReversed());
    expect(await idsOf('(sort: "id")')).toEqual(ids);
    expect(await idsOf('(event: ["note_reply", "note_mention"])')).toEqual([ids[1], ids[0]]);
    expect(await idsOf('(event: "note_reply")')).toEqual([ids[0]]);
    expect(await list('(clicked: true)')).toMatchObject({
      total_records: 1,
      records: [{ id: ids[2], clicked: true, seen: true }],
    });
    expect(await list('(clicked: false)')).toMatchObject({ total_records: 2 });
    expect(await idsOf('(seen: false)')).toEqual([ids[1], ids[0]]);
    expect(await idsOf('(page: 2, per_page: 2)')).toEqual([ids[0]]);
    expect(await idsOf('(page: 2, perPage: 1)')).toEqual([ids[1]]);
    expect(await refusal(asBo, '{ notifications(event: ["nothing"]) { total_records } }')).toMatchObject({
      code: 'BAD_USER_INPUT',
      field: 'event',
    });
  });

  test('holds the own ones only, also for the system; one by id too', async () => {
    const mine = await told();
    const hers = await told({ user_id: ana.id, subject_user_id: bo.id });
    const other = await buildTenant(database);
    const stranger = await buildAdmin(database, other);
    await insertRow(database, 'notifications', {
      subdomain_id: other.id,
      user_id: stranger.id,
      event: 'note_reply',
      group_key: 'x',
    });
    expect(await idsOf()).toEqual([mine]);
    expect(await idsOf('', asAna)).toEqual([hers]);
    expect(await asBo.data(`{ notification(id: "${hers}") { id } }`)).toEqual({ notification: null });
    expect(await unseen()).toBe(1);
  });

  test('[DEC-151] further unseen ones of the same event and object stand in one row, in one statement', async () => {
    const group_key = 'note_reply:7';
    const [old, second, newest] = [
      await told({ group_key, seen_at: new Date() }),
      await told({ group_key }),
      await told({ group_key }),
    ];
    const other = await told({ group_key: 'note_reply:8' });
    const statements: string[] = [];
    const api = await testApi(database, viewerOf(tenant, bo), {
      onStatement: (text) => statements.push(text),
    });
    const { records } = (
      await api.data<{ notifications: { records: Row[] } }>(
        '{ notifications { records { id related_notifications_count seen } } }',
      )
    ).notifications;
    expect(records).toEqual([
      { id: other, related_notifications_count: 0, seen: false },
      { id: newest, related_notifications_count: 1, seen: false },
      { id: old, related_notifications_count: 0, seen: true },
    ]);
    expect(statements).toHaveLength(1);
    expect(await unseen()).toBe(2);
    expect((await list()).total_records).toBe(3);
    expect(second).not.toBe(newest);
  });

  test('objects that the reader may not see are null, the notification stays', async () => {
    const idea = await buildSuggestion(database, tenant, { title: 'Secret' });
    await told({ event: 'admin_assigned', suggestion_id: idea.id });
    const document = '{ notifications { records { event suggestion { id title } } } }';
    expect(await asBo.data(document)).toEqual({
      notifications: { records: [{ event: 'admin_assigned', suggestion: { id: idea.id, title: 'Secret' } }] },
    });
    const without = await testApi(database, { ...viewerOf(tenant, bo), permissions: NO_PERMISSIONS });
    expect(await without.data(document)).toEqual({
      notifications: { records: [{ event: 'admin_assigned', suggestion: null }] },
    });
  });
});

describe('seen and clicked', () => {
  test('[CALL-M-031] [CALL-M-057] [NOTIF-007] exactly the named rows become seen; the rows that they stand for with them; later ones do not', async () => {
    const group_key = 'note_reply:7';
    const first = await told({ group_key });
    const drawn = await told({ group_key });
    const other = await told();
    const later = await told({ group_key });
    await see([drawn]);
    expect(
      (await list()).records.map(({ id, seen, related_notifications_count }) => [
        id,
        seen,
        related_notifications_count,
      ]),
    ).toEqual([
      [later, false, 0],
      [other, false, 0],
      [drawn, true, 1],
    ]);
    expect(
      (await database.pool.query('select seen_at from notifications where id = $1', [first])).rows[0].seen_at,
    ).not.toBe(null);
    expect(await unseen()).toBe(2);
    await see([later, other]);
    expect(await unseen()).toBe(0);
  });

  test("[DEC-118] others' ids and ids that nobody has are ignored silently", async () => {
    const hers = await told({ user_id: ana.id });
    const mine = await told();
    expect(await see([hers, '987654321', mine])).toEqual({
      notifications_seen: [{ id: mine, seen: true, clicked: false }],
    });
    expect(await click(hers)).toEqual({ notification_clicked: null });
    expect(await unseen(asAna)).toBe(1);
    expect(await refusal(asBo, 'mutation { notifications_seen(ids: []) { id } }')).toMatchObject({
      field: 'ids',
      reason: 'required',
    });
  });

  test('[CALL-M-032] [CALL-M-058] [NOTIF-009] [DEC-118] clicked implies seen, for one', async () => {
    const [one, two] = [await told(), await told()];
    expect(await click(one)).toEqual({ notification_clicked: { id: one, seen: true, clicked: true } });
    expect((await list()).records.map(({ id, seen, clicked }) => [id, seen, clicked])).toEqual([
      [two, false, false],
      [one, true, true],
    ]);
  });

  test('other windows of the same person hear that something was seen, once', async () => {
    const heard: string[] = [];
    const client = await database.pool.connect();
    await client.query('listen earshot_live');
    client.on('notification', ({ payload }) => heard.push(payload ?? ''));
    try {
      const id = await told();
      await see([id]);
      await see([id]);
      await expect
        .poll(() => heard.map((text) => JSON.parse(text) as unknown))
        .toEqual([{ event: 'refresh-notifications', subdomain_id: tenant.id, user_ids: [bo.id] }]);
    } finally {
      await client.query('unlisten *');
      client.release(true);
    }
  });
});

describe('what raises them', () => {
  const ASSIGN =
    'mutation ($id: ID!, $owner: ID) { suggestion_assign(id: $id, assigned_owner: $owner) { id } }';
  const BULK =
    'mutation ($ids: [ID!], $owner: ID) { suggestions_bulk_assign(ids: $ids, assigned_owner: $owner) { undo_id } }';

  test('[NOTIF-015] [SCOPE-031] who is given an idea is told; nobody of their own doing, nor when nothing changed [DEC-152]', async () => {
    const idea = await buildSuggestion(database, tenant, { title: 'Dark mode' });
    await asAna.data(ASSIGN, { id: idea.id, owner: bo.id });
    await asAna.data(ASSIGN, { id: idea.id, owner: bo.id });
    const document =
      '{ notifications(event: ["admin_assigned"]) { records { event suggestion { id title } subject_user { name } user { id } related_notifications_count } } }';
    expect(await asBo.data(document)).toEqual({
      notifications: {
        records: [
          {
            event: 'admin_assigned',
            suggestion: { id: idea.id, title: 'Dark mode' },
            subject_user: { name: 'Ana' },
            user: { id: bo.id },
            related_notifications_count: 0,
          },
        ],
      },
    });
    await asAna.data(ASSIGN, { id: idea.id, owner: null });
    await asAna.data(ASSIGN, { id: idea.id, owner: ana.id });
    expect(await idsOf('', asAna)).toEqual([]);
    expect(await idsOf()).toHaveLength(1);
  });

  test('[NOTIF-016] a bulk action tells once, with how many it changed; taken back unseen, it is not told of', async () => {
    const ideas = [
      await buildSuggestion(database, tenant),
      await buildSuggestion(database, tenant),
      await buildSuggestion(database, tenant, { assigned_owner_id: bo.id }),
    ];
    const { suggestions_bulk_assign: done } = await asAna.data<{
      suggestions_bulk_assign: { undo_id: string };
    }>(BULK, { ids: ideas.map(({ id }) => id), owner: bo.id });
    const document =
      '{ notifications(event: ["admin_bulk_assigned"]) { records { event bulk_action { id objects_changed } user { id } suggestion { id } } } }';
    expect(await asBo.data(document)).toEqual({
      notifications: {
        records: [
          {
            event: 'admin_bulk_assigned',
            bulk_action: { id: done.undo_id, objects_changed: 2 },
            user: { id: bo.id },
            suggestion: null,
          },
        ],
      },
    });
    await asAna.data(`mutation { bulk_undo(id: "${done.undo_id}") { changed_count } }`);
    expect(await asBo.data(document)).toEqual({ notifications: { records: [] } });
  });

  test('a mail is asked for where the person wants one: by default for what is given to them', async () => {
    const idea = await buildSuggestion(database, tenant);
    await asAna.data(ASSIGN, { id: idea.id, owner: bo.id });
    expect(services.enqueued).toEqual([
      { task: 'notification_mail', payload: { subdomain_id: tenant.id, user_id: bo.id } },
    ]);
    await asBo.data(
      'mutation { notification_settings_update(preferences: [{ event: "admin_assigned", by_mail: false }]) { digest } }',
    );
    services.enqueued.length = 0;
    await asAna.data(ASSIGN, { id: (await buildSuggestion(database, tenant)).id, owner: bo.id });
    expect(services.enqueued).toEqual([]);
    expect(await unseen()).toBe(2);
  });

  test('a person who cannot be mailed is still told', async () => {
    const silent = await buildAdmin(database, tenant, { email_address: null });
    await asAna.data(ASSIGN, { id: (await buildSuggestion(database, tenant)).id, owner: silent.id });
    expect(services.enqueued).toEqual([]);
    expect(await unseen(await testApi(database, viewerOf(tenant, silent)))).toBe(1);
  });
});

describe('the settings', () => {
  const READ = '{ notification_settings { digest preferences { event by_mail } } }';
  const UPDATE =
    'mutation ($digest: String, $preferences: [NotificationPreferenceInput!]) { notification_settings_update(digest: $digest, preferences: $preferences) { digest preferences { event by_mail } } }';
  interface Settings {
    digest: string;
    preferences: { event: string; by_mail: boolean }[];
  }
  const on = (settings: Settings): string[] =>
    settings.preferences.filter(({ by_mail }) => by_mail).map(({ event }) => event);

  test('begin with the product’s choice; what is not named stays; each person has their own', async () => {
    const before = (await asBo.data<{ notification_settings: Settings }>(READ)).notification_settings;
    expect([before.digest, on(before)]).toEqual([
      'never',
      [
        'impact_report_shared',
        'admin_assigned',
        'admin_bulk_assigned',
        'note_mention',
        'ticket_assigned',
        'webhook_switched_off',
      ],
    ]);
    await asBo.data(UPDATE, { digest: 'weekly' });
    const { notification_settings_update: after } = await asBo.data<{
      notification_settings_update: Settings;
    }>(UPDATE, {
      preferences: [
        { event: 'note_mention', by_mail: false },
        { event: 'note_reply', by_mail: true },
      ],
    });
    expect([after.digest, on(after)]).toEqual([
      'weekly',
      [
        'impact_report_shared',
        'admin_assigned',
        'admin_bulk_assigned',
        'note_reply',
        'ticket_assigned',
        'webhook_switched_off',
      ],
    ]);
    expect((await asBo.data<{ notification_settings: Settings }>(READ)).notification_settings).toEqual(after);
    expect(on((await asAna.data<{ notification_settings: Settings }>(READ)).notification_settings)).toContain(
      'note_mention',
    );
  });

  test('take no unknown event, no unknown frequency', async () => {
    expect(await refusal(asBo, UPDATE, { digest: 'hourly' })).toMatchObject({
      code: 'BAD_USER_INPUT',
      field: 'digest',
    });
    expect(
      await refusal(asBo, UPDATE, { preferences: [{ event: 'moon_rises', by_mail: true }] }),
    ).toMatchObject({ field: 'preferences.0.event' });
  });
});

test('a note that was deleted leaves its notification without an object', async () => {
  const idea = await buildSuggestion(database, tenant);
  const author = await buildUser(database, tenant);
  const note = await buildNote(database, tenant, { suggestion_id: idea.id, creator_id: author.id });
  await told({ event: 'note_mention', note_id: note.id });
  const document = '{ notifications { records { note { id suggestion { id } } } } }';
  expect(await asBo.data(document)).toEqual({
    notifications: { records: [{ note: { id: note.id, suggestion: { id: idea.id } } }] },
  });
  await database.pool.query('update notes set deleted_at = now() where id = $1', [note.id]);
  expect(await asBo.data(document)).toEqual({ notifications: { records: [{ note: null }] } });
});
