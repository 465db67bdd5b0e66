import { describe, expect, test } from 'vitest';
import { DocumentCache } from './documents.ts';

const value = (bytes = 0) => ({ bytes });

describe('documents that are remembered', () => {
  test('so many of them, those that were used last', () => {
    const cache = new DocumentCache<{ bytes: number }>({ count: 3, bytes: 1_000 });
    for (const key of ['a', 'b', 'c']) cache.set(key, 'me', value());
    cache.get('a', 'me');
    cache.set('d', 'me', value());
    expect(['a', 'b', 'c', 'd'].map((key) => cache.get(key, 'me') !== undefined)).toEqual([
      true,
      false,
      true,
      true,
    ]);
  });

  test('so many bytes, the text included, and none that takes an eighth of them', () => {
    const cache = new DocumentCache<{ bytes: number }>({ count: 100, bytes: 1_000 });
    cache.set('too large', 'me', value(120));
    expect(cache.get('too large', 'me')).toBeUndefined();
    for (let n = 0; n < 100; n += 1) cache.set(String(n), 'me', value(98));
    expect(cache.size).toBeLessThanOrEqual(10);
  });

  test('what takes more later makes room', () => {
    const cache = new DocumentCache<{ bytes: number }>({ count: 100, bytes: 1_000 });
    const grown = value(10);
    for (let n = 0; n < 10; n += 1) cache.set(`n${n}`, 'me', value(90));
    cache.set('x', 'me', grown);
    const before = cache.size;
    grown.bytes = 500;
    cache.weighAgain('x');
    cache.weighAgain('not there');
    expect(cache.size).toBeLessThan(before);
    expect(cache.get('x', 'me')).toBe(grown);
  });

  test('who sends most loses first, by number or by bytes', () => {
    const cache = new DocumentCache<{ bytes: number }>({ count: 100, bytes: 10_000 });
    for (let n = 0; n < 30; n += 1) cache.set(`mine ${n}`, 'me', value(10));
    for (let n = 0; n < 500; n += 1) cache.set(`many ${n}`, 'stranger', value(10));
    for (let n = 0; n < 500; n += 1) cache.set(`large ${n}`, 'other stranger', value(1_000));
    for (let n = 0; n < 30; n += 1) expect(cache.get(`mine ${n}`, 'me'), `${n}`).toBeDefined();
  });

  test("what two people have sent is nobody's share", () => {
    const cache = new DocumentCache<{ bytes: number }>({ count: 10, bytes: 10_000 });
    for (let n = 0; n < 4; n += 1) cache.set(`common ${n}`, 'first', value());
    for (let n = 0; n < 4; n += 1) cache.get(`common ${n}`, 'second');
    for (let n = 0; n < 100; n += 1) cache.set(`alone ${n}`, 'first', value());
    for (let n = 0; n < 4; n += 1) expect(cache.get(`common ${n}`, 'first'), `${n}`).toBeDefined();
  });
});
