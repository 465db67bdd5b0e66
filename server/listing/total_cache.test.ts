import { afterEach, expect, test, vi } from 'vitest';
import { TotalCache } from './total_cache.ts';

afterEach(() => {
  vi.useRealTimers();
});

const ada = { subdomain_id: '1', user_id: '10' };
const ben = { subdomain_id: '1', user_id: '11' };
const counted = (cache: TotalCache, total: number, nowMs: number): void =>
  cache.set('ideas', { total, isExact: true }, cache.begin(), nowMs);

test('a total is kept for ten seconds', () => {
  const cache = new TotalCache();
  counted(cache, 7, 0);
  expect(cache.get('ideas', ada, 9_999)).toMatchObject({ total: 7, isExact: true });
  expect(cache.get('ideas', ada, 10_000)).toBe(undefined);
  expect(cache.get('labels', ada, 0)).toBe(undefined);
});

test("one's own write is in what one sees from then on, in what others see when it is counted again", () => {
  const cache = new TotalCache();
  counted(cache, 7, 0);
  cache.wrote(ada);
  expect(cache.get('ideas', ada, 1)).toBe(undefined);
  expect(cache.get('ideas', ben, 1)).toMatchObject({ total: 7 });
  counted(cache, 8, 2);
  expect(cache.get('ideas', ada, 3)).toMatchObject({ total: 8 });
  expect(cache.get('ideas', ben, 3)).toMatchObject({ total: 8 });
});

test('a write while a total is counted may not be in it', () => {
  const cache = new TotalCache();
  const begun = cache.begin();
  cache.wrote(ada);
  cache.set('ideas', { total: 7, isExact: true }, begun, 0);
  expect(cache.get('ideas', ada, 0)).toBe(undefined);
  expect(cache.get('ideas', ben, 0)).toMatchObject({ total: 7 });
});

test('people of the same id in another workspace are others', () => {
  const cache = new TotalCache();
  counted(cache, 7, 0);
  cache.wrote({ subdomain_id: '2', user_id: '10' });
  expect(cache.get('ideas', ada, 0)).toMatchObject({ total: 7 });
});

test('of very many writers the first are forgotten, and never shown what was counted before they wrote', () => {
  const cache = new TotalCache();
  counted(cache, 7, 0);
  cache.wrote(ada);
  for (let n = 0; n < 5_000; n += 1) cache.wrote({ subdomain_id: '3', user_id: String(n) });
  expect(cache.get('ideas', ada, 0)).toBe(undefined);
  counted(cache, 8, 0);
  expect(cache.get('ideas', ada, 0)).toMatchObject({ total: 8 });
});

test('the size of a workspace is asked again after a minute, just below the number after ten seconds', async () => {
  vi.useFakeTimers();
  const cache = new TotalCache();
  let asked = 0;
  const more = (rows: number, found: number) =>
    cache.hasMore(`ideas ${rows}`, rows, async () => ((asked += 1), found));
  expect([await more(1000, 1001), await more(500, 500), await more(2000, 9)]).toEqual([true, false, false]);
  vi.advanceTimersByTime(9_999);
  expect([await more(1000, 0), await more(500, 501), await more(2000, 2001)]).toEqual([true, false, false]);
  expect(asked).toBe(3);
  vi.advanceTimersByTime(1);
  expect([await more(1000, 0), await more(500, 501), await more(2000, 2001)]).toEqual([true, true, false]);
  vi.advanceTimersByTime(50_000);
  expect([await more(1000, 0), await more(2000, 2001)]).toEqual([false, true]);
  expect(asked).toBe(6);
});
