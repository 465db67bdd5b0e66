import { describe, expect, it } from 'vitest';
import {
  formatAgo,
  formatBytes,
  formatCentsShort,
  formatCompact,
  formatDate,
  formatDateTime,
  formatDecimal,
  formatList,
  formatNearTime,
  formatNumber,
  formatPercent,
  formatRelative,
  formatTotal,
  formatUtcHour,
  parseTime,
  plural,
  pluralForm,
  setFormatLocale,
  formatAnd,
} from './format.ts';

describe('money', () => {
  it('[CONST-049] [CONST-050] [CONST-051] is written short, from cents as number or text', () => {
    expect(formatCentsShort(125_000_000)).toBe('$1.3M');
    expect(formatCentsShort('100000000')).toBe('$1.0M');
    expect(formatCentsShort(100_000)).toBe('$1.0K');
    expect(formatCentsShort(99_900)).toBe('$999');
    expect(formatCentsShort('-12345600')).toBe('-$123.5K');
    expect(formatCentsShort(0)).toBe('$0');
  });

  it('is nothing when there is none', () => {
    expect(formatCentsShort(null)).toBe('');
    expect(formatCentsShort(undefined)).toBe('');
    expect(formatCentsShort('')).toBe('');
  });
});

describe('numbers', () => {
  it('are grouped', () => {
    expect(formatNumber(1284)).toBe('1,284');
    expect(formatNumber(null)).toBe('');
    expect(formatNumber(Number.NaN)).toBe('');
    expect(formatDecimal(1.25, 1)).toBe('1.3');
    expect(formatDecimal(null, 1)).toBe('');
  });

  it('are grouped as the browser itself groups them', () => {
    const browser = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
    const numbers = [
      0,
      -0,
      7,
      999,
      1_000,
      12_345,
      999_999,
      1_000_000,
      123_456_789,
      Number.MAX_SAFE_INTEGER,
      1e21,
      -1,
      -999,
      -1_000,
      -1_234_567,
      0.4,
      0.5,
      1_284.5,
      -0.3,
    ];
    expect(numbers.map(formatNumber)).toEqual(numbers.map((number) => browser.format(number)));
  });

  it('are short from ten thousand on where room is short', () => {
    expect([0, 9_999, 10_000, 12_345, 999_400, 1_234_567].map(formatCompact)).toEqual([
      '0',
      '9,999',
      '10K',
      '12.3K',
      '999.4K',
      '1.2M',
    ]);
  });

  it('show a total that was not counted to its end as it came', () => {
    expect(formatTotal('10,000+')).toBe('10,000+');
    expect(formatTotal(10_000)).toBe('10,000');
    expect(formatTotal(null)).toBe('');
  });

  it('as percent, with a sign when it is a change', () => {
    expect(formatPercent(0.12)).toBe('12%');
    expect(formatPercent(0.12, { signed: true })).toBe('+12%');
    expect(formatPercent(-0.02, { signed: true })).toBe('-2%');
    expect(formatPercent(0, { signed: true })).toBe('0%');
    expect(formatPercent(null)).toBe('');
  });

  it('as sizes of files', () => {
    expect(formatBytes(512)).toBe('512 B');
    expect(formatBytes(1536)).toBe('1.5 KB');
    expect(formatBytes(50 * 1024 * 1024)).toBe('50 MB');
    expect(formatBytes(null)).toBe('');
  });

  it('with their noun', () => {
    expect(plural(1, { one: 'vote', other: 'votes' })).toBe('1 vote');
    expect(plural(1284, { one: 'vote', other: 'votes' })).toBe('1,284 votes');
    expect(pluralForm(1, { one: 'it', other: 'they' })).toBe('it');
    expect(pluralForm(0, { one: 'it', other: 'they' })).toBe('they');
    expect(formatAnd(['a title'])).toBe('a title');
    expect(formatAnd(['a title', 'a forum'])).toBe('a title and a forum');
    expect(formatAnd(['a title', 'a forum', 'a category'])).toBe('a title, a forum, and a category');
    expect(formatList(['a', 'b', 'c'])).toBe('a, b, c');
    expect(formatList(['a', 'b', 'c', 'd'])).toBe('a, b +2');
  });
});

describe('times', () => {
  const now = new Date('2025-11-20T12:00:00.000Z');
  const ago = (ms: number) => new Date(now.getTime() - ms).toISOString();
  const hour = 3_600_000;

  it('are read, and null when they are none', () => {
    expect(parseTime('2025-11-20T12:00:00.000Z')).toEqual(now);
    expect(parseTime(null)).toBeNull();
    expect(parseTime('')).toBeNull();
    expect(parseTime('soon')).toBeNull();
  });

  it('are told by their age', () => {
    expect(formatRelative(ago(20_000), now)).toBe('now');
    expect(formatRelative(ago(-20_000), now)).toBe('now');
    expect(formatRelative(ago(5 * 60_000), now)).toBe('5m ago');
    expect(formatRelative(ago(2 * hour), now)).toBe('2h ago');
    expect(formatRelative(ago(25 * hour), now)).toBe('1d ago');
    expect(formatRelative(ago(3 * 24 * hour), now)).toBe('3d ago');
    expect(formatRelative('2025-11-03T12:00:00Z', now)).toBe('Nov 3');
    expect(formatRelative('2024-11-03T12:00:00Z', now)).toBe('Nov 3, 2024');
    expect(formatRelative(null, now)).toBe('');
  });

  it('are told by their age within a sentence', () => {
    expect(formatAgo(ago(20_000), now)).toBe('just now');
    expect(formatAgo(ago(5 * 60_000), now)).toBe('5 min ago');
    expect(formatAgo(ago(2 * hour), now)).toBe('2 hr ago');
    expect(formatAgo('2025-11-03T12:00:00Z', now)).toBe('Nov 3');
    expect(formatAgo(null, now)).toBe('');
  });

  it('of UTC are told as the clock here shows them', () => {
    const before = process.env['TZ'];
    const here = (zone: string, day?: number) => {
      process.env['TZ'] = zone;
      setFormatLocale('en-US');
      return formatUtcHour(7, day, now)?.replaceAll('\u202f', ' ') ?? null;
    };
    expect([
      here('UTC'),
      here('Europe/Berlin'),
      here('Europe/Berlin', 1),
      here('America/Los_Angeles', 1),
    ]).toEqual([null, '8:00 AM', 'Mon 8:00 AM', 'Sun 11:00 PM']);
    if (before === undefined) delete process.env['TZ'];
    else process.env['TZ'] = before;
    setFormatLocale('en-US');
  });

  it('are written out', () => {
    expect(formatDate('2025-11-03T12:00:00Z')).toBe('Nov 3, 2025');
    expect(formatDateTime('2025-11-03T12:00:00Z')).toMatch(/^Nov 3, 2025, \d{1,2}:00\s[AP]M$/);
    expect(formatDate(null)).toBe('');
    expect(formatDateTime(null)).toBe('');
    const now = new Date(2025, 10, 3, 9, 30);
    expect(formatNearTime(new Date(2025, 10, 3, 16, 5), now)).toMatch(/^4:05\sPM$/);
    expect(formatNearTime(new Date(2025, 10, 4, 2, 11), now)).toMatch(/^Nov 4, 2:11\sAM$/);
    expect(formatNearTime(null, now)).toBe('');
  });
});
