import { expect, test } from 'vitest';
import { randomFor } from './random.ts';

const some = (seed: number, subject: string) => {
  const random = randomFor(seed, subject);
  return Array.from({ length: 50 }, () => random.next());
};

test('the same seed and subject give the same numbers, others give others', () => {
  expect(some(1, 'a')).toEqual(some(1, 'a'));
  expect(some(1, 'a')).not.toEqual(some(2, 'a'));
  expect(some(1, 'a')).not.toEqual(some(1, 'b'));
});

test('numbers lie from 0 to below 1 and spread evenly', () => {
  const random = randomFor(7, 'spread');
  const counts = Array.from({ length: 10 }, () => 0);
  const values = Array.from({ length: 10_000 }, () => random.next());
  for (const value of values) counts[Math.floor(value * 10)] = (counts[Math.floor(value * 10)] ?? 0) + 1;
  expect(values.filter((value) => value < 0 || value >= 1)).toEqual([]);
  expect(Math.min(...counts)).toBeGreaterThan(850);
});

test('a shuffle keeps every item and leaves the list alone', () => {
  const list = [1, 2, 3, 4, 5];
  expect([...randomFor(3, 'x').shuffle(list)].sort((a, b) => a - b)).toEqual(list);
  expect(list).toEqual([1, 2, 3, 4, 5]);
  expect(() => randomFor(1, 'x').pick([])).toThrow(RangeError);
});
