import { expect, test } from 'vitest';
import { chartMarks } from './markPlaces.ts';

const mark = (starts_on: string, ends_on = starts_on) => ({ name: 'Release', starts_on, ends_on });
const months = ['2026-05-01', '2026-06-01', '2026-07-01', '2026-08-01'];
const places = (marks: ReturnType<typeof mark>[], dates = months) =>
  chartMarks(marks, dates).map(({ from, to }) => [from, to]);

test('a day is a line at its place between the first days of periods, a longer time a band with its last day', () => {
  expect(places([mark('2026-06-01')])).toEqual([[1, 1]]);
  expect(places([mark('2026-06-16')])).toEqual([[1.5, 1.5]]);
  expect(places([mark('2026-06-01', '2026-06-30')])).toEqual([[1, 2]]);
  expect(places([mark('2026-05-16', '2026-07-31')])[0]![1]).toBe(3);
});

test('what begins before or ends behind the chart is drawn as far as it goes, what lies outside is not', () => {
  const [[from, to]] = places([mark('2026-04-01', '2026-09-30')]) as [[number, number]];
  expect(from).toBeLessThan(0);
  expect(to).toBeGreaterThan(3);
  expect(places([mark('2025-01-01'), mark('2027-01-01')])).toEqual([]);
  expect(places([mark('2026-06-01')], ['2026-06-01'])).toEqual([]);
});
