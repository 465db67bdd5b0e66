/** Bands of a satisfaction score from 0 to 10 (CONST-052). */
export const satisfactionBands = { promoterFrom: 9, detractorUpTo: 6 } as const;

export type SatisfactionBand = 'promoter' | 'neutral' | 'detractor';

/**
 * Band of a score, which is also the avatar's class (STATE-063..066).
 *
 * @param score 0 to 10, fractions allowed; 0 is a detractor, not "none" (DEC-015)
 * @returns null when there is no score
 */
export function satisfactionBand(score: number | null | undefined): SatisfactionBand | null {
  if (score === null || score === undefined || Number.isNaN(score)) return null;
  if (score >= satisfactionBands.promoterFrom) return 'promoter';
  return score <= satisfactionBands.detractorUpTo ? 'detractor' : 'neutral';
}
