import { describe, expect, test } from 'vitest';
import { MONTHS, revenueSteps } from './revenueSteps.ts';
import type { RevenueEntry } from './revenueSteps.ts';

const words = {
  month: (date: Date) => ({ short: date.toISOString().slice(0, 7), name: date.toISOString().slice(0, 7) }),
  change: ({ change, revenue }: RevenueEntry) => ({ short: change, text: `${change} ${String(revenue)}` }),
};
const now = new Date('2026-11-28T10:00:00Z');
const entries: RevenueEntry[] = [
  { since: '2026-10-31T23:59:59Z', revenue: 0, change: 'lost' },
  { since: '2026-03-15T00:00:00Z', revenue: 300, change: 'raised' },
  { since: '2026-03-01T00:00:00Z', revenue: 200, change: 'same' },
  { since: '2026-01-01T00:00:00Z', revenue: 200, change: 'first' },
];

describe('revenue as steps', () => {
  test('each month has what stood at its end; before the first entry nothing is known', () => {
    const { periods, values, changes } = revenueSteps(entries, now, false, words);
    expect(periods).toHaveLength(MONTHS);
    expect([periods[0]!.short, periods.at(-1)!.short]).toEqual(['2025-06', '2026-11']);
    expect(values.slice(-12)).toEqual([null, 200, 200, 300, 300, 300, 300, 300, 300, 300, 0, 0]);
    expect(values.slice(0, -12).every((value) => value === null)).toBe(true);
    // what stayed the same is no change
    expect(changes).toEqual([
      { index: 7, short: 'first', text: 'first 200' },
      { index: 9, short: 'raised', text: 'raised 300' },
      { index: 16, short: 'lost', text: 'lost 0' },
    ]);
  });

  test('all begins with the first entry, at most ten years ago; without entries two months are drawn', () => {
    expect(revenueSteps(entries, now, true, words).periods).toHaveLength(11);
    const old = [{ since: '1999-01-01T00:00:00Z', revenue: 5, change: 'first' }];
    const long = revenueSteps(old, now, true, words);
    expect(long.periods).toHaveLength(120);
    expect(long.values.every((value) => value === 5)).toBe(true);
    expect(long.changes).toEqual([]);
    expect(revenueSteps([], now, true, words).values).toEqual([null, null]);
  });
});
