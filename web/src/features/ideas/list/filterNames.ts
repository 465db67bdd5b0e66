/** Names of the records that filters hold by id, for the chips. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { graphql } from '../../../api/graphql.ts';
import { everyChange } from '../../../api/refetch.ts';
import { request } from '../../../api/runtime.ts';
import { idFilters, withoutValue } from './filters.ts';
import type { IdFilter, IdeasState } from './filters.ts';
import { ideasMessages } from './messages.ts';

const namesDocument = graphql(`
  query IdeaFilterNames(
    $forum: [ID!]
    $category: [ID!]
    $label: [ID!]
    $status: [ID!]
    $internal_status: [ID!]
    $user: [ID!]
    $account: [ID!]
    $with_forum: Boolean!
    $with_category: Boolean!
    $with_label: Boolean!
    $with_status: Boolean!
    $with_internal_status: Boolean!
    $with_user: Boolean!
    $with_account: Boolean!
  ) {
    forums(id: $forum, bulk_per_page: 200) @include(if: $with_forum) {
      records {
        id
        name
      }
    }
    categories(id: $category, bulk_per_page: 200) @include(if: $with_category) {
      records {
        id
        name
      }
    }
    labels(id: $label, bulk_per_page: 200) @include(if: $with_label) {
      records {
        id
        full_name
      }
    }
    statuses(id: $status, bulk_per_page: 200) @include(if: $with_status) {
      records {
        id
        name
      }
    }
    internal_statuses(id: $internal_status, bulk_per_page: 200) @include(if: $with_internal_status) {
      records {
        id
        name
      }
    }
    users(id: $user, bulk_per_page: 200) @include(if: $with_user) {
      records {
        id
        name
      }
    }
    external_accounts(id: $account, bulk_per_page: 200) @include(if: $with_account) {
      records {
        id
        name
      }
    }
  }
`);

/** A name by `filter id`; ids without one are not known yet. */
export type FilterNames = ReadonlyMap<string, string>;

const people: readonly IdFilter[] = ['assigned_owner', 'creator', 'supporter'];

/** Looks up the names of everything that the filters hold. What is not there (any more) is called so. */
export function useFilterNames(state: IdeasState): FilterNames {
  const ids = (filter: IdFilter): string[] => state[filter].filter((id) => id !== withoutValue);
  const asked = {
    forum: ids('forum'),
    category: ids('category'),
    label: ids('label'),
    status: ids('status'),
    internal_status: ids('internal_status'),
    user: [...new Set(people.flatMap(ids))],
    account: ids('external_account'),
  };
  const isAsked = Object.values(asked).some((list) => list.length > 0);
  const { data, isPlaceholderData } = useQuery({
    queryKey: ['idea-filter-names', asked],
    enabled: isAsked,
    // a chip keeps its name while another one is looked up
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      request(
        namesDocument,
        {
          ...asked,
          with_forum: asked.forum.length > 0,
          with_category: asked.category.length > 0,
          with_label: asked.label.length > 0,
          with_status: asked.status.length > 0,
          with_internal_status: asked.internal_status.length > 0,
          with_user: asked.user.length > 0,
          with_account: asked.account.length > 0,
        },
        { signal },
      ),
    meta: {
      entities: {
        forum: everyChange,
        category: everyChange,
        label: everyChange,
        status: everyChange,
        internal_status: everyChange,
        user: ['update'],
      },
    },
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
  add(['forum'], data.forums?.records);
  add(['category'], data.categories?.records);
  add(
    ['label'],
    data.labels?.records.map((label) => ({ id: label.id, name: label.full_name })),
  );
  add(['status'], data.statuses?.records);
  add(['internal_status'], data.internal_statuses?.records);
  add(people, data.users?.records);
  add(['external_account'], data.external_accounts?.records);
  if (!isPlaceholderData) {
    for (const filter of idFilters) {
      for (const id of ids(filter))
        if (!names.has(`${filter} ${id}`)) names.set(`${filter} ${id}`, ideasMessages.gone);
    }
  }
  return names;
}

/** Whether a filter holds ids. */
export function isIdFilter(id: string): id is IdFilter {
  return (idFilters as readonly string[]).includes(id);
}
