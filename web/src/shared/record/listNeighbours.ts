/** The list that a record was opened from, as it was last read: where the record stands in it, and which ones are beside it. */
import { useMemo } from 'react';
import { queryClient } from '../../api/runtime.ts';
import { formatNumber } from '../../ui/text/format.ts';

/** A page of records, as a list keeps it. */
interface Page {
  total_records: number;
  total_is_capped?: boolean;
  records: readonly { id: string }[];
}

export interface ListNeighbours {
  /** From 1, over all pages. */
  position: number;
  /** As the list shows it. */
  total: string;
  /** null: it is the first of the page that was shown. */
  previousId: string | null;
  nextId: string | null;
}

/**
 * The place of a record in the page of a list that was read last; null when no page that holds it was read in this tab.
 * @param name of the list (lists/list.ts)
 */
export function useListNeighbours(name: string, id: string): ListNeighbours | null {
  return useMemo(() => neighboursIn(name, id), [name, id]);
}

function neighboursIn(name: string, id: string): ListNeighbours | null {
  const pages = queryClient
    .getQueryCache()
    .findAll({ queryKey: [name] })
    .toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt);
  for (const { queryKey, state } of pages) {
    const answer = state.data as Page | undefined;
    const at = answer?.records.findIndex((record) => record.id === id) ?? -1;
    if (answer === undefined || at < 0) continue;
    const { page, per_page } = queryKey[2] as { page: number; per_page: number };
    const total = formatNumber(answer.total_records - (answer.total_is_capped === true ? 1 : 0));
    return {
      position: (page - 1) * per_page + at + 1,
      total: answer.total_is_capped === true ? `${total}+` : total,
      previousId: answer.records[at - 1]?.id ?? null,
      nextId: answer.records[at + 1]?.id ?? null,
    };
  }
  return null;
}
