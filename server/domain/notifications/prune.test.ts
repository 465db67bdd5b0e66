import { afterAll, beforeAll, expect, test } from 'vitest';
import { notificationLimits } from '../../../contract/limits.ts';
import { LIVE_CHANNEL, readLiveMessage } from '../../live/live.ts';
import { buildTenant, buildUser, insertRow, systemViewer, testScope } from '../../db/builders.ts';
import { openTestDatabase, type TestDatabase } from '../../db/testing.ts';
import { pruneNotifications } from './prune.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const DAY_MS = 86_400_000;
const { unseenPerPerson } = notificationLimits;
/** As the manual says it. */
const SEEN_DAYS = 90;
const daysAgo = (days: number): Date => new Date(Date.now() - days * DAY_MS);

async function prune(tenant: { id: string }, signal = new AbortController().signal): Promise<void> {
  await pruneNotifications.run(
    { subdomain_id: tenant.id },
    { scope: await testScope(database, systemViewer(tenant as Parameters<typeof systemViewer>[0])), signal },
  );
}
const keysOf = async (tenant: { id: string }): Promise<string[]> =>
  (
    await database.pool.query<{ group_key: string }>(
      'select group_key from notifications where subdomain_id = $1 order by id',
      [tenant.id],
    )
  ).rows.map((row) => row.group_key);
/** Many rows of one person, oldest first, named 1, 2, 3, … */
const told = (tenant: { id: string }, user: { id: string }, count: number, seen: Date | null = null) =>
  database.pool.query(
    "insert into notifications (subdomain_id, user_id, event, group_key, seen_at) select $1, $2, 'note_reply', n::text, $4 from generate_series(1, $3::int) as n order by n + 0",
    [tenant.id, user.id, count, seen],
  );

test('what was seen long ago is forgotten, in its own workspace alone; what is newer or was never seen stays', async () => {
  const tenants = [await buildTenant(database), await buildTenant(database)];
  for (const { id: subdomain_id } of tenants) {
    const { id: user_id } = await buildUser(database, subdomain_id);
    for (const [group_key, seen_at] of [
      ['old', daysAgo(SEEN_DAYS + 0.1)],
      ['clicked', daysAgo(SEEN_DAYS + 2)],
      ['newer', daysAgo(SEEN_DAYS - 0.1)],
      ['unseen', null],
    ] as const) {
      await insertRow(database, 'notifications', {
        subdomain_id,
        user_id,
        event: 'note_reply',
        group_key,
        seen_at,
        clicked_at: group_key === 'clicked' ? seen_at : null,
        created_at: daysAgo(SEEN_DAYS * 3),
      });
    }
  }
  await prune(tenants[0]!);
  expect(await keysOf(tenants[0]!)).toEqual(['newer', 'unseen']);
  expect(await keysOf(tenants[1]!)).toEqual(['old', 'clicked', 'newer', 'unseen']);
});

test('of what one person has never seen the newest stay, batch by batch, and their bell hears of it', async () => {
  const tenant = await buildTenant(database);
  const [busy, calm] = [await buildUser(database, tenant), await buildUser(database, tenant)];
  await told(tenant, busy, unseenPerPerson + 1_500);
  await told(tenant, calm, unseenPerPerson);
  const heard: (string[] | null)[] = [];
  const client = await database.pool.connect();
  client.on('notification', ({ payload }) => {
    const message = readLiveMessage(payload ?? '');
    if (message?.event === 'refresh-notifications' && message.subdomain_id === tenant.id)
      heard.push(message.user_ids);
  });
  await client.query(`listen ${LIVE_CHANNEL}`);
  await prune(tenant);
  const left = async (user: { id: string }) =>
    (
      await database.pool.query<{ n: number; oldest: number }>(
        'select count(*)::int as n, min(group_key::int) as oldest from notifications where subdomain_id = $1 and user_id = $2',
        [tenant.id, user.id],
      )
    ).rows[0];
  expect(await left(busy)).toEqual({ n: unseenPerPerson, oldest: 1_501 });
  expect(await left(calm)).toEqual({ n: unseenPerPerson, oldest: 1 });
  // once for each of the two batches; what was notified is delivered with the next answer at the latest
  await client.query('select 1');
  expect(heard).toEqual([[busy.id], [busy.id]]);
  await client.query('unlisten *');
  client.release(true);
});

test('a worker that is asked to stop ends between two batches, and the next run goes on', async () => {
  const tenant = await buildTenant(database);
  await told(tenant, await buildUser(database, tenant), 2_300, daysAgo(SEEN_DAYS + 1));
  await prune(tenant, AbortSignal.abort());
  expect(await keysOf(tenant)).toHaveLength(2_300);
  await prune(tenant);
  expect(await keysOf(tenant)).toEqual([]);
});
