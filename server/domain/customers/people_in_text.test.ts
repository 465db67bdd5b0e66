import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildAccount, buildUser } from '../../db/builders.ts';
import { openTestDatabase, type TestDatabase } from '../../db/testing.ts';
import { openWorkspace, type TestWorkspace } from '../../testing/workspace.ts';
import { namesIn } from './people_in_text.ts';

let database: TestDatabase;
let w: TestWorkspace;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  w = await openWorkspace(database);
});

const named = async (text: string): Promise<string[]> =>
  (
    await w.api.data<{ people_in_text: { name: string }[] }>(
      'query ($text: String!) { people_in_text(text: $text) { name } }',
      { text },
    )
  ).people_in_text.map(({ name }) => name);

test('a first name counts together with the account, a whole name by itself', async () => {
  const severn = await buildAccount(database, w.tenant, { name: 'Severn Facilities Group' });
  const kestrel = await buildAccount(database, w.tenant, { name: 'Kestrel' });
  await buildUser(database, w.tenant, { name: 'Anna Whitfield', account_id: severn.id });
  await buildUser(database, w.tenant, { name: 'Joanna Price', account_id: severn.id });
  await buildUser(database, w.tenant, { name: 'Anna Brandt', account_id: kestrel.id });
  await buildUser(database, w.tenant, { name: 'Femke de Vries' });
  expect(await named('Anna from Severn called: their visits were planned on Boxing Day again.')).toEqual([
    'Anna Whitfield',
  ]);
  expect(await named("KESTREL'S anna asks for exports")).toEqual(['Anna Brandt']);
  expect(await named('Talked to femke de vries about exports')).toEqual(['Femke de Vries']);
  // Severnside is another company, and Anna alone is anyone
  expect(await named('Anna from Severnside called')).toEqual([]);
  expect(await named('Anna called')).toEqual([]);
  expect(await named(' … ')).toEqual([]);
  // of several those with their whole name come first
  await buildUser(database, w.tenant, { name: 'Anna Abel', account_id: severn.id });
  expect(await named('Anna Abel of Severn called')).toEqual(['Anna Abel', 'Anna Whitfield']);
  // who was merged into someone else is no one to give feedback to
  const femke = await buildUser(database, w.tenant, { name: 'Femke Vries' });
  await buildUser(database, w.tenant, { name: 'Femke Brandsma', merged_into_id: femke.id });
  expect(await named('Talked to Femke Brandsma about exports')).toEqual([]);
});

test('what is looked up is bounded, capitalised words first', () => {
  const text = `${Array.from({ length: 300 }, (_, at) => `word${at}`).join(' ')} Severn`;
  const { words, groups } = namesIn(text);
  expect(words).toHaveLength(60);
  expect(words[0]).toBe('severn');
  expect(groups).toHaveLength(120);
});
