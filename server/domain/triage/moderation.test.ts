import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildComment, buildForum, buildSuggestion, buildUser } from '../../db/builders.ts';
import { openTestDatabase, type TestDatabase } from '../../db/testing.ts';
import { openWorkspace, refusal, type TestWorkspace } from '../../testing/workspace.ts';

let database: TestDatabase;
let w: TestWorkspace;
let forum: Awaited<ReturnType<typeof buildForum>>;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  w = await openWorkspace(database);
  forum = await buildForum(database, w.tenant, { moderation_enabled: true });
});

const idea = (state: string) => buildSuggestion(database, w.tenant, { forum_id: forum.id, state });
const ids = (records: readonly { id: string }[]) => records.map((record) => record.id).toSorted();
const list = async (what: 'suggestions' | 'comments', filter: string) =>
  ids(
    (
      await w.api.data<Record<string, { records: { id: string }[] }>>(
        `{ ${what}(${filter}) { records { id } } }`,
      )
    )[what]!.records,
  );
const statesOf = async (table: 'suggestions' | 'comments', records: readonly { id: string }[]) =>
  (
    await w.rows<{ state: string }>(
      `select state from ${table} where id = any($1) order by id`,
      records.map((record) => record.id),
    )
  ).map((row) => row.state);
const one = (name: string, id: string) =>
  w.api.data<Record<string, { id: string; state: string }>>(
    `mutation ($id: ID!) { ${name}(id: $id) { id state } }`,
    { id },
  );
const BULK = 'changed_count skipped_count undo_id';
interface Bulk {
  changed_count: number;
  skipped_count: number;
  undo_id: string;
}
const bulk = async (name: string, records: readonly { id: string }[]): Promise<Bulk> =>
  (
    await w.api.data<Record<string, Bulk>>(`mutation ($ids: [ID!]!) { ${name}(ids: $ids) { ${BULK} } }`, {
      ids: records.map((record) => record.id),
    })
  )[name]!;
const undo = (answer: Bulk) =>
  w.api.data<{ bulk_undo: Bulk }>(`mutation ($id: ID!) { bulk_undo(id: $id) { ${BULK} } }`, {
    id: answer.undo_id,
  });
const numbers = async () =>
  (
    await w.rows<{ suggestions_count: number; open_suggestions_count: number }>(
      'select suggestions_count, open_suggestions_count from forums where id = $1',
      forum.id,
    )
  )[0];

describe('ideas', () => {
  test('[DEC-194] [CALL-Q-104] needs_review and spam find what is held, and nothing else', async () => {
    const [open, pending, spam] = [await idea('approved'), await idea('pending'), await idea('spam')];
    expect(await list('suggestions', 'needs_review: true')).toEqual([pending.id]);
    expect(await list('suggestions', 'spam: true')).toEqual([spam.id]);
    expect(await list('suggestions', 'state: ["pending", "spam"]')).toEqual(ids([pending, spam]));
    expect(await list('suggestions', 'page: 1')).toEqual([open.id]);
  });

  test('suggestion_approve opens what waits and what was spam; the forum counts it', async () => {
    const [pending, spam, merged] = [await idea('pending'), await idea('spam'), await idea('merged')];
    await w.drift();
    expect(await numbers()).toEqual({ suggestions_count: 1, open_suggestions_count: 0 });
    expect(await one('suggestion_approve', pending.id)).toEqual({
      suggestion_approve: { id: pending.id, state: 'approved' },
    });
    await one('suggestion_approve', spam.id);
    await one('suggestion_approve', spam.id);
    expect(await numbers()).toEqual({ suggestions_count: 2, open_suggestions_count: 2 });
    expect(
      await refusal(w.api, 'mutation ($id: ID!) { suggestion_approve(id: $id) { id } }', { id: merged.id }),
    ).toMatchObject({ field: 'id', reason: 'state' });
    expect(await w.drift()).toEqual([]);
  });

  test('suggestion_spam hides an idea, and suggestion_restore gives it the state that it had', async () => {
    const [pending, closed] = [await idea('pending'), await idea('closed')];
    await w.drift();
    for (const record of [pending, closed]) await one('suggestion_spam', record.id);
    expect(await statesOf('suggestions', [pending, closed])).toEqual(['spam', 'spam']);
    expect(await numbers()).toEqual({ suggestions_count: 0, open_suggestions_count: 0 });
    for (const record of [pending, closed]) await one('suggestion_restore', record.id);
    expect(await statesOf('suggestions', [pending, closed])).toEqual(['pending', 'closed']);
    await one('suggestion_spam', pending.id);
    await one('suggestion_approve', pending.id);
    // approved meanwhile: taking the mark back changes nothing
    await one('suggestion_restore', pending.id);
    expect(await statesOf('suggestions', [pending])).toEqual(['approved']);
    expect(await w.drift()).toEqual([]);
  });

  test('many at once: approved, marked as spam, deleted, each taken back whole', async () => {
    const all = [await idea('pending'), await idea('spam'), await idea('approved'), await idea('merged')];
    await w.drift();
    const before = await statesOf('suggestions', all);
    const approved = await bulk('suggestions_bulk_approve', all);
    expect(approved).toMatchObject({ changed_count: 2, skipped_count: 2 });
    expect(await statesOf('suggestions', all)).toEqual(['approved', 'approved', 'approved', 'merged']);
    expect((await undo(approved)).bulk_undo).toMatchObject({ changed_count: 2, skipped_count: 0 });
    expect(await statesOf('suggestions', all)).toEqual(before);
    const spam = await bulk('suggestions_bulk_spam', all);
    expect(spam).toMatchObject({ changed_count: 2, skipped_count: 2 });
    await one('suggestion_approve', all[0]!.id);
    expect((await undo(spam)).bulk_undo).toMatchObject({ changed_count: 1, skipped_count: 1 });
    expect(await statesOf('suggestions', all)).toEqual(['approved', 'spam', 'approved', 'merged']);
    const deleted = await bulk('suggestions_bulk_delete', all.slice(0, 2));
    expect(await statesOf('suggestions', all)).toEqual(['deleted', 'deleted', 'approved', 'merged']);
    await undo(deleted);
    expect(await statesOf('suggestions', all)).toEqual(['approved', 'spam', 'approved', 'merged']);
    expect(await w.drift()).toEqual([]);
  });

  test('all that wait can be chosen by the filter', async () => {
    const waiting = [await idea('pending'), await idea('pending')];
    const other = await idea('approved');
    const { done } = await w.api.data<{ done: Bulk }>(
      `mutation { done: suggestions_bulk_approve(select_all: true, filter: { needs_review: true }) { ${BULK} } }`,
    );
    expect(done).toMatchObject({ changed_count: 2, skipped_count: 0 });
    expect(await statesOf('suggestions', [...waiting, other])).toEqual(['approved', 'approved', 'approved']);
  });
});

describe('comments', () => {
  test('comment_approve makes a comment count, also one that was spam; bulk actions are taken back whole', async () => {
    const target = await idea('approved');
    const person = await buildUser(database, w.tenant);
    const make = (state: string) =>
      buildComment(database, w.tenant, { suggestion_id: target.id, creator_id: person.id, state });
    const all = [await make('pending'), await make('spam'), await make('published'), await make('deleted')];
    await w.drift();
    const counted = async () =>
      (
        await w.rows<{ n: number }>('select comments_count as n from suggestions where id = $1', target.id)
      )[0]!.n;
    expect(await list('comments', 'needs_review: true')).toEqual([all[0]!.id]);
    expect(await one('comment_approve', all[0]!.id)).toMatchObject({
      comment_approve: { state: 'approved' },
    });
    expect(await counted()).toBe(2);
    const approved = await bulk('comments_bulk_approve', all);
    expect(approved).toMatchObject({ changed_count: 1, skipped_count: 3 });
    expect(await counted()).toBe(3);
    const spam = await bulk('comments_bulk_spam', all);
    expect(spam).toMatchObject({ changed_count: 3, skipped_count: 1 });
    expect(await counted()).toBe(0);
    expect((await undo(spam)).bulk_undo.changed_count).toBe(3);
    expect((await undo(approved)).bulk_undo.changed_count).toBe(1);
    expect(await statesOf('comments', all)).toEqual(['approved', 'spam', 'published', 'deleted']);
    await bulk('comments_bulk_delete', all);
    expect(await statesOf('comments', all)).toEqual(['deleted', 'deleted', 'deleted', 'deleted']);
    await one('comment_restore', all[1]!.id);
    await one('comment_restore', all[2]!.id);
    expect(await statesOf('comments', all)).toEqual(['deleted', 'spam', 'published', 'deleted']);
    expect(await w.drift()).toEqual([]);
  });
});
