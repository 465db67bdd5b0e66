import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runCommand, type Command } from '../../core/command.ts';
import { ProductError } from '../../core/errors.ts';
import {
  buildAccount,
  buildAttachment,
  buildComment,
  buildFeedbackRecord,
  buildForum,
  buildImportanceResponse,
  buildLabel,
  buildNote,
  buildSubscription,
  buildSuggestion,
  buildSupporter,
  buildUser,
  insertRow,
} from '../../db/builders.ts';
import { openTestDatabase, type TestDatabase } from '../../db/testing.ts';
import { openWorkspace, refusal, type TestWorkspace } from '../../testing/workspace.ts';
import { recountTenant } from '../ideas/recount.ts';
import {
  commentCreate,
  commentDelete,
  commentRestore,
  commentUpdate,
} from '../conversation/comment_commands.ts';
import {
  feedbackRecordCreate,
  feedbackRecordDelete,
  feedbackRecordRestore,
} from '../conversation/feedback_commands.ts';
import { suggestionCreate, suggestionDelete, suggestionRestore } from '../conversation/idea_commands.ts';
import { suggestionMerge, suggestionUnmerge } from './merge.ts';
import { suggestionAdminSubscribe, supporterDelete, supporterRestore } from '../conversation/support.ts';
import { bulkUndo } from '../triage/triage.ts';
import { userBlock } from '../triage/user_block.ts';

let database: TestDatabase;
let w: TestWorkspace;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  w = await openWorkspace(database);
});

const MERGE =
  'mutation ($winner: ID!, $losers: [ID!]!) { suggestion_merge(winner: $winner, losers: $losers) { id supporters_count votes_count comments_count requests_count labels { id } } }';
const UNMERGE = 'mutation ($ids: [ID!]!) { suggestion_unmerge(ids: $ids) { id state } }';
const merge = (winner: string, ...losers: string[]) =>
  w.api
    .data<{ suggestion_merge: Record<string, unknown> }>(MERGE, { winner, losers })
    .then((data) => data.suggestion_merge);
const unmerge = (...ids: string[]) => w.api.data(UNMERGE, { ids });
const votesOf = async (id: string) =>
  (
    await w.rows<{ user_id: string; votes: number }>(
      'select user_id, votes from supporters where suggestion_id = $1 order by user_id',
      id,
    )
  ).map((row) => [row.user_id, row.votes]);
const idea = (values = {}) => buildSuggestion(database, w.tenant, values);
const person = (values = {}) => buildUser(database, w.tenant, values);

/** Everything that a merge touches of ideas, but for times of the last change. */
async function picture(...ids: string[]): Promise<unknown> {
  const list = [ids];
  return {
    ideas: await w.rows(
      `select to_jsonb(s) - 'updated_at' - 'sentiment_due_at' as row from suggestions s where s.id = any($1::bigint[]) order by s.id`,
      ...list,
    ),
    supporters: await w.rows(
      'select * from supporters where suggestion_id = any($1::bigint[]) order by suggestion_id, user_id',
      ...list,
    ),
    subscriptions: await w.rows(
      'select * from subscriptions where suggestion_id = any($1::bigint[]) order by suggestion_id, user_id',
      ...list,
    ),
    labels: await w.rows(
      'select * from suggestion_labels where suggestion_id = any($1::bigint[]) order by suggestion_id, label_id',
      ...list,
    ),
    comments: await w.rows(
      `select to_jsonb(c) - 'updated_at' as row from comments c where suggestion_id = any($1::bigint[]) and state <> 'deleted' order by id`,
      ...list,
    ),
    feedback: await w.rows(
      `select to_jsonb(f) - 'updated_at' as row from feedback_records f where suggestion_id = any($1::bigint[]) order by id`,
      ...list,
    ),
    activity: await w.rows(
      `select suggestion_id, kind, comment_id, feedback_record_id from activity_entries a where suggestion_id = any($1::bigint[]) and kind not in ('merge_created', 'merge_reversed') and not exists (select 1 from comments c where c.id = a.comment_id and c.state = 'deleted') order by id`,
      ...list,
    ),
    accounts: await w.rows(
      'select * from suggestion_accounts where suggestion_id = any($1::bigint[]) order by suggestion_id, account_id',
      ...list,
    ),
    weeks: await w.rows(
      'select * from suggestion_weeks where suggestion_id = any($1::bigint[]) order by suggestion_id, week',
      ...list,
    ),
  };
}

/** Two ideas that share one supporter, with one of each record on the second. */
async function buildPair() {
  const forum = await buildForum(database, w.tenant);
  const account = await buildAccount(database, w.tenant, { revenue_cents: '1000' });
  const [both, only, third] = [
    await person({ account_id: account.id }),
    await person({ account_id: account.id }),
    await person(),
  ];
  const [low, high] = [
    await buildImportanceResponse(database, w.tenant, 1),
    await buildImportanceResponse(database, w.tenant, 3),
  ];
  const winner = await idea({ title: 'Dark mode', forum_id: forum.id });
  const loser = await idea({
    title: 'Night theme',
    body: 'For our eyes.',
    creator_id: only.id,
    created_at: '2026-01-05T10:00:00.123456Z',
  });
  await buildSupporter(database, w.tenant, {
    suggestion_id: winner.id,
    user_id: both.id,
    created_at: '2026-03-01T12:00:00.654321Z',
    importance_response_id: high.id,
  });
  await buildSupporter(database, w.tenant, { suggestion_id: winner.id, user_id: third.id });
  await buildSupporter(database, w.tenant, {
    suggestion_id: loser.id,
    user_id: both.id,
    created_at: '2026-02-01T12:00:00.111111Z',
    importance_response_id: low.id,
  });
  await buildSupporter(database, w.tenant, {
    suggestion_id: loser.id,
    user_id: only.id,
    created_at: null,
    importance_response_id: low.id,
  });
  await buildSubscription(database, w.tenant, {
    suggestion_id: winner.id,
    user_id: both.id,
    subscribed: false,
  });
  await buildSubscription(database, w.tenant, {
    suggestion_id: loser.id,
    user_id: both.id,
    subscribed: true,
  });
  await buildSubscription(database, w.tenant, {
    suggestion_id: loser.id,
    user_id: only.id,
    subscribed: true,
  });
  const [label, foreign] = [await buildLabel(database, w.tenant), await buildLabel(database, w.tenant)];
  await insertRow(database, 'label_forums', {
    subdomain_id: w.tenant.id,
    label_id: foreign.id,
    forum_id: loser.forum_id,
  });
  for (const label_id of [label.id, foreign.id])
    await insertRow(database, 'suggestion_labels', {
      subdomain_id: w.tenant.id,
      suggestion_id: loser.id,
      label_id,
    });
  const comment = await buildComment(database, w.tenant, {
    suggestion_id: loser.id,
    creator_id: both.id,
    body: 'Yes please',
  });
  await buildComment(database, w.tenant, { suggestion_id: loser.id, state: 'spam' });
  await insertRow(database, 'activity_entries', {
    subdomain_id: w.tenant.id,
    suggestion_id: loser.id,
    kind: 'comment_created',
    comment_id: comment.id,
  });
  await buildAttachment(database, w.tenant, { comment_id: comment.id });
  const feedback = await buildFeedbackRecord(database, w.tenant, {
    suggestion_id: loser.id,
    user_id: only.id,
  });
  await buildNote(database, w.tenant, { suggestion_id: loser.id, body: 'Stays here' });
  await recountTenant(w.api.scope);
  return { forum, both, only, third, high, winner, loser, label, foreign, comment, feedback };
}

describe('suggestion_merge', () => {
  test('[DEC-121, DEC-060] unites supporters without duplicates, moves what was said, and leads from the loser to the winner', async () => {
    const { both, only, third, high, winner, loser, label, foreign, comment, feedback } = await buildPair();
    expect(await merge(winner.id, loser.id)).toEqual({
      id: winner.id,
      supporters_count: 3,
      votes_count: 3,
      comments_count: 2,
      requests_count: 1,
      labels: [{ id: label.id }],
    });
    expect(await votesOf(winner.id)).toEqual(
      [both, only, third].map((user) => [user.id, 1]).sort((a, b) => Number(a[0]) - Number(b[0])),
    );
    expect(await votesOf(loser.id)).toEqual([]);
    // the earlier date, the winner's own answer, and the winner's own wish about mail
    expect(
      await w.rows(
        "select importance_response_id as answer, to_char(created_at at time zone 'UTC', 'MM-DD US') as given from supporters where suggestion_id = $1 and user_id = $2",
        winner.id,
        both.id,
      ),
    ).toEqual([{ answer: high.id, given: '02-01 111111' }]);
    expect(
      await w.rows(
        'select user_id, subscribed from subscriptions where suggestion_id = $1 order by user_id',
        winner.id,
      ),
    ).toEqual([
      { user_id: both.id, subscribed: false },
      { user_id: only.id, subscribed: true },
    ]);
    expect(
      await w.rows(
        'select suggestion_id from comments where id = $1 union all select suggestion_id from feedback_records where id = $2',
        comment.id,
        feedback.id,
      ),
    ).toEqual([{ suggestion_id: winner.id }, { suggestion_id: winner.id }]);
    const [text] = await w.rows(
      "select body, creator_id, is_admin_comment, created_at from comments where suggestion_id = $1 and body like 'Night%'",
      winner.id,
    );
    expect(text).toMatchObject({
      body: 'Night theme\n\nFor our eyes.',
      creator_id: only.id,
      is_admin_comment: false,
      created_at: new Date('2026-01-05T10:00:00.123Z'),
    });
    const { suggestion: seen } = await w.api.data<{ suggestion: Record<string, unknown> }>(
      'query ($id: ID!) { suggestion(id: $id) { state redirect_url unmergeable parent_suggestions { id } labels { id } notes_count supporters_count } }',
      { id: loser.id },
    );
    expect(seen).toMatchObject({
      state: 'merged',
      redirect_url: `/admin/v3/ideas/${winner.id}`,
      unmergeable: false,
      parent_suggestions: [{ id: winner.id }],
      notes_count: 1,
      supporters_count: 0,
    });
    expect(new Set((seen['labels'] as { id: string }[]).map(({ id }) => id))).toEqual(
      new Set([label.id, foreign.id]),
    );
    expect(await w.api.data('{ suggestions { records { id } } }')).toEqual({
      suggestions: { records: [{ id: winner.id }] },
    });
    const feed = (id: string) =>
      w.api
        .data<{ activity_entries: { records: { kind: string }[] } }>(
          'query ($ids: [ID!]) { activity_entries(suggestion: $ids) { records { kind related_suggestion { id } } } }',
          { ids: [id] },
        )
        .then((data) => data.activity_entries.records);
    expect(await feed(winner.id)).toEqual(
      expect.arrayContaining([
        { kind: 'merge_created', related_suggestion: { id: loser.id } },
        { kind: 'comment_created', related_suggestion: null },
      ]),
    );
    expect(await feed(loser.id)).toEqual([{ kind: 'merge_created', related_suggestion: { id: winner.id } }]);
    expect(await w.drift()).toEqual([]);
  });

  test('[DEC-121, CONST-076] suggestion_unmerge restores all of it, to the microsecond, and says so in both feeds', async () => {
    const { winner, loser } = await buildPair();
    const before = await picture(winner.id, loser.id);
    await merge(winner.id, loser.id);
    await unmerge(loser.id);
    expect(await picture(winner.id, loser.id)).toEqual(before);
    expect(await w.drift()).toEqual([]);
    expect(
      await w.rows(
        "select suggestion_id from activity_entries where kind = 'merge_reversed' order by suggestion_id",
      ),
    ).toEqual(expect.arrayContaining([{ suggestion_id: winner.id }, { suggestion_id: loser.id }]));
    // and once more
    await merge(winner.id, loser.id);
    await unmerge(loser.id);
    expect(await picture(winner.id, loser.id)).toEqual(before);
  });

  test('[DEC-060] with classic voting the votes of one person add up to three at most, and come apart again', async () => {
    const forum = await buildForum(database, w.tenant, { classic_voting: true });
    const [winner, two, three] = [await idea({ forum_id: forum.id }), await idea(), await idea()];
    const one = await person();
    for (const [suggestion_id, votes] of [
      [winner.id, 1],
      [two.id, 1],
      [three.id, 2],
    ] as const)
      await buildSupporter(database, w.tenant, { suggestion_id, user_id: one.id, votes });
    await recountTenant(w.api.scope);
    const before = await picture(winner.id, two.id, three.id);
    expect(await merge(winner.id, two.id)).toMatchObject({ votes_count: 2, supporters_count: 1 });
    expect(await merge(winner.id, three.id)).toMatchObject({ votes_count: 3, supporters_count: 1 });
    // not in the order of the merges
    await unmerge(two.id);
    expect(await votesOf(winner.id)).toEqual([[one.id, 3]]);
    await unmerge(three.id);
    expect(await picture(winner.id, two.id, three.id)).toEqual(before);
    expect(await w.drift()).toEqual([]);
  });

  test('merges of one winner come apart in any order: a supporter of both losers stays until the last', async () => {
    const [winner, two, three, one] = [await idea(), await idea(), await idea(), await person()];
    for (const { id } of [two, three]) {
      await buildSupporter(database, w.tenant, { suggestion_id: id, user_id: one.id });
      await buildSubscription(database, w.tenant, { suggestion_id: id, user_id: one.id, subscribed: true });
    }
    await recountTenant(w.api.scope);
    const before = await picture(winner.id, two.id, three.id);
    await merge(winner.id, two.id, three.id);
    await unmerge(two.id);
    expect([await votesOf(winner.id), await votesOf(two.id), await votesOf(three.id)]).toEqual([
      [[one.id, 1]],
      [[one.id, 1]],
      [],
    ]);
    expect(await w.drift()).toEqual([]);
    await unmerge(three.id);
    expect(await picture(winner.id, two.id, three.id)).toEqual(before);
  });

  test('a chain comes apart from its end: the middle names what must be undone first', async () => {
    const { winner, loser } = await buildPair();
    const last = await idea({ title: 'Themes' });
    await recountTenant(w.api.scope);
    const before = await picture(winner.id, loser.id, last.id);
    await merge(winner.id, loser.id);
    await merge(last.id, winner.id);
    expect(await refusal(w.api, UNMERGE, { ids: [loser.id] })).toMatchObject({
      field: 'ids',
      reason: 'chain',
      message: expect.stringContaining('Undo that merge first') as string,
    });
    expect(await refusal(w.api, MERGE, { winner: winner.id, losers: [last.id] })).toMatchObject({
      field: 'winner',
      reason: 'merged',
    });
    // both at once: the newer merge first
    await unmerge(loser.id, winner.id);
    expect(await picture(winner.id, loser.id, last.id)).toEqual(before);
    expect(await w.drift()).toEqual([]);
  });

  test('what changed since stays: a removed vote, a moved comment, an edited text, a label that was taken off', async () => {
    const { both, only, winner, loser, label, comment, feedback } = await buildPair();
    const elsewhere = await idea();
    await recountTenant(w.api.scope);
    await merge(winner.id, loser.id);
    const run = (command: Command, input: Record<string, unknown>) => runCommand(command, w.api.scope, input);
    await run(supporterDelete, { suggestion: winner.id, user: only.id });
    await run(commentUpdate, { id: comment.id, body: 'Yes please', links: { suggestion: elsewhere.id } });
    const [text] = await w.rows<{ id: string }>(
      "select id from comments where suggestion_id = $1 and body like 'Night%'",
      winner.id,
    );
    await run(commentUpdate, { id: text!.id, body: 'Night theme, rewritten' });
    await w.api.data(
      'mutation ($id: ID!, $remove: [ID!]) { suggestion_labels_update(id: $id, remove: $remove) { id } }',
      { id: winner.id, remove: [label.id] },
    );
    await unmerge(loser.id);
    expect(await votesOf(loser.id)).toEqual([[both.id, 1]]);
    expect(
      await w.rows('select suggestion_id from comments where id = any($1::bigint[]) order by id', [
        comment.id,
        text!.id,
      ]),
    ).toEqual([{ suggestion_id: elsewhere.id }, { suggestion_id: winner.id }]);
    expect(await w.rows('select suggestion_id from feedback_records where id = $1', feedback.id)).toEqual([
      { suggestion_id: loser.id },
    ]);
    expect(await w.rows('select 1 from suggestion_labels where suggestion_id = $1', winner.id)).toEqual([]);
    expect(await w.drift()).toEqual([]);
  });

  test('feedback that is restored after a merge brings its vote to the idea where it is now', async () => {
    const [winner, loser, one] = [await idea(), await idea(), await person()];
    const run = (command: Command, input: Record<string, unknown>) => runCommand(command, w.api.scope, input);
    const id = String(
      await run(feedbackRecordCreate, {
        body: 'I want it',
        channel: 'admin',
        links: { suggestion: loser.id, user: one.id },
      }),
    );
    await run(feedbackRecordDelete, { id });
    await merge(winner.id, loser.id);
    await run(feedbackRecordRestore, { id });
    expect([await votesOf(winner.id), await votesOf(loser.id)]).toEqual([[[one.id, 1]], []]);
    await recountTenant(w.api.scope);
    expect(await w.drift()).toEqual([]);
  });

  test('refuses itself, a merged one, spam, a deleted one, an unknown one, too many, and a held winner', async () => {
    const [winner, merged, spam, gone, held] = [
      await idea({ title: 'W' }),
      await idea({ title: 'M' }),
      await idea({ state: 'spam' }),
      await idea({ state: 'deleted' }),
      await idea({ state: 'pending', title: 'H' }),
    ];
    await recountTenant(w.api.scope);
    await merge(winner.id, merged.id);
    const refused = (losers: string[], of = winner.id) => refusal(w.api, MERGE, { winner: of, losers });
    expect(await refused([winner.id])).toMatchObject({
      field: 'losers',
      message: 'An idea cannot be merged into itself. Choose another one.',
    });
    expect(await refused([merged.id])).toMatchObject({ field: 'losers', reason: 'merged' });
    expect(await refused([spam.id])).toMatchObject({
      field: 'losers',
      message: expect.stringContaining('spam') as string,
    });
    for (const id of [gone.id, '999999999'])
      expect(await refused([id])).toMatchObject({ field: 'losers', reason: 'not_found' });
    expect(await refused([winner.id], gone.id)).toMatchObject({ field: 'winner', reason: 'not_found' });
    expect(await refused([])).toMatchObject({ field: 'losers', reason: 'required' });
    expect(await refused(Array.from({ length: 21 }, (_, n) => String(n + 1)))).toMatchObject({
      field: 'losers',
    });
    expect(await refused([winner.id], held.id)).toMatchObject({ field: 'winner' });
    expect(await refusal(w.api, UNMERGE, { ids: [winner.id] })).toMatchObject({
      field: 'ids',
      reason: 'not_merged',
    });
    // a held idea goes into an open one; its text is held as well
    await merge(winner.id, held.id);
    expect(await w.rows("select state from comments where body = 'H'")).toEqual([{ state: 'pending' }]);
    expect(await w.drift()).toEqual([]);
  });

  test('[DEC-121] unmergeable once the winner is deleted or nothing is known of the merge, and again when it is back', async () => {
    const { winner, loser } = await buildPair();
    const imported = await idea({ state: 'merged', merged_into_id: winner.id });
    await recountTenant(w.api.scope);
    await merge(winner.id, loser.id);
    const unmergeable = async (id: string) =>
      (
        await w.api.data<{ suggestion: { unmergeable: boolean } }>(
          'query ($id: ID!) { suggestion(id: $id) { unmergeable } }',
          { id },
        )
      ).suggestion.unmergeable;
    expect([
      await unmergeable(loser.id),
      await unmergeable(imported.id),
      await unmergeable(winner.id),
    ]).toEqual([false, true, false]);
    await runCommand(suggestionDelete, w.api.scope, { id: winner.id });
    expect(await unmergeable(loser.id)).toBe(true);
    expect(await refusal(w.api, UNMERGE, { ids: [loser.id] })).toMatchObject({
      field: 'ids',
      reason: 'unmergeable',
    });
    expect(await refusal(w.api, UNMERGE, { ids: [imported.id] })).toMatchObject({
      field: 'ids',
      reason: 'unmergeable',
    });
    await runCommand(suggestionRestore, w.api.scope, { id: winner.id });
    await unmerge(loser.id);
    expect(await w.drift()).toEqual([]);
  });

  test('[DEC-121] a merged idea leads to where its votes are by now, through further merges too, and nowhere once that is gone', async () => {
    const { winner, loser } = await buildPair();
    const [last, others] = [await idea({ title: 'Themes' }), await idea()];
    await recountTenant(w.api.scope);
    const leads = async () =>
      (
        await w.api.data<{ suggestions: { records: unknown[] } }>(
          'query ($ids: [ID!]) { suggestions(id: $ids, sort: "id") { records { id redirect_url merged_into { id title } } } }',
          { ids: [winner.id, loser.id, others.id] },
        )
      ).suggestions.records;
    const to = (one: { id: string } | null, title: string | null, from: { id: string }) => ({
      id: from.id,
      redirect_url: one && `/admin/v3/ideas/${one.id}`,
      merged_into: one && { id: one.id, title },
    });
    const free = to(null, null, others);
    expect(await leads()).toEqual([to(null, null, winner), to(null, null, loser), free]);
    await merge(winner.id, loser.id);
    expect(await leads()).toEqual([to(null, null, winner), to(winner, 'Dark mode', loser), free]);
    await merge(last.id, winner.id);
    expect(await leads()).toEqual([to(last, 'Themes', winner), to(last, 'Themes', loser), free]);
    await runCommand(suggestionDelete, w.api.scope, { id: last.id });
    expect(await leads()).toEqual([to(null, null, winner), to(null, null, loser), free]);
    await runCommand(suggestionRestore, w.api.scope, { id: last.id });
    await unmerge(winner.id);
    await runCommand(suggestionDelete, w.api.scope, { id: winner.id });
    expect(await leads()).toEqual([to(null, null, loser), free]);
    await runCommand(suggestionRestore, w.api.scope, { id: winner.id });
    // a circle, which only a broken import could make, ends
    await database.pool.query(
      "update suggestions set state = 'merged', merged_into_id = case id when $1 then $2::bigint else $1 end where id in ($1, $2)",
      [winner.id, loser.id],
    );
    expect(await leads()).toEqual([to(null, null, winner), to(null, null, loser), free]);
    await database.pool.query(
      "update suggestions set state = case id when $1 then 'published' else 'merged' end, merged_into_id = case id when $2 then $1::bigint end where id in ($1, $2)",
      [winner.id, loser.id],
    );
  });

  test('is taken back from the list of actions as well, once', async () => {
    const { winner, loser } = await buildPair();
    const before = await picture(winner.id, loser.id);
    await merge(winner.id, loser.id);
    const entries = async () =>
      (
        await w.api.data<{
          undo_entries: {
            id: string;
            command: string;
            title: string;
            undo_with: string;
            objects_count: number;
          }[];
        }>('{ undo_entries { id command title undo_with objects_count } }')
      ).undo_entries;
    const [entry] = await entries();
    expect(entry).toMatchObject({
      command: 'suggestion_merge',
      title: 'Night theme',
      undo_with: 'bulk_undo',
      objects_count: 1,
    });
    const UNDO = 'mutation ($id: ID!) { bulk_undo(id: $id) { changed_count skipped_count } }';
    expect(await w.api.data(UNDO, { id: entry!.id })).toEqual({
      bulk_undo: { changed_count: 1, skipped_count: 0 },
    });
    expect(await picture(winner.id, loser.id)).toEqual(before);
    expect(await refusal(w.api, UNDO, { id: entry!.id })).toMatchObject({ reason: 'not_found' });
    await merge(winner.id, loser.id);
    await unmerge(loser.id);
    expect(await entries()).toEqual([]);
  });

  test('a preview says beforehand what the merge then does', async () => {
    const { winner, loser, label, foreign } = await buildPair();
    const PREVIEW =
      'query ($winner: ID!, $losers: [ID!]!) { merge_preview(winner: $winner, losers: $losers) { supporters_before supporters_moving supporters_common supporters_after comments_count feedback_records_count labels_added labels_left stays_count } }';
    const { merge_preview: preview } = await w.api.data<{ merge_preview: Record<string, unknown> }>(PREVIEW, {
      winner: winner.id,
      losers: [loser.id],
    });
    expect(preview).toEqual({
      supporters_before: 2,
      supporters_moving: 2,
      supporters_common: 1,
      supporters_after: 3,
      comments_count: 1,
      feedback_records_count: 1,
      labels_added: [label.full_name],
      labels_left: [foreign.full_name],
      stays_count: 1,
    });
    expect(await merge(winner.id, loser.id)).toMatchObject({ supporters_count: preview['supporters_after'] });
    expect(await refusal(w.api, PREVIEW, { winner: winner.id, losers: [winner.id] })).toMatchObject({
      field: 'losers',
    });
  });
});

describe('votes that are given back', () => {
  const run = (command: Command, input: Record<string, unknown>) => runCommand(command, w.api.scope, input);
  const votesOn = async (...ids: string[]) =>
    Promise.all(ids.map(async (id) => (await votesOf(id)).map(([user]) => user)));
  /** Someone who supports both of two ideas that are merged, and someone who supports the loser alone. */
  async function buildVoters() {
    const [winner, loser, both, only] = [await idea(), await idea(), await person(), await person()];
    await recountTenant(w.api.scope);
    for (const [suggestion_id, user_id] of [
      [winner.id, both.id],
      [loser.id, both.id],
      [loser.id, only.id],
    ])
      await run(suggestionAdminSubscribe, { id: suggestion_id, user: user_id, subscribe: true });
    return { winner: winner.id, loser: loser.id, both: both.id, only: only.id };
  }

  test('[DEC-121] restored feedback of a merged idea votes for the winner, and its vote comes apart with the merge', async () => {
    const [winner, loser, one] = [await idea(), await idea(), await person()];
    await recountTenant(w.api.scope);
    const id = String(
      await run(feedbackRecordCreate, {
        body: 'I want it',
        channel: 'admin',
        links: { suggestion: loser.id, user: one.id },
      }),
    );
    await run(feedbackRecordDelete, { id });
    await merge(winner.id, loser.id);
    await run(feedbackRecordRestore, { id });
    expect(await votesOn(winner.id, loser.id)).toEqual([[one.id], []]);
    await unmerge(loser.id);
    expect(await votesOn(winner.id, loser.id)).toEqual([[], [one.id]]);
    expect(await w.drift()).toEqual([]);
  });

  test('[DEC-121] feedback that is deleted on the winner and restored after the merge is reversed votes where it was written', async () => {
    const [winner, loser, one] = [await idea(), await idea(), await person()];
    await recountTenant(w.api.scope);
    const id = String(
      await run(feedbackRecordCreate, {
        body: 'I want it',
        channel: 'admin',
        links: { suggestion: loser.id, user: one.id },
      }),
    );
    await merge(winner.id, loser.id);
    await run(feedbackRecordDelete, { id });
    await unmerge(loser.id);
    expect(await votesOn(winner.id, loser.id)).toEqual([[], []]);
    await run(feedbackRecordRestore, { id });
    expect(await votesOn(winner.id, loser.id)).toEqual([[], [one.id]]);
    expect(await w.drift()).toEqual([]);
  });

  test('a removed voter comes back to the idea that they voted for, whether merges come, stay or go meanwhile', async () => {
    const { winner, loser, both, only } = await buildVoters();
    const before = await picture(winner, loser);
    // removed before the merge, restored in it, which is reversed
    await run(supporterDelete, { suggestion: loser, user: only });
    await merge(winner, loser);
    await run(supporterRestore, { suggestion: loser, user: only });
    expect(await votesOn(winner, loser)).toEqual([[both, only], []]);
    await unmerge(loser);
    expect(await votesOn(winner, loser)).toEqual([[both], [both, only]]);
    // removed in the merge, restored when it is reversed
    await merge(winner, loser);
    for (const user of [both, only]) await run(supporterDelete, { suggestion: winner, user });
    await unmerge(loser);
    expect(await votesOn(winner, loser)).toEqual([[], []]);
    for (const user of [both, only]) await run(supporterRestore, { suggestion: winner, user });
    expect(((await picture(winner, loser)) as { supporters: unknown }).supporters).toEqual(
      (before as { supporters: unknown }).supporters,
    );
    // removed and restored in the merge
    await merge(winner, loser);
    for (const user of [both, only]) await run(supporterDelete, { suggestion: winner, user });
    for (const user of [both, only]) await run(supporterRestore, { suggestion: winner, user });
    await unmerge(loser);
    expect(await votesOn(winner, loser)).toEqual([[both], [both, only]]);
    expect(await w.drift()).toEqual([]);
  });

  test('[DEC-038] who is let in again gets their votes back through the merges that stand then', async () => {
    const { winner, loser, both, only } = await buildVoters();
    const top = (await idea()).id;
    await recountTenant(w.api.scope);
    const before = (await picture(winner, loser, top)) as { supporters: unknown };
    for (const id of [both, only]) await run(userBlock, { id, blocked: true });
    await merge(winner, loser);
    await merge(top, winner);
    expect(await votesOn(top, winner, loser)).toEqual([[], [], []]);
    for (const id of [both, only]) await run(userBlock, { id, blocked: false });
    expect(await votesOn(top, winner, loser)).toEqual([[both, only], [], []]);
    await unmerge(winner);
    expect(await votesOn(top, winner, loser)).toEqual([[], [both, only], []]);
    await unmerge(loser);
    expect(((await picture(winner, loser, top)) as { supporters: unknown }).supporters).toEqual(
      before.supporters,
    );
    expect(await w.drift()).toEqual([]);
  });

  test('[DEC-060] classic votes that are given back through a merge add up to three at most, and come apart', async () => {
    const forum = await buildForum(database, w.tenant, { classic_voting: true });
    const [winner, loser, one] = [
      await idea({ forum_id: forum.id }),
      await idea({ forum_id: forum.id }),
      await person(),
    ];
    for (const suggestion_id of [winner.id, loser.id])
      await buildSupporter(database, w.tenant, {
        suggestion_id,
        user_id: one.id,
        votes: 2,
        created_at: '2026-02-01T12:00:00.111Z',
      });
    await recountTenant(w.api.scope);
    await run(supporterDelete, { suggestion: loser.id, user: one.id });
    await merge(winner.id, loser.id);
    await run(supporterRestore, { suggestion: loser.id, user: one.id });
    expect([await votesOf(winner.id), await votesOf(loser.id)]).toEqual([[[one.id, 3]], []]);
    await unmerge(loser.id);
    expect([await votesOf(winner.id), await votesOf(loser.id)]).toEqual([[[one.id, 2]], [[one.id, 2]]]);
    expect(await w.drift()).toEqual([]);
  });

  test('a blocked voter is not brought back, and their entry waits until they are let in', async () => {
    const { winner, both } = await buildVoters();
    await run(supporterDelete, { suggestion: winner, user: both });
    await run(userBlock, { id: both, blocked: true });
    expect(
      await refusal(
        w.api,
        'mutation ($s: ID!, $u: ID!) { supporter_restore(suggestion: $s, user: $u) { id } }',
        { s: winner, u: both },
      ),
    ).toMatchObject({ field: 'user', reason: 'blocked' });
    await run(userBlock, { id: both, blocked: false });
    await run(supporterRestore, { suggestion: winner, user: both });
    expect(await votesOn(winner)).toEqual([[both]]);
    expect(await w.drift()).toEqual([]);
  });
});

describe('any history of merges', () => {
  function random(seed: number): (below: number) => number {
    let state = seed;
    return (below) => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return Math.floor((state / 2 ** 32) * below);
    };
  }

  /** What the supporters of ideas should be: each idea's own, given and taken, and who of a merged idea is with its winner. */
  class Model {
    /** idea -> people whose vote is its own */
    readonly own = new Map<string, Set<string>>();
    readonly winner = new Map<string, string>();
    of(id: string): Set<string> {
      let set = this.own.get(id);
      if (!set) this.own.set(id, (set = new Set()));
      return set;
    }
    /** The idea and those merged into it, at any depth. */
    family(id: string): string[] {
      return [
        id,
        ...[...this.winner].filter(([, into]) => into === id).flatMap(([loser]) => this.family(loser)),
      ];
    }
    supporters(id: string): string[] {
      if (this.winner.has(id)) return [];
      return [...new Set(this.family(id).flatMap((one) => [...this.of(one)]))].sort(
        (a, b) => Number(a) - Number(b),
      );
    }
    /** A vote on an idea that has it through a merge is no new one; one that is taken away is taken from all. */
    add(id: string, user: string): void {
      if (!this.supporters(id).includes(user)) this.of(id).add(user);
    }
    remove(id: string, user: string): void {
      for (const one of this.family(id)) this.of(one).delete(user);
    }
  }

  test.each([11, 12, 13])('agrees with a model and with a recount (seed %i)', async (seed) => {
    const next = random(seed);
    const account = await buildAccount(database, w.tenant, { revenue_cents: '500' });
    const users = await Promise.all(
      Array.from({ length: 6 }, (_, n) => person({ account_id: n % 2 ? account.id : null })),
    );
    const ideas = (await Promise.all(Array.from({ length: 6 }, () => idea()))).map(({ id }) => id);
    await recountTenant(w.api.scope);
    const model = new Model();
    const deleted = new Set<string>();
    const comments: string[] = [];
    let merges = 0;
    let unmerges = 0;
    const run = async (command: Command, input: Record<string, unknown>): Promise<unknown> => {
      try {
        return (await runCommand(command, w.api.scope, input)) ?? true;
      } catch (error) {
        if (error instanceof ProductError) return null;
        throw error;
      }
    };
    for (let step = 0; step < 110; step++) {
      const [one, other, user] = [
        ideas[next(ideas.length)]!,
        ideas[next(ideas.length)]!,
        users[next(users.length)]!.id,
      ];
      const kind = next(9);
      if (kind <= 1) {
        if ((await run(suggestionAdminSubscribe, { id: one, user, subscribe: next(2) === 0 })) !== null)
          model.add(one, user);
      } else if (kind === 2) {
        const hadIt = !deleted.has(one) && model.supporters(one).includes(user);
        expect((await run(supporterDelete, { suggestion: one, user })) !== null).toBe(hadIt);
        if (hadIt) model.remove(one, user);
      } else if (kind <= 4) {
        if ((await run(suggestionMerge, { winner: one, losers: [other] })) !== null) {
          model.winner.set(other, one);
          merges += 1;
        }
      } else if (kind === 5) {
        const into = model.winner.get(one);
        const isPossible =
          into !== undefined && !model.winner.has(into) && !deleted.has(into) && !deleted.has(one);
        expect((await run(suggestionUnmerge, { ids: [one] })) !== null).toBe(isPossible);
        if (isPossible) {
          model.winner.delete(one);
          unmerges += 1;
        }
      } else if (kind === 6) {
        const id = await run(commentCreate, { body: 'C', links: { suggestion: one } });
        if (id !== null) comments.push(String(id));
      } else if (kind === 7) {
        const id = comments[next(Math.max(1, comments.length))];
        if (id) await run(next(2) ? commentDelete : commentRestore, { id });
      } else if (next(2)) {
        if ((await run(suggestionDelete, { id: one })) !== null) deleted.add(one);
      } else if ((await run(suggestionRestore, { id: one })) !== null) deleted.delete(one);
      for (const id of ideas)
        expect(
          (await votesOf(id)).map(([person]) => person),
          `step ${step}, kind ${kind}, idea ${id}`,
        ).toEqual(model.supporters(id));
    }
    expect(await w.drift()).toEqual([]);
    expect(merges).toBeGreaterThan(1);
    // taken apart to the end, each comment is back where it was written
    for (const id of deleted) await run(suggestionRestore, { id });
    for (let left = ideas.length; left > 0 && model.winner.size > 0; left--) {
      for (const id of model.winner.keys()) {
        if ((await run(suggestionUnmerge, { ids: [id] })) === null) continue;
        model.winner.delete(id);
        unmerges += 1;
      }
    }
    expect(model.winner.size).toBe(0);
    expect(unmerges).toBe(merges);
    for (const id of ideas)
      expect((await votesOf(id)).map(([person]) => person)).toEqual(model.supporters(id));
    expect(await w.drift()).toEqual([]);
  });

  test.each([21, 22, 23])(
    'with votes that are taken away and given back no merged idea ever holds a vote, and every number is exact (seed %i)',
    async (seed) => {
      const next = random(seed);
      const users = await Promise.all(Array.from({ length: 4 }, () => person()));
      const ideas = (await Promise.all(Array.from({ length: 5 }, () => idea()))).map(({ id }) => id);
      await recountTenant(w.api.scope);
      const feedback: string[] = [];
      let given = 0;
      for (let step = 0; step < 130; step++) {
        const [one, other, user] = [
          ideas[next(ideas.length)]!,
          ideas[next(ideas.length)]!,
          users[next(users.length)]!.id,
        ];
        const record = feedback[next(Math.max(1, feedback.length))] ?? '1';
        const steps: [Command, Record<string, unknown>][] = [
          [suggestionAdminSubscribe, { id: one, user, subscribe: true }],
          [feedbackRecordCreate, { body: 'F', channel: 'admin', links: { suggestion: one, user } }],
          [supporterDelete, { suggestion: one, user }],
          [supporterRestore, { suggestion: one, user }],
          [feedbackRecordDelete, { id: record }],
          [feedbackRecordRestore, { id: record }],
          [suggestionMerge, { winner: one, losers: [other] }],
          [suggestionUnmerge, { ids: [one] }],
          [userBlock, { id: user, blocked: next(3) === 0 }],
        ];
        const [command, input] = steps[next(steps.length)]!;
        try {
          const answer = await runCommand(command, w.api.scope, input);
          if (command === feedbackRecordCreate) feedback.push(String(answer));
          if (command === supporterRestore || command === feedbackRecordRestore) given += 1;
        } catch (error) {
          if (!(error instanceof ProductError)) throw error;
        }
        const stray = await w.rows(
          "select s.id from supporters x join suggestions s on s.id = x.suggestion_id join users u on u.id = x.user_id where s.subdomain_id = $1 and (s.state = 'merged' or u.allowed_state = 'blocked')",
          w.tenant.id,
        );
        expect(stray, `step ${step}, ${command.name}`).toEqual([]);
      }
      expect(given).toBeGreaterThan(0);
      expect(await w.drift()).toEqual([]);
    },
  );

  test('six who merge, unmerge, vote, comment and move at once never wait in a circle, and every number is exact', async () => {
    const users = await Promise.all(Array.from({ length: 5 }, () => person()));
    const ideas = (await Promise.all(Array.from({ length: 5 }, () => idea()))).map(({ id }) => id);
    await recountTenant(w.api.scope);
    const comments: string[] = [];
    const undos: string[] = [];
    let merged = 0;
    const writer = async (seed: number): Promise<void> => {
      const next = random(seed);
      const one = () => ideas[next(ideas.length)]!;
      const user = () => users[next(users.length)]!.id;
      const steps: (() => [Command, Record<string, unknown>])[] = [
        () => [suggestionMerge, { winner: one(), losers: [...new Set([one(), one()])] }],
        () => [suggestionMerge, { winner: one(), losers: [one()] }],
        () => [suggestionUnmerge, { ids: [one()] }],
        () => [suggestionUnmerge, { ids: [...new Set([one(), one()])] }],
        () => [suggestionAdminSubscribe, { id: one(), user: user(), subscribe: true }],
        () => [supporterDelete, { suggestion: one(), user: user() }],
        () => [commentCreate, { body: 'C', links: { suggestion: one() } }],
        () => [
          commentUpdate,
          {
            id: comments[next(Math.max(1, comments.length))] ?? '1',
            body: 'D',
            links: { suggestion: one() },
          },
        ],
        () => [
          feedbackRecordCreate,
          { body: 'F', channel: 'admin', links: { suggestion: one(), user: user() } },
        ],
        () => [suggestionDelete, { id: one() }],
        () => [suggestionRestore, { id: one() }],
        () => [
          suggestionCreate,
          {
            title: 'Split',
            links: { forum: '1' },
            conversion_source_type: 'Suggestion',
            conversion_source_id: one(),
          },
        ],
        () => [bulkUndo, { id: undos[next(Math.max(1, undos.length))] ?? '1' }],
      ];
      for (let done = 0, tried = 0; done < 20 && tried < 400; tried++) {
        const [command, input] = steps[next(steps.length)]!();
        try {
          const answer = await runCommand(command, w.api.scope, input);
          done += 1;
          if (command === commentCreate) comments.push(String(answer));
          if (command === suggestionMerge) {
            merged += 1;
            const [entry] = await w.rows<{ id: string }>(
              "select id from undo_entries where subdomain_id = $1 and command = 'suggestion_merge' order by id desc limit 1",
              w.tenant.id,
            );
            undos.push(entry!.id);
          }
        } catch (error) {
          if (!(error instanceof ProductError)) throw error;
        }
      }
    };
    await Promise.all([1, 2, 3, 4, 5, 6].map((n) => writer(n * 7919)));
    expect(merged).toBeGreaterThan(0);
    expect(await w.drift()).toEqual([]);
  });
});
