import { expect, test } from 'vitest';
import type { IdeasTableQuery } from '../../api/generated/graphql.ts';
import { withFreshRows } from './freshRows.ts';
import type { IdeaRow } from './ideasTable.tsx';

const row = (id: string, votes_count: number) => ({ id, title: `Idea ${id}`, votes_count }) as IdeaRow;
const list = { suggestions: { total_records: 3, current_page: 1, records: [row('1', 9), row('2', 5), row('3', 1)] } } as IdeasTableQuery;

test('newer values take their rows’ places, in the order that stands, and rows of other pages are left out', () => {
  const { suggestions } = withFreshRows(list, [row('3', 100), row('1', 2), row('4', 7)]);
  expect(suggestions.records.map(({ id, votes_count }) => [id, votes_count])).toEqual([['1', 2], ['2', 5], ['3', 100]]);
  expect(suggestions.total_records).toBe(3);
  expect(suggestions.records[1]).toBe(list.suggestions.records[1]);
});
