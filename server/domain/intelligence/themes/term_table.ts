import { contentWords, stemOf, tokenise } from '../words.ts';

/**
 * Which terms stand in which texts. Texts are numbered as they came, terms by their first occurrence; the terms of
 * text i are `termOf[starts[i]] … termOf[starts[i + 1] - 1]`, each once, with how often it stands there.
 */
export type TermTable = {
  readonly textCount: number;
  /** stems */
  readonly terms: readonly string[];
  readonly starts: Uint32Array;
  readonly termOf: Uint32Array;
  readonly counts: Float32Array;
  /** number of texts with the term */
  readonly textsWith: Uint32Array;
  /** how the term is written most often */
  readonly written: readonly string[];
};

/** Beyond so many words a text is read no further: its subject has been said. */
const MAX_WORDS = 400;

/**
 * Reads the terms of texts: lower case, stems, without words that say nothing. A term that stands in one text alone
 * tells nothing about which texts belong together and is left out.
 *
 * @param ignored words that do not count, in any of their forms
 */
export function termTableOf(texts: readonly string[], ignored: readonly string[] = []): TermTable {
  const without = new Set(ignored.flatMap(tokenise).map(stemOf));
  const numbers = new Map<string, number>();
  const stems: string[] = [];
  const forms: Map<string, number>[] = [];
  const textsWith: number[] = [];
  const perText: Map<number, number>[] = [];
  for (const text of texts) {
    const counts = new Map<number, number>();
    const words = contentWords(text);
    for (let i = 0; i < words.length && i < MAX_WORDS; i++) {
      const { word, stem } = words[i]!;
      if (without.has(stem)) continue;
      let number = numbers.get(stem);
      if (number === undefined) {
        number = stems.length;
        numbers.set(stem, number);
        stems.push(stem);
        forms.push(new Map());
        textsWith.push(0);
      }
      const count = counts.get(number) ?? 0;
      if (count === 0) textsWith[number]! += 1;
      counts.set(number, count + 1);
      const written = forms[number]!;
      written.set(word, (written.get(word) ?? 0) + 1);
    }
    perText.push(counts);
  }
  // terms of several texts keep their order
  const kept = new Int32Array(stems.length).fill(-1);
  let termCount = 0;
  for (let number = 0; number < stems.length; number++)
    if (textsWith[number]! > 1) kept[number] = termCount++;
  const starts = new Uint32Array(texts.length + 1);
  for (let i = 0; i < perText.length; i++) {
    let length = 0;
    for (const number of perText[i]!.keys()) if (kept[number]! >= 0) length++;
    starts[i + 1] = starts[i]! + length;
  }
  const termOf = new Uint32Array(starts[texts.length]!);
  const counts = new Float32Array(termOf.length);
  for (let i = 0, at = 0; i < perText.length; i++) {
    for (const [number, count] of perText[i]!) {
      if (kept[number]! < 0) continue;
      termOf[at] = kept[number]!;
      counts[at++] = count;
    }
  }
  const isKept = (_: unknown, number: number): boolean => kept[number]! >= 0;
  return {
    textCount: texts.length,
    terms: stems.filter(isKept),
    starts,
    termOf,
    counts,
    textsWith: Uint32Array.from(textsWith.filter(isKept)),
    written: forms.filter(isKept).map((written) => commonest(written)),
  };
}

function commonest(written: ReadonlyMap<string, number>): string {
  let best = '';
  let most = 0;
  for (const [word, count] of written)
    if (count > most || (count === most && word < best)) [best, most] = [word, count];
  return best;
}

/** The table of some of its texts, in the order given; terms keep their numbers, and how many of all texts hold them. */
export function partOf(table: TermTable, texts: ArrayLike<number>): TermTable {
  const starts = new Uint32Array(texts.length + 1);
  for (let i = 0; i < texts.length; i++)
    starts[i + 1] = starts[i]! + table.starts[texts[i]! + 1]! - table.starts[texts[i]!]!;
  const termOf = new Uint32Array(starts[texts.length]!);
  const counts = new Float32Array(termOf.length);
  for (let i = 0; i < texts.length; i++) {
    const [from, to] = [table.starts[texts[i]!]!, table.starts[texts[i]! + 1]!];
    termOf.set(table.termOf.subarray(from, to), starts[i]!);
    counts.set(table.counts.subarray(from, to), starts[i]!);
  }
  return { ...table, textCount: texts.length, starts, termOf, counts };
}
