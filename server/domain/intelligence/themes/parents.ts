/** Themes above one another come into so many groups, unless somebody says how many. */
const PARENTS_MIN = 5;
const PARENTS_MAX = 20;
/** So few themes need no groups. */
const FLAT = 6;

/**
 * Puts themes into groups by likeness, two and two (Ward 1963).
 *
 * @param centres of the themes, rows of length 1
 * @param sizes how many texts each theme has
 * @param wanted number of groups; null: where the merging becomes dear, between 5 and 20
 * @returns the number of each theme's group, by first occurrence
 */
export function parentsOf(
  centres: readonly Float32Array[],
  sizes: readonly number[],
  wanted: number | null = null,
): Uint32Array {
  const count = centres.length;
  const groupOf = Uint32Array.from({ length: count }, (_, i) => i);
  if (count <= 1 || (wanted === null && count <= FLAT)) return groupOf;
  const least = Math.min(wanted ?? Math.min(PARENTS_MIN, count >> 1), count);
  const most = Math.min(wanted ?? Math.min(PARENTS_MAX, count >> 1), count);

  // distances between groups that are left; those of a merged one follow from its parts (Lance and Williams)
  const size = Float64Array.from(sizes, (n) => Math.max(1, n));
  const distance = new Float64Array(count * count);
  for (let a = 0; a < count; a++)
    for (let b = 0; b < a; b++) {
      let sum = 0;
      for (let k = 0; k < centres[a]!.length; k++) sum += (centres[a]![k]! - centres[b]![k]!) ** 2;
      distance[a * count + b] = distance[b * count + a] = (sum * size[a]! * size[b]!) / (size[a]! + size[b]!);
    }
  const isLeft = new Uint8Array(count).fill(1);
  const merges: { into: number; from: number; cost: number }[] = [];
  for (let left = count; left > least; left--) {
    let into = -1;
    let from = -1;
    let cost = Infinity;
    for (let a = 0; a < count; a++) {
      if (isLeft[a] === 0) continue;
      for (let b = a + 1; b < count; b++)
        if (isLeft[b] === 1 && distance[a * count + b]! < cost)
          [into, from, cost] = [a, b, distance[a * count + b]!];
    }
    for (let c = 0; c < count; c++) {
      if (isLeft[c] === 0 || c === into || c === from) continue;
      const [na, nb, nc] = [size[into]!, size[from]!, size[c]!];
      const value =
        ((na + nc) * distance[into * count + c]! + (nb + nc) * distance[from * count + c]! - nc * cost) /
        (na + nb + nc);
      distance[into * count + c] = distance[c * count + into] = value;
    }
    size[into]! += size[from]!;
    isLeft[from] = 0;
    merges.push({ into, from, cost });
  }
  // merge n leaves count - n - 1 groups: stop before the one that costs most against the one before it
  let taken = count - most;
  let jump = 0;
  for (let n = count - most; n < merges.length; n++) {
    const before = n > 0 ? merges[n - 1]!.cost : 0;
    const ratio = before > 0 ? merges[n]!.cost / before : 0;
    if (ratio > jump) [jump, taken] = [ratio, n];
  }
  if (least === most) taken = merges.length;
  const top = groupOf.slice();
  for (const { into, from } of merges.slice(0, taken))
    for (let i = 0; i < count; i++) if (top[i] === from) top[i] = into;
  const numbers = new Map<number, number>();
  for (let i = 0; i < count; i++) {
    if (!numbers.has(top[i]!)) numbers.set(top[i]!, numbers.size);
    groupOf[i] = numbers.get(top[i]!)!;
  }
  return groupOf;
}
