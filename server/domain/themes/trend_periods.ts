import type { TrendUnit } from '../../../contract/trends.ts';
import { dayOf, daysFrom, monthsBefore, weekOf } from '../counters/numbers.ts';

/** Periods of a trend, UTC: their first days and the day behind the last one, YYYY-MM-DD. */
export interface TrendPeriods {
  dates: string[];
  end: string;
  /** the last one is not over yet, and its values grow */
  is_running: boolean;
}

/**
 * The newest periods, the last of which holds today: of so many days up to today (DEC-075), of whole weeks from Monday,
 * or of whole months.
 *
 * @param grouping units of one period
 * @param count of periods
 */
export function trendPeriods(grouping: number, unit: TrendUnit, count: number, now: Date): TrendPeriods {
  const today = dayOf(now);
  if (unit === 'month') {
    const first = (back: number): string => monthsBefore(today, back * grouping + grouping - 1);
    return {
      dates: Array.from({ length: count }, (_, index) => first(count - 1 - index)),
      end: monthsBefore(today, -1),
      is_running: true,
    };
  }
  const days = unit === 'week' ? 7 * grouping : grouping;
  const end = unit === 'week' ? daysFrom(weekOf(now), 7) : daysFrom(today, 1);
  return {
    dates: Array.from({ length: count }, (_, index) => daysFrom(end, (index - count) * days)),
    end,
    // one that ends with today is as whole as those before it
    is_running: unit === 'week',
  };
}
