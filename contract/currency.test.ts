import { expect, test } from 'vitest';
import { shortCurrency } from './currency.ts';

test('[CONST-049] from a million: $x.xM', () => {
  expect([1_000_000, 1_250_000, 12_340_000].map(shortCurrency)).toEqual(['$1.0M', '$1.3M', '$12.3M']);
  expect([999_900_000, 1_234_567_890, 1_234_567_890_123].map(shortCurrency)).toEqual([
    '$999.9M',
    '$1,234.6M',
    '$1,234,567.9M',
  ]);
});

test('[CONST-050] from a thousand: $x.xK, right up to a million', () => {
  expect([1000, 1150, 999_999].map(shortCurrency)).toEqual(['$1.0K', '$1.2K', '$1000.0K']);
});

test('[CONST-051] below a thousand: whole dollars', () => {
  expect([999, 999.4, 0, 0.5].map(shortCurrency)).toEqual(['$999', '$999', '$0', '$1']);
});

test('negative amounts have a leading minus; null shows nothing', () => {
  expect([-1_250_000, -1500, -20, -0.2].map(shortCurrency)).toEqual(['-$1.3M', '-$1.5K', '-$20', '$0']);
  expect([null, undefined, Number.NaN].map(shortCurrency)).toEqual(['', '', '']);
});
