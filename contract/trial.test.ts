import { expect, test } from 'vitest';
import { trialDaysLeft, trialDaysWord } from './trial.ts';

const now = new Date('2026-03-01T12:00:00Z');

test('[SCOPE-035] days left are whole days up, never below 0', () => {
  expect(trialDaysLeft('2026-03-11T12:00:00Z', now)).toBe(10);
  expect(trialDaysLeft('2026-03-11T12:00:01Z', now)).toBe(11);
  expect(trialDaysLeft('2026-03-01T12:00:01Z', now)).toBe(1);
  expect(trialDaysLeft('2026-03-01T12:00:00Z', now)).toBe(0);
  expect(trialDaysLeft('2025-03-01T12:00:00Z', now)).toBe(0);
});

test('without a readable end there is no count', () => {
  expect(trialDaysLeft(null, now)).toBe(null);
  expect(trialDaysLeft('soon', now)).toBe(null);
});

test('[SCOPE-036] the word is DAY at 1 and DAYS otherwise', () => {
  expect([0, 1, 2].map(trialDaysWord)).toEqual(['DAYS', 'DAY', 'DAYS']);
});
