import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildAccount, buildLabel, buildSuggestion, buildUser } from '../../db/builders.ts';
import { openTestDatabase, type TestDatabase } from '../../db/testing.ts';
import { openWorkspace, refusal, type TestWorkspace } from '../../testing/workspace.ts';

let database: TestDatabase;
let own: TestWorkspace;
beforeAll(async () => {
  database = await openTestDatabase();
  own = await openWorkspace(database);
  const other = await openWorkspace(database);
  for (const { tenant } of [own, other]) {
    for (const [name, country] of [
      ['Nora', 'Norway'],
      ['nils', 'Norway'],
      ['Ola', 'Sweden'],
      ['50% Off_er', null],
      [null, ''],
    ] as const)
      await buildUser(database, tenant, { name, country });
    await buildAccount(database, tenant, { name: 'Northwind', plan: 'Gold' });
    await buildAccount(database, tenant, { name: 'Contoso', plan: 'Gold' });
    await buildLabel(database, tenant, { name: 'North' });
    await buildLabel(database, tenant, { name: 'Nowhere', state: 'archived' });
    await buildSuggestion(database, tenant, { title: 'No more clicks' });
    await buildSuggestion(database, tenant, { title: 'No spam', state: 'spam' });
  }
});
afterAll(() => database.close());

interface Answer {
  records: { id: string; value: string }[];
  total_records: number;
  current_page: number;
}
const ask = async (args: string) =>
  (
    await own.api.data<{ autocomplete: Answer }>(
      `{ autocomplete(${args}) { records { id value } total_records current_page } }`,
    )
  ).autocomplete;
const values = async (args: string) => (await ask(args)).records.map(({ value }) => value);

test('[CALL-Q-002] values that begin with the text come in alphabetical order, each once, with the id of a record', async () => {
  expect(await values('object_type: "user", attribute: "name", q: "N"')).toEqual(['nils', 'Nora']);
  expect(await values('object_type: "user", attribute: "country"')).toEqual(['Norway', 'Sweden']);
  expect(await values('objectType: "external_account", attribute: "plan", q: "go"')).toEqual(['Gold']);
  const { records } = await ask('object_type: "external_account", attribute: "name", q: "north"');
  expect(await own.api.data(`{ external_account(id: "${records[0]!.id}") { name } }`)).toEqual({
    external_account: { name: 'Northwind' },
  });
});

test('[CALL-Q-002] archived labels and ideas that are not open are left out', async () => {
  expect(await values('object_type: "label", attribute: "full_name", q: "no"')).toEqual(['North']);
  expect(await values('object_type: "suggestion", attribute: "title", q: "no"')).toEqual(['No more clicks']);
});

test('signs with a meaning in patterns are plain text', async () => {
  expect(await values('object_type: "user", attribute: "name", q: "50% off_"')).toEqual(['50% Off_er']);
  expect(await values('object_type: "user", attribute: "name", q: "%"')).toEqual([]);
});

test('pages follow one another; the total counts all of them; a size above 100 is cut', async () => {
  const page = (number: number) =>
    ask(`object_type: "user", attribute: "country", page: ${number}, perPage: 1`);
  expect(await page(1)).toMatchObject({ records: [{ value: 'Norway' }], total_records: 2, current_page: 1 });
  expect(await page(2)).toMatchObject({ records: [{ value: 'Sweden' }], total_records: 2, current_page: 2 });
  expect((await ask('object_type: "user", attribute: "country", per_page: 5000')).records).toHaveLength(2);
});

test('bad input names the field', async () => {
  const refused = (args: string) => refusal(own.api, `{ autocomplete(${args}) { current_page } }`);
  expect(await refused('object_type: "session", attribute: "name"')).toMatchObject({
    code: 'BAD_USER_INPUT',
    field: 'object_type',
  });
  for (const attribute of ['password_hash', 'id', 'toString', 'name; drop table users']) {
    expect(await refused(`object_type: "user", attribute: "${attribute}"`)).toMatchObject({
      code: 'BAD_USER_INPUT',
      field: 'attribute',
    });
  }
  expect(await refused('object_type: "user", attribute: "name", per_page: 0')).toMatchObject({
    field: 'per_page',
  });
});
