import { expect, test } from 'vitest';
import { satisfactionBand } from './satisfaction.ts';

test('[STATE-063] [CONST-052] 9 and above is a promoter', () => {
  expect([9, 9.5, 10].map(satisfactionBand)).toEqual(['promoter', 'promoter', 'promoter']);
});

test('[STATE-064] [CONST-052] 6 and below is a detractor, 0 too', () => {
  expect([6, 1, 0].map(satisfactionBand)).toEqual(['detractor', 'detractor', 'detractor']);
});

test('[STATE-065] above 6 and below 9 is neutral', () => {
  expect([6.1, 7, 8, 8.9].map(satisfactionBand)).toEqual(['neutral', 'neutral', 'neutral', 'neutral']);
});

test('[STATE-066] no score has no band', () => {
  expect([null, undefined, Number.NaN].map(satisfactionBand)).toEqual([null, null, null]);
});
