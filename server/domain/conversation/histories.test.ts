import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  buildAccount,
  buildAdmin,
  buildCategory,
  buildForum,
  buildImportanceResponse,
  buildLabel,
  buildStatus,
  buildSuggestion,
  buildSupporter,
  buildUser,
} from '../../db/builders.ts';
import { openTestDatabase, type TestDatabase } from '../../db/testing.ts';
import { openWorkspace, type TestWorkspace } from '../../testing/workspace.ts';

/*
 * Commands of the API in a random order against a recount: what one of them counts must also hold behind
 * every other one, such as a block of who voted on an idea that was merged, deleted and brought back since.
 */

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

/** Numbers from 0 to 1, the same for the same seed. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b_79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Stands for a record of a kind that there is none of yet. */
const NONE = 'none yet';

/** Refusals that a command may meet in the state that an earlier one left; anything else is a fault. */
const REFUSED: ReadonlySet<string> = new Set(['BAD_USER_INPUT', 'BAD_REQUEST']);

/** A workspace with one of each thing that counts, and a way to let something happen in it. */
async function history(w: TestWorkspace, seed: number): Promise<{ step: () => Promise<string> }> {
  const next = randomOf(seed);
  const pick = <T>(list: readonly T[]): T =>
    (list.length === 0 ? NONE : list[Math.floor(next() * list.length)]) as T;
  const ids = async (make: () => Promise<{ id: string }>, count: number): Promise<string[]> => {
    const built: string[] = [];
    for (let n = 0; n < count; n += 1) built.push((await make()).id);
    return built;
  };
  const accounts = await ids(
    () =>
      buildAccount(database, w.tenant, { revenue_cents: String(Math.floor(next() * 9999)), mrr_cents: '7' }),
    3,
  );
  const answers = [
    await buildImportanceResponse(database, w.tenant, 1),
    await buildImportanceResponse(database, w.tenant, 3),
  ].map(({ id }) => id);
  const people = await ids(
    () =>
      buildUser(database, w.tenant, {
        account_id: pick([...accounts, null]),
        satisfaction_score: pick([null, 3, 7, 10]),
      }),
    5,
  );
  const admins = await ids(() => buildAdmin(database, w.tenant), 2);
  const forums = await ids(() => buildForum(database, w.tenant), 2);
  const categories: string[] = [];
  for (const forum_id of [...forums, ...forums])
    categories.push((await buildCategory(database, w.tenant, { forum_id })).id);
  const labels = await ids(() => buildLabel(database, w.tenant), 2);
  const statuses = await ids(() => buildStatus(database, w.tenant), 2);
  const ideas = await ids(
    () =>
      buildSuggestion(database, w.tenant, {
        forum_id: pick(forums),
        creator_id: pick(people),
        created_at: pick(['2026-01-05T10:00:00.123456Z', '2026-02-07T23:59:59.999999Z']),
        state: pick(['approved', 'published', 'pending', 'closed'] as const),
      }),
    6,
  );
  for (const suggestion_id of ideas) {
    await buildSupporter(database, w.tenant, {
      suggestion_id,
      user_id: pick(people),
      created_at: pick([null, '2026-02-01T12:00:00.111111Z']),
      votes: pick([1, 3]),
      importance_response_id: pick([...answers, null]),
    });
  }
  await w.drift();
  const comments: string[] = [];
  const feedback: string[] = [];
  const notes: string[] = [];
  const flags: string[] = [];
  const undos: string[] = [];
  const merged: string[] = [];
  const some = (): string => `[${ideas.filter(() => next() < 0.4).join(', ')}]`;
  const quoted = (id: string | null): string => (id === null ? 'null' : `"${id}"`);

  const happenings: readonly (() => [string, string[]?])[] = [
    () => [`suggestion_admin_subscribe(id: ${pick(ideas)}, user: ${pick(people)}) { id }`],
    () => [`suggestion_admin_subscribe(id: ${pick(ideas)}, user: ${pick(people)}) { id }`],
    () => [`supporter_delete(suggestion: ${pick(ideas)}, user: ${pick(people)}) { id }`],
    () => [`supporter_restore(suggestion: ${pick(ideas)}, user: ${pick(people)}) { id }`],
    () => [`comment_create(body: "Said", links: { suggestion: ${pick(ideas)} }) { id }`, comments],
    () => [
      `comment_update(id: ${pick(comments)}, body: "Said again", links: { suggestion: ${pick(ideas)}, user: ${pick(people)} }) { id }`,
    ],
    () => [`comment_${pick(['approve', 'delete', 'restore', 'spam'])}(id: ${pick(comments)}) { id }`],
    () => [
      `comments_bulk_${pick(['approve', 'delete', 'spam'])}(ids: [${comments.filter(() => next() < 0.4).join(', ')}]) { undo_id }`,
      undos,
    ],
    () => [
      `feedback_record_create(body: "Wanted", channel: "admin", links: { suggestion: ${quoted(pick([...ideas, null]))}, user: ${quoted(pick([...people, null]))} }) { id }`,
      feedback,
    ],
    () => [
      `feedback_record_update(id: ${pick(feedback)}, body: "Wanted again", links: { suggestion: ${quoted(pick([...ideas, null]))}, user: ${quoted(pick([...people, null]))} }) { id }`,
    ],
    () => [`feedback_record_${pick(['delete', 'restore'])}(id: ${pick(feedback)}) { id }`],
    () => [`note_create(suggestion: ${pick(ideas)}, body: "Mind this") { id }`, notes],
    () => [`note_${pick(['delete', 'restore'])}(id: ${pick(notes)}) { id }`],
    () => [`internal_flag_create(suggestion: ${pick(ideas)}, reason: "Look") { id }`, flags],
    () => [`internal_flag_clear(id: ${pick(flags)}) { id }`],
    () => [`suggestion_${pick(['delete', 'restore', 'spam', 'approve'])}(id: ${pick(ideas)}) { id }`],
    () => [`suggestion_restore(id: ${pick(ideas)}) { id }`],
    () => [`suggestion_merge(winner: ${pick(ideas)}, losers: [${pick(ideas)}, ${pick(ideas)}]) { id }`],
    () => {
      const loser = pick(ideas);
      merged.push(loser);
      return [`suggestion_merge(winner: ${pick(ideas)}, losers: [${loser}]) { id }`];
    },
    () => [`suggestion_unmerge(ids: [${pick(merged.length > 0 ? merged : ideas)}]) { id }`],
    () => [
      `suggestion_update(id: ${pick(ideas)}, links: { forum: ${pick(forums)}, category: ${quoted(pick([...categories, null]))} }) { id }`,
    ],
    () => [
      `suggestion_labels_update(id: ${pick(ideas)}, add: [${pick(labels)}], remove: [${pick(labels)}]) { id }`,
    ],
    () => [
      `suggestion_assign(id: ${pick(ideas)}, assigned_owner: ${quoted(pick([...admins, null]))}) { id }`,
    ],
    () => [
      `suggestion_create(title: "New", links: { forum: ${pick(forums)} }, creator: { id: ${pick(people)} }${next() < 0.5 ? '' : `, conversion_source_type: "Suggestion", conversion_source_id: ${pick(ideas)}, copy_supporters: ${next() < 0.7}`}) { id }`,
      ideas.length < 14 ? ideas : [],
    ],
    () => [
      `status_update_create(links: { suggestion: ${pick(ideas)}, status: ${quoted(pick([...statuses, null]))} }, html_body: "Done") { id }`,
    ],
    () => [`suggestions_bulk_${pick(['delete', 'spam', 'approve'])}(ids: ${some()}) { undo_id }`, undos],
    () => [`suggestions_bulk_forum(ids: ${some()}, forum: ${pick(forums)}) { undo_id }`, undos],
    () => [
      `suggestions_bulk_category(ids: ${some()}, category: ${quoted(pick([...categories, null]))}) { undo_id }`,
      undos,
    ],
    () => [`suggestions_bulk_label(ids: ${some()}, add: [${pick(labels)}], remove: []) { undo_id }`, undos],
    () => [
      `suggestions_bulk_assign(ids: ${some()}, assigned_owner: ${quoted(pick([...admins, null]))}) { undo_id }`,
      undos,
    ],
    () => [`suggestions_bulk_status(ids: ${some()}, status: ${pick(statuses)}) { undo_id }`, undos],
    () => [`bulk_undo(id: ${pick(undos)}) { changed_count }`],
    () => [`bulk_undo(id: ${undos.at(-1) ?? NONE}) { changed_count }`],
    () => [`user_block(id: ${pick(people)}, blocked: ${next() < 0.5}) { id }`],
    () => [
      `user_update(id: ${pick(people)}, crm_account: ${quoted(pick([...accounts, null]))}, satisfaction_score: ${pick(['null', '2', '8', '10'])}) { id }`,
    ],
  ];
  const step = async (): Promise<string> => {
    const [call, into] = pick(happenings)();
    if (call.includes(NONE)) return call;
    const name = call.slice(0, call.indexOf('('));
    const { data, errors } = await w.api.run(`mutation { ${call} }`);
    const code = errors?.[0]?.extensions?.['code'];
    if (errors && !REFUSED.has(String(code)))
      throw new Error(`${call}: ${errors[0]!.message} (${String(code)})`);
    const answer = (data as Record<string, { id?: string; undo_id?: string | null } | null> | undefined)?.[
      name
    ];
    const id = answer?.id ?? answer?.undo_id;
    if (id && into) into.push(id);
    return `${call} -> ${errors?.[0]?.message ?? 'done'}`;
  };
  return { step };
}

test('whatever happens in whatever order, stored numbers are what a recount finds', async () => {
  const found: unknown[] = [];
  for (let seed = 1; seed <= 4; seed += 1) {
    const w = await openWorkspace(database);
    const { step } = await history(w, seed);
    let told: string[] = [];
    for (let n = 1; n <= 120; n += 1) {
      told.push(await step());
      if (n % 10 > 0) continue;
      const drift = await w.drift();
      if (JSON.stringify(drift) !== '[]') found.push({ seed, told, drift });
      told = [];
    }
  }
  expect(found).toEqual([]);
});

test('so they are when it happens at the same time', async () => {
  const w = await openWorkspace(database);
  const { step } = await history(w, 100);
  await Promise.all(
    Array.from({ length: 6 }, async () => {
      for (let n = 0; n < 40; n += 1) await step();
    }),
  );
  expect(await w.drift()).toEqual([]);
});
