import { clustersOf } from './clusters.ts';
import { someRows, type Rows } from './matrix.ts';
import { mixtureOf } from './mixture.ts';
import { sampleOf, type Random } from './random.ts';
import { partOf, type TermTable } from './term_table.ts';

/** Texts that the number of themes is found by. More give finer themes and cost in proportion. */
const SAMPLE = 3_000;
/** One text in so many is held out. */
const HELD_OUT_ONE_IN = 8;
/** A theme has so many texts on average, at least. */
const TEXTS_PER_THEME = 5;
/** Few texts are held out in turn several times, since one such choice says little. */
const TURNS_MAX = 5;
export const THEMES_MAX = 400;
/** Steps between the numbers that are tried. */
const STEP = 1.3;
const START_ROUNDS = 3;
const ROUNDS = 5;

/**
 * How many themes texts have: as many as foresee best what texts say that were held out. Fewer are too coarse; with
 * more each has too little to learn from.
 */
export function likelyThemeCount(table: TermTable, vectors: Rows, random: Random): number {
  const most = Math.min(THEMES_MAX, themesBorneOut(table));
  if (most < 2) return 1;
  const sample = sampleOf(table.textCount, SAMPLE, random);
  const part = partOf(table, sample);
  const rows = someRows(vectors, sample);
  const turns = Math.min(TURNS_MAX, Math.ceil(SAMPLE / 2 / sample.length));
  const heldOut = Array.from({ length: turns }, () => {
    const isHeldOut = new Uint8Array(sample.length);
    for (const i of sampleOf(sample.length, Math.ceil(sample.length / HELD_OUT_ONE_IN), random))
      isHeldOut[i] = 1;
    return isHeldOut;
  });
  const counts: number[] = [];
  for (let count = 1; count <= most; count = Math.max(count + 1, Math.round(count * STEP)))
    counts.push(count);
  const known = new Map<number, number>();
  const foreseen = (at: number): number => {
    let value = known.get(at);
    if (value === undefined) {
      const themes = counts[at]!;
      value = 0;
      for (const isHeldOut of heldOut) {
        const groups =
          themes === 1 ? new Uint32Array(rows.count) : clustersOf(rows, themes, random, START_ROUNDS);
        value += mixtureOf(part, groups, themes, ROUNDS, isHeldOut).heldOut;
      }
      known.set(at, value);
    }
    return value;
  };
  // rises to one height and falls from there, but for noise: the part with the height in it is cut by a third each time
  let [from, to] = [0, counts.length - 1];
  while (to - from > 2) {
    const third = Math.max(1, Math.floor((to - from) / 3));
    const [low, high] = [from + third, to - third];
    if (low >= high) break;
    if (foreseen(low) < foreseen(high)) from = low + 1;
    else to = high - 1;
  }
  let best = from;
  for (let at = from; at <= to; at++) if (foreseen(at) > foreseen(best)) best = at;
  for (const at of known.keys()) if (foreseen(at) > foreseen(best)) best = at;
  return counts[best]!;
}

/** How many themes there can be at most: by texts that differ, and each that is repeated often could be one. */
function themesBorneOut({ textCount, starts, termOf }: TermTable): number {
  const copies = new Map<string, number>();
  for (let i = 0; i < textCount; i++) {
    if (starts[i] === starts[i + 1]) continue;
    const key = termOf
      .subarray(starts[i], starts[i + 1])
      .toSorted()
      .join(' ');
    copies.set(key, (copies.get(key) ?? 0) + 1);
  }
  let repeated = 0;
  for (const count of copies.values()) if (count >= TEXTS_PER_THEME) repeated++;
  return Math.max(repeated, Math.floor(copies.size / TEXTS_PER_THEME));
}
