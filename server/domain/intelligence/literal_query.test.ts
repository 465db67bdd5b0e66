import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from '../../db/testing.ts';
import type { TestDatabase } from '../../db/testing.ts';
import { searchQueryOf, tsquerySql } from './literal_query.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase({ migrated: false });
});
afterAll(() => database.close());

/** Does the search find the text, as the product stores it: word forms and plain words in one vector? */
async function finds(q: string, text: string, isAll = false): Promise<boolean> {
  const query = searchQueryOf(q);
  if (!query) return false;
  const values = [text];
  const tsquery = tsquerySql(query, isAll, (value) => `$${values.push(value)}`);
  const { rows } = await database.pool.query<{ hit: boolean }>(
    `select (to_tsvector('english', $1) || to_tsvector('simple', $1)) @@ ${tsquery} as hit`,
    values,
  );
  return rows[0]?.hit ?? false;
}

test('[PERM-037] a colon in front asks for all words, each as a beginning', async () => {
  expect(searchQueryOf(':export csv')).toMatchObject({
    literal: true,
    text: "'export':* & 'csv':*",
    beginning: null,
  });
  expect(await finds(':export csv', 'Exporting to CSV files')).toBe(true);
  expect(await finds(':export xls', 'Exporting to CSV files')).toBe(false);
  expect(await finds(':csv the', 'Put the csv here')).toBe(true);
});

test('without a colon any word counts, in any form', async () => {
  expect(await finds('csv exports please', 'Exporting to spreadsheets')).toBe(true);
  expect(await finds('nothing alike', 'Exporting to spreadsheets')).toBe(false);
});

test('the last word counts as a beginning while it is typed', async () => {
  expect(await finds('spreadsh', 'Exporting to spreadsheets')).toBe(true);
});

test('the last word is a beginning too when it is short or one that the language drops', async () => {
  expect(await finds('sp', 'Exporting to spreadsheets')).toBe(true);
  expect(await finds('e', 'Exporting to spreadsheets')).toBe(true);
  expect(await finds('off', 'Offline checklists')).toBe(true);
  expect(await finds('IT', 'Access for our IT department')).toBe(true);
  expect(await finds('checklists off', 'Offline checklists', true)).toBe(true);
  expect(await finds('of reports', 'Offline checklists')).toBe(false);
});

test('all words are asked for in any of their forms, dropped words not, compounds whole or in their parts', async () => {
  expect(await finds('export invoices', 'Exporting an invoice', true)).toBe(true);
  expect(await finds('export invoices', 'Exporting a report', true)).toBe(false);
  expect(await finds('the export of invoices', 'Invoice exports', true)).toBe(true);
  expect(await finds('dead-line reminder', 'A reminder of each line that is dead', true)).toBe(true);
  expect(await finds('dead-line reminder', 'A line: a reminder', true)).toBe(false);
});

test('addresses and words with hyphens are found whole and in parts', async () => {
  expect(await finds(':e-mail', 'Send an e-mail to everybody')).toBe(true);
  expect(await finds(':ann@acme.io', 'Write to ann@acme.io today')).toBe(true);
  expect(await finds('follow-up', 'Remind me to follow up')).toBe(true);
  expect(await finds(':v2.1', 'Broken since v2.1 of the app')).toBe(true);
});

test('words of other scripts are found', async () => {
  expect(await finds('отчёт', 'Еженедельный отчёт')).toBe(true);
  expect(await finds(':größe', 'Die Größe der Schrift')).toBe(true);
});

test('nothing typed searches for nothing', () => {
  for (const q of ['', '  ', ':', ': ', '!?', '***', '\u0000', "'\\:&|!()<->"])
    expect([q, searchQueryOf(q)]).toEqual([q, null]);
});

test('no input breaks the query', async () => {
  for (const q of [
    "a'b",
    "it's",
    "a\\'b",
    '\\',
    ':a\\',
    ':*',
    ':a:*',
    'a & b | !c',
    'a <-> b',
    '(((',
    "');drop table x;--",
    'a\u0000b',
    'foo:*bar',
    "'''",
    `x${"'".repeat(300)}y`,
    'a '.repeat(5000),
    '😀 party',
    '\ud800x',
    '%_',
    ':!a&|b',
  ]) {
    for (const isAll of [false, true])
      await expect(finds(q, 'some text', isAll)).resolves.toBeTypeOf('boolean');
  }
});

test('a long query is cut to a bounded number of words', () => {
  const text = searchQueryOf(Array.from({ length: 300 }, (_, i) => `w${i}`).join(' '))?.text ?? '';
  expect(text.split(' | ').length).toBeLessThanOrEqual(32);
});
