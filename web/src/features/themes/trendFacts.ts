/** What is said of runs of values: periods by name, figures, slopes, changes. Pure. */
import { shortCurrency } from '../../../../contract/currency.ts';
import { changeOf, isWithinNoise, trendLimits } from '../../../../contract/trends.ts';
import type { TrendMeasure, TrendUnit, TrendValues } from '../../../../contract/trends.ts';
import type { ChartPeriod, ChartSeries } from '../../ui/charts/chart.ts';
import { formatDecimal, formatList, formatNumber, formatPercent } from '../../ui/text/format.ts';
import { trendTexts as texts } from './trendMessages.ts';

/** Times that are on offer: so many units, the last of which holds today. */
export const TREND_LENGTHS = {
  '6m': { unit: 'month', periods: 6 },
  '12m': { unit: 'month', periods: 12 },
  '24m': { unit: 'month', periods: 24 },
  '26w': { unit: 'week', periods: 26 },
  '30d': { unit: 'day', periods: 30 },
} as const satisfies Record<string, { unit: TrendUnit; periods: number }>;
export type TrendLength = keyof typeof TREND_LENGTHS;

export const RECKONINGS = ['per_period', 'rolling_average', 'running_total'] as const;
export type Reckoning = (typeof RECKONINGS)[number];

/** A run as the API answers it. */
export interface TrendRun {
  data: readonly (number | null)[];
  trend_slope: number;
  trend_y_intercept: number;
}

const named = (day: string, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));

/** Periods by their first days. */
export function periodsOf(dates: readonly string[], unit: TrendUnit): ChartPeriod[] {
  return dates.map((day) =>
    unit === 'month'
      ? { short: named(day, { month: 'short' }), name: named(day, { month: 'long', year: 'numeric' }) }
      : {
          short: named(day, { day: 'numeric', month: 'short' }),
          name: `${unit === 'week' ? texts.weekOf : ''}${named(day, { day: 'numeric', month: 'long', year: 'numeric' })}`,
        },
  );
}

/** How the values of a measure are written; means of counts get one decimal. */
export function formatOf(measure: TrendMeasure): (value: number) => string {
  if (measure === 'revenue') return shortCurrency;
  if (measure === 'urgency') return (value) => formatPercent(value);
  if (measure === 'importance') return (value) => formatDecimal(value, 1);
  return (value) => (Number.isInteger(value) ? formatNumber(value) : formatDecimal(value, 1));
}

/** A slope with its sign, such as '+6.7'. */
export function slopeText(measure: TrendMeasure, slope: number): string {
  const size = Math.abs(slope);
  const text =
    measure === 'revenue'
      ? shortCurrency(size)
      : measure === 'urgency'
        ? `${formatDecimal(size * 100, 1)} points`
        : formatDecimal(size, size < 1 ? 2 : 1);
  return `${slope < 0 ? '−' : '+'}${text}`;
}

/** The values of periods that are over. */
export function finished(values: TrendValues, isRunning: boolean): TrendValues {
  return isRunning ? values.slice(0, -1) : values;
}

/** What is said of the slope of a run: '+6.7 a month', 'within noise', or that there are too few values. */
export function trendNote(measure: TrendMeasure, run: TrendRun, unit: TrendUnit, isRunning: boolean): string {
  const values = finished(run.data, isRunning);
  if (values.filter((value) => value !== null).length < trendLimits.values) return texts.tooFew;
  if (isWithinNoise(values)) return texts.noise;
  return texts.slope(slopeText(measure, run.trend_slope), unit);
}

/** A change of a run in words; null: none. */
export interface ChangeText {
  index: number;
  short: string;
  text: string;
}

/** Where a run changed beyond chance, in words. @param name what the run is of */
export function changeText(
  name: string,
  measure: TrendMeasure,
  values: TrendValues,
  periods: readonly ChartPeriod[],
  unit: TrendUnit,
): ChangeText | null {
  const change = changeOf(values);
  if (change === null) return null;
  const { index, kind, before, after, chance } = change;
  const period = periods[index]?.name ?? '';
  const odds = texts.odds(Math.round(1 / chance));
  if (kind === 'slope')
    return {
      index,
      short: texts.bent,
      text: texts.slopeChanged({
        name,
        period,
        before: slopeText(measure, before),
        after: slopeText(measure, after),
        unit,
        odds,
      }),
    };
  const rose = after > before;
  const format = formatOf(measure);
  return {
    index,
    short: rose ? texts.levelRose : texts.levelFell,
    text: texts.level({ name, rose, period, before: format(before), after: format(after), unit, odds }),
  };
}

/** Counts below this in each period are bars: a line between them would say more than they do. */
const FEW = 5;
const COUNTS: ReadonlySet<TrendMeasure> = new Set(['votes', 'comments', 'new_ideas', 'activity', 'accounts']);

/**
 * A run as a chart draws it. A slope within noise has no colour of its own in a chart by itself.
 *
 * @param isAlone nothing else stands in its chart: small counts are bars, noise is grey
 */
export function seriesOf({
  id,
  name,
  color,
  measure,
  run,
  reckoning,
  periods,
  unit,
  isRunning,
  isAlone,
}: {
  id: string;
  name: string;
  color: string;
  measure: TrendMeasure;
  run: TrendRun;
  reckoning: Reckoning;
  periods: readonly ChartPeriod[];
  unit: TrendUnit;
  isRunning: boolean;
  isAlone: boolean;
}): ChartSeries {
  const values = finished(run.data, isRunning);
  const known = values.filter((value) => value !== null);
  const hasTrend = reckoning !== 'running_total' && known.length >= trendLimits.values;
  const isNoise = !hasTrend || isWithinNoise(values);
  // means and totals move by what they are made of
  const change = reckoning === 'per_period' ? changeText(name, measure, values, periods, unit) : null;
  const isFew =
    isAlone &&
    reckoning === 'per_period' &&
    COUNTS.has(measure) &&
    Math.max(0, ...run.data.map((value) => value ?? 0)) < FEW;
  return {
    id,
    name,
    color: isAlone && isNoise && reckoning === 'per_period' ? null : color,
    values: run.data,
    kind: isFew ? 'bar' : 'line',
    trend: hasTrend ? { slope: run.trend_slope, intercept: run.trend_y_intercept } : null,
    isRunning,
    ...(change === null ? {} : { changes: [change] }),
  };
}

/** Plain facts of a theme by fixed rules: what changed, what moved steadily, what did not. */
export function factsOf(
  runs: readonly { name: string; measure: TrendMeasure; run: TrendRun }[],
  periods: readonly ChartPeriod[],
  unit: TrendUnit,
  isRunning: boolean,
): string[] {
  const [changed, steady, within, lacking]: [string[], string[], string[], string[]] = [[], [], [], []];
  for (const { name, measure, run } of runs) {
    const values = finished(run.data, isRunning);
    const change = changeText(name, measure, values, periods, unit);
    if (values.filter((value) => value !== null).length < trendLimits.values) lacking.push(name);
    else if (change !== null) changed.push(change.text);
    else if (isWithinNoise(values)) within.push(name);
    else steady.push(texts.steady(name, texts.slope(slopeText(measure, run.trend_slope), unit)));
  }
  return [
    ...changed,
    ...steady,
    ...(within.length === 0 ? [] : [texts.within(formatList(within, within.length))]),
    ...(lacking.length === 0 ? [] : [texts.lacking(formatList(lacking, lacking.length))]),
  ];
}
