/** What charts are made of, and where things stand in them: pure, in units of the drawing (px). */
import { max, min, ticks as niceTicks } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import { curveMonotoneX, curveStepAfter, line } from 'd3-shape';

/** One run of values, one for each period; null: none is known. */
export interface ChartSeries {
  id: string;
  name: string;
  /** hex colour; null: the colour of quiet text */
  color: string | null;
  values: readonly (number | null)[];
  /** a line through the values, bars for small counts, steps for what stands until it changes */
  kind?: 'line' | 'bar' | 'step';
  /** straight line through the values over the index of the period, DEC-073; null: none is drawn */
  trend?: { slope: number; intercept: number } | null;
  /** said below the name at the line's end, such as '92, +6.7 a month' */
  note?: string;
  /** where the run changed, with a sentence each */
  changes?: readonly { index: number; short: string; text: string }[];
  /** lowest and highest that a value may be by chance, one for each period; null: not known */
  ranges?: readonly (readonly [from: number, to: number] | null)[];
  /** the value of the last period still grows: the line to it is dotted */
  isRunning?: boolean;
}

/** A period of the axis. */
export interface ChartPeriod {
  /** where room is short: 'Feb' */
  short: string;
  /** in full: 'February 2026' */
  name: string;
}

/** A time that is marked behind the lines, such as a release. */
export interface ChartMark {
  /** places on the axis, in periods from the first one; may lie between two */
  from: number;
  to: number;
  name: string;
}

/** Where the parts of a chart stand. */
export interface ChartPlan {
  widthPx: number;
  heightPx: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
  ticks: readonly number[];
  x: (index: number) => number;
  y: (value: number) => number;
}

/** Lines that a scale is divided by, beside its base. */
const TICKS = { large: 4, small: 2 };

/**
 * The scale of values: from 0, or the lowest below it, to a round number above all. Lines that end on the highest value
 * have its label inside.
 * @param fixed end of the scale, where several charts share one; null: its own
 */
export function valueScale(
  series: readonly ChartSeries[],
  size: 'large' | 'small',
  fixed: number | null = null,
): { from: number; to: number; ticks: number[] } {
  const values = series.flatMap((one) =>
    [...one.values, ...(one.ranges ?? []).flat()].filter((value) => value !== null),
  );
  const to = fixed ?? Math.max(max(values) ?? 0, 0);
  const from = Math.min(min(values) ?? 0, 0);
  const scale = scaleLinear()
    .domain([from, to === from ? from + 1 : to])
    .nice(TICKS.large);
  const [first = 0, last = 1] = scale.domain();
  // a few ticks of an uneven scale may be one alone
  const few = niceTicks(first, last, TICKS[size]);
  return { from: first, to: last, ticks: few.length < 2 ? niceTicks(first, last, TICKS.large) : few };
}

/** Lays a chart out. @param count of periods @param sides room at each side */
export function planChart(
  series: readonly ChartSeries[],
  count: number,
  size: 'large' | 'small',
  box: { widthPx: number; heightPx: number },
  sides: { left: number; right: number; top: number; bottom: number },
  fixed: number | null = null,
): ChartPlan {
  const { from, to, ticks } = valueScale(series, size, fixed);
  const [left, right] = [sides.left, box.widthPx - sides.right];
  const [top, bottom] = [sides.top, box.heightPx - sides.bottom];
  // bars need half of theirs beside the first and the last value
  const inset = series.some(({ kind }) => kind === 'bar') ? (right - left) / count / 2 : 0;
  const x = scaleLinear()
    .domain([0, Math.max(1, count - 1)])
    .range([left + inset, right - inset]);
  const y = scaleLinear().domain([from, to]).range([bottom, top]);
  return {
    ...box,
    left,
    right,
    top,
    bottom,
    ticks,
    x: (index) => (count === 1 ? (left + right) / 2 : round(x(index))),
    y: (value) => round(y(value)),
  };
}

/** Path of a run of values; where none is known it is broken. Fewer than three values are dots without a line: ''. */
export function linePath(
  plan: ChartPlan,
  { values, kind = 'line' }: ChartSeries,
  until = values.length,
): string {
  if (kind === 'bar' || values.filter((value) => value !== null).length < 3) return '';
  const path = line<number | null>()
    .defined((value) => value !== null)
    .x((_value, index) => plan.x(index))
    .y((value) => plan.y(value ?? 0))
    .curve(kind === 'step' ? curveStepAfter : curveMonotoneX);
  return path(values.slice(0, until)) ?? '';
}

/** Path of a trend line: a straight one from the first period to the last, which stops at 0. */
export function trendPath(
  plan: ChartPlan,
  { slope, intercept }: { slope: number; intercept: number },
  count: number,
): string {
  if (count < 2) return '';
  const zero = slope === 0 ? null : -intercept / slope;
  let [from, to] = [0, count - 1];
  if (intercept < 0) from = Math.max(from, zero ?? to);
  if (intercept + slope * (count - 1) < 0) to = Math.min(to, zero ?? from);
  if (from >= to) return '';
  const at = (index: number): string => `${plan.x(index)},${plan.y(Math.max(0, intercept + slope * index))}`;
  return `M${at(from)}L${at(to)}`;
}

/** Moves labels apart, none above the top: each keeps its order. @returns where each stands, as they came */
export function spread(wanted: readonly number[], gapPx: number, top: number, bottom: number): number[] {
  const order = wanted.map((_at, index) => index).sort((a, b) => wanted[a]! - wanted[b]! || a - b);
  const placed = wanted.slice();
  let free = top;
  for (const index of order) {
    placed[index] = Math.max(wanted[index]!, free);
    free = placed[index]! + gapPx;
  }
  let ceiling = bottom;
  for (const index of order.reverse()) {
    placed[index] = Math.max(top, Math.min(placed[index]!, ceiling));
    ceiling = placed[index]! - gapPx;
  }
  return placed;
}

/** Periods that are named on the axis: the last one, and as many before it as have room. */
export function namedPeriods(count: number, widthPx: number, eachPx = 64): number[] {
  const step = Math.max(1, Math.ceil(count / Math.max(1, Math.floor(widthPx / eachPx))));
  const named: number[] = [];
  for (let index = count - 1; index >= 0; index -= step) named.unshift(index);
  return named;
}

/** Index of the period nearest to a place. */
export function periodAt(plan: ChartPlan, count: number, xPx: number): number {
  let nearest = 0;
  for (let index = 1; index < count; index++)
    if (Math.abs(plan.x(index) - xPx) < Math.abs(plan.x(nearest) - xPx)) nearest = index;
  return nearest;
}

const round = (value: number): number => Math.round(value * 10) / 10;
