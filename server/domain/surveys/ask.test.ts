import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildAccount, buildUser, insertRow } from '../../db/builders.ts';
import { openTestDatabase, type TestDatabase } from '../../db/testing.ts';
import { openWorkspace, refusal, type TestWorkspace } from '../../testing/workspace.ts';

let database: TestDatabase;
let w: TestWorkspace;
let now: Date;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  now = new Date('2026-11-20T09:00:00Z');
  w = await openWorkspace(database, { now: () => now });
});

const DAY_MS = 86_400_000;
const person = async (values: Record<string, unknown> = {}): Promise<string> =>
  (await buildUser(database, w.tenant, values)).id;
const ASK =
  'mutation ($users: [ID!], $accounts: [ID!], $everyone: Boolean, $message: String) { ratings_ask(users: $users, accounts: $accounts, everyone: $everyone, message: $message) { id kind state expected_count subject } }';
const ask = async (variables: Record<string, unknown>) =>
  (await w.api.data<{ ratings_ask: { id: string; expected_count: number; state: string } }>(ASK, variables))
    .ratings_ask;
const preview = async (variables: Record<string, unknown>) =>
  (
    await w.api.data<{
      ratings_ask_preview: { asked_count: number; left_out: { reason: string; count: number }[] };
    }>(
      'query ($users: [ID!], $accounts: [ID!], $everyone: Boolean) { ratings_ask_preview(users: $users, accounts: $accounts, everyone: $everyone) { asked_count left_out { reason count } } }',
      variables,
    )
  ).ratings_ask_preview;
const askedBy = async (mailing_id: string): Promise<string[]> =>
  (
    await w.rows<{ user_id: string }>(
      'select user_id::text as user_id from deliveries where mailing_id = $1 order by user_id',
      mailing_id,
    )
  ).map(({ user_id }) => user_id);

describe('asking for ratings', () => {
  test('those who take email are asked, each once in 90 days; the preview says the same, and why others are not', async () => {
    const ann = await person();
    const everyReason = {
      no_address: await person({ email_address: null }),
      blocked: await person({ allowed_state: 'blocked' }),
      notifications_off: await person({ status_notifications: false }),
      suppressed: await person({ email_address: 'gone@people.example' }),
    };
    await insertRow(database, 'mail_suppressions', {
      subdomain_id: w.tenant.id,
      email_key: 'gone@people.example',
      reason: 'bounce',
    });
    const users = [ann, ...Object.values(everyReason), w.admin.id];
    const { asked_count, left_out } = await preview({ users });
    expect(asked_count).toBe(1);
    expect(Object.fromEntries(left_out.map(({ reason, count }) => [reason, count]))).toEqual({
      no_address: 1,
      blocked: 1,
      notifications_off: 1,
      suppressed: 1,
      team: 1,
    });
    const mailing = await ask({ users });
    expect(mailing).toMatchObject({ kind: 'rating_request', state: 'waiting', expected_count: 1 });
    expect(await askedBy(mailing.id)).toEqual([ann]);

    expect(await preview({ users: [ann] })).toEqual({
      asked_count: 0,
      left_out: [{ reason: 'asked', count: 1 }],
    });
    expect(await refusal(w.api, ASK, { users: [ann] })).toMatchObject({
      message: 'No one can be asked now: Asked within the last 90 days.',
      reason: 'no_one',
    });
    now = new Date(now.getTime() + 91 * DAY_MS);
    expect((await ask({ users: [ann] })).expected_count).toBe(1);
  });

  test('a request that was called back asked no one', async () => {
    const users = [await person()];
    const { id } = await ask({ users });
    await w.api.data('mutation ($id: ID!) { mailing_call_back(id: $id) { id } }', { id });
    expect((await preview({ users })).asked_count).toBe(1);
  });

  test('the people of accounts, or every customer; no one of the team, of another workspace, or merged away', async () => {
    const account = (await buildAccount(database, w.tenant)).id;
    const [ann, bob] = [await person({ account_id: account }), await person()];
    await person({ merged_into_id: ann, email_address: 'old@people.example' });
    const other = await openWorkspace(database);
    await buildUser(database, other.tenant, {});
    expect(await preview({ accounts: [account] })).toEqual({ asked_count: 1, left_out: [] });
    expect(await askedBy((await ask({ everyone: true })).id)).toEqual([ann, bob].toSorted());
  });

  test('it says exactly one of whom, and is refused where the workspace sends no email', async () => {
    expect(await refusal(w.api, ASK, {})).toMatchObject({ field: 'users' });
    expect(await refusal(w.api, ASK, { everyone: true, users: [] })).toMatchObject({ field: 'users' });
    await database.pool.query('update subdomains set prevent_email_notifications = true where id = $1', [
      w.tenant.id,
    ]);
    expect(await refusal(w.api, ASK, { everyone: true })).toMatchObject({ reason: 'mail_off' });
  });

  test('two who ask at the same moment ask no one twice', async () => {
    const users = [await person(), await person()];
    const results = await Promise.allSettled([ask({ users }), ask({ users })]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});
