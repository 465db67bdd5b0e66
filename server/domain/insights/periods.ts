import { parseDate } from '../../../contract/dates.ts';
import { badInput } from '../../core/errors.ts';
import { timeInput } from '../../inputs/kinds.ts';
import { dayOf } from '../counters/numbers.ts';

export const DAY_MS = 24 * 60 * 60 * 1000;
/** Longest period of a report: it sums one row per forum, category, day and slot, or per idea and week. */
const PERIOD_MAX_DAYS = 731;
export const DEFAULT_PERIOD = '6_months_ago';

/** The arguments of a report's period. @param otherwise what holds when no begin is given, in words */
export const periodArgs = (otherwise: string) => ({
  period_start: timeInput(`Begin; ${otherwise} when not given.`, (text) => parseDate(text, new Date())),
  period_end: timeInput('End; a day is included. Now when not given.', (text) =>
    parseDate(text, new Date(), 'end'),
  ),
});

/** A period in whole days, UTC. */
export interface Period {
  /** first and last day, YYYY-MM-DD */
  start: string;
  end: string;
  /** both included */
  days: number;
}

/**
 * The days from the one of `start` to the one of `end`, both included.
 * @throws ProductError BAD_USER_INPUT when they are none, or more than two years
 */
export function periodOf(start: Date, end: Date): Period {
  const days = Math.round((Date.parse(dayOf(end)) - Date.parse(dayOf(start))) / DAY_MS) + 1;
  if (days < 1) throw badInput('period_start', 'The period must begin before it ends.');
  if (days > PERIOD_MAX_DAYS) throw badInput('period_start', 'The period may be two years long at most.');
  return { start: dayOf(start), end: dayOf(end), days };
}
