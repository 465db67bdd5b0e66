import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildAccount, buildCustomField, buildUser } from '../../db/builders.ts';
import { openTestDatabase, type TestDatabase } from '../../db/testing.ts';
import { openWorkspace, refusal, type TestWorkspace } from '../../testing/workspace.ts';

/* Values of the workspace's own fields of people and accounts. */

let database: TestDatabase;
let w: TestWorkspace;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  w = await openWorkspace(database);
});

const field = (object_type: string, key: string, field_type: string, value_type: string) =>
  buildCustomField(database, w.tenant, { object_type, key, name: key, field_type, value_type });

type Map = { key: string; value: string | null }[];
const UPDATE = {
  user: 'mutation ($id: ID!, $map: [CustomFieldValueInput!], $if_updated_at: String) { done: user_update(id: $id, custom_field_map: $map, if_updated_at: $if_updated_at) { updated_at custom_field_values { key value } } }',
  account:
    'mutation ($id: ID!, $map: [CustomFieldValueInput!], $if_updated_at: String) { done: external_account_update(id: $id, custom_field_map: $map, if_updated_at: $if_updated_at) { updated_at custom_field_values { key value } } }',
};
const give = async (of: 'user' | 'account', id: string, map: Map) =>
  (await w.api.data<{ done: { updated_at: string; custom_field_values: Map } }>(UPDATE[of], { id, map }))
    .done;

test.each(['user', 'account'] as const)(
  'values of %s are kept by their kind, changed one by one and taken away',
  async (of) => {
    await field(of, 'renewal', 'date', 'date');
    await field(of, 'seats', 'number', 'numeric');
    await field(of, 'beta', 'boolean', 'boolean');
    const { id } =
      of === 'user' ? await buildUser(database, w.tenant) : await buildAccount(database, w.tenant);
    expect(
      (
        await give(of, id, [
          { key: 'seats', value: '40' },
          { key: 'renewal', value: '2027-01-31' },
          { key: 'beta', value: 'true' },
        ])
      ).custom_field_values,
    ).toEqual([
      { key: 'beta', value: 'true' },
      { key: 'renewal', value: '2027-01-31' },
      { key: 'seats', value: '40' },
    ]);
    const table = of === 'user' ? 'users' : 'external_accounts';
    expect(
      await w.rows(`select custom_fields from ${table} where subdomain_id = $1 and id = $2`, w.tenant.id, id),
    ).toEqual([{ custom_fields: { beta: true, renewal: '2027-01-31', seats: 40 } }]);
    const after = await give(of, id, [{ key: 'seats', value: null }]);
    expect(after.custom_field_values.map(({ key }) => key)).toEqual(['beta', 'renewal']);
    // what is as it was is no change
    expect((await give(of, id, [{ key: 'beta', value: 'true' }])).updated_at).toBe(after.updated_at);
    for (const [map, at] of [
      [[{ key: 'nothing', value: 'x' }], 'custom_field_map.0.key'],
      [[{ key: 'renewal', value: 'soon' }], 'custom_field_map.0.value'],
      [[{ key: 'seats', value: 'forty' }], 'custom_field_map.0.value'],
    ] as const)
      expect(await refusal(w.api, UPDATE[of], { id, map })).toMatchObject({ field: at });
    // who read it before is told
    expect(
      await refusal(w.api, UPDATE[of], {
        id,
        map: [{ key: 'beta', value: 'false' }],
        if_updated_at: '2020-01-01T00:00:00.000Z',
      }),
    ).toMatchObject({ reason: 'changed' });
  },
);

test('an account is made with values', async () => {
  await field('account', 'industry', 'text', 'string');
  const made = await w.api.data<{ done: { custom_field_values: Map } }>(
    'mutation { done: external_account_create(name: "Halden Rail", custom_field_map: [{ key: "industry", value: "Rail" }]) { custom_field_values { key value } } }',
  );
  expect(made.done.custom_field_values).toEqual([{ key: 'industry', value: 'Rail' }]);
});

test('a field that is deleted takes its values with it; a choice that is renamed renames them', async () => {
  const created = await w.api.data<{ f: { id: string; string_enum_values: { id: string }[] } }>(
    'mutation { f: custom_field_create(object_type: "account", name: "Tier", field_type: "enum", string_enum_values: [{ label: "Gold" }, { label: "Silver" }]) { id string_enum_values { id } } }',
  );
  const account = await buildAccount(database, w.tenant);
  await give('account', account.id, [{ key: 'tier', value: 'Gold' }]);
  const [gold, silver] = created.f.string_enum_values;
  await w.api.data(
    `mutation { custom_field_update(id: "${created.f.id}", string_enum_values: [{ id: "${gold!.id}", label: "Platinum" }, { id: "${silver!.id}", label: "Silver" }]) { id } }`,
  );
  const values = () =>
    w.rows('select custom_fields from external_accounts where subdomain_id = $1', w.tenant.id);
  expect(await values()).toEqual([{ custom_fields: { tier: 'Platinum' } }]);
  expect(
    await w.api.data(
      '{ custom_field_uses(object_type: "account") { records_count fields { records_count choices { records_count } } } }',
    ),
  ).toEqual({
    custom_field_uses: {
      records_count: 1,
      fields: [
        {
          records_count: 1,
          choices: expect.arrayContaining([{ records_count: 1 }, { records_count: 0 }]) as unknown,
        },
      ],
    },
  });
  await w.api.data(`mutation { custom_field_delete(id: "${created.f.id}") { id } }`);
  expect(await values()).toEqual([{ custom_fields: {} }]);
});

test('[CALL-Q-055] people and accounts are found by their fields, each compared as what it holds', async () => {
  await field('account', 'renewal', 'date', 'date');
  await field('account', 'seats', 'number', 'numeric');
  await field('user', 'role', 'text', 'string');
  await field('user', 'beta', 'boolean', 'boolean');
  const account = (name: string, custom_fields: object) =>
    buildAccount(database, w.tenant, { name, custom_fields: JSON.stringify(custom_fields) });
  const soon = await account('Soon', { renewal: '2026-12-31', seats: 9 });
  const late = await account('Late', { renewal: '2027-06-30', seats: 40 });
  await account('Never', {});
  const person = (name: string, account_id: string | null, custom_fields: object) =>
    buildUser(database, w.tenant, { name, account_id, custom_fields: JSON.stringify(custom_fields) });
  await person('Ann', soon.id, { role: 'Buyer', beta: true });
  await person('Bob', late.id, { role: 'User', beta: false });
  const found = async (list: string, column: string, operator: string, val: unknown): Promise<string> => {
    const expression = JSON.stringify({
      operator: 'and',
      expressions: [{ column, operator, operand: { val } }],
    });
    const data = await w.api.data<{ found: { records: { name: string }[] } }>(
      `query ($expression: String) { found: ${list}(expression: $expression, sort: "name") { records { name } } }`,
      { expression },
    );
    return data.found.records
      .map(({ name }) => name)
      .filter((name) => name.length < 6)
      .join(' ');
  };
  expect(await found('external_accounts', 'custom_renewal', 'lt', '2027-01-31')).toBe('Soon');
  expect(await found('external_accounts', 'custom_renewal', 'is_empty', null)).toBe('Never');
  expect(await found('external_accounts', 'custom_renewal', 'eq', '2027-06-30')).toBe('Late');
  expect(await found('external_accounts', 'custom_seats', 'gt', 9)).toBe('Late');
  expect(await found('external_accounts', 'custom_seats', 'neq', 9)).toBe('Late Never');
  // a number that is a text is none, and a field that is not there has no value
  expect(await found('external_accounts', 'custom_renewal', 'gt', 1)).toBe('');
  expect(await found('external_accounts', 'custom_nothing', 'is_not_empty', null)).toBe('');
  expect(await found('users', 'custom_role', 'ends_with', 'YER')).toBe('Ann');
  expect(await found('users', 'custom_role', 'in', ['user', 'none'])).toBe('Bob');
  expect(await found('users', 'custom_beta', 'eq', true)).toBe('Ann');
  expect(await found('users', 'account_custom_seats', 'gte', 40)).toBe('Bob');
  for (const [column, operator, val] of [
    ['custom_Seats', 'eq', 1],
    ['custom_seats', 'contains', 1],
    ['custom_seats', 'gt', true],
    ['custom_seats', 'in', [1]],
    ['account_custom_seats', 'eq', 1],
  ] as const)
    expect(
      await refusal(w.api, 'query ($e: String) { external_accounts(expression: $e) { records { id } } }', {
        e: JSON.stringify({ operator: 'and', expressions: [{ column, operator, operand: { val } }] }),
      }),
      column + operator,
    ).toMatchObject({ field: 'expression' });
});
