import { contentOf, tokenise } from './words.ts';
import type { Word } from './words.ts';

/**
 * The short form of an idea's texts that a search ranks by: hashes of its stems with their counts in title and
 * body, and the letter triples of its title. Made once, when a text is written, and read for some hundred ideas a
 * search; the texts themselves are not read then.
 *
 * Bytes, numbers little-endian: version, 0, words of the title (16 bits), words of the body (16), stems (16), hash of
 * the plain title (32), letter buckets (16); then the stems' hashes in rising order (32 each), a pair of counts for
 * each (8 + 8), and the buckets in rising order (12 bits) with their counts (4).
 */
export type TextForm = Buffer;

const VERSION = 1;
const HEAD_BYTES = 14;
const MAX_BODY_CHARACTERS = 6_000;
const MAX_STEMS = 1_000;
export const LETTER_BUCKETS = 4_096;

/** 1 + ln n for the counts that a form can hold. */
export const DAMPED = Float64Array.from({ length: 1_024 }, (_, count) =>
  count === 0 ? 0 : 1 + Math.log(count),
);

/** A 32-bit hash of a text (FNV-1a with a final mix). */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}

/** Letter triples of words, each with a space on either side, by bucket: how often each stands there. */
export function letterCounts(words: readonly Word[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const { word } of words) {
    const spaced = ` ${word} `;
    for (let i = 0; i + 3 <= spaced.length; i++) {
      const mixed = Math.imul(
        (spaced.charCodeAt(i) << 20) ^ (spaced.charCodeAt(i + 1) << 10) ^ spaced.charCodeAt(i + 2),
        0x9e3779b1,
      );
      const bucket = mixed >>> 20;
      counts.set(bucket, (counts.get(bucket) ?? 0) + 1);
    }
  }
  return counts;
}

/** The hash of a title's words in one form, equal for titles that differ in case, marks and spaces alone; 0: no words. */
export function plainTitleHash(tokens: readonly string[]): number {
  return tokens.length === 0 ? 0 : hashOf(tokens.join(' '));
}

/**
 * The form of an idea's texts.
 * @param body as plain text; null: none; what is beyond 6,000 characters does not count
 */
export function textFormOf(title: string, body: string | null): TextForm {
  const titleTokens = tokenise(title);
  const titleWords = contentOf(titleTokens);
  const bodyWords =
    body === null || body === '' ? [] : contentOf(tokenise(body.slice(0, MAX_BODY_CHARACTERS)));
  const counts = new Map<number, [number, number]>();
  const count = (words: readonly Word[], place: 0 | 1): void => {
    for (const { stem } of words) {
      const hash = hashOf(stem);
      let pair = counts.get(hash);
      if (!pair) {
        if (counts.size >= MAX_STEMS) continue;
        counts.set(hash, (pair = [0, 0]));
      }
      pair[place] = Math.min(255, pair[place] + 1);
    }
  };
  count(titleWords, 0);
  count(bodyWords, 1);
  const stems = [...counts].sort(([a], [b]) => a - b);
  const letters = [...letterCounts(titleWords)].sort(([a], [b]) => a - b);
  const form = Buffer.alloc(HEAD_BYTES + stems.length * 6 + letters.length * 2);
  form[0] = VERSION;
  form.writeUInt16LE(Math.min(65_535, titleWords.length), 2);
  form.writeUInt16LE(Math.min(65_535, bodyWords.length), 4);
  form.writeUInt16LE(stems.length, 6);
  form.writeUInt32LE(plainTitleHash(titleTokens), 8);
  form.writeUInt16LE(letters.length, 12);
  let at = HEAD_BYTES;
  for (const [hash] of stems) at = form.writeUInt32LE(hash, at);
  for (const [, [inTitle, inBody]] of stems) {
    form[at++] = inTitle;
    form[at++] = inBody;
  }
  for (const [bucket, times] of letters) at = form.writeUInt16LE((bucket << 4) | Math.min(15, times), at);
  return form;
}

/** Can this version read the form? What it cannot is made again from the texts. */
export function isReadable(form: Buffer | null): form is TextForm {
  return form !== null && form.length >= HEAD_BYTES && form[0] === VERSION;
}

export const titleWordsOf = (form: TextForm): number => form.readUInt16LE(2);
export const bodyWordsOf = (form: TextForm): number => form.readUInt16LE(4);
export const stemsOf = (form: TextForm): number => form.readUInt16LE(6);
export const plainTitleOf = (form: TextForm): number => form.readUInt32LE(8);
export const lettersOf = (form: TextForm): number => form.readUInt16LE(12);

export const stemAt = (form: TextForm, index: number): number => form.readUInt32LE(HEAD_BYTES + index * 4);
/** How often the stem at a place stands in the title, and in the body. */
export const inTitleAt = (form: TextForm, stems: number, index: number): number =>
  form[HEAD_BYTES + stems * 4 + index * 2]!;
export const inBodyAt = (form: TextForm, stems: number, index: number): number =>
  form[HEAD_BYTES + stems * 4 + index * 2 + 1]!;
/** Bucket and count of a letter triple: bucket * 16 + count. */
export const letterAt = (form: TextForm, stems: number, index: number): number =>
  form.readUInt16LE(HEAD_BYTES + stems * 6 + index * 2);

/** The place of a stem in a form; -1: it is not there. */
export function placeOf(form: TextForm, stems: number, hash: number): number {
  let from = 0;
  let to = stems - 1;
  while (from <= to) {
    const middle = (from + to) >> 1;
    const at = stemAt(form, middle);
    if (at === hash) return middle;
    if (at < hash) from = middle + 1;
    else to = middle - 1;
  }
  return -1;
}
