import type { Rows } from './matrix.ts';
import type { Random } from './random.ts';

/** Index of the row most like one, by the cosine of rows of length 1. */
function nearest(
  rows: Float32Array,
  at: number,
  centres: Float32Array,
  count: number,
  width: number,
): number {
  let best = 0;
  let most = -Infinity;
  for (let c = 0, from = 0; c < count; c++, from += width) {
    let a = 0;
    let b = 0;
    let k = 0;
    for (; k + 3 < width; k += 4) {
      a += rows[at + k]! * centres[from + k]! + rows[at + k + 1]! * centres[from + k + 1]!;
      b += rows[at + k + 2]! * centres[from + k + 2]! + rows[at + k + 3]! * centres[from + k + 3]!;
    }
    for (; k < width; k++) a += rows[at + k]! * centres[from + k]!;
    if (a + b > most) {
      most = a + b;
      best = c;
    }
  }
  return best;
}

/** First centres, far from one another by chance (Arthur and Vassilvitskii: k-means++), taken from a sample of the rows. */
function firstCentres({ count, width, values }: Rows, clusters: number, random: Random): Float32Array {
  const sampleCount = Math.min(count, Math.max(20 * clusters, 1_000));
  const sample = Uint32Array.from({ length: sampleCount }, (_, i) =>
    sampleCount === count ? i : Math.floor(random() * count),
  );
  const centres = new Float32Array(clusters * width);
  const far = new Float64Array(sampleCount).fill(2);
  for (let c = 0; c < clusters; c++) {
    let sum = 0;
    for (const distance of far) sum += distance;
    let left = random() * sum;
    let chosen = 0;
    while (chosen < sampleCount - 1 && left >= far[chosen]!) left -= far[chosen++]!;
    const from = sample[chosen]! * width;
    centres.set(values.subarray(from, from + width), c * width);
    for (let i = 0; i < sampleCount; i++) {
      const at = sample[i]! * width;
      let product = 0;
      for (let k = 0; k < width; k++) product += values[at + k]! * centres[c * width + k]!;
      far[i] = Math.min(far[i]!, Math.max(0, 1 - product));
    }
  }
  return centres;
}

/**
 * Groups rows of length 1 by direction (Dhillon and Modha: spherical k-means).
 * @returns for each row the number of its cluster
 */
export function clustersOf(rows: Rows, clusters: number, random: Random, rounds = 12): Uint32Array {
  const { count, width, values } = rows;
  const centres = firstCentres(rows, clusters, random);
  const clusterOf = new Uint32Array(count);
  for (let round = 0; round < rounds; round++) {
    let moved = 0;
    for (let i = 0; i < count; i++) {
      const best = nearest(values, i * width, centres, clusters, width);
      if (best !== clusterOf[i]) moved++;
      clusterOf[i] = best;
    }
    if (round > 0 && moved <= count / 500) break;
    centres.fill(0);
    for (let i = 0; i < count; i++) {
      const from = i * width;
      const to = clusterOf[i]! * width;
      for (let k = 0; k < width; k++) centres[to + k]! += values[from + k]!;
    }
    for (let c = 0; c < clusters; c++) {
      let sum = 0;
      for (let at = c * width; at < (c + 1) * width; at++) sum += centres[at]! * centres[at]!;
      if (sum > 0) {
        const scale = 1 / Math.sqrt(sum);
        for (let at = c * width; at < (c + 1) * width; at++) centres[at]! *= scale;
      } else {
        // an empty one begins anew at a row of its own
        const from = Math.floor(random() * count) * width;
        centres.set(values.subarray(from, from + width), c * width);
      }
    }
  }
  return clusterOf;
}
