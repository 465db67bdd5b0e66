import sentiment from 'wink-sentiment';

/**
 * How people feel in a text, by a list of English words (DEC-068; decision 0092). What it says of one text is weak: it
 * is shown as a mean over many.
 */

/** What is read of a text: how somebody feels is said at its beginning, and the words of a long one cancel out. */
const READ_CHARACTERS = 2_000;
/** Addresses, keys and lines of signs: no word is as long, and the library takes the square of a run's length for it. */
const NO_WORD = /\S{60,}/gu;
/** Wishes: an idea is one, and says nothing of how its author feels about what is there. */
const WISH = /\b(?:would|i'd|we'd|they'd)(?: really| also)? (?:like|love|welcome|appreciate)\b/giu;
/** The library looks words up in plain objects, which have this one of themselves. */
const OF_OBJECTS = /\bconstructor\b/giu;
/** Scores of its words. */
const MOST = 5;

/**
 * The score of a text, as plain text.
 * @returns -1 to 1; null: none of its words says how somebody feels, as in every text of another language
 */
export function sentimentOf(text: string): number | null {
  const read = text
    .slice(0, READ_CHARACTERS)
    .replaceAll(NO_WORD, ' ')
    .replaceAll('’', "'")
    .replaceAll(WISH, ' ')
    .replaceAll(OF_OBJECTS, ' ');
  const { normalizedScore, tokenizedPhrase = [] } = sentiment(read);
  if (!tokenizedPhrase.some(({ score }) => score !== undefined)) return null;
  return Math.max(-1, Math.min(1, normalizedScore / MOST));
}

/** The mean of scores, with two decimals; null: there are none. */
export function meanOf(scores: readonly number[]): number | null {
  if (scores.length === 0) return null;
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
  return Math.round(mean * 100) / 100;
}
