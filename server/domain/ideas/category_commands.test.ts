import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildCategory, buildForum, buildSuggestion } from '../../db/builders.ts';
import { openTestDatabase, type TestDatabase } from '../../db/testing.ts';
import { openWorkspace, refusal, type TestWorkspace } from '../../testing/workspace.ts';

let database: TestDatabase;
let own: TestWorkspace;
let forum: string;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  own = await openWorkspace(database);
  forum = (await buildForum(database, own.tenant)).id;
});

const CREATE =
  'mutation ($forum: ID!, $name: String!) { category_create(forum: $forum, name: $name) { id name position open_suggestions_count forum { id categories_count } } }';
const make = async (name: string) =>
  (await own.api.data<{ category_create: { id: string } }>(CREATE, { forum, name })).category_create.id;
const names = async () =>
  (
    await own.api.data<{ all_categories: { records: { name: string }[] } }>(
      'query ($f: [ID!]) { all_categories(forum: $f) { records { name } } }',
      { f: [forum] },
    )
  ).all_categories.records.map(({ name }) => name);

test('[DEC-120] category_create puts a category behind the others, counts it, and says what changed', async () => {
  await make('Maps');
  const answer = await own.api.run(CREATE, { forum, name: ' Trips ' });
  expect(answer).toMatchObject({
    data: {
      category_create: {
        name: 'Trips',
        position: 2,
        open_suggestions_count: 0,
        forum: { id: forum, categories_count: 2 },
      },
    },
    extensions: { changes: { category: 'create', forum: 'update' } },
  });
  expect(await names()).toEqual(['Maps', 'Trips']);
  expect(await own.drift()).toEqual([]);
});

test('a name stands once in its forum, whatever its capitals; also when two make it at once', async () => {
  await make('Maps');
  expect(await refusal(own.api, CREATE, { forum, name: 'MAPS' })).toMatchObject({
    code: 'BAD_USER_INPUT',
    field: 'name',
    reason: 'taken',
  });
  const elsewhere = (await buildForum(database, own.tenant)).id;
  expect((await own.api.run(CREATE, { forum: elsewhere, name: 'Maps' })).errors).toBeUndefined();
  const both = await Promise.all([
    own.api.run(CREATE, { forum, name: 'Race' }),
    own.api.run(CREATE, { forum, name: 'race' }),
  ]);
  expect(both.flatMap((answer) => answer.errors?.[0]?.extensions?.['reason'] ?? [])).toEqual(['taken']);
});

test('bad input: no name, too long a name, more than 100 categories', async () => {
  expect(await refusal(own.api, CREATE, { forum, name: ' ' })).toMatchObject({
    field: 'name',
    reason: 'required',
  });
  expect(await refusal(own.api, CREATE, { forum, name: 'x'.repeat(256) })).toMatchObject({
    field: 'name',
    reason: 'too_long',
  });
  await database.pool.query(
    'insert into categories (subdomain_id, forum_id, name) select $1, $2, n::text from generate_series(1, 100) n',
    [own.tenant.id, forum],
  );
  expect(await refusal(own.api, CREATE, { forum, name: 'One more' })).toMatchObject({ field: 'forum' });
});

test('category_update renames, moves, and leaves no gap', async () => {
  const [a, b, c] = [await make('A'), await make('B'), await make('C')];
  const update = (id: string, args: string) =>
    own.api.data(`mutation { category_update(id: "${id}", ${args}) { position } }`);
  expect(await update(c, 'position: 1')).toEqual({ category_update: { position: 1 } });
  expect(await names()).toEqual(['C', 'A', 'B']);
  await update(c, 'position: 2, name: "See"');
  expect(await names()).toEqual(['A', 'See', 'B']);
  await update(a, 'position: 90');
  expect(await names()).toEqual(['See', 'B', 'A']);
  expect(await own.rows('select position from categories where forum_id = $1 order by 1', forum)).toEqual([
    { position: 1 },
    { position: 2 },
    { position: 3 },
  ]);
  expect(await refusal(own.api, `mutation { category_update(id: "${b}", name: "a") { id } }`)).toMatchObject({
    field: 'name',
    reason: 'taken',
  });
  expect(await refusal(own.api, `mutation { category_update(id: "${b}", name: "") { id } }`)).toMatchObject({
    field: 'name',
    reason: 'required',
  });
  expect(
    await refusal(own.api, `mutation { category_update(id: "${b}", position: 0) { id } }`),
  ).toMatchObject({ field: 'position' });
  expect(
    await refusal(
      own.api,
      `mutation { category_update(id: "${b}", name: "X", if_updated_at: "2020-01-01") { id } }`,
    ),
  ).toMatchObject({ reason: 'changed', current: { id: b, name: 'B' } });
});

test('category_delete: ideas go to the target, or have no category; counters and days go along', async () => {
  const [a, b, c] = [await make('A'), await make('B'), await make('C')];
  const day = new Date('2026-02-01T10:00:00Z');
  const idea = await buildSuggestion(database, own.tenant, {
    forum_id: forum,
    category_id: a,
    created_at: day,
  });
  await buildSuggestion(database, own.tenant, { forum_id: forum, category_id: b, created_at: day });
  const gone = await buildSuggestion(database, own.tenant, {
    forum_id: forum,
    category_id: a,
    state: 'deleted',
  });
  await own.drift();
  const answer = await own.api.run(
    'mutation ($id: ID!, $to: ID) { category_delete(id: $id, target_category: $to) { id } }',
    { id: a, to: b },
  );
  expect(answer).toMatchObject({
    data: { category_delete: { id: a } },
    extensions: { changes: { category: 'delete', forum: 'update', suggestion: 'update' } },
  });
  expect(
    await own.api.data(
      `{ suggestion(id: "${idea.id}") { category { id } } category(id: "${b}") { open_suggestions_count position forum { categories_count } } gone: category(id: "${a}") { id } }`,
    ),
  ).toEqual({
    suggestion: { category: { id: b } },
    category: { open_suggestions_count: 2, position: 1, forum: { categories_count: 2 } },
    gone: null,
  });
  expect(await own.rows('select category_id from suggestions where id = $1', gone.id)).toEqual([
    { category_id: b },
  ]);
  expect(await own.drift()).toEqual([]);
  await own.api.data(`mutation { category_delete(id: "${b}") { id } }`);
  expect(await own.api.data(`{ suggestion(id: "${idea.id}") { category { id } } }`)).toEqual({
    suggestion: { category: null },
  });
  expect(await own.drift()).toEqual([]);
  expect(
    await refusal(own.api, `mutation { category_delete(id: "${c}", target_category: "${c}") { id } }`),
  ).toMatchObject({ field: 'target_category' });
  const elsewhere = await buildCategory(database, own.tenant, {
    forum_id: (await buildForum(database, own.tenant)).id,
  });
  expect(
    await refusal(
      own.api,
      `mutation { category_delete(id: "${c}", target_category: "${elsewhere.id}") { id } }`,
    ),
  ).toMatchObject({ field: 'target_category' });
});

test('categories that go while ideas move between them never leave two commands waiting for each other', async () => {
  const [kept, further] = [await make('Kept'), await make('Further')];
  const ideas: string[] = [];
  for (let n = 0; n < 6; n += 1)
    ideas.push(
      (
        await buildSuggestion(database, own.tenant, {
          forum_id: forum,
          category_id: n % 2 === 0 ? kept : further,
        })
      ).id,
    );
  expect(await own.drift()).not.toEqual([]);
  const move = (n: number, category: string | null) =>
    own.api.run('mutation ($i: ID!, $c: ID) { suggestion_update(id: $i, links: { category: $c }) { id } }', {
      i: ideas[n % ideas.length],
      c: category,
    });
  const shortLived = async (name: string, target: string | null): Promise<void> => {
    const id = await make(name);
    const half = ideas.length / 2;
    await Promise.all([
      move(name.length, id),
      move(name.length + half, id),
      own.api.run('mutation ($i: ID!, $t: ID) { category_delete(id: $i, target_category: $t) { id } }', {
        i: id,
        t: target,
      }),
    ]);
  };
  await Promise.all(
    Array.from({ length: 4 }, async (_, worker) => {
      for (let round = 0; round < 12; round += 1) {
        await (worker % 2 === 0
          ? shortLived(`Short ${worker} ${'i'.repeat(round + 1)}`, round % 2 === 0 ? kept : null)
          : move(worker + round, [kept, further, null][round % 3]!));
        if (worker === 3)
          await own.api.run('mutation ($i: ID!, $p: Int) { category_update(id: $i, position: $p) { id } }', {
            i: further,
            p: (round % 2) + 1,
          });
      }
    }),
  );
  expect(own.api.faults).toEqual([]);
  expect(await own.drift()).toEqual([]);
});

test('[PERM-007] all of them need write on settings', async () => {
  const id = await make('A');
  const without = await own.as({ settings: 'none' });
  for (const call of [
    `category_create(forum: "${forum}", name: "X") { id }`,
    `category_update(id: "${id}", name: "X") { id }`,
    `category_delete(id: "${id}") { id }`,
  ]) {
    expect(await refusal(without, `mutation { ${call} }`)).toMatchObject({ code: 'FORBIDDEN' });
  }
});

test("[PERM-050] another workspace's forums and categories are answered like unknown ones", async () => {
  const other = await openWorkspace(database);
  const foreignForum = (await buildForum(database, other.tenant)).id;
  const foreign = (await buildCategory(database, other.tenant, { forum_id: foreignForum, name: 'Theirs' }))
    .id;
  const mine = await make('Mine');
  for (const id of [foreignForum, '999999999'])
    expect(await refusal(own.api, CREATE, { forum: id, name: 'X' })).toMatchObject({
      field: 'forum',
      reason: 'not_found',
    });
  for (const id of [foreign, '999999999']) {
    expect(
      await refusal(own.api, `mutation { category_update(id: "${id}", name: "X") { id } }`),
    ).toMatchObject({ field: 'id', reason: 'not_found' });
    expect(await refusal(own.api, `mutation { category_delete(id: "${id}") { id } }`)).toMatchObject({
      field: 'id',
      reason: 'not_found',
    });
    expect(
      await refusal(own.api, `mutation { category_delete(id: "${mine}", target_category: "${id}") { id } }`),
    ).toMatchObject({ field: 'target_category', reason: 'not_found' });
  }
  expect(await own.rows('select name from categories where id = $1', foreign)).toEqual([{ name: 'Theirs' }]);
});
