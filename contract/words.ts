/** Words of texts as searches tell them apart: the server finds by them, the console marks by them. */

/**
 * Words that say nothing about a subject. The list is short on purpose: a long one was measured to
 * cost two to four points, because "up", "before" or "without" do tell ideas apart.
 */
const STOP_WORDS = new Set(
  `a an the and or but if of to in on for with at by from as is are was were be been it its this that these those
  i we you they my our your their me us them not no do does did have has had can could would should will
  so than then there when what which who how`
    .trim()
    .split(/\s+/),
);

/** A word of a text as it is written: letters and digits, with apostrophes inside. Global: `match` and `matchAll` alone. */
export const WRITTEN_WORD = /[\p{L}\p{N}]+(?:['’][\p{L}]+)*/gu;
const APOSTROPHE = /['’]/;
/** Longer runs are codes or hostile input, not words. */
const MAX_WORD_CHARACTERS = 40;

/** Does the word say nothing about a subject? Expects lower case. */
export function isStopWord(word: string): boolean {
  return STOP_WORDS.has(word);
}

/**
 * The words of a text in order, in lower case and in one Unicode form. Apostrophes are dropped
 * ("don't" is "dont"), a possessive s with them ("Ann's" is "ann").
 */
export function tokenise(text: string): string[] {
  const plain = text.normalize('NFKC').toLowerCase();
  const written: string[] = plain.match(WRITTEN_WORD) ?? [];
  const words = APOSTROPHE.test(plain)
    ? written.map((word) => word.replace(/['’]s$/u, '').replace(/['’]/gu, ''))
    : written;
  return words.filter((word) => word.length > 0 && word.length <= MAX_WORD_CHARACTERS);
}
