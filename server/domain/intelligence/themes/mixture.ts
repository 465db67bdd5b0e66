import type { TermTable } from './term_table.ts';

/** Each term is taken to stand this often more in each theme, so that one that is new there is no proof against it. */
const PRIOR = 0.1;
const LOG_PRIOR = Math.log(PRIOR);
/** A theme with less of a text than this has none of it. */
const SHARE_MIN = 1e-4;
/** Logarithm of the least odds against the best theme at which another one has a share. */
const FAR = 12;
/** Rounds in which each theme is weighed for each text; later ones weigh the likeliest of then alone. */
const WHOLE_ROUNDS = 2;
const LIKELY_THEMES = 8;

export type Mixture = {
  /** most likely theme of each text */
  themeOf: Uint32Array;
  /** how likely all texts that count are, as a logarithm: more is better */
  likelihood: number;
  /** how likely the texts are that were held out, as a logarithm; 0: none was */
  heldOut: number;
};

/**
 * Sharpens a grouping: themes as distributions of terms, texts as drawn from them (Nigam and others 2000: a mixture
 * of multinomials by expectation and maximisation).
 * @param themeOf the first grouping; a text at -1 has no part in it, and is grouped with the others then
 * @param isHeldOut marks texts that the themes learn nothing from, to tell how well they foresee others
 */
export function mixtureOf(
  table: TermTable,
  themeOf: Int32Array | Uint32Array,
  themes: number,
  rounds: number,
  isHeldOut: Uint8Array | null = null,
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
  for (let i = 0; i < textCount; i++) if (themeOf[i]! >= 0 && isHeldOut?.[i] !== 1) add(i, themeOf[i]!, 1);
  const logs = new Float32Array(weight.length);
  const all = Uint16Array.from({ length: themes }, (_, k) => k);
  const width = Math.min(LIKELY_THEMES, themes);
  const likely = new Uint16Array(textCount * width);
  const scores = new Float64Array(themes);
  const result = new Uint32Array(textCount);
  let likelihood = 0;
  let heldOut = 0;
  for (let round = 0; round < rounds; round++) {
    const norms = Float64Array.from(totals, (total) => Math.log(total + PRIOR * terms.length));
    for (let t = 0, at = 0; t < terms.length; t++)
      for (let k = 0; k < themes; k++, at++) {
        const amount = weight[at]!;
        // most are 0, and a logarithm costs
        logs[at] = (amount === 0 ? LOG_PRIOR : Math.log(amount + PRIOR)) - norms[k]!;
      }
    const priors = Float64Array.from(sizes, (size) => Math.log((size + 1) / (textCount + themes)));
    weight.fill(0);
    totals.fill(0);
    sizes.fill(0);
    likelihood = 0;
    for (let i = 0; i < textCount; i++) {
      const isOut = isHeldOut?.[i] === 1;
      if (isOut && round < rounds - 1) continue;
      // one that is held out was not weighed before
      const isWhole = round < WHOLE_ROUNDS || isOut;
      const weighed = isWhole ? all : likely;
      const first = isWhole ? 0 : i * width;
      const end = isWhole ? themes : first + width;
      if (isWhole) scores.set(priors);
      else for (let n = first; n < end; n++) scores[weighed[n]!] = priors[weighed[n]!]!;
      for (let at = starts[i]!; at < starts[i + 1]!; at++) {
        const from = termOf[at]! * themes;
        const count = counts[at]!;
        if (isWhole) for (let k = 0; k < themes; k++) scores[k]! += count * logs[from + k]!;
        else for (let n = first; n < end; n++) scores[weighed[n]!]! += count * logs[from + weighed[n]!]!;
      }
      let best = weighed[first]!;
      for (let n = first; n < end; n++) if (scores[weighed[n]!]! > scores[best]!) best = weighed[n]!;
      const most = scores[best]!;
      let sum = 0;
      for (let n = first; n < end; n++) {
        const less = scores[weighed[n]!]! - most;
        if (less > -FAR) sum += Math.exp(less);
      }
      result[i] = best;
      if (isOut) {
        heldOut += most + Math.log(sum);
        continue;
      }
      likelihood += most + Math.log(sum);
      for (let n = first; n < end; n++) {
        const less = scores[weighed[n]!]! - most;
        if (less <= -FAR) continue;
        const share = Math.exp(less) / sum;
        if (share > SHARE_MIN) add(i, weighed[n]!, share);
      }
      if (round === WHOLE_ROUNDS - 1 && round < rounds - 1) keepLikely(scores, likely, i * width, width);
    }
  }
  return { themeOf: result, likelihood, heldOut };
}

/** Writes down the themes with the best scores, at a place of `likely`, the best first. */
function keepLikely(scores: Float64Array, likely: Uint16Array, from: number, width: number): void {
  let length = 0;
  for (let k = 0; k < scores.length; k++) {
    const score = scores[k]!;
    if (length === width && score <= scores[likely[from + width - 1]!]!) continue;
    let at = length < width ? length++ : width - 1;
    while (at > 0 && scores[likely[from + at - 1]!]! < score) {
      likely[from + at] = likely[from + at - 1]!;
      at--;
    }
    likely[from + at] = k;
  }
}
