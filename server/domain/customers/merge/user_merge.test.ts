import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  buildAccount,
  buildComment,
  buildFeedbackRecord,
  buildForum,
  buildSubscription,
  buildSuggestion,
  buildSupporter,
  buildUser,
  insertRow,
} from '../../../db/builders.ts';
import { openTestDatabase, type TestDatabase } from '../../../db/testing.ts';
import { openWorkspace, refusal, type TestWorkspace } from '../../../testing/workspace.ts';
import { peopleByLostKeys } from '../../account/people/lost_keys.ts';
import { recountTenant } from '../../ideas/recount.ts';
import { pruneUndoTask } from '../../undo/undo.ts';

let database: TestDatabase;
let w: TestWorkspace;
let now: Date;
const DAY_MS = 86_400_000;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  now = new Date('2026-11-20T09:00:00Z');
  w = await openWorkspace(database, { now: () => now });
});

const person = (values = {}) => buildUser(database, w.tenant, values);
const MERGE =
  'mutation ($id: ID!, $other: ID!, $take: [String!]) { user_merge(id: $id, other: $other, take: $take) { id name email_address guid job_title satisfaction_score supported_suggestions_count is_subscribed custom_field_values { key value } crm_account { id } } }';
const merge = async (id: string, other: string, take?: string[]) =>
  (await w.api.data<{ user_merge: Record<string, unknown> }>(MERGE, { id, other, take })).user_merge;
const UNMERGE =
  'mutation ($id: ID!) { user_unmerge(id: $id) { id name email_address satisfaction_score supported_suggestions_count } }';
const unmerge = async (id: string) =>
  (await w.api.data<{ user_unmerge: Record<string, unknown> }>(UNMERGE, { id })).user_unmerge;
const people = async (filter: string): Promise<string[]> =>
  (
    await w.api.data<{ users: { records: { id: string }[] } }>(
      `{ users(${filter}, sort: "id") { records { id } } }`,
    )
  ).users.records.map(({ id }) => id);

/** Everything that stands in the workspace of people and what they gave, but for times of the last change. */
async function picture(): Promise<unknown> {
  const tables = {
    users: 'id',
    suggestions: 'id',
    supporters: 'suggestion_id, user_id',
    subscriptions: 'suggestion_id, user_id',
    comments: 'id',
    feedback_records: 'id',
    ratings: 'id',
    reactions: 'id',
    tickets: 'id',
    internal_flags: 'id',
    external_accounts: 'id',
    suggestion_accounts: 'suggestion_id, account_id',
    activity_entries: 'id',
  };
  return Object.fromEntries(
    await Promise.all(
      Object.entries(tables).map(async ([table, order]) => [
        table,
        await w.rows(
          `select to_jsonb(t) - 'updated_at' - 'sentiment_due_at' as row from ${table} t where t.subdomain_id = $1 order by ${order}`,
          w.tenant.id,
        ),
      ]),
    ),
  );
}

/** Denise twice, with everything that a person can have, in two accounts. */
async function twice() {
  const beacon = await buildAccount(database, w.tenant, { name: 'Beacon', revenue_cents: '4140000' });
  const acme = await buildAccount(database, w.tenant, { name: 'Acme', revenue_cents: '100000' });
  const denise = await person({
    name: 'Denise Whitaker',
    email_address: 'denise.whitaker@beacon.example',
    account_id: beacon.id,
    custom_fields: JSON.stringify({ tier: 'Gold' }),
    satisfaction_score: 9,
    created_at: new Date('2026-02-02T10:00:00Z'),
  });
  const other = await person({
    name: 'D. Whitaker',
    email_address: 'DWhitaker@beacon.example',
    account_id: acme.id,
    job_title: 'Director',
    guid: 'usr_10927',
    custom_fields: JSON.stringify({ tier: 'Silver', beta: true }),
    satisfaction_score: 5,
    subscribed: false,
    created_at: new Date('2025-03-14T10:00:00Z'),
  });
  const forum = await buildForum(database, w.tenant);
  const votes = await buildForum(database, w.tenant, { classic_voting: true });
  const [both, hers, counted, own] = [
    await buildSuggestion(database, w.tenant, { forum_id: forum.id, title: 'Payroll export' }),
    await buildSuggestion(database, w.tenant, { forum_id: forum.id }),
    await buildSuggestion(database, w.tenant, { forum_id: votes.id }),
    await buildSuggestion(database, w.tenant, { forum_id: forum.id, creator_id: other.id }),
  ];
  const support = (suggestion_id: string, user_id: string, values = {}) =>
    buildSupporter(database, w.tenant, { suggestion_id, user_id, ...values });
  await support(both.id, denise.id, { created_at: new Date('2026-05-01T00:00:00Z') });
  await support(both.id, other.id, { created_at: new Date('2026-01-01T00:00:00Z') });
  await support(hers.id, other.id);
  await support(counted.id, denise.id, { votes: 2 });
  await support(counted.id, other.id, { votes: 2 });
  await support(both.id, (await person({ account_id: acme.id })).id);
  await buildSubscription(database, w.tenant, { suggestion_id: both.id, user_id: denise.id });
  await buildSubscription(database, w.tenant, {
    suggestion_id: both.id,
    user_id: other.id,
    subscribed: false,
  });
  await buildSubscription(database, w.tenant, { suggestion_id: hers.id, user_id: other.id });
  await buildComment(database, w.tenant, { suggestion_id: both.id, creator_id: other.id });
  await buildFeedbackRecord(database, w.tenant, { suggestion_id: hers.id, user_id: other.id });
  await buildFeedbackRecord(database, w.tenant, { suggestion_id: null, user_id: other.id });
  const rating = (user_id: string, score: number, day: string) =>
    insertRow(database, 'ratings', {
      subdomain_id: w.tenant.id,
      user_id,
      score,
      channel: 'api',
      created_at: new Date(day),
    });
  await rating(denise.id, 9, '2026-02-01');
  await rating(other.id, 5, '2026-10-02');
  await insertRow(database, 'activity_entries', {
    subdomain_id: w.tenant.id,
    kind: 'support_created',
    suggestion_id: hers.id,
    user_id: other.id,
  });
  await recountTenant(w.api.scope);
  return { denise, other, beacon, acme, both, hers, counted, own };
}

describe('merging two people', () => {
  test('what the other gave goes over, and each idea counts the person once', async () => {
    const { denise, other, beacon, both, hers, counted, own } = await twice();
    const merged = await merge(denise.id, other.id);
    expect(merged).toEqual({
      id: denise.id,
      name: 'Denise Whitaker',
      email_address: 'denise.whitaker@beacon.example',
      guid: 'usr_10927',
      job_title: 'Director',
      // the latest of both
      satisfaction_score: 5,
      supported_suggestions_count: 3,
      // one of the two had asked for no more
      custom_field_values: [
        { key: 'beta', value: 'true' },
        { key: 'tier', value: 'Gold' },
      ],
      is_subscribed: false,
      crm_account: { id: beacon.id },
    });
    expect(
      await w.rows(
        'select suggestion_id, user_id, votes, created_at from supporters where user_id = any($1::bigint[]) order by suggestion_id',
        [denise.id, other.id],
      ),
    ).toEqual([
      // from the earlier day on
      { suggestion_id: both.id, user_id: denise.id, votes: 1, created_at: new Date('2026-01-01T00:00:00Z') },
      expect.objectContaining({ suggestion_id: hers.id, user_id: denise.id, votes: 1 }),
      // where votes add up, to three at most
      expect.objectContaining({ suggestion_id: counted.id, user_id: denise.id, votes: 3 }),
    ]);
    expect(
      await w.rows(
        'select votes_count, supporters_count from suggestions where id = any($1::bigint[]) order by id',
        [both.id, counted.id],
      ),
    ).toEqual([
      { votes_count: 2, supporters_count: 2 },
      { votes_count: 3, supporters_count: 1 },
    ]);
    expect(await w.rows('select creator_id from suggestions where id = $1', own.id)).toEqual([
      { creator_id: denise.id },
    ]);
    for (const [table, column] of [
      ['comments', 'creator_id'],
      ['feedback_records', 'user_id'],
      ['ratings', 'user_id'],
      ['subscriptions', 'user_id'],
      ['activity_entries', 'user_id'],
    ])
      expect(await w.rows(`select 1 from ${table} where ${column} = $1`, other.id), table).toEqual([]);
    // what she said of an idea that both follow stands
    expect(
      await w.rows(
        'select subscribed from subscriptions where suggestion_id = $1 and user_id = $2',
        both.id,
        denise.id,
      ),
    ).toEqual([{ subscribed: true }]);
    expect(await w.drift()).toEqual([]);
  });

  test('the one who went is in no list, leads to the other, and is given nothing any more', async () => {
    const { denise, other } = await twice();
    await merge(denise.id, other.id);
    expect(await people(`q: "whitaker"`)).toEqual([denise.id]);
    expect(await people(`merged_into: ["${denise.id}"]`)).toEqual([other.id]);
    const { user } = await w.api.data<{ user: Record<string, unknown> }>(
      `{ user(id: "${other.id}") { name email_address merged_into { id } merged_at can_unmerge } }`,
    );
    expect(user).toEqual({
      name: 'D. Whitaker',
      email_address: null,
      merged_into: { id: denise.id },
      merged_at: now.toISOString(),
      can_unmerge: true,
    });
    expect(
      await refusal(w.api, 'mutation ($user: ID!) { rating_create(user: $user, score: 3) { id } }', {
        user: other.id,
      }),
    ).toMatchObject({ reason: 'merged', message: expect.stringContaining('D. Whitaker was merged') });
    // mail and files that name the old address or id find the person
    const { users_find_or_create: found } = await w.api.data<{ users_find_or_create: { id: string } }>(
      'mutation { users_find_or_create(email: "dwhitaker@BEACON.example", name: "Someone") { id } }',
    );
    expect(found.id).toBe(denise.id);
    // unless someone else has it by now
    const third = await person({ email_address: 'dwhitaker@beacon.example' });
    const lost = await peopleByLostKeys(w.api.scope.db, w.tenant.id, {
      emails: ['dwhitaker@beacon.example'],
      guids: ['usr_10927'],
    });
    expect(lost).toEqual(new Map());
    await w.rows('delete from users where id = $1', third.id);
    expect(
      await peopleByLostKeys(w.api.scope.db, w.tenant.id, { emails: ['dwhitaker@beacon.example'] }),
    ).toEqual(new Map([['mail dwhitaker@beacon.example', denise.id]]));
  });

  test('what stays is chosen field by field', async () => {
    const { denise, other, acme } = await twice();
    const merged = await merge(denise.id, other.id, ['name', 'email_address', 'crm_account']);
    expect(merged).toMatchObject({
      name: 'D. Whitaker',
      email_address: 'DWhitaker@beacon.example',
      // not taken, though she has none
      guid: null,
      job_title: null,
      crm_account: { id: acme.id },
    });
    expect(await w.drift()).toEqual([]);
  });

  test('taken back, everything is as it was', async () => {
    const { denise, other } = await twice();
    const before = await picture();
    await merge(denise.id, other.id, ['email_address', 'crm_account', 'job_title']);
    expect(await picture()).not.toEqual(before);
    now = new Date(now.getTime() + DAY_MS);
    expect(await unmerge(other.id)).toMatchObject({
      id: other.id,
      email_address: 'DWhitaker@beacon.example',
      satisfaction_score: 5,
      supported_suggestions_count: 3,
    });
    expect(await picture()).toEqual(before);
    expect(await w.drift()).toEqual([]);
    expect(await refusal(w.api, UNMERGE, { id: other.id })).toMatchObject({ reason: 'not_merged' });
  });

  test('what has changed since stays when it is taken back', async () => {
    const { denise, other, both, hers } = await twice();
    await merge(denise.id, other.id);
    await w.api.data(`mutation { user_update(id: "${denise.id}", job_title: "Chief") { id } }`);
    await w.api.data(`mutation { supporter_delete(suggestion: "${hers.id}", user: "${denise.id}") { id } }`);
    await w.api.data(`mutation { rating_create(user: "${denise.id}", score: 10) { id } }`);
    await unmerge(other.id);
    expect(
      await w.rows(
        'select id, job_title, satisfaction_score from users where id = any($1::bigint[]) order by id',
        [denise.id, other.id],
      ),
    ).toEqual([
      { id: denise.id, job_title: 'Chief', satisfaction_score: 10 },
      { id: other.id, job_title: 'Director', satisfaction_score: 5 },
    ]);
    expect(
      await w.rows(
        'select user_id from supporters where suggestion_id = any($1::bigint[]) order by suggestion_id, user_id',
        [both.id, hers.id],
      ),
    ).toEqual([{ user_id: denise.id }, { user_id: other.id }, expect.anything()]);
    expect(await w.drift()).toEqual([]);
  });

  test('of merges one after the other the last one is taken back first', async () => {
    const { denise, other } = await twice();
    const third = await person({ name: 'Denise W.', email_address: 'dw@beacon.example' });
    await merge(denise.id, other.id);
    await merge(third.id, denise.id);
    expect((await people(`merged_into: ["${third.id}"]`)).toSorted()).toEqual(
      [denise.id, other.id].toSorted(),
    );
    expect(await refusal(w.api, UNMERGE, { id: other.id })).toMatchObject({ reason: 'later' });
    const { users_find_or_create: found } = await w.api.data<{ users_find_or_create: { id: string } }>(
      'mutation { users_find_or_create(email: "dwhitaker@beacon.example", name: "Someone") { id } }',
    );
    expect(found.id).toBe(third.id);
    await unmerge(denise.id);
    expect(await people(`merged_into: ["${denise.id}"]`)).toEqual([other.id]);
    await unmerge(other.id);
    expect(await w.drift()).toEqual([]);
  });

  test('after thirty days it stays, and its addresses still find the person', async () => {
    const { denise, other } = await twice();
    await merge(denise.id, other.id);
    now = new Date(now.getTime() + 30 * DAY_MS);
    expect(await refusal(w.api, UNMERGE, { id: other.id })).toMatchObject({ reason: 'expired' });
    await pruneUndoTask.run({ subdomain_id: w.tenant.id }, { scope: w.api.scope } as never);
    expect(
      await w.rows(
        'select moved, winner_before, loser_before from user_merges where loser_id = $1',
        other.id,
      ),
    ).toEqual([{ moved: null, winner_before: {}, loser_before: {} }]);
    const { users_find_or_create: found } = await w.api.data<{ users_find_or_create: { id: string } }>(
      'mutation { users_find_or_create(email: "dwhitaker@beacon.example", name: "Someone") { id } }',
    );
    expect(found.id).toBe(denise.id);
  });

  test('colleagues, one who is blocked beside one who is not, the same and the merged are refused', async () => {
    const [one, two] = [await person({ name: 'One' }), await person({ name: 'Two' })];
    const refused = (id: string, other: string) => refusal(w.api, MERGE, { id, other });
    expect(await refused(one.id, one.id)).toMatchObject({ field: 'other', reason: 'same' });
    expect(await refused(one.id, '987654321')).toMatchObject({ field: 'other', reason: 'not_found' });
    expect(await refused(w.admin.id, one.id)).toMatchObject({ field: 'id', reason: 'team' });
    expect(await refused(one.id, w.admin.id)).toMatchObject({ field: 'other', reason: 'team' });
    const former = await person({ left_team_at: new Date('2026-01-01T00:00:00Z') });
    expect(await refused(one.id, former.id)).toMatchObject({ field: 'other', reason: 'team' });
    const blocked = await person({ allowed_state: 'blocked' });
    expect(await refused(one.id, blocked.id)).toMatchObject({ field: 'other', reason: 'blocked' });
    await merge(one.id, two.id);
    expect(await refused(blocked.id, two.id)).toMatchObject({ field: 'other', reason: 'merged' });
  });

  test('who was invited to the team since is not given another address by taking it back', async () => {
    const { denise, other } = await twice();
    await merge(denise.id, other.id, ['email_address']);
    await w.rows(
      "update users set license_type = 'full', permission_state = 'invited' where id = $1",
      denise.id,
    );
    expect(await refusal(w.api, UNMERGE, { id: other.id })).toMatchObject({ field: 'id', reason: 'team' });
    expect(await w.rows('select email_address from users where id = $1', denise.id)).toEqual([
      { email_address: 'DWhitaker@beacon.example' },
    ]);
  });

  test('two who merge the same people at once, both ways round: one of them is told', async () => {
    const { denise, other } = await twice();
    const results = await Promise.all([
      w.api.run(MERGE, { id: denise.id, other: other.id }),
      w.api.run(MERGE, { id: other.id, other: denise.id }),
    ]);
    expect(results.filter(({ errors }) => errors === undefined)).toHaveLength(1);
    expect(results.find(({ errors }) => errors)!.errors![0]!.extensions).toMatchObject({ reason: 'merged' });
    expect(await w.drift()).toEqual([]);
  });

  test('the numbers are told before', async () => {
    const { denise, other, acme, both, counted } = await twice();
    const { user_merge_preview: preview } = await w.api.data<{ user_merge_preview: unknown }>(
      'query ($id: ID!, $other: ID!) { user_merge_preview(id: $id, other: $other) { ideas_after ideas_common made_count ratings_count score_after votes { id votes_before votes_after } accounts { id name ideas_count } } }',
      { id: denise.id, other: other.id },
    );
    expect(preview).toEqual({
      ideas_after: 3,
      ideas_common: 2,
      made_count: 4,
      ratings_count: 1,
      score_after: 5,
      votes: [
        { id: counted.id, votes_before: 4, votes_after: 3 },
        { id: both.id, votes_before: 3, votes_after: 2 },
      ],
      // one of its three ideas has someone else of it
      accounts: [{ id: acme.id, name: 'Acme', ideas_count: 2 }],
    });
  });
});

describe('who is probably the same', () => {
  test('an account is offered that others at the same company’s domain have', async () => {
    const beacon = await buildAccount(database, w.tenant, { name: 'Beacon' });
    await person({ email_address: 'a@Beacon.example', account_id: beacon.id });
    await person({ email_address: 'b@gmail.com', account_id: beacon.id });
    const offered = async (email_address: string | null): Promise<string[]> => {
      const { id } = await person({ email_address });
      const { external_accounts: accounts } = await w.api.data<{
        external_accounts: { records: { id: string }[] };
      }>(`{ external_accounts(of_domain: ["${id}"]) { records { id } } }`);
      return accounts.records.map((account) => account.id);
    };
    expect(await offered('c@beacon.EXAMPLE')).toEqual([beacon.id]);
    expect(await offered('d@gmail.com')).toEqual([]);
    expect(await offered('e@elsewhere.example')).toEqual([]);
    expect(await offered(null)).toEqual([]);
  });

  test('the same name anywhere, nearly the same in one account or at one domain', async () => {
    const account = await buildAccount(database, w.tenant);
    const me = await person({ name: 'Denise Whitaker', email_address: 'denise.whitaker@beacon.example' });
    const same = await person({ name: 'denise whitaker', email_address: 'dw@gmail.com' });
    const initial = await person({ name: 'D. Whitaker', email_address: 'director@beacon.example' });
    const nameless = await person({ name: null, email_address: 'd.whitaker@beacon.example' });
    await person({ name: 'David Whitaker', email_address: 'david@beacon.example' });
    await person({ name: 'D. Whitaker', email_address: 'd@elsewhere.example' });
    await person({ name: 'Denise', email_address: 'denise@beacon.example' });
    const probably = () => people(`probably: ["${me.id}"]`);
    expect(await probably()).toEqual([same.id, initial.id, nameless.id]);
    expect(await people(`probably: ["${nameless.id}"]`)).toContain(me.id);
    const apart = (isApart: boolean) =>
      w.api.data(
        `mutation { users_set_apart(id: "${initial.id}", other: "${me.id}", apart: ${isApart}) { id } }`,
      );
    await apart(true);
    expect(await probably()).toEqual([same.id, nameless.id]);
    await apart(false);
    expect(await probably()).toEqual([same.id, initial.id, nameless.id]);
    const elsewhere = await person({
      name: 'D Whitaker',
      email_address: 'w@elsewhere.example',
      account_id: account.id,
    });
    await w.rows('update users set account_id = $2 where id = $1', me.id, account.id);
    expect(await probably()).toContain(elsewhere.id);
    await merge(me.id, same.id);
    expect(await probably()).not.toContain(same.id);
  });
});
