import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { runCommand } from '../../core/command.ts';
import {
  buildForum,
  buildSuggestion,
  buildSupporter,
  buildUser,
  systemViewer,
  testScope,
} from '../../db/builders.ts';
import { openTestDatabase, type TestDatabase } from '../../db/testing.ts';
import { openWorkspace, refusal, type TestWorkspace } from '../../testing/workspace.ts';
import {
  suggestionCreate,
  suggestionDelete,
  suggestionRestore,
  suggestionUpdate,
} from '../conversation/idea_commands.ts';
import { suggestionMerge, suggestionUnmerge } from './merge.ts';
import { seekDuplicates, seekDuplicatesTask } from './candidate_search.ts';

let database: TestDatabase;
let w: TestWorkspace;
let forum: { id: string };

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  w = await openWorkspace(database);
  forum = await buildForum(database, w.tenant);
});

const create = async (title: string, body?: string): Promise<string> =>
  String(
    await runCommand(suggestionCreate, w.api.scope, {
      title,
      ...(body ? { body } : {}),
      links: { forum: forum.id },
    }),
  );
const seek = async (): Promise<void> =>
  seekDuplicatesTask.run(
    { subdomain_id: w.tenant.id },
    { scope: await testScope(database, systemViewer(w.tenant)), signal: new AbortController().signal },
  );
interface Candidate {
  reason: string;
  common_supporters_count: number;
  suggestion: { id: string };
  other_suggestion: { id: string };
}
const candidates = async (id: string): Promise<Candidate[]> =>
  (
    await w.api.data<{ merge_candidates: { records: Candidate[] } }>(
      'query ($ids: [ID!]) { merge_candidates(suggestion: $ids) { total_records records { reason common_supporters_count suggestion { id } other_suggestion { id } } } }',
      { ids: [id] },
    )
  ).merge_candidates.records;
const count = async (id: string): Promise<number> =>
  (
    await w.api.data<{ suggestion: { merge_candidates_count: number } }>(
      'query ($id: ID!) { suggestion(id: $id) { merge_candidates_count } }',
      { id },
    )
  ).suggestion.merge_candidates_count;
const dismiss = (suggestion: string, other: string, dismissed = true) =>
  w.api.data(
    'mutation ($a: ID!, $b: ID!, $d: Boolean) { merge_candidate_dismiss(suggestion: $a, other_suggestion: $b, dismissed: $d) { id } }',
    { a: suggestion, b: other, d: dismissed },
  );

test('[DEC-062] new ideas are compared in the background; the reason is a sentence with the supporters in common', async () => {
  const [one, two, other] = [
    await create('Export reports to CSV', 'Finance needs it.'),
    await create('CSV export of reports'),
    await create('Dark mode'),
  ];
  const both = await buildUser(database, w.tenant);
  for (const suggestion_id of [one, two])
    await buildSupporter(database, w.tenant, { suggestion_id, user_id: both.id });
  expect(await candidates(one)).toEqual([]);
  await seek();
  const found = await candidates(one);
  // who wrote both down supports both as well
  expect(found).toEqual([
    {
      reason: 'Both speak of “export”, “reports” and “csv”; 2 supporters in common',
      common_supporters_count: 2,
      suggestion: { id: one },
      other_suggestion: { id: two },
    },
  ]);
  expect(await candidates(two)).toEqual(found);
  expect([await count(one), await count(two), await count(other)]).toEqual([1, 1, 0]);
});

test('each idea is looked at once, until its text changes; what is no longer alike goes', async () => {
  const [one, two] = [await create('Barcode scanner for parts'), await create('Scan parts by barcode')];
  await seek();
  expect(await count(one)).toBe(1);
  expect(await seekDuplicates(w.api.scope, 10)).toBe(0);
  await runCommand(suggestionUpdate, w.api.scope, { id: two, links: { forum: forum.id, category: null } });
  expect(await seekDuplicates(w.api.scope, 10)).toBe(0);
  await runCommand(suggestionUpdate, w.api.scope, { id: two, title: 'Holiday calendar' });
  expect(await seekDuplicates(w.api.scope, 10)).toBe(1);
  expect([await count(one), await count(two)]).toEqual([0, 0]);
});

test('a dismissed pair stays dismissed whatever is written later, until somebody takes that back', async () => {
  const [one, two] = [await create('Night theme for the app'), await create('Theme for the app at night')];
  await seek();
  await dismiss(two, one);
  expect([await count(one), await candidates(two)]).toEqual([0, []]);
  await runCommand(suggestionUpdate, w.api.scope, { id: one, title: 'Theme for the app at night' });
  await seek();
  expect(await count(one)).toBe(0);
  await dismiss(one, two, false);
  expect(await count(two)).toBe(1);
  const DISMISS =
    'mutation ($a: ID!, $b: ID!) { merge_candidate_dismiss(suggestion: $a, other_suggestion: $b) { id } }';
  expect(await refusal(w.api, DISMISS, { a: one, b: one })).toMatchObject({ field: 'other_suggestion' });
  expect(await refusal(w.api, DISMISS, { a: one, b: await create('Alone') })).toMatchObject({
    field: 'other_suggestion',
    reason: 'not_found',
  });
});

test('a merged and a deleted idea take their suggestions along, and bring them back', async () => {
  const [one, two, three] = [
    await create('Single sign-on with SAML'),
    await create('SAML single sign on'),
    await create('Single sign on by SAML'),
  ];
  const states = async () =>
    Object.fromEntries(
      (
        await w.rows<{ pair: string; state: string }>(
          "select concat(suggestion_id, ' ', other_suggestion_id) as pair, state from merge_candidates where subdomain_id = $1",
          w.tenant.id,
        )
      ).map(({ pair, state }) => [pair, state]),
    );
  await seek();
  // each idea is offered the likeliest other one
  expect([await count(one), await count(two), await count(three)]).toEqual([2, 1, 1]);
  await runCommand(suggestionMerge, w.api.scope, { winner: one, losers: [two] });
  expect([await count(one), await count(two), await count(three)]).toEqual([1, 0, 1]);
  // the pair that was accepted is counted as such, and offered again once the merge is undone
  expect(await states()).toEqual({ [`${one} ${two}`]: 'merged', [`${one} ${three}`]: 'open' });
  await runCommand(suggestionUnmerge, w.api.scope, { ids: [two] });
  expect(await states()).toEqual({ [`${one} ${two}`]: 'open', [`${one} ${three}`]: 'open' });
  await runCommand(suggestionDelete, w.api.scope, { id: three });
  expect([await count(one), await count(two), await candidates(one)]).toEqual([
    1,
    1,
    [expect.objectContaining({ other_suggestion: { id: two } })],
  ]);
  await runCommand(suggestionRestore, w.api.scope, { id: three });
  expect(await count(one)).toBe(2);
});

test('of many alike each is offered one, and other workspaces none of it [PERM-050]', async () => {
  const other = await openWorkspace(database);
  await buildSuggestion(database, other.tenant, { title: 'Time tracking per job' });
  for (let n = 0; n < 8; n++) await create('Time tracking per job');
  const last = await create('Track time per job');
  await seek();
  expect(await count(last)).toBeLessThanOrEqual(8);
  expect(
    await w.rows(
      'select count(*)::int as n from merge_candidates m join suggestions s on s.id in (m.suggestion_id, m.other_suggestion_id) where s.subdomain_id <> m.subdomain_id',
    ),
  ).toEqual([{ n: 0 }]);
  expect(
    await other.rows(
      'select count(*)::int as n from merge_candidates where subdomain_id = $1',
      other.tenant.id,
    ),
  ).toEqual([{ n: 0 }]);
});

test('where people refuse most of what is offered, ideas have to be more alike; accepted offers end that', async () => {
  const forumId = forum.id;
  const decided = async (state: string): Promise<void> => {
    const pairs = await Promise.all(
      Array.from(
        { length: 20 },
        async (_, n) =>
          [
            await buildSuggestion(database, w.tenant, { forum_id: forumId, title: `Zzone${n}` }),
            await buildSuggestion(database, w.tenant, { forum_id: forumId, title: `Zztwo${n}` }),
          ] as const,
      ),
    );
    for (const [one, two] of pairs) {
      const [first, second] = BigInt(one.id) < BigInt(two.id) ? [one.id, two.id] : [two.id, one.id];
      await database.pool.query(
        "insert into merge_candidates (subdomain_id, suggestion_id, other_suggestion_id, score, reason, state) values ($1, $2, $3, 0.6, 'r', $4)",
        [w.tenant.id, first, second, state],
      );
    }
  };
  // alike, and not by much
  const [one, two] = [
    await create('Checklists should work offline'),
    await create('Offline checklists on the phone'),
  ];
  const [same] = [await create('Dark mode'), await create('dark MODE')];
  await seek();
  expect([await count(one), await count(two), await count(same!)]).toEqual([1, 1, 1]);
  for (let n = 0; n < 6; n += 1) await decided('dismissed');
  const again = async (): Promise<void> => {
    for (const id of [one, same!])
      await database.pool.query(
        'insert into duplicate_searches (subdomain_id, suggestion_id) values ($1, $2) on conflict do nothing',
        [w.tenant.id, id],
      );
    await seek();
  };
  await again();
  expect([await count(one), await count(same!)]).toEqual([0, 1]);
  await decided('merged');
  await again();
  expect([await count(one), await count(same!)]).toEqual([1, 1]);
});
