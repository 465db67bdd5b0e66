/** Forums, categories, labels, statuses and accounts for the pickers. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { graphql } from '../../api/graphql.ts';
import { request } from '../../api/runtime.ts';
import { teamDocument } from './people.ts';

const forumsDocument = graphql(`
  query PickForums {
    all_forums(sort: "position") {
      records {
        id
        name
        is_open
        is_private
        category_required
      }
    }
  }
`);

/** All forums in their order, closed ones too. */
export function useForums() {
  return useQuery({
    queryKey: ['pick-forums'],
    queryFn: ({ signal }) => request(forumsDocument, {}, { signal }),
  });
}

const categoriesDocument = graphql(`
  query PickCategories($forum: [ID!]) {
    all_categories(forum: $forum, sort: "position") {
      records {
        id
        name
      }
    }
  }
`);

/** The categories of a forum in their order; null asks for nothing. */
export function useCategories(forumId: string | null) {
  return useQuery({
    queryKey: ['pick-categories', forumId],
    queryFn: ({ signal }) => request(categoriesDocument, { forum: [forumId ?? ''] }, { signal }),
    enabled: forumId !== null,
  });
}

const labelsDocument = graphql(`
  query PickLabels($forum: [ID!]) {
    all_labels(state: ["active"], forum: $forum, sort: "full_name") {
      records {
        id
        name
        full_name
        level
        parent_id
      }
    }
  }
`);

export const createLabelDocument = graphql(`
  mutation CreateLabel($name: String!, $parent_id: ID) {
    label_create(name: $name, parent_id: $parent_id) {
      id
      name
      full_name
    }
  }
`);

/** Active labels in the order of the tree. `forumId` leaves out those that are limited to other forums. */
export function useLabels(forumId: string | null) {
  return useQuery(labelChoices(forumId));
}

/** The query of `useLabels`, for whoever asks ahead. */
export const labelChoices = (forumId: string | null) =>
  queryOptions({
    queryKey: ['pick-labels', forumId],
    queryFn: ({ signal }) =>
      request(labelsDocument, { forum: forumId === null ? null : [forumId] }, { signal }),
  });

const statusesDocument = graphql(`
  query PickStatuses {
    all_statuses(sort: "position") {
      records {
        id
        name
        hex_color
        is_open
        allow_comments
      }
    }
  }
`);

const internalStatusesDocument = graphql(`
  query PickInternalStatuses {
    all_internal_statuses(sort: "position") {
      records {
        id
        name
        hex_color
      }
    }
  }
`);

/** Public or internal statuses in their order. */
export function useStatuses(kind: 'public' | 'internal') {
  return useQuery(statusChoices(kind));
}

/** The query of `useStatuses`, for whoever asks ahead. */
export const statusChoices = (kind: 'public' | 'internal') =>
  queryOptions({
    queryKey: ['pick-statuses', kind],
    queryFn: async ({ signal }): Promise<{ id: string; name: string; hex_color: string }[]> =>
      kind === 'public'
        ? (await request(statusesDocument, {}, { signal })).all_statuses.records
        : (await request(internalStatusesDocument, {}, { signal })).all_internal_statuses.records,
  });

/** The team, from whom owners are chosen. */
export const teamChoices = queryOptions({
  queryKey: ['pick-team'],
  queryFn: ({ signal }) => request(teamDocument, {}, { signal }),
});

const accountsDocument = graphql(`
  query PickAccounts($q: String) {
    external_accounts(q: $q, perPage: 50, sort: "-revenue") {
      records {
        id
        name
        revenue
        users_count
      }
    }
  }
`);

/** Accounts by part of the name, most revenue first; '' gives the largest. */
export function useAccounts(q: string) {
  return useQuery({
    queryKey: ['pick-accounts', q],
    queryFn: ({ signal }) => request(accountsDocument, { q: q === '' ? null : q }, { signal }),
    placeholderData: (before) => before,
  });
}

const ideaViewsDocument = graphql(`
  query PickIdeaViews($q: String) {
    saved_views(q: $q, kind: ["suggestion", "suggestion_list"], per_page: 50) {
      records {
        id
        name
        suggestions_count
      }
    }
  }
`);

/** Saved views and lists of ideas by part of the name; '' gives the first of them. */
export function useIdeaViews(q: string) {
  return useQuery({
    queryKey: ['pick-idea-views', q],
    queryFn: ({ signal }) => request(ideaViewsDocument, { q: q === '' ? null : q }, { signal }),
    placeholderData: (before) => before,
  });
}

const featuresDocument = graphql(`
  query PickFeatures($q: String) {
    features(q: $q, sort: "name", per_page: 50) {
      records {
        id
        name
        suggestions_count
      }
    }
  }
`);

/** Features by words of their name; '' gives the first of them. */
export function usePickedFeatures(q: string) {
  return useQuery({
    queryKey: ['pick-features', q],
    queryFn: ({ signal }) => request(featuresDocument, { q: q === '' ? null : q }, { signal }),
    placeholderData: (before) => before,
  });
}
