import { expect, test } from 'vitest';
import { createGate, GateFull } from './gate.ts';

test('as many work at once as there is room, others follow in their order, too many are refused', async () => {
  const gate = createGate({ atOnce: 2, waiting: 2 });
  const ends: (() => void)[] = [];
  const began: number[] = [];
  const run = (n: number): Promise<number> =>
    gate(async () => {
      began.push(n);
      await new Promise<void>((end) => {
        ends.push(end);
      });
      return n;
    });
  const all = [run(1), run(2), run(3), run(4)];
  await expect(run(5)).rejects.toThrow(GateFull);
  expect(began).toEqual([1, 2]);
  ends[0]!();
  await all[0];
  expect(began).toEqual([1, 2, 3]);
  ends[1]!();
  await all[1];
  ends[2]!();
  ends[3]!();
  expect(await Promise.all(all)).toEqual([1, 2, 3, 4]);
});

test('a failure gives its place back', async () => {
  const gate = createGate({ atOnce: 1, waiting: 0 });
  await expect(gate(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await gate(() => Promise.resolve('yes'))).toBe('yes');
});
