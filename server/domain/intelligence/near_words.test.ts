import { expect, test } from 'vitest';
import { errorsBetween, isComparable, nearestOf, variantsOf } from './near_words.ts';

test('the variants of a word are exactly the texts that one typing error makes of it', () => {
  const variants = variantsOf('abcde', '');
  for (const one of ['bcde', 'abcd', 'zabcde', 'abcdez', 'abxde', 'bacde', 'abced'])
    expect(variants, one).toContain(one);
  for (const other of ['abcde', 'acb', 'abedc', 'xbcdx']) expect(variants, other).not.toContain(other);
  expect(new Set(variants).size).toBe(variants.length);
  for (const each of variants) expect(errorsBetween('abcde', each, 2), each).toBe(1);
});

test('letters of other alphabets take the place of their own alone', () => {
  expect(variantsOf('fahre', 'äß')).toContain('fähre');
  expect(variantsOf('fahre', 'жä')).not.toContain('faжre');
  expect(variantsOf('расход', 'дж')).toContain('расхож');
  expect(variantsOf('расход', 'дж')).not.toContain('расхоz');
});

test('what is compared is a word of letters, not of digits, syllables or two letters', () => {
  for (const word of ['invoice', 'fähre', 'расход']) expect(isComparable(word), word).toBe(true);
  for (const word of ['ios', 'a1234', '請求書の自動', '송장번호관리', 'ใบแจ้งหนี้', 'x'.repeat(41)])
    expect(isComparable(word), word).toBe(false);
});

test('errors between words are counted up to a bound', () => {
  expect(errorsBetween('invoice', 'invoice', 2)).toBe(0);
  expect(errorsBetween('inovice', 'invoice', 2)).toBe(1);
  expect(errorsBetween('invoycs', 'invoice', 2)).toBe(2);
  expect(errorsBetween('invoice', 'calendar', 3)).toBe(4);
  expect(errorsBetween('ab', 'abcdefgh', 2)).toBe(3);
});

test('the nearest words come first: fewest errors, then the commonest', () => {
  const words = [
    { word: 'invoices', ideas_count: 6 },
    { word: 'invoice', ideas_count: 9 },
    { word: 'voice', ideas_count: 2 },
    { word: 'calendar', ideas_count: 90 },
    { word: 'invite', ideas_count: 50 },
  ];
  expect(nearestOf('invoce', words)).toEqual(['invoice', 'invite', 'invoices']);
});
