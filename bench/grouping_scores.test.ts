import { expect, test } from 'vitest';
import { groupingScores } from './grouping_scores.ts';

const labels = ['a', 'a', 'a', 'b', 'b', 'b', 'c', 'c', 'c'];

test('the same groups under other numbers are perfect', () => {
  expect(groupingScores(labels, [7, 7, 7, 2, 2, 2, 0, 0, 0])).toEqual({
    nmi: expect.closeTo(1) as number,
    ari: expect.closeTo(1) as number,
    acc: 1,
  });
});

test('one group for all tells nothing; each text by itself is right once a label', () => {
  const one = groupingScores(
    labels,
    labels.map(() => 0),
  );
  expect(one.nmi).toBeCloseTo(0);
  expect(one.ari).toBeCloseTo(0);
  expect(one.acc).toBeCloseTo(3 / 9);
  expect(
    groupingScores(
      labels,
      labels.map((_, i) => i),
    ).acc,
  ).toBeCloseTo(3 / 9);
});

test('figures of a small table that were worked out by hand', () => {
  // table: a 2 1 0, b 0 3 0, c 0 1 2
  const { nmi, ari, acc } = groupingScores(labels, [0, 0, 1, 1, 1, 1, 1, 2, 2]);
  const h = (counts: number[]): number => -counts.reduce((sum, x) => sum + (x / 9) * Math.log(x / 9), 0);
  const shared =
    (2 / 9) * Math.log((2 * 9) / (3 * 2)) * 2 +
    (1 / 9) * Math.log(9 / (3 * 5)) * 2 +
    (3 / 9) * Math.log((3 * 9) / (3 * 5));
  expect(nmi).toBeCloseTo((2 * shared) / (h([3, 3, 3]) + h([2, 5, 2])));
  // pairs together in both: 1 + 3 + 1; by labels 9, by groups 12, of 36
  expect(ari).toBeCloseTo((5 - (9 * 12) / 36) / ((9 + 12) / 2 - (9 * 12) / 36));
  expect(acc).toBeCloseTo(7 / 9);
});
