/** What a list that is held knows of an idea, for its page, which shows it while it asks for the rest. */
import type { IdeasTableQuery } from '../../api/generated/graphql.ts';
import { queryClient } from '../../api/runtime.ts';

/** An idea as a list has it. */
export type KnownIdea = IdeasTableQuery['suggestions']['records'][number];

/** What a held list knows of an idea; null: it is in none. Of several the one that was asked last counts. */
export function knownIdea(id: string): KnownIdea | null {
  const lists = queryClient
    .getQueryCache()
    .findAll({ queryKey: ['ideas'] })
    .toSorted((one, other) => other.state.dataUpdatedAt - one.state.dataUpdatedAt);
  for (const { state } of lists) {
    const row = (state.data as IdeasTableQuery | undefined)?.suggestions.records.find(
      (record) => record.id === id,
    );
    if (row !== undefined) return row;
  }
  return null;
}
