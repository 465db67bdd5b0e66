import { stemmer } from 'stemmer';
import { isStopWord, tokenise } from '../../../contract/words.ts';

export { isStopWord, tokenise };

/**
 * The stem of a word in lower case: Porter's for words of plain letters, the word itself for any
 * other script, for which that algorithm knows nothing.
 */
export function stemOf(word: string): string {
  return /^[a-z]+$/.test(word) ? stemmer(word) : word;
}

/** Words that were met; null: it says nothing. People use few words, and a search meets some thousands. */
const known = new Map<string, Word | null>();
const KNOWN_MAX = 10_000;
const KNOWN_CHARACTERS_MAX = 60;

/** A word as it stands in the text, in lower case, and its stem, under which its forms are one. */
export type Word = { readonly word: string; readonly stem: string };

/** A word in lower case with its stem; null when it says nothing about a subject. */
function wordOf(word: string): Word | null {
  let met = known.get(word);
  if (met !== undefined) return met;
  met = isStopWord(word) ? null : { word, stem: stemOf(word) };
  // what is longer is no word that anybody writes twice
  if (word.length > KNOWN_CHARACTERS_MAX) return met;
  if (known.size >= KNOWN_MAX) known.clear();
  known.set(word, met);
  return met;
}

/** The words of a text that say something, each with its stem, in order, repeats included. */
export function contentWords(text: string): Word[] {
  return contentOf(tokenise(text));
}

/** As `contentWords`, of words that were told apart before; they are added to `words`. */
export function contentOf(tokens: readonly string[], words: Word[] = []): Word[] {
  for (const token of tokens) {
    const word = wordOf(token);
    if (word) words.push(word);
  }
  return words;
}

/**
 * The letter triples of a text: of each word with two spaces before and one after it, so that the
 * beginnings of words count most.
 * @returns each once, as an increasing row of numbers
 */
export function trigrams(text: string): Uint32Array {
  return trigramsOf(tokenise(text));
}

/** As `trigrams`, of words that were told apart before. */
export function trigramsOf(tokens: readonly string[]): Uint32Array {
  const row: number[] = [];
  for (const token of tokens) {
    // code units will do: both halves of a letter beyond the first 65,536 are alike in like words
    const word = `  ${token} `;
    // ten bits hold the letters of Latin, Greek and Cyrillic; two triples of others may, rarely, count as one
    for (let i = 0; i + 3 <= word.length; i++)
      insert(
        row,
        ((word.charCodeAt(i) << 20) ^ (word.charCodeAt(i + 1) << 10) ^ word.charCodeAt(i + 2)) >>> 0,
      );
  }
  return Uint32Array.from(row);
}

/** Puts a number into an increasing row that does not hold it yet. Titles are short: this is faster than a set that is sorted. */
function insert(row: number[], value: number): void {
  let at = row.length;
  while (at > 0 && row[at - 1]! > value) at--;
  if (at > 0 && row[at - 1] === value) return;
  row.push(value);
  for (let i = row.length - 1; i > at; i--) row[i] = row[i - 1]!;
  row[at] = value;
}

/** Likeness of two rows of triples, 0 to 1: what they share as part of what they hold together. */
export function trigramLikeness(a: Uint32Array, b: Uint32Array): number {
  if (a.length === 0 || b.length === 0) return 0;
  let shared = 0;
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    const ofA = a[i]!;
    const ofB = b[j]!;
    if (ofA === ofB) shared++;
    if (ofA <= ofB) i++;
    if (ofB <= ofA) j++;
  }
  return shared / (a.length + b.length - shared);
}

/** “a”, “b” and “c” */
export function quotedList(words: readonly string[]): string {
  const quoted = words.map((word) => `“${word}”`);
  const last = quoted.pop() ?? '';
  return quoted.length > 0 ? `${quoted.join(', ')} and ${last}` : last;
}
