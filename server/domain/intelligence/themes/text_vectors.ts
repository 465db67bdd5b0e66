import {
  centreRows,
  normaliseRows,
  rowsOf,
  strongestDirections,
  type Rows,
  type SparseMatrix,
} from './matrix.ts';
import type { Random } from './random.ts';
import type { TermTable } from './term_table.ts';

/** Common terms as context count for less than in proportion (Levy, Goldberg and Dagan 2015). */
const CONTEXT_POWER = 0.75;

/** Texts by term: those of term t are `textOf[starts[t]] …`. */
function textsByTerm({ terms, textCount, starts, termOf, textsWith }: TermTable): {
  starts: Uint32Array;
  textOf: Uint32Array;
} {
  const byTerm = new Uint32Array(terms.length + 1);
  for (let t = 0; t < terms.length; t++) byTerm[t + 1] = byTerm[t]! + textsWith[t]!;
  const next = byTerm.slice();
  const textOf = new Uint32Array(termOf.length);
  for (let i = 0; i < textCount; i++)
    for (let at = starts[i]!; at < starts[i + 1]!; at++) textOf[next[termOf[at]!]!++] = i;
  return { starts: byTerm, textOf };
}

/**
 * How much more often two terms stand in one text than chance would have it: positive pointwise mutual information
 * with smoothed contexts.
 */
function togetherness(table: TermTable): SparseMatrix {
  const { terms, starts, termOf } = table;
  const byTerm = textsByTerm(table);
  const totals = new Float64Array(terms.length);
  for (let i = 0; i < table.textCount; i++) {
    const others = starts[i + 1]! - starts[i]! - 1;
    for (let at = starts[i]!; at < starts[i + 1]!; at++) totals[termOf[at]!]! += others;
  }
  let smoothed = 0;
  for (const total of totals) smoothed += total ** CONTEXT_POWER;
  const counts = new Uint32Array(terms.length);
  const met: number[] = [];
  const rowStarts = new Uint32Array(terms.length + 1);
  let columns = new Uint32Array(1 << 16);
  let values = new Float32Array(1 << 16);
  let length = 0;
  for (let term = 0; term < terms.length; term++) {
    for (let at = byTerm.starts[term]!; at < byTerm.starts[term + 1]!; at++) {
      const text = byTerm.textOf[at]!;
      for (let other = starts[text]!; other < starts[text + 1]!; other++) {
        const context = termOf[other]!;
        if (context === term) continue;
        if (counts[context]!++ === 0) met.push(context);
      }
    }
    if (length + met.length > columns.length) {
      const size = Math.max(2 * columns.length, length + met.length);
      const wider = new Uint32Array(size);
      wider.set(columns);
      columns = wider;
      const longer = new Float32Array(size);
      longer.set(values);
      values = longer;
    }
    for (const context of met) {
      const value = Math.log(
        (counts[context]! * smoothed) / (totals[term]! * totals[context]! ** CONTEXT_POWER),
      );
      counts[context] = 0;
      if (value <= 0) continue;
      columns[length] = context;
      values[length++] = value;
    }
    met.length = 0;
    rowStarts[term + 1] = length;
  }
  return {
    count: terms.length,
    starts: rowStarts,
    columns: columns.subarray(0, length),
    values: values.subarray(0, length),
  };
}

/** Vectors of the terms, learned from the texts themselves: terms in like company lie close. Rows of length 1. */
export function termVectors(table: TermTable, width: number, random: Random): Rows {
  const vectors = strongestDirections(togetherness(table), width, random);
  normaliseRows(vectors);
  return vectors;
}

/** Vectors of the texts: the sum of those of their terms by rarity, about their common mean. Rows of length 1; a text without terms has zeros. */
export function textVectors(table: TermTable, ofTerms: Rows): Rows {
  const { textCount, starts, termOf, counts, textsWith } = table;
  const { width } = ofTerms;
  const vectors = rowsOf(textCount, width);
  for (let i = 0; i < textCount; i++) {
    const to = i * width;
    for (let at = starts[i]!; at < starts[i + 1]!; at++) {
      const term = termOf[at]!;
      const weight = Math.log(textCount / textsWith[term]!) * (1 + Math.log(counts[at]!));
      const from = term * width;
      for (let k = 0; k < width; k++) vectors.values[to + k]! += weight * ofTerms.values[from + k]!;
    }
  }
  normaliseRows(vectors);
  centreRows(vectors);
  normaliseRows(vectors);
  return vectors;
}
