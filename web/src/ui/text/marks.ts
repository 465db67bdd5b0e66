/** Where the hits of a search stand in a text. Pure. */
import { WRITTEN_WORD } from '../../../../contract/words.ts';

/** A piece of a text; `isHit`: it is to be marked. */
export type Piece = { text: string; isHit: boolean };

/** How many letters of a word, as it is written, are marked from its beginning on; 0: none. */
export type HitLength = (word: string) => number;

/** A text in pieces, with its hits apart. Neighbours of the same kind are one piece. */
export function piecesOf(text: string, hitLength: HitLength): Piece[] {
  const pieces: Piece[] = [];
  const add = (part: string, isHit: boolean): void => {
    const last = pieces.at(-1);
    if (part === '') return;
    if (last !== undefined && last.isHit === isHit) last.text += part;
    else pieces.push({ text: part, isHit });
  };
  let at = 0;
  for (const match of text.matchAll(WRITTEN_WORD)) {
    const [word] = match;
    const length = hitLength(word);
    add(text.slice(at, match.index), false);
    add(word.slice(0, length), true);
    add(word.slice(length), false);
    at = match.index + word.length;
  }
  add(text.slice(at), false);
  return pieces;
}

/** Letters without accents and capitals, as many of them as before. */
export function fold(text: string): string {
  return [...text]
    .map((letter) => {
      const plain = letter
        .normalize('NFD')
        .replace(/\p{Diacritic}/gu, '')
        .toLowerCase();
      return plain.length === letter.length ? plain : letter.toLowerCase();
    })
    .join('');
}

/** The words of what was typed, for `beginsWith`. */
export function typedWords(text: string): string[] {
  return fold(text).match(WRITTEN_WORD) ?? [];
}

/** Marks what words of a text begin with, of some words that were typed. */
export function beginsWith(typed: readonly string[]): HitLength {
  return (word) => {
    const plain = fold(word);
    return Math.max(0, ...typed.filter((each) => plain.startsWith(each)).map((each) => each.length));
  };
}

/** Whether each word that was typed is the beginning of a word of the text. Accents and capitals do not matter. */
export function hasBeginnings(text: string, typed: readonly string[]): boolean {
  const words = typedWords(text);
  return typed.every((each) => words.some((word) => word.startsWith(each)));
}
