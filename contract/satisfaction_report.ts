/** What a set of ratings says, and how much of it may be chance. Pure; the report and its page use it. */

/** Fewer people say too little for a score. */
export const SCORE_PEOPLE = 10;

/** Most characters that come with a rating. */
export const RATING_CHARACTERS = 2000;

/** Someone is asked for a rating at most once in so many days, and answers within them. */
export const ASKED_EVERY_DAYS = 90;

/** Most people that one request goes to. */
export const ASKED_AT_ONCE = 10_000;

/** Most characters of what stands before the question. */
export const ASKING_CHARACTERS = 1000;

/** People by what they last said. */
export interface RatedPeople {
  promoters: number;
  neutrals: number;
  detractors: number;
}

/** The score of some people. */
export interface NpsScore {
  /** percent of promoters less that of detractors, -100 to 100, whole */
  score: number;
  /** how far chance alone may move it to either side, 19 times of 20, whole */
  margin: number;
}

/** The score of these people (DEC-066). @returns null: they are fewer than ten */
export function npsOf({ promoters, neutrals, detractors }: RatedPeople): NpsScore | null {
  const people = promoters + neutrals + detractors;
  if (people < SCORE_PEOPLE) return null;
  const [up, down] = [promoters / people, detractors / people];
  const score = up - down;
  const variance = (up + down - score * score) / people;
  return { score: Math.round(score * 100), margin: Math.round(1.96 * Math.sqrt(variance) * 100) };
}

/**
 * How a score moved against the one before.
 * @returns null: one of them is not known. `isNoise`: chance alone may have done it
 */
export function npsChange(
  now: NpsScore | null,
  before: NpsScore | null,
): { by: number; margin: number; isNoise: boolean } | null {
  if (now === null || before === null) return null;
  const by = now.score - before.score;
  const margin = Math.round(Math.hypot(now.margin, before.margin));
  return { by, margin, isNoise: Math.abs(by) <= margin };
}
