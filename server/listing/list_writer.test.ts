import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ALL_PERMISSIONS, NO_PERMISSIONS } from '../../contract/permissions.ts';
import { graphqlLimits, paging } from '../../contract/limits.ts';
import {
  buildAccount,
  buildAdmin,
  buildForum,
  buildLabel,
  buildSuggestion,
  buildSupporter,
  buildTenant,
  buildUser,
  insertRow,
  testScope,
  viewerOf,
} from '../db/builders.ts';
import { openTestDatabase, type TestDatabase } from '../db/testing.ts';
import { StatementNames } from '../sql/statement_names.ts';
import { testApi, type TestApi } from '../testing/api.ts';
import { sampleCatalogue } from '../testing/sample_catalogue.ts';
import type { Entity } from '../core/entity.ts';
import { ListWriter, type ListRequest } from './list_writer.ts';
import type { Selection } from '../core/reads.ts';
import type { Viewer } from '../core/viewer.ts';

/*
 * What the list writer makes of a selection, on the declarations of a small library
 * (server/testing/sample_catalogue.ts). Every statement passes the tenant check on its way.
 */

type Page = { records: Record<string, unknown>[]; total_records: number; current_page: number };

let database: TestDatabase;
let tenant: Awaited<ReturnType<typeof buildTenant>>;
let viewer: Viewer;
/** The same person without the right that the library's guarded parts ask for. */
let lesser: Viewer;
let statements: string[];
let api: TestApi;
let lesserApi: TestApi;

beforeAll(async () => {
  database = await openTestDatabase();
  tenant = await buildTenant(database);
  const admin = await buildAdmin(database, tenant, { name: 'Ada' });
  viewer = viewerOf(tenant, admin);
  lesser = { ...viewer, permissions: { ...ALL_PERMISSIONS, tickets: 'no' } };
  const onStatement = (text: string): void => {
    statements.push(text);
  };
  api = await testApi(database, viewer, { catalogue: sampleCatalogue, onStatement });
  lesserApi = await testApi(database, lesser, { catalogue: sampleCatalogue, onStatement });
});
afterAll(() => database.close());
beforeEach(() => {
  statements = [];
});

const entities = new Map<string, Entity>(sampleCatalogue.entities.map((entity) => [entity.name, entity]));
const write = (name: string, request: Partial<ListRequest> & { selection: Selection }, as: Viewer = viewer) =>
  new ListWriter(entities, as).page(entities.get(name)!, {
    filters: {},
    sort: null,
    page: 1,
    perPage: 20,
    ...request,
  });

describe('a selection becomes one statement', () => {
  test('a page with relations in relations is one statement, and names only what was asked for', async () => {
    const shelf = await buildForum(database, tenant, { name: 'Sea' });
    const account = await buildAccount(database, tenant, { name: 'Library fund' });
    const author = await buildUser(database, tenant, { name: 'Herman', account_id: account.id });
    const first = await buildSuggestion(database, tenant, {
      title: 'Moby',
      forum_id: shelf.id,
      creator_id: author.id,
      votes_count: 4,
      body: 'A whale.',
    });
    const sequels = [
      await buildSuggestion(database, tenant, {
        title: 'Moby II',
        forum_id: shelf.id,
        split_from_id: first.id,
        votes_count: 3,
      }),
      await buildSuggestion(database, tenant, {
        title: 'Moby III',
        forum_id: shelf.id,
        split_from_id: first.id,
        votes_count: 2,
      }),
    ];
    const tags = [
      await buildLabel(database, tenant, { name: 'wet' }),
      await buildLabel(database, tenant, { name: 'long' }),
    ];
    for (const tag of tags)
      await insertRow(database, 'suggestion_labels', {
        subdomain_id: tenant.id,
        suggestion_id: first.id,
        label_id: tag.id,
      });

    const { books } = await api.data<{ books: Page }>(
      `query ($shelf: [ID!]) { books(shelf: $shelf, per_page: 1) { records {
        id title blurb mime_type loans is_new counts { loans notes_count }
        shelf { name books { title } } author { name account { name readers { name } } } last_sequel { title last_sequel { id } } tags { name }
      } } }`,
      { shelf: [shelf.id] },
    );
    expect(books.records).toEqual([
      {
        id: first.id,
        title: 'Moby',
        blurb: 'A whale.',
        mime_type: 'text/plain',
        loans: 4,
        is_new: false,
        counts: { loans: 4, notes_count: 0 },
        shelf: { name: 'Sea', books: [{ title: 'Moby' }, { title: 'Moby II' }, { title: 'Moby III' }] },
        author: { name: 'Herman', account: { name: 'Library fund', readers: [{ name: 'Herman' }] } },
        last_sequel: { title: 'Moby III', last_sequel: null },
        tags: [{ name: 'long' }, { name: 'wet' }],
      },
    ]);
    expect(statements).toHaveLength(1);
    expect(statements[0]).not.toContain('created_at');
    expect(sequels).toHaveLength(2);
  });

  test('[ENT-009] the total is a statement of its own, run when asked for; the page number needs none', async () => {
    const forum = await buildForum(database, tenant);
    for (let n = 0; n < 3; n += 1) await buildSuggestion(database, tenant, { forum_id: forum.id });
    await api.data('query ($s: [ID!]) { books(shelf: $s, page: 7) { current_page } }', { s: [forum.id] });
    expect(statements).toHaveLength(0);
    const { books } = await api.data<{ books: Page }>(
      'query ($s: [ID!]) { books(shelf: $s, per_page: 2, page: 2) { records { id } total_records current_page } }',
      { s: [forum.id] },
    );
    expect(books).toMatchObject({ total_records: 3, current_page: 2 });
    expect(books.records).toHaveLength(1);
    expect(statements).toHaveLength(2);
    statements = [];
    await api.data('query ($s: [ID!]) { books(shelf: $s) { total_records } }', { s: [forum.id] });
    expect(statements).toHaveLength(0);
  });

  test("a total is counted again after one's own write", async () => {
    const forum = await buildForum(database, tenant);
    const total = async () =>
      (
        await api.data<{ books: Page }>('query ($s: [ID!]) { books(shelf: $s) { total_records } }', {
          s: [forum.id],
        })
      ).books.total_records;
    expect(await total()).toBe(0);
    await buildSuggestion(database, tenant, { forum_id: forum.id });
    expect(await total()).toBe(0);
    await api.data('mutation ($id: ID!) { shelf_rename(shelf_id: $id, links: { new_name: "x" }) { id } }', {
      id: forum.id,
    });
    expect(await total()).toBe(1);
  });

  test('aliases share one value, and their selections are joined', async () => {
    const forum = await buildForum(database, tenant, { name: 'Alias', position: 9 });
    await buildSuggestion(database, tenant, { title: 'One', forum_id: forum.id });
    const { few } = await api.data<{ few: { list: Record<string, unknown>[] } }>(
      'query ($s: [ID!]) { few: books(shelf: $s) { list: records { a: title b: title here: shelf { name } there: shelf { n: place } loud: shout } } }',
      { s: [forum.id] },
    );
    expect(few.list).toEqual([
      { a: 'One', b: 'One', here: { name: 'Alias' }, there: { n: 9 }, loud: 'ONE 0 for Ada' },
    ]);
    expect(statements).toHaveLength(1);
    expect(statements[0]!.match(/ from forums /g)).toHaveLength(1);
  });

  test('fragments are opened, repeated parts are read once', async () => {
    const forum = await buildForum(database, tenant, { name: 'Fragment' });
    await buildSuggestion(database, tenant, { title: 'Two', forum_id: forum.id });
    const { books } = await api.data<{ books: Page }>(
      `query ($s: [ID!]) { books(shelf: $s) { ...page records { title ... on Book { loans shelf { state } } } } }
       fragment page on BookList { records { ...row } current_page }
       fragment row on Book { __typename title shelf { name } }`,
      { s: [forum.id] },
    );
    expect(books).toEqual({
      records: [{ __typename: 'Book', title: 'Two', loans: 0, shelf: { name: 'Fragment', state: 'open' } }],
      current_page: 1,
    });
    expect(statements[0]!.match(/ from forums /g)).toHaveLength(1);
  });

  test('@skip and @include take fields out of the statement', async () => {
    const forum = await buildForum(database, tenant);
    await buildSuggestion(database, tenant, { title: 'Three', forum_id: forum.id });
    const query = `query ($s: [ID!], $more: Boolean!) { books(shelf: $s) { records { title shelf @include(if: $more) { name } ...loans @skip(if: $more) } } } fragment loans on Book { loans tags { name } }`;
    const read = async (more: boolean) =>
      (await api.data<{ books: Page }>(query, { s: [forum.id], more })).books.records[0];
    // often enough to be compiled on the way
    for (let round = 0; round < 4; round += 1) {
      statements = [];
      expect(await read(true)).toEqual({ title: 'Three', shelf: { name: forum.name } });
      expect(statements[0]).toContain(' from forums ');
      expect(statements[0]).not.toContain('labels');
      statements = [];
      expect(await read(false)).toEqual({ title: 'Three', loans: 0, tags: [] });
      expect(statements[0]).not.toContain(' from forums ');
    }
  });

  test('a record of which only the type name is asked for is still a record', async () => {
    const forum = await buildForum(database, tenant);
    await buildSuggestion(database, tenant, { forum_id: forum.id });
    const { books } = await api.data<{ books: Page }>(
      'query ($s: [ID!]) { books(shelf: $s) { records { __typename shelf { __typename } } } }',
      { s: [forum.id] },
    );
    expect(books.records).toEqual([{ __typename: 'Book', shelf: { __typename: 'Shelf' } }]);
  });

  test('values made by code get hidden columns, in a list, in a relation and by id', async () => {
    const forum = await buildForum(database, tenant);
    const first = await buildSuggestion(database, tenant, {
      title: 'Calm',
      forum_id: forum.id,
      votes_count: 2,
    });
    await buildSuggestion(database, tenant, { title: 'Loud', forum_id: forum.id, split_from_id: first.id });
    const { book } = await api.data<{ book: unknown }>(
      'query ($id: ID!) { book(id: $id) { shout last_sequel { shout } } }',
      { id: first.id },
    );
    expect(book).toEqual({ shout: 'CALM 2 for Ada', last_sequel: { shout: 'LOUD 0 for Ada' } });
  });

  test('a field may use the arguments of the list that it stands in', async () => {
    const forum = await buildForum(database, tenant);
    await buildSuggestion(database, tenant, { title: 'Asked', forum_id: forum.id });
    const { books } = await api.data<{ books: Page }>('{ books(title: "Asked") { records { asked_for } } }');
    expect(books.records).toEqual([{ asked_for: 'Asked' }]);
  });

  test('records with a key of two columns are paged by it', async () => {
    const suggestion = await buildSuggestion(database, tenant);
    const people = [];
    for (let n = 0; n < 3; n += 1) {
      const person = await buildUser(database, tenant);
      await buildSupporter(database, tenant, {
        suggestion_id: suggestion.id,
        user_id: person.id,
        created_at: new Date('2026-01-01'),
      });
      people.push(person.id);
    }
    const page = async (number: number) =>
      (
        await api.data<{ loans: Page }>(
          'query ($b: [ID!], $p: Int) { loans(book: $b, per_page: 2, page: $p) { records { id reader { id } book { id } } } }',
          { b: [suggestion.id], p: number },
        )
      ).loans.records;
    const seen = [...(await page(1)), ...(await page(2))];
    expect(seen.map((row) => row['id'])).toEqual(people.toReversed());
    expect(seen[0]).toEqual({ id: people[2], reader: { id: people[2] }, book: { id: suggestion.id } });
  });

  test('a short list inside a record keeps its order and its maximum', async () => {
    const forum = await buildForum(database, tenant);
    const ids = [];
    for (let n = 0; n < 5; n += 1)
      ids.push((await buildSuggestion(database, tenant, { forum_id: forum.id })).id);
    const { shelf } = await api.data<{ shelf: { books: { id: string }[] } }>(
      'query ($id: ID!) { shelf(id: $id) { books { id } } }',
      { id: forum.id },
    );
    expect(shelf.books.map((row) => row.id)).toEqual(ids.slice(0, 3));
  });
});

describe('[PERM-050] rows of others and rows that do not exist', () => {
  test('they are absent in lists, by id and in relations alike', async () => {
    const other = await buildTenant(database);
    const foreignForum = await buildForum(database, other);
    const foreign = await buildSuggestion(database, other, { forum_id: foreignForum.id });
    const forum = await buildForum(database, tenant);
    const gone = await buildSuggestion(database, tenant, { forum_id: forum.id, state: 'deleted' });
    const kept = await buildSuggestion(database, tenant, { forum_id: forum.id, split_from_id: gone.id });
    const hiddenForum = await buildForum(database, tenant, { state: 'deleted' });
    const homeless = await buildSuggestion(database, tenant, { forum_id: hiddenForum.id });
    const data = await api.data<Record<string, unknown>>(
      `query ($f: ID!, $g: ID!, $k: ID!, $h: ID!, $forums: [ID!]) {
        foreign: book(id: $f) { id } gone: book(id: $g) { id } kept: book(id: $k) { id } homeless: book(id: $h) { shelf { id } }
        books(shelf: $forums) { records { id } total_records } }`,
      { f: foreign.id, g: gone.id, k: kept.id, h: homeless.id, forums: [forum.id, foreignForum.id] },
    );
    expect(data).toEqual({
      foreign: null,
      gone: null,
      kept: { id: kept.id },
      homeless: { shelf: null },
      books: { records: [{ id: kept.id }], total_records: 1 },
    });
  });

  test('a malformed id is refused with its field; an unknown one is null [DEC-004]', async () => {
    expect(await api.run('{ book(id: "999999999") { id } }')).toEqual({ data: { book: null } });
    const { errors } = await api.run('{ book(id: "1 or true") { id } }');
    expect(errors).toMatchObject([
      { message: 'The id is not a valid id.', extensions: { code: 'BAD_USER_INPUT', field: 'id' } },
    ]);
  });
});

describe('a required permission', () => {
  test('a field that may not be read is null and not in the statement', async () => {
    const forum = await buildForum(database, tenant);
    await buildSuggestion(database, tenant, { title: 'Dear', forum_id: forum.id, comments_count: 7 });
    const query = 'query ($s: [ID!]) { books(shelf: $s) { records { title price hint } } }';
    expect((await api.data<{ books: Page }>(query, { s: [forum.id] })).books.records).toEqual([
      { title: 'Dear', price: 7, hint: 'about Dear' },
    ]);
    expect(statements[0]).toContain('comments_count');
    statements = [];
    expect((await lesserApi.data<{ books: Page }>(query, { s: [forum.id] })).books.records).toEqual([
      { title: 'Dear', price: null, hint: null },
    ]);
    expect(statements[0]).not.toContain('comments_count');
  });

  test('records of a kind that may not be read are absent from relations too, and refused in lists', async () => {
    const account = await buildAccount(database, tenant);
    const author = await buildUser(database, tenant, { account_id: account.id });
    const written = await buildSuggestion(database, tenant, { creator_id: author.id });
    await insertRow(database, 'suggestion_accounts', {
      subdomain_id: tenant.id,
      suggestion_id: written.id,
      account_id: account.id,
      supporters_count: 1,
    });
    const query = 'query ($id: ID!) { book(id: $id) { author { id account { name } } payers { name } } }';
    expect(await api.data(query, { id: written.id })).toEqual({
      book: { author: { id: author.id, account: { name: account.name } }, payers: [{ name: account.name }] },
    });
    statements = [];
    expect(await lesserApi.data(query, { id: written.id })).toEqual({
      book: { author: { id: author.id, account: null }, payers: [] },
    });
    expect(statements[0]).not.toContain('external_accounts');
    for (const refused of ['{ accounts { current_page } }', '{ account(id: "1") { id } }']) {
      expect((await lesserApi.run(refused)).errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
    }
  });

  test('a filter and a sort that may not be used are refused; the sort is not on offer', async () => {
    expect((await lesserApi.run('{ books(cheap: true) { records { id } } }')).errors).toMatchObject([
      { extensions: { code: 'FORBIDDEN' } },
    ]);
    const { errors } = await lesserApi.run('{ books(sort: "price") { records { id } } }');
    expect(errors).toMatchObject([
      {
        message: 'Sorting by "price" is not possible. On offer: loans, id, title.',
        extensions: { code: 'BAD_USER_INPUT', field: 'sort' },
      },
    ]);
    expect(
      (await api.run('{ books(cheap: true, sort: "price") { records { id } } }')).errors,
    ).toBeUndefined();
  });
});

describe('limits', () => {
  /** A chain of `length` relations. */
  const chain = (length: number): Selection =>
    length === 0 ? { title: true } : { last_sequel: chain(length - 1) };

  test('30 related records in one statement, and no more', () => {
    expect(graphqlLimits.subSelects).toBe(30);
    expect(write('book', { selection: chain(30) }).text.match(/row_to_json\(x\)/g)).toHaveLength(30);
    expect(() => write('book', { selection: chain(31) })).toThrow('more than 30 related records at once');
    expect(() => write('book', { selection: { shelf: { books: chain(29) } } })).toThrow(
      'more than 30 related records at once',
    );
  });

  test('a page of at most 2 MB', async () => {
    const forum = await buildForum(database, tenant);
    for (let n = 0; n < 3; n += 1)
      await buildSuggestion(database, tenant, { forum_id: forum.id, body: 'ü'.repeat(450_000) });
    const query = 'query ($s: [ID!], $n: Int) { books(shelf: $s, per_page: $n) { records { blurb } } }';
    expect((await api.data<{ books: Page }>(query, { s: [forum.id], n: 2 })).books.records).toHaveLength(2);
    expect((await api.run(query, { s: [forum.id], n: 3 })).errors).toMatchObject([
      {
        message: 'This page is larger than 2 MB. Ask for fewer records, or for fewer of their fields.',
        extensions: { code: 'BAD_USER_INPUT', reason: 'too_large' },
      },
    ]);
  });

  test('a total that takes too long is counted up to a cap', async () => {
    const forum = await buildForum(database, tenant);
    for (let n = 0; n < 5; n += 1) await buildSuggestion(database, tenant, { forum_id: forum.id });
    const scope = await testScope(database, viewer);
    const total = async (cap: number | null) =>
      (
        await scope.read<{ total: number }>(
          new ListWriter(entities, viewer).total(entities.get('book')!, { shelf: [forum.id] }, cap),
        )
      )[0]!.total;
    expect([await total(3), await total(100), await total(null)]).toEqual([3, 5, 5]);
  });

  test('[DEC-200] a list on one page holds at most 5,000 records', async () => {
    const crowded = await buildTenant(database);
    const admin = await buildAdmin(database, crowded);
    const own = await testApi(database, viewerOf(crowded, admin), { catalogue: sampleCatalogue });
    await database.pool.query(
      'insert into forums (subdomain_id, name, position) select $1, n::text, n from generate_series(1, 5000) n',
      [crowded.id],
    );
    const { all_shelves } = await own.data<{ all_shelves: Page }>(
      '{ all_shelves { records { place } total_records current_page } }',
    );
    expect(all_shelves.records).toHaveLength(paging.maxAllRecords);
    expect(all_shelves.records.at(-1)).toEqual({ place: 5000 });
    expect(all_shelves).toMatchObject({ total_records: 5000, current_page: 1 });
    await buildForum(database, crowded);
    expect((await own.run('{ all_shelves { records { id } } }')).errors).toMatchObject([
      {
        message: 'There are more than 5,000 shelves. Use shelves with pages instead.',
        extensions: { code: 'BAD_USER_INPUT', reason: 'too_many' },
      },
    ]);
    expect(
      (await own.data<{ shelves: Page }>('{ shelves { records { id } total_records } }')).shelves
        .total_records,
    ).toBe(5001);
  });

  test('[DEC-064] a sort without an index is refused above 50,000 rows, naming those on offer', async () => {
    const crowded = await buildTenant(database);
    const admin = await buildAdmin(database, crowded);
    const own = await testApi(database, viewerOf(crowded, admin), { catalogue: sampleCatalogue });
    const add = (count: number) =>
      database.pool.query(
        'insert into external_accounts (subdomain_id, name) select $1, n::text from generate_series(1, $2::int) n',
        [crowded.id, count],
      );
    await add(50_000);
    const query = '{ accounts(sort: "-name", per_page: 1) { records { name } } }';
    expect((await own.data<{ accounts: Page }>(query)).accounts.records).toEqual([{ name: '9999' }]);
    await add(1);
    // how large a workspace is, is kept for some seconds: asked by another process
    const next = await testApi(database, viewerOf(crowded, admin), { catalogue: sampleCatalogue });
    expect((await next.run(query)).errors).toMatchObject([
      {
        message: 'This workspace is too large for that sort. On offer: id.',
        extensions: { code: 'BAD_USER_INPUT', field: 'sort', reason: 'slow_sort' },
      },
    ]);
    expect(
      (await next.run('{ accounts(sort: "-id", per_page: 1) { records { name } } }')).errors,
    ).toBeUndefined();
  });
});

describe('order', () => {
  test('[CALL-Q-077] ties are broken by id, in the direction of the last key', async () => {
    const forum = await buildForum(database, tenant);
    const ids: string[] = [];
    for (const [title, votes_count] of [
      ['b', 1],
      ['a', 1],
      ['a', 2],
      ['b', 2],
    ] as const) {
      ids.push((await buildSuggestion(database, tenant, { forum_id: forum.id, title, votes_count })).id);
    }
    const sorted = async (sort: string | null) =>
      (
        await api.data<{ books: Page }>(
          'query ($s: [ID!], $sort: String) { books(shelf: $s, sort: $sort) { records { id } } }',
          { s: [forum.id], sort },
        )
      ).books.records.map((row) => ids.indexOf(row['id'] as string));
    expect(await sorted(null)).toEqual([3, 2, 1, 0]);
    expect(await sorted('loans')).toEqual([0, 1, 2, 3]);
    expect(await sorted('-loans')).toEqual([3, 2, 1, 0]);
    expect(await sorted('title,-loans')).toEqual([2, 1, 3, 0]);
    expect(await sorted(' -title , loans')).toEqual([0, 3, 1, 2]);
    expect(await sorted('title')).toEqual([1, 2, 0, 3]);
    expect(await sorted('')).toEqual([3, 2, 1, 0]);
  });

  test('an unknown sort names those on offer', async () => {
    for (const sort of ['votes', '--loans', 'loans;drop', 'constructor', 'loans,', 'subdomain_id']) {
      const { errors } = await api.run('query ($sort: String) { books(sort: $sort) { records { id } } }', {
        sort,
      });
      expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', field: 'sort' } }]);
      expect(errors![0]!.message).toContain('On offer: loans, id, title, price.');
    }
  });

  test('records known by id come in the order of the ids', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 3; n += 1) ids.push((await buildSuggestion(database, tenant)).id);
    const wanted = [ids[2]!, ids[0]!, '999999999', ids[1]!];
    const statement = new ListWriter(entities, viewer).byIds(entities.get('book')!, wanted, { id: true });
    const scope = await testScope(database, viewer);
    const [row] = await scope.read<{ records: string }>(statement);
    expect(JSON.parse(row!.records)).toEqual([{ id: ids[2] }, { id: ids[0] }, { id: ids[1] }]);
  });

  test('ranked ids set the order, and filters still hold', async () => {
    const forum = await buildForum(database, tenant);
    const ids: string[] = [];
    for (let n = 0; n < 4; n += 1)
      ids.push((await buildSuggestion(database, tenant, n === 1 ? {} : { forum_id: forum.id })).id);
    const statement = write('book', {
      selection: { id: true },
      ranked: ids.toReversed(),
      filters: { shelf: [forum.id] },
      perPage: 2,
    });
    const scope = await testScope(database, viewer);
    const [row] = await scope.read<{ records: string }>(statement);
    expect(JSON.parse(row!.records)).toEqual([{ id: ids[3] }, { id: ids[2] }]);
    expect(statement.isSteady).toBeUndefined();
  });
});

describe('[DEC-006] pages', () => {
  let shelf: string;
  beforeAll(async () => {
    const forum = await buildForum(database, tenant);
    shelf = forum.id;
    await database.pool.query(
      `insert into suggestions (subdomain_id, forum_id, title) select $1, $2, n::text from generate_series(1, 520) n`,
      [tenant.id, shelf],
    );
  });
  const size = async (args: string) => {
    const answer = await api.run(
      `query ($s: [ID!]) { books(shelf: $s, ${args}) { records { id } current_page total_records } }`,
      { s: [shelf] },
    );
    return answer.errors
      ? `${String(answer.errors[0]!.extensions?.['field'])}: ${answer.errors[0]!.message}`
      : (answer.data as { books: Page }).books.records.length;
  };

  test('[CONST-001] 20 records unless asked otherwise', async () => {
    expect(await size('sort: "id"')).toBe(20);
  });

  test('[CALL-Q-074] [CALL-Q-075] per_page and perPage are the same; per_page wins', async () => {
    expect(await size('per_page: 5')).toBe(5);
    expect(await size('perPage: 5')).toBe(5);
    expect(await size('per_page: 4, perPage: 5')).toBe(4);
    expect(await size('per_page: 4, bulk_per_page: 300')).toBe(4);
    expect(await size('perPage: 6, bulkPerPage: 300')).toBe(6);
  });

  test('[CALL-Q-076] per_page is cut to 100, bulk_per_page to 500', async () => {
    expect(await size('per_page: 101')).toBe(100);
    expect(await size('per_page: 2000000000')).toBe(100);
    expect(await size('bulk_per_page: 300')).toBe(300);
    expect(await size('bulkPerPage: 501')).toBe(500);
  });

  test('sizes and pages below one are refused with their field', async () => {
    expect(await size('per_page: 0')).toMatch(/^per_page: /);
    expect(await size('perPage: -3')).toMatch(/^perPage: /);
    expect(await size('bulk_per_page: 0')).toMatch(/^bulk_per_page: /);
    expect(await size('page: 0')).toMatch(/^page: /);
    expect(await size('page: -1')).toMatch(/^page: /);
    expect(await size('page: 1000001')).toMatch(/^page: /);
    expect(await size('page: 1000000')).toBe(0);
  });

  test('null counts as not given', async () => {
    expect(await size('per_page: null, page: null, sort: null')).toBe(20);
  });

  test('[CALL-Q-073] pages follow one another without overlap and without gap, also past the middle', async () => {
    const seen = new Set<string>();
    for (let page = 1; page <= 7; page += 1) {
      const { books } = await api.data<{ books: Page }>(
        'query ($s: [ID!], $p: Int) { books(shelf: $s, per_page: 80, page: $p) { records { id } current_page } }',
        { s: [shelf], p: page },
      );
      expect(books.current_page).toBe(page);
      for (const { id } of books.records) seen.add(id as string);
    }
    expect(seen.size).toBe(520);
  });
});

describe('prepared statements', () => {
  const textFor = (
    filters: Record<string, unknown>,
    sort: string | null = null,
    selection: Selection = { id: true, title: true },
  ): string | null => {
    const { text, isSteady } = write('book', { selection, filters, sort });
    return isSteady === true ? text : null;
  };

  test('a statement may be prepared only when each filter is steady and the sort has an index', () => {
    expect(textFor({})).not.toBe(null);
    expect(textFor({ shelf: ['1'] })).not.toBe(null);
    expect(textFor({ shelf: ['1'] })).toBe(textFor({ shelf: ['2'] }));
    expect(textFor({ shelf: ['1', '2'] })).toBe(null);
    expect(textFor({ author: ['1'] })).toBe(null);
    expect(textFor({ title: 'x' })).toBe(null);
    expect(textFor({ is_new: true })).toBe(null);
    expect(textFor({}, 'title')).toBe(null);
    expect(textFor({}, '-id')).not.toBe(null);
  });

  test('yes/no filters are written as text, not as parameters', () => {
    const yes = write('book', { selection: { id: true }, filters: { is_new: true } });
    const no = write('book', { selection: { id: true }, filters: { is_new: false } });
    expect(yes.values).toEqual(no.values);
    expect(yes.text).not.toBe(no.text);
  });

  test('names can be left out, for a pooler in transaction mode', async () => {
    const prepared: string[] = [];
    const { pool } = database;
    const watched = Object.assign(Object.create(pool) as typeof pool, {
      query: (statement: { name?: string; text: string; values: unknown[] }) => {
        if (statement.name !== undefined) prepared.push(statement.name);
        return pool.query(statement);
      },
    });
    const statement = new ListWriter(entities, viewer).byIds(entities.get('shelf')!, ['1'], { id: true });
    const once = await testScope(database, viewer, {
      pool: watched,
      readPool: watched,
      namedStatements: false,
    });
    for (let n = 0; n < 5; n += 1) await once.read(statement);
    expect(prepared).toEqual([]);
    // those of the process may all be taken by the files before
    const readNames = new StatementNames({ prefix: 'list_', max: 80, after: 2 });
    const scope = await testScope(database, viewer, { pool: watched, readPool: watched, readNames });
    for (let n = 0; n < 5; n += 1) await scope.read(statement);
    expect(new Set(prepared)).toEqual(new Set([expect.stringMatching(/^list_[0-9a-f]{32}$/)]));
  });
});

test('somebody without any right gets nothing but what every core admin may see', async () => {
  const bare = await testApi(
    database,
    { ...viewer, permissions: NO_PERMISSIONS },
    { catalogue: sampleCatalogue },
  );
  expect((await bare.run('{ books { records { price shelf { name } } } }')).errors).toBeUndefined();
  expect((await bare.run('{ sum(text: "a") { total } }')).errors).toMatchObject([
    {
      message: 'You do not have the right to do this.',
      extensions: { code: 'FORBIDDEN', http: { status: 403 } },
    },
  ]);
});
