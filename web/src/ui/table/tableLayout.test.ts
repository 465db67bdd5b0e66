import { describe, expect, it, test, vi } from 'vitest';
import {
  clampWidth,
  columnName,
  columnWidths,
  hiddenIds,
  layoutOf,
  orderedColumns,
  readSort,
  requestSort,
  shownIds,
  switchableGroups,
  widthAfterKey,
  withColumns,
  withWidth,
} from './tableLayout.ts';
import type { TableColumn } from './tableLayout.ts';

const cell = () => null;
const columns: TableColumn<object>[] = [
  { id: 'title', header: 'Idea', cell, widthPx: 420, canHide: false },
  { id: 'status', header: 'Status', group: 'Details', cell, widthPx: 136 },
  {
    id: 'votes',
    header: 'Votes',
    group: 'Activity',
    cell,
    widthPx: 84,
    sortKey: 'votes_count',
    sortsDescendingFirst: true,
  },
  { id: 'comments', header: 'Comments', group: 'Activity', cell, widthPx: 84, hidden: true },
  { id: 'drawn', header: 5, cell, widthPx: 40 },
  { id: 'named', header: 5, label: 'Twelve weeks', group: 'Activity', cell, widthPx: 40 },
];

describe('columns that can be switched', () => {
  it('[VALID-005] needs a text as header or a label', () => {
    expect(columnName({ header: 'Status' })).toBe('Status');
    expect(columnName({ header: 5, label: 'Twelve weeks' })).toBe('Twelve weeks');
    expect(columnName({ header: 5 })).toBeNull();
    expect(columnName({ header: '' })).toBeNull();
    expect(switchableGroups(columns)).toEqual([
      { group: 'Details', columns: [{ id: 'status', name: 'Status' }] },
      {
        group: 'Activity',
        columns: [
          { id: 'votes', name: 'Votes' },
          { id: 'comments', name: 'Comments' },
          { id: 'named', name: 'Twelve weeks' },
        ],
      },
    ]);
  });

  it('shows the table’s own choice until somebody changes it', () => {
    expect([...hiddenIds(columns, {})]).toEqual(['comments']);
    expect([...hiddenIds(columns, { hidden_columns: [] })]).toEqual([]);
    expect([...hiddenIds(columns, { hidden_columns: ['title', 'status', 'unheard'] })]).toEqual(['status']);
  });

  it('[TABLE-002] hides and shows a whole group', () => {
    const none = withColumns(columns, {}, ['votes', 'comments', 'named'], false);
    expect(none.hidden_columns).toEqual(['comments', 'votes', 'named']);
    expect(withColumns(columns, none, ['votes', 'comments', 'named'], true).hidden_columns).toEqual([]);
  });
});

describe('widths', () => {
  it('[TABLE-005] stays within what the column allows', () => {
    expect(clampWidth({}, 3)).toBe(56);
    expect(clampWidth({}, 5000)).toBe(900);
    expect(clampWidth({ minWidthPx: 200, maxWidthPx: 300 }, 100)).toBe(200);
    expect(clampWidth({}, 100.6)).toBe(101);
    expect(withWidth({ id: 'votes' }, { column_widths: { title: 300 } }, 120)).toEqual({
      column_widths: { title: 300, votes: 120 },
    });
  });

  it('[TABLE-005] follows the keys', () => {
    expect(widthAfterKey({}, 100, 'ArrowRight', false)).toBe(110);
    expect(widthAfterKey({}, 100, 'ArrowLeft', false)).toBe(90);
    expect(widthAfterKey({}, 100, 'ArrowRight', true)).toBe(150);
    expect(widthAfterKey({}, 60, 'ArrowLeft', true)).toBe(56);
    expect(widthAfterKey({}, 100, 'Home', false)).toBe(56);
    expect(widthAfterKey({}, 100, 'End', false)).toBe(900);
    expect(widthAfterKey({}, 100, 'Enter', false)).toBeNull();
  });
});

describe('sorting', () => {
  const votes = { id: 'votes', sortKey: 'votes_count', sortsDescendingFirst: true };

  it('[VALID-006] needs a handler', () => {
    expect(() => requestSort(votes, null, undefined)).toThrow(
      'Sort requested for votes but no handler provided.',
    );
  });

  it('[TABLE-004] goes in the column’s own direction first and then in the other', () => {
    const onSort = vi.fn();
    requestSort(votes, null, onSort);
    requestSort(votes, '-votes_count', onSort);
    requestSort(votes, 'votes_count', onSort);
    requestSort({ id: 'title' }, '-votes_count', onSort);
    expect(onSort.mock.calls.flat()).toEqual(['-votes_count', 'votes_count', '-votes_count', 'title']);
  });

  it('reads the server’s way of writing', () => {
    expect(readSort(null)).toBeNull();
    expect(readSort('')).toBeNull();
    expect(readSort('-votes_count,title')).toEqual({ key: 'votes_count', descending: true });
    expect(readSort('title')).toEqual({ key: 'title', descending: false });
  });
});

describe('the order of columns', () => {
  const ids = (stored?: string[]) => orderedColumns(columns, stored).map(({ id }) => id);

  it('is the stored one; a column that it does not know stands behind the one it follows', () => {
    expect(ids()).toEqual(columns.map(({ id }) => id));
    expect(ids(['title', 'votes', 'status', 'comments', 'drawn', 'named'])).toEqual([
      'title',
      'votes',
      'status',
      'comments',
      'drawn',
      'named',
    ]);
    expect(ids(['named', 'votes', 'title', 'gone'])).toEqual([
      'named',
      'votes',
      'comments',
      'drawn',
      'title',
      'status',
    ]);
  });
});

describe('room that is left over', () => {
  it('goes to the columns that grow, one after the other, and the rest to the last one', () => {
    expect(
      columnWidths(
        [
          { widthPx: 420, grow: { order: 1, toPx: 720 } },
          { widthPx: 100 },
          { widthPx: 160, grow: { order: 2, toPx: 320 } },
          { widthPx: 150 },
        ],
        44,
      ),
    ).toEqual([
      'clamp(420px, 100cqi - 454px, 720px)',
      '100px',
      'clamp(160px, 100cqi - 1014px, 320px)',
      undefined,
    ]);
  });
});

test('a layout of just some columns shows those in their order, with what cannot be hidden', () => {
  const stored = layoutOf(columns, ['comments', 'votes', 'of another version']);
  expect(shownIds(columns, stored)).toEqual(['comments', 'votes', 'title']);
  expect(shownIds(columns, {})).toEqual(['title', 'status', 'votes', 'drawn', 'named']);
});
