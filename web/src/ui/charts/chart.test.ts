import { expect, test } from 'vitest';
import { strFromU8, unzipSync } from 'fflate';
import { linePath, namedPeriods, periodAt, planChart, spread, trendPath, valueScale } from './chart.ts';
import type { ChartSeries } from './chart.ts';
import { chartRows, csvOf, workbookOf } from './chartFiles.ts';

const run = (values: (number | null)[], more: Partial<ChartSeries> = {}): ChartSeries => ({
  id: 'a',
  name: 'A',
  color: '#2B9281',
  values,
  ...more,
});
const box = { widthPx: 220, heightPx: 120 };
const sides = { left: 10, right: 10, top: 10, bottom: 10 };
const plan = (series: ChartSeries, fixed: number | null = null) =>
  planChart([series], series.values.length, 'large', box, sides, fixed);

test('a scale begins at 0, or below what is negative, ends at a round number, and holds where nothing is known', () => {
  expect(valueScale([run([18, 92])], 'large')).toEqual({ from: 0, to: 100, ticks: [0, 20, 40, 60, 80, 100] });
  expect(valueScale([run([-0.4, 0.3])], 'small')).toMatchObject({ from: -0.4, to: 0.4 });
  expect(valueScale([run([null, null])], 'small')).toMatchObject({ from: 0, to: 1 });
  expect(valueScale([run([0, 0])], 'large')).toMatchObject({ from: 0, to: 1 });
  expect(valueScale([run([3])], 'small', 100)).toMatchObject({ from: 0, to: 100 });
});

test('values stand over their period; bars have room at both ends; one value stands in the middle', () => {
  const line = plan(run([0, 50, 100]));
  expect([0, 1, 2].map(line.x)).toEqual([10, 110, 210]);
  expect([0, 50, 100].map(line.y)).toEqual([110, 60, 10]);
  const bars = plan(run([0, 50, 100], { kind: 'bar' }));
  expect(bars.x(0)).toBeGreaterThan(40);
  expect(plan(run([4])).x(0)).toBe(110);
  expect(periodAt(line, 3, 150)).toBe(1);
  expect(periodAt(line, 3, 900)).toBe(2);
});

test('a line is broken where no value is known, and fewer than three values have none', () => {
  const broken = run([1, 2, 3, null, 5, 6]);
  expect(linePath(plan(broken), broken).match(/M/g)).toHaveLength(2);
  const few = run([1, null, 3]);
  expect(linePath(plan(few), few)).toBe('');
  const steps = run([10, 20, 20], { kind: 'step' });
  // level until the next value, then straight up
  expect(linePath(plan(steps), steps)).toBe('M10,60L110,60L110,10L210,10L210,10');
});

test('[DEC-073] a trend line is straight and stops at 0', () => {
  const rising = plan(run([0, 50, 100]));
  expect(trendPath(rising, { slope: 50, intercept: 0 }, 3)).toBe('M10,110L210,10');
  // 0 at the second period
  expect(trendPath(rising, { slope: 50, intercept: -50 }, 3)).toBe('M110,110L210,60');
  expect(trendPath(rising, { slope: -50, intercept: 50 }, 3)).toBe('M10,60L110,110');
  expect(trendPath(rising, { slope: 0, intercept: 4 }, 1)).toBe('');
});

test('names at the ends of lines keep their order, do not cover one another, and stay inside', () => {
  expect(spread([50, 52, 10], 30, 0, 100)).toEqual([50, 80, 10]);
  expect(spread([90, 92], 30, 0, 100)).toEqual([70, 100]);
  expect(spread([], 30, 0, 100)).toEqual([]);
});

test('the last period is named, and as many before it as have room', () => {
  expect(namedPeriods(12, 800)).toHaveLength(12);
  expect(namedPeriods(12, 300)).toEqual([2, 5, 8, 11]);
  expect(namedPeriods(1, 10)).toEqual([0]);
});

test('[DEC-140] values are handed out as CSV and as a workbook; a name that begins like a formula is a text', () => {
  const rows = chartRows(
    [
      { short: 'Jan', name: 'January' },
      { short: 'Feb', name: 'February' },
    ],
    [run([1.5, null], { name: '=1+1' })],
  );
  expect(csvOf(rows)).toBe("\ufeffPeriod,'=1+1\r\nJanuary,1.5\r\nFebruary,\r\n");
  const parts = unzipSync(workbookOf(rows));
  expect(Object.keys(parts).toSorted()).toContain('xl/workbook.xml');
  const sheet = strFromU8(parts['xl/worksheets/sheet1.xml']!);
  expect(sheet).toContain('<c r="B2"><v>1.5</v></c>');
  expect(sheet).toContain('t="inlineStr"><is><t xml:space="preserve">=1+1</t>');
});
