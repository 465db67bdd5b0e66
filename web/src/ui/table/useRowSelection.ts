import { startTransition, useEffect, useState } from 'react';
import { emptySelection, readSelection, reduceSelection } from './rowSelection.ts';
import type { SelectionAction, SelectionState, StoredSelection } from './rowSelection.ts';
import { useLatest } from '../useLatest.ts';
import { createValue, useValueOf } from './value.ts';
import type { Value } from './value.ts';

/**
 * The selected rows of a table, and everything that changes them. Not state of the page that owns it: a row
 * that is selected draws itself again, and not the page with its other rows.
 */
export type RowSelection = Pick<Value<ReadonlySet<string>>, 'get' | 'subscribe'> & {
  dispatch: (action: SelectionAction) => void;
  clear: () => void;
  /** When it was changed last, in ms since 1970; 0: never. */
  changedAt: () => number;
};

/**
 * Keeps the selection of a table's rows: across pages, and through a reload for 60 minutes after the
 * last change (STATE-017..019). The answer stays the same for the life of the component.
 *
 * @param stored what local storage holds, read once; null: nothing
 * @param onStore keeps the selection, or forgets it (null) when it is empty
 */
export function useRowSelection(
  stored: StoredSelection | null,
  onStore: (selection: StoredSelection | null) => void,
): RowSelection {
  const latestStore = useLatest(onStore);
  const [{ selection, forgetOld }] = useState(() =>
    createRowSelection(stored, (kept) => latestStore.current(kept)),
  );

  // A tab that comes back to the front after an hour must not act on a selection that was forgotten.
  useEffect(() => {
    const onVisible = () => {
      if (document.visibilityState === 'visible') forgetOld();
    };
    document.addEventListener('visibilitychange', onVisible);
    return () => document.removeEventListener('visibilitychange', onVisible);
  }, [forgetOld]);

  return selection;
}

function createRowSelection(
  stored: StoredSelection | null,
  onStore: (selection: StoredSelection | null) => void,
): { selection: RowSelection; forgetOld: () => void } {
  let state: SelectionState = readSelection(stored, Date.now());
  let storedAt = stored?.stored_at ?? 0;
  const ids = createValue<ReadonlySet<string>>(new Set(state.ids));

  const dispatch = (action: SelectionAction): void => {
    const before = state;
    state = reduceSelection(before, action);
    if (state.ids === before.ids) return;
    storedAt = Date.now();
    onStore(state.ids.length === 0 ? null : { ids: [...state.ids], stored_at: storedAt });
    ids.set(new Set(state.ids));
  };
  const clear = (): void => dispatch({ type: 'clear' });
  return {
    selection: { get: ids.get, subscribe: ids.subscribe, dispatch, clear, changedAt: () => storedAt },
    forgetOld: () => {
      if (
        state.ids.length > 0 &&
        readSelection({ ids: [...state.ids], stored_at: storedAt }, Date.now()) === emptySelection
      )
        clear();
    },
  };
}

/**
 * The selected rows for what stands beside the table, such as the bulk bar: after the frame in which the rows
 * themselves show it, so that a click is seen at once.
 */
export function useSelectedIds(selection: RowSelection): ReadonlySet<string> {
  const [ids, setIds] = useState(selection.get);
  useEffect(() => {
    let frame = 0;
    const follow = (): void => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => {
        // behind the painting of this frame
        setTimeout(() => startTransition(() => setIds(selection.get())));
      });
    };
    // it may have changed before this listened
    setIds(selection.get());
    const stop = selection.subscribe(follow);
    return () => {
      stop();
      cancelAnimationFrame(frame);
    };
  }, [selection]);
  return ids;
}

/** Whether one row is selected. */
export function useIsSelected(selection: RowSelection | undefined, id: string): boolean {
  return useValueOf<ReadonlySet<string>, boolean>(selection ?? nothingSelected, (ids) => ids.has(id));
}

/** What a table without selection reads. */
export const nothingSelected: Pick<RowSelection, 'get' | 'subscribe'> = createValue<ReadonlySet<string>>(
  new Set(),
);
