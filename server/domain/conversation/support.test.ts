import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  buildAdmin,
  buildComment,
  buildFeedbackRecord,
  buildLabel,
  buildSubscription,
  buildSuggestion,
  buildSupporter,
  buildTenant,
  buildUser,
  insertRow,
  viewerOf,
} from '../../db/builders.ts';
import { openTestDatabase, type TestDatabase } from '../../db/testing.ts';
import { testApi, type TestApi } from '../../testing/api.ts';
import { recountTenant } from '../ideas/recount.ts';

let database: TestDatabase;
let tenant: Awaited<ReturnType<typeof buildTenant>>;
let idea: Awaited<ReturnType<typeof buildSuggestion>>;
let customer: Awaited<ReturnType<typeof buildUser>>;
let api: TestApi;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  tenant = await buildTenant(database);
  idea = await buildSuggestion(database, tenant);
  customer = await buildUser(database, tenant);
  api = await testApi(database, viewerOf(tenant, await buildAdmin(database, tenant)));
  await recountTenant(api.scope);
});

const rows = async (text: string, ...values: unknown[]) =>
  (await database.pool.query(text, values)).rows as Record<string, unknown>[];
const drift = async () => (await recountTenant(api.scope)).entries;
const SUBSCRIBE =
  'mutation ($id: ID!, $user: ID!, $channel: String, $subscribe: Boolean) { suggestion_admin_subscribe(id: $id, user: $user, channel: $channel, subscribe: $subscribe) { id votes_count } }';
const subscribe = (variables: Record<string, unknown> = {}) =>
  api.data(SUBSCRIBE, { id: idea.id, user: customer.id, channel: 'admin', ...variables });
const STATUS =
  'query ($suggestion: ID!, $user: ID!) { user_subscription_status(suggestion: $suggestion, user: $user) { subscribed is_watching } }';
const status = async () =>
  (await api.data<{ user_subscription_status: unknown }>(STATUS, { suggestion: idea.id, user: customer.id }))
    .user_subscription_status;

describe('suggestion_admin_subscribe', () => {
  test('[CALL-M-047, CALL-M-061, VALID-049, DEC-093, ENT-056, DEC-135] adds a voter once and sets their subscription', async () => {
    expect(await status()).toEqual({ subscribed: false, is_watching: false });
    expect(await subscribe({ subscribe: true })).toEqual({
      suggestion_admin_subscribe: { id: idea.id, votes_count: 1 },
    });
    expect(await status()).toEqual({ subscribed: true, is_watching: true });
    expect(await subscribe({ subscribe: false })).toEqual({
      suggestion_admin_subscribe: { id: idea.id, votes_count: 1 },
    });
    expect(await status()).toEqual({ subscribed: false, is_watching: true });
    await subscribe();
    expect(await status()).toEqual({ subscribed: false, is_watching: true });
    expect(
      (await api.run('mutation ($id: ID!) { suggestion_admin_subscribe(id: $id) { id } }', { id: idea.id }))
        .errors,
    ).toHaveLength(1);
    expect(await drift()).toEqual([]);
  });

  test('a hundred parallel votes of one person are one', async () => {
    const answers = await Promise.all(
      Array.from({ length: 100 }, () =>
        api.run(SUBSCRIBE, { id: idea.id, user: customer.id, subscribe: true }),
      ),
    );
    expect(answers.filter((answer) => answer.errors)).toEqual([]);
    expect(
      await rows('select votes_count, supporters_count from suggestions where id = $1', idea.id),
    ).toEqual([{ votes_count: 1, supporters_count: 1 }]);
    expect(await drift()).toEqual([]);
  });
});

describe('supporter_delete', () => {
  const DELETE =
    'mutation ($suggestion: ID!, $user: ID!) { supporter_delete(suggestion: $suggestion, user: $user) { id } }';

  test('[DEC-120] removes the voter with their subscription, and names who is none', async () => {
    await subscribe({ subscribe: true });
    expect(await api.data(DELETE, { suggestion: idea.id, user: customer.id })).toEqual({
      supporter_delete: { id: customer.id },
    });
    expect(
      await rows('select votes_count, last_supported_at from suggestions where id = $1', idea.id),
    ).toEqual([{ votes_count: 0, last_supported_at: null }]);
    expect(await status()).toEqual({ subscribed: false, is_watching: false });
    expect(
      (await api.run(DELETE, { suggestion: idea.id, user: customer.id })).errors![0]!.extensions,
    ).toMatchObject({ field: 'user', reason: 'not_found' });
    expect(await drift()).toEqual([]);
  });

  const RESTORE =
    'mutation ($suggestion: ID!, $user: ID!) { supporter_restore(suggestion: $suggestion, user: $user) { id votes_count } }';

  test('[DEC-120] a removed vote comes back as it was, once', async () => {
    const other = await buildUser(database, tenant);
    await subscribe({ subscribe: true });
    await subscribe({ user: other.id });
    await database.pool.query(
      "update supporters set created_at = '2025-03-01T00:00:00Z' where suggestion_id = $1 and user_id = $2",
      [idea.id, customer.id],
    );
    await recountTenant(api.scope);
    for (const user of [customer.id, other.id]) await api.data(DELETE, { suggestion: idea.id, user });
    expect(await api.data(RESTORE, { suggestion: idea.id, user: customer.id })).toEqual({
      supporter_restore: { id: idea.id, votes_count: 1 },
    });
    expect(
      await rows('select user_id::text, created_at from supporters where suggestion_id = $1', idea.id),
    ).toEqual([{ user_id: customer.id, created_at: new Date('2025-03-01T00:00:00Z') }]);
    expect(await status()).toEqual({ subscribed: true, is_watching: true });
    expect(
      (await api.run(RESTORE, { suggestion: idea.id, user: customer.id })).errors![0]!.extensions,
    ).toMatchObject({ field: 'id', reason: 'not_found' });
    expect(await drift()).toEqual([]);
  });

  test('[DEC-120] a vote that was given again stays when the old one is brought back', async () => {
    await subscribe();
    await api.data(DELETE, { suggestion: idea.id, user: customer.id });
    await subscribe();
    expect(await api.data(RESTORE, { suggestion: idea.id, user: customer.id })).toEqual({
      supporter_restore: { id: idea.id, votes_count: 1 },
    });
    expect(await drift()).toEqual([]);
  });

  test('of two who remove a voter at once, one does', async () => {
    await subscribe();
    const answers = await Promise.all(
      [1, 2].map(() => api.run(DELETE, { suggestion: idea.id, user: customer.id })),
    );
    expect(answers.filter((answer) => answer.errors)).toHaveLength(1);
    expect(await drift()).toEqual([]);
  });
});

describe('reports', () => {
  test('[ENT-068, CALL-Q-042, DEC-079] subscribers, supporters among them, and contributors without a vote', async () => {
    const [voter, reader, talker, giver, spammer] = await Promise.all(
      Array.from({ length: 5 }, () => buildUser(database, tenant)),
    );
    await buildSupporter(database, tenant, { suggestion_id: idea.id, user_id: voter!.id });
    for (const user of [voter!, reader!])
      await buildSubscription(database, tenant, { suggestion_id: idea.id, user_id: user.id });
    await buildSubscription(database, tenant, {
      suggestion_id: idea.id,
      user_id: talker!.id,
      subscribed: false,
    });
    for (const user of [voter!, talker!, talker!])
      await buildComment(database, tenant, { suggestion_id: idea.id, creator_id: user.id });
    for (const user of [talker!, giver!])
      await buildFeedbackRecord(database, tenant, { suggestion_id: idea.id, user_id: user.id });
    await buildComment(database, tenant, { suggestion_id: idea.id, creator_id: spammer!.id, state: 'spam' });
    expect(
      await api.data(
        'query ($id: ID!) { subscriber_report(suggestion: $id) { subscribers_count subscribed_supporter_count contributor_count } }',
        { id: idea.id },
      ),
    ).toEqual({
      subscriber_report: { subscribers_count: 2, subscribed_supporter_count: 1, contributor_count: 2 },
    });
  });

  test('[ENT-069, CALL-Q-112] internal supporters are those with a licence', async () => {
    for (const user of [
      customer,
      await buildAdmin(database, tenant),
      await buildUser(database, tenant, { license_type: 'contributor' }),
    ])
      await buildSupporter(database, tenant, { suggestion_id: idea.id, user_id: user.id });
    expect(
      await api.data(
        'query ($id: ID!) { internal_supporter_report(id: $id) { suggestion_internal_supporter_count { count } } }',
        { id: idea.id },
      ),
    ).toEqual({
      internal_supporter_report: { suggestion_internal_supporter_count: { count: 2 } },
    });
  });

  test('[CALL-Q-029, DEC-104] each label is on all, some or none of the chosen ideas', async () => {
    const STATES =
      'query ($include_ids: [ID!], $exclude_ids: [ID!], $filter: SuggestionFilter, $select_all: Boolean, $select_all_limit: Int) { label_to_suggestion_states(include_ids: $include_ids, exclude_ids: $exclude_ids, filter: $filter, select_all: $select_all, select_all_limit: $select_all_limit) { label_id state } }';
    const second = await buildSuggestion(database, tenant, { forum_id: idea.forum_id });
    const [all, some, none] = [
      await buildLabel(database, tenant, { name: 'A' }),
      await buildLabel(database, tenant, { name: 'B' }),
      await buildLabel(database, tenant, { name: 'C' }),
    ];
    await buildLabel(database, tenant, { name: 'D', state: 'archived' });
    for (const [label, target] of [
      [all, idea],
      [all, second],
      [some, idea],
    ] as const)
      await insertRow(database, 'suggestion_labels', {
        subdomain_id: tenant.id,
        suggestion_id: target.id,
        label_id: label.id,
      });
    const states = async (variables: Record<string, unknown>) =>
      (
        await api.data<{ label_to_suggestion_states: { label_id: string; state: string }[] }>(
          STATES,
          variables,
        )
      ).label_to_suggestion_states.map((row) => [row.label_id, row.state]);
    const mixed = [
      [all.id, 'all'],
      [some.id, 'some'],
      [none.id, 'none'],
    ];
    expect(await states({ include_ids: [idea.id, second.id] })).toEqual(mixed);
    expect(await states({ select_all: true, filter: { forum: [idea.forum_id] } })).toEqual(mixed);
    expect(await states({ select_all: true, exclude_ids: [second.id] })).toEqual([
      [all.id, 'all'],
      [some.id, 'all'],
      [none.id, 'none'],
    ]);
    expect(await states({ include_ids: [] })).toEqual([
      [all.id, 'none'],
      [some.id, 'none'],
      [none.id, 'none'],
    ]);
    expect(
      (await api.run(STATES, { select_all: true, select_all_limit: 1001 })).errors![0]!.extensions,
    ).toMatchObject({ field: 'select_all_limit' });
  });

  test('other workspaces answer like ideas that are not there [PERM-050]', async () => {
    const foreign = await buildSuggestion(database, await buildTenant(database));
    await database.pool.query('update suggestions set votes_count = 7 where id = $1', [foreign.id]);
    for (const id of [foreign.id, '999999999']) {
      expect(
        await api.data(
          'query ($id: ID!, $user: ID!) { subscriber_report(suggestion: $id) { subscribers_count contributor_count } internal_supporter_report(id: $id) { suggestion_internal_supporter_count { count } } user_subscription_status(suggestion: $id, user: $user) { subscribed is_watching } }',
          { id, user: customer.id },
        ),
      ).toEqual({
        subscriber_report: { subscribers_count: 0, contributor_count: 0 },
        internal_supporter_report: { suggestion_internal_supporter_count: { count: 0 } },
        user_subscription_status: { subscribed: false, is_watching: false },
      });
    }
  });
});

describe('users_find_or_create', () => {
  const FIND =
    'mutation ($email: String!, $name: String!) { users_find_or_create(email: $email, name: $name) { id name email_address allowed_state license_type } }';
  const find = async (email: string, name: string) =>
    (await api.data<{ users_find_or_create: Record<string, unknown> }>(FIND, { email, name }))
      .users_find_or_create;

  test('[CALL-M-056, DEC-117] finds by address whatever its capitals, and keeps the name that is there', async () => {
    const made = await find('Ada@Example.com', '  Ada\nLovelace ');
    expect(made).toMatchObject({
      name: 'Ada Lovelace',
      email_address: 'Ada@Example.com',
      allowed_state: 'allowed',
      license_type: 'none',
    });
    expect(await find('ada@example.COM', 'Somebody')).toEqual(made);
    await database.pool.query("update users set allowed_state = 'blocked' where id = $1", [made['id']]);
    expect(await find('ada@example.com', 'Ada')).toMatchObject({ id: made['id'], allowed_state: 'blocked' });
  });

  test('[VALID-084] address and name are required, the address must be one', async () => {
    const refusal = async (email: string, name: string) => {
      const [error] = (await api.run(FIND, { email, name })).errors!;
      return { message: error!.message, field: error!.extensions!['field'] };
    };
    expect(await refusal('', 'Ada')).toMatchObject({ field: 'email' });
    expect(await refusal('ada@example.com', ' ')).toMatchObject({ field: 'name' });
    expect(await refusal('ada', 'Ada')).toEqual({
      field: 'email',
      message: 'Please enter a valid email address',
    });
    expect(await refusal(`${'a'.repeat(65)}@example.com`, 'Ada')).toMatchObject({ field: 'email' });
    for (const left of ['email: "ada@example.com"', 'name: "Ada"'])
      expect((await api.run(`mutation { users_find_or_create(${left}) { id } }`)).errors, left).toMatchObject(
        [{ extensions: { code: 'BAD_USER_INPUT' } }],
      );
    expect(
      await rows(
        'select 1 from users where subdomain_id = $1 and lower(email_address) like $2',
        tenant.id,
        'ada%',
      ),
    ).toEqual([]);
  });

  test('of many who make one person at once, all get the same', async () => {
    const made = await Promise.all(
      Array.from({ length: 8 }, (_, n) => find(n % 2 ? 'bo@example.com' : 'BO@example.com', 'Bo')),
    );
    expect(new Set(made.map((person) => person['id'])).size).toBe(1);
  });
});
