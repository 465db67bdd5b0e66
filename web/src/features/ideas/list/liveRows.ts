/** Values in the list of ideas that others change while it stands open. */
import { useEffect } from 'react';
import type { IdeasTableQuery } from '../../../api/generated/graphql.ts';
import { onIdeasChanged } from '../../../api/liveEvents.ts';
import { queryClient, request } from '../../../api/runtime.ts';
import { useLatest } from '../../../ui/useLatest.ts';
import { ideasTableDocument } from './ideasTable.tsx';
import type { IdeaRow } from './ideasTable.tsx';

/** States in which an idea is no longer where people look for it. */
const goneStates: ReadonlySet<string> = new Set(['merged', 'spam']);

/**
 * The list with newer values of some rows. Each row stays where it is, also one that another order or filter would
 * move; one that was deleted, merged into another or marked as spam goes, and the total with it.
 *
 * @param asked ids whose values were asked for: of those `fresh` lacks the deleted ones
 */
export function withFreshRows(
  list: IdeasTableQuery,
  fresh: readonly IdeaRow[],
  asked: readonly string[],
): IdeasTableQuery {
  const byId = new Map(fresh.map((row) => [row.id, row]));
  const isGone = (row: IdeaRow): boolean => {
    if (!asked.includes(row.id)) return false;
    const state = byId.get(row.id)?.state;
    return state === undefined || (state !== row.state && goneStates.has(state));
  };
  const { records, total_records } = list.suggestions;
  const left = records.filter((row) => !isGone(row)).map((row) => byId.get(row.id) ?? row);
  const total = Math.max(0, total_records - (records.length - left.length));
  return { ...list, suggestions: { ...list.suggestions, records: left, total_records: total } };
}

/**
 * Shows what others change of the rows that stand on the page, in place: what is selected stays so, and nothing moves
 * under the pointer but when a row goes. The order is that of the next time when the list is asked for.
 *
 * @param queryKey of the list
 * @param rows those that it shows; undefined while there are none
 */
export function useLiveRows(queryKey: readonly unknown[], rows: readonly IdeaRow[] | undefined): void {
  const latest = useLatest({ queryKey, rows });
  useEffect(
    () =>
      onIdeasChanged((changed) => {
        const { queryKey: key, rows: shown = [] } = latest.current;
        const ids = shown.map(({ id }) => id).filter((id) => changed === null || changed.has(id));
        if (ids.length === 0) return;
        request(ideasTableDocument, { query: { id: ids }, per_page: ids.length })
          .then(({ suggestions }) =>
            // as old as it was: when it is shown again it is asked for with its order
            queryClient.setQueryData<IdeasTableQuery>(
              key,
              (list) => list && withFreshRows(list, suggestions.records, ids),
              { updatedAt: queryClient.getQueryState(key)?.dataUpdatedAt },
            ),
          )
          // the next change brings them
          .catch(() => undefined);
      }),
    [latest],
  );
}
