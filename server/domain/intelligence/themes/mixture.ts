import type { TermTable } from './term_table.ts';

/** Each term is taken to stand this often more in each theme, so that one that is new there is no proof against it. */
const PRIOR = 0.1;
/** A theme with less of a text than this has none of it. */
const SHARE_MIN = 1e-4;

export type Mixture = {
  /** most likely theme of each text */
  themeOf: Uint32Array;
  /** how likely all texts are, as a logarithm: more is better */
  likelihood: number;
};

/**
 * Sharpens a grouping: themes as distributions of terms, texts as drawn from them (Nigam and others 2000: a mixture
 * of multinomials by expectation and maximisation).
 * @param themeOf the first grouping; a text at -1 has no part in it, and is grouped with the others then
 */
export function mixtureOf(
  table: TermTable,
  themeOf: Int32Array | Uint32Array,
  themes: number,
  rounds: number,
): Mixture {
  const { textCount, terms, starts, termOf, counts } = table;
  const weight = new Float32Array(terms.length * themes);
  const totals = new Float64Array(themes);
  const sizes = new Float64Array(themes);
  const add = (text: number, theme: number, share: number): void => {
    sizes[theme]! += share;
    for (let at = starts[text]!; at < starts[text + 1]!; at++) {
      const amount = share * counts[at]!;
      weight[termOf[at]! * themes + theme]! += amount;
      totals[theme]! += amount;
    }
  };
  for (let i = 0; i < textCount; i++) if (themeOf[i]! >= 0) add(i, themeOf[i]!, 1);
  const logs = new Float32Array(weight.length);
  const scores = new Float64Array(themes);
  const result = new Uint32Array(textCount);
  let likelihood = 0;
  for (let round = 0; round < rounds; round++) {
    const norms = Float64Array.from(totals, (total) => Math.log(total + PRIOR * terms.length));
    for (let t = 0, at = 0; t < terms.length; t++)
      for (let k = 0; k < themes; k++, at++) logs[at] = Math.log(weight[at]! + PRIOR) - norms[k]!;
    const priors = Float64Array.from(sizes, (size) => Math.log((size + 1) / (textCount + themes)));
    weight.fill(0);
    totals.fill(0);
    sizes.fill(0);
    likelihood = 0;
    for (let i = 0; i < textCount; i++) {
      scores.set(priors);
      for (let at = starts[i]!; at < starts[i + 1]!; at++) {
        const from = termOf[at]! * themes;
        const count = counts[at]!;
        for (let k = 0; k < themes; k++) scores[k]! += count * logs[from + k]!;
      }
      let best = 0;
      for (let k = 1; k < themes; k++) if (scores[k]! > scores[best]!) best = k;
      const most = scores[best]!;
      let sum = 0;
      for (let k = 0; k < themes; k++) sum += scores[k]! > most - 12 ? Math.exp(scores[k]! - most) : 0;
      likelihood += most + Math.log(sum);
      result[i] = best;
      for (let k = 0; k < themes; k++) {
        if (scores[k]! <= most - 12) continue;
        const share = Math.exp(scores[k]! - most) / sum;
        if (share > SHARE_MIN) add(i, k, share);
      }
    }
  }
  return { themeOf: result, likelihood };
}
