import { expect, test } from 'vitest';
import { createGate, createGates, GateFull } from './gate.ts';

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

test('with a gate for each key nobody waits for those of another key', async () => {
  const gates = createGates({ atOnce: 1, waiting: 1 });
  const ends: (() => void)[] = [];
  const stay = (): Promise<void> =>
    new Promise<void>((end) => {
      ends.push(end);
    });
  const all = [gates('a', stay), gates('a', stay)];
  await expect(gates('a', stay)).rejects.toThrow(GateFull);
  expect(await gates('b', () => Promise.resolve('passed'))).toBe('passed');
  for (let n = 0; n < 2; n += 1) {
    ends[n]!();
    await all[n];
  }
  expect(await gates('a', () => Promise.resolve('free again'))).toBe('free again');
});
