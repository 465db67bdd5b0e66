import { expect, test } from 'vitest';
import { Alone } from './alone.ts';

test('runs go side by side, one that wants to be alone waits for them, and what comes later waits for it', async () => {
  const alone = new Alone();
  const log: string[] = [];
  const ends = new Map<string, (error?: Error) => void>();
  const run = (name: string, isAlone = false): Promise<void> =>
    alone.run(isAlone, async () => {
      log.push(name);
      await new Promise<void>((done, fail) => ends.set(name, (error) => (error ? fail(error) : done())));
    });
  const settled = (): Promise<void> => new Promise((done) => void setImmediate(done));

  const all = [run('a'), run('b'), run('alone', true), run('c'), run('d'), run('alone too', true)];
  await settled();
  expect(log).toEqual(['a', 'b']);
  ends.get('a')!();
  await settled();
  expect(log).toEqual(['a', 'b']);
  ends.get('b')!();
  await settled();
  expect(log).toEqual(['a', 'b', 'alone']);
  // one that fails lets the next ones go as well
  ends.get('alone')!(new Error('broken'));
  await expect(all[2]).rejects.toThrow('broken');
  await settled();
  expect(log).toEqual(['a', 'b', 'alone', 'c', 'd']);
  for (const name of ['c', 'd']) ends.get(name)!();
  await settled();
  expect(log.at(-1)).toBe('alone too');
  ends.get('alone too')!();
  await Promise.all([all[0], all[1], all[3], all[4], all[5]]);
});
