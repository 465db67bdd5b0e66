/** What of an idea's title and excerpt is a hit of the search. Loaded when something is searched for. */
import { stemmer } from 'stemmer';
import { isStopWord, tokenise } from '../../../../../contract/words.ts';
import type { HitLength } from '../../../ui/text/marks.ts';

/** The stem of a word, as the server makes it (`intelligence/words.ts`). */
const stemOf = (word: string): string => (/^[a-z]+$/.test(word) ? stemmer(word) : word);

/**
 * Marks whole words: those of the search in any of their forms, those that begin with the word that is still being typed, and
 * those that the server looked for in place of a word with a typing error.
 *
 * @param q as the server got it: ':' in front means each word as typed or as the beginning of a longer one
 * @param near words that were looked for besides
 */
export function hitsOf(q: string, near: readonly string[]): HitLength {
  const isLiteral = q.trim().startsWith(':');
  const typed = tokenise(q);
  const telling = typed.filter((word) => !isStopWord(word));
  const words = telling.length > 0 ? telling : typed;
  const last = /[\p{L}\p{N}]$/u.test(q.trim()) ? typed.at(-1) : undefined;
  const beginnings = isLiteral ? typed : last === undefined ? [] : [last];
  const stems = new Set(isLiteral ? [] : [...words, ...near].map(stemOf));
  return (written) => {
    const [word] = tokenise(written);
    if (word === undefined) return 0;
    const isHit = stems.has(stemOf(word)) || beginnings.some((beginning) => word.startsWith(beginning));
    return isHit ? written.length : 0;
  };
}
