import { clustersOf } from './clusters.ts';
import { consensusOf } from './consensus.ts';
import { someRows, type Rows } from './matrix.ts';
import { mixtureOf, type Mixture } from './mixture.ts';
import { randomOf, sampleOf, type Random } from './random.ts';
import type { TermTable } from './term_table.ts';
import { termVectors, textVectors } from './text_vectors.ts';

/** Directions that word vectors keep: more cost time and told themes apart no better. */
const WIDTH = 64;
/** Groupings from different starts, of which the common ground is taken. */
const RUNS = 5;
/** From so many texts times themes on fewer starts do: among many texts one start is less of a gamble. */
const LARGE = 5_000_000;
const RUNS_OF_LARGE = 2;
/** The mixture sharpens what so few rounds begin. */
const START_ROUNDS = 3;
const RUN_ROUNDS = 6;
const LAST_ROUNDS = 10;
/** Texts that a first grouping looks at: so many for each theme, and at least some thousand. */
const SAMPLE_PER_THEME = 30;
const SAMPLE_MIN = 3_000;

/** A grouping of a sample; the theme of a text outside it is -1. */
function firstGrouping(vectors: Rows, themes: number, random: Random): Int32Array {
  const sample = sampleOf(vectors.count, Math.max(SAMPLE_MIN, SAMPLE_PER_THEME * themes), random);
  const clusterOf = clustersOf(someRows(vectors, sample), themes, random, START_ROUNDS);
  const themeOf = new Int32Array(vectors.count).fill(-1);
  for (const [i, text] of sample.entries()) themeOf[text] = clusterOf[i]!;
  return themeOf;
}

/** Vectors of the texts, by word vectors that are learned from them: texts of one subject lie close. */
export function vectorsOf(table: TermTable, random: Random): Rows {
  return textVectors(table, termVectors(table, WIDTH, random));
}

/**
 * Groups texts into a given number of themes: spherical k-means of a sample of their vectors, sharpened as a mixture,
 * from several starts; what the starts agree on is sharpened once more.
 *
 * @param onProgress called with the share that is done, 0 to 1
 */
export function groupVectors(
  table: TermTable,
  vectors: Rows,
  themes: number,
  random: Random,
  onProgress: (share: number) => void = () => undefined,
): Mixture {
  const runs: Mixture[] = [];
  const starts = table.textCount * themes < LARGE ? RUNS : RUNS_OF_LARGE;
  for (let run = 0; run < starts; run++) {
    runs.push(mixtureOf(table, firstGrouping(vectors, themes, random), themes, RUN_ROUNDS));
    onProgress((0.75 * (run + 1)) / starts);
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

/** Groups texts into a given number of themes. The same texts and seed give the same themes. */
export function groupTexts(table: TermTable, themes: number, { seed }: { seed: number }): Mixture {
  const random = randomOf(seed);
  return groupVectors(table, vectorsOf(table, random), themes, random);
}
