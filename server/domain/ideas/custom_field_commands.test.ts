import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildCustomField, buildSuggestion } from '../../db/builders.ts';
import { openTestDatabase, type TestDatabase } from '../../db/testing.ts';
import { openWorkspace, refusal, type TestWorkspace } from '../../testing/workspace.ts';

let database: TestDatabase;
let own: TestWorkspace;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  own = await openWorkspace(database);
});

const FIELDS = `id key name object_type field_type value_type combined_type question question_enabled question_required
  string_enum_values { id label is_default } numeric_enum_values { id label is_default numeric_value } created_by { id } updated_by { id } created_at updated_at`;
type Choice = { id: string; label: string; is_default: boolean; numeric_value?: number };
type Field = {
  id: string;
  key: string;
  string_enum_values: Choice[];
  numeric_enum_values: Choice[];
  updated_at: string;
} & Record<string, unknown>;
const create = async (args: string) =>
  (
    await own.api.data<{ custom_field_create: Field }>(
      `mutation { custom_field_create(${args}) { ${FIELDS} } }`,
    )
  ).custom_field_create;
const update = async (id: string, args: string) =>
  (
    await own.api.data<{ custom_field_update: Field }>(
      `mutation { custom_field_update(id: "${id}", ${args}) { ${FIELDS} } }`,
    )
  ).custom_field_update;
const refused = (args: string) => refusal(own.api, `mutation { custom_field_create(${args}) { id } }`);
const ideaWith = async (custom_fields: object) => {
  const idea = await buildSuggestion(database, own.tenant);
  await database.pool.query('update suggestion_contents set custom_fields = $2 where suggestion_id = $1', [
    idea.id,
    JSON.stringify(custom_fields),
  ]);
  return idea.id;
};
const valuesOf = async (id: string) =>
  (
    await own.rows<{ custom_fields: unknown }>(
      'select custom_fields from suggestion_contents where suggestion_id = $1',
      id,
    )
  )[0]!.custom_fields;

describe('custom_field_create [DEC-120]', () => {
  test('[ENT-058] makes a field with its choices in order; says what changed', async () => {
    expect(
      await create(
        'object_type: "suggestion", name: "Sales Region", field_type: "enum", string_enum_values: [{ label: "North" }, { label: "South", is_default: true }], question: "Where?", question_enabled: true, question_required: true',
      ),
    ).toMatchObject({
      key: 'sales_region',
      name: 'Sales Region',
      object_type: 'suggestion',
      field_type: 'enum',
      value_type: 'string',
      combined_type: 'string_enum',
      question: 'Where?',
      question_enabled: true,
      question_required: true,
      string_enum_values: [
        { label: 'North', is_default: false },
        { label: 'South', is_default: true },
      ],
      numeric_enum_values: [],
      created_by: { id: own.admin.id },
      updated_by: { id: own.admin.id },
    });
    expect(
      (
        await own.api.run(
          'mutation { custom_field_create(object_type: "user", name: "X", field_type: "text") { id } }',
        )
      ).extensions,
    ).toEqual({ changes: { custom_field: 'create' }, written: ['custom_fields+'] });
  });

  test('[DEC-048] the kind of value follows from the kind of field', async () => {
    const kinds = { text: 'string', number: 'numeric', date: 'date', boolean: 'boolean' };
    for (const [field_type, combined_type] of Object.entries(kinds))
      expect(
        await create(`object_type: "feature", name: "${field_type}", field_type: "${field_type}"`),
      ).toMatchObject({ combined_type });
    expect(
      await create(
        'object_type: "account", name: "Tier", field_type: "enum", value_type: "numeric", numeric_enum_values: [{ label: "Gold", numeric_value: 1.5 }, { label: "Silver", numeric_value: 2 }]',
      ),
    ).toMatchObject({
      combined_type: 'numeric_enum',
      numeric_enum_values: [
        { label: 'Gold', numeric_value: 1.5 },
        { label: 'Silver', numeric_value: 2 },
      ],
    });
    expect(
      await refused('object_type: "feature", name: "X", field_type: "date", value_type: "numeric"'),
    ).toMatchObject({ field: 'value_type' });
  });

  test('a key is made of the name, and stands once per kind of record', async () => {
    expect((await create('object_type: "user", name: "  3 Größen & more! ", field_type: "text"')).key).toBe(
      'gro_en_more',
    );
    expect((await create('object_type: "user", name: "日本", field_type: "text"')).key).toBe('field');
    await create('object_type: "user", name: "A", key: "a", field_type: "text"');
    await create('object_type: "account", name: "A", key: "a", field_type: "text"');
    expect(await refused('object_type: "user", name: "Other", key: "a", field_type: "text"')).toMatchObject({
      field: 'key',
      reason: 'taken',
    });
    expect(await refused('object_type: "user", name: "Other", key: "A b", field_type: "text"')).toMatchObject(
      { field: 'key' },
    );
  });

  test('bad input names the entry', async () => {
    const enumeration = (values: string) =>
      refused(`object_type: "suggestion", name: "X", field_type: "enum", string_enum_values: ${values}`);
    expect(await enumeration('[]')).toMatchObject({ field: 'string_enum_values', reason: 'required' });
    expect(await enumeration('[{ label: "A" }, { label: "a" }]')).toMatchObject({
      field: 'string_enum_values.1.label',
      reason: 'taken',
    });
    expect(
      await enumeration('[{ label: "A", is_default: true }, { label: "B", is_default: true }]'),
    ).toMatchObject({ field: 'string_enum_values.1.is_default' });
    expect(await enumeration('[{ label: " " }]')).toMatchObject({ field: 'string_enum_values.0.label' });
    expect(
      await refused(
        'object_type: "suggestion", name: "X", field_type: "enum", value_type: "numeric", numeric_enum_values: [{ label: "A", numeric_value: 1 }, { label: "B", numeric_value: 1 }]',
      ),
    ).toMatchObject({ field: 'numeric_enum_values.1.numeric_value' });
    expect(
      await refused(
        'object_type: "suggestion", name: "X", field_type: "enum", value_type: "numeric", numeric_enum_values: [{ label: "A" }]',
      ),
    ).toMatchObject({ field: 'numeric_enum_values.0.numeric_value' });
    expect(
      await refused(
        'object_type: "suggestion", name: "X", field_type: "text", string_enum_values: [{ label: "A" }]',
      ),
    ).toMatchObject({ field: 'string_enum_values' });
    expect(
      await refused('object_type: "suggestion", name: "X", field_type: "text", question_enabled: true'),
    ).toMatchObject({ field: 'question', reason: 'required' });
    expect(await refused('object_type: "idea", name: "X", field_type: "text"')).toMatchObject({
      field: 'object_type',
    });
    expect(await refused('object_type: "suggestion", name: "", field_type: "text"')).toMatchObject({
      field: 'name',
      reason: 'required',
    });
    expect(await refused('object_type: "suggestion", name: "X"')).toMatchObject({
      field: 'field_type',
      reason: 'required',
    });
    expect(await own.api.data('{ all_custom_fields { total_records } }')).toEqual({
      all_custom_fields: { total_records: 0 },
    });
  });
});

describe('custom_field_update', () => {
  test('changes what is given; kind and key stay', async () => {
    const field = await create(
      'object_type: "suggestion", name: "A", field_type: "text", question: "Why?", question_enabled: true',
    );
    expect(await update(field.id, 'name: "B", question: null')).toMatchObject({
      name: 'B',
      key: 'a',
      question: null,
      question_enabled: false,
    });
    expect(
      await refusal(own.api, `mutation { custom_field_update(id: "${field.id}", name: "") { id } }`),
    ).toMatchObject({ field: 'name', reason: 'required' });
    expect(
      await refusal(
        own.api,
        `mutation { custom_field_update(id: "${field.id}", question_enabled: true) { id } }`,
      ),
    ).toMatchObject({ field: 'question' });
    expect(
      await refusal(
        own.api,
        `mutation { custom_field_update(id: "${field.id}", name: "C", if_updated_at: "${field.updated_at}") { id } }`,
      ),
    ).toMatchObject({ reason: 'changed', current: { id: field.id, name: 'B' } });
  });

  test('renamed choices take the values of ideas along, also when two swap their names; those of a removed choice go', async () => {
    const field = await create(
      'object_type: "suggestion", name: "Size", field_type: "enum", string_enum_values: [{ label: "S" }, { label: "M" }, { label: "L" }]',
    );
    const [s, m, l] = field.string_enum_values;
    const ideas = [
      await ideaWith({ size: 'S', other: 'S' }),
      await ideaWith({ size: 'M' }),
      await ideaWith({ size: 'L', other: 1 }),
      await ideaWith({ other: 'M' }),
    ];
    const foreign = await openWorkspace(database);
    const theirs = (await buildSuggestion(database, foreign.tenant)).id;
    await database.pool.query(
      `update suggestion_contents set custom_fields = '{"size": "S"}' where suggestion_id = $1`,
      [theirs],
    );
    const after = await update(
      field.id,
      `string_enum_values: [{ id: "${m!.id}", label: "S" }, { id: "${s!.id}", label: "M", is_default: true }, { label: "XL" }]`,
    );
    expect(after.string_enum_values).toMatchObject([
      { id: m!.id, label: 'S' },
      { id: s!.id, label: 'M', is_default: true },
      { label: 'XL' },
    ]);
    expect(await Promise.all(ideas.map(valuesOf))).toEqual([
      { size: 'M', other: 'S' },
      { size: 'S' },
      { other: 1 },
      { other: 'M' },
    ]);
    expect(await valuesOf(theirs)).toEqual({ size: 'S' });
    for (const id of [l!.id, '999999999'])
      expect(
        await refusal(
          own.api,
          `mutation { custom_field_update(id: "${field.id}", string_enum_values: [{ id: "${id}", label: "Q" }]) { id } }`,
        ),
      ).toMatchObject({ field: 'string_enum_values.0.id', reason: 'not_found' });
  });

  test('numbers of a numeric enum are what is stored', async () => {
    const field = await create(
      'object_type: "suggestion", name: "Effort", field_type: "enum", value_type: "numeric", numeric_enum_values: [{ label: "Low", numeric_value: 1 }, { label: "High", numeric_value: 2 }]',
    );
    const [low, high] = field.numeric_enum_values;
    const [first, second] = [await ideaWith({ effort: 1 }), await ideaWith({ effort: 2 })];
    await update(
      field.id,
      `numeric_enum_values: [{ id: "${low!.id}", label: "Little", numeric_value: 1 }, { id: "${high!.id}", label: "High", numeric_value: 5 }]`,
    );
    expect([await valuesOf(first), await valuesOf(second)]).toEqual([{ effort: 1 }, { effort: 5 }]);
  });
});

test('custom_field_delete takes the values of ideas away, so that a later field of its key finds none', async () => {
  const field = await create('object_type: "suggestion", name: "A", key: "a", field_type: "text"');
  const idea = await ideaWith({ a: 'x', b: 'y' });
  expect(await own.api.run(`mutation { custom_field_delete(id: "${field.id}") { id } }`)).toEqual({
    data: { custom_field_delete: { id: field.id } },
    extensions: {
      changes: { custom_field: 'delete', custom_field_enum_value: 'delete', suggestion: 'update' },
      written: ['custom_field_enum_values-', 'custom_fields-', 'suggestion_contents.custom_fields'],
    },
  });
  expect(await valuesOf(idea)).toEqual({ b: 'y' });
  expect(await own.api.data(`{ custom_field(id: "${field.id}") { id } }`)).toEqual({ custom_field: null });
  expect(await refusal(own.api, `mutation { custom_field_delete(id: "${field.id}") { id } }`)).toMatchObject({
    field: 'id',
    reason: 'not_found',
  });
});

test('[PERM-007] all of them need write on settings', async () => {
  const { id } = await buildCustomField(database, own.tenant);
  const without = await own.as({ settings: 'none' });
  for (const call of [
    'custom_field_create(object_type: "user", name: "X", field_type: "text") { id }',
    `custom_field_update(id: "${id}", name: "X") { id }`,
    `custom_field_delete(id: "${id}") { id }`,
  ]) {
    expect(await refusal(without, `mutation { ${call} }`)).toMatchObject({ code: 'FORBIDDEN' });
  }
});

test("[PERM-050] another workspace's fields are answered like unknown ones", async () => {
  const other = await openWorkspace(database);
  const foreign = await buildCustomField(database, other.tenant, { name: 'Theirs' });
  for (const id of [foreign.id, '999999999']) {
    for (const call of [
      `custom_field_update(id: "${id}", name: "X") { id }`,
      `custom_field_delete(id: "${id}") { id }`,
    ]) {
      expect(await refusal(own.api, `mutation { ${call} }`)).toMatchObject({
        code: 'BAD_USER_INPUT',
        field: 'id',
        reason: 'not_found',
      });
    }
  }
  expect(await own.rows('select name from custom_fields where id = $1', foreign.id)).toEqual([
    { name: 'Theirs' },
  ]);
});

describe('choices that go, and how often they are used', () => {
  const SIZES = 'string_enum_values: [{ label: "S" }, { label: "M" }, { label: "L" }]';
  const idOf = (field: Field, label: string): string =>
    field.string_enum_values.find((choice) => choice.label === label)!.id;

  test('values of a choice that goes become those of another one, or none', async () => {
    const field = await create(`object_type: "suggestion", name: "Effort", field_type: "enum", ${SIZES}`);
    const [small, medium] = [await ideaWith({ effort: 'S', other: 1 }), await ideaWith({ effort: 'M' })];
    const stay = `string_enum_values: [{ id: "${idOf(field, 'L')}", label: "Large" }]`;
    expect(
      await refusal(
        own.api,
        `mutation { custom_field_update(id: "${field.id}", ${stay}, choice_moves: [{ from: "${idOf(field, 'S')}", to: "XXL" }]) { id } }`,
      ),
    ).toMatchObject({ field: 'choice_moves.0.to', reason: 'not_found' });
    expect(
      await refusal(
        own.api,
        `mutation { custom_field_update(id: "${field.id}", ${stay}, choice_moves: [{ from: "${idOf(field, 'L')}", to: "Large" }]) { id } }`,
      ),
    ).toMatchObject({ field: 'choice_moves.0.from', reason: 'not_found' });
    await update(field.id, `${stay}, choice_moves: [{ from: "${idOf(field, 'S')}", to: "Large" }]`);
    expect([await valuesOf(small), await valuesOf(medium)]).toEqual([{ effort: 'Large', other: 1 }, {}]);
  });

  test('values of features follow their choices, too', async () => {
    const field = await create(`object_type: "feature", name: "Target", field_type: "enum", ${SIZES}`);
    const { feature_create } = await own.api.data<{ feature_create: { id: string } }>(
      'mutation { feature_create(name: "Offline maps", custom_field_map: [{ key: "target", value: "M" }]) { id } }',
    );
    const values = async () =>
      (
        await own.rows<{ custom_fields: unknown }>(
          'select custom_fields from features where id = $1',
          feature_create.id,
        )
      )[0]!.custom_fields;
    expect(await values()).toEqual({ target: 'M' });
    await update(field.id, `string_enum_values: [{ id: "${idOf(field, 'M')}", label: "Middle" }]`);
    expect(await values()).toEqual({ target: 'Middle' });
    await own.api.data(`mutation { custom_field_delete(id: "${field.id}") { id } }`);
    expect(await values()).toEqual({});
  });

  test('each record and each choice is counted; deleted ideas are not', async () => {
    const effort = await create(`object_type: "suggestion", name: "Effort", field_type: "enum", ${SIZES}`);
    const points = await create(
      'object_type: "suggestion", name: "Points", field_type: "enum", value_type: "numeric", numeric_enum_values: [{ label: "few", numeric_value: 1 }, { label: "many", numeric_value: 8 }]',
    );
    const brief = await create('object_type: "suggestion", name: "Brief", field_type: "text"');
    await ideaWith({ effort: 'S', points: 8, brief: 'one' });
    await ideaWith({ effort: 'S', brief: 'S' });
    await ideaWith({ gone: 1 });
    const deleted = await ideaWith({ effort: 'M' });
    await own.rows("update suggestions set state = 'deleted' where id = $1", deleted);
    const { custom_field_uses: uses } = await own.api.data<{
      custom_field_uses: {
        records_count: number;
        fields: { id: string; records_count: number; choices: { id: string; records_count: number }[] }[];
      };
    }>(
      '{ custom_field_uses(object_type: "suggestion") { records_count fields { id records_count choices { id records_count } } } }',
    );
    expect(uses.records_count).toBe(3);
    const of = (field: Field) => uses.fields.find(({ id }) => id === field.id)!;
    expect([effort, points, brief].map((field) => of(field).records_count)).toEqual([2, 1, 2]);
    const choices = new Map(
      uses.fields.flatMap((field) => field.choices).map((one) => [one.id, one.records_count]),
    );
    expect(['S', 'M', 'L'].map((label) => choices.get(idOf(effort, label)))).toEqual([2, 0, 0]);
    expect(points.numeric_enum_values.map(({ id }) => choices.get(id))).toEqual([0, 1]);
    expect(of(brief).choices).toEqual([]);
    expect(
      await own.api.data('{ custom_field_uses(object_type: "account") { records_count fields { id } } }'),
    ).toEqual({ custom_field_uses: { records_count: 0, fields: [] } });
  });
});
