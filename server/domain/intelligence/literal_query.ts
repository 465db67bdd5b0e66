import { textLimits } from '../../../contract/limits.ts';
import { firstCharacters } from '../../../contract/text_cut.ts';
import { isStopWord, stemOf } from './words.ts';

/** Text search configuration of word forms; the vector holds the plain words besides, for literal searches. */
export const SEARCH_CONFIG = 'english';

/** A search as to_tsquery takes it. */
export type SearchQuery = {
  /** ':' stood in front: all words literally. Use the configuration 'simple'; else the language's own. */
  literal: boolean;
  /** Text for to_tsquery: any of the words, or all of a literal search; safe whatever was typed; to be bound as a parameter all the same. */
  text: string;
  /** The same for all of the words, each in any form. */
  all: string;
  /**
   * The last word as a beginning, in the configuration 'simple', where the language would drop it or it is short;
   * null: it stands in the other two.
   */
  beginning: string | null;
};

/** End of a word in a tsquery that may be the beginning of a longer one. */
export const PREFIX = ':*';

/** A query of more words costs the index much and finds no better. */
const MAX_WORDS = 32;
/** A shorter beginning is looked for by itself: a large workspace knows which of its words begin so. */
const MIN_PREFIX_CHARACTERS = 3;
/** Words that PostgreSQL's English configuration drops: as beginnings they are looked for as they stand. */
const DROPPED_WORDS = new Set(
  `i me my myself we our ours ourselves you your yours yourself yourselves he him his himself she her hers herself it its itself they them
  their theirs themselves what which who whom this that these those am is are was were be been being have has had having do does did doing
  a an the and but if or because as until while of at by for with about against between into through during before after above below to from
  up down in out on off over under again further then once here there when where why how all any both each few more most other some such no
  nor not only own same so than too very s t can will just don should now`.split(/\s+/),
);

/** Words that no text of a workspace holds, as typed in lower case, each with those that are looked for beside it. */
export type NearWords = Readonly<Record<string, readonly string[]>>;
const NONE_NEAR: NearWords = {};

/** One word as a quoted operand: PostgreSQL takes it apart just as it took the stored text apart. */
function operand(word: string, isPrefix: boolean): string {
  const quoted = `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
  return isPrefix ? `${quoted}${PREFIX}` : quoted;
}

/** Words between spaces that hold a letter or digit, without what hangs at their ends. An angle bracket begins a word, as in the index. */
function chunksOf(text: string): string[] {
  const chunks = text
    .toLowerCase()
    // NUL ends a text in PostgreSQL; other control characters are no part of a word either.
    .split(/[\s<\u0000-\u001f\u007f]+/)
    .map((chunk) => chunk.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ''))
    .filter((chunk) => chunk !== '');
  return [...new Set(chunks)];
}

/**
 * What was typed into a search, for the index (DEC-021).
 *
 * With ':' in front every word must stand in the text, each as typed or as the beginning of a
 * longer one. Without it any word counts, in any of its forms, and the ranking decides: asking for
 * all words was measured to miss most duplicates. The last word counts as a beginning too, because
 * it is still being typed, however short and even where the language would drop it. Addresses and words with hyphens are searched whole and in their parts.
 *
 * @param near words that no text holds, with those that are looked for beside them (decision 0033)
 * @returns null when nothing is left to search for
 */
export function searchQueryOf(q: string, near: NearWords = NONE_NEAR): SearchQuery | null {
  const typed = firstCharacters(q.trim(), textLimits.searchCharacters);
  const literal = typed.startsWith(':');
  const chunks = chunksOf(literal ? typed.slice(1) : typed).slice(0, MAX_WORDS);
  if (chunks.length === 0) return null;
  if (literal) {
    const text = chunks.map((chunk) => operand(chunk, true)).join(' & ');
    return { literal, text, all: text, beginning: null };
  }

  const operands = new Set<string>();
  const all: string[] = [];
  const last = /[\p{L}\p{N}]+$/u.exec(typed.toLowerCase())?.[0] ?? null;
  const isAlone = last !== null && ([...last].length < MIN_PREFIX_CHARACTERS || DROPPED_WORDS.has(last));
  const nearOf = (part: string): readonly string[] => (Object.hasOwn(near, part) ? near[part]! : []);
  const written = (part: string, isLast: boolean): string => {
    const typed = operand(part, isLast && part === last && !isAlone);
    const others = nearOf(part).map(operandOf);
    return others.length === 0 ? typed : `(${[typed, ...others].join(' | ')})`;
  };
  chunks.forEach((chunk, index) => {
    const isLast = index === chunks.length - 1;
    operands.add(operand(chunk, false));
    const parts = chunk.split(/[^\p{L}\p{N}]+/u).filter((part) => part !== '');
    for (const part of parts) for (const each of [part, ...nearOf(part)]) operands.add(operand(each, false));
    const kept = parts.filter((part) => !(isLast && isAlone && part === last));
    if (kept.length === 0) return;
    const together = kept.map((part) => written(part, isLast)).join(' & ');
    all.push(
      parts.length === 1 && parts[0] === chunk ? together : `(${operand(chunk, false)} | ${together})`,
    );
  });
  if (last !== null && chunks.at(-1)!.endsWith(last)) {
    operands.delete(operand(last, false));
    if (!isAlone) operands.add(operand(last, true));
  }
  // the last word stands last, and is never one of those that are too many
  const kept = [...operands];
  const shown = kept.length <= MAX_WORDS ? kept : [...kept.slice(0, MAX_WORDS - 1), kept.at(-1)!];
  return {
    literal,
    text: shown.join(' | '),
    all: all.join(' & '),
    beginning: isAlone ? operand(last!, true) : null,
  };
}

/**
 * SQL of the tsquery of a search. `value` writes a bound value and answers its place.
 * @param isAll all words have to stand in a text; else any
 * @param begun words that the last one may be the beginning of, which stand for it then: the index collects all
 *   texts of a beginning before it looks at the other words, and passes over those of a whole word. null: a beginning
 */
export function tsquerySql(
  { literal, text, all, beginning }: SearchQuery,
  isAll: boolean,
  value: (text: string) => string,
  begun: readonly string[] | null = null,
): string {
  const words = isAll ? all : text;
  const further = (begun ?? []).map(operandOf);
  // a quoted operand with the mark of a beginning behind it; its own stem says nothing more
  const whole =
    begun === null
      ? words
      : words.replace(
          /'((?:[^']|'')*)':\*/gu,
          (_, word: string) =>
            `(${[`'${word}'`, ...further.filter((each) => each !== operandOf(stemOf(word)))].join(' | ')})`,
        );
  const parts = whole === '' ? [] : [`to_tsquery('${literal ? 'simple' : SEARCH_CONFIG}', ${value(whole)})`];
  if (beginning !== null) {
    const short = `to_tsquery('simple', ${value(begun === null ? beginning : beginning.slice(0, -PREFIX.length))})`;
    parts.push(
      further.length === 0
        ? short
        : `(${short} || to_tsquery('${SEARCH_CONFIG}', ${value(further.join(' | '))}))`,
    );
  }
  return parts.length === 1 ? parts[0]! : `(${parts.join(isAll ? ' && ' : ' || ')})`;
}

/** A word as an operand of to_tsquery. */
export function operandOf(word: string): string {
  return operand(word, false);
}

/** Shorter beginnings stand in too many words to say where a hit is. */
const LEAST_BEGINNING = 3;

/** The beginning that the forms of a word have in common: "categor" of "categories". */
function commonBeginning(word: string): string {
  const stem = stemOf(word);
  let letters = 0;
  while (letters < stem.length && stem[letters] === word[letters]) letters += 1;
  // "category" and "categories"
  if (letters === stem.length && stem.endsWith('i')) letters -= 1;
  return letters < LEAST_BEGINNING ? word : word.slice(0, letters);
}

/**
 * Regular expression of PostgreSQL that finds where a text holds the first of some words, in any of their forms or as
 * the beginning of a longer one. It is about right: it says where an excerpt begins.
 * @param words as `tokenise` tells them apart: letters and digits alone, so nothing in them is a sign of an expression
 * @returns null when there is no word
 */
export function hitPattern(words: readonly string[]): string | null {
  const telling = words.filter((word) => !isStopWord(word));
  const beginnings = new Set((telling.length > 0 ? telling : words).slice(0, MAX_WORDS).map(commonBeginning));
  return beginnings.size === 0 ? null : `\\m(?:${[...beginnings].join('|')})`;
}
