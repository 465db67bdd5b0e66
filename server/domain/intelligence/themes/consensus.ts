/** Rounds until the common ground hardly moves. */
const ROUNDS = 10;

/**
 * What several groupings of the same texts agree on: k-means of the texts by the groups that each grouping put them
 * into (Wu and others 2015: k-means-based consensus clustering).
 *
 * @param runs for each grouping the group of each text, below `groups`
 * @param start the grouping to begin from
 */
export function consensusOf(runs: readonly Uint32Array[], groups: number, start: Uint32Array): Uint32Array {
  const texts = start.length;
  const width = runs.length * groups;
  const groupOf = start.slice();
  const centres = new Float32Array(groups * width);
  for (let round = 0; round < ROUNDS; round++) {
    centres.fill(0);
    for (let i = 0; i < texts; i++)
      for (const [run, groupsOf] of runs.entries())
        centres[groupOf[i]! * width + run * groups + groupsOf[i]!]! += 1;
    for (let group = 0; group < groups; group++) {
      let sum = 0;
      for (let at = group * width; at < (group + 1) * width; at++) sum += centres[at]! * centres[at]!;
      const scale = sum > 0 ? 1 / Math.sqrt(sum) : 0;
      for (let at = group * width; at < (group + 1) * width; at++) centres[at]! *= scale;
    }
    let moved = 0;
    for (let i = 0; i < texts; i++) {
      let best = groupOf[i]!;
      let most = -1;
      for (let group = 0; group < groups; group++) {
        let score = 0;
        for (let run = 0; run < runs.length; run++)
          score += centres[group * width + run * groups + runs[run]![i]!]!;
        if (score > most) [most, best] = [score, group];
      }
      if (best !== groupOf[i]) moved++;
      groupOf[i] = best;
    }
    if (moved <= texts / 1_000) break;
  }
  return groupOf;
}
