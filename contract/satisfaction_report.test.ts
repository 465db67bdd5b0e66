import { expect, test } from 'vitest';
import { npsChange, npsOf } from './satisfaction_report.ts';

test('[DEC-066] the score is promoters less detractors in percent, from ten people on', () => {
  expect(npsOf({ promoters: 81, neutrals: 39, detractors: 23 })).toEqual({ score: 41, margin: 12 });
  expect(npsOf({ promoters: 10, neutrals: 0, detractors: 0 })).toEqual({ score: 100, margin: 0 });
  expect(npsOf({ promoters: 0, neutrals: 0, detractors: 10 })).toEqual({ score: -100, margin: 0 });
  expect(npsOf({ promoters: 0, neutrals: 10, detractors: 0 })).toEqual({ score: 0, margin: 0 });
  expect(npsOf({ promoters: 9, neutrals: 0, detractors: 0 })).toBeNull();
  expect(npsOf({ promoters: 0, neutrals: 0, detractors: 0 })).toBeNull();
});

test('a change says whether chance alone may have made it', () => {
  expect(npsChange({ score: 41, margin: 12 }, { score: 36, margin: 12 })).toEqual({
    by: 5,
    margin: 17,
    isNoise: true,
  });
  expect(npsChange({ score: 41, margin: 3 }, { score: 10, margin: 4 })).toMatchObject({
    by: 31,
    isNoise: false,
  });
  expect(npsChange(null, { score: 1, margin: 1 })).toBeNull();
  expect(npsChange({ score: 1, margin: 1 }, null)).toBeNull();
});
