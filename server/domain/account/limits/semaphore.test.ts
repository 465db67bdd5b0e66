import { describe, expect, test } from 'vitest';
import { createKeyedSemaphore, createSemaphore, TooManyWaiting } from './semaphore.ts';

test('as many work at once as there is room, others follow in their order, too many are refused', async () => {
  const gate = createSemaphore({ atOnce: 2, waiting: 2 });
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
  await expect(run(5)).rejects.toThrow(TooManyWaiting);
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
  const gate = createSemaphore({ atOnce: 1, waiting: 0 });
  await expect(gate(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await gate(() => Promise.resolve('yes'))).toBe('yes');
});

describe('a fair gate', () => {
  /** Callers whose work ends when they are told to; `began` names those who work or have worked, in order. */
  const stand = (limits: Parameters<typeof createKeyedSemaphore>[0]) => {
    const gate = createKeyedSemaphore(limits);
    const began: string[] = [];
    const refused: string[] = [];
    const ends = new Map<string, () => void>();
    return {
      began,
      refused,
      come: async (name: string, key: string, isKnown = false, group?: string): Promise<void> => {
        gate({ key, isKnown, ...(group === undefined ? {} : { group }) }, async () => {
          began.push(name);
          await new Promise<void>((end) => {
            ends.set(name, end);
          });
        }).catch((error: unknown) => {
          if (error instanceof TooManyWaiting) refused.push(name);
        });
        await settled();
      },
      end: async (name: string): Promise<void> => {
        ends.get(name)!();
        await settled();
      },
    };
  };
  const settled = (): Promise<void> => new Promise((done) => void setImmediate(done));

  test('keys take turns, however many of one wait', async () => {
    const { come, end, began } = stand({
      atOnce: 1,
      strangersAtOnce: 1,
      perKey: 1,
      waitingPerKey: 5,
      waiting: 10,
    });
    for (const n of [1, 2, 3]) await come(`flood ${n}`, 'flood');
    await come('other', 'other');
    await end('flood 1');
    await end('flood 2');
    expect(began).toEqual(['flood 1', 'flood 2', 'other']);
  });

  test('known callers go first, and a place is kept for them', async () => {
    const { come, end, began } = stand({
      atOnce: 2,
      strangersAtOnce: 1,
      perKey: 1,
      waitingPerKey: 5,
      waiting: 10,
    });
    for (const key of ['a', 'b', 'c']) await come(`stranger ${key}`, key);
    expect(began).toEqual(['stranger a']);
    await come('known 1', 'k', true);
    await come('known 2', 'l', true);
    expect(began).toEqual(['stranger a', 'known 1']);
    await end('stranger a');
    expect(began).toEqual(['stranger a', 'known 1', 'known 2']);
  });

  test('known callers leave strangers a share, however many of them wait', async () => {
    const { come, end, began } = stand({
      atOnce: 2,
      strangersAtOnce: 1,
      strangersAtLeast: 1,
      perKey: 1,
      waitingPerKey: 5,
      waiting: 50,
    });
    for (let n = 1; n <= 40; n += 1) await come(`known ${n}`, `k${n}`, true);
    await come('stranger 1', 'a');
    await come('stranger 2', 'b');
    expect(began).toEqual(['known 1', 'known 2']);
    await end('known 1');
    expect(began.at(-1)).toBe('stranger 1');
    // the other place is theirs all the while
    await end('known 2');
    expect(began.at(-1)).toBe('known 3');
    await end('stranger 1');
    expect(began.at(-1)).toBe('stranger 2');
    await end('stranger 2');
    expect(began.at(-1)).toBe('known 4');
  });

  test('groups take turns, and the one with most callers gives room, however many keys it has', async () => {
    const { come, end, began, refused } = stand({
      atOnce: 1,
      strangersAtOnce: 1,
      perKey: 1,
      waitingPerKey: 2,
      waiting: 4,
    });
    await come('at work', 'x', true, 'large');
    for (const key of ['a', 'b', 'c', 'd']) await come(`large ${key}`, key, true, 'large');
    await come('small e', 'e', true, 'small');
    expect(refused).toEqual(['large d']);
    await come('large f', 'f', true, 'large');
    expect(refused).toEqual(['large d', 'large f']);
    await end('at work');
    await end('large a');
    expect(began).toEqual(['at work', 'large a', 'small e']);
    await end('small e');
    expect(began.at(-1)).toBe('large b');
  });

  test('one key has so many at work and waiting and no more', async () => {
    const { come, end, began, refused } = stand({
      atOnce: 3,
      strangersAtOnce: 3,
      perKey: 1,
      waitingPerKey: 2,
      waiting: 10,
    });
    for (const n of [1, 2, 3, 4]) await come(`flood ${n}`, 'flood');
    expect([began, refused]).toEqual([['flood 1'], ['flood 4']]);
    await end('flood 1');
    expect(began).toEqual(['flood 1', 'flood 2']);
  });

  test('when all places to wait are taken the longest queue gives one up, and nobody else does', async () => {
    const { come, refused } = stand({
      atOnce: 1,
      strangersAtOnce: 1,
      perKey: 1,
      waitingPerKey: 3,
      waiting: 4,
    });
    await come('at work', 'x');
    for (const n of [1, 2, 3]) await come(`flood ${n}`, 'flood');
    await come('a', 'a');
    await come('b', 'b');
    expect(refused).toEqual(['flood 3']);
    await come('c', 'c');
    await come('d', 'd');
    expect(refused).toEqual(['flood 3', 'flood 2', 'd']);
  });

  test('a failure gives its place back', async () => {
    const gate = createKeyedSemaphore({
      atOnce: 1,
      strangersAtOnce: 1,
      perKey: 1,
      waitingPerKey: 1,
      waiting: 1,
    });
    await expect(gate({ key: 'a', isKnown: false }, () => Promise.reject(new Error('no')))).rejects.toThrow(
      'no',
    );
    expect(await gate({ key: 'a', isKnown: false }, () => Promise.resolve('yes'))).toBe('yes');
  });
});
