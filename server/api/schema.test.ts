import {
  buildSchema,
  isInputObjectType,
  isIntrospectionType,
  isObjectType,
  isScalarType,
  type GraphQLSchema,
} from 'graphql';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { defineCommand } from '../core/command.ts';
import { defineEntity } from '../core/entity.ts';
import { group, id, int, belongsTo, text } from '../core/fields.ts';
import { idInput, objectInput, textInput, required } from '../inputs/kinds.ts';
import { defineQuery } from '../core/query.ts';
import { shape } from '../core/shape.ts';
import { anyAdmin } from '../core/viewer.ts';
import { sampleCatalogue } from '../testing/sample_catalogue.ts';
import { catalogue } from './catalogue.ts';
import { createSchema, printSchema, typeName, type Catalogue } from './schema.ts';

const empty: Catalogue = { entities: [], queries: [], commands: [] };
const thing = (fields: Parameters<typeof defineEntity>[0]['fields'], name = 'thing') =>
  defineEntity({
    name,
    plural: `${name}s`,
    table: 'forums',
    description: 'A thing.',
    requires: anyAdmin,
    fields,
    byId: true,
  });

test('contract/schema.graphql is what the declarations print; run "npm run schema" when it is not', () => {
  expect(readFileSync(new URL('../../contract/schema.graphql', import.meta.url), 'utf8')).toBe(
    printSchema(catalogue),
  );
});

describe('what is printed', () => {
  const text = printSchema(sampleCatalogue);

  test('an entity gives its type, its read by id, its list and its list on one page', () => {
    expect(text).toContain('type Shelf {');
    expect(text).toContain('  shelf(id: ID!): Shelf\n');
    expect(text).toMatch(
      / {2}shelves\("[^"]*" query: ShelfListInput, page: Int, per_page: Int, perPage: Int, bulk_per_page: Int, bulkPerPage: Int, sort: String\): ShelfList!/,
    );
    expect(text).toMatch(
      / {2}all_shelves\("[^"]*" query: ShelfListInput, page: Int, per_page: Int, perPage: Int, bulk_per_page: Int, bulkPerPage: Int, sort: String\): ShelfList!/,
    );
    expect(text).not.toContain('all_books');
    expect(text).not.toContain('tags(');
  });

  test('[ENT-009] a list holds records, total_records, whether that is all, and current_page', () => {
    const fields = createSchema(sampleCatalogue).schema.getType('BookList');
    expect(
      isObjectType(fields) &&
        Object.values(fields.getFields()).map((field) => `${field.name}: ${String(field.type)}`),
    ).toEqual([
      'records: [Book!]!',
      'total_records: Int!',
      'total_is_capped: Boolean!',
      'current_page: Int!',
    ]);
  });

  test('the filters and the order of a list are an input object too', () => {
    expect(text).toMatch(/ {2}books\(.*"[^"]*" query: BookListInput, page: Int/);
    expect(text).toMatch(
      /input BookListInput \{\n {2}"[^"]*" shelf: \[ID!\]\n[^}]* {2}"[^"]*" is_new: Boolean\n {2}"[^"]*" isNew: Boolean\n[^}]* {2}"[^"]*" sort: String\n\}/,
    );
  });

  test('[DEC-005] inputs of two words have both spellings, and are then nullable though required', () => {
    expect(text).toMatch(
      /shelf_rename\("Shelf\. Required\." shelf_id: ID, "Other spelling of shelf_id\." shelfId: ID, "[^"]*Required\." links: ShelfLinks!\): Shelf/,
    );
    expect(text).toMatch(
      /input ShelfLinks \{\s+"[^"]*Required\." new_name: String\s+"Other spelling of new_name\." newName: String\s+\}/,
    );
    expect(text).toMatch(/sum\("[^"]*Required\." text: String!, "[^"]*" other_text: String/);
  });

  test('a field that asks for a right is nullable and says so', () => {
    expect(text).toContain('"""Price. Null without tickets: read."""\n  price: Int\n');
    expect(text).toContain('"""Lent."""\n  loans: Int!');
  });

  test('names of types are those of the records, in one word', () => {
    expect(typeName('custom_field_enum_value')).toBe('CustomFieldEnumValue');
  });
});

describe('declarations that cannot be', () => {
  test('a relation to an unknown record', () => {
    expect(() =>
      printSchema({
        ...empty,
        entities: [thing({ id: id('Id.'), other: belongsTo('nothing', 'forum_id', 'X.') })],
      }),
    ).toThrow('thing names the unknown entity nothing');
  });

  test('a record declared twice', () => {
    expect(() =>
      printSchema({ ...empty, entities: [thing({ id: id('Id.') }), thing({ id: id('Id.') })] }),
    ).toThrow('Thing is declared twice');
  });

  test('types of one name that differ: inputs, answers, groups', () => {
    const command = (name: string, fields: Parameters<typeof objectInput>[2]) =>
      defineCommand({
        name,
        description: 'X.',
        requires: anyAdmin,
        input: { links: objectInput('Links', 'Links.', fields) },
        returns: { type: 'Int!' },
        run: () => Promise.resolve(1),
      });
    const entities = [thing({ id: id('Id.') })];
    expect(() =>
      printSchema({
        ...empty,
        entities,
        commands: [
          command('a', { forum: idInput('F.') }),
          command('b', { forum: idInput('F.'), text: required(textInput('T.', 5)) }),
        ],
      }),
    ).toThrow('Links is declared twice, differently');
    expect(() =>
      printSchema({
        ...empty,
        entities,
        commands: [command('a', { forum: idInput('F.') }), command('b', { forum: idInput('F.') })],
      }),
    ).not.toThrow();
    const query = (name: string, type: string) =>
      defineQuery({
        name,
        description: 'X.',
        requires: anyAdmin,
        args: {},
        returns: 'Sum',
        reads: [],
        shapes: [shape('Sum', 'A sum.', { total: { type, description: 'Sum.' } })],
        run: () => Promise.resolve(null),
      });
    expect(() =>
      printSchema({ ...empty, entities, queries: [query('a', 'Int'), query('b', 'Float')] }),
    ).toThrow('Sum is declared twice, differently');
    const counts = (name: string) => group('Counts', 'Counts.', { [name]: int('N.') });
    expect(() =>
      printSchema({ ...empty, entities: [thing({ id: id('Id.'), a: counts('x'), b: counts('y') })] }),
    ).toThrow('Counts is declared twice, differently');
  });

  test('two root fields of one name', () => {
    const query = defineQuery({
      name: 'thing',
      description: 'X.',
      requires: anyAdmin,
      args: {},
      returns: 'Int',
      reads: [],
      run: () => Promise.resolve(1),
    });
    expect(() =>
      createSchema({ ...empty, entities: [thing({ id: id('Id.'), name: text('N.') })], queries: [query] }),
    ).toThrow(/thing/);
  });
});

describe("the product's own schema", () => {
  const schema: GraphQLSchema = buildSchema(printSchema(catalogue));
  const types = Object.values(schema.getTypeMap()).filter(
    (type) => !isIntrospectionType(type) && !isScalarType(type),
  );

  test('every type, field and argument says what it is', () => {
    const silent: string[] = [];
    for (const type of types) {
      const isRoot = type === schema.getQueryType() || type === schema.getMutationType();
      if (!type.description && !isRoot) silent.push(type.name);
      if (!isObjectType(type) && !isInputObjectType(type)) continue;
      for (const field of Object.values(type.getFields())) {
        if (!field.description && !(type.name === 'DeletedRecord')) silent.push(`${type.name}.${field.name}`);
      }
    }
    expect(silent).toEqual([]);
  });

  test('every root field says which right it needs', () => {
    const fields = [
      ...Object.values(schema.getQueryType()!.getFields()),
      ...Object.values(schema.getMutationType()?.getFields() ?? {}),
    ];
    expect(
      fields.filter((field) => !/ Requires .+\.$/.test(field.description ?? '')).map((field) => field.name),
    ).toEqual([]);
  });

  test('[DEC-027] filters by id are lists', () => {
    const single = Object.values(schema.getQueryType()!.getFields())
      .filter((field) => field.type.toString().endsWith('List!'))
      .flatMap((field) =>
        field.args
          .filter((argument) => argument.type.toString() === 'ID')
          .map((argument) => `${field.name}(${argument.name})`),
      );
    expect(single).toEqual([]);
  });

  test('money is never an Int: it does not fit', () => {
    const cents = types.flatMap((type) =>
      isObjectType(type)
        ? Object.values(type.getFields()).filter((field) => field.name.endsWith('_cents'))
        : [],
    );
    expect(cents.length).toBeGreaterThan(0);
    for (const field of cents) expect(field.type.toString()).toBe('String');
  });
});
