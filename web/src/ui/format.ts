import { shortCurrency } from '../../../contract/currency.ts';

/** Language of dates and numbers: that of the texts, so that one line never mixes two languages. */
let locale = 'en-US';
const cache = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat>();
let pluralRules: Intl.PluralRules | null = null;

/** Switches the language of every number and date (a BCP 47 tag such as 'de'). */
export function setFormatLocale(tag: string): void {
  locale = tag;
  cache.clear();
  pluralRules = null;
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

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * How long ago, as short as it goes: 'now', '5m', '2h', '3d', and from a week on the day itself
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
  if (Math.abs(ageMs) < MINUTE) return 'now';
  if (ageMs > 0 && ageMs < HOUR) return unit(Math.floor(ageMs / MINUTE), 'minute');
  if (ageMs > 0 && ageMs < DAY) return unit(Math.floor(ageMs / HOUR), 'hour');
  if (ageMs > 0 && ageMs < 7 * DAY) return unit(Math.floor(ageMs / DAY), 'day');
  if (date.getFullYear() === now.getFullYear()) {
    return dateFormat('day', { month: 'short', day: 'numeric' }).format(date);
  }
  return formatDate(date);
}

function unit(count: number, name: 'minute' | 'hour' | 'day'): string {
  return numberFormat(name, { style: 'unit', unit: name, unitDisplay: 'narrow' }).format(count);
}

/** 'a, b, c'; with more than `maximum` the rest is counted: 'a, b +2'. */
export function formatList(items: readonly string[], maximum: number = 3): string {
  if (items.length > maximum)
    return `${items.slice(0, maximum - 1).join(', ')} +${items.length - maximum + 1}`;
  return items.join(', ');
}

/** Singular or plural by the language's rule: plural(2, {one: 'vote', other: 'votes'}) gives '2 votes'. */
export function plural(count: number, forms: { one: string; other: string }): string {
  pluralRules ??= new Intl.PluralRules(locale);
  const rule = pluralRules.select(count);
  return `${formatNumber(count)} ${rule === 'one' ? forms.one : forms.other}`;
}
