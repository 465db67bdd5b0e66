import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildForum, buildSuggestion, buildTenant } from '../db/builders.ts';
import { openTestDatabase, type TestDatabase } from '../db/testing.ts';
import {
  inOrder,
  wayOf,
  planPage,
  type GivenCondition,
  type PageKeys,
  type ProbeLimits,
} from './page_plan.ts';
import { Writer } from '../sql/writer.ts';

/* Whatever the way, a page holds the same rows: each way is made to be taken by what it may read. */

const IDEAS = 60;
let database: TestDatabase;
let subdomainId: string;

beforeAll(async () => {
  database = await openTestDatabase();
  const tenant = await buildTenant(database);
  subdomainId = tenant.id;
  const forum = await buildForum(database, tenant);
  for (let n = 0; n < IDEAS; n += 1) {
    // the same votes for some, so that ties are broken; notes for those with the fewest votes
    await buildSuggestion(database, tenant, {
      forum_id: forum.id,
      votes_count: Math.floor(n / 3),
      notes_count: n < 25 ? 1 : 0,
      comments_count: n % 2,
      state: n % 5 === 0 ? 'closed' : 'published',
    });
  }
  // of another workspace: never on a page
  const other = await buildTenant(database);
  await buildSuggestion(database, other, { votes_count: 99, notes_count: 1 });
});
afterAll(() => database.close());

const page = (
  given: GivenCondition[],
  limit: number,
  offset: number,
  further: Partial<PageKeys> = {},
): PageKeys => ({
  from: 'suggestions p',
  key: ['id'],
  base: ['p.subdomain_id = $1', "p.state in ('published', 'approved')"],
  given,
  order: 'p.votes_count desc, p.id desc',
  limit,
  offset,
  isIndexed: true,
  isDefault: true,
  ...further,
});
const read = async (w: Writer, sql: string): Promise<string[]> =>
  (await database.pool.query<{ id: string }>(sql, w.values)).rows.map(({ id }) => id);

async function bothWays(
  make: (w: Writer) => GivenCondition[],
  limit: number,
  offset: number,
  further: Partial<PageKeys>,
  reach?: ProbeLimits,
): Promise<{ found: string[]; plain: string[]; sql: string | null }> {
  const plain = new Writer(subdomainId);
  const expected = await read(
    plain,
    inOrder(
      page(
        make(plain).map(({ sql }) => ({ sql })),
        limit,
        offset,
        further,
      ),
      `limit ${limit} offset ${offset}`,
    ),
  );
  const w = new Writer(subdomainId);
  const sql = planPage(w, page(make(w), limit, offset, further), reach);
  return { found: sql === null ? [] : await read(w, sql), plain: expected, sql };
}

const reaches: [string, ProbeLimits][] = [
  ['the first look fills the page', { lookPerRow: 1000, lookMax: 20_000, wholeMax: 50_000 }],
  ['the first look is too short, all rows are read', { lookPerRow: 1, lookMax: 20_000, wholeMax: 50_000 }],
  [
    'the first look is too short, and the rows too many to be read',
    { lookPerRow: 1, lookMax: 20_000, wholeMax: 3 },
  ],
];

test.each(reaches)('[CALL-Q-073] an uneven filter, page by page: %s', async (_, reach) => {
  const noted = (w: Writer): GivenCondition => {
    const where = (): string => `p.notes_count >= ${w.value(1)}::int`;
    return { sql: where(), whole: where };
  };
  for (const others of [[], [{ sql: 'p.comments_count = 1' }]]) {
    const seen: string[] = [];
    for (let offset = 0; offset < IDEAS; offset += 4) {
      const { found, plain, sql } = await bothWays((w) => [noted(w), ...others], 4, offset, {}, reach);
      expect(sql).toContain('near as materialized');
      expect(found).toEqual(plain);
      seen.push(...found);
    }
    // 25 ideas have notes, of which 5 are closed, and every other one has a comment
    expect(seen).toHaveLength(others.length === 0 ? 20 : 10);
    expect(new Set(seen).size).toBe(seen.length);
  }
});

test('an uneven filter takes the plain way where no index gives the order, or the list shows what it leaves out else', async () => {
  const given = (): GivenCondition[] => [{ sql: 'p.notes_count = 1', whole: () => 'p.notes_count = 1' }];
  for (const further of [{ isIndexed: false }, { isDefault: false }]) {
    const { plain, sql } = await bothWays(given, 4, 4, further);
    expect(sql).toBeNull();
    expect(plain).toHaveLength(4);
  }
});

test('[CALL-Q-073] a filter in parts gives the rows of all parts in one order', async () => {
  const given = (w: Writer): GivenCondition[] => [
    {
      sql: `p.state = any(${w.value(['published', 'closed'])})`,
      parts: () => ["p.state = 'published'", `p.state = any(${w.value(['closed'])})`],
    },
    { sql: 'p.comments_count = 1' },
  ];
  const seen: string[] = [];
  for (let offset = 0; offset < IDEAS; offset += 7) {
    const { found, plain, sql } = await bothWays(given, 7, offset, {
      base: ['p.subdomain_id = $1'],
      isDefault: false,
    });
    expect(sql).toContain('union all');
    expect(found).toEqual(plain);
    seen.push(...found);
  }
  expect(seen).toHaveLength(IDEAS / 2);
});

describe('the way to a page of a filter of which it is known how many rows it leaves', () => {
  test.each([
    { all: 20_000, left: 10_000, limit: 20, way: 'in_order' },
    { all: 20_000, left: 200, limit: 20, way: 'few' },
    { all: 20_000, left: 2, limit: 20, way: 'few' },
    { all: 20_000, left: 0, limit: 20, way: 'few' },
    { all: 1_000_000, left: 500_000, limit: 20, way: 'in_order' },
    { all: 1_000_000, left: 10_000, limit: 20, way: 'in_order' },
    { all: 1_000_000, left: 100, limit: 20, way: 'few' },
    // 5,300 rows of 2,000,000: either way reads too many to go without a look at the value
    { all: 2_000_000, left: 5_300, limit: 20, way: null },
  ] as const)('$left of $all: $way', ({ way, ...given }) => {
    expect(wayOf(given)).toBe(way);
  });
});
