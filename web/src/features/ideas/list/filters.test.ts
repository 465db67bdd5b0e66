import { describe, expect, it } from 'vitest';
import { ALL_PERMISSIONS } from '../../../../../contract/permissions.ts';
import { readState } from '../../../host/search.ts';
import {
  filterIds,
  ideasState,
  offeredFilters,
  variablesOf,
  variablesOfIdeas,
  withOwner,
  withoutFilters,
} from './filters.ts';
import { withOfferedSort, withUsedFilter } from '../../../lists/filters.ts';

const state = (raw: Record<string, string>) => readState(ideasState, raw);

describe('filters of the ideas list', () => {
  it('[PAGE-001] [PAGE-002] reads lists from the address and sends them as ids', () => {
    expect(variablesOf(state({ forum: '1,2', label: '7', page: '3' }))).toEqual({
      page: 3,
      per_page: 50,
      query: { forum: ['1', '2'], label: ['7'] },
    });
  });
  it('leaves out of the address what cannot be an id, and words beyond the limit of a search', () => {
    expect(variablesOf(state({ forum: 'abc,-1,3,0', status: 'planned', label: '1e3' }))).toEqual({
      page: 1,
      per_page: 50,
      query: { forum: ['3'] },
    });
    expect([...state({ q: '🚀'.repeat(500) }).q]).toHaveLength(400);
  });
  it("[CALL-Q-059] sends 'without' as its own argument, unless records are chosen beside it", () => {
    const asked = (raw: Record<string, string>) => variablesOf(state(raw)).query;
    expect(asked({ category: 'none' })).toEqual({ category_none: true });
    expect(asked({ category: 'none,4' })).toEqual({ category: ['4'] });
    // nobody is without an author
    expect(asked({ creator: 'none' })).toEqual({});
  });
  it('[ROUTE-042] takes the filter of the path until another value of it is chosen', () => {
    const owned = (raw: Record<string, string>, owner: string | null) =>
      variablesOf(withOwner(state(raw), owner)).query;
    expect(owned({}, '17')).toEqual({ assigned_owner: ['17'] });
    expect(owned({ assigned_owner: '9' }, '17')).toEqual({ assigned_owner: ['9'] });
    expect(owned({}, null)).toEqual({});
  });
  it('[PAGE-003] reads yes and no', () => {
    expect(variablesOf(state({ has_response: 'false', has_internal_flag: 'true' })).query).toEqual({
      has_response: false,
      has_internal_flag: true,
    });
    expect(variablesOf(state({ has_response: 'perhaps' })).query).toEqual({});
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
    ).toEqual({ page: 1, per_page: 50, query: { state: ['closed'], no_support_since: '30_days_ago' } });
    expect(variablesOf(state({ created_after: '2026-02-30', per_page: '75' }))).toEqual({
      page: 1,
      per_page: 75,
      query: {},
    });
    expect(variablesOf(state({ created_after: '2026-02-03' })).query).toEqual({
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
  it('asks for words and order beside the filters', () => {
    expect(variablesOf(state({ sort: '-title', label: '7' }), 'mail').query).toEqual({
      q: 'mail',
      label: ['7'],
      sort: '-title',
    });
  });
  it('goes back to the first page when filters are taken away', () => {
    expect(withoutFilters(['forum', 'created_after'])).toEqual({ page: 1, forum: [], created_after: '' });
  });
  it('offers each filter once, by what it is about', () => {
    const offered = offeredFilters({
      permissions: ALL_PERMISSIONS,
      authorized_features: ['features_feature'],
    } as never);
    expect(
      offeredFilters({ permissions: ALL_PERMISSIONS, authorized_features: [] } as never).map(({ id }) => id),
    ).not.toContain('feature');
    expect(offered.map(({ id }) => id).toSorted()).toEqual([...filterIds].toSorted());
    expect([...new Set(offered.map(({ group }) => group))]).toEqual(['Idea', 'People', 'Activity']);
  });
  it('keeps the three filters that were used last, the latest first', () => {
    expect(withUsedFilter(['forum', 'label', 'status'], 'state')).toEqual(['state', 'forum', 'label']);
    expect(withUsedFilter(['forum', 'label', 'status'], 'status')).toEqual(['status', 'forum', 'label']);
  });
  it('asks for the selected ideas alone, in the order of the list, whatever search and filters find', () => {
    expect(variablesOfIdeas(['7', '9'], state({ q: 'invoice', forum: '3', sort: 'title' }))).toEqual({
      query: { id: ['7', '9'], sort: 'title' },
      page: 1,
      per_page: 50,
    });
  });
});
