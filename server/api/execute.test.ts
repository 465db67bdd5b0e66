import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { parse } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { graphqlLimits } from '../../contract/limits.ts';
import { Reader } from '../listing/reader.ts';
import { TotalCache } from '../listing/total_cache.ts';
import { buildAdmin, buildForum, buildSuggestion, buildTenant, testScope, viewerOf } from '../db/builders.ts';
import { openTestDatabase, type TestDatabase } from '../db/testing.ts';
import { sampleCatalogue } from '../testing/sample_catalogue.ts';
import { measureText, refuseDocument, sizeOf } from './document_rules.ts';
import { MASKED } from './errors.ts';
import { createExecutor, type ExecuteAnswer, type Executor } from './execute.ts';
import { Footprints } from './footprints.ts';
import { createSchema, type RequestContext } from './schema.ts';

const { schema, entities } = createSchema(sampleCatalogue);

let database: TestDatabase;
let context: () => Promise<RequestContext>;
let shelf: string;
let faults: unknown[] = [];
beforeAll(async () => {
  database = await openTestDatabase();
  const tenant = await buildTenant(database);
  const viewer = viewerOf(tenant, await buildAdmin(database, tenant, { name: 'Ada' }));
  shelf = (await buildForum(database, tenant, { name: 'Sea' })).id;
  for (const title of ['One', 'Two']) await buildSuggestion(database, tenant, { forum_id: shelf, title });
  context = async () => {
    const scope = await testScope(database, viewer);
    return { scope, reader: new Reader(scope, entities, new TotalCache()), replay: null, commands: [] };
  };
});
afterAll(() => database.close());

const newExecutor = (checkLeaves = true): Executor => {
  faults = [];
  return createExecutor(schema, {
    checkLeaves,
    logFault: (cause) => faults.push(cause),
    footprints: new Footprints(sampleCatalogue),
  });
};

async function run(
  executor: Executor,
  query: string,
  variables: Record<string, unknown> | null = null,
  options: { operationName?: string; maySeeSchema?: boolean } = {},
): Promise<ExecuteAnswer> {
  const { operationName = null, maySeeSchema = true } = options;
  return executor.run(
    executor.prepare(query, maySeeSchema),
    { query, variables, operationName },
    await context(),
  );
}

const refusal = async (query: string, maySeeSchema = true) => {
  const answer = await run(newExecutor(), query, null, { maySeeSchema });
  expect(answer.data).toBeUndefined();
  expect(answer.errors!.every((error) => error.extensions?.['code'] === 'BAD_USER_INPUT')).toBe(true);
  return answer.errors![0]!.message;
};

describe('limits of a document', () => {
  /** `{ book(id: 1) { last_sequel { ... { id } } } }`, so many levels deep. */
  const deep = (levels: number): string =>
    `{ book(id: 1) ${'{ last_sequel '.repeat(levels - 2)}{ id }${' }'.repeat(levels - 2)} }`;

  test('10 levels, and no more', async () => {
    expect(graphqlLimits.depth).toBe(10);
    expect((await run(newExecutor(), deep(10))).errors).toBeUndefined();
    expect(await refusal(deep(11))).toBe('This query is nested 11 levels deep; at most 10 are allowed.');
    expect(await refusal(deep(50))).toContain('nested 50 levels deep');
    expect(
      await refusal(
        `{ book(id: 1) { ...a } } fragment a on Book { ${'last_sequel { '.repeat(9)}id${' }'.repeat(9)} }`,
      ),
    ).toContain('nested 11 levels deep');
    expect(await refusal(`{ ... on Query { ... on Query ${deep(11).replace('query', '')} } }`)).toContain(
      'levels deep',
    );
  });

  test('15 aliases, and no more', async () => {
    const aliases = (count: number) =>
      `{ book(id: 1) { ${Array.from({ length: count }, (_, n) => `a${n}: title`).join(' ')} } }`;
    expect((await run(newExecutor(), aliases(15))).errors).toBeUndefined();
    expect(await refusal(aliases(16))).toBe('This query uses 16 aliases; at most 15 are allowed.');
    expect(
      await refusal(
        '{ book(id: 1) { ...a shelf { books { ...a } } } } fragment a on Book { a: id b: id c: id d: id e: id f: id g: id h: id }',
      ),
    ).toBe('This query uses 16 aliases; at most 15 are allowed.');
  });

  test('20 fields at the root, and no more', async () => {
    const roots = (count: number) => `{ ${'__typename '.repeat(count)} }`;
    expect((await run(newExecutor(), roots(20))).errors).toBeUndefined();
    expect(await refusal(roots(21))).toBe('At most 20 fields at the root of a query; this one has 21.');
    expect(
      await refusal(
        '{ ...a ...a ...a } fragment a on Query { ...b ...b } fragment b on Query { __typename __typename __typename __typename }',
      ),
    ).toContain('this one has 24');
  });

  test('2,000 tokens, and no more', async () => {
    expect(graphqlLimits.tokens).toBe(2000);
    expect(await refusal(`{ ${'__typename '.repeat(2000)} }`)).toBe(
      'This document has more than 2,000 words and signs. Send values as variables, or less at once.',
    );
    expect(await refusal(`{ book(id: 1) { ${'title '.repeat(1990)} } }`)).not.toContain('levels');
  });

  test.each([
    ['lists', '[', ']'],
    ['objects', '{a:', '}'],
    ['parentheses', '(', ')'],
  ])(
    '%s that are nested without end are refused in our words before they are parsed',
    async (_what, open, close) => {
      const sentence = 'This document has brackets nested more than 100 deep. Send values as variables.';
      for (const depth of [101, 1_990, 10_000]) {
        expect(
          await refusal(`{ sum(text: ${open.repeat(depth)}${close.repeat(depth)}) { total } }`),
          `${depth}`,
        ).toBe(sentence);
        expect(await refusal(`{ sum(text: ${open.repeat(depth)}`), `${depth}, not closed`).toBe(sentence);
      }
      expect(await refusal(`{ ${'a { '.repeat(1_000)}`)).toBe(sentence);
      expect(await refusal(`query ($a: ${'['.repeat(10_000)}Int) { sum(text: "a") { total } }`)).toBe(
        sentence,
      );
    },
  );

  test('brackets in texts and comments, and beside one another, nest nothing', async () => {
    const brackets = '[{('.repeat(200);
    expect((await run(newExecutor(), `{ sum(text: "a") { total } } # ${brackets}`)).errors).toBeUndefined();
    expect(measureText(`{ sum(text: "${brackets}") { total } }`)).toEqual(expect.any(Number));
    expect(measureText(`{ sum(text: """${brackets}""") { total } }`)).toEqual(expect.any(Number));
    expect(measureText(`{ sum(text: [${'[],'.repeat(300)}]) { total } }`)).toEqual(expect.any(Number));
  });

  test('text that is no document says where it breaks', async () => {
    expect(await refusal('{ book(id: 1) { title ')).toContain('Syntax Error');
    expect(await refusal('')).toContain('Syntax Error');
    expect(await refusal('fragment a on Book { id }')).toBeTruthy();
  });

  test('fragments that multiply are measured once each', () => {
    const bomb = (leaf: string) =>
      parse(
        `{ ...f0 } ${Array.from({ length: 150 }, (_, n) => `fragment f${n} on Query { ...f${n + 1} ...f${n + 1} }`).join(' ')} fragment f150 on Query { ${leaf} }`,
      );
    expect(refuseDocument(bomb('__typename'))).toContain('At most 20 fields at the root');
    // a leaf that counts for nothing, since there is no such fragment, must not hide the doubling
    expect(refuseDocument(bomb('...nothing'))).toBeNull();
    expect(sizeOf(bomb('...nothing')).fields).toBe(0);
    const nested = parse(
      `{ book(id: 1) { ...f0 } } ${Array.from({ length: 150 }, (_, n) => `fragment f${n} on Book { ...f${n + 1} ...f${n + 1} }`).join(' ')} fragment f150 on Book { a: id }`,
    );
    expect(refuseDocument(nested)).toContain('aliases');
  });

  test('a fragment inside itself is refused', async () => {
    expect(
      await refusal(
        '{ book(id: 1) { ...a } } fragment a on Book { last_sequel { ...b } } fragment b on Book { last_sequel { ...a } }',
      ),
    ).toContain('within itself');
  });

  test('what a call costs is its number of root fields', () => {
    expect(newExecutor().prepare('{ books { current_page } shelves { current_page } }', false).cost).toBe(2);
    expect(
      newExecutor().prepare(
        'query a { books { current_page } } query b { books { current_page } shelves { current_page } sum(text: "x") { total } }',
        false,
      ).cost,
    ).toBe(3);
  });

  test('what changes something is told from what reads', () => {
    expect(newExecutor().prepare('{ books { current_page } }', false).isMutation).toBe(false);
    expect(
      newExecutor().prepare(
        'query a { __typename } mutation b { shelf_rename(shelf_id: 1, links: {new_name: "x"}) { id } }',
        false,
      ).isMutation,
    ).toBe(true);
  });
});

describe('introspection', () => {
  const SCHEMA =
    '{ __schema { types { fields { type { ofType { ofType { ofType { ofType { ofType { ofType { name } } } } } } } } } } }';
  test('only for those who may see the schema, who get past the limit of levels', async () => {
    expect((await run(newExecutor(), SCHEMA)).errors).toBeUndefined();
    expect(await refusal(SCHEMA, false)).toContain('introspection');
    expect(await refusal('{ __type(name: "Book") { name } }', false)).toContain('introspection');
    expect((await run(newExecutor(), '{ __typename }', null, { maySeeSchema: false })).data).toEqual({
      __typename: 'Query',
    });
  });

  test('a document that was prepared for one is not handed to the other', async () => {
    const executor = newExecutor();
    expect((await run(executor, SCHEMA)).errors).toBeUndefined();
    expect((await run(executor, SCHEMA, null, { maySeeSchema: false })).errors).toBeDefined();
  });

  test('misspelt names are suggested only to those who may see the schema', async () => {
    expect(await refusal('{ bok(id: 1) { id } }', true)).toContain('Did you mean');
    expect(await refusal('{ bok(id: 1) { id } }', false)).not.toContain('Did you mean');
  });

  test('at most ten faults of a document are told', async () => {
    const answer = await run(
      newExecutor(),
      `{ ${Array.from({ length: 19 }, (_, n) => `no${n}`).join(' ')} }`,
    );
    expect(answer.errors!.length).toBeLessThanOrEqual(11);
  });
});

/** Documents whose answer must not depend on whether they were compiled. */
const DOCUMENTS: Record<
  string,
  { query: string; variables?: Record<string, unknown>[]; operationName?: string }
> = {
  'a list': {
    query:
      '{ books(sort: "id") { records { id title shout author { id } shelf { name } tags { name } counts { loans } made_at } total_records current_page } }',
  },
  aliases: {
    query:
      '{ a: books(sort: "id", per_page: 1) { rows: records { t: title t2: title s: shelf { name } } } b: books(sort: "-id", per_page: 1) { records { title } } }',
  },
  'variables with a default': {
    query:
      'query ($n: Int = 1, $with: Boolean!) { books(sort: "id", per_page: $n) { records { title shelf @include(if: $with) { name } loans @skip(if: $with) } } }',
    variables: [{ with: true }, { with: false, n: 2 }, { with: true, n: null }],
  },
  'fragments and types': {
    query:
      '{ books(sort: "id") { __typename ...f } } fragment f on BookList { records { __typename ... on Book { id ...g } } } fragment g on Book { last_sequel { id } title }',
  },
  'one of several operations': {
    query: 'query a { sum(text: "aa") { total } } query b { sum(text: "bbb") { total words } }',
    operationName: 'b',
  },
  'both spellings': {
    query: 'query ($t: String) { sum(text: "a", otherText: $t) { total } }',
    variables: [{ t: 'bc' }, {}, { t: null }],
  },
  'a record that is not there': { query: '{ book(id: "999999999") { id shelf { name } } }' },
  'a missing variable': { query: 'query ($id: ID!) { book(id: $id) { id } }', variables: [{}] },
  'a variable of the wrong type': {
    query: 'query ($n: Int) { books(page: $n) { current_page } }',
    variables: [{ n: 'x' }, { n: 1.5 }, { n: [1] }],
  },
  'an unknown operation': { query: 'query a { __typename } query b { __typename }', operationName: 'c' },
  'no operation chosen': { query: 'query a { __typename } query b { __typename }' },
  'a refusal': { query: '{ refused }' },
  'a refusal beside an answer': { query: '{ book(id: "x") { id } sum(text: "a") { total } }' },
  'a denial': { query: '{ denied }' },
  'a fault': { query: '{ broken }' },
  'a value of the wrong type': { query: '{ not_a_number }' },
};

describe('compiled documents', () => {
  for (const [name, { query, variables = [{}], operationName }] of Object.entries(DOCUMENTS)) {
    test(`${name}: the same answer and the same errors, compiled or not`, async () => {
      for (const values of variables) {
        const executor = newExecutor();
        const answers: ExecuteAnswer[] = [];
        for (let round = 0; round < 4; round += 1)
          answers.push(
            await run(executor, query, values, operationName === undefined ? {} : { operationName }),
          );
        const plain = JSON.parse(JSON.stringify(answers[0])) as ExecuteAnswer;
        for (const answer of answers.slice(1)) {
          const compiled = JSON.parse(JSON.stringify(answer)) as ExecuteAnswer;
          expect(compiled.data).toEqual(plain.data);
          expect(compiled.errors?.map(({ path, extensions }) => ({ path, extensions }))).toEqual(
            plain.errors?.map(({ path, extensions }) => ({ path, extensions })),
          );
        }
      }
    });
  }

  test('the third use of a document compiles it, and only then', async () => {
    const executor = newExecutor();
    const query = '{ sum(text: "a") { total } }';
    for (let round = 0; round < 2; round += 1) await run(executor, query);
    expect(executor.prepare(query, true).compiled.size).toBe(0);
    await run(executor, query);
    expect(executor.prepare(query, true).compiled.get('')).toBeTruthy();
  });

  test('a value that does not fit its variable is refused with the place of the variable, compiled or not', async () => {
    const executor = newExecutor();
    const query = 'query (\n  $n: Int\n  $id: ID!) { books(page: $n) { current_page } book(id: $id) { id } }';
    for (let round = 0; round < 4; round += 1) {
      expect((await run(executor, query, { n: 'x', id: '1' })).errors).toMatchObject([
        { locations: [{ line: 2, column: 3 }], extensions: { field: 'n', http: { status: 400 } } },
      ]);
      expect((await run(executor, query, { n: 1 })).errors).toMatchObject([
        { locations: [{ line: 3, column: 3 }], extensions: { field: 'id', http: { status: 400 } } },
      ]);
    }
    expect(executor.prepare(query, true).compiled.get('')).toBeTruthy();
  });

  test('names of operations that are not there are not collected', async () => {
    const executor = newExecutor();
    const query = 'query a { sum(text: "a") { total } }';
    for (let round = 0; round < 20; round += 1)
      await run(executor, query, null, { operationName: `x${round}` });
    expect(executor.prepare(query, true).compiled.size).toBe(0);
  });

  test('without checks of leaves values go out as the statement wrote them', async () => {
    const executor = newExecutor(false);
    const query = '{ books(sort: "id") { records { id title loans made_at } } }';
    const first = await run(executor, query);
    for (let round = 0; round < 4; round += 1) expect(await run(executor, query)).toEqual(first);
  });
});

describe('documents that are remembered', () => {
  const document = (name: string, characters = 0): string =>
    `query ${name} { sum(text: "a") { total } } #${'-'.repeat(characters)}`;
  const isRemembered = (executor: Executor, query: string): boolean =>
    executor.prepare(query, true) === executor.prepare(query, true);

  test('500 of them, those that were used last', () => {
    const executor = newExecutor();
    const [first, second] = [executor.prepare(document('d0'), true), executor.prepare(document('d1'), true)];
    for (let count = 2; count < 500; count += 1) executor.prepare(document(`d${count}`), true);
    expect(executor.prepare(document('d0'), true)).toBe(first);
    executor.prepare(document('d500'), true);
    expect(executor.prepare(document('d0'), true)).toBe(first);
    expect(executor.prepare(document('d1'), true)).not.toBe(second);
  });

  test('nothing of a refused document but its sentences, and its length counts', () => {
    const executor = newExecutor();
    const refused = executor.prepare(`{ books { nothing } } # ${'-'.repeat(40_000)}`, true);
    expect(refused.document.definitions).toEqual([]);
    expect(refused.refusals).toEqual([
      {
        message: 'Cannot query field "nothing" on type "BookList".',
        locations: [{ line: 1, column: 11 }],
        extensions: { code: 'BAD_USER_INPUT', http: { status: 400 } },
      },
    ]);
    // plain objects, not errors with the whole document behind them
    expect(Object.getPrototypeOf(refused.refusals![0])).toBe(Object.prototype);
    expect(isRemembered(executor, document('long', 50_000))).toBe(false);
    expect(isRemembered(executor, document('nearly', 49_900))).toBe(true);
  });

  test("one person's documents do not throw out those of others", () => {
    const executor = newExecutor();
    const mine = Array.from({ length: 150 }, (_, n) => executor.prepare(document(`mine${n}`), true, 'me'));
    for (let n = 0; n < 1_500; n += 1) executor.prepare(document(`theirs${n}`), true, 'stranger');
    for (const [n, kept] of mine.entries())
      expect(executor.prepare(document(`mine${n}`), true, 'me')).toBe(kept);
  });

  test('1,200 refused documents of 3.8 kB leave next to nothing in memory', () => {
    const executor = newExecutor();
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const used = (): number => {
      collect();
      return process.memoryUsage().heapUsed;
    };
    const refuse = (n: number) =>
      executor.prepare(
        `query q${n} { books { ${'nothing_like_this '.repeat(200)} } } # ${'-'.repeat(150)}`,
        true,
      );
    for (let n = 0; n < 50; n += 1) refuse(n);
    const before = used();
    for (let n = 50; n < 1_250; n += 1) refuse(n);
    // at most the texts themselves, of which 500 are remembered; each kept whole took 350 kB
    expect(used() - before).toBeLessThan(8_000_000);
    const [first] = executor.prepare('query q1240 { books { nope } }', true).refusals!;
    expect(JSON.stringify(first).length).toBeLessThan(1_000);
  });
});

describe('variables', () => {
  const ids = 'query ($ids: [ID!]) { books(shelf: $ids) { current_page } }';
  const told = async (
    executor: Executor,
    query: string,
    variables: Record<string, unknown>,
  ): Promise<string[]> => {
    const { errors = [] } = await run(executor, query, variables);
    return errors.map(({ message }) => message);
  };

  test('10,000 values and 100 levels, and no more', async () => {
    const executor = newExecutor();
    const text = 'query ($t: String!) { sum(text: $t) { total } }';
    expect(await told(executor, text, { t: 'a', more: Array.from({ length: 9_998 }, () => 1) })).toEqual([]);
    expect(await told(executor, text, { t: 'a', more: Array.from({ length: 9_999 }, () => 1) })).toEqual([
      'The variables hold more than 10,000 values.',
    ]);
    const nested = (depth: number): unknown => JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`);
    expect(await told(executor, text, { t: 'a', more: nested(100) })).toEqual([]);
    for (const depth of [101, 100_000])
      expect(await told(executor, text, { t: 'a', more: nested(depth) })).toEqual([
        'The variables are nested more than 100 deep.',
      ]);
  });

  test('of values that do not fit a few are told, briefly, compiled or not', async () => {
    const executor = newExecutor();
    const rename = 'mutation ($links: ShelfLinks!) { shelf_rename(shelf_id: 1, links: $links) { id } }';
    const many = Object.fromEntries(Array.from({ length: 900 }, (_, n) => [`name_${n}`, 'x'.repeat(1_000)]));
    for (const [query, variables] of [
      [ids, { ids: Array.from({ length: 900 }, () => ({})) }],
      [ids, { ids: Array.from({ length: 20 }, () => ({ a: 'x'.repeat(40_000) })) }],
      [ids, { ids: { a: 'x'.repeat(900_000) } }],
      [rename, { links: many }],
      [rename, { links: 'x'.repeat(900_000) }],
    ] as const) {
      for (let round = 0; round < 5; round += 1) {
        const answer = await run(executor, query, variables);
        expect(answer.errors!.length).toBeLessThanOrEqual(4);
        expect(JSON.stringify(answer).length).toBeLessThan(5_000);
      }
    }
  });
});

describe('errors as they are presented', () => {
  test('a refusal carries its sentence, code, field, reason and status', async () => {
    expect(await run(newExecutor(), '{ refused }')).toEqual({
      data: null,
      errors: [
        {
          message: 'No such place.',
          path: ['refused'],
          extensions: {
            code: 'BAD_USER_INPUT',
            field: 'links.forum',
            reason: 'not_found',
            http: { status: 404 },
          },
        },
      ],
    });
    expect((await run(newExecutor(), '{ denied }')).errors).toEqual([
      {
        message: 'You do not have the right to do this.',
        path: ['denied'],
        extensions: { code: 'FORBIDDEN', http: { status: 403 } },
      },
    ]);
  });

  test('a fault of ours is masked and logged with its cause', async () => {
    const answer = await run(newExecutor(), '{ broken }');
    expect(answer.errors).toEqual([
      {
        message: MASKED,
        path: ['broken'],
        extensions: { code: 'INTERNAL_SERVER_ERROR', http: { status: 500 } },
      },
    ]);
    expect(JSON.stringify(answer)).not.toContain('hunter2');
    expect(String(faults[0])).toContain('hunter2');
  });

  test("a fault of the caller's document is theirs, and says where", async () => {
    expect((await run(newExecutor(), '{ books { nothing } }')).errors).toEqual([
      {
        message: 'Cannot query field "nothing" on type "BookList".',
        locations: [{ line: 1, column: 11 }],
        extensions: { code: 'BAD_USER_INPUT', http: { status: 400 } },
      },
    ]);
    expect(faults).toEqual([]);
  });

  test('[ERR-001] a value in the document that does not fit names its argument, however deep it stands', async () => {
    const fieldOf = async (query: string): Promise<unknown> => {
      const [error] = (await run(newExecutor(), query)).errors ?? [];
      return [error?.locations?.length, error?.extensions];
    };
    const told = (field: string): unknown => [1, { code: 'BAD_USER_INPUT', field, http: { status: 400 } }];
    expect(await fieldOf('{ books(page: 99999999999) { current_page } }')).toEqual(told('page'));
    expect(await fieldOf('{ books(per_page: 1.5) { current_page } }')).toEqual(told('per_page'));
    expect(await fieldOf('{ books(nothing: 1) { current_page } }')).toEqual(told('nothing'));
    expect(await fieldOf('mutation { shelf_rename(shelf_id: "1", links: { new_name: 5 }) { id } }')).toEqual(
      told('links.new_name'),
    );
  });

  test('a command that succeeds tells what it changed; one that fails changes nothing and tells nothing', async () => {
    const rename =
      'mutation ($id: ID, $name: String) { shelf_rename(shelf_id: $id, links: { new_name: $name }) { id name } }';
    expect(await run(newExecutor(), rename, { id: shelf, name: 'Land' })).toEqual({
      data: { shelf_rename: { id: shelf, name: 'Land' } },
      extensions: { changes: { shelf: 'update' }, written: ['forums.name'] },
    });
    const failed = await run(newExecutor(), rename, { id: shelf, name: 'fail' });
    expect(failed).toMatchObject({ data: { shelf_rename: null }, errors: [{ message: MASKED }] });
    expect(failed.extensions).toBeUndefined();
    expect((await run(newExecutor(), '{ shelves { records { name } } }')).data).toEqual({
      shelves: { records: [{ name: 'Land' }] },
    });
    expect((await run(newExecutor(), rename, { id: shelf, name: ' ' })).errors).toMatchObject([
      { extensions: { code: 'BAD_USER_INPUT', field: 'links.new_name', reason: 'required' } },
    ]);
    expect((await run(newExecutor(), rename, { name: 'x' })).errors).toMatchObject([
      { extensions: { field: 'shelf_id', reason: 'required' } },
    ]);
  });

  test('a command whose answer could not be read is refused before it runs', async () => {
    const chain = (length: number): string =>
      `author { account { id } } payers { id } shelf { id } tags { id } ${length === 0 ? '' : `last_sequel { ${chain(length - 1)} }`}`;
    const selection = `{ books { ${chain(5)} } }`;
    const answer = await run(
      newExecutor(),
      `mutation ($id: ID) { shelf_rename(shelf_id: $id, links: { new_name: "Unread" }) ${selection} }`,
      { id: shelf },
    );
    expect(answer.errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }]);
    expect(answer.errors![0]!.message).toContain('more than 30 related records');
    expect(JSON.stringify((await run(newExecutor(), '{ shelves { records { name } } }')).data)).not.toContain(
      'Unread',
    );
  });

  test('several commands of one document run one after the other, each in its own transaction', async () => {
    const answer = await run(
      newExecutor(),
      'mutation ($id: ID) { a: shelf_rename(shelf_id: $id, links: { new_name: "First" }) { name } b: shelf_rename(shelf_id: $id, links: { new_name: "fail" }) { name } c: shelf_rename(shelf_id: "999999999", links: { new_name: "x" }) { name } }',
      { id: shelf },
    );
    expect(answer.data).toEqual({ a: { name: 'First' }, b: null, c: null });
    expect(answer.errors!.map((error) => error.path)).toEqual([['b'], ['c']]);
    expect((await run(newExecutor(), '{ shelves { records { name } } }')).data).toEqual({
      shelves: { records: [{ name: 'First' }] },
    });
  });
});
