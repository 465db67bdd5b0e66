import { describe, expect, it } from 'vitest';
import { readState } from '../../../host/search.ts';
import { ideasState, variablesOf, withOfferedSort, withoutFilters } from './filters.ts';

const state = (raw: Record<string, string>) => readState(ideasState, raw);

describe('filters of the ideas list', () => {
  it('[PAGE-001] [PAGE-002] reads lists from the address and sends them as ids', () => {
    expect(variablesOf(state({ forum: '1,2', label: '7', page: '3' }))).toEqual({
      page: 3,
      per_page: 20,
      forum: ['1', '2'],
      label: ['7'],
    });
  });
  it('leaves out of the address what cannot be an id, and words beyond the limit of a search', () => {
    expect(variablesOf(state({ forum: 'abc,-1,3,0', status: 'planned', label: '1e3' }))).toEqual({
      page: 1,
      per_page: 20,
      forum: ['3'],
    });
    expect([...state({ q: '🚀'.repeat(500) }).q]).toHaveLength(400);
  });
  it("[CALL-Q-059] sends 'without' as its own argument, unless records are chosen beside it", () => {
    expect(variablesOf(state({ category: 'none' }))).toMatchObject({ category_none: true });
    expect(variablesOf(state({ category: 'none,4' }))).toEqual({ page: 1, per_page: 20, category: ['4'] });
  });
  it('[ROUTE-042] takes the filter of the path until another value of it is chosen', () => {
    expect(variablesOf(state({}), { assigned_owner: '17' })).toMatchObject({ assigned_owner: ['17'] });
    expect(variablesOf(state({ assigned_owner: '9' }), { assigned_owner: '17' })).toMatchObject({
      assigned_owner: ['9'],
    });
  });
  it('[PAGE-003] reads yes and no', () => {
    expect(variablesOf(state({ has_response: 'false', has_internal_flag: 'true' }))).toMatchObject({
      has_response: false,
      has_internal_flag: true,
    });
    expect(Object.keys(variablesOf(state({ has_response: 'perhaps' })))).not.toContain('has_response');
  });
  it('leaves out states, times and page sizes that are not on offer, so that the list is shown all the same', () => {
    expect(
      variablesOf(
        state({
          state: 'closed,asleep',
          created_after: 'yesterday',
          no_support_since: '30_days_ago',
          per_page: '37',
        }),
      ),
    ).toEqual({ page: 1, per_page: 20, state: ['closed'], no_support_since: '30_days_ago' });
    expect(variablesOf(state({ created_after: '2026-02-30', per_page: '75' }))).toEqual({
      page: 1,
      per_page: 75,
    });
    expect(variablesOf(state({ created_after: '2026-02-03' }))).toMatchObject({
      created_after: '2026-02-03',
    });
  });
  it('takes its own order instead of one that is not on offer, also to this person', () => {
    const columns = [{}, { sortKey: 'votes_count' }, { sortKey: 'title' }];
    const sorts = [
      '-votes_count',
      'title',
      '',
      'votes',
      '-supporter_revenue',
      '-votes_count,title',
      '--title',
    ].map((sort) => withOfferedSort(state({ sort, q: 'mail' }), columns));
    expect(sorts.map(({ sort }) => sort)).toEqual(['-votes_count', 'title', '', '', '', '', '']);
    expect(new Set(sorts.map(({ q }) => q))).toEqual(new Set(['mail']));
  });
  it('goes back to the first page when filters are taken away', () => {
    expect(withoutFilters(['forum', 'created_after'])).toEqual({ page: 1, forum: [], created_after: '' });
  });
});
