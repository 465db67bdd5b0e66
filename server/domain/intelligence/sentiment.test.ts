import { expect, test } from 'vitest';
import { meanOf, sentimentOf } from './sentiment.ts';

test('[ENT-010] texts are scored from -1 to 1 by how people feel in them', () => {
  expect(sentimentOf('I love the new planner, it is great!')).toBeGreaterThan(0.25);
  expect(sentimentOf('This is terrible, it crashes and I hate it.')).toBeLessThan(-0.25);
  expect(sentimentOf('The export is not good.')).toBeLessThan(0);
  expect(sentimentOf('😡😡😡')).toBeLessThan(0);
  for (const text of ['amazing '.repeat(500), 'awful '.repeat(500)])
    expect(Math.abs(sentimentOf(text)!)).toBeLessThanOrEqual(1);
});

test('what says nothing of it has no score: facts, wishes, other languages, no text', () => {
  for (const text of [
    'Export the invoices of a month as CSV',
    'We would like to choose columns',
    'I’d love to see totals per week',
    'Das ist schrecklich und stürzt ab',
    '請支援深色模式',
    '',
    '   ',
  ])
    expect(sentimentOf(text), text).toBeNull();
});

test('words of the language itself do no harm, and long runs of signs cost nothing', () => {
  for (const text of ['constructor name', 'The constructor is toString __proto__ valueOf', 'hasOwnProperty'])
    expect(sentimentOf(text), text).toBeNull();
  for (const unit of ['a', '1', '_', '#', '$1', 'a.', '1a']) {
    const began = performance.now();
    sentimentOf(unit.repeat(100_000));
    sentimentOf(`${unit.repeat(28)} `.repeat(5_000));
    // it took 100 ms for 2,000 such letters in one run, and four times as long for twice as many
    expect(performance.now() - began, unit).toBeLessThan(1_000);
  }
});

test('a mean has two decimals, and none without scores', () => {
  expect(meanOf([0.5, -0.25, 0.1])).toBe(0.12);
  expect(meanOf([])).toBeNull();
});
