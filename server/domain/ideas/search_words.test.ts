import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildForum } from '../../db/builders.ts';
import { openTestDatabase, type TestDatabase } from '../../db/testing.ts';
import { seekDuplicates } from '../merge/candidate_search.ts';
import { openWorkspace, type TestWorkspace } from '../../testing/workspace.ts';
import { refreshStatistics } from './search_statistics.ts';
import { backfillWords } from './search_words.ts';

let database: TestDatabase;
let own: TestWorkspace;
let other: TestWorkspace;
let forum: { id: string };
let mobile: { id: string };
const ids = new Map<string, string>();

const create = async (
  workspace: TestWorkspace,
  forumId: string,
  title: string,
  body?: string,
): Promise<string> => {
  const { idea } = await workspace.api.data<{ idea: { id: string } }>(
    'mutation ($title: String!, $forum: ID!, $body: String) { idea: suggestion_create(title: $title, links: { forum: $forum }, body: $body) { id } }',
    { title, forum: forumId, body },
  );
  ids.set(title, idea.id);
  return idea.id;
};
/** What the background job does with texts that are new or changed. */
const work = async (workspace: TestWorkspace): Promise<void> => {
  while ((await backfillWords(workspace.api.scope)) > 0);
  await refreshStatistics(workspace.api.scope);
  while ((await seekDuplicates(workspace.api.scope, 50)) > 0);
};

const INVOICES = ['Invoice per site', 'Attach photos to the invoice', 'Second address for invoices'];

beforeAll(async () => {
  database = await openTestDatabase();
  [own, other] = [await openWorkspace(database), await openWorkspace(database)];
  [forum, mobile] = [await buildForum(database, own.tenant), await buildForum(database, own.tenant)];
  for (const title of INVOICES) await create(own, forum.id, title);
  await create(
    own,
    forum.id,
    'Voice notes',
    `${'Hands are dirty on the roof. '.repeat(20)}A <b>gondola</b> swings.`,
  );
  await create(own, mobile.id, 'Dark calendar on the phone');
  await create(own, mobile.id, 'Сводка расходов по проектам');
  await create(own, mobile.id, '請求書の自動送信を追加');
  await create(own, mobile.id, 'Überfahrt mit der Fähre');
  await create(other, (await buildForum(database, other.tenant)).id, 'Zeppelin hangar');
  await work(own);
  await work(other);
});
afterAll(() => database.close());

interface Found {
  suggestions: {
    total_records: number;
    search_extensions: { word: string; near: string[] }[];
    records: { title: string; excerpt: string | null }[];
  };
}
const search = async (q: string, further: Record<string, unknown> = {}): Promise<Found['suggestions']> =>
  (
    await own.api.data<Found>(
      'query ($query: SuggestionListInput) { suggestions(query: $query) { total_records search_extensions { word near } records { title excerpt } } }',
      { query: { q, ...further } },
    )
  ).suggestions;
const titles = async (q: string, further: Record<string, unknown> = {}): Promise<string[]> =>
  (await search(q, further)).records.map(({ title }) => title).toSorted();

test('one typing error of any kind is forgiven from five letters on, and the answer says what was looked for', async () => {
  for (const q of ['invoce', 'invoicce', 'invpice', 'inovice', 'INVOCE', 'invoce?', 'the invoce'])
    expect(await titles(q), q).toEqual([...INVOICES].toSorted());
  expect(await search('invoce')).toMatchObject({
    total_records: 3,
    search_extensions: [{ word: 'invoce', near: ['invoice'] }],
  });
  // two errors, four letters, digits, a word with hits
  for (const q of ['invce', 'voic', 'voce', 'invo1ce', 'inovcie']) {
    const found = await search(q);
    expect(found.search_extensions, q).toEqual([]);
    if (q !== 'voic') expect(found.records, q).toEqual([]);
  }
  expect((await search('invoice')).search_extensions).toEqual([]);
  expect((await search('invoicing')).search_extensions).toEqual([]);
});

test('the last word is a beginning as typed; one with an error is the beginning of a word from six letters on', async () => {
  expect(await search('calen')).toMatchObject({ total_records: 1, search_extensions: [] });
  expect(await search('calnda')).toMatchObject({
    total_records: 1,
    search_extensions: [{ word: 'calnda', near: ['calendar'] }],
  });
  // a sign behind it ends the word
  expect(await titles('calnda?')).toEqual([]);
});

test('other alphabets are compared by their own letters; scripts of syllables are not', async () => {
  expect(await titles('расхидов')).toEqual(['Сводка расходов по проектам']);
  expect(await titles('uberfahrt')).toEqual(['Überfahrt mit der Fähre']);
  expect(await search('請求書の自動送信を追')).toMatchObject({ search_extensions: [] });
  expect(await search('請求書の自動送倍を追加')).toMatchObject({ total_records: 0, search_extensions: [] });
});

test('in every order, beside filters, in totals and selections the same ideas are meant', async () => {
  for (const sort of [undefined, 'search_order', '-votes_count', 'title'])
    expect(await titles('invoce', sort === undefined ? {} : { sort }), sort).toEqual(
      [...INVOICES].toSorted(),
    );
  expect(await titles('invoce', { forum: [mobile.id] })).toEqual([]);
  expect(await titles('invoce', { forum: [forum.id] })).toEqual([...INVOICES].toSorted());
  expect(await titles('invoce site', { sort: '-votes_count' })).toEqual(['Invoice per site']);
  expect((await titles('invoce site'))[0]).toBeDefined();
  expect((await search('site invoce')).records[0]!.title).toBe('Invoice per site');
  const { done } = await own.api.data<{ done: { changed_count: number } }>(
    'mutation ($owner: ID!) { done: suggestions_bulk_assign(select_all: true, filter: { q: "invoce" }, assigned_owner: $owner) { changed_count } }',
    { owner: own.api.scope.viewer.user_id },
  );
  expect(done.changed_count).toBe(3);
});

test('a literal search takes each word as it is', async () => {
  expect(await search(':invoce')).toMatchObject({ total_records: 0, search_extensions: [] });
  expect(await titles(':invoic')).toEqual([...INVOICES].toSorted());
});

test('words are those of the own workspace', async () => {
  expect(await search('zepelin')).toMatchObject({ total_records: 0, search_extensions: [] });
});

test('a hundred words that nobody wrote are looked for as any are, and five of them extended', async () => {
  const many = Array.from(
    { length: 100 },
    (_, n) => `calendr${String.fromCodePoint(97 + (n % 26), 97 + Math.floor(n / 26))}`,
  );
  const statements: number[] = [];
  const before = Date.now();
  const found = await search(['invoce', 'calender', ...many].join(' ').slice(0, 400));
  statements.push(Date.now() - before);
  expect(found.search_extensions.length).toBeLessThanOrEqual(5);
  expect(found.total_records).toBe(4);
});

test('the excerpt of what a search found begins shortly before the first hit', async () => {
  const [voice] = (await search('gondolas')).records;
  expect(voice!.excerpt).toBe('… are dirty on the roof. A <b>gondola</b> swings.');
  expect((await search('gondla', { sort: '-votes_count' })).records[0]!.excerpt).toContain('gondola');
  expect((await search('voice')).records[0]!.excerpt).toMatch(/^Hands are dirty/);
  const { plain } = await own.api.data<{ plain: { excerpt: string } }>(
    'query ($id: ID!) { plain: suggestion(id: $id) { excerpt } }',
    { id: ids.get('Voice notes') },
  );
  expect(plain.excerpt).toMatch(/^Hands are dirty/);
});

test('words come with the texts that are written, at whatever time, and go when no idea holds them any more', async () => {
  const words = async (): Promise<Record<string, number>> =>
    Object.fromEntries(
      (
        await own.rows<{ word: string; n: number }>(
          "select word, ideas_count as n from search_words where subdomain_id = $1 and word in ('invoice', 'drawbridge', 'rotor')",
          own.tenant.id,
        )
      ).map(({ word, n }) => [word, n]),
    );
  expect(await words()).toEqual({ invoice: 2 });
  const id = await create(own, forum.id, 'Drawbridge');
  while ((await seekDuplicates(own.api.scope, 50)) > 0);
  expect(await words()).toEqual({ invoice: 2, drawbridge: 1 });
  expect(await titles('drawbrigde')).toEqual(['Drawbridge']);
  await own.api.data('mutation ($id: ID!) { suggestion_update(id: $id, title: "Rotor") { id } }', { id });
  await database.pool.query("update search_statistics set counted_at = now() - interval '2 days'");
  await work(own);
  expect(await words()).toEqual({ invoice: 2, rotor: 1 });
});

test('ideas that were there before words were kept are read once, in batches', async () => {
  const old = await openWorkspace(database);
  await create(old, (await buildForum(database, old.tenant)).id, 'Lighthouse keeper');
  await database.pool.query('delete from duplicate_searches where subdomain_id = $1', [old.tenant.id]);
  expect(await backfillWords(old.api.scope)).toBe(0);
  await database.pool.query('insert into search_word_backfills values ($1, 0)', [old.tenant.id]);
  expect(await backfillWords(old.api.scope)).toBe(1);
  expect(await backfillWords(old.api.scope)).toBe(0);
  expect(
    (
      await old.rows<{ word: string }>(
        'select word from search_words where subdomain_id = $1 order by 1',
        old.tenant.id,
      )
    ).map(({ word }) => word),
  ).toEqual(['keeper', 'lighthouse']);
});

interface Nearest {
  search_nearest: {
    all_ideas_count: number;
    words: { word: string; near: string; q: string; ideas_count: number }[];
    close: { title: string }[];
  };
}
const nearest = async (q: string, filter?: Record<string, unknown>): Promise<Nearest['search_nearest']> =>
  (
    await own.api.data<Nearest>(
      'query ($q: String!, $filter: SuggestionFilter) { search_nearest(q: $q, filter: $filter) { all_ideas_count words { word near q ideas_count } close { title } } }',
      { q, filter },
    )
  ).search_nearest;

test('where nothing is found the nearest words are offered with their ideas, and ideas close in meaning', async () => {
  const found = await nearest('big invoycs');
  expect(found.words[0]).toEqual({ word: 'invoycs', near: 'invoice', q: 'big invoice', ideas_count: 3 });
  expect(found.close.length).toBeGreaterThan(0);
  expect(found.close.length).toBeLessThanOrEqual(3);
  for (const { title } of found.close) expect(INVOICES).toContain(title);
  expect(await nearest(':invoyces')).toMatchObject({
    all_ideas_count: 0,
    words: [{ near: 'invoices', q: 'invoices', ideas_count: 3 }],
  });
  expect(await nearest('qqqqqqq')).toEqual({ all_ideas_count: 0, words: [], close: [] });
  expect(await nearest('!?')).toMatchObject({ words: [] });
});

test('beside filters words count the ideas that these leave, and all that the search finds without them is told', async () => {
  expect(await nearest('invoce', { forum: [mobile.id] })).toMatchObject({ all_ideas_count: 3, words: [] });
  expect(await nearest('calandar', { forum: [forum.id] })).toMatchObject({ all_ideas_count: 1, words: [] });
  expect(await nearest('calandr', { forum: [mobile.id] })).toMatchObject({
    all_ideas_count: 0,
    words: [{ near: 'calendar', ideas_count: 1 }],
  });
});
