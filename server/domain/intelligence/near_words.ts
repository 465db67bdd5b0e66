/*
 * Words that differ by typing errors. One error: a letter too many, one too few, another one in its place, or two
 * neighbours that changed places. Pure; the words of a workspace are read elsewhere (ideas/search_words.ts).
 */

/** A word that was typed is compared from so many letters on: shorter ones have too many neighbours. */
export const LEAST_LETTERS_TYPED = 5;
/** The beginning of a word that is still being typed, likewise; it has more neighbours than a whole word. */
export const LEAST_LETTERS_BEGUN = 6;
const LEAST_LETTERS = 4;
const MOST_LETTERS = 40;
/** Letters that may stand in the place of another: of one script, the commonest. */
const LETTERS_TRIED = 64;
const LATIN = 'abcdefghijklmnopqrstuvwxyz';

/** Scripts that are written without spaces or with a sign for a syllable: an error there is no other letter. */
const UNCOMPARED =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Bopomofo}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
const LETTERS_ALONE = /^[\p{L}\p{M}]+$/u;
const SCRIPTS = ['Latin', 'Cyrillic', 'Greek', 'Arabic', 'Hebrew', 'Armenian', 'Georgian', 'Devanagari'].map(
  (script) => new RegExp(`\\p{sc=${script}}`, 'u'),
);

/** Is it a word of letters alone, long enough to be a neighbour of one that is typed? Expects lower case. */
export function isComparable(word: string): boolean {
  return (
    word.length >= LEAST_LETTERS &&
    word.length <= MOST_LETTERS &&
    LETTERS_ALONE.test(word) &&
    !UNCOMPARED.test(word)
  );
}

/** Letters that a typing error may put into a word: those of its own scripts among `letters`, and its own. */
function lettersFor(word: string, letters: string): string[] {
  const scripts = SCRIPTS.filter((script) => script.test(word));
  const isLatin = /\p{sc=Latin}/u.test(word);
  const own = [...letters].filter((letter) => scripts.some((script) => script.test(letter)));
  return [...new Set([...own.slice(0, LETTERS_TRIED), ...word, ...(isLatin ? LATIN : '')])];
}

/**
 * All texts that differ from a word by one typing error; the word itself is none of them.
 * @param letters that the texts it is compared with are made of, the commonest first
 */
export function variantsOf(word: string, letters: string): string[] {
  const own = [...word];
  const tried = lettersFor(word, letters);
  const variants = new Set<string>();
  for (let at = 0; at <= own.length; at += 1) {
    const before = own.slice(0, at).join('');
    const after = own.slice(at).join('');
    for (const letter of tried) variants.add(before + letter + after);
    if (at === own.length) continue;
    const rest = own.slice(at + 1).join('');
    variants.add(before + rest);
    for (const letter of tried) variants.add(before + letter + rest);
    if (at + 1 < own.length) variants.add(before + own[at + 1]! + own[at]! + own.slice(at + 2).join(''));
  }
  variants.delete(word);
  return [...variants];
}

/**
 * How many typing errors lie between two words; what is more than `most` counts as `most + 1`. Two neighbours that
 * changed places are one error.
 */
export function errorsBetween(a: string, b: string, most: number): number {
  const one = [...a];
  const other = [...b];
  if (Math.abs(one.length - other.length) > most) return most + 1;
  let before: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    let least = i;
    for (let j = 1; j <= other.length; j += 1) {
      const isSame = one[i - 1] === other[j - 1];
      let errors = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (isSame ? 0 : 1));
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1])
        errors = Math.min(errors, before[j - 2]! + 1);
      next.push(errors);
      least = Math.min(least, errors);
    }
    if (least > most) return most + 1;
    before = row;
    row = next;
  }
  return Math.min(row[other.length]!, most + 1);
}

/** Errors that a word may have and still be offered in place of another. */
const errorsAllowed = (letters: number): number => (letters < 5 ? 1 : letters < 9 ? 2 : 3);

/**
 * Words by their likeness to one that was typed: fewest errors first, of those the commonest. A longer word that begins
 * with it counts as one error.
 */
export function nearestOf(word: string, words: readonly { word: string; ideas_count: number }[]): string[] {
  const allowed = errorsAllowed(word.length);
  return words
    .filter((other) => other.word !== word)
    .map((other) => ({
      ...other,
      errors: other.word.startsWith(word) ? 1 : errorsBetween(word, other.word, allowed),
    }))
    .filter(({ errors }) => errors <= allowed)
    .toSorted((a, b) => a.errors - b.errors || b.ideas_count - a.ideas_count || (a.word < b.word ? -1 : 1))
    .map((other) => other.word);
}
