/** Where marks stand on the axis of a chart. Pure. */
import type { ChartMark } from '../../../ui/charts/chart.ts';
import type { PeriodMark } from './markCalls.ts';

const DAY_MS = 86_400_000;
const timeOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);

/**
 * The place of a moment on an axis that has its marks at the first day of each period; may lie outside.
 * @param dates first days of the periods, at least two
 */
function placeOf(time: number, dates: readonly number[]): number {
  const last = dates.length - 1;
  const index = Math.min(
    Math.max(
      dates.findLastIndex((date) => date <= time),
      0,
    ),
    last - 1,
  );
  const [from, to] = [dates[index]!, dates[index + 1]!];
  return index + (time - from) / (to - from);
}

/**
 * Marks as a chart draws them: a single day as a line, a longer time as a band. Those outside of the chart are left out.
 * @param dates first days of its periods
 */
export function chartMarks(
  marks: readonly Pick<PeriodMark, 'name' | 'starts_on' | 'ends_on'>[],
  dates: readonly string[],
): ChartMark[] {
  if (dates.length < 2) return [];
  const times = dates.map(timeOf);
  return marks.flatMap(({ name, starts_on, ends_on }) => {
    const from = placeOf(timeOf(starts_on), times);
    const to = starts_on === ends_on ? from : placeOf(timeOf(ends_on) + DAY_MS, times);
    return to < 0 || from > dates.length - 1 ? [] : [{ name, from, to }];
  });
}
