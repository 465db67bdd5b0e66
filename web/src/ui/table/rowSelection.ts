import { timing } from '../../../../contract/limits.ts';

/** Which rows are selected, across pages, and what is needed to read the next click. */
export type SelectionState = {
  /** In the order of selection. */
  ids: readonly string[];
  /** Where a range with Shift begins: the row that was last selected or cleared alone. */
  anchor: string | null;
  /** The last click on a row's checkbox. */
  lastClick: { id: string; atMs: number } | null;
};

/** As it is kept in local storage (STATE-017). `stored_at` in ms since 1970. */
export type StoredSelection = { ids: string[]; stored_at: number };

export type SelectionAction =
  /** A click on a row's checkbox. `pageIds` are the rows on the page in their order; `atMs` any clock. */
  | { type: 'click'; id: string; pageIds: readonly string[]; shift: boolean; atMs: number }
  /** The key X: as a click, but never a double click. */
  | { type: 'toggle'; id: string }
  /** The keys Shift X, or a click with Shift: everything from the anchor to this row. */
  | { type: 'range'; id: string; pageIds: readonly string[] }
  /** The header's checkbox: selects the page, or clears it when all of it is selected. */
  | { type: 'page'; pageIds: readonly string[] }
  | { type: 'set'; ids: readonly string[] }
  | { type: 'clear' }
  /** Keeps only ids that still exist (STATE-020). */
  | { type: 'prune'; validIds: readonly string[] };

export const emptySelection: SelectionState = { ids: [], anchor: null, lastClick: null };

/** The next state of the selection (specification lines 327-330). Answers the same object when nothing changes. */
export function reduceSelection(state: SelectionState, action: SelectionAction): SelectionState {
  switch (action.type) {
    case 'click': {
      const { lastClick } = state;
      const isDouble =
        lastClick !== null &&
        lastClick.id === action.id &&
        action.atMs >= lastClick.atMs &&
        action.atMs - lastClick.atMs <= timing.doubleClickMs;
      if (isDouble) return { ids: [action.id], anchor: action.id, lastClick: null };
      if (action.shift && state.anchor !== null && action.pageIds.includes(state.anchor)) {
        return reduceSelection(state, { type: 'range', id: action.id, pageIds: action.pageIds });
      }
      return { ...toggled(state, action.id), lastClick: { id: action.id, atMs: action.atMs } };
    }
    case 'toggle':
      return toggled(state, action.id);
    case 'range': {
      const to = action.pageIds.indexOf(action.id);
      const from = state.anchor === null ? to : action.pageIds.indexOf(state.anchor);
      if (to < 0) return state;
      const start = from < 0 ? to : from;
      const range = action.pageIds.slice(Math.min(start, to), Math.max(start, to) + 1);
      return {
        ids: [...state.ids, ...range.filter((id) => !state.ids.includes(id))],
        anchor: state.anchor ?? action.id,
        lastClick: null,
      };
    }
    case 'page': {
      const others = state.ids.filter((id) => !action.pageIds.includes(id));
      const isAll = pageSelection(new Set(state.ids), action.pageIds) === 'all';
      return { ids: isAll ? others : [...others, ...action.pageIds], anchor: null, lastClick: null };
    }
    case 'set':
      return { ids: [...new Set(action.ids)], anchor: null, lastClick: null };
    case 'clear':
      return state.ids.length === 0 ? state : emptySelection;
    case 'prune': {
      const valid = new Set(action.validIds);
      if (state.ids.every((id) => valid.has(id))) return state;
      return {
        ids: state.ids.filter((id) => valid.has(id)),
        anchor: state.anchor !== null && valid.has(state.anchor) ? state.anchor : null,
        lastClick: null,
      };
    }
  }
}

function toggled(state: SelectionState, id: string): SelectionState {
  const isSelected = state.ids.includes(id);
  return {
    ids: isSelected ? state.ids.filter((other) => other !== id) : [...state.ids, id],
    anchor: id,
    lastClick: null,
  };
}

/** What the header's checkbox shows: 'some' is its indeterminate state (STATE-016). An empty page is 'none'. */
export function pageSelection(
  selected: ReadonlySet<string>,
  pageIds: readonly string[],
): 'none' | 'some' | 'all' {
  const count = pageIds.filter((id) => selected.has(id)).length;
  if (count === 0) return 'none';
  return count === pageIds.length ? 'all' : 'some';
}

/**
 * Reads what was stored: the ids, or none when it is older than 60 minutes (STATE-018), from the
 * future by more than a minute (a clock was set back), or not of the right shape.
 */
export function readSelection(stored: unknown, nowMs: number): SelectionState {
  if (typeof stored !== 'object' || stored === null) return emptySelection;
  const { ids, stored_at: storedAt } = stored as Partial<StoredSelection>;
  if (!Array.isArray(ids) || typeof storedAt !== 'number') return emptySelection;
  const ageMs = nowMs - storedAt;
  if (ageMs > timing.selectionExpiryMs || ageMs < -60_000) return emptySelection;
  return { ...emptySelection, ids: ids.filter((id) => typeof id === 'string') };
}
