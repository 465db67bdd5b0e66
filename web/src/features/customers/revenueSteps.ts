/** The revenue of an account as steps over months, from the entries of its history. Pure. */
import type { ChartPeriod, ChartSeries } from '../../ui/charts/chart.ts';

/** An entry: from this time on so much. */
export interface RevenueEntry {
  /** ISO 8601 */
  since: string;
  /** USD */
  revenue: number;
  /** first, won, raised, lowered, lost or same */
  change: string;
}

/** So many months are drawn unless all are asked for; no chart has more than `MONTHS_MOST`. */
export const MONTHS = 18;
const MONTHS_MOST = 120;

const monthOf = (date: Date): number => date.getUTCFullYear() * 12 + date.getUTCMonth();

/**
 * Months up to now with what stood at the end of each; null before the first entry.
 *
 * @param entries newest first, as the server gives them
 * @param all from the first entry on, at most ten years; false: the last 18 months
 * @param words how a month, and a change in it, is written
 */
export function revenueSteps(
  entries: readonly RevenueEntry[],
  now: Date,
  all: boolean,
  words: {
    month: (date: Date) => ChartPeriod;
    change: (entry: RevenueEntry) => { short: string; text: string };
  },
): { periods: ChartPeriod[]; values: (number | null)[]; changes: NonNullable<ChartSeries['changes']> } {
  const oldestFirst = entries.toReversed();
  const last = monthOf(now);
  const begin = oldestFirst[0] === undefined ? last : monthOf(new Date(oldestFirst[0].since));
  const count = all ? Math.min(MONTHS_MOST, Math.max(2, last - begin + 1)) : MONTHS;
  const months = Array.from({ length: count }, (_, index) => last - count + 1 + index);
  return {
    periods: months.map((month) => words.month(new Date(Date.UTC(Math.floor(month / 12), month % 12, 1)))),
    values: months.map(
      (month) => oldestFirst.findLast(({ since }) => monthOf(new Date(since)) <= month)?.revenue ?? null,
    ),
    changes: oldestFirst.flatMap((entry) => {
      const index = months.indexOf(monthOf(new Date(entry.since)));
      return index < 0 || entry.change === 'same' ? [] : [{ index, ...words.change(entry) }];
    }),
  };
}
