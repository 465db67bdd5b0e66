import { shortCurrency } from '../../../../contract/currency.ts';
import { uiMessages } from '../messages.ts';

/** Language of dates and numbers: that of the texts, so that one line never mixes two languages. */
let locale = 'en-US';
const cache = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat>();
let pluralRules: Intl.PluralRules | null = null;
const relativeFormats = new Map<string, Intl.RelativeTimeFormat>();
let andFormat: Intl.ListFormat | null = null;

/** Switches the language of every number and date (a BCP 47 tag such as 'de'). */
export function setFormatLocale(tag: string): void {
  locale = tag;
  cache.clear();
  pluralRules = null;
  relativeFormats.clear();
  andFormat = null;
}

function numberFormat(key: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const known = cache.get(`number ${key}`);
  if (known !== undefined) return known as Intl.NumberFormat;
  const made = new Intl.NumberFormat(locale, options);
  cache.set(`number ${key}`, made);
  return made;
}

function dateFormat(key: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const known = cache.get(`date ${key}`);
  if (known !== undefined) return known as Intl.DateTimeFormat;
  const made = new Intl.DateTimeFormat(locale, options);
  cache.set(`date ${key}`, made);
  return made;
}

/** A whole number with group separators: 1284 gives '1,284'. Null and undefined give ''. */
export function formatNumber(value: number | null | undefined): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return '';
  // counts, which stand on every page: the first formatter that a page makes costs the browser more than drawing a table
  if (locale === 'en-US' && Number.isSafeInteger(value) && !Object.is(value, -0))
    return String(value).replace(/\B(?=(?:\d{3})+$)/g, ',');
  return numberFormat('number', { maximumFractionDigits: 0 }).format(value);
}

/** Counts from here on are too wide for a tab. */
const COMPACT_FROM = 10_000;

/** A count where room is short: '1,284' as it is, 12345 gives '12.3K', 1234567 '1.2M'. What it is exactly stands elsewhere, such as in a tooltip. */
export function formatCompact(value: number): string {
  return value < COMPACT_FROM
    ? formatNumber(value)
    : numberFormat('compact', { notation: 'compact', maximumFractionDigits: 1 }).format(value);
}

/** A number with a fixed count of decimals: (1.25, 1) gives '1.3'. Null gives ''. */
export function formatDecimal(value: number | null | undefined, decimals: number): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return '';
  return numberFormat(`decimal${decimals}`, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  }).format(value);
}

/** A share (0.12) as percent ('12%'). With `signed` a rise gets a plus: '+12%'. Null gives ''. */
export function formatPercent(share: number | null | undefined, options: { signed?: boolean } = {}): string {
  if (share === null || share === undefined || !Number.isFinite(share)) return '';
  return numberFormat(`percent${options.signed === true ? '+' : ''}`, {
    style: 'percent',
    maximumFractionDigits: 0,
    signDisplay: options.signed === true ? 'exceptZero' : 'auto',
  }).format(share);
}

/**
 * A number of records of which the server may have counted only the first 10,000: it then sends
 * the text '10,000+', which is shown as it is.
 */
export function formatTotal(total: number | string | null | undefined): string {
  if (total === null || total === undefined) return '';
  return typeof total === 'string' ? total : formatNumber(total);
}

/**
 * Currency shorthand of an amount in cents, which the server sends as a number or (when large) as
 * text: '$1.3M', '$288.6K', '$999' (CONST-049..051). Null gives ''.
 */
export function formatCentsShort(cents: number | string | null | undefined): string {
  if (cents === null || cents === undefined || cents === '') return '';
  return shortCurrency(Number(cents) / 100);
}

/** A file size: 512 gives '512 B', 1536 gives '1.5 KB'. Steps of 1024, one decimal below ten. */
export function formatBytes(sizeInBytes: number | null | undefined): string {
  if (sizeInBytes === null || sizeInBytes === undefined) return '';
  let size = sizeInBytes;
  let unit = 0;
  const units = ['B', 'KB', 'MB', 'GB', 'TB'];
  while (size >= 1024 && unit < units.length - 1) {
    size /= 1024;
    unit += 1;
  }
  const decimals = unit === 0 || size >= 10 ? 0 : 1;
  return `${formatDecimal(size, decimals)} ${units[unit] ?? ''}`;
}

/** Reads what the server sends as a time (ISO 8601). Null for null and for what is no time. */
export function parseTime(value: string | number | Date | null | undefined): Date | null {
  if (value === null || value === undefined || value === '') return null;
  const date = value instanceof Date ? value : new Date(value);
  return Number.isNaN(date.getTime()) ? null : date;
}

/** A day: 'Nov 3, 2025'. Null gives ''. */
export function formatDate(value: string | number | Date | null | undefined): string {
  const date = parseTime(value);
  return date === null
    ? ''
    : dateFormat('date', { year: 'numeric', month: 'short', day: 'numeric' }).format(date);
}

/** A month: 'Nov 26' where room is short, 'November 2026' in full. */
export function formatMonth(date: Date, isShort: boolean): string {
  return dateFormat(isShort ? 'month' : 'month in full', {
    month: isShort ? 'short' : 'long',
    year: isShort ? '2-digit' : 'numeric',
    timeZone: 'UTC',
  }).format(date);
}

/** A day of the near past or future without its year: 'Nov 9'. @param day as the server names days, '2026-11-09' */
export function formatMonthDay(day: string): string {
  const date = parseTime(`${day}T00:00:00`);
  return date === null ? '' : dateFormat('day', { month: 'short', day: 'numeric' }).format(date);
}

/** A day and time: 'Nov 3, 2025, 4:05 PM'. Null gives ''. */
export function formatDateTime(value: string | number | Date | null | undefined): string {
  const date = parseTime(value);
  if (date === null) return '';
  return dateFormat('datetime', {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  }).format(date);
}

/** A time of today or of the days around it: '4:05 PM', on another day 'Nov 3, 4:05 PM'. Null gives ''. */
export function formatNearTime(
  value: string | number | Date | null | undefined,
  now: Date = new Date(),
): string {
  const date = parseTime(value);
  if (date === null) return '';
  const isToday = date.toDateString() === now.toDateString();
  return dateFormat(isToday ? 'time' : 'near', {
    hour: 'numeric',
    minute: '2-digit',
    ...(isToday ? {} : { month: 'short', day: 'numeric' }),
  }).format(date);
}

/**
 * An hour of UTC as it reads here: '8:00 AM', with `day` (of a week in UTC, 1 is Monday) 'Mon 8:00 AM'. Null where the
 * clock shows UTC, so that there is nothing to add.
 */
export function formatUtcHour(
  hour: number,
  day: number | null = null,
  now: Date = new Date(),
): string | null {
  // the next such time, as summer time counts
  const at = new Date(now);
  at.setUTCHours(hour, 0, 0, 0);
  const days = day === null ? 0 : (day - at.getUTCDay() + 7) % 7;
  at.setUTCDate(at.getUTCDate() + days);
  if (at.getTimezoneOffset() === 0) return null;
  return dateFormat(`hour${day === null ? '' : ' day'}`, {
    hour: 'numeric',
    minute: '2-digit',
    ...(day === null ? {} : { weekday: 'short' }),
  }).format(at);
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * How long ago, as short as it goes: 'now', '5m ago', '2h ago', '3d ago', and from a week on the day itself
 * ('Nov 3' within the same year, else with the year). A time ahead of `now` (clocks differ) gives
 * 'now' up to one minute, else the day. Null gives ''.
 */
export function formatRelative(
  value: string | number | Date | null | undefined,
  now: Date = new Date(),
): string {
  const date = parseTime(value);
  if (date === null) return '';
  const ageMs = now.getTime() - date.getTime();
  if (Math.abs(ageMs) < MINUTE) return ago(0, 'second');
  if (ageMs > 0 && ageMs < HOUR) return ago(Math.floor(ageMs / MINUTE), 'minute');
  if (ageMs > 0 && ageMs < DAY) return ago(Math.floor(ageMs / HOUR), 'hour');
  if (ageMs > 0 && ageMs < 7 * DAY) return ago(Math.floor(ageMs / DAY), 'day');
  if (date.getFullYear() === now.getFullYear()) {
    return dateFormat('day', { month: 'short', day: 'numeric' }).format(date);
  }
  return formatDate(date);
}

/**
 * How long ago, as it is read within a sentence: 'just now', '5 min ago', '2 hr ago', and from a day on the day itself
 * ('Nov 3' within the same year, else with the year). A time ahead of `now` by more than a minute gives the day.
 */
export function formatAgo(value: string | number | Date | null | undefined, now: Date = new Date()): string {
  const date = parseTime(value);
  if (date === null) return '';
  const ageMs = now.getTime() - date.getTime();
  if (Math.abs(ageMs) < MINUTE) return uiMessages.justNow;
  if (ageMs > 0 && ageMs < HOUR) return ago(Math.floor(ageMs / MINUTE), 'minute', 'short');
  if (ageMs > 0 && ageMs < DAY) return ago(Math.floor(ageMs / HOUR), 'hour', 'short');
  return date.getFullYear() === now.getFullYear()
    ? dateFormat('day', { month: 'short', day: 'numeric' }).format(date)
    : formatDate(date);
}

function ago(
  count: number,
  unit: 'second' | 'minute' | 'hour' | 'day',
  style: 'narrow' | 'short' = 'narrow',
): string {
  // 'auto' has a word for no time at all, but also for a day, which here is 24 hours and not the one before today
  const numeric = count === 0 ? 'auto' : 'always';
  const key = `${style} ${numeric}`;
  let format = relativeFormats.get(key);
  if (format === undefined) {
    format = new Intl.RelativeTimeFormat(locale, { style, numeric });
    relativeFormats.set(key, format);
  }
  // English shortens with full stops, '5 min. ago', which read as the end of a sentence
  return format.format(-count, unit).replace('.', '');
}

/** 'a, b, c'; with more than `maximum` the rest is counted: 'a, b +2'. */
export function formatList(items: readonly string[], maximum: number = 3): string {
  if (items.length > maximum)
    return `${items.slice(0, maximum - 1).join(', ')} +${items.length - maximum + 1}`;
  return items.join(', ');
}

/** 'a title and a forum': the items as a sentence lists them. */
export function formatAnd(items: readonly string[]): string {
  andFormat ??= new Intl.ListFormat(locale, { style: 'long', type: 'conjunction' });
  return andFormat.format(items);
}

/** Singular and plural of a word. */
interface PluralForms {
  one: string;
  other: string;
}

/** Singular or plural by the language's rule: plural(2, {one: 'vote', other: 'votes'}) gives '2 votes'. */
export function plural(count: number, forms: PluralForms): string {
  return `${formatNumber(count)} ${pluralForm(count, forms)}`;
}

/** The form alone, where the number stands elsewhere or not at all: pluralForm(1, {one: 'it', other: 'they'}) gives 'it'. */
export function pluralForm(count: number, forms: PluralForms): string {
  pluralRules ??= new Intl.PluralRules(locale);
  return pluralRules.select(count) === 'one' ? forms.one : forms.other;
}
