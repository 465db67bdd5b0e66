/** What the pages of accounts and people read and write. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { AccountPageQuery, UserFeedQuery, UserPageQuery } from '../../api/generated/graphql.ts';
import { graphql } from '../../api/graphql.ts';
import { request } from '../../api/runtime.ts';

/** A custom field with what its editor needs. */
const fieldFragment = graphql(`
  fragment EditedCustomField on CustomField {
    id
    key
    name
    combined_type
    string_enum_values {
      label
    }
    numeric_enum_values {
      label
      numeric_value
    }
  }
`);
void fieldFragment;

const accountDocument = graphql(`
  query AccountPage($id: ID!) {
    external_account(id: $id) {
      id
      name
      external_id
      plan
      mrr
      ltv
      revenue
      has_own_revenue
      nps
      users_count
      requests_count
      supported_ideas_count
      has_internal_flag
      external_created_at
      last_active_at
      won_at
      lost_at
      custom_field_values {
        key
        value
      }
      created_at
      updated_at
      revenues {
        id
        since
        revenue
        mrr
        change
        source
        user {
          id
          name
        }
      }
    }
    all_custom_fields(object_type: ["account"], sort: "id") {
      records {
        ...EditedCustomField
      }
    }
    report_account_ideas(external_account: $id) {
      status_id
      status_name
      hex_color
      is_open
      open_count
      closed_count
    }
    users(external_account: [$id], sort: "-supported_suggestions_count", per_page: 5) {
      total_records
      records {
        id
        name
        job_title
        avatar_url
        allowed_state
        satisfaction_score
        supported_suggestions_count
      }
    }
  }
`);

const accountIdeasDocument = graphql(`
  query AccountIdeas($account: [ID!], $advanced_filters: Json, $per_page: Int) {
    suggestions(
      external_account: $account
      advanced_filters: $advanced_filters
      state: ["open", "pending", "closed"]
      sort: "-external_account_supporters_count"
      per_page: $per_page
    ) {
      total_records
      records {
        id
        title
        external_account_supporters_count
        votes_count
        status {
          id
          name
          hex_color
        }
      }
    }
  }
`);

const accountFeedbackDocument = graphql(`
  query AccountFeedback($account: [ID!], $per_page: Int) {
    feedback_records(external_account: $account, sort: "-created_at", per_page: $per_page) {
      total_records
      records {
        id
        body
        body_mime_type
        created_at
        user {
          id
          name
        }
        suggestion {
          id
          title
        }
      }
    }
  }
`);

export const createAccountDocument = graphql(`
  mutation CreateAccount(
    $name: String!
    $external_id: String
    $plan: String
    $mrr: Float
    $ltv: Float
    $revenue: Float
    $external_created_at: String
    $revenue_since: String
    $revenue_source: String
  ) {
    external_account_create(
      name: $name
      external_id: $external_id
      plan: $plan
      mrr: $mrr
      ltv: $ltv
      revenue: $revenue
      external_created_at: $external_created_at
      revenue_since: $revenue_since
      revenue_source: $revenue_source
    ) {
      id
      name
    }
  }
`);

export const updateAccountDocument = graphql(`
  mutation UpdateAccount(
    $id: ID!
    $name: String
    $external_id: String
    $plan: String
    $mrr: Float
    $ltv: Float
    $revenue: Float
    $external_created_at: String
    $revenue_since: String
    $revenue_source: String
    $custom_field_map: [CustomFieldValueInput!]
    $if_updated_at: String
  ) {
    external_account_update(
      id: $id
      name: $name
      external_id: $external_id
      plan: $plan
      mrr: $mrr
      ltv: $ltv
      revenue: $revenue
      external_created_at: $external_created_at
      revenue_since: $revenue_since
      revenue_source: $revenue_source
      custom_field_map: $custom_field_map
      if_updated_at: $if_updated_at
    ) {
      id
      updated_at
    }
  }
`);

export const deleteAccountDocument = graphql(`
  mutation DeleteAccount($id: ID!) {
    external_account_delete(id: $id) {
      id
    }
  }
`);

export const restoreAccountDocument = graphql(`
  mutation RestoreAccount($id: ID!) {
    external_account_restore(id: $id) {
      id
    }
  }
`);

const userDocument = graphql(`
  query UserPage($id: ID!) {
    user(id: $id) {
      id
      name
      email_address
      avatar_url
      guid
      allowed_state
      license_type
      permission_state
      job_title
      city
      region
      country
      email_confirmed
      is_subscribed
      status_notifications
      comment_notifications
      satisfaction_score
      supported_suggestions_count
      last_login
      custom_field_values {
        key
        value
      }
      created_at
      updated_at
      crm_account {
        id
        name
        plan
        mrr
        revenue
      }
      external_users {
        id
        external_id
      }
      can_unmerge
      merged_into {
        id
        name
      }
    }
    all_custom_fields(object_type: ["user"], sort: "id") {
      records {
        ...EditedCustomField
      }
    }
    users(merged_into: [$id], sort: "-updated_at", per_page: 10) {
      records {
        id
        name
        merged_at
        can_unmerge
      }
    }
  }
`);

const userFeedDocument = graphql(`
  query UserFeed($user: [ID!], $per_page: Int, $tickets: Boolean!, $ratings: Boolean!) {
    supporters(user: $user, sort: "-created_at", per_page: $per_page) {
      total_records
      records {
        votes
        importance
        created_at
        suggestion {
          id
          title
        }
      }
    }
    feedback_records(user: $user, sort: "-created_at", per_page: $per_page) {
      total_records
      records {
        id
        body
        body_mime_type
        created_at
        captured_by {
          id
          name
        }
        suggestion {
          id
          title
        }
      }
    }
    comments(creator: $user, sort: "-created_at", per_page: $per_page) {
      total_records
      records {
        id
        body
        body_mime_type
        created_at
        suggestion {
          id
          title
        }
      }
    }
    suggestions(
      creator: $user
      state: ["open", "pending", "closed"]
      sort: "-created_at"
      per_page: $per_page
    ) {
      total_records
      records {
        id
        title
        created_at
      }
    }
    tickets(user: $user, sort: "-last_message_at", per_page: $per_page) @include(if: $tickets) {
      total_records
      records {
        id
        subject
        state
        created_at
      }
    }
    ratings(user: $user, sort: "-created_at", per_page: $per_page) @include(if: $ratings) {
      total_records
      records {
        id
        score
        body
        created_at
        recorded_by {
          id
          name
        }
      }
    }
  }
`);

const accountOfDomainDocument = graphql(`
  query AccountOfDomain($user: [ID!]) {
    external_accounts(of_domain: $user, sort: "-users_count", per_page: 1) {
      records {
        id
        name
      }
    }
  }
`);

const userRatingsDocument = graphql(`
  query UserRatings($user: [ID!], $per_page: Int) {
    ratings(user: $user, sort: "-created_at", per_page: $per_page) {
      total_records
      records {
        id
        score
        created_at
      }
    }
  }
`);

export const updateUserDocument = graphql(`
  mutation UpdateUser(
    $id: ID!
    $name: String
    $email_address: String
    $job_title: String
    $satisfaction_score: Int
    $crm_account: ID
    $comment_notifications: Boolean
    $status_notifications: Boolean
    $is_subscribed: Boolean
    $custom_field_map: [CustomFieldValueInput!]
    $if_updated_at: String
  ) {
    user_update(
      id: $id
      name: $name
      email_address: $email_address
      job_title: $job_title
      satisfaction_score: $satisfaction_score
      crm_account: $crm_account
      comment_notifications: $comment_notifications
      status_notifications: $status_notifications
      is_subscribed: $is_subscribed
      custom_field_map: $custom_field_map
      if_updated_at: $if_updated_at
    ) {
      id
      updated_at
    }
  }
`);

/** An account as its page has it. */
export type Account = NonNullable<AccountPageQuery['external_account']>;
/** What it paid from a time on. */
export type AccountRevenue = Account['revenues'][number];
/** Its ideas of one public status. */
export type AccountStatus = AccountPageQuery['report_account_ideas'][number];
/** Those of its people who support most. */
export type AccountPeople = AccountPageQuery['users'];
/** A person as their page has them. */
export type User = NonNullable<UserPageQuery['user']>;
/** The custom fields of accounts, or of people. */
export type RecordFields = AccountPageQuery['all_custom_fields']['records'];
/** Profiles that were merged into them. */
export type Merged = UserPageQuery['users']['records'];
export type UserFeed = UserFeedQuery;

/** The account, its ideas by public status, and those of its people who support most. */
export function useAccountRecord(id: string) {
  return useQuery({
    queryKey: ['account', id],
    queryFn: ({ signal }) => request(accountDocument, { id }, { signal }),
  });
}

/** An account as it is now; null: it is gone. */
export async function loadAccount(id: string): Promise<Account | null> {
  return (await request(accountDocument, { id })).external_account;
}

/**
 * Ideas of an account, those that most of its people support first.
 * @param filter of their status, as `advanced_filters` take it; null: all
 */
export function useAccountIdeas(id: string, filter: object | null, per_page: number) {
  return useQuery({
    queryKey: ['account-ideas', id, filter, per_page],
    queryFn: ({ signal }) =>
      request(accountIdeasDocument, { account: [id], advanced_filters: filter, per_page }, { signal }),
    select: ({ suggestions }) => suggestions,
    placeholderData: keepPreviousData,
  });
}

/** What the people of an account said, the newest first. */
export function useAccountFeedback(id: string, per_page: number) {
  return useQuery({
    queryKey: ['account-feedback', id, per_page],
    queryFn: ({ signal }) => request(accountFeedbackDocument, { account: [id], per_page }, { signal }),
    select: ({ feedback_records }) => feedback_records,
    placeholderData: keepPreviousData,
  });
}

export function useUserRecord(id: string) {
  return useQuery({
    queryKey: ['user', id],
    queryFn: ({ signal }) => request(userDocument, { id }, { signal }),
  });
}

/** A person as they are now; null: they are gone. */
export async function loadUser(id: string): Promise<User | null> {
  return (await request(userDocument, { id })).user;
}

/** What a person did, the newest of each kind. @param sees which kinds the viewer may see beside what all do */
export function useUserFeed(id: string, per_page: number, sees: { tickets: boolean; ratings: boolean }) {
  return useQuery({
    queryKey: ['user-feed', id, per_page, sees],
    queryFn: ({ signal }) => request(userFeedDocument, { user: [id], per_page, ...sees }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** A person's latest ratings, the oldest of them first, with how many there are of all. */
export function useUserRatings(id: string, per_page: number) {
  return useQuery({
    queryKey: ['user-ratings', id, per_page],
    queryFn: ({ signal }) => request(userRatingsDocument, { user: [id], per_page }, { signal }),
    select: ({ ratings }) => ({ total: ratings.total_records, latest: ratings.records.toReversed() }),
  });
}

/** The largest of the accounts of people whose addresses are of the same company's domain; null: there is none. */
export function useAccountOfDomain(user: string) {
  return useQuery({
    queryKey: ['account-of-domain', user],
    queryFn: ({ signal }) => request(accountOfDomainDocument, { user: [user] }, { signal }),
    select: ({ external_accounts }) => external_accounts.records[0] ?? null,
  });
}
