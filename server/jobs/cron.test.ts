import { expect, test } from 'vitest';
import { nextRun } from './cron.ts';
import { schedule } from './tasks.ts';

const at = (text: string): Date => new Date(text);

test('the next moment of a cron expression, in UTC', () => {
  const now = at('2026-03-31T10:17:30Z');
  expect(nextRun('17 * * * *', now)).toEqual(at('2026-03-31T11:17:00Z'));
  expect(nextRun('18 * * * *', now)).toEqual(at('2026-03-31T10:18:00Z'));
  expect(nextRun('11 2 * * *', now)).toEqual(at('2026-04-01T02:11:00Z'));
  expect(nextRun('3-59/10 * * * *', now)).toEqual(at('2026-03-31T10:23:00Z'));
  expect(nextRun('*/15 * * * *', now)).toEqual(at('2026-03-31T10:30:00Z'));
  expect(nextRun('5/20 0,12 * * *', now)).toEqual(at('2026-03-31T12:05:00Z'));
  expect(nextRun('0 8 * * 1', now)).toEqual(at('2026-04-06T08:00:00Z'));
  expect(nextRun('0 0 1 * *', now)).toEqual(at('2026-04-01T00:00:00Z'));
});

test('what cannot be read, or never comes, is said', () => {
  expect(() => nextRun('17 * * *', new Date())).toThrow('no cron expression of five fields');
  expect(() => nextRun('x * * * *', new Date())).toThrow('"x" is no part');
  expect(() => nextRun('0 0 31 2 *', at('2026-01-01T00:00:00Z'))).toThrow('does not come within a month');
});

test('every job that comes again has a next time', () => {
  for (const { cron } of schedule) expect(nextRun(cron, at('2026-01-31T23:59:00Z')).getTime()).toBeGreaterThan(at('2026-01-31T23:59:00Z').getTime());
});
