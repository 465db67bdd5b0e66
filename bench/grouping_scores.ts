/** How well a grouping fits labels that people gave, each from 0 (by chance, or not at all) to 1. */
export type GroupingScores = {
  /** normalised mutual information, by the arithmetic mean of both entropies */
  nmi: number;
  /** adjusted Rand index (Hubert and Arabie 1985) */
  ari: number;
  /** share of texts that are right under the best one-to-one match of groups and labels */
  acc: number;
};

/** @param labels of the texts, and `groups` that were found, in the same order */
export function groupingScores(labels: readonly string[], groups: ArrayLike<number>): GroupingScores {
  const n = labels.length;
  const labelNames = [...new Set(labels)];
  const labelNumber = new Map(labelNames.map((label, i) => [label, i]));
  const groupNumber = new Map<number, number>();
  for (let i = 0; i < n; i++) if (!groupNumber.has(groups[i]!)) groupNumber.set(groups[i]!, groupNumber.size);
  const rows = labelNames.length;
  const columns = groupNumber.size;
  const both = Array.from({ length: rows }, () => new Float64Array(columns));
  for (let i = 0; i < n; i++) both[labelNumber.get(labels[i]!)!]![groupNumber.get(groups[i]!)!]! += 1;
  const ofLabel = both.map((row) => row.reduce((sum, count) => sum + count, 0));
  const ofGroup = Float64Array.from({ length: columns }, (_, g) =>
    both.reduce((sum, row) => sum + row[g]!, 0),
  );

  const entropy = (counts: Iterable<number>): number => {
    let sum = 0;
    for (const count of counts) if (count > 0) sum -= (count / n) * Math.log(count / n);
    return sum;
  };
  let shared = 0;
  let pairs = 0;
  for (const [l, row] of both.entries())
    for (const [g, count] of row.entries()) {
      if (count === 0) continue;
      shared += (count / n) * Math.log((count * n) / (ofLabel[l]! * ofGroup[g]!));
      pairs += (count * (count - 1)) / 2;
    }
  const entropies = entropy(ofLabel) + entropy(ofGroup);
  const pairsOf = (counts: Iterable<number>): number => {
    let sum = 0;
    for (const count of counts) sum += (count * (count - 1)) / 2;
    return sum;
  };
  const labelPairs = pairsOf(ofLabel);
  const groupPairs = pairsOf(ofGroup);
  const expected = (labelPairs * groupPairs) / ((n * (n - 1)) / 2);
  const most = (labelPairs + groupPairs) / 2;
  return {
    nmi: entropies === 0 ? 1 : (2 * shared) / entropies,
    ari: most === expected ? 1 : (pairs - expected) / (most - expected),
    acc: bestMatch(both, rows, columns) / n,
  };
}

/** Largest sum of one entry for each row and column (Kuhn and Munkres, by shortest augmenting paths). */
function bestMatch(gain: readonly Float64Array[], rows: number, columns: number): number {
  const size = Math.max(rows, columns);
  const cost = (i: number, j: number): number => -(gain[i - 1]?.[j - 1] ?? 0);
  const ofRow = new Float64Array(size + 1);
  const ofColumn = new Float64Array(size + 1);
  const rowOf = new Int32Array(size + 1);
  const way = new Int32Array(size + 1);
  for (let i = 1; i <= size; i++) {
    rowOf[0] = i;
    let column = 0;
    const least = new Float64Array(size + 1).fill(Infinity);
    const seen = new Uint8Array(size + 1);
    do {
      seen[column] = 1;
      const row = rowOf[column]!;
      let step = Infinity;
      let next = 0;
      for (let j = 1; j <= size; j++) {
        if (seen[j]) continue;
        const reduced = cost(row, j) - ofRow[row]! - ofColumn[j]!;
        if (reduced < least[j]!) {
          least[j] = reduced;
          way[j] = column;
        }
        if (least[j]! < step) {
          step = least[j]!;
          next = j;
        }
      }
      for (let j = 0; j <= size; j++) {
        if (seen[j]) {
          ofRow[rowOf[j]!]! += step;
          ofColumn[j]! -= step;
        } else least[j]! -= step;
      }
      column = next;
    } while (rowOf[column] !== 0);
    do {
      const previous = way[column]!;
      rowOf[column] = rowOf[previous]!;
      column = previous;
    } while (column !== 0);
  }
  let sum = 0;
  for (let j = 1; j <= columns; j++) sum += gain[rowOf[j]! - 1]?.[j - 1] ?? 0;
  return sum;
}
