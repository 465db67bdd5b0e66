import { parseDate } from '../../../contract/dates.ts';

/** How dates such as 03/04/2026 are to be read: day or month first. They are refused while nobody says. */
export const DATE_ORDERS = ['dmy', 'mdy'] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

/** The forms that are taken, as refusals name them. */
export const DATE_FORMS =
  '2026-03-31, 2026-03-31 09:30, 31 Mar 2026, Mar 31, 2026 9:30 PM, 31/Mar/26, 31.03.2026, seconds since 1970, 03/31/2026';

/** Dates before it are what programs write that know none. */
const FIRST_DATE = new Date('1970-01-01T00:00:00Z');
const DAY_MS = 86_400_000;

/**
 * A date of a source; without a zone it is UTC.
 *
 * @param field as refusals name it
 * @param now dates more than a day behind it are refused: clocks and zones of two systems differ
 * @param order of dates with two slashes; null: those that can be read in two ways are refused
 * @returns null: none given; a text: why it cannot be taken
 */
export function dateOf(
  text: string,
  field: string,
  now: Date,
  order: DateOrder | null,
): Date | null | string {
  if (text === '') return null;
  const shown = `${field}: "${text.slice(0, 40)}"`;
  const date = readDate(text, order);
  if (date === 'ambiguous')
    return `${shown} can be read in two ways; say --dates dmy (day first) or --dates mdy (month first)`;
  if (date === null) return `${shown} is not a date; taken are ${DATE_FORMS}`;
  if (date.getTime() > now.getTime() + DAY_MS) return `${shown} lies in the future`;
  return date < FIRST_DATE ? `${shown} lies before 1970` : date;
}

/** The form in which most dates of large files stand; the built-in reading of it takes a fifth of the time. */
const PLAIN_INSTANT = /^\d{4}-\d{2}-(\d{2})T(?:[01]\d|2[0-3]):\d{2}:\d{2}(?:\.\d{1,3})?Z$/;
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const LONG_MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];
const TIME = String.raw`(?:,?[ T](?:at )?(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?(?: ?([AaPp])\.?[Mm]\.?)?(?: ?(Z|UTC|GMT|[+-]\d{2}:?\d{2}))?)?`;
/** "31 Mar 2026", "31/Mar/26 9:30 PM", "Tue, 31 Mar 2026 09:30:00 +0000" */
const DAY_NAMED = new RegExp(
  String.raw`^(?:[A-Za-z]{3,9},? )?(\d{1,2})(?:st|nd|rd|th)?[ /.-]{1,2}([A-Za-z]{3,9})\.?,?[ /-](\d{4}|\d{2})${TIME}$`,
);
/** "Mar 31, 2026 9:30 PM" */
const NAMED_DAY = new RegExp(
  String.raw`^(?:[A-Za-z]{3,9},? )?([A-Za-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})${TIME}$`,
);
/** "31.03.2026": points stand behind the day wherever they are written */
const POINTS = new RegExp(String.raw`^(\d{1,2})\.(\d{1,2})\.(\d{4})${TIME}$`);
const SLASHES = new RegExp(String.raw`^(\d{1,2})[/-](\d{1,2})[/-](\d{4})${TIME}$`);
const YEAR_FIRST = new RegExp(String.raw`^(\d{4})/(\d{1,2})/(\d{1,2})${TIME}$`);

function readDate(text: string, order: DateOrder | null): Date | 'ambiguous' | null {
  const plain = PLAIN_INSTANT.exec(text);
  if (plain) {
    const date = new Date(text);
    // a day that the month lacks would be moved on
    return date.getUTCDate() === Number(plain[1]) ? date : null;
  }
  if (/^\d{12,13}$/.test(text)) return new Date(Number(text));
  if (/^\d{9,10}$/.test(text)) return new Date(Number(text) * 1000);
  const iso = parseDate(
    text
      .replace(/^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2})/, '$1T$2')
      .replace(/ UTC$/, 'Z')
      .replace(/ ([+-]\d{2}:?\d{2})$/, '$1'),
    new Date(0),
  );
  // "6_months_ago" is for filters
  if (iso !== null) return /^\d{4}-/.test(text) ? iso : null;
  const dayNamed = DAY_NAMED.exec(text);
  if (dayNamed) return made(dayNamed[3]!, monthOf(dayNamed[2]!), dayNamed[1]!, dayNamed.slice(4));
  const namedDay = NAMED_DAY.exec(text);
  if (namedDay) return made(namedDay[3]!, monthOf(namedDay[1]!), namedDay[2]!, namedDay.slice(4));
  const points = POINTS.exec(text);
  if (points) return made(points[3]!, Number(points[2]), points[1]!, points.slice(4));
  const year = YEAR_FIRST.exec(text);
  if (year) return made(year[1]!, Number(year[2]), year[3]!, year.slice(4));
  const slashes = SLASHES.exec(text);
  if (!slashes) return null;
  const [first, second] = [Number(slashes[1]), Number(slashes[2])];
  const said: DateOrder | null = order ?? (first > 12 ? 'dmy' : second > 12 ? 'mdy' : null);
  if (said === null)
    return first === second ? made(slashes[3]!, first, slashes[2]!, slashes.slice(4)) : 'ambiguous';
  return said === 'dmy'
    ? made(slashes[3]!, second, slashes[1]!, slashes.slice(4))
    : made(slashes[3]!, first, slashes[2]!, slashes.slice(4));
}

/** 1 to 12; 0: no month. */
function monthOf(name: string): number {
  const lower = name.toLowerCase();
  return Math.max(MONTHS.indexOf(lower), LONG_MONTHS.indexOf(lower), lower === 'sept' ? 8 : -1) + 1;
}

function made(
  year: string,
  month: number,
  day: string,
  [hour, minute, second, half, zone]: (string | undefined)[],
): Date | null {
  let h = Number(hour ?? 0);
  if (half !== undefined) {
    if (h < 1 || h > 12) return null;
    h = (h % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  }
  const two = (value: number): string => String(value).padStart(2, '0');
  const full = year.length === 2 ? `20${year}` : year;
  const offset = zone === undefined || zone === 'UTC' || zone === 'GMT' ? 'Z' : zone;
  return parseDate(
    `${full}-${two(month)}-${two(Number(day))}T${two(h)}:${minute ?? '00'}:${second ?? '00'}${offset}`,
    new Date(0),
  );
}
