/** Names of the records that filters hold by id, for the chips. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { valuesOf, withoutValue } from './filters.ts';
import type { FilterRecords, FilterState, ShownFilter } from './filters.ts';
import { listMessages } from './listMessages.ts';

/** A name by `filter id`; ids without one are not known yet. */
export type FilterNames = ReadonlyMap<string, string>;

/** Ids whose names are looked up, by kind of record. */
export type AskedNames = Partial<Record<FilterRecords, string[]>>;

/** Looks up the names of everything that the filters hold. What is not there (any more) is called so. */
export function useFilterNames(filters: readonly ShownFilter[], state: FilterState): FilterNames {
  const held = filters.flatMap((filter) =>
    'records' in filter
      ? valuesOf(state, filter)
          .filter((id) => id !== withoutValue)
          .map((id) => ({ key: `${filter.id} ${id}`, records: filter.records, id }))
      : [],
  );
  const asked: AskedNames = {};
  for (const { records, id } of held) (asked[records] ??= []).push(id);
  const { data, isPlaceholderData } = useQuery({
    queryKey: ['filter-names', asked],
    enabled: held.length > 0,
    // a chip keeps its name while another one is looked up
    placeholderData: keepPreviousData,
    // a list without filters does without it
    queryFn: async ({ signal }) => (await import('./names.ts')).namesOf(asked, signal),
  });
  const names = new Map<string, string>();
  if (data === undefined) return names;
  for (const { key, records, id } of held) {
    const name = data.get(`${records} ${id}`) ?? (isPlaceholderData ? undefined : listMessages.gone);
    if (name !== undefined) names.set(key, name);
  }
  return names;
}
