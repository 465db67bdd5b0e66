import { textLimits } from '../../../contract/limits.ts';
import { firstCharacters } from '../../../contract/text_cut.ts';

/** A search as to_tsquery takes it. */
export type SearchQuery = {
  /** ':' stood in front: all words literally. Use the configuration 'simple'; else the language's own. */
  literal: boolean;
  /** Text for to_tsquery, safe whatever was typed; to be bound as a parameter all the same. */
  text: string;
};

/** A query of more words costs the index much and finds no better. */
const MAX_WORDS = 32;
/** Shorter beginnings match half the dictionary. */
const MIN_PREFIX_CHARACTERS = 3;

/** One word as a quoted operand: PostgreSQL takes it apart just as it took the stored text apart. */
function operand(word: string, isPrefix: boolean): string {
  const quoted = `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
  return isPrefix ? `${quoted}:*` : quoted;
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
 * it is still being typed. Addresses and words with hyphens are searched whole and in their parts.
 *
 * @returns null when nothing is left to search for
 */
export function searchQueryOf(q: string): SearchQuery | null {
  const typed = firstCharacters(q.trim(), textLimits.searchCharacters);
  const literal = typed.startsWith(':');
  const chunks = chunksOf(literal ? typed.slice(1) : typed).slice(0, MAX_WORDS);
  if (chunks.length === 0) return null;
  if (literal) {
    return { literal, text: chunks.map((chunk) => operand(chunk, true)).join(' & ') };
  }

  const operands = new Set<string>();
  for (const chunk of chunks) {
    operands.add(operand(chunk, false));
    for (const part of chunk.split(/[^\p{L}\p{N}]+/u)) {
      if (part !== '' && part !== chunk) operands.add(operand(part, false));
    }
  }
  const last = /[\p{L}\p{N}]+$/u.exec(typed.toLowerCase())?.[0];
  if (last && [...last].length >= MIN_PREFIX_CHARACTERS) {
    operands.delete(operand(last, false));
    operands.add(operand(last, true));
  }
  return { literal, text: [...operands].slice(0, MAX_WORDS).join(' | ') };
}
