import { parse } from 'graphql';
import { describe, expect, test } from 'vitest';
import { ALL_PERMISSIONS, DEFAULT_FEATURES, NO_PERMISSIONS } from '../../contract/permissions.ts';
import type { Entity } from '../core/entity.ts';
import type { Scope } from '../core/scope.ts';
import type { Viewer } from '../core/viewer.ts';
import { sampleOf } from '../inputs/sample.ts';
import { Reader } from '../listing/reader.ts';
import { TotalCache } from '../listing/total_cache.ts';
import type { Statement } from '../sql/writer.ts';
import { sampleCatalogue } from '../testing/sample_catalogue.ts';
import { catalogue } from './catalogue.ts';
import { createExecutor, type ExecuteAnswer } from './execute.ts';
import { Footprints } from './footprints.ts';
import { createSchema, typeName, type Catalogue } from './schema.ts';

/*
 * The filters and the order of a list can be given as arguments and as one object. Both are one question: the same
 * statements, the same refusals.
 */

const OWNER: Viewer = {
  subdomain_id: '1',
  user_id: '1',
  display_name: 'Ada',
  email_address: null,
  license_type: 'owner',
  permissions: ALL_PERMISSIONS,
  authorized_features: DEFAULT_FEATURES,
  core_admin: true,
};

/** Answers documents on an empty database, and notes the statements that it is sent. */
function stage(declared: Catalogue, viewer: Viewer = OWNER) {
  const { schema, entities } = createSchema(declared);
  const executor = createExecutor(schema, {
    checkLeaves: true,
    logFault: (cause) => {
      throw cause;
    },
  });
  let sent: Statement[] = [];
  const read = (statement: Statement) => {
    sent.push(statement);
    // what a search looks up is not there
    const isOfList = / as (records|total)\b/.test(statement.text);
    return Promise.resolve(isOfList ? [{ records: '[]', total: 0 }] : []);
  };
  const scope = { viewer, read, readWithin: read } as unknown as Scope;
  const ask = async (query: string, variables: Record<string, unknown>) => {
    sent = [];
    const { errors }: ExecuteAnswer = await executor.run(
      executor.prepare(query, true),
      { query, variables, operationName: null },
      { scope, reader: new Reader(scope, entities, new TotalCache()), replay: null, commands: [] },
    );
    return { errors, sent: sent.map(({ text, values }) => ({ text, values })) };
  };
  return { ask };
}

const lists = catalogue.entities.filter((entity): entity is Entity & { list: object } => !!entity.list);

test.each(lists.map((entity) => [entity.plural, entity] as const))(
  'the statements of %s are the same text, whether a filter or sort is an argument or stands in query',
  async (plural, entity) => {
    const { ask } = stage(catalogue);
    const inputs = { ...entity.list!.filters };
    const names = Object.keys(inputs);
    const values = Object.fromEntries(names.map((name) => [name, sampleOf(inputs[name]!.input)]));
    const flat = `query Flat(${['$sort: String', ...names.map((name) => `$${name}: ${inputs[name]!.input.type}`)].join(', ')}) {
      ${plural}(${['sort: $sort', ...names.map((name) => `${name}: $${name}`)].join(', ')}) { total_records records { id } }
    }`;
    const object = `query Object($query: ${typeName(entity.name)}ListInput) {
      ${plural}(query: $query) { total_records records { id } }
    }`;
    const asked = [
      {},
      ...names.map((name) => ({ [name]: values[name] })),
      // in another order than they are declared in
      Object.fromEntries(Object.entries(values).toReversed()),
      ...Object.keys(entity.list!.sorts).map((sort) => ({ sort: `-${sort}` })),
    ];
    for (const given of asked) {
      const expected = await ask(flat, given);
      expect(expected.errors, JSON.stringify(given)).toBeUndefined();
      expect(expected.sent.length).toBeGreaterThan(0);
      expect(await ask(object, { query: given }), JSON.stringify(given)).toEqual(expected);
    }
  },
);

describe('query', () => {
  const BOOKS = `query ($query: BookListInput, $title: String, $sort: String) {
    books(query: $query, title: $title, sort: $sort) { records { id } }
  }`;
  const refusal = (message: string, field: string) => [
    { message, extensions: { code: 'BAD_USER_INPUT', field } },
  ];

  test('is joined with the arguments beside it', async () => {
    const { ask } = stage(sampleCatalogue);
    const { errors, sent } = await ask(BOOKS, { query: { shelf: ['7'] }, title: 'Dune', sort: 'title' });
    expect(errors).toBeUndefined();
    expect(sent.some(({ values }) => JSON.stringify(values).includes('Dune'))).toBe(true);
    expect(sent).toEqual((await ask(BOOKS, { query: { shelf: ['7'], title: 'Dune', sort: 'title' } })).sent);
  });

  test('may say the same as an argument, and nothing else', async () => {
    const { ask } = stage(sampleCatalogue);
    expect((await ask(BOOKS, { query: { title: 'Dune' }, title: ' Dune' })).errors).toBeUndefined();
    expect((await ask(BOOKS, { query: { title: 'Dune' }, title: 'Emma' })).errors).toMatchObject(
      refusal('title and query.title were both given and differ. Send one of them.', 'query.title'),
    );
    expect((await ask(BOOKS, { query: { sort: 'title' }, sort: '-title' })).errors).toMatchObject(
      refusal('sort and query.sort were both given and differ. Send one of them.', 'query.sort'),
    );
  });

  test('[DEC-005] takes both spellings, and asks for no filter where it is null or empty', async () => {
    const { ask } = stage(sampleCatalogue);
    const own = await ask(BOOKS, { query: { is_new: true } });
    expect(await ask(BOOKS, { query: { isNew: true } })).toEqual(own);
    const none = await ask(BOOKS, {});
    for (const query of [null, {}, { title: null, sort: '' }])
      expect(await ask(BOOKS, { query })).toEqual(none);
    expect(own).not.toEqual(none);
  });

  test('is refused by the place in it', async () => {
    const { ask } = stage(sampleCatalogue);
    expect((await ask(BOOKS, { query: { shelf: ['x'] } })).errors).toMatchObject([
      { extensions: { field: 'query.shelf' } },
    ]);
    expect((await ask(BOOKS, { query: { sort: 'colour' } })).errors).toMatchObject([
      { extensions: { field: 'query.sort' } },
    ]);
    expect((await ask(BOOKS, { sort: 'colour' })).errors).toMatchObject([{ extensions: { field: 'sort' } }]);
  });

  test('asks for the right of each filter', async () => {
    const { ask } = stage(sampleCatalogue, { ...OWNER, license_type: 'full', permissions: NO_PERMISSIONS });
    const flat = await ask('{ books(cheap: true) { records { id } } }', {});
    expect(flat.errors).toMatchObject([{ extensions: { code: 'FORBIDDEN', field: 'cheap' } }]);
    const inQuery = await ask('{ books(query: { cheap: true }) { records { id } } }', {});
    expect(inQuery.errors).toMatchObject([{ extensions: { code: 'FORBIDDEN', field: 'query.cheap' } }]);
  });
});

describe('what an answer depends on', () => {
  const footprints = new Footprints(catalogue);
  const { schema } = createSchema(catalogue);
  const of = (document: string): string[] => footprints.ofDocument(schema, parse(document));
  const records = '{ records { id } }';

  test('filters written in query count as those beside it do', () => {
    const flat = of(
      `query ($label: [ID!]) { suggestions(label: $label, has_response: true, sort: "title") ${records} }`,
    );
    expect(flat).toEqual(
      expect.arrayContaining(['suggestion_labels.label_id', 'suggestions.has_response', 'suggestions.title']),
    );
    expect(
      of(
        `query ($label: [ID!]) { suggestions(query: { label: $label, has_response: true, sort: "title" }) ${records} }`,
      ),
    ).toEqual(flat);
    expect(of(`{ suggestions ${records} }`)).not.toContain('suggestion_labels.label_id');
  });

  test('a query that comes as a variable may hold any filter and sort, but for those of kept copies', () => {
    const any = new Set(of(`query ($query: SuggestionListInput) { suggestions(query: $query) ${records} }`));
    const { filters, sorts } = catalogue.entities.find(({ name }) => name === 'suggestion')!.list!;
    for (const name of Object.keys(filters)) {
      if (name.startsWith('updated_')) continue;
      const type = filters[name]!.input.type;
      const own = of(`query ($value: ${type}) { suggestions(${name}: $value) ${records} }`);
      expect([...any], name).toEqual(expect.arrayContaining(own));
    }
    for (const name of Object.keys(sorts))
      expect([...any], name).toEqual(
        expect.arrayContaining(of(`{ suggestions(sort: "${name}") ${records} }`)),
      );
    // by them each change of a record would concern the list
    const kept = catalogue.entities.find(
      ({ list }) => list?.filters['updated_after'] !== undefined && list.sorts['updated_at'] === undefined,
    )!;
    const mark = `${kept.table}.updated_at`;
    const type = `${typeName(kept.name)}ListInput`;
    expect(of(`{ ${kept.plural}(updated_after: "2026-01-01") ${records} }`)).toContain(mark);
    expect(of(`query ($query: ${type}) { ${kept.plural}(query: $query) ${records} }`)).not.toContain(mark);
  });
});
