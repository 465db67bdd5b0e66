import { expect, test } from 'vitest';
import { suggestTitle } from './title_suggestion.ts';

test('the wish comes without its wrapping', () => {
  const cases: [string, string][] = [
    ['It would be great if we could export work orders to CSV.', 'Export work orders to CSV'],
    ['Hi team, please add a dark mode for the dispatch board!', 'Add a dark mode for the dispatch board'],
    ['We would love to see recurring visits in the calendar', 'Recurring visits in the calendar'],
    ['Is there a way to merge two customers?', 'Merge two customers'],
    ['offline checklists', 'Offline checklists'],
  ];
  for (const [text, title] of cases) expect(suggestTitle(text)).toBe(title);
});

test('small talk is passed over for the clause that tells most', () => {
  expect(
    suggestTitle(
      'Thanks for the quick answer! Love it. When a technician finishes a job, the customer should get the signed report by mail. Best, Ann',
    ),
  ).toBe('When a technician finishes a job, the customer should get the signed report by mail');
  expect(suggestTitle('Agree with the above. Parts running low must warn the planner. Thanks!')).toBe(
    'Parts running low must warn the planner',
  );
});

test('a title has at most 140 characters, ends with a whole word, and not with one that leaves it hanging', () => {
  const text =
    'Show the travel time between two visits on the board so that planners can see at once whether the technician will be late for the second one and which other technician is near enough to take it over';
  const title = suggestTitle(text);
  expect(title.length).toBeLessThanOrEqual(140);
  expect(text.startsWith(title)).toBe(true);
  expect(text[title.length]).toBe(' ');
  expect(title).not.toMatch(/ (?:the|for|and|so|that|which|is|to)$/i);
});

test('the first letter is a capital, also outside ASCII, and marks at the end go', () => {
  expect(suggestTitle('über die suche nach seriennummern …')).toBe('Über die suche nach seriennummern');
  expect(suggestTitle('"faster search",')).toBe('Faster search');
});

test('a text that is all wrapping is kept rather than lost', () => {
  expect(suggestTitle('please')).toBe('Please');
  expect(suggestTitle('I would like to')).not.toBe('');
});

test('no word, no title', () => {
  for (const text of ['', '   ', '!!!', '…\n—']) expect(suggestTitle(text)).toBe('');
});

test('an endless word is no title, and endless text is no trouble', () => {
  expect(suggestTitle('x'.repeat(500))).toHaveLength(0);
  expect(suggestTitle('word '.repeat(100_000)).length).toBeLessThanOrEqual(140);
  expect(suggestTitle('I would really '.repeat(5_000)).length).toBeLessThanOrEqual(140);
});

test('the same text always gives the same title', () => {
  const text = 'Two things. The map is slow. The map should remember its zoom.';
  expect(suggestTitle(text)).toBe(suggestTitle(text));
});
