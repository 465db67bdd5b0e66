/**
 * Dates in filters and reports: "6_months_ago" and ISO 8601 (CONST-005, DEC-020). All arithmetic
 * is in UTC, so browser and server come to the same instant.
 */

const RELATIVE = /^(\d{1,5})_(day|week|month|year)s?_ago$/;
const ISO =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(Z|z|[+-]\d{2}:?\d{2})?)?$/;

const DAY_MS = 86_400_000;

/** How many days a month of a year has. @param month 0 is January */
function daysInMonth(year: number, month: number): number {
  return new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
}

/**
 * The same time of day some months earlier. A day that the month lacks becomes its last:
 * six months before 31 August is 28 or 29 February.
 */
function monthsBefore(date: Date, months: number): Date {
  const index = date.getUTCFullYear() * 12 + date.getUTCMonth() - months;
  const year = Math.floor(index / 12);
  const month = index - year * 12;
  const result = new Date(date.getTime());
  result.setUTCFullYear(year, month, Math.min(date.getUTCDate(), daysInMonth(year, month)));
  return result;
}

/** "6_months_ago" and the like, counted back from now; null when the text is none or goes before year 1. */
function parseRelative(text: string, now: Date): Date | null {
  const match = RELATIVE.exec(text);
  if (!match) return null;
  const count = Number(match[1]);
  const unit = match[2];
  const result =
    unit === 'day'
      ? new Date(now.getTime() - count * DAY_MS)
      : unit === 'week'
        ? new Date(now.getTime() - count * 7 * DAY_MS)
        : monthsBefore(now, unit === 'month' ? count : count * 12);
  return result.getUTCFullYear() >= 1 ? result : null;
}

/**
 * Reads a date of a filter or report.
 *
 * Accepted: N_days_ago, N_weeks_ago, N_months_ago, N_years_ago (also with the singular), a day
 * (2026-01-31), a day with time (2026-01-31T10:00, with seconds and fractions) and with Z or an
 * offset. Without an offset the time is UTC. A day that does not exist is refused, not moved on.
 *
 * @param now the instant that "ago" counts from
 * @param edge what a day without time means: its first instant, or its last millisecond
 *   (for the end of a period, which includes that day)
 * @returns null when the text is no date
 */
export function parseDate(text: string, now: Date, edge: 'start' | 'end' = 'start'): Date | null {
  const trimmed = text.trim();
  const relative = parseRelative(trimmed, now);
  if (relative) return relative;

  const match = ISO.exec(trimmed);
  if (!match) return null;
  const [, year, month, day, hour, minute, second, fraction, zone] = match;
  const y = Number(year);
  const m = Number(month) - 1;
  const d = Number(day);
  if (y < 1 || m < 0 || m > 11 || d < 1 || d > daysInMonth(y, m)) return null;

  const date = new Date(0);
  date.setUTCFullYear(y, m, d);
  if (hour === undefined) return edge === 'end' ? new Date(date.getTime() + DAY_MS - 1) : date;

  const h = Number(hour);
  const min = Number(minute);
  const s = Number(second ?? 0);
  if (h > 23 || min > 59 || s > 59) return null;
  date.setUTCHours(h, min, s, fraction ? Number(fraction.slice(0, 3).padEnd(3, '0')) : 0);
  if (!zone || zone === 'Z' || zone === 'z') return date;

  const offsetHours = Number(zone.slice(1, 3));
  const offsetMinutes = Number(zone.slice(-2));
  if (offsetHours > 14 || offsetMinutes > 59) return null;
  const offsetMs = (offsetHours * 60 + offsetMinutes) * 60_000;
  return new Date(date.getTime() + (zone.startsWith('-') ? offsetMs : -offsetMs));
}
