import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  buildCategory,
  buildForum,
  buildInternalStatus,
  buildLabel,
  buildStatus,
  buildSubscription,
  buildSuggestion,
  buildSupporter,
  buildUser,
  insertRow,
  type TestServices,
} from '../../db/builders.ts';
import { openTestDatabase, type TestDatabase } from '../../db/testing.ts';
import { openWorkspace, refusal, type TestWorkspace } from '../../testing/workspace.ts';
import { recountTenant } from '../ideas/recount.ts';
import { removeFilesTask } from '../attachments/claims.ts';

let database: TestDatabase;
let w: TestWorkspace;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  w = await openWorkspace(database);
});

interface Done {
  changed_count: number;
  skipped_count: number;
  undo_id: string | null;
}
const ARGS = {
  suggestions_bulk_status: [
    '$status: ID, $internal: ID, $html: String, $notify: Boolean',
    'status: $status, internal_status: $internal, html_body: $html, notify_supporters: $notify',
  ],
  suggestions_bulk_category: ['$category: ID', 'category: $category'],
  suggestions_bulk_forum: ['$forum: ID!, $category: ID', 'forum: $forum, category: $category'],
} as const;
const documentOf = (name: keyof typeof ARGS): string =>
  `mutation ($ids: [ID!], $select_all: Boolean, ${ARGS[name][0]}) { ${name}(ids: $ids, select_all: $select_all, ${ARGS[name][1]}) { changed_count skipped_count undo_id } }`;
const bulk = async (name: keyof typeof ARGS, variables: Record<string, unknown>): Promise<Done> =>
  (await w.api.data<Record<string, Done>>(documentOf(name), variables))[name]!;
const undo = async (id: string | null): Promise<Done> =>
  (
    await w.api.data<{ bulk_undo: Done }>(
      'mutation ($id: ID!) { bulk_undo(id: $id) { changed_count skipped_count undo_id } }',
      { id },
    )
  ).bulk_undo;
const column = async (name: string, ...ids: string[]) =>
  (
    await w.rows<{ v: string | null }>(
      `select ${name} as v from suggestions where id = any($1::bigint[]) order by array_position($1::bigint[], id)`,
      ids,
    )
  ).map((row) => row.v);
const idea = (values = {}) => buildSuggestion(database, w.tenant, values);

describe('suggestions_bulk_status', () => {
  test('sets the status, posts an update on each idea without mail, and undo leaves no trace but where somebody changed it since', async () => {
    const [planned, done] = [await buildStatus(database, w.tenant), await buildStatus(database, w.tenant)];
    const [one, two, same, merged] = [
      await idea(),
      await idea({ status_id: done.id }),
      await idea({ status_id: planned.id }),
      await idea({ state: 'merged' }),
    ];
    await recountTenant(w.api.scope);
    const dates = () =>
      w.rows(
        'select last_activity_at, last_status_update_at, has_response from suggestions where id = any($1::bigint[]) order by id',
        [one.id, two.id],
      );
    const before = await dates();
    const answer = await bulk('suggestions_bulk_status', {
      ids: [one.id, two.id, same.id, merged.id],
      status: planned.id,
      html: '<p>We plan it.</p>',
    });
    expect(answer).toMatchObject({ changed_count: 2, skipped_count: 2 });
    expect(await column('status_id', one.id, two.id, merged.id)).toEqual([planned.id, planned.id, null]);
    expect(
      await w.rows(
        'select suggestion_id, old_status_id, new_status_id, html_body, supporters_notified from status_updates order by suggestion_id',
      ),
    ).toEqual([
      {
        suggestion_id: one.id,
        old_status_id: null,
        new_status_id: planned.id,
        html_body: '<p>We plan it.</p>',
        supporters_notified: false,
      },
      {
        suggestion_id: two.id,
        old_status_id: done.id,
        new_status_id: planned.id,
        html_body: '<p>We plan it.</p>',
        supporters_notified: false,
      },
    ]);
    expect(
      await w.rows(
        "select count(*)::int as n from activity_entries where kind = 'status_updated' and subdomain_id = $1",
        w.tenant.id,
      ),
    ).toEqual([{ n: 2 }]);
    expect(await w.rows('select suggestions_count as n from statuses where id = $1', planned.id)).toEqual([
      { n: 3 },
    ]);
    expect(await w.drift()).toEqual([]);
    await w.api.data(
      'mutation ($id: ID!, $to: ID) { status_update_create(links: { suggestion: $id, status: $to }) { id } }',
      { id: two.id, to: null },
    );
    expect(await undo(answer.undo_id)).toMatchObject({ changed_count: 1, skipped_count: 1 });
    expect(await column('status_id', one.id, two.id)).toEqual([null, null]);
    expect((await dates())[0]).toEqual(before[0]);
    expect(
      await w.rows(
        'select 1 from status_updates where suggestion_id = $1 union all select 1 from activity_entries where suggestion_id = $1',
        one.id,
      ),
    ).toEqual([]);
    expect(await w.drift()).toEqual([]);
  });

  test('the internal status as well, and none', async () => {
    const review = await buildInternalStatus(database, w.tenant);
    const [one, two] = [await idea({ internal_status_id: review.id }), await idea()];
    await recountTenant(w.api.scope);
    const answer = await bulk('suggestions_bulk_status', { ids: [one.id, two.id], internal: null });
    expect(answer).toMatchObject({ changed_count: 1, skipped_count: 1 });
    expect(await column('internal_status_id', one.id)).toEqual([null]);
    await undo(answer.undo_id);
    expect(await column('internal_status_id', one.id)).toEqual([review.id]);
    expect(await w.drift()).toEqual([]);
  });

  test('with mail it writes to those who follow each idea; undo calls back what waits and takes its update out of the feed, and says of what is gone that it stays', async () => {
    const [planned, customer] = [
      await buildStatus(database, w.tenant, { name: 'Planned' }),
      await buildUser(database, w.tenant),
    ];
    const ideas = [await idea(), await idea()];
    for (const { id } of ideas) {
      await buildSupporter(database, w.tenant, { suggestion_id: id, user_id: customer.id });
      await buildSubscription(database, w.tenant, {
        suggestion_id: id,
        user_id: customer.id,
        subscribed: true,
      });
    }
    await recountTenant(w.api.scope);
    const ids = ideas.map(({ id }) => id);
    const answer = await bulk('suggestions_bulk_status', { ids, status: planned.id, notify: true });
    expect(
      await w.rows(
        'select m.suggestion_id, m.subject, m.expected_count, count(d.*)::int as n from mailings m join deliveries d on d.mailing_id = m.id group by m.id, m.suggestion_id, m.subject, m.expected_count order by m.suggestion_id',
      ),
    ).toEqual(
      ideas.map(({ id, title }) => ({
        suggestion_id: id,
        subject: `Planned: ${title}`,
        expected_count: 1,
        n: 1,
      })),
    );
    await w.rows("update mailings set state = 'done' where suggestion_id = $1", ids[1]);
    const entries = () =>
      w.api
        .data<{ undo_entries: unknown[] }>('{ undo_entries { command has_sent_mail objects_count } }')
        .then((data) => data.undo_entries);
    expect(await entries()).toEqual([
      { command: 'suggestions_bulk_status', has_sent_mail: true, objects_count: 2 },
    ]);
    expect(await undo(answer.undo_id)).toMatchObject({ changed_count: 2 });
    expect(await column('status_id', ...ids)).toEqual([null, null]);
    expect(await w.rows('select suggestion_id, state from mailings order by suggestion_id')).toEqual([
      { suggestion_id: ids[0], state: 'called_back' },
      { suggestion_id: ids[1], state: 'done' },
    ]);
    // what no one was told of leaves no trace, though mail of it had been written
    expect(
      await w.rows(
        'select suggestion_id from status_updates where subdomain_id = $1 order by id',
        w.tenant.id,
      ),
    ).toEqual([{ suggestion_id: ids[1] }]);
    expect(
      await w.rows(
        "select suggestion_id from activity_entries where subdomain_id = $1 and kind = 'status_updated'",
        w.tenant.id,
      ),
    ).toEqual([{ suggestion_id: ids[1] }]);
    expect(await entries()).toEqual([]);
    expect(await w.drift()).toEqual([]);
  });

  test('an update that somebody has reacted to stays when its mail is called back, and says no more that mail goes out', async () => {
    const [planned, customer] = [
      await buildStatus(database, w.tenant, { name: 'Planned' }),
      await buildUser(database, w.tenant),
    ];
    const { id } = await idea();
    await buildSupporter(database, w.tenant, { suggestion_id: id, user_id: customer.id });
    await buildSubscription(database, w.tenant, {
      suggestion_id: id,
      user_id: customer.id,
      subscribed: true,
    });
    await recountTenant(w.api.scope);
    const answer = await bulk('suggestions_bulk_status', { ids: [id], status: planned.id, notify: true });
    const updates = () =>
      w.rows(
        'select supporters_notified, expected_send_count from status_updates where subdomain_id = $1',
        w.tenant.id,
      );
    expect(await updates()).toEqual([{ supporters_notified: true, expected_send_count: 1 }]);
    await w.rows(
      "insert into reactions (subdomain_id, status_update_id, user_id, kind) select subdomain_id, id, $1, 'up' from status_updates where suggestion_id = $2",
      customer.id,
      id,
    );
    expect(await undo(answer.undo_id)).toMatchObject({ changed_count: 1 });
    expect(await updates()).toEqual([{ supporters_notified: false, expected_send_count: 0 }]);
    expect(await w.drift()).toEqual([]);
  });

  test('the preview says which ideas it would change, who gets mail of how many of them, and who is left out', async () => {
    const PREVIEW =
      'query ($ids: [ID!], $status: ID, $internal: ID) { preview: bulk_status_preview(ids: $ids, status: $status, internal_status: $internal) { changed_count mails_count people { recipients_count recipients { id } left_out_count left_out { reason sentence count people { id } } } } }';
    const preview = async (variables: Record<string, unknown>) =>
      (await w.api.data<{ preview: { mails_count: number } }>(PREVIEW, variables)).preview;
    const planned = await buildStatus(database, w.tenant);
    const [both, one, quiet, elsewhere] = [
      await buildUser(database, w.tenant, { name: 'Ada' }),
      await buildUser(database, w.tenant, { name: 'Ben' }),
      await buildUser(database, w.tenant),
      await buildUser(database, w.tenant),
    ];
    const [first, second, same] = [await idea(), await idea(), await idea({ status_id: planned.id })];
    const follow = (suggestion: { id: string }, user: { id: string }, subscribed = true) =>
      buildSubscription(database, w.tenant, { suggestion_id: suggestion.id, user_id: user.id, subscribed });
    await follow(first, both);
    await follow(second, both);
    // who follows one of them gets a mail, even though they do not follow the other
    await follow(first, one);
    await follow(second, one, false);
    await follow(second, quiet, false);
    await follow(same, elsewhere);
    await recountTenant(w.api.scope);
    const ids = [first.id, second.id, same.id];
    expect(await preview({ ids, status: planned.id })).toEqual({
      changed_count: 2,
      mails_count: 3,
      people: {
        recipients_count: 2,
        recipients: [{ id: both.id }, { id: one.id }],
        left_out_count: 1,
        left_out: [
          {
            reason: 'unsubscribed',
            sentence: 'The person follows none of these ideas.',
            count: 1,
            people: [{ id: quiet.id }],
          },
        ],
      },
    });
    // the team alone hears of an internal status, and no one of the team follows them
    expect(await preview({ ids, internal: null })).toMatchObject({
      changed_count: 0,
      mails_count: 0,
      people: { recipients_count: 0 },
    });
    const answer = await w.api.data<{ done: unknown }>(
      'mutation ($ids: [ID!], $status: ID) { done: suggestions_bulk_status(ids: $ids, status: $status, notify_supporters: true) { changed_count skipped_count mails_count mails_wait_seconds } }',
      { ids, status: planned.id },
    );
    expect(answer.done).toEqual({
      changed_count: 2,
      skipped_count: 1,
      mails_count: 3,
      mails_wait_seconds: w.api.scope.services.mail.undoSeconds,
    });
    expect(await refusal(w.api, PREVIEW, { ids })).toMatchObject({ field: 'status', reason: 'required' });
  });

  test('[PANEL-065] files hang on each of the updates, are kept once, and go with the last of them; undo takes them along', async () => {
    const { services } = w.api.scope;
    const kept = (services as TestServices).keptFiles;
    const upload = async (name: string): Promise<string> =>
      (
        await w.api.data<{ made: { token: string } }>(
          'mutation ($blob: String!, $name: String!) { made: attachment_create(blob: $blob, fileName: $name, contentType: "text/plain") { token } }',
          { blob: Buffer.from(name).toString('base64'), name },
        )
      ).made.token;
    const post = async (ids: string[], status: string, tokens: string[]): Promise<Done> =>
      (
        await w.api.data<{ done: Done }>(
          'mutation ($ids: [ID!], $status: ID, $tokens: [String!]) { done: suggestions_bulk_status(ids: $ids, status: $status, attachment_tokens: $tokens) { changed_count skipped_count undo_id } }',
          { ids, status, tokens },
        )
      ).done;
    const filesOf = (id: string) =>
      w.rows(
        'select a.id, a.file_name, a.token, a.storage_key from attachments a join status_updates u on u.id = a.status_update_id where u.suggestion_id = $1 order by a.id',
        id,
      );
    const [planned, started] = [await buildStatus(database, w.tenant), await buildStatus(database, w.tenant)];
    const [one, two, three] = [await idea(), await idea(), await idea()];
    await recountTenant(w.api.scope);
    const ids = [one.id, two.id, three.id];
    const first = await post(ids, planned.id, [await upload('plan.txt'), await upload('picture.txt')]);
    const each = await Promise.all(ids.map(filesOf));
    expect(each.map((files) => files.map((file) => file['file_name']))).toEqual(
      ids.map(() => ['plan.txt', 'picture.txt']),
    );
    expect(new Set(each.flat().map((file) => file['token'])).size).toBe(6);
    expect(each[1]!.map((file) => file['storage_key'])).toEqual(each[0]!.map((file) => file['storage_key']));
    expect(kept.size).toBe(2);

    // what was taken off one of them stays readable on the others
    const run = async (): Promise<void> => {
      for (const { payload } of (services as TestServices).enqueued
        .splice(0)
        .filter(({ task }) => task === 'remove_files'))
        await removeFilesTask.run(payload as never, {
          scope: w.api.scope,
          signal: new AbortController().signal,
        });
    };
    await w.api.data('mutation ($id: ID!) { attachment_delete(id: $id) { id } }', { id: each[0]![0]!['id'] });
    await run();
    expect(kept.size).toBe(2);
    // a file that someone added later holds the update of its idea
    const [update] = await w.rows('select id from status_updates where suggestion_id = $1', three.id);
    await w.api.data(
      'mutation ($id: ID!, $tokens: [String!]) { status_update_update(id: $id, attachmentTokens: $tokens) { id } }',
      { id: update!['id'], tokens: [await upload('later.txt')] },
    );
    expect(await undo(first.undo_id)).toMatchObject({ changed_count: 3 });
    await run();
    expect(await Promise.all(ids.map(filesOf)).then((all) => all.map((files) => files.length))).toEqual([
      0, 0, 3,
    ]);
    expect(kept.size).toBe(3);

    const second = await post([one.id, two.id], started.id, [await upload('more.txt')]);
    expect(kept.size).toBe(4);
    await undo(second.undo_id);
    await run();
    expect(kept.size).toBe(3);
    const [token] = [await upload('twice.txt')];
    await post([one.id], started.id, [token]);
    expect(
      await refusal(
        w.api,
        'mutation ($ids: [ID!], $status: ID, $tokens: [String!]) { suggestions_bulk_status(ids: $ids, status: $status, attachment_tokens: $tokens) { changed_count } }',
        { ids: [two.id], status: started.id, tokens: [token] },
      ),
    ).toMatchObject({ field: 'attachment_tokens', reason: 'not_found' });
    expect(await column('status_id', two.id)).toEqual([null]);
    expect(await w.drift()).toEqual([]);
  });

  test('[VALID-055] [VALID-056] mail carries the addresses that the sender has chosen; those of an internal status are the usual ones', async () => {
    await w.rows(
      "update subdomains set from_domain = 'acme.example', from_domain_verified = true where id = $1",
      w.tenant.id,
    );
    const [planned, review, customer] = [
      await buildStatus(database, w.tenant),
      await buildInternalStatus(database, w.tenant),
      await buildUser(database, w.tenant),
    ];
    const ideas = [await idea(), await idea()];
    for (const { id } of ideas)
      await buildSubscription(database, w.tenant, {
        suggestion_id: id,
        user_id: customer.id,
        subscribed: true,
      });
    await recountTenant(w.api.scope);
    const POST =
      'mutation ($ids: [ID!], $status: ID, $internal: ID, $from: String, $reply: String) { suggestions_bulk_status(ids: $ids, status: $status, internal_status: $internal, notify_supporters: true, from_email: $from, notification_email_address: $reply) { changed_count mails_count } }';
    const ids = ideas.map(({ id }) => id);
    const refused = (variables: Record<string, unknown>) => refusal(w.api, POST, { ids, ...variables });
    expect(await refused({ status: planned.id, from: 'nobody' })).toMatchObject({
      field: 'from_email',
      message: 'Must be a valid email',
    });
    expect(await refused({ status: planned.id, from: 'me@elsewhere.example' })).toMatchObject({
      field: 'from_email',
      message: 'Must be a valid email using your configured email domain',
    });
    expect(await refused({ status: planned.id, reply: 'nobody' })).toMatchObject({
      field: 'notification_email_address',
    });
    expect(await refused({ internal: review.id, reply: 'me@acme.example' })).toMatchObject({
      field: 'notification_email_address',
      message: expect.stringContaining('usual address') as string,
    });
    expect(await w.rows('select 1 from status_updates where subdomain_id = $1', w.tenant.id)).toEqual([]);
    expect(
      await w.api.data(POST, {
        ids,
        status: planned.id,
        from: 'news@acme.example',
        reply: 'me@elsewhere.example',
      }),
    ).toEqual({ suggestions_bulk_status: { changed_count: 2, mails_count: 2 } });
    const chosen = { from_email: 'news@acme.example', reply_to: 'me@elsewhere.example' };
    expect(
      await w.rows('select from_email, reply_to from mailings where subdomain_id = $1', w.tenant.id),
    ).toEqual([chosen, chosen]);
    expect(
      await w.rows(
        'select from_email, notification_email_address as reply_to from status_updates where subdomain_id = $1',
        w.tenant.id,
      ),
    ).toEqual([chosen, chosen]);
  });

  test('more mailings than an hour allows are refused as a whole, and the sentence says how many are left', async () => {
    const [planned, customer, forum] = [
      await buildStatus(database, w.tenant),
      await buildUser(database, w.tenant),
      await buildForum(database, w.tenant),
    ];
    await w.rows(
      "insert into suggestions (subdomain_id, title, forum_id) select $1, 'Idea ' || n, $2 from generate_series(1, 201) n",
      w.tenant.id,
      forum.id,
    );
    await buildSubscription(database, w.tenant, {
      suggestion_id: (await idea()).id,
      user_id: customer.id,
      subscribed: true,
    });
    await recountTenant(w.api.scope);
    const all = { select_all: true, status: planned.id, notify: true };
    expect(await refusal(w.api, documentOf('suggestions_bulk_status'), all)).toMatchObject({
      reason: 'too_many',
      message: expect.stringContaining('about 200 more ideas within this hour, and these are 202') as string,
    });
    expect(
      await w.rows(
        'select 1 from mailings where subdomain_id = $1 union all select 1 from status_updates where subdomain_id = $1',
        w.tenant.id,
      ),
    ).toEqual([]);
  });

  test('neither or both kinds, an unknown status and one that was removed are refused', async () => {
    const gone = await buildStatus(database, w.tenant, { deleted_at: new Date() });
    const { id } = await idea();
    const refused = (variables: Record<string, unknown>) =>
      refusal(w.api, documentOf('suggestions_bulk_status'), { ids: [id], ...variables });
    expect(await refused({})).toMatchObject({ field: 'status', reason: 'required' });
    expect(await refused({ status: null, internal: null })).toMatchObject({
      field: 'status',
      reason: 'required',
    });
    for (const status of [gone.id, '999999999'])
      expect(await refused({ status })).toMatchObject({ field: 'status', reason: 'not_found' });
  });

  test('a thousand ideas in few statements', async () => {
    const planned = await buildStatus(database, w.tenant);
    const forum = await buildForum(database, w.tenant);
    await w.rows(
      "insert into suggestions (subdomain_id, title, forum_id) select $1, 'Idea ' || n, $2 from generate_series(1, 1000) n",
      w.tenant.id,
      forum.id,
    );
    await recountTenant(w.api.scope);
    const answer = await bulk('suggestions_bulk_status', { select_all: true, status: planned.id });
    expect(answer).toMatchObject({ changed_count: 1000, skipped_count: 0 });
    expect(await undo(answer.undo_id)).toMatchObject({ changed_count: 1000 });
    expect(await w.drift()).toEqual([]);
  });
});

describe('suggestions_bulk_category', () => {
  test('[VALID-036] moves ideas of its forum, leaves others alone, and names those whose forum asks for a category', async () => {
    const [forum, strict] = [
      await buildForum(database, w.tenant),
      await buildForum(database, w.tenant, { category_required: true }),
    ];
    const [category, needed] = [
      await buildCategory(database, w.tenant, { forum_id: forum.id }),
      await buildCategory(database, w.tenant, { forum_id: strict.id }),
    ];
    const [one, two, elsewhere] = [
      await idea({ forum_id: forum.id }),
      await idea({ forum_id: forum.id, category_id: category.id }),
      await idea({ forum_id: strict.id, category_id: needed.id, title: 'Needs one' }),
    ];
    await recountTenant(w.api.scope);
    const answer = await bulk('suggestions_bulk_category', {
      ids: [one.id, two.id, elsewhere.id],
      category: category.id,
    });
    expect(answer).toMatchObject({ changed_count: 1, skipped_count: 2 });
    expect(await w.rows('select details from activity_entries where suggestion_id = $1', one.id)).toEqual([
      { details: { old_category_id: null, new_category_id: category.id } },
    ]);
    expect(
      await refusal(w.api, documentOf('suggestions_bulk_category'), {
        ids: [one.id, elsewhere.id],
        category: null,
      }),
    ).toMatchObject({
      field: 'category',
      reason: 'category_required',
      message: expect.stringContaining('“Needs one”') as string,
    });
    expect(await refusal(w.api, documentOf('suggestions_bulk_category'), { ids: [one.id] })).toMatchObject({
      field: 'category',
      reason: 'required',
    });
    await undo(answer.undo_id);
    expect(await column('category_id', one.id, two.id)).toEqual([null, category.id]);
    expect(await w.drift()).toEqual([]);
  });
});

describe('suggestions_bulk_forum', () => {
  test('[DEC-103] drops category and labels of the old forum; undo brings back what is still there', async () => {
    const [from, to] = [await buildForum(database, w.tenant), await buildForum(database, w.tenant)];
    const [old, fresh] = [
      await buildCategory(database, w.tenant, { forum_id: from.id }),
      await buildCategory(database, w.tenant, { forum_id: to.id }),
    ];
    const [limited, free] = [await buildLabel(database, w.tenant), await buildLabel(database, w.tenant)];
    await insertRow(database, 'label_forums', {
      subdomain_id: w.tenant.id,
      label_id: limited.id,
      forum_id: from.id,
    });
    const [one, two, there] = [
      await idea({ forum_id: from.id, category_id: old.id }),
      await idea({ forum_id: from.id }),
      await idea({ forum_id: to.id, category_id: fresh.id }),
    ];
    for (const label_id of [limited.id, free.id])
      await insertRow(database, 'suggestion_labels', {
        subdomain_id: w.tenant.id,
        suggestion_id: one.id,
        label_id,
      });
    await recountTenant(w.api.scope);
    const ids = [one.id, two.id, there.id];
    const answer = await bulk('suggestions_bulk_forum', { ids, forum: to.id });
    expect(answer).toMatchObject({ changed_count: 2, skipped_count: 1 });
    expect([await column('forum_id', ...ids), await column('category_id', ...ids)]).toEqual([
      [to.id, to.id, to.id],
      [null, null, fresh.id],
    ]);
    expect(await w.rows('select label_id from suggestion_labels where suggestion_id = $1', one.id)).toEqual([
      { label_id: free.id },
    ]);
    expect(await w.drift()).toEqual([]);
    // two is moved on by hand
    await w.api.data(
      'mutation ($id: ID!, $links: SuggestionLinks) { suggestion_update(id: $id, links: $links) { id } }',
      { id: two.id, links: { category: fresh.id } },
    );
    expect(await undo(answer.undo_id)).toMatchObject({ changed_count: 1, skipped_count: 1 });
    expect([await column('forum_id', ...ids), await column('category_id', ...ids)]).toEqual([
      [from.id, to.id, to.id],
      [old.id, fresh.id, fresh.id],
    ]);
    expect(
      (
        await w.rows(
          'select label_id from suggestion_labels where suggestion_id = $1 order by label_id',
          one.id,
        )
      ).map((row) => row['label_id']),
    ).toEqual([limited.id, free.id].sort());
    expect(await w.drift()).toEqual([]);
  });

  test('[VALID-036] a forum that asks for a category takes ideas with one alone, and names those without', async () => {
    const strict = await buildForum(database, w.tenant, { category_required: true, name: 'Strict' });
    const [category, other] = [
      await buildCategory(database, w.tenant, { forum_id: strict.id }),
      await buildCategory(database, w.tenant, { forum_id: (await buildForum(database, w.tenant)).id }),
    ];
    const ideas = await Promise.all(['A', 'B', 'C', 'D', 'E'].map((title) => idea({ title })));
    await recountTenant(w.api.scope);
    const ids = ideas.map(({ id }) => id);
    expect(
      await refusal(w.api, documentOf('suggestions_bulk_forum'), { ids, forum: strict.id }),
    ).toMatchObject({
      field: 'category',
      reason: 'category_required',
      message: expect.stringMatching(
        /“Strict” asks for a category\. Choose one for “.”, “.”, “.” and 2 more\./,
      ) as string,
    });
    expect(
      await refusal(w.api, documentOf('suggestions_bulk_forum'), {
        ids,
        forum: strict.id,
        category: other.id,
      }),
    ).toMatchObject({ field: 'category' });
    expect(
      await bulk('suggestions_bulk_forum', { ids, forum: strict.id, category: category.id }),
    ).toMatchObject({ changed_count: 5 });
    expect(await bulk('suggestions_bulk_forum', { ids, forum: strict.id })).toMatchObject({
      changed_count: 0,
      undo_id: null,
    });
    expect(await w.drift()).toEqual([]);
  });
});
