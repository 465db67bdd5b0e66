/**
 * Runs of values over periods: the straight line through them, their rolling mean and running total, and whether they
 * changed beyond chance (DEC-072 to DEC-074, decision 0077). Pure; null stands for a period of which nothing is known.
 */

/** What is counted of a theme in each period (DEC-072). */
export const TREND_MEASURES = [
  'votes',
  'new_ideas',
  'comments',
  'activity',
  'accounts',
  'revenue',
  'importance',
  'urgency',
] as const;
export type TrendMeasure = (typeof TREND_MEASURES)[number];

/** What the length of a period is counted in. */
export const TREND_UNITS = ['day', 'week', 'month'] as const;
export type TrendUnit = (typeof TREND_UNITS)[number];

export const trendLimits = {
  /** Units of one period (DEC-075). */
  grouping: 366,
  periods: 120,
  /** Themes that are compared at a time. */
  compared: 6,
  /** Fewer values have no line. */
  values: 3,
  /** Periods of a rolling mean (DEC-074). */
  rolling: 3,
} as const;

/** Bounds of marks: times with a name of their own in the charts of trends. */
export const periodMarkLimits = {
  /** All of them are one page of a list. */
  marks: 100,
  firstDay: '2000-01-01',
} as const;
/** A day as marks have it. */
export const DAY_PATTERN = /^\d{4}-\d{2}-\d{2}$/;

/** A run of values, one for each period. */
export type TrendValues = readonly (number | null)[];

/** A straight line over the index of the period. */
export interface TrendLine {
  slope: number;
  intercept: number;
}

/** The values that are known, with their places. */
function knownOf(values: TrendValues): { x: number; y: number }[] {
  return values.flatMap((y, x) => (y === null ? [] : [{ x, y }]));
}

/** Ordinary least squares over the index (DEC-073). One value gives slope 0 and itself; none gives 0 and 0. */
export function trendOf(values: TrendValues): TrendLine {
  const known = knownOf(values);
  const n = known.length;
  if (n === 0) return { slope: 0, intercept: 0 };
  let [sx, sy, sxx, sxy] = [0, 0, 0, 0];
  for (const { x, y } of known) {
    sx += x;
    sy += y;
    sxx += x * x;
    sxy += x * y;
  }
  const spread = n * sxx - sx * sx;
  const slope = spread === 0 ? 0 : (n * sxy - sx * sy) / spread;
  return { slope, intercept: (sy - slope * sx) / n };
}

/** Mean of a period and those before it, three in all and fewer at the start (DEC-074); null where none of them is known. */
export function rollingAverage(values: TrendValues): (number | null)[] {
  return values.map((_value, index) => {
    const known = knownOf(values.slice(Math.max(0, index - trendLimits.rolling + 1), index + 1));
    return known.length === 0 ? null : known.reduce((sum, { y }) => sum + y, 0) / known.length;
  });
}

/** Sums from the first period on (DEC-074). */
export function runningTotal(values: TrendValues): number[] {
  let sum = 0;
  return values.map((value) => (sum += value ?? 0));
}

/** 97.5 % point of Student's distribution, to within 4 % from two degrees of freedom on. */
function studentPoint(freedom: number): number {
  return 1.96 + 2.4 / freedom + 4 / (freedom * freedom);
}

/** Whether the slope of a run could as well be 0: its interval of 95 % holds 0, or there are too few values. */
export function isWithinNoise(values: TrendValues): boolean {
  const known = knownOf(values);
  const n = known.length;
  if (n < trendLimits.values) return true;
  const { slope, intercept } = trendOf(values);
  const meanX = known.reduce((sum, { x }) => sum + x, 0) / n;
  let [rest, spread] = [0, 0];
  for (const { x, y } of known) {
    rest += (y - intercept - slope * x) ** 2;
    spread += (x - meanX) ** 2;
  }
  const error = Math.sqrt(rest / (n - 2) / spread);
  return Math.abs(slope) <= studentPoint(n - 2) * error;
}

/** Where a run changed, and what by. */
export interface TrendChange {
  /** first period of what came after */
  index: number;
  /** the level moved, or the slope did */
  kind: 'level' | 'slope';
  /** mean before and after, or slope before and after */
  before: number;
  after: number;
  /** share of shuffled runs that change as much: by chance one in `1 / chance` */
  chance: number;
}

/** Values at each side of a change. */
const SIDE = 3;
/** Runs are shuffled so often to see what chance makes of their values. */
const SHUFFLES = 199;
/** A change that chance makes more often is none. */
const CHANCE_MOST = 0.05;

/** Numbers from 0 to 1 that look like chance and are the same each time. */
function chanceOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** What a run costs that is described with so many numbers and this rest (Bayes' criterion). */
function costOf(n: number, rest: number, numbers: number, floor: number): number {
  return n * Math.log(Math.max(rest, floor) / n) + numbers * Math.log(n);
}

interface Fit {
  rest: number;
  index: number;
}

/** The best two levels, by where they part. */
function bestStep(y: readonly number[]): Fit {
  const n = y.length;
  const all = y.reduce((sum, value) => sum + value, 0);
  const squares = y.reduce((sum, value) => sum + value * value, 0);
  let best: Fit = { rest: Infinity, index: 0 };
  let left = 0;
  for (let k = 1; k <= n - SIDE; k++) {
    left += y[k - 1]!;
    if (k < SIDE) continue;
    const rest = squares - (left * left) / k - (all - left) ** 2 / (n - k);
    if (rest < best.rest) best = { rest, index: k };
  }
  return best;
}

/** The best line with one bend, by where it bends: least squares of 1, x and what x is beyond the bend. */
function bestBend(y: readonly number[]): Fit {
  const n = y.length;
  let best: Fit = { rest: Infinity, index: 0 };
  for (let k = SIDE - 1; k <= n - SIDE; k++) {
    // the line, then what the bend adds beside it
    const hinge = y.map((_value, x) => Math.max(0, x - k));
    const ofHinge = trendOf(hinge);
    const ofY = trendOf(y);
    let [hh, hy, yy] = [0, 0, 0];
    for (let x = 0; x < n; x++) {
      const h = hinge[x]! - ofHinge.intercept - ofHinge.slope * x;
      const r = y[x]! - ofY.intercept - ofY.slope * x;
      hh += h * h;
      hy += h * r;
      yy += r * r;
    }
    const rest = hh === 0 ? yy : yy - (hy * hy) / hh;
    if (rest < best.rest) best = { rest, index: k };
  }
  return best;
}

/** How much better a run is described with a change than without, and the change. */
function changeIn(y: readonly number[]): { gain: number; kind: 'level' | 'slope'; index: number } {
  const n = y.length;
  const mean = y.reduce((sum, value) => sum + value, 0) / n;
  const flat = y.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const { slope, intercept } = trendOf(y);
  const straight = y.reduce((sum, value, x) => sum + (value - intercept - slope * x) ** 2, 0);
  // values that lie on a line exactly leave nothing to compare
  const floor = Math.max(flat * 1e-6, 1e-12);
  const without = Math.min(costOf(n, flat, 1, floor), costOf(n, straight, 2, floor));
  const step = bestStep(y);
  const bend = bestBend(y);
  const [asStep, asBend] = [costOf(n, step.rest, 3, floor), costOf(n, bend.rest, 4, floor)];
  return asStep <= asBend
    ? { gain: without - asStep, kind: 'level', index: step.index }
    : { gain: without - asBend, kind: 'slope', index: bend.index };
}

/**
 * Where a run changed its level or its slope, if it is better described with that change than as a level or a line, and
 * so much better as at most one in twenty shuffled runs; null: it did not, or has fewer than six values.
 */
export function changeOf(values: TrendValues): TrendChange | null {
  const known = knownOf(values);
  const y = known.map((one) => one.y);
  if (y.length < 2 * SIDE) return null;
  const found = changeIn(y);
  if (found.gain <= 2) return null;
  const random = chanceOf(y.length * 7919 + Math.round(y.reduce((sum, value) => sum + Math.abs(value), 0)));
  const shuffled = [...y];
  let as = 1;
  for (let turn = 0; turn < SHUFFLES; turn++) {
    for (let at = shuffled.length - 1; at > 0; at--) {
      const other = Math.floor(random() * (at + 1));
      [shuffled[at], shuffled[other]] = [shuffled[other]!, shuffled[at]!];
    }
    if (changeIn(shuffled).gain >= found.gain) as += 1;
  }
  const chance = as / (SHUFFLES + 1);
  if (chance > CHANCE_MOST) return null;
  const [first, second] = [y.slice(0, found.index), y.slice(found.index)];
  const meanOf = (part: readonly number[]): number =>
    part.reduce((sum, value) => sum + value, 0) / part.length;
  // a bend belongs to both sides
  const [before, after] =
    found.kind === 'level'
      ? [meanOf(first), meanOf(second)]
      : [trendOf(y.slice(0, found.index + 1)).slope, trendOf(second).slope];
  return { index: known[found.index]!.x, kind: found.kind, before, after, chance };
}
