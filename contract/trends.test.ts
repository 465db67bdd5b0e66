import { describe, expect, test } from 'vitest';
import { changeOf, isWithinNoise, rollingAverage, runningTotal, trendOf } from './trends.ts';

describe('[DEC-073] the line through a run', () => {
  test('is that of least squares over the index', () => {
    expect(trendOf([1, 3, 5, 7])).toEqual({ slope: 2, intercept: 1 });
    const { slope, intercept } = trendOf([2, 1, 4, 3]);
    expect([slope, intercept].map((value) => Math.round(value * 1000) / 1000)).toEqual([0.6, 1.6]);
  });
  test('leaves out what is not known; one value is level, none is nothing', () => {
    expect(trendOf([null, 3, null, 7])).toEqual({ slope: 2, intercept: 1 });
    expect(trendOf([null, 4])).toEqual({ slope: 0, intercept: 4 });
    expect(trendOf([])).toEqual({ slope: 0, intercept: 0 });
  });
});

test('[DEC-074] rolling mean over three periods, fewer at the start; running total', () => {
  expect(rollingAverage([3, 6, 9, 12, null, null, null])).toEqual([3, 4.5, 6, 9, 10.5, 12, null]);
  expect(runningTotal([1, null, 2, 3])).toEqual([1, 1, 3, 6]);
});

test('a slope that could be none is within noise', () => {
  expect(isWithinNoise([1, 2])).toBe(true);
  expect(isWithinNoise([5, 7, 4, 6, 5, 6, 4, 7, 5, 6, 5, 6])).toBe(true);
  expect(isWithinNoise([1, 3, 4, 6, 9, 10, 13, 13, 17, 18, 21, 22])).toBe(false);
  expect(isWithinNoise([2, 2, 2, 2])).toBe(true);
});

describe('a change', () => {
  test('of the level is found where it is, with what was before and after', () => {
    const found = changeOf([40, 42, 39, 41, 43, 40, 41, 39, 73, 75, 74, 72]);
    expect(found).toMatchObject({ index: 8, kind: 'level', before: 40.625, after: 73.5 });
    expect(found!.chance).toBeLessThanOrEqual(0.05);
  });
  test('of the slope is told from one of the level', () => {
    const found = changeOf([10, 11, 9, 10, 11, 10, 14, 19, 25, 29, 36, 40]);
    expect(found).toMatchObject({ kind: 'slope' });
    expect(found!.index).toBeGreaterThanOrEqual(4);
    expect(found!.index).toBeLessThanOrEqual(6);
    expect(found!.after).toBeGreaterThan(found!.before + 3);
  });
  test('is none in a steady rise, in a level, in fewer than six values', () => {
    expect(changeOf([1, 3, 4, 6, 9, 10, 13, 13, 17, 18, 21, 22])).toBeNull();
    expect(changeOf([5, 5, 5, 5, 5, 5, 5])).toBeNull();
    expect(changeOf([1, 1, 9, 9, 9])).toBeNull();
  });
  test('stands at its place where values lack, and is the same each time', () => {
    const values = [4, 5, null, 4, 5, 4, 20, 21, 19, 20, 22];
    expect(changeOf(values)).toMatchObject({ index: 6, kind: 'level' });
    expect(changeOf(values)).toEqual(changeOf(values));
  });
  test('is marked in at most one of twenty shuffled runs', () => {
    let state = 7;
    const random = (): number => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
    let marked = 0;
    const runs = 300;
    for (let run = 0; run < runs; run++) {
      // counts of all sizes, some with a few that are far above the others
      const values = Array.from({ length: 12 }, () => Math.floor(random() ** 3 * (10 + run)));
      if (changeOf(values) !== null) marked += 1;
    }
    expect(marked).toBeLessThanOrEqual(runs * 0.05);
    expect(marked).toBeGreaterThan(0);
  });
});
