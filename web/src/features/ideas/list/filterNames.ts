/** Names of the records that filters hold by id, for the chips. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { request } from '../../../api/runtime.ts';
import { ideaFilters, withoutValue } from './filters.ts';
import type { FilterRecords, IdFilter, IdeasState } from './filters.ts';
import { ideasMessages } from './messages.ts';

/** A name by `filter id`; ids without one are not known yet. */
export type FilterNames = ReadonlyMap<string, string>;

/** Filters whose ids name records of these kinds. */
const filtersOf = (...kinds: readonly FilterRecords[]): IdFilter[] =>
  ideaFilters.flatMap((filter) => ('records' in filter && kinds.includes(filter.records) ? [filter.id] : []));

/** Looks up the names of everything that the filters hold. What is not there (any more) is called so. */
export function useFilterNames(state: IdeasState): FilterNames {
  const ids = (filter: IdFilter): string[] => state[filter].filter((id) => id !== withoutValue);
  const of = (...kinds: readonly FilterRecords[]): string[] => [...new Set(filtersOf(...kinds).flatMap(ids))];
  const asked = {
    forum: of('forums'),
    category: of('categories'),
    label: of('labels'),
    status: of('statuses'),
    internal_status: of('internal_statuses'),
    user: of('owners', 'people'),
    account: of('accounts'),
    view: of('views'),
  };
  const isAsked = Object.values(asked).some((list) => list.length > 0);
  const { data, isPlaceholderData } = useQuery({
    queryKey: ['idea-filter-names', asked],
    enabled: isAsked,
    // a chip keeps its name while another one is looked up
    placeholderData: keepPreviousData,
    // a list without filters does without it
    queryFn: async ({ signal }) =>
      request(
        (await import('./namesDocument.ts')).namesDocument,
        {
          ...asked,
          with_forum: asked.forum.length > 0,
          with_category: asked.category.length > 0,
          with_label: asked.label.length > 0,
          with_status: asked.status.length > 0,
          with_internal_status: asked.internal_status.length > 0,
          with_user: asked.user.length > 0,
          with_account: asked.account.length > 0,
          with_view: asked.view.length > 0,
        },
        { signal },
      ),
  });
  const names = new Map<string, string>();
  if (!isAsked || data === undefined) return names;
  const add = (
    filters: readonly IdFilter[],
    records: readonly { id: string; name: string }[] | undefined,
  ): void => {
    for (const record of records ?? [])
      for (const filter of filters) names.set(`${filter} ${record.id}`, record.name);
  };
  add(filtersOf('forums'), data.forums?.records);
  add(filtersOf('categories'), data.categories?.records);
  add(
    filtersOf('labels'),
    data.labels?.records.map((label) => ({ id: label.id, name: label.full_name })),
  );
  add(filtersOf('statuses'), data.statuses?.records);
  add(filtersOf('internal_statuses'), data.internal_statuses?.records);
  add(filtersOf('owners', 'people'), data.users?.records);
  add(filtersOf('accounts'), data.external_accounts?.records);
  add(filtersOf('views'), data.saved_views?.records);
  if (!isPlaceholderData) {
    for (const filter of ideaFilters) {
      if (!('records' in filter)) continue;
      for (const id of ids(filter.id))
        if (!names.has(`${filter.id} ${id}`)) names.set(`${filter.id} ${id}`, ideasMessages.gone);
    }
  }
  return names;
}
