import { expect, test } from 'vitest';
import {
  countCharacters,
  cutAtWord,
  firstCharacters,
  isLongerThan,
  oneLine,
  titleOfText,
} from './text_cut.ts';

test('characters are code points: an emoji counts once', () => {
  expect(countCharacters('a😀é')).toBe(3);
  expect(countCharacters('\ud83d')).toBe(1);
  expect(isLongerThan('😀'.repeat(140), 140)).toBe(false);
  expect(isLongerThan('😀'.repeat(141), 140)).toBe(true);
  expect(isLongerThan('a'.repeat(140), 140)).toBe(false);
});

test('a cut never halves a character', () => {
  expect(firstCharacters('😀😀😀', 2)).toBe('😀😀');
  expect(firstCharacters('ab', 5)).toBe('ab');
  expect(cutAtWord('😀'.repeat(200), 140)).toBe('😀'.repeat(140));
});

test('a text of up to 140 characters is its own title', () => {
  const text = `${'word '.repeat(27)}ended`;
  expect(text).toHaveLength(140);
  expect(titleOfText(text)).toBe(text);
});

test('a longer text is cut at a word border', () => {
  const title = titleOfText('The bus should come every ten minutes, '.repeat(5));
  expect(title.length).toBeLessThanOrEqual(140);
  expect('The bus should come every ten minutes, '.repeat(5).startsWith(title)).toBe(true);
  expect(title.endsWith('come')).toBe(true);
});

test('a word that ends exactly at the limit stays whole', () => {
  expect(cutAtWord('abc def ghi', 7)).toBe('abc def');
  expect(cutAtWord('abc def ghi', 6)).toBe('abc');
  expect(cutAtWord('abc, def', 5)).toBe('abc');
});

test('a first word that is too long is cut inside', () => {
  expect(titleOfText('x'.repeat(300))).toBe('x'.repeat(140));
});

test('signs that nobody sees are left out of a line', () => {
  for (const sign of '\u00ad\u034f\u061c\u115f\u180e\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2064\u2066\u2067\u2068\u2069\u206f\u3164\ufeff\uffa0\ufff9\ufffb\u{e0001}\u{e0041}') {
    expect(oneLine(`${sign}Zo${sign}${sign}e ${sign} Li${sign}`), sign.codePointAt(0)!.toString(16)).toBe(
      'Zoe Li',
    );
  }
  expect(oneLine('\u200b\u202e \u2060')).toBe('');
  // a line that ends inside is a space
  expect(oneLine('a\u2028b\u2029c')).toBe('a b c');
});

test('what gives a letter or sign its shape stays', () => {
  for (const text of [
    '\u2764\ufe0f',
    '👩🏽\u200d💻',
    '👨\u200d👩\u200d👧',
    '🏳\ufe0f\u200d🌈',
    '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}',
    '葛\u{e0100}',
    'می\u200cخواهم',
    'क्\u200dष',
    'שלום',
    'naïve – 1€',
  ]) {
    expect(oneLine(text), text).toBe(text);
  }
});

test('a title is one line', () => {
  expect(oneLine('  a\r\n\tb  c\u0000 ')).toBe('a b c');
  expect(oneLine('\u202eevil\u202c \u2067\u05e9\u05dc\u05d5\u05dd\u2069 \u200fx')).toBe(
    'evil \u05e9\u05dc\u05d5\u05dd x',
  );
  expect(titleOfText('First line\nsecond')).toBe('First line second');
  expect(titleOfText(' \n ')).toBe('');
});
