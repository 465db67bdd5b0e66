import { expect, test } from 'vitest';
import { parseDate } from './dates.ts';

const now = new Date('2026-08-31T12:30:00.000Z');
const iso = (text: string, edge?: 'start' | 'end') => parseDate(text, now, edge)?.toISOString() ?? null;

test('[CONST-005] 6_months_ago is the same time six months earlier, on the last day a short month has', () => {
  expect(iso('6_months_ago')).toBe('2026-02-28T12:30:00.000Z');
  expect(parseDate('6_months_ago', new Date('2024-08-31T00:00:00Z'))?.toISOString()).toBe(
    '2024-02-29T00:00:00.000Z',
  );
});

test('[CONST-005] days, weeks, months and years count back, also in the singular and over a year’s end', () => {
  expect(iso('1_day_ago')).toBe('2026-08-30T12:30:00.000Z');
  expect(iso('90_days_ago')).toBe('2026-06-02T12:30:00.000Z');
  expect(iso('2_weeks_ago')).toBe('2026-08-17T12:30:00.000Z');
  expect(iso('9_months_ago')).toBe('2025-11-30T12:30:00.000Z');
  expect(iso('1_year_ago')).toBe('2025-08-31T12:30:00.000Z');
  expect(iso('0_days_ago')).toBe(now.toISOString());
});

test('a day stands for its first instant, or for its last at the end of a period', () => {
  expect(iso('2026-01-31')).toBe('2026-01-31T00:00:00.000Z');
  expect(iso('2026-01-31', 'end')).toBe('2026-01-31T23:59:59.999Z');
  expect(iso(' 2026-01-31 ')).toBe('2026-01-31T00:00:00.000Z');
});

test('a time is read with and without offset, seconds and fractions', () => {
  expect(iso('2026-01-31T10:00')).toBe('2026-01-31T10:00:00.000Z');
  expect(iso('2026-01-31 10:00:05')).toBe('2026-01-31T10:00:05.000Z');
  expect(iso('2026-01-31T10:00:05.1239Z')).toBe('2026-01-31T10:00:05.123Z');
  expect(iso('2026-01-31T10:00+02:00')).toBe('2026-01-31T08:00:00.000Z');
  expect(iso('2026-01-31T20:00:00-0500')).toBe('2026-02-01T01:00:00.000Z');
  expect(iso('2026-01-31T10:00', 'end')).toBe('2026-01-31T10:00:00.000Z');
});

test('what is no date is refused, also days that do not exist', () => {
  for (const text of [
    '',
    'yesterday',
    '2026-02-30',
    '2026-13-01',
    '2026-00-10',
    '0000-01-01',
    '31.01.2026',
    '2026-1-1',
    '2026-01-31T24:00',
    '2026-01-31T10:60',
    '2026-01-31T10:00+15:00',
    '6_months',
    '6 months ago',
    '-6_months_ago',
    '99999_years_ago',
    '1e3_days_ago',
    '2026-01-31T10:00:00Zjunk',
  ]) {
    expect([text, iso(text)]).toEqual([text, null]);
  }
});
