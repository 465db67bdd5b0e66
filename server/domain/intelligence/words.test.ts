import { expect, test } from 'vitest';
import { contentWords, isStopWord, stemOf, tokenise, trigramLikeness, trigrams } from './words.ts';

test('words come in order, in lower case, without marks', () => {
  expect(tokenise('Export the Q3 report (as CSV)!')).toEqual(['export', 'the', 'q3', 'report', 'as', 'csv']);
  expect(tokenise('')).toEqual([]);
  expect(tokenise('… — !')).toEqual([]);
});

test('apostrophes go, a possessive s with them', () => {
  expect(tokenise("Don’t lose Ann's work, it's ours")).toEqual(['dont', 'lose', 'ann', 'work', 'it', 'ours']);
});

test('other scripts and composed letters are words too', () => {
  expect(tokenise('Rapport d’activité — отчёт 報告 ｆｕｌｌ')).toEqual([
    'rapport',
    'dactivité',
    'отчёт',
    '報告',
    'full',
  ]);
});

test('what is too long for a word is left out', () => {
  expect(tokenise(`a ${'x'.repeat(100_000)} b`)).toEqual(['a', 'b']);
});

test('forms of a word have one stem', () => {
  const stems = ['export', 'exports', 'exporting', 'exported'].map(stemOf);
  expect(new Set(stems).size).toBe(1);
  expect(stemOf('größe')).toBe('größe');
});

test('content words leave the small ones out', () => {
  expect(contentWords('The exports of the day').map(({ word }) => word)).toEqual(['exports', 'day']);
  expect(isStopWord('the')).toBe(true);
  expect(isStopWord('without')).toBe(false);
});

test('triples tell how alike two texts look', () => {
  expect(trigramLikeness(trigrams('calendar sync'), trigrams('calendar sync'))).toBe(1);
  expect(trigramLikeness(trigrams('calendar sync'), trigrams('calender synch'))).toBeGreaterThan(0.4);
  expect(trigramLikeness(trigrams('calendar sync'), trigrams('blue font'))).toBe(0);
  expect(trigramLikeness(trigrams(''), trigrams('x'))).toBe(0);
  // ␣␣s ␣sy syn ync nc␣ against ␣␣s ␣sy syn ynt nth th␣: three of eight
  expect(trigramLikeness(trigrams('sync'), trigrams('synth'))).toBe(3 / 8);
  expect(trigramLikeness(trigrams('報告 выгрузка'), trigrams('報告 выгрузки'))).toBeGreaterThan(0.6);
});
