import { describe, expect, it } from 'vitest';
import type { Rights } from '../../../contract/permissions.ts';
import { readState } from '../host/search.ts';
import { chipsOf } from './chips.ts';
import { columnsOf, fieldsOf, filtersOf } from './fields.ts';
import { askedOf, valuesOf, withoutFilters } from './filters.ts';
import { defineList } from './list.ts';

type Plan = { id: string; name: string };
type PlanListInput = {
  owner?: string[];
  owner_none?: boolean;
  state?: string[];
  made_after?: string;
  secret?: boolean;
};

const fields = fieldsOf<Plan, PlanListInput>({
  name: { label: 'Plan', cell: ({ name }) => name, sortKey: 'name' },
  owner: {
    label: 'Owner',
    cell: () => null,
    filter: { kind: 'records', by: 'owner', records: 'owners', without: 'No owner' },
  },
  state: {
    label: 'State',
    widthPx: 90,
    cell: () => null,
    filter: {
      kind: 'words',
      by: 'state',
      choices: [
        { value: 'open', label: 'Open' },
        { value: 'done', label: 'Done' },
      ],
    },
  },
  made: {
    label: 'Made',
    filter: {
      kind: 'time',
      by: 'made_after',
      choices: [{ value: '7_days_ago', label: 'In the last 7 days' }],
    },
  },
  secret: {
    label: 'Secret',
    cell: () => null,
    filter: { kind: 'flag', by: 'secret', no: 'Open to all' },
    needs: ({ permissions }) => permissions.settings === 'rw',
  },
  actions: { label: 'Actions', cell: () => null, isAction: true },
});
const plans = defineList({
  name: 'plans',
  what: 'plans',
  document: { toString: () => '' } as Parameters<
    typeof defineList<unknown, Plan, PlanListInput>
  >[0]['document'],
  read: () => ({ total_records: 0, records: [] }),
  fields,
  nameOf: ({ name }) => name,
  sort: 'name',
});
const rights = (settings: 'rw' | 'none') => ({ permissions: { settings } }) as unknown as Rights;
const state = (raw: Record<string, string>) =>
  readState(plans.schema, raw) as unknown as { sort: string; page: number; per_page: number };

describe('what follows from the fields of a record', () => {
  it('columns: the first one stays, what is done to a record too, and a filter alone is none', () => {
    const columns = columnsOf(fields, rights('rw'));
    expect(columns.map(({ id, header }) => [id, header])).toEqual([
      ['name', 'Plan'],
      ['owner', 'Owner'],
      ['state', 'State'],
      ['secret', 'Secret'],
      ['actions', 'Actions'],
    ]);
    expect(columns.filter(({ sticky }) => sticky).map(({ id }) => id)).toEqual(['name']);
    expect(columns.filter(({ canHide }) => canHide === false).map(({ id }) => id)).toEqual([
      'name',
      'actions',
    ]);
    expect(columns.map(({ widthPx }) => widthPx)).toEqual([72, 80, 90, 88, 96]);
  });

  it('for somebody without a right neither column nor filter of what they may not see', () => {
    expect(columnsOf(fields, rights('none')).map(({ id }) => id)).not.toContain('secret');
    expect(filtersOf(fields, rights('none')).map(({ id }) => id)).toEqual(['owner', 'state', 'made_after']);
    expect(filtersOf(fields, rights('rw')).map(({ id }) => id)).toContain('secret');
  });

  it('filters ask for what their kind means, under the names of the server', () => {
    const asked = (raw: Record<string, string>, q = '') =>
      askedOf<PlanListInput>(plans.filters, state(raw), q).query;
    expect(asked({ owner: '3,4', state: 'done,asleep', made_after: '7_days_ago', secret: 'false' })).toEqual({
      owner: ['3', '4'],
      state: ['done'],
      made_after: '7_days_ago',
      secret: false,
    });
    expect(asked({ owner: 'none' })).toEqual({ owner_none: true });
    expect(asked({ owner: 'x', state: 'asleep', made_after: 'soon', secret: 'perhaps' })).toEqual({});
    expect(asked({ sort: '-name' }, 'spring')).toEqual({ q: 'spring', sort: '-name' });
  });

  it('chips say field and values; a name that is not known yet holds its place', () => {
    const set = state({ owner: '3,none', state: 'done', secret: 'false' });
    expect(chipsOf(plans.filters, set, new Map([['owner 3', 'Ana']]))).toEqual([
      { id: 'owner', field: 'Owner', operator: 'is any of', value: 'Ana, No owner' },
      { id: 'state', field: 'State', operator: 'is', value: 'Done' },
      { id: 'secret', field: 'Secret', operator: 'is', value: 'Open to all' },
    ]);
    expect(chipsOf(plans.filters, state({ owner: '9' }), new Map())[0]?.value).toBe('…');
  });

  it('taken away, a filter is set no more, and the first page is shown', () => {
    const gone = withoutFilters(plans.filters);
    expect(gone).toEqual({ page: 1, owner: [], state: [], made_after: '', secret: '' });
    for (const filter of plans.filters) expect(valuesOf(gone, filter)).toEqual([]);
  });
});
