import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { VoteSpark, thisMonday, weekTip } from './VoteSpark.tsx';

const weekly = [3, 4, 3, 5, 4, 6, 5, 6, 10, 10, 10, 14];

describe('votes by week', () => {
  test('a week begins on Monday, UTC', () => {
    expect(thisMonday(Date.parse('2026-11-22T23:59:59Z')).toISOString()).toBe('2026-11-16T00:00:00.000Z');
    expect(thisMonday(Date.parse('2026-11-23T00:00:00Z')).toISOString()).toBe('2026-11-23T00:00:00.000Z');
  });

  test('each week says when it began and its votes, the running one that it is not over', () => {
    const monday = new Date('2026-11-16T00:00:00Z');
    expect(weekTip(weekly, 6, 11, monday)).toBe('Week of Nov 9: 14 votes');
    expect(weekTip([...weekly.slice(0, 11), 1], 6, 11, monday)).toBe('Week of Nov 9: 1 vote');
    expect(weekTip(weekly, 6, 0, monday)).toBe('Week of Aug 24: 3 votes');
    expect(weekTip(weekly, 6, 12, monday)).toBe('This week so far: 6');
  });

  test('the colour is that of the last finished week; the running one has a stub and no say', () => {
    const drawn = (thisWeek: number) => renderToString(createElement(VoteSpark, { weekly, thisWeek }));
    expect(drawn(0)).toContain('data-trend="up"');
    expect(drawn(99)).toContain('data-trend="up"');
    expect(drawn(6)).toContain(
      'aria-label="Votes in the last 12 finished weeks: from 3 to 14, highest 14, rising. This week so far: 6"',
    );
    expect(drawn(6).match(/<rect/g)).toHaveLength(1);
    expect(drawn(99)).not.toMatch(/NaN|="-/);
  });
});
