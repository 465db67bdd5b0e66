import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  buildAccount,
  buildAdmin,
  buildAttachment,
  buildCategory,
  buildComment,
  buildCustomField,
  buildFeedbackRecord,
  buildForum,
  buildLabel,
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
let admin: Awaited<ReturnType<typeof buildUser>>;
let forum: Awaited<ReturnType<typeof buildForum>>;
let api: TestApi;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  tenant = await buildTenant(database);
  admin = await buildAdmin(database, tenant);
  forum = await buildForum(database, tenant);
  api = await testApi(database, viewerOf(tenant, admin));
});

async function rows<T = Record<string, unknown>>(text: string, ...values: unknown[]): Promise<T[]> {
  return (await database.pool.query(text, values)).rows as T[];
}
const feed = (id: string) =>
  rows<{
    kind: string;
    details: Record<string, unknown>;
    related_suggestion_id: string | null;
    user_id: string;
  }>('select * from activity_entries where suggestion_id = $1 order by id', id);
const drift = async () => (await recountTenant(api.scope)).entries;

interface Idea {
  id: string;
  title: string;
  updated_at: string;
  [field: string]: unknown;
}

const CREATE = `mutation ($title: String!, $links: SuggestionLinks!, $body: String, $body_mime_type: String, $creator: SuggestionCreator, $subscribeCreator: Boolean, $attachmentTokens: [String!],
  $conversionSourceType: String, $conversionSourceId: ID, $notifySourceSubscribers: Boolean, $copySupporters: Boolean, $flag_for_admin: Boolean, $flag_reason: String, $forumId: ID, $categoryId: ID) {
  suggestion_create(title: $title, links: $links, body: $body, body_mime_type: $body_mime_type, creator: $creator, subscribeCreator: $subscribeCreator, attachmentTokens: $attachmentTokens, conversionSourceType: $conversionSourceType,
    conversionSourceId: $conversionSourceId, notifySourceSubscribers: $notifySourceSubscribers, copySupporters: $copySupporters, flag_for_admin: $flag_for_admin, flag_reason: $flag_reason, forumId: $forumId, categoryId: $categoryId) {
    id title body body_mime_type state channel votes_count supporters_count supporting_accounts_count supporter_revenue internal_flags_count updated_at
    forum { id } category { id } created_by { id } captured_by { id } split_from { id } converted_from_comment { id } parent_suggestions { id }
  }
}`;
const create = async (variables: Record<string, unknown>): Promise<Idea> =>
  (
    await api.data<{ suggestion_create: Idea }>(CREATE, {
      title: 'Dark mode',
      links: { forum: forum.id },
      ...variables,
    })
  ).suggestion_create;
const refusal = async (document: string, variables: Record<string, unknown>) => {
  const { errors } = await api.run(document, variables);
  const [{ message, extensions }] = errors as [{ message: string; extensions: Record<string, unknown> }];
  return {
    message,
    code: extensions['code'],
    field: extensions['field'],
    reason: extensions['reason'],
    current: extensions['current'],
  };
};
const refused = (variables: Record<string, unknown>) =>
  refusal(CREATE, { title: 'Dark mode', links: { forum: forum.id }, ...variables });

const UPDATE = `mutation ($id: ID!, $title: String, $body: String, $links: SuggestionLinks, $creatorId: ID, $subscribe: Boolean, $attachmentTokens: [String!], $customFieldMap: [CustomFieldValueInput!], $if_updated_at: String) {
  suggestion_update(id: $id, title: $title, body: $body, links: $links, creatorId: $creatorId, subscribe: $subscribe, attachmentTokens: $attachmentTokens, customFieldMap: $customFieldMap, if_updated_at: $if_updated_at) {
    id title body updated_at forum { id } category { id } created_by { id } labels { id } custom_field_map { key value } supporters_count
  }
}`;
const update = async (variables: Record<string, unknown>): Promise<Idea> =>
  (await api.data<{ suggestion_update: Idea }>(UPDATE, variables)).suggestion_update;

describe('suggestion_create', () => {
  test('[CALL-M-044, ENT-011, DEC-090] makes an approved idea from the panel, its creator supports and subscribes', async () => {
    const category = await buildCategory(database, tenant, { forum_id: forum.id });
    const account = await buildAccount(database, tenant, { revenue_cents: '120050' });
    const customer = await buildUser(database, tenant, { account_id: account.id });
    const file = await buildAttachment(database, tenant, { uploader_id: admin.id });
    await recountTenant(api.scope);
    const answer = await api.run(CREATE, {
      title: '  Dark\nmode ',
      body: 'Please <b>now</b>',
      links: { forum: forum.id, category: category.id },
      creator: { id: customer.id },
      subscribeCreator: true,
      attachmentTokens: [file.token],
    });
    const idea = (answer.data as { suggestion_create: Idea }).suggestion_create;
    expect(idea).toMatchObject({
      title: 'Dark mode',
      body: 'Please <b>now</b>',
      body_mime_type: 'text/plain',
      state: 'approved',
      channel: 'admin',
      votes_count: 1,
      supporters_count: 1,
      supporting_accounts_count: 1,
      supporter_revenue: 1200.5,
      forum: { id: forum.id },
      category: { id: category.id },
      created_by: { id: customer.id },
      captured_by: { id: admin.id },
    });
    expect(answer.extensions!.changes).toMatchObject({
      suggestion: 'create',
      forum: 'update',
      supporter: 'create',
      activity_entry: 'create',
    });
    expect(await feed(idea.id)).toMatchObject([
      { kind: 'suggestion_created', user_id: admin.id, details: { title: 'Dark mode' } },
    ]);
    expect(
      await rows(
        'select subscribed from subscriptions where suggestion_id = $1 and user_id = $2',
        idea.id,
        customer.id,
      ),
    ).toEqual([{ subscribed: true }]);
    expect(await rows('select suggestion_id from attachments where id = $1', file.id)).toEqual([
      { suggestion_id: idea.id },
    ]);
    expect(await rows('select open_suggestions_count from forums where id = $1', forum.id)).toEqual([
      { open_suggestions_count: 1 },
    ]);
    expect(await drift()).toEqual([]);
  });

  test('the caller is the creator when none is named, and is not noted as who captured it', async () => {
    expect(await create({})).toMatchObject({
      created_by: { id: admin.id },
      captured_by: null,
      votes_count: 1,
    });
  });

  test('[DEC-090] an idea that is from nobody yet has no vote, and nobody can subscribe to it', async () => {
    const idea = await create({ creator: null });
    expect(idea).toMatchObject({
      created_by: null,
      captured_by: { id: admin.id },
      votes_count: 0,
      supporters_count: 0,
    });
    expect(await refused({ creator: null, subscribeCreator: true })).toMatchObject({
      field: 'creator',
      reason: 'required',
    });
    expect(await drift()).toEqual([]);
  });

  test('what was written is found by its words, HTML by its text', async () => {
    const idea = await create({
      title: 'Sunset theme',
      body: '<p onclick="x()">Easier on my <b>eyes</b></p><script>alert(1)</script>',
      body_mime_type: 'text/html',
    });
    expect(idea['body']).toBe('<p>Easier on my <b>eyes</b></p>');
    for (const q of [':sunset', ':eyes']) {
      expect(
        (
          await api.data<{ suggestions: { records: unknown[] } }>(
            'query ($q: String) { suggestions(q: $q) { records { id } } }',
            { q },
          )
        ).suggestions.records,
      ).toEqual([{ id: idea.id }]);
    }
    expect(
      (
        await api.data<{ suggestions: { records: unknown[] } }>(
          '{ suggestions(q: ":onclick") { records { id } } }',
        )
      ).suggestions.records,
    ).toEqual([]);
  });

  test('[VALID-033, VALID-035, VALID-036, VALID-081, DEC-024] title, links, forum and, where the forum asks for it, category are required', async () => {
    const strict = await buildForum(database, tenant, { category_required: true });
    const elsewhere = await buildCategory(database, tenant, { forum_id: forum.id });
    expect(await refused({ title: '  ' })).toMatchObject({
      code: 'BAD_USER_INPUT',
      field: 'title',
      reason: 'required',
    });
    expect(await refused({ links: {} })).toMatchObject({
      code: 'BAD_USER_INPUT',
      field: 'links.forum',
      reason: 'required',
    });
    expect(
      await refusal('mutation { suggestion_create(title: "x", forum_id: "1") { id } }', {}),
    ).toMatchObject({ code: 'BAD_USER_INPUT', message: expect.stringContaining('links') as string });
    expect(await refused({ links: { forum: strict.id } })).toMatchObject({
      field: 'links.category',
      reason: 'required',
    });
    expect(await refused({ links: { forum: strict.id, category: elsewhere.id } })).toMatchObject({
      field: 'links.category',
      message: 'This category belongs to another forum.',
    });
    expect(await refused({ forumId: strict.id })).toMatchObject({ field: 'forumId' });
    expect((await create({ links: {}, forumId: forum.id, categoryId: elsewhere.id }))['category']).toEqual({
      id: elsewhere.id,
    });
    expect(await rows('select 1 from suggestions where subdomain_id = $1', tenant.id)).toHaveLength(1);
  });

  test('[DEC-124] texts that are too long are refused with their field', async () => {
    expect(await refused({ title: 'x'.repeat(141) })).toMatchObject({ field: 'title', reason: 'too_long' });
    expect(await refused({ body: 'x'.repeat(10_001) })).toMatchObject({ field: 'body', reason: 'too_long' });
    expect(await refused({ flag_for_admin: true, flag_reason: 'x'.repeat(2001) })).toMatchObject({
      field: 'flag_reason',
      reason: 'too_long',
    });
    expect(await refused({ body: 'a\u0000b' })).toMatchObject({ field: 'body' });
    expect((await create({ title: '👍'.repeat(140) })).title).toBe('👍'.repeat(140));
  });

  test('[ENT-087, STATE-052] a comment becomes an idea once; when that idea is deleted it may again', async () => {
    const comment = await buildComment(database, tenant, { suggestion_id: (await create({})).id });
    await recountTenant(api.scope);
    const source = { conversionSourceType: 'Comment', conversionSourceId: comment.id };
    const idea = await create({ title: 'From a comment', ...source });
    expect(idea['converted_from_comment']).toEqual({ id: comment.id });
    expect(
      await rows('select converted_to_suggestion_id as id from comments where id = $1', comment.id),
    ).toEqual([{ id: idea.id }]);
    expect(await feed(idea.id)).toMatchObject([
      { kind: 'suggestion_created', details: { converted_from_comment_id: comment.id } },
    ]);
    expect(await refused(source)).toMatchObject({
      code: 'BAD_USER_INPUT',
      field: 'conversionSourceId',
      reason: 'converted',
    });
    await api.data('mutation ($id: ID!) { suggestion_delete(id: $id) { id } }', { id: idea.id });
    expect((await create(source))['converted_from_comment']).toEqual({ id: comment.id });
  });

  test('of two who convert a comment at once, one does', async () => {
    const comment = await buildComment(database, tenant, { suggestion_id: (await create({})).id });
    const answers = await Promise.all(
      [1, 2, 3].map(() =>
        api.run(CREATE, {
          title: 'Twice',
          links: { forum: forum.id },
          conversionSourceType: 'Comment',
          conversionSourceId: comment.id,
        }),
      ),
    );
    expect(
      answers.filter((answer) => answer.errors).map((answer) => answer.errors![0]!.extensions!['reason']),
    ).toEqual(['converted', 'converted']);
    expect(
      await rows("select 1 from suggestions where subdomain_id = $1 and title = 'Twice'", tenant.id),
    ).toHaveLength(1);
  });

  test('[PANEL-040, DEC-090] a split copies the voters who follow the source, once each, and mails who follows it', async () => {
    const source = await create({});
    const [follows, silent, both] = [
      await buildUser(database, tenant),
      await buildUser(database, tenant),
      await buildUser(database, tenant),
    ];
    for (const [user, subscribed] of [
      [follows, true],
      [silent, false],
      [both, true],
    ] as const)
      await api.data(
        'mutation ($id: ID!, $user: ID!, $subscribe: Boolean) { suggestion_admin_subscribe(id: $id, user: $user, subscribe: $subscribe) { id } }',
        { id: source.id, user: user.id, subscribe: subscribed },
      );
    const SPLIT =
      'mutation ($id: ID!, $forum: ID!, $creator: ID!) { suggestion_create(title: "A <part>", body: "Of it & more", links: { forum: $forum }, creator: { id: $creator }, conversion_source_type: "Suggestion", conversion_source_id: $id, copy_supporters: true, notify_source_subscribers: true) { id supporters_count votes_count } }';
    const { suggestion_create: part } = await api.data<{ suggestion_create: { id: string } }>(SPLIT, {
      id: source.id,
      forum: forum.id,
      creator: both.id,
    });
    expect(part).toMatchObject({ supporters_count: 2, votes_count: 2 });
    expect(
      await rows('select user_id from supporters where suggestion_id = $1 order by user_id', part.id),
    ).toEqual([{ user_id: follows.id }, { user_id: both.id }]);
    expect(
      await rows(
        'select user_id from subscriptions where suggestion_id = $1 and subscribed order by user_id',
        part.id,
      ),
    ).toEqual(expect.arrayContaining([{ user_id: follows.id }]));
    expect(
      await rows('select kind, subject, expected_count from mailings where suggestion_id = $1', source.id),
    ).toEqual([{ kind: 'split_notice', subject: 'New idea: A <part>', expected_count: 2 }]);
    expect(
      (await recountTenant(api.scope)).entries.filter(
        (entry) => entry.table === 'suggestions' || entry.table === 'users',
      ),
    ).toEqual([]);
    expect(await refused({ copySupporters: true })).toMatchObject({ field: 'copySupporters' });
  });

  test('a split mails nobody once its author has started 200 mailings within the hour, and without mail it is made all the same', async () => {
    const source = await create({});
    const mailed = (count: number, minutesAgo: number, user_id = admin.id) =>
      database.pool.query(
        "insert into mailings (subdomain_id, kind, suggestion_id, subject, user_id, created_at) select $1, 'split_notice', $2, 'Earlier', $3, now() - make_interval(mins => $5) from generate_series(1, $4::int)",
        [tenant.id, source.id, user_id, count, minutesAgo],
      );
    const split = { conversionSourceType: 'Suggestion', conversionSourceId: source.id };
    await mailed(199, 59);
    // those of an hour ago and of others do not count
    await mailed(200, 61);
    await mailed(200, 1, (await buildAdmin(database, tenant)).id);
    const made = await create({ ...split, title: 'The 200th', notifySourceSubscribers: true });
    expect(
      await rows(
        "select audit.details from audit_entries audit where subdomain_id = $1 and action = 'mailing_create' and details ->> 'kind' = 'split_notice'",
        tenant.id,
      ),
    ).toMatchObject([{ details: { suggestion_id: source.id } }]);
    expect(made['split_from']).toEqual({ id: source.id });
    expect(await refused({ ...split, title: 'The 201st', notifySourceSubscribers: true })).toMatchObject({
      reason: 'too_many',
    });
    expect(
      await rows("select 1 from suggestions where subdomain_id = $1 and title = 'The 201st'", tenant.id),
    ).toEqual([]);
    await create({ ...split, title: 'The 201st' });
  });

  test('[DEC-090, DEC-122] a split links both ways and stands in both feeds', async () => {
    const source = await create({});
    const part = await create({
      title: 'A part',
      conversionSourceType: 'Suggestion',
      conversionSourceId: source.id,
      notifySourceSubscribers: true,
    });
    expect(part['split_from']).toEqual({ id: source.id });
    expect(
      (
        await api.data<{ suggestion: unknown }>(
          'query ($id: ID!) { suggestion(id: $id) { split_suggestions { id title } } }',
          { id: source.id },
        )
      ).suggestion,
    ).toEqual({ split_suggestions: [{ id: part.id, title: 'A part' }] });
    expect(await feed(source.id)).toMatchObject([
      { kind: 'suggestion_created' },
      {
        kind: 'suggestion_split',
        related_suggestion_id: part.id,
        details: { notify_source_subscribers: true },
      },
    ]);
    expect(await feed(part.id)).toMatchObject([
      { kind: 'suggestion_created', related_suggestion_id: source.id },
    ]);
    expect(await refused({ conversionSourceType: 'Suggestion' })).toMatchObject({
      field: 'conversion_source_id',
    });
    expect(await refused({ conversionSourceId: source.id })).toMatchObject({
      field: 'conversion_source_type',
    });
  });

  test('[VALID-033] [VALID-035] [VALID-036] an idea that is there keeps its title, its forum and a category where the forum asks for one', async () => {
    const strict = await buildForum(database, tenant, { category_required: true });
    const category = await buildCategory(database, tenant, { forum_id: strict.id });
    const idea = await create({ links: { forum: strict.id, category: category.id } });
    expect(await refusal(UPDATE, { id: idea.id, title: ' \n ' })).toMatchObject({
      code: 'BAD_USER_INPUT',
      field: 'title',
      reason: 'required',
    });
    expect(await refusal(UPDATE, { id: idea.id, links: { category: null } })).toMatchObject({
      code: 'BAD_USER_INPUT',
      field: 'links.category',
      reason: 'required',
    });
    // no forum is no wish to be without one
    expect(await update({ id: idea.id, links: { forum: null } })).toMatchObject({
      forum: { id: strict.id },
      category: { id: category.id },
    });
    expect(await rows('select title, forum_id, category_id from suggestions where id = $1', idea.id)).toEqual(
      [{ title: 'Dark mode', forum_id: strict.id, category_id: category.id }],
    );
  });

  test('[VALID-048] a flag with a reason is raised with the idea', async () => {
    expect(await refused({ flag_for_admin: true, flag_reason: '   ' })).toMatchObject({
      field: 'flag_reason',
      reason: 'required',
    });
    await recountTenant(api.scope);
    const idea = await create({ flag_for_admin: true, flag_reason: 'Security' });
    expect(idea['internal_flags_count']).toBe(1);
    expect((await feed(idea.id)).map((entry) => entry.kind)).toEqual([
      'suggestion_created',
      'internal_flag_created',
    ]);
    expect(await drift()).toEqual([]);
  });

  test('a file is claimed by its own uploader, once, and a refusal leaves nothing half-written', async () => {
    const other = await buildUser(database, tenant);
    const theirs = await buildAttachment(database, tenant, { uploader_id: other.id });
    const taken = await buildAttachment(database, tenant, {
      uploader_id: admin.id,
      suggestion_id: (await buildSuggestion(database, tenant)).id,
    });
    const [{ n: before }] = (await rows(
      'select count(*)::int as n from suggestions where subdomain_id = $1',
      tenant.id,
    )) as [{ n: number }];
    const unknown = await refused({ attachmentTokens: ['no-such-token'] });
    expect(unknown).toMatchObject({ field: 'attachmentTokens', reason: 'not_found' });
    expect(await refused({ attachmentTokens: [theirs.token] })).toEqual(unknown);
    expect(await refused({ attachmentTokens: [taken.token] })).toEqual(unknown);
    expect(
      await rows('select count(*)::int as n from suggestions where subdomain_id = $1', tenant.id),
    ).toEqual([{ n: before }]);
    expect(await rows('select 1 from activity_entries where subdomain_id = $1', tenant.id)).toEqual([]);
  });

  test('the same request twice at once with one Idempotency-Key makes one idea', async () => {
    const variables = { title: 'Once', links: { forum: forum.id } };
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => api.run(CREATE, variables, { key: 'a-key' })),
    );
    expect(
      new Set(answers.map((answer) => (answer.data as { suggestion_create: Idea }).suggestion_create.id))
        .size,
    ).toBe(1);
    expect(await rows('select supporters_count from suggestions where subdomain_id = $1', tenant.id)).toEqual(
      [{ supporters_count: 1 }],
    );
    expect(
      (await api.run(CREATE, { ...variables, title: 'Other' }, { key: 'a-key' })).errors![0]!.extensions,
    ).toMatchObject({ reason: 'idempotency_key' });
  });
});

describe('suggestion_update', () => {
  test('[CALL-M-045, ENT-012, DEC-091] changes what is given, notes old and new, and finds the new words', async () => {
    const idea = await create({ body: 'Old words' });
    await recountTenant(api.scope);
    const after = await update({ id: idea.id, title: 'Night mode', body: 'Fresh words' });
    expect(after).toMatchObject({ title: 'Night mode', body: 'Fresh words', forum: { id: forum.id } });
    expect((await feed(idea.id))[1]).toMatchObject({
      kind: 'suggestion_updated',
      details: {
        old_title: 'Dark mode',
        new_title: 'Night mode',
        old_body: 'Old words',
        new_body: 'Fresh words',
      },
    });
    const search = async (q: string) =>
      (
        await api.data<{ suggestions: { total_records: number } }>(
          'query ($q: String) { suggestions(q: $q) { total_records } }',
          { q },
        )
      ).suggestions.total_records;
    expect([
      await search(':fresh'),
      await search(':night'),
      await search(':old'),
      await search(':dark'),
    ]).toEqual([1, 1, 0, 0]);
    expect((await update({ id: idea.id, body: null }))['body']).toBeNull();
    expect(await refusal(UPDATE, { id: idea.id, title: ' ' })).toMatchObject({
      field: 'title',
      reason: 'required',
    });
    expect(await drift()).toEqual([]);
  });

  test('[DEC-032] a closed forum takes no new ideas, neither made nor moved; those that are in it are changed as ever', async () => {
    const closed = await buildForum(database, tenant, { state: 'closed', name: 'Archive' });
    const inside = await buildSuggestion(database, tenant, { forum_id: closed.id });
    const category = await buildCategory(database, tenant, { forum_id: closed.id });
    await recountTenant(api.scope);
    const sentence = {
      code: 'BAD_USER_INPUT',
      field: 'links.forum',
      reason: 'closed',
      message: 'The forum "Archive" is closed: it takes no new ideas. Choose another forum, or open it.',
    };
    expect(await refused({ links: { forum: closed.id } })).toMatchObject(sentence);
    const idea = await create({});
    expect(await refusal(UPDATE, { id: idea.id, links: { forum: closed.id } })).toMatchObject(sentence);
    const bulk =
      'mutation ($ids: [ID!], $forum: ID!) { suggestions_bulk_forum(ids: $ids, forum: $forum) { changed_count } }';
    expect(await refusal(bulk, { ids: [idea.id], forum: closed.id })).toMatchObject({
      ...sentence,
      field: 'forum',
    });
    expect(
      await update({ id: inside.id, title: 'Renamed', links: { forum: closed.id, category: category.id } }),
    ).toMatchObject({ title: 'Renamed', category: { id: category.id } });
    expect(await drift()).toEqual([]);
  });

  test('what changes nothing leaves no line in the feed and keeps updated_at', async () => {
    const idea = await create({});
    const same = await update({ id: idea.id, title: 'Dark mode', links: { forum: forum.id } });
    expect(same.updated_at).toBe(idea.updated_at);
    expect(await feed(idea.id)).toHaveLength(1);
  });

  test('[DEC-091, DEC-103] another forum drops the category and the labels of the old one, and takes the counts along', async () => {
    const to = await buildForum(database, tenant);
    const category = await buildCategory(database, tenant, { forum_id: forum.id });
    const [here, anywhere] = [await buildLabel(database, tenant), await buildLabel(database, tenant)];
    await insertRow(database, 'label_forums', {
      subdomain_id: tenant.id,
      label_id: here.id,
      forum_id: forum.id,
    });
    const idea = await create({ links: { forum: forum.id, category: category.id } });
    for (const label of [here, anywhere])
      await insertRow(database, 'suggestion_labels', {
        subdomain_id: tenant.id,
        suggestion_id: idea.id,
        label_id: label.id,
      });
    await recountTenant(api.scope);
    expect(await update({ id: idea.id, links: { forum: to.id } })).toMatchObject({
      forum: { id: to.id },
      category: null,
      labels: [{ id: anywhere.id }],
    });
    expect(
      await rows(
        'select open_suggestions_count as n from forums where id in ($1, $2) order by id',
        forum.id,
        to.id,
      ),
    ).toEqual([{ n: 0 }, { n: 1 }]);
    expect((await feed(idea.id))[1]!.details).toMatchObject({
      old_forum_id: forum.id,
      new_forum_id: to.id,
      labels_removed: [here.id],
    });
    expect(await drift()).toEqual([]);
    const strict = await buildForum(database, tenant, { category_required: true });
    expect(await refusal(UPDATE, { id: idea.id, links: { forum: strict.id } })).toMatchObject({
      field: 'links.category',
      reason: 'required',
    });
  });

  test('another creator becomes a supporter and subscribes as asked', async () => {
    const customer = await buildUser(database, tenant);
    const idea = await create({});
    expect(await update({ id: idea.id, creatorId: customer.id, subscribe: false })).toMatchObject({
      created_by: { id: customer.id },
      supporters_count: 2,
    });
    expect(
      await rows(
        'select subscribed from subscriptions where suggestion_id = $1 and user_id = $2',
        idea.id,
        customer.id,
      ),
    ).toEqual([{ subscribed: false }]);
  });

  test('[DEC-198] custom fields are checked, set, kept and taken away', async () => {
    await buildCustomField(database, tenant, {
      key: 'effort',
      field_type: 'enum',
      value_type: 'string',
      choices: ['Small', 'Large'],
    });
    await buildCustomField(database, tenant, {
      key: 'points',
      field_type: 'enum',
      value_type: 'numeric',
      choices: [
        { label: 'Three', numeric_value: 3 },
        { label: 'None', numeric_value: 0 },
      ],
    });
    await buildCustomField(database, tenant, { key: 'cost', field_type: 'number', value_type: 'numeric' });
    await buildCustomField(database, tenant, { key: 'due', field_type: 'date', value_type: 'date' });
    await buildCustomField(database, tenant, { key: 'beta', field_type: 'boolean', value_type: 'boolean' });
    await buildCustomField(database, tenant, { key: 'memo' });
    await buildCustomField(database, tenant, { key: 'plan', object_type: 'account' });
    const idea = await create({});
    const set = (map: Record<string, string | null>) => ({
      id: idea.id,
      customFieldMap: Object.entries(map).map(([key, value]) => ({ key, value })),
    });
    for (const value of ['b', null])
      expect(
        await refusal(UPDATE, {
          id: idea.id,
          customFieldMap: [
            { key: 'memo', value: 'a' },
            { key: 'memo', value },
          ],
        }),
      ).toMatchObject({ field: 'customFieldMap.1.key', message: 'The custom field "memo" is given twice.' });
    expect(
      (
        await update(
          set({ effort: 'Large', points: '0', cost: '12.5', due: '2026-03-31', beta: 'true', memo: 'hm' }),
        )
      )['custom_field_map'],
    ).toEqual([
      { key: 'beta', value: 'true' },
      { key: 'cost', value: '12.5' },
      { key: 'due', value: '2026-03-31' },
      { key: 'effort', value: 'Large' },
      { key: 'memo', value: 'hm' },
      { key: 'points', value: '0' },
    ]);
    expect(
      (await update(set({ effort: null, cost: null, due: null, memo: '', points: 'Three' })))[
        'custom_field_map'
      ],
    ).toEqual([
      { key: 'beta', value: 'true' },
      { key: 'points', value: '3' },
    ]);
    for (const [wrong, field] of [
      [{ effort: 'Huge' }, 'value'],
      [{ points: '4' }, 'value'],
      [{ cost: 'much' }, 'value'],
      [{ cost: 'Infinity' }, 'value'],
      [{ due: '2026-02-30' }, 'value'],
      [{ beta: 'yes' }, 'value'],
      [{ nosuch: '1' }, 'key'],
      [{ plan: 'x' }, 'key'],
    ] as const) {
      expect(
        await refusal(UPDATE, set(wrong as Record<string, string>)),
        JSON.stringify(wrong),
      ).toMatchObject({ code: 'BAD_USER_INPUT', field: `customFieldMap.0.${field}` });
    }
    expect((await feed(idea.id))[2]!.details).toMatchObject({
      new_custom_fields: { effort: null, cost: null, points: 3 },
    });
  });

  test('the second of two editors is told and shown the idea as it stands', async () => {
    const idea = await create({});
    await update({ id: idea.id, title: 'First', if_updated_at: idea.updated_at });
    const answer = await refusal(UPDATE, { id: idea.id, title: 'Second', if_updated_at: idea.updated_at });
    expect(answer).toMatchObject({
      code: 'BAD_USER_INPUT',
      field: 'if_updated_at',
      reason: 'changed',
      current: { id: idea.id, title: 'First', forum: { id: forum.id } },
    });
    const seen = (answer.current as Idea).updated_at;
    expect((await update({ id: idea.id, title: 'Second', if_updated_at: seen })).title).toBe('Second');
  });

  test('[STATE-048] named files are added to those that are there', async () => {
    const [one, two] = [
      await buildAttachment(database, tenant, { uploader_id: admin.id }),
      await buildAttachment(database, tenant, { uploader_id: admin.id }),
    ];
    const idea = await create({ attachmentTokens: [one.token] });
    await update({ id: idea.id, attachmentTokens: [one.token, two.token] });
    expect(await rows('select id from attachments where suggestion_id = $1 order by id', idea.id)).toEqual([
      { id: one.id },
      { id: two.id },
    ]);
  });
});

describe('suggestion_delete and suggestion_restore', () => {
  test('[CALL-M-046, DEC-092] a deleted idea leaves lists and counts, and comes back with all of it', async () => {
    const customer = await buildUser(database, tenant, {
      account_id: (await buildAccount(database, tenant)).id,
    });
    const idea = await create({ creator: { id: customer.id } });
    await buildFeedbackRecord(database, tenant, { suggestion_id: idea.id, user_id: customer.id });
    await buildSupporter(database, tenant, { suggestion_id: idea.id, user_id: admin.id });
    await recountTenant(api.scope);
    const list = async () =>
      (await api.data<{ suggestions: { total_records: number } }>('{ suggestions { total_records } }'))
        .suggestions.total_records;
    const counts = () =>
      rows(
        'select f.open_suggestions_count as forum, u.supported_suggestions_count as person from forums f, users u where f.id = $1 and u.id = $2',
        forum.id,
        customer.id,
      );
    expect([await list(), await counts()]).toEqual([1, [{ forum: 1, person: 1 }]]);
    const answer = await api.run('mutation ($id: ID!) { suggestion_delete(id: $id) { id } }', {
      id: idea.id,
    });
    expect(answer).toMatchObject({
      data: { suggestion_delete: { id: idea.id } },
      extensions: { changes: { suggestion: 'delete' } },
    });
    expect([await list(), await counts()]).toEqual([0, [{ forum: 0, person: 0 }]]);
    expect(await drift()).toEqual([]);
    expect(
      await refusal('mutation ($id: ID!) { suggestion_delete(id: $id) { id } }', { id: idea.id }),
    ).toMatchObject({ field: 'id', reason: 'not_found' });
    expect(await refusal(UPDATE, { id: idea.id, title: 'x' })).toMatchObject({
      field: 'id',
      reason: 'not_found',
    });
    await api.data('mutation ($id: ID!) { suggestion_restore(id: $id) { id state } }', { id: idea.id });
    expect([await list(), await counts()]).toEqual([1, [{ forum: 1, person: 1 }]]);
    expect(await drift()).toEqual([]);
    expect(
      await refusal('mutation ($id: ID!) { suggestion_restore(id: $id) { id } }', { id: idea.id }),
    ).toMatchObject({ field: 'id', reason: 'not_found' });
    expect(
      (await rows('select action from audit_entries where subdomain_id = $1 order by id', tenant.id)).map(
        (row) => row['action'],
      ),
    ).toEqual(expect.arrayContaining(['suggestion_delete', 'suggestion_restore']));
  });
});
