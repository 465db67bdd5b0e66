import { graphql } from '../api/graphql.ts';
import { request } from '../api/runtime.ts';
import type { AskedNames } from './filterNames.ts';
import type { FilterRecords } from './filters.ts';

const namesDocument = graphql(`
  query FilterNames(
    $forum: [ID!]
    $category: [ID!]
    $label: [ID!]
    $status: [ID!]
    $internal_status: [ID!]
    $user: [ID!]
    $account: [ID!]
    $view: [ID!]
    $idea: [ID!]
    $feature: [ID!]
    $with_forum: Boolean!
    $with_category: Boolean!
    $with_label: Boolean!
    $with_status: Boolean!
    $with_internal_status: Boolean!
    $with_user: Boolean!
    $with_account: Boolean!
    $with_view: Boolean!
    $with_idea: Boolean!
    $with_feature: Boolean!
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
    saved_views(id: $view, bulk_per_page: 200) @include(if: $with_view) {
      records {
        id
        name
      }
    }
    features(id: $feature, bulk_per_page: 200) @include(if: $with_feature) {
      records {
        id
        name
      }
    }
    suggestions(id: $idea, bulk_per_page: 200) @include(if: $with_idea) {
      records {
        id
        title
      }
    }
  }
`);

type Named = { id: string; name: string };

/** Names of records by `kind id`; those that are gone are not among them. */
export async function namesOf(asked: AskedNames, signal: AbortSignal): Promise<ReadonlyMap<string, string>> {
  const {
    forums = [],
    categories = [],
    labels = [],
    statuses = [],
    internal_statuses = [],
    owners = [],
    people = [],
    accounts = [],
    views = [],
    ideas = [],
    features = [],
  } = asked;
  const users = [...new Set([...owners, ...people])];
  const data = await request(
    namesDocument,
    {
      forum: forums,
      category: categories,
      label: labels,
      status: statuses,
      internal_status: internal_statuses,
      user: users,
      account: accounts,
      view: views,
      idea: ideas,
      feature: features,
      with_forum: forums.length > 0,
      with_category: categories.length > 0,
      with_label: labels.length > 0,
      with_status: statuses.length > 0,
      with_internal_status: internal_statuses.length > 0,
      with_user: users.length > 0,
      with_account: accounts.length > 0,
      with_view: views.length > 0,
      with_idea: ideas.length > 0,
      with_feature: features.length > 0,
    },
    { signal },
  );
  const found: Record<FilterRecords, readonly Named[] | undefined> = {
    forums: data.forums?.records,
    categories: data.categories?.records,
    labels: data.labels?.records.map(({ id, full_name }) => ({ id, name: full_name })),
    statuses: data.statuses?.records,
    internal_statuses: data.internal_statuses?.records,
    owners: data.users?.records,
    people: data.users?.records,
    accounts: data.external_accounts?.records,
    views: data.saved_views?.records,
    features: data.features?.records,
    ideas: data.suggestions?.records.map(({ id, title }) => ({ id, name: title })),
  };
  return new Map(
    Object.entries(found).flatMap(([kind, records = []]) =>
      records.map(({ id, name }): [string, string] => [`${kind} ${id}`, name]),
    ),
  );
}
