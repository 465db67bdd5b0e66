import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { catalogue } from '../../api/catalogue.ts';
import { ListWriter, type Entities } from '../../listing/list_writer.ts';
import { MANY_ROWS } from '../../listing/page_plan.ts';
import { KEPT_TOTAL_ROWS } from '../../listing/reader.ts';
import {
  buildAdmin,
  buildCategory,
  buildForum,
  buildLabel,
  buildStatus,
  buildTenant,
  viewerOf,
} from '../../db/builders.ts';
import { openTestDatabase, type TestDatabase } from '../../db/testing.ts';
import { testApi, type TestApi } from '../../testing/api.ts';
import { recountTotals } from '../counters/recount.ts';
import { recountTenant } from './recount.ts';

/* Totals of a workspace that is large enough for them to be read from stored counters. */

let database: TestDatabase;
let api: TestApi;
let tenant: Awaited<ReturnType<typeof buildTenant>>;
let statements: string[] = [];
const given: Record<'forum' | 'category' | 'status' | 'label' | 'assigned_owner', string[]> = {
  forum: [],
  category: [],
  status: [],
  label: [],
  assigned_owner: [],
};
const COLUMN: Record<string, string> = {
  forum: 'forum_id',
  category: 'category_id',
  status: 'status_id',
  assigned_owner: 'assigned_owner_id',
};

beforeAll(async () => {
  database = await openTestDatabase();
  tenant = await buildTenant(database);
  const admin = await buildAdmin(database, tenant);
  for (let n = 0; n < 3; n += 1) {
    const forum = (await buildForum(database, tenant)).id;
    given.forum.push(forum);
    given.category.push((await buildCategory(database, tenant, { forum_id: forum })).id);
    given.status.push((await buildStatus(database, tenant)).id);
    given.label.push((await buildLabel(database, tenant)).id);
    given.assigned_owner.push((await buildAdmin(database, tenant)).id);
  }
  // each facet holds another share, and each state stands in each of them
  await database.pool.query(
    `insert into suggestions (subdomain_id, title, forum_id, category_id, status_id, assigned_owner_id, state)
     select $1, 'Idea ' || n, ($2::bigint[])[1 + n % 3], case when n % 4 < 3 then ($3::bigint[])[1 + n % 3] end, case when n % 5 < 3 then ($4::bigint[])[1 + n % 5] end, case when n % 7 < 3 then ($5::bigint[])[1 + n % 7] end,
       (array['approved', 'published', 'approved', 'closed', 'pending', 'spam', 'merged', 'deleted', 'published', 'approved', 'published'])[1 + n % 11]
     from generate_series(1, $6::int) n`,
    [tenant.id, given.forum, given.category, given.status, given.assigned_owner, KEPT_TOTAL_ROWS + 200],
  );
  await database.pool.query(
    `insert into suggestion_labels (subdomain_id, suggestion_id, label_id)
     select $1, s.id, l.id from suggestions s join unnest($2::bigint[]) with ordinality as l (id, n) on s.id % (l.n + 2) = 0 where s.subdomain_id = $1`,
    [tenant.id, given.label],
  );
  api = await testApi(database, viewerOf(tenant, admin), { onStatement: (text) => statements.push(text) });
  await recountTenant(api.scope);
});
afterAll(() => database.close());

async function total(filters: string): Promise<{ total: number; isCounted: boolean }> {
  statements = [];
  const { suggestions } = await api.data<{ suggestions: { total_records: number } }>(
    `{ suggestions${filters === '' ? '' : `(${filters})`} { total_records } }`,
  );
  return {
    total: suggestions.total_records,
    isCounted: statements.some((text) => text.includes('from suggestions t')),
  };
}
async function counted(where: string, ...values: unknown[]): Promise<number> {
  return (
    await database.pool.query<{ n: number }>(
      `select count(*)::int as n from suggestions s where s.subdomain_id = $1 and s.state in ('published', 'approved') and ${where}`,
      [tenant.id, ...values],
    )
  ).rows[0]!.n;
}

test('[ENT-009] the total of all open ideas, and of one forum, category, status, label or owner, is read from what is stored', async () => {
  await api.data('{ suggestions { total_records } }');
  expect(await total('sort: "id"')).toEqual({ total: await counted('true'), isCounted: false });
  expect(await total('state: ["open"]')).toEqual({ total: await counted('true'), isCounted: false });
  for (const [name, ids] of Object.entries(given)) {
    for (const id of ids) {
      const found = await counted(
        name === 'label'
          ? 'exists (select 1 from suggestion_labels l where l.subdomain_id = $1 and l.suggestion_id = s.id and l.label_id = $2)'
          : `s.${COLUMN[name]!} = $2`,
        id,
      );
      expect(found).toBeGreaterThan(50);
      expect({ name, ...(await total(`${name}: ["${id}"]`)) }).toEqual({
        name,
        total: found,
        isCounted: false,
      });
    }
  }
});

test('several values of one facet are added; labels, which an idea may carry several of, are counted', async () => {
  const two = (name: keyof typeof given) =>
    `${name}: ["${given[name][0]}", "${given[name][1]}", "${given[name][0]}"]`;
  expect(await total(two('forum'))).toEqual({
    total: await counted('s.forum_id = any($2)', given.forum.slice(0, 2)),
    isCounted: false,
  });
  expect(await total(two('label'))).toEqual({
    total: await counted(
      'exists (select 1 from suggestion_labels l where l.subdomain_id = $1 and l.suggestion_id = s.id and l.label_id = any($2))',
      given.label.slice(0, 2),
    ),
    isCounted: true,
  });
});

test('two filters, other states and what no counter knows are counted', async () => {
  expect(await total(`forum: ["${given.forum[0]}"], status: ["${given.status[0]}"]`)).toEqual({
    total: await counted('s.forum_id = $2 and s.status_id = $3', given.forum[0], given.status[0]),
    isCounted: true,
  });
  expect(await total('category_none: true')).toEqual({
    total: await counted('s.category_id is null'),
    isCounted: true,
  });
  expect((await total('state: ["closed"]')).isCounted).toBe(true);
  expect((await total('state: ["open", "closed"]')).isCounted).toBe(true);
});

test("an unknown id, another workspace's and none at all count nothing", async () => {
  const other = await buildTenant(database);
  const foreign = await buildForum(database, other, { open_suggestions_count: 9 });
  expect(await total(`forum: ["${foreign.id}"]`)).toEqual({ total: 0, isCounted: false });
  expect((await total('assigned_owner: ["999999999"]')).total).toBe(0);
  expect((await total('status: []')).total).toBe(0);
});

test("one's own change is in the next total", async () => {
  const [owner] = given.assigned_owner;
  const before = (await total(`assigned_owner: ["${owner}"]`)).total;
  const { rows } = await database.pool.query<{ id: string }>(
    "select id from suggestions where subdomain_id = $1 and assigned_owner_id is null and state = 'approved' limit 1",
    [tenant.id],
  );
  await api.data(
    'mutation ($id: ID!, $owner: ID) { suggestion_assign(id: $id, assigned_owner: $owner) { id } }',
    { id: rows[0]!.id, owner },
  );
  expect(await total(`assigned_owner: ["${owner}"]`)).toEqual({ total: before + 1, isCounted: false });
  expect((await recountTenant(api.scope)).entries).toEqual([]);
});

test('[ENT-009] in a workspace of more than 20,000 ideas what no counter knows is counted to 10,000, and said to be more', async () => {
  const large = await buildTenant(database);
  const [forum, other] = [await buildForum(database, large), await buildForum(database, large)];
  await database.pool.query(
    "insert into suggestions (subdomain_id, title, forum_id, channel) select $1, n::text, ($2::bigint[])[1 + (n % 100 = 0)::int], 'widget' from generate_series(1, $3::int) n",
    [large.id, [forum.id, other.id], MANY_ROWS + 1],
  );
  const own = await testApi(database, viewerOf(large, await buildAdmin(database, large)));
  await own.scope.write((tx) => recountTotals(tx, large.id));
  const asked = async (filters: string) =>
    (await own.data<{ suggestions: unknown }>(`{ suggestions${filters} { total_records total_is_capped } }`))
      .suggestions;
  expect(await asked('')).toEqual({ total_records: MANY_ROWS + 1, total_is_capped: false });
  expect(await asked(`(forum: ["${forum.id}"])`)).toEqual({
    total_records: MANY_ROWS + 1 - 200,
    total_is_capped: false,
  });
  expect(await asked(`(forum: ["${forum.id}"], category_none: true)`)).toEqual({
    total_records: 10_001,
    total_is_capped: true,
  });
  expect(await asked(`(forum: ["${other.id}"], category_none: true)`)).toEqual({
    total_records: 200,
    total_is_capped: false,
  });
  expect(
    (await own.data<{ suggestions: unknown }>('{ suggestions(category_none: true) { total_is_capped } }'))
      .suggestions,
  ).toEqual({ total_is_capped: true });
});

describe('a page of one facet, found in a prepared way', () => {
  const entities: Entities = new Map(
    ['suggestion', 'forum'].map(
      (name) => [name, catalogue.entities.find((entity) => entity.name === name)!] as const,
    ),
  );
  const page = async (filters: Record<string, unknown>, sort: string, way: 'few' | 'in_order' | null) => {
    const statement = new ListWriter(entities, api.scope.viewer).page(entities.get('suggestion')!, {
      selection: { id: true, forum: { id: true } },
      filters,
      sort,
      page: 1,
      perPage: 50,
      way,
    });
    return (await api.scope.read<{ records: string }>(statement))[0]!.records;
  };

  test.each(Object.keys(given) as (keyof typeof given)[])(
    '%s: either way gives the rows that the plain one gives, under every indexed order',
    async (name) => {
      const sorts = Object.entries(entities.get('suggestion')!.list!.sorts)
        .filter(([, sort]) => sort.indexed)
        .map(([sort]) => sort);
      for (const id of [...given[name], '999999999']) {
        for (const sort of sorts.flatMap((each) => [each, `-${each}`])) {
          const plain = await page({ [name]: [id] }, sort, null);
          for (const way of ['few', 'in_order'] as const)
            expect(await page({ [name]: [id] }, sort, way), `${sort} ${way}`).toBe(plain);
        }
      }
    },
  );

  test('the API takes one, and none for several values or beside another filter', async () => {
    const sent = async (filters: string) => {
      statements = [];
      await api.data(`{ suggestions(per_page: 50, sort: "-votes_count", ${filters}) { records { id } } }`);
      return statements.at(-1)!;
    };
    const [one, other] = given.status;
    expect(await sent(`status: ["${one}"]`)).toMatch(/coalesce\(p\.status_id =|between \(select/);
    expect(await sent(`status: ["${one}", "${other}"]`)).not.toMatch(
      /coalesce\(p\.status_id =|between \(select/,
    );
    expect(await sent(`status: ["${one}"], category_none: true`)).not.toMatch(
      /coalesce\(p\.status_id =|between \(select/,
    );
  });
});
