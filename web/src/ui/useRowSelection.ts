import { useCallback, useEffect, useMemo, useState } from 'react';
import { emptySelection, readSelection, reduceSelection } from './rowSelection.ts';
import type { SelectionAction, StoredSelection } from './rowSelection.ts';
import { useLatest } from './useLatest.ts';

/** The selected rows of a table, and everything that changes them. */
export type RowSelection = {
  ids: ReadonlySet<string>;
  count: number;
  dispatch: (action: SelectionAction) => void;
  clear: () => void;
};

/**
 * Keeps the selection of a table's rows: across pages, and through a reload for 60 minutes after the
 * last change (STATE-017..019).
 *
 * @param stored what local storage holds, read once; null: nothing
 * @param onStore keeps the selection, or forgets it (null) when it is empty
 */
export function useRowSelection(
  stored: StoredSelection | null,
  onStore: (selection: StoredSelection | null) => void,
): RowSelection {
  const [state, setState] = useState(() => readSelection(stored, Date.now()));
  const latestState = useLatest(state);
  const latestStore = useLatest(onStore);
  const [storedAt, setStoredAt] = useState(stored?.stored_at ?? 0);

  const dispatch = useCallback(
    (action: SelectionAction) => {
      const before = latestState.current;
      const next = reduceSelection(before, action);
      if (next === before) return;
      latestState.current = next;
      setState(next);
      if (next.ids === before.ids) return;
      const nowMs = Date.now();
      setStoredAt(nowMs);
      latestStore.current(next.ids.length === 0 ? null : { ids: [...next.ids], stored_at: nowMs });
    },
    [latestState, latestStore],
  );

  // A tab that comes back to the front after an hour must not act on a selection that was forgotten.
  useEffect(() => {
    const onVisible = () => {
      if (document.visibilityState !== 'visible' || latestState.current.ids.length === 0) return;
      const stillValid = readSelection({ ids: [...latestState.current.ids], stored_at: storedAt }, Date.now());
      if (stillValid === emptySelection) dispatch({ type: 'clear' });
    };
    document.addEventListener('visibilitychange', onVisible);
    return () => document.removeEventListener('visibilitychange', onVisible);
  }, [dispatch, latestState, storedAt]);

  const ids = useMemo(() => new Set(state.ids), [state.ids]);
  const clear = useCallback(() => dispatch({ type: 'clear' }), [dispatch]);
  return useMemo(() => ({ ids, count: ids.size, dispatch, clear }), [ids, dispatch, clear]);
}
