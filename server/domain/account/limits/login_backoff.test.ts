import { expect, test } from 'vitest';
import { delaySeconds } from './login_backoff.ts';

test('gate 5: the delay begins after the free tries, doubles from 1 s and ends at 15 minutes', () => {
  expect([1, 2, 3].map((failures) => delaySeconds(failures, 3))).toEqual([0, 0, 0]);
  expect([4, 5, 6, 7, 8].map((failures) => delaySeconds(failures, 3))).toEqual([1, 2, 4, 8, 16]);
  expect(delaySeconds(13, 3)).toBe(512);
  expect(delaySeconds(14, 3)).toBe(900);
  expect(delaySeconds(1_000_000, 3)).toBe(900);
});
