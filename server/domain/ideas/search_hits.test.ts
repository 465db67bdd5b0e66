import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildForum } from '../../db/builders.ts';
import { openTestDatabase, type TestDatabase } from '../../db/testing.ts';
import { openWorkspace, type TestWorkspace } from '../../testing/workspace.ts';
import { searchQueryOf } from '../intelligence/literal_query.ts';
import { CANDIDATES, Hits, HITS_PER_WORD, type Search, type Sought } from './search_hits.ts';
import { OPEN_SQL } from './suggestion.ts';

let database: TestDatabase;
let own: TestWorkspace;
/** Titles and how many ideas have them, oldest first. */
const IDEAS: readonly [title: string, count: number][] = [
  ['Berth calendar on the quay', 20],
  ['Faster calendar', 320],
  ['Calendar', 700],
  ['Calendarium of the abbey', 15],
  ['Lamps', 600],
  ['Crews lose keys', 1_500],
];

beforeAll(async () => {
  database = await openTestDatabase();
  own = await openWorkspace(database);
  const other = await openWorkspace(database);
  for (const [workspace, factor] of [
    [own, 1],
    [other, 0.1],
  ] as const) {
    const forum = await buildForum(database, workspace.tenant);
    for (const [title, count] of IDEAS) {
      await database.pool.query(
        `with made as (insert into suggestions (subdomain_id, forum_id, title) select $1, $2, $3 from generate_series(1, $4) returning id)
insert into suggestion_contents (subdomain_id, suggestion_id, search) select $1, made.id, to_tsvector('english', $3) || to_tsvector('simple', $3) from made`,
        [workspace.tenant.id, forum.id, title, Math.ceil(count * factor)],
      );
    }
  }
  await database.pool.query('analyze suggestions, suggestion_contents');
});
afterAll(() => database.close());

/** What is thought to be known of the words, right or wrong. */
const KNOWN: readonly { name: string; expected: number; allIdeas: number }[] = [
  { name: 'nothing is known', expected: 0, allIdeas: 0 },
  { name: 'each word is thought rare', expected: 10, allIdeas: 1_000_000 },
  { name: 'each word is thought common', expected: 20_000, allIdeas: 1_000_000 },
  {
    name: 'each word is thought so common that the newest ideas hold it',
    expected: 1_000_000,
    allIdeas: 1_000_000,
  },
];

function hitsOf(
  q: string,
  { expected, allIdeas, isMost }: { expected: number; allIdeas: number; isMost: boolean },
): Hits {
  const query = searchQueryOf(q)!;
  const words = query.text
    .split(' | ')
    .map((text): Sought => ({ config: 'english', text, weight: 1, expected }));
  const search: Search = {
    query,
    words,
    typedWords: words.length,
    begun: allIdeas === 0 ? null : [],
    where: (_, t) => OPEN_SQL(t),
    isNarrowed: false,
    isApart: true,
    allIdeas,
    isMost,
  };
  return new Hits(own.api.scope, search);
}

describe.each(KNOWN)('$name', ({ expected, allIdeas }) => {
  describe.each([true, false])('the workspace has most ideas of all: %s', (isMost) => {
    const find = async (q: string): Promise<{ titles: Record<string, number>; hits: number }> => {
      const { rows, hits } = await hitsOf(q, { expected, allIdeas, isMost }).candidates<{
        id: string;
        title: string;
      }>('s.title');
      const titles: Record<string, number> = {};
      for (const { title } of rows) titles[title] = (titles[title] ?? 0) + 1;
      return { titles, hits };
    };

    test('ideas with all words come first, however many hold one of them', async () => {
      expect((await find('calendar faster')).titles).toEqual({ 'Faster calendar': CANDIDATES });
      // fewer than are taken: the others follow
      const { titles, hits } = await find('berth calendar');
      expect(titles['Berth calendar on the quay']).toBe(20);
      expect(Object.values(titles).reduce((sum, count) => sum + count, 0)).toBe(CANDIDATES);
      expect(hits).toBeGreaterThanOrEqual(HITS_PER_WORD);
    });

    test('of two words that no idea holds both, hits of each are found', async () => {
      const { hits } = await find('calendar lamps');
      expect(hits).toBe(2 * HITS_PER_WORD);
    });

    test('the last word is a beginning where it finds too few by itself', async () => {
      expect((await find('calendari')).titles).toEqual({ 'Calendarium of the abbey': 15 });
    });

    test.each([
      ['calendar', 1055],
      ['calendari', 15],
      ['lamps berth', 620],
      ['calendar lamps', 1640],
      ['zeppelin', 0],
    ])('"%s" is counted to the cap', async (q, all) => {
      for (const cap of [10, 1_001, 5_000])
        expect(await hitsOf(q, { expected, allIdeas, isMost }).count(cap)).toBe(Math.min(cap, all));
    });
  });
});
