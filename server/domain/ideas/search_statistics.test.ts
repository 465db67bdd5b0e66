import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildForum } from '../../db/builders.ts';
import { openTestDatabase, type TestDatabase } from '../../db/testing.ts';
import { openWorkspace, type TestWorkspace } from '../../testing/workspace.ts';
import { isReadable, textFormOf } from '../intelligence/text_form.ts';
import { fillForms, refreshStatistics } from './search_statistics.ts';

let database: TestDatabase;
let own: TestWorkspace;
let forum: { id: string };
beforeAll(async () => {
  database = await openTestDatabase();
  own = await openWorkspace(database);
  forum = await buildForum(database, own.tenant);
});
afterAll(() => database.close());

const create = async (title: string, body?: string): Promise<string> =>
  (
    await own.api.data<{ idea: { id: string } }>(
      'mutation ($title: String!, $forum: ID!, $body: String) { idea: suggestion_create(title: $title, links: { forum: $forum }, body: $body) { id } }',
      { title, forum: forum.id, body },
    )
  ).idea.id;
const formOf = async (id: string): Promise<Buffer | null> =>
  (
    await own.rows<{ form: Buffer | null }>(
      'select search_form as form from suggestion_contents where suggestion_id = $1',
      id,
    )
  )[0]!.form;
const titles = async (q: string, sort?: string): Promise<string[]> =>
  (
    await own.api.data<{ suggestions: { records: { title: string }[] } }>(
      'query ($q: String, $sort: String) { suggestions(q: $q, sort: $sort) { records { title } } }',
      { q, sort },
    )
  ).suggestions.records.map(({ title }) => title);

test('the form is written with the text, and written again when the text changes', async () => {
  const id = await create('Offline checklists', 'In basements.');
  expect(await formOf(id)).toEqual(textFormOf('Offline checklists', 'In basements.'));
  await own.api.data('mutation ($id: ID!) { suggestion_update(id: $id, title: "Offline mode") { id } }', {
    id,
  });
  expect(await formOf(id)).toEqual(textFormOf('Offline mode', 'In basements.'));
});

test('ideas without a form, or with one of another version, are found all the same; the background job writes it', async () => {
  const id = await create('Harbour pilots', 'They board at night.');
  for (const form of [null, Buffer.from([99])]) {
    await database.pool.query('update suggestion_contents set search_form = $2 where suggestion_id = $1', [
      id,
      form,
    ]);
    expect(await titles('pilot harbours')).toEqual(['Harbour pilots']);
  }
  await database.pool.query('update suggestion_contents set search_form = null where suggestion_id = $1', [
    id,
  ]);
  while ((await fillForms(own.api.scope)) > 0);
  expect(isReadable(await formOf(id))).toBe(true);
});

test('statistics count the words of this workspace alone, and are made again only when a tenth has changed', async () => {
  const other = await openWorkspace(database);
  const theirs = await buildForum(database, other.tenant);
  await other.api.data(
    'mutation ($forum: ID!) { suggestion_create(title: "Zeppelin parking", links: { forum: $forum }) { id } }',
    { forum: theirs.id },
  );
  for (let n = 0; n < 20; n += 1)
    await create(`Calendar ${n}`, n % 2 === 0 ? 'Exporting appointments' : undefined);
  expect(await refreshStatistics(own.api.scope)).toBe(true);
  const count = async (term: string) =>
    (
      await own.rows<{ n: number }>(
        'select ideas_count as n from search_terms where term = $1 and subdomain_id = $2',
        term,
        own.tenant.id,
      )
    )[0]?.n ?? null;
  expect([await count('calendar'), await count('export'), await count('zeppelin')]).toEqual([20, 10, null]);
  expect(await refreshStatistics(own.api.scope)).toBe(false);
  await create('Calendar of tides');
  expect(await refreshStatistics(own.api.scope)).toBe(false);
  for (let n = 0; n < 3; n += 1) await create(`Tide table ${n}`);
  expect(await refreshStatistics(own.api.scope)).toBe(true);
  expect(await count('tide')).toBe(4);
});

test('with statistics the last word is a beginning, however short, and even when it is a stop word', async () => {
  expect(await titles('off')).toContain('Offline mode');
  expect(await titles('o')).toContain('Offline mode');
  await create('Access for our IT department');
  expect(await titles('IT')).toContain('Access for our IT department');
  // nothing counted it yet
  await create('Quarantine flags');
  expect((await titles('quaran', 'likeness'))[0]).toBe('Quarantine flags');
  expect((await titles('flags of quar', 'search_order'))[0]).toBe('Quarantine flags');
});
