import { expect, test } from 'vitest';
import { LIKE_SCORE, queryOf, rankForms, rarityAmong } from './ranking.ts';
import { hashOf, isReadable, plainTitleOf, stemsOf, textFormOf } from './text_form.ts';

const TEXTS: readonly [id: string, title: string, body: string | null][] = [
  ['1', 'Dark mode for the web app', 'Night shifts are hard on the eyes.'],
  ['2', 'Export work orders to CSV', 'Finance wants a file every month.'],
  ['3', 'Download reports as spreadsheet', 'Exporting the report to CSV or Excel, with the filters kept.'],
  [
    '4',
    'Offline checklists on the phone',
    'No reception in basements, so the app must keep checklists offline.',
  ],
  ['5', 'Sync technicians with Google Calendar', null],
  ['6', 'Calendar view of all jobs of a week', 'A board with days as columns.'],
  [
    '7',
    'Customer signature on the visit report',
    'Signed with a finger on the tablet, and printed below the report.',
  ],
  [
    '8',
    'Remind customers of their appointment',
    'A text message on the day before, since one in ten forgets it.',
  ],
];
const ideas = TEXTS.map(([id, title, body]) => ({ id, form: textFormOf(title, body) }));
const rarity = rarityAmong(ideas.map(({ form }) => form));
const idsFor = (title: string, body: string | null = null, begun: string[] = []) =>
  rankForms(queryOf(title, body, rarity, begun), ideas).map(({ id }) => id);
const likely = (title: string) =>
  rankForms(queryOf(title, null, rarity), ideas)
    .filter(({ score }) => score >= LIKE_SCORE)
    .map(({ id }) => id);

test('a form is small, the same for the same texts, and says which version wrote it', () => {
  expect(textFormOf('Export work orders', 'As a file')).toEqual(
    textFormOf('Export work orders', 'As a file'),
  );
  expect(textFormOf('Offline checklists on the phone', null).length).toBeLessThan(144);
  expect(isReadable(textFormOf('', null))).toBe(true);
  expect(isReadable(null)).toBe(false);
  expect(isReadable(Buffer.from([0, 0, 1]))).toBe(false);
  const later = Buffer.from(textFormOf('Export', null));
  later[0] = 2;
  expect(isReadable(later)).toBe(false);
  expect(plainTitleOf(textFormOf('  dark mode FOR the web app! ', null))).toBe(plainTitleOf(ideas[0]!.form));
});

test('the idea that says the same in other forms comes first', () => {
  expect(idsFor('exporting work order lists as a csv file')[0]).toBe('2');
  expect(idsFor('Use checklists without reception')[0]).toBe('4');
  expect(idsFor('Google calendar synchronisation')[0]).toBe('5');
  expect(idsFor('Excel with filters')[0]).toBe('3');
});

test('the same title comes before everything, whatever else an idea holds', () => {
  expect(rankForms(queryOf('dark mode FOR the web app!', null, rarity), ideas)[0]).toMatchObject({ id: '1' });
  const again = [...ideas, { id: '9', form: textFormOf('Report', null) }];
  expect(rankForms(queryOf('report', null, rarity), again)[0]!.id).toBe('9');
});

test('a misspelled title is found by its letters', () => {
  expect(idsFor('Calender veiw of jobs')[0]).toBe('6');
  expect(idsFor('Ofline cheklists on phones')[0]).toBe('4');
});

test('an open last word counts as each word that begins so, a stop word too', () => {
  expect(idsFor('spreadsh', null, ['spreadsheet'])[0]).toBe('3');
  expect(idsFor('off', null, ['offlin', 'offic'])[0]).toBe('4');
  expect(idsFor('goog')).not.toContain('3');
});

test('a description tells apart what a short title does not', () => {
  expect(
    idsFor('A reminder', 'Customers forget their appointment; send a text message on the day before.')[0],
  ).toBe('8');
  expect(idsFor('Report', 'Our customer signs with a finger on the tablet')[0]).toBe('7');
});

test('from the score of likeness on a sentence finds its idea, and one about nothing here finds none', () => {
  expect(likely('We need to export our work orders as a CSV file for the accountant')[0]).toBe('2');
  expect(
    likely(
      'Our people stand in basements without reception and cannot open their checklists on the phone',
    )[0],
  ).toBe('4');
  expect(likely('Thanks for the quick answer, my colleague was very happy with the support')).toEqual([]);
  expect(likely('The weather on site was bad all morning')).toEqual([]);
});

test('nothing finds nothing, ties are in a fixed order, and long hostile texts are bounded', () => {
  expect(idsFor('')).toEqual([]);
  expect(idsFor('?!')).toEqual([]);
  const twins = ['9', '10', '11'].map((id) => ({ id, form: textFormOf('Calendar', null) }));
  expect(rankForms(queryOf('calendar', null, rarity), twins).map(({ id }) => id)).toEqual(['11', '10', '9']);
  const body = Array.from({ length: 50_000 }, (_, i) => `word${i}`).join(' ');
  expect(stemsOf(textFormOf('calendar '.repeat(10_000), body))).toBeLessThanOrEqual(1_000);
  expect(rankForms(queryOf('calendar '.repeat(100_000), body, rarity), ideas)[0]!.score).toBeGreaterThan(0);
});

test('hashes lie within 32 bits and differ', () => {
  const hashes = ['export', 'exports', 'отчёт', '', '😀'].map(hashOf);
  expect(new Set(hashes).size).toBe(hashes.length);
  for (const hash of hashes) expect(hash).toBe(hash >>> 0);
});
