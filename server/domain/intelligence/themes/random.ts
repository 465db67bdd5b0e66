/** Numbers from 0 up to, not including, 1, the same for the same seed (Steele and Vigna's splitmix, 32 bits). */
export type Random = () => number;

export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 4_294_967_296;
  };
}

/** A number of the normal distribution with mean 0 and deviation 1 (Box and Muller). */
export function normalOf(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** `count` different numbers below `total` by chance, in rising order; all of them when there are no more. */
export function sampleOf(total: number, count: number, random: Random): Uint32Array {
  const all = Uint32Array.from({ length: total }, (_, i) => i);
  if (count >= total) return all;
  for (let i = 0; i < count; i++) {
    const other = i + Math.floor(random() * (total - i));
    [all[i], all[other]] = [all[other]!, all[i]!];
  }
  return all.subarray(0, count).toSorted();
}
