import { describe, expect, it } from 'vitest';
import { emptySelection, pageSelection, readSelection, reduceSelection } from './rowSelection.ts';
import type { SelectionAction, SelectionState } from './rowSelection.ts';

const pageIds = ['1', '2', '3', '4', '5'];

function run(...actions: SelectionAction[]): SelectionState {
  return actions.reduce(reduceSelection, emptySelection);
}

function click(id: string, atMs: number, shift: boolean = false): SelectionAction {
  return { type: 'click', id, pageIds, shift, atMs };
}

describe('selection of rows', () => {
  it('[STATE-011] a row checkbox toggles its row', () => {
    expect(run(click('2', 0)).ids).toEqual(['2']);
    expect(run(click('2', 0), click('2', 1000)).ids).toEqual([]);
  });

  it('[STATE-012] [CONST-020] a second click within 300 ms leaves only that row selected', () => {
    expect(
      run(click('1', 0), click('2', 1000), click('3', 2000), click('2', 5000), click('2', 5300)).ids,
    ).toEqual(['2']);
    expect(run(click('1', 0), click('2', 1000), click('3', 2000), click('3', 2300)).ids).toEqual(['3']);
  });

  it('[STATE-013] two clicks more than 300 ms apart toggle twice', () => {
    expect(run(click('1', 0), click('2', 1000), click('2', 1301)).ids).toEqual(['1']);
  });

  it('two quick clicks on different rows are no double click', () => {
    expect(run(click('1', 0), click('2', 100)).ids).toEqual(['1', '2']);
  });

  it('a third quick click begins again', () => {
    expect(run(click('1', 0), click('1', 100), click('1', 200)).ids).toEqual([]);
  });

  it('a clock that runs backwards makes no double click', () => {
    expect(run(click('1', 1000), click('1', 900)).ids).toEqual([]);
  });

  it('Shift selects everything from the last row to this one, in both directions', () => {
    expect(run(click('2', 0), click('4', 1000, true)).ids).toEqual(['2', '3', '4']);
    expect(run(click('4', 0), click('2', 1000, true)).ids).toEqual(['4', '2', '3']);
  });

  it('Shift without a row to begin at toggles', () => {
    expect(run(click('3', 0, true)).ids).toEqual(['3']);
    const otherPage: SelectionAction = { type: 'click', id: '2', pageIds, shift: true, atMs: 900 };
    expect(run({ type: 'toggle', id: '77' }, otherPage).ids).toEqual(['77', '2']);
  });

  it('the key for a range works from the current row when nothing was selected before', () => {
    expect(run({ type: 'range', id: '3', pageIds }).ids).toEqual(['3']);
    expect(run({ type: 'toggle', id: '2' }, { type: 'range', id: '5', pageIds }).ids).toEqual([
      '2',
      '3',
      '4',
      '5',
    ]);
    expect(run({ type: 'range', id: '99', pageIds })).toBe(emptySelection);
  });

  it('[STATE-014] the header selects all rows on the page and keeps those of other pages', () => {
    expect(run({ type: 'toggle', id: '77' }, { type: 'page', pageIds }).ids).toEqual(['77', ...pageIds]);
    expect(run(click('2', 0), { type: 'page', pageIds }).ids).toEqual(pageIds);
  });

  it('[STATE-015] the header clears the page when all of it is selected', () => {
    expect(
      run({ type: 'toggle', id: '77' }, { type: 'page', pageIds }, { type: 'page', pageIds }).ids,
    ).toEqual(['77']);
  });

  it('[STATE-016] some rows of the page selected is its own state', () => {
    expect(pageSelection(new Set(), pageIds)).toBe('none');
    expect(pageSelection(new Set(['77']), pageIds)).toBe('none');
    expect(pageSelection(new Set(['2']), pageIds)).toBe('some');
    expect(pageSelection(new Set(pageIds), pageIds)).toBe('all');
    expect(pageSelection(new Set(), [])).toBe('none');
  });

  it('[STATE-020] ids that are gone are pruned, with the row that a range would begin at', () => {
    const state = run(click('1', 0), click('2', 1000), { type: 'prune', validIds: ['1', '3'] });
    expect(state).toEqual({ ids: ['1'], anchor: null, lastClick: null });
    expect(reduceSelection(state, { type: 'prune', validIds: ['1', '3'] })).toBe(state);
  });

  it('setting takes each id once and clearing an empty selection changes nothing', () => {
    expect(run({ type: 'set', ids: ['1', '1', '2'] }).ids).toEqual(['1', '2']);
    expect(run({ type: 'clear' })).toBe(emptySelection);
    expect(run(click('1', 0), { type: 'clear' })).toBe(emptySelection);
  });
});

describe('the stored selection', () => {
  const nowMs = Date.UTC(2025, 10, 20, 12);
  const minutes = (count: number) => count * 60_000;

  it('[STATE-017] [STATE-019] is read back while it is younger than 60 minutes', () => {
    expect(readSelection({ ids: ['1', '2'], stored_at: nowMs - minutes(59) }, nowMs).ids).toEqual(['1', '2']);
    expect(readSelection({ ids: ['1'], stored_at: nowMs - minutes(60) }, nowMs).ids).toEqual(['1']);
  });

  it('[STATE-018] [CONST-019] expires after 60 minutes', () => {
    expect(readSelection({ ids: ['1'], stored_at: nowMs - minutes(61) }, nowMs)).toBe(emptySelection);
  });

  it('is empty when it comes from the future or has another shape', () => {
    expect(readSelection({ ids: ['1'], stored_at: nowMs + minutes(5) }, nowMs)).toBe(emptySelection);
    for (const broken of [null, 7, 'x', {}, { ids: 'x', stored_at: nowMs }, { ids: ['1'] }]) {
      expect(readSelection(broken, nowMs)).toBe(emptySelection);
    }
    expect(readSelection({ ids: ['1', 2, null], stored_at: nowMs }, nowMs).ids).toEqual(['1']);
  });
});
