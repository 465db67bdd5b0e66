import { clustersOf } from './clusters.ts';
import { consensusOf } from './consensus.ts';
import type { Rows } from './matrix.ts';
import { mixtureOf, type Mixture } from './mixture.ts';
import { randomOf, type Random } from './random.ts';
import type { TermTable } from './term_table.ts';
import { termVectors, textVectors } from './text_vectors.ts';

/** Directions that word vectors keep: more cost time and told themes apart no better. */
const WIDTH = 64;
/** Groupings from different starts, of which the common ground is taken. */
const RUNS = 6;
const RUN_ROUNDS = 6;
const LAST_ROUNDS = 10;
/** Texts that a first grouping looks at: so many for each theme, and at least some thousand. */
const SAMPLE_PER_THEME = 30;
const SAMPLE_MIN = 3_000;

/** `count` different rows by chance, in rising order; all of them when there are no more. */
function sampleOf(total: number, count: number, random: Random): Uint32Array {
  const all = Uint32Array.from({ length: total }, (_, i) => i);
  if (count >= total) return all;
  for (let i = 0; i < count; i++) {
    const other = i + Math.floor(random() * (total - i));
    [all[i], all[other]] = [all[other]!, all[i]!];
  }
  return all.subarray(0, count).toSorted();
}

/** A grouping of a sample; the theme of a text outside it is -1. */
function firstGrouping(vectors: Rows, themes: number, random: Random): Int32Array {
  const { count, width, values } = vectors;
  const sample = sampleOf(count, Math.max(SAMPLE_MIN, SAMPLE_PER_THEME * themes), random);
  const rows = { count: sample.length, width, values: new Float32Array(sample.length * width) };
  for (const [to, from] of sample.entries())
    rows.values.set(values.subarray(from * width, (from + 1) * width), to * width);
  const clusterOf = clustersOf(rows, themes, random);
  const themeOf = new Int32Array(count).fill(-1);
  for (const [i, text] of sample.entries()) themeOf[text] = clusterOf[i]!;
  return themeOf;
}

/**
 * Groups texts into a given number of themes: word vectors learned from the texts, spherical k-means of a sample,
 * sharpened as a mixture, from several starts; what the starts agree on is sharpened once more. The same texts and
 * seed give the same themes.
 *
 * @param onProgress called with the share that is done, 0 to 1
 */
export function groupTexts(
  table: TermTable,
  themes: number,
  { seed, onProgress = () => undefined }: { seed: number; onProgress?: (share: number) => void },
): Mixture {
  const random = randomOf(seed);
  const vectors = textVectors(table, termVectors(table, WIDTH, random));
  onProgress(0.3);
  const runs: Mixture[] = [];
  for (let run = 0; run < RUNS; run++) {
    runs.push(mixtureOf(table, firstGrouping(vectors, themes, random), themes, RUN_ROUNDS));
    onProgress(0.3 + (0.5 * (run + 1)) / RUNS);
  }
  const likeliest = runs.reduce((best, run) => (run.likelihood > best.likelihood ? run : best));
  const agreed = consensusOf(
    runs.map(({ themeOf }) => themeOf),
    themes,
    likeliest.themeOf,
  );
  const result = mixtureOf(table, agreed, themes, LAST_ROUNDS);
  onProgress(1);
  return result;
}
