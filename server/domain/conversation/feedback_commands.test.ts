import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  buildAccount,
  buildAdmin,
  buildAttachment,
  buildForum,
  buildSuggestion,
  buildSupporter,
  buildTenant,
  buildUser,
  viewerOf,
} from '../../db/builders.ts';
import { openTestDatabase, type TestDatabase } from '../../db/testing.ts';
import { testApi, type TestApi } from '../../testing/api.ts';
import { recountTenant } from '../ideas/recount.ts';

let database: TestDatabase;
let tenant: Awaited<ReturnType<typeof buildTenant>>;
let admin: Awaited<ReturnType<typeof buildUser>>;
let customer: Awaited<ReturnType<typeof buildUser>>;
let idea: Awaited<ReturnType<typeof buildSuggestion>>;
let api: TestApi;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  tenant = await buildTenant(database);
  admin = await buildAdmin(database, tenant);
  customer = await buildUser(database, tenant, {
    account_id: (await buildAccount(database, tenant, { revenue_cents: '900' })).id,
  });
  idea = await buildSuggestion(database, tenant);
  api = await testApi(database, viewerOf(tenant, admin));
  await recountTenant(api.scope);
});

async function rows<T = Record<string, unknown>>(text: string, ...values: unknown[]): Promise<T[]> {
  return (await database.pool.query(text, values)).rows as T[];
}
const numbers = async (id: string) =>
  (
    await rows(
      'select votes_count, requests_count, supporting_accounts_count as accounts from suggestions where id = $1',
      id,
    )
  )[0];
const votes = (id: string) => rows('select user_id from supporters where suggestion_id = $1', id);
const drift = async () => (await recountTenant(api.scope)).entries;

interface Feedback {
  id: string;
  updated_at: string;
  [field: string]: unknown;
}
const FIELDS =
  'id body body_mime_type channel source_url source_type severity updated_at user { id } captured_by { id } suggestion { id requests_count votes_count }';
const CREATE = `mutation ($body: String!, $channel: String!, $bodyMimeType: String, $links: FeedbackRecordLinks, $attachmentTokens: [String!], $sourceUrl: String, $subscribe: Boolean, $severity: Int, $source_type: String, $source_guid: String) {
  feedback_record_create(body: $body, channel: $channel, bodyMimeType: $bodyMimeType, links: $links, attachmentTokens: $attachmentTokens, sourceUrl: $sourceUrl, subscribe: $subscribe, severity: $severity, source_type: $source_type, source_guid: $source_guid) { ${FIELDS} }
}`;
const UPDATE = `mutation ($id: ID!, $body: String!, $links: FeedbackRecordLinks, $sourceUrl: String, $subscribe: Boolean, $severity: Int, $if_updated_at: String) {
  feedback_record_update(id: $id, body: $body, links: $links, sourceUrl: $sourceUrl, subscribe: $subscribe, severity: $severity, if_updated_at: $if_updated_at) { ${FIELDS} }
}`;
const given = (variables: Record<string, unknown> = {}) => ({
  body: 'We need this',
  channel: 'admin',
  bodyMimeType: 'text/plain',
  links: { suggestion: idea.id, user: customer.id },
  ...variables,
});
const create = async (variables?: Record<string, unknown>): Promise<Feedback> =>
  (await api.data<{ feedback_record_create: Feedback }>(CREATE, given(variables))).feedback_record_create;
const update = async (variables: Record<string, unknown>): Promise<Feedback> =>
  (await api.data<{ feedback_record_update: Feedback }>(UPDATE, { body: 'We need this', ...variables }))
    .feedback_record_update;
const remove = (id: string) =>
  api.data('mutation ($id: ID!) { feedback_record_delete(id: $id) { id } }', { id });
const restore = (id: string) =>
  api.data('mutation ($id: ID!) { feedback_record_restore(id: $id) { id } }', { id });
const refusal = async (document: string, variables: Record<string, unknown>) => {
  const { errors } = await api.run(document, variables);
  return { message: errors![0]!.message, ...errors![0]!.extensions };
};

test('[DEC-038] what a blocked person said is kept, and gives no vote and no subscription, however it is linked', async () => {
  await api.data('mutation ($id: ID!) { user_block(id: $id, blocked: true) { id } }', { id: customer.id });
  const record = await create({ subscribe: true });
  expect(record).toMatchObject({
    user: { id: customer.id },
    suggestion: { id: idea.id, requests_count: 1, votes_count: 0 },
  });
  expect(await rows('select 1 from subscriptions where user_id = $1', customer.id)).toEqual([]);
  // linked to another idea, said to be from them, deleted and brought back
  const other = await buildSuggestion(database, tenant);
  await recountTenant(api.scope);
  await update({ id: record.id, links: { suggestion: other.id } });
  const guest = await buildUser(database, tenant);
  const named = await create({ links: { suggestion: other.id, user: guest.id } });
  expect(await votes(other.id)).toEqual([{ user_id: guest.id }]);
  await update({ id: named.id, links: { user: customer.id } });
  await remove(record.id);
  await restore(record.id);
  expect([await votes(idea.id), await votes(other.id)]).toEqual([[], []]);
  // nor does an idea that is from them
  await api.data(
    'mutation ($f: ID!, $id: ID!) { suggestion_create(title: "His", links: { forum: $f }, creator: { id: $id }) { id } }',
    { f: idea.forum_id, id: customer.id },
  );
  expect(await rows('select 1 from supporters where user_id = $1', customer.id)).toEqual([]);
  // and by no way do they follow one: not as its creator, before or after, nor as the author of a comment
  const { suggestion_create: his } = await api.data<{ suggestion_create: { id: string } }>(
    'mutation ($f: ID!, $id: ID!) { suggestion_create(title: "His too", links: { forum: $f }, creator: { id: $id }, subscribe_creator: true) { id } }',
    { f: idea.forum_id, id: customer.id },
  );
  await api.data(
    'mutation ($i: ID!, $id: ID!) { suggestion_update(id: $i, creator_id: $id, subscribe: true) { id } }',
    { i: his.id, id: customer.id },
  );
  const { comment_create: said } = await api.data<{ comment_create: { id: string } }>(
    'mutation ($i: ID!) { comment_create(body: "x", links: { suggestion: $i }) { id } }',
    { i: his.id },
  );
  await api.data(
    'mutation ($c: ID!, $id: ID!) { comment_update(id: $c, body: "x", links: { user: $id }, subscribe: true) { id } }',
    { c: said.id, id: customer.id },
  );
  expect(await rows('select 1 from subscriptions where user_id = $1', customer.id)).toEqual([]);
  expect(await drift()).toEqual([]);
});

test('a vote that went with feedback comes back with it only while its person is not blocked', async () => {
  const record = await create();
  await remove(record.id);
  await api.data('mutation ($id: ID!) { user_block(id: $id, blocked: true) { id } }', { id: customer.id });
  await restore(record.id);
  expect(await numbers(idea.id)).toEqual({ votes_count: 0, requests_count: 1, accounts: 0 });
  expect(await drift()).toEqual([]);
});

describe('feedback_record_create', () => {
  test('[CALL-M-011, ENT-014, ENT-086, DEC-097] keeps the words, links the idea, and makes the person a subscribed supporter', async () => {
    const file = await buildAttachment(database, tenant, { uploader_id: admin.id });
    const answer = await api.run(
      CREATE,
      given({
        sourceUrl: ' https://example.com/call/7 ',
        subscribe: true,
        attachmentTokens: [file.token],
        severity: 3,
      }),
    );
    const record = (answer.data as { feedback_record_create: Feedback }).feedback_record_create;
    expect(record).toMatchObject({
      body: 'We need this',
      body_mime_type: 'text/plain',
      channel: 'admin',
      source_url: 'https://example.com/call/7',
      source_type: 'url',
      severity: 3,
      user: { id: customer.id },
      captured_by: { id: admin.id },
      suggestion: { id: idea.id, requests_count: 1, votes_count: 1 },
    });
    expect(answer.extensions!.changes).toMatchObject({
      feedback_record: 'create',
      suggestion: 'update',
      activity_entry: 'create',
    });
    expect(
      await rows('select kind, feedback_record_id from activity_entries where suggestion_id = $1', idea.id),
    ).toEqual([{ kind: 'feedback_record_created', feedback_record_id: record.id }]);
    expect(await rows('select subscribed from subscriptions where suggestion_id = $1', idea.id)).toEqual([
      { subscribed: true },
    ]);
    expect(await rows('select feedback_record_id as id from attachments where id = $1', file.id)).toEqual([
      { id: record.id },
    ]);
    expect(await numbers(idea.id)).toEqual({ votes_count: 1, requests_count: 1, accounts: 1 });
    expect(
      await rows(
        'select requests_count, supported_ideas_count from external_accounts where id = $1',
        customer.account_id,
      ),
    ).toEqual([{ requests_count: 1, supported_ideas_count: 1 }]);
    expect(await drift()).toEqual([]);
  });

  test('[DEC-090] an idea that was made while capturing it is from its person; ideas of somebody, and of other writers, stay as they are', async () => {
    const MAKE =
      'mutation ($forum: ID!) { suggestion_create(title: "Export to xlsx", links: { forum: $forum }, creator: null) { id updated_at } }';
    const { suggestion_create: made } = await api.data<{
      suggestion_create: { id: string; updated_at: string };
    }>(MAKE, { forum: idea.forum_id });
    const makers = async (id: string) =>
      (await rows('select creator_id, captured_by_id from suggestions where id = $1', id))[0];
    await create({ links: { suggestion: made.id, user: null } });
    expect(await makers(made.id)).toEqual({ creator_id: null, captured_by_id: admin.id });
    await create({ links: { suggestion: made.id, user: customer.id } });
    expect(await makers(made.id)).toEqual({ creator_id: customer.id, captured_by_id: admin.id });
    expect(await votes(made.id)).toEqual([{ user_id: customer.id }]);
    expect(
      (
        await rows<{ updated_at: Date }>('select updated_at from suggestions where id = $1', made.id)
      )[0]!.updated_at.getTime(),
    ).toBeGreaterThan(Date.parse(made.updated_at));
    const second = await buildUser(database, tenant);
    await create({ links: { suggestion: made.id, user: second.id } });
    expect(await makers(made.id)).toEqual({ creator_id: customer.id, captured_by_id: admin.id });
    const imported = await buildSuggestion(database, tenant, { creator_id: null, captured_by_id: second.id });
    await recountTenant(api.scope);
    await create({ links: { suggestion: imported.id, user: customer.id } });
    expect(await makers(imported.id)).toEqual({ creator_id: null, captured_by_id: second.id });
    expect(await drift()).toEqual([]);
  });

  test('a second record of a supporter adds no vote and leaves the subscription when it says nothing of it', async () => {
    await create({ subscribe: false });
    await create();
    expect(await numbers(idea.id)).toEqual({ votes_count: 1, requests_count: 2, accounts: 1 });
    expect(await rows('select subscribed from subscriptions where suggestion_id = $1', idea.id)).toEqual([
      { subscribed: false },
    ]);
  });

  test('[DEC-002, VALID-041] without an idea it waits in the inbox, unless the workspace asks for one', async () => {
    const record = await create({ links: { user: customer.id } });
    expect(record['suggestion']).toBeNull();
    expect(
      (
        await api.data<{ feedback_records: unknown }>(
          '{ feedback_records(suggestion_none: true) { records { id } } }',
        )
      ).feedback_records,
    ).toEqual({ records: [{ id: record.id }] });
    expect(await drift()).toEqual([]);
    await database.pool.query(
      'update subdomains set require_suggestion_on_capture_feedback = true where id = $1',
      [tenant.id],
    );
    expect(await refusal(CREATE, given({ links: { user: customer.id } }))).toMatchObject({
      code: 'BAD_USER_INPUT',
      field: 'links.suggestion',
      reason: 'required',
    });
  });

  test('[VALID-039, VALID-042, VALID-044, VALID-072] body and channel are required, a source address must be one', async () => {
    expect(await refusal(CREATE, given({ body: '  ' }))).toMatchObject({ field: 'body', reason: 'required' });
    expect(await refusal(CREATE, given({ body: '<p> </p>', bodyMimeType: 'text/html' }))).toMatchObject({
      field: 'body',
      reason: 'required',
    });
    expect(await refusal('mutation { feedback_record_create(body: "x") { id } }', {})).toMatchObject({
      code: 'BAD_USER_INPUT',
      message: expect.stringContaining('channel') as string,
    });
    expect(await refusal(CREATE, given({ channel: 'pigeon' }))).toMatchObject({ field: 'channel' });
    expect(await refusal(CREATE, given({ sourceUrl: 'call with Ada' }))).toMatchObject({
      field: 'sourceUrl',
      message: 'Please provide a valid URL',
    });
    expect((await create({ sourceUrl: '' }))['source_url']).toBeNull();
    expect(await refusal(CREATE, given({ body: 'x'.repeat(100_001) }))).toMatchObject({
      field: 'body',
      reason: 'too_long',
    });
    expect(await refusal(CREATE, given({ severity: 5 }))).toMatchObject({ field: 'severity' });
    expect(await refusal(CREATE, given({ subscribe: true, links: { suggestion: idea.id } }))).toMatchObject({
      field: 'links.user',
    });
  });

  test('a forum that takes no feedback and a source that was captured before are refused', async () => {
    const silent = await buildSuggestion(database, tenant, {
      forum_id: (await buildForum(database, tenant, { allow_requests: false, name: 'Silent' })).id,
    });
    expect(await refusal(CREATE, given({ links: { suggestion: silent.id } }))).toMatchObject({
      field: 'links.suggestion',
      message: 'The forum "Silent" of this idea takes no feedback.',
    });
    const source = { source_type: 'ticket', source_guid: 'T-1' };
    await create(source);
    expect(await refusal(CREATE, given(source))).toMatchObject({ field: 'source_guid', reason: 'duplicate' });
  });

  test('the same request twice at once with one Idempotency-Key makes one record', async () => {
    await Promise.all([1, 2, 3].map(() => api.run(CREATE, given(), { key: 'k' })));
    expect(await numbers(idea.id)).toMatchObject({ votes_count: 1, requests_count: 1 });
  });
});

describe('feedback_record_update', () => {
  test('[CALL-M-012, ENT-015] id and text alone change the text, and nothing else', async () => {
    const record = await create({ severity: 2, sourceUrl: 'https://example.com', subscribe: true });
    const changed = await api.data<{ feedback_record_update: Feedback }>(
      `mutation ($id: ID!, $body: String!) { feedback_record_update(id: $id, body: $body) { ${FIELDS} } }`,
      { id: record.id, body: 'Changed' },
    );
    expect(changed.feedback_record_update).toEqual({
      ...record,
      body: 'Changed',
      updated_at: expect.any(String) as string,
    });
    const stored = 'query ($id: ID!) { feedback_record(id: $id) { id body } }';
    expect(await api.data(stored, { id: record.id })).toEqual({
      feedback_record: { id: record.id, body: 'Changed' },
    });
  });

  test('[VALID-073] without id or without text it is refused, and nothing changes', async () => {
    const record = await create();
    for (const document of [
      `mutation { feedback_record_update(id: "${record.id}") { id } }`,
      'mutation { feedback_record_update(body: "Changed") { id } }',
    ]) {
      expect(await refusal(document, {})).toMatchObject({ code: 'BAD_USER_INPUT' });
    }
    expect(await rows('select body from feedback_records where id = $1', record.id)).toEqual([
      { body: 'We need this' },
    ]);
  });

  test('[CALL-M-012, VALID-073, DEC-099] changes the text and what else is given', async () => {
    const record = await create({ severity: 2, sourceUrl: 'https://example.com' });
    expect(await refusal(UPDATE, { id: record.id, body: ' ' })).toMatchObject({
      field: 'body',
      reason: 'required',
    });
    expect(await update({ id: record.id, body: 'Changed', severity: null })).toMatchObject({
      body: 'Changed',
      severity: null,
      source_url: 'https://example.com',
      user: { id: customer.id },
    });
    expect(await drift()).toEqual([]);
  });

  test('linked to another idea it takes along the vote that came with it, and its line in the feed', async () => {
    const other = await buildSuggestion(database, tenant);
    await recountTenant(api.scope);
    const record = await create();
    await update({ id: record.id, links: { suggestion: other.id } });
    expect([await numbers(idea.id), await numbers(other.id)]).toEqual([
      { votes_count: 0, requests_count: 0, accounts: 0 },
      { votes_count: 1, requests_count: 1, accounts: 1 },
    ]);
    expect(
      await rows('select suggestion_id from activity_entries where feedback_record_id = $1', record.id),
    ).toEqual([{ suggestion_id: other.id }]);
    expect(await drift()).toEqual([]);
  });

  test('a vote given before stays when the feedback moves on', async () => {
    await buildSupporter(database, tenant, {
      suggestion_id: idea.id,
      user_id: customer.id,
      created_at: '2026-01-05T10:00:00Z',
    });
    const other = await buildSuggestion(database, tenant);
    await recountTenant(api.scope);
    const record = await create();
    await update({ id: record.id, links: { suggestion: other.id } });
    expect([await numbers(idea.id), await numbers(other.id)]).toEqual([
      { votes_count: 1, requests_count: 0, accounts: 1 },
      { votes_count: 1, requests_count: 1, accounts: 1 },
    ]);
    expect(await drift()).toEqual([]);
  });

  test('from the inbox to an idea it gets its line in the feed; said to be from somebody else, the vote goes over', async () => {
    const record = await create({ links: { user: customer.id } });
    await update({ id: record.id, links: { suggestion: idea.id } });
    expect(await rows('select kind from activity_entries where feedback_record_id = $1', record.id)).toEqual([
      { kind: 'feedback_record_created' },
    ]);
    const second = await create();
    const friend = await buildUser(database, tenant);
    await update({ id: second.id, links: { user: friend.id } });
    expect(await votes(idea.id)).toEqual(
      expect.arrayContaining([{ user_id: customer.id }, { user_id: friend.id }]),
    );
    expect(await drift()).toEqual([]);
  });

  test('the second of two editors is told and shown the record as it stands', async () => {
    const record = await create();
    await update({ id: record.id, body: 'First', if_updated_at: record.updated_at });
    expect(
      await refusal(UPDATE, { id: record.id, body: 'Second', if_updated_at: record.updated_at }),
    ).toMatchObject({
      reason: 'changed',
      current: { id: record.id, body: 'First', suggestion: { id: idea.id } },
    });
  });
});

describe('feedback_record_delete', () => {
  test('[CALL-M-013, DEC-098] takes the vote and the subscription along, and restore brings both back', async () => {
    const record = await create({ subscribe: true });
    const [{ created_at }] = (await rows(
      'select created_at from supporters where suggestion_id = $1',
      idea.id,
    )) as [{ created_at: Date }];
    await remove(record.id);
    expect(await numbers(idea.id)).toEqual({ votes_count: 0, requests_count: 0, accounts: 0 });
    expect(await rows('select 1 from subscriptions where suggestion_id = $1', idea.id)).toEqual([]);
    expect(
      (
        await api.data<{ activity_entries: { records: unknown[] } }>(
          'query ($s: [ID!]) { activity_entries(suggestion: $s) { records { id } } }',
          { s: [idea.id] },
        )
      ).activity_entries.records,
    ).toEqual([]);
    expect(await drift()).toEqual([]);
    expect(
      await refusal('mutation ($id: ID!) { feedback_record_delete(id: $id) { id } }', { id: record.id }),
    ).toMatchObject({ field: 'id', reason: 'not_found' });
    await restore(record.id);
    expect(await numbers(idea.id)).toEqual({ votes_count: 1, requests_count: 1, accounts: 1 });
    expect(
      await rows(
        'select s.created_at, b.subscribed from supporters s join subscriptions b on b.suggestion_id = s.suggestion_id where s.suggestion_id = $1',
        idea.id,
      ),
    ).toEqual([{ created_at, subscribed: true }]);
    expect(await drift()).toEqual([]);
    expect(
      await refusal('mutation ($id: ID!) { feedback_record_restore(id: $id) { id } }', { id: record.id }),
    ).toMatchObject({ field: 'id', reason: 'not_found' });
  });

  test('[DEC-098] the vote stays while another record of the person is there, also when both go at once', async () => {
    const [one, two] = [await create(), await create()];
    await remove(one.id);
    expect(await numbers(idea.id)).toMatchObject({ votes_count: 1, requests_count: 1 });
    await restore(one.id);
    await Promise.all([remove(one.id), remove(two.id)]);
    expect(await numbers(idea.id)).toEqual({ votes_count: 0, requests_count: 0, accounts: 0 });
    expect(await drift()).toEqual([]);
  });

  test('a deletion older than 30 days cannot be taken back', async () => {
    const record = await create();
    await remove(record.id);
    await database.pool.query(
      "update undo_entries set created_at = created_at - interval '31 days' where subdomain_id = $1",
      [tenant.id],
    );
    expect(
      await refusal('mutation ($id: ID!) { feedback_record_restore(id: $id) { id } }', { id: record.id }),
    ).toMatchObject({
      field: 'id',
      reason: 'not_found',
      message: expect.stringContaining('30 days') as string,
    });
  });
});
