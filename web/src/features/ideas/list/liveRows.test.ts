import { expect, test } from 'vitest';
import type { IdeasTableQuery } from '../../../api/generated/graphql.ts';
import { withFreshRows } from './liveRows.ts';
import type { IdeaRow } from './ideasTable.tsx';

const row = (id: string, votes_count: number, state = 'published') =>
  ({ id, title: `Idea ${id}`, votes_count, state }) as IdeaRow;
const list = {
  suggestions: { total_records: 3, current_page: 1, records: [row('1', 9), row('2', 5), row('3', 1)] },
} as IdeasTableQuery;

test('newer values take their rows’ places, in the order that stands, and rows of other pages are left out', () => {
  const { suggestions } = withFreshRows(list, [row('3', 100), row('1', 2), row('4', 7)], ['1', '3', '4']);
  expect(suggestions.records.map(({ id, votes_count }) => [id, votes_count])).toEqual([
    ['1', 2],
    ['2', 5],
    ['3', 100],
  ]);
  expect(suggestions.total_records).toBe(3);
  expect(suggestions.records[1]).toBe(list.suggestions.records[1]);
});

test('rows that were deleted, merged or marked as spam go, and the total with them', () => {
  const without = (fresh: IdeaRow[], asked: string[]) => {
    const { suggestions } = withFreshRows(list, fresh, asked);
    return [suggestions.records.map(({ id }) => id).join(' '), suggestions.total_records];
  };
  expect(without([], ['2'])).toEqual(['1 3', 2]);
  expect(without([row('2', 5, 'merged'), row('3', 1, 'spam')], ['2', '3'])).toEqual(['1', 1]);
  expect(without([row('2', 5, 'closed')], ['2'])).toEqual(['1 2 3', 3]);
  // a list of merged ideas keeps them
  const merged = {
    suggestions: { ...list.suggestions, records: [row('1', 9, 'merged')], total_records: 1 },
  } as IdeasTableQuery;
  expect(withFreshRows(merged, [row('1', 10, 'merged')], ['1']).suggestions.total_records).toBe(1);
});
