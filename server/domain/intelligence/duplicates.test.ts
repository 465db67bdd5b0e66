import { expect, test } from 'vitest';
import { MAX_CANDIDATES, rankDuplicates } from './duplicates.ts';

const ideas = [
  { id: '1', title: 'Dark mode for the web app', body: 'Night shifts are hard on the eyes.' },
  { id: '2', title: 'Export work orders to CSV', body: 'Finance wants a file every month.' },
  { id: '3', title: 'Download reports as spreadsheet', body: 'Exporting the report to CSV or Excel, with the filters kept.' },
  { id: '4', title: 'Offline checklists on the phone', body: 'No reception in basements, so the app must keep checklists offline.' },
  { id: '5', title: 'Sync technicians with Google Calendar', body: null },
  { id: '6', title: 'Calendar view of all jobs of a week', body: 'A board with days as columns.' },
];
const idsFor = (text: string, options?: { isUnfinished?: boolean }) => rankDuplicates(text, ideas, options).map(({ id }) => id);

test('the idea that says the same in other forms comes first', () => {
  expect(idsFor('exporting work order lists as a csv file')[0]).toBe('2');
  expect(idsFor('Use checklists without reception')[0]).toBe('4');
  expect(idsFor('Google calendar synchronisation')[0]).toBe('5');
});

test('the body counts too', () => {
  expect(idsFor('Excel with filters')[0]).toBe('3');
});

test('what shares nothing is left out', () => {
  expect(idsFor('Dark mode')).toEqual(['1']);
  expect(idsFor('quarterly tax forms')).toEqual([]);
});

test('the same title is first and says so', () => {
  const [first] = rankDuplicates('  dark mode FOR the web app! ', ideas);
  expect(first).toMatchObject({ id: '1', score: 1, likeness: 1, reason: 'Same title' });
});

test('a misspelled title is found by its letters', () => {
  const [first] = rankDuplicates('Calender veiw of jobs', ideas);
  expect(first?.id).toBe('6');
  expect(rankDuplicates('Ofline cheklists on phones', ideas)[0]?.id).toBe('4');
});

test('an unfinished last word counts as the beginning of a longer one', () => {
  expect(idsFor('spreadsh', { isUnfinished: true })[0]).toBe('3');
  expect(rankDuplicates('goog', ideas, { isUnfinished: true })[0]?.shared_words).toEqual(['google']);
  // A space behind it says that the word is finished.
  expect(idsFor('goog ', { isUnfinished: true })).toEqual([]);
});

test('the reason names shared words as the idea writes them, the most telling first', () => {
  const [first] = rankDuplicates('export csv of work orders', ideas);
  expect(first?.shared_words).toContain('csv');
  expect(first?.reason).toMatch(/^Both speak of “.+” and “.+”$/);
});

test('scores fall from the first to the last and stay between 0 and 1', () => {
  const scores = rankDuplicates('calendar export for technicians, week view, csv', ideas).map(({ score }) => score);
  expect(scores.length).toBeGreaterThan(2);
  expect(scores).toEqual([...scores].sort((a, b) => b - a));
  expect(scores.every((score) => score > 0 && score <= 1)).toBe(true);
});

test('the same input gives the same order, and nothing gives nothing', () => {
  expect(rankDuplicates('calendar', ideas)).toEqual(rankDuplicates('calendar', ideas));
  expect(rankDuplicates('', ideas)).toEqual([]);
  expect(rankDuplicates('?!', ideas)).toEqual([]);
  expect(rankDuplicates('calendar', [])).toEqual([]);
});

test('a text of small words only is compared by its letters', () => {
  const found = rankDuplicates('what is this', [{ id: '1', title: 'What is this?', body: null }]);
  expect(found[0]?.reason).toBe('Same title');
});

test('long and hostile texts are bounded', () => {
  const many = Array.from({ length: 1000 }, (_, i) => ({ id: String(i), title: `calendar ${i}`, body: 'word '.repeat(50_000) }));
  const found = rankDuplicates('calendar '.repeat(100_000), many);
  expect(found.length).toBeLessThanOrEqual(MAX_CANDIDATES);
});
