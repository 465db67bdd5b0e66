import { graphql } from '../../../api/graphql.ts';

/** Names of the records that filters hold. */
export const namesDocument = graphql(`
  query IdeaFilterNames(
    $forum: [ID!]
    $category: [ID!]
    $label: [ID!]
    $status: [ID!]
    $internal_status: [ID!]
    $user: [ID!]
    $account: [ID!]
    $view: [ID!]
    $with_forum: Boolean!
    $with_category: Boolean!
    $with_label: Boolean!
    $with_status: Boolean!
    $with_internal_status: Boolean!
    $with_user: Boolean!
    $with_account: Boolean!
    $with_view: Boolean!
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
  }
`);
