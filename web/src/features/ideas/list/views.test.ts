import { expect, test } from 'vitest';
import { readState } from '../../../host/search.ts';
import { ideasState } from './filters.ts';
import type { IdeasState } from './filters.ts';
import { asksTheSame, paramsOf, stateOfView } from './views.ts';

const state = (change: Partial<IdeasState>): IdeasState => ({ ...readState(ideasState, {}), ...change });

test.each<Partial<IdeasState>>([
  {},
  { q: 'offline maps', sort: '-created_at', per_page: 100 },
  { forum: ['1', '2'], label: ['none'], status: ['3'], supporter: ['9'], feature: ['4'] },
  { state: ['closed', 'merged'], created_after: '30_days_ago', no_support_since: '6_months_ago' },
  { has_response: 'false', has_internal_flag: 'true' },
  { columns: ['title', 'supporter_revenue'], forum: ['1'] },
  { where: '{"activity_num_votes":{"operator":"gt","value":10}}', assigned_owner: ['none'] },
])('[SCOPE-021] what a view keeps of the list is the list again: %j', (change) => {
  const params = paramsOf(state(change));
  const opened = stateOfView(params)!;
  expect(state({ q: 'before', forum: ['7'], where: '{}', ...opened })).toEqual(state(change));
  expect(asksTheSame(paramsOf(state(change)), params)).toBe(true);
});

test('views of other programs open as they are meant, or not at all', () => {
  // one id in place of a list, numbers, names in any order, conditions as text
  expect(stateOfView({ filters: { forum: 3, label_none: true } })).toMatchObject({
    forum: ['3'],
    label: ['none'],
  });
  expect(stateOfView({ advanced_filters: '{"has_response": false}' })).toMatchObject({
    where: '{"has_response":false}',
  });
  for (const filters of [
    { activity: ['votes'] },
    { forum: ['x'] },
    { created_after: 'never' },
    { label: ['1'], label_none: true },
  ])
    expect(stateOfView({ filters })).toBeNull();
});

test('an order, a page of other length, other columns and each filter make another view; names in another order do not', () => {
  const params = { filters: { forum: ['1'], has_response: true }, sort: '-votes_count' };
  expect(
    asksTheSame(params, {
      sort: '-votes_count',
      filters: { has_response: true, forum: ['1'] },
    }),
  ).toBe(true);
  expect(asksTheSame(params, { ...params, sort: 'title' })).toBe(false);
  expect(asksTheSame(params, { ...params, per_page: 100 })).toBe(false);
  expect(asksTheSame(params, { ...params, per_page: 50 })).toBe(true);
  expect(asksTheSame(params, { ...params, columns: ['title'] })).toBe(false);
  expect(asksTheSame(params, { ...params, filters: { forum: ['1'] } })).toBe(false);
});

test('[SCOPE-021] a new view keeps the columns of the table; one that names its own keeps those', () => {
  expect(paramsOf(state({}), ['title', 'votes_count']).columns).toEqual(['title', 'votes_count']);
  expect(paramsOf(state({ columns: ['title'] }), ['title', 'votes_count']).columns).toEqual(['title']);
  expect(paramsOf(state({}))).not.toHaveProperty('columns');
});
