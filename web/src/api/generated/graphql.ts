/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
export type ConsoleViewerQueryVariables = Exact<{ [key: string]: never; }>;


export type ConsoleViewerQuery = { current_user: { id: string, display_name: string, email: string, core_admin: boolean, off_duty: boolean, other_subdomains: Array<{ host: string, admin_url: string }> }, current_subdomain: { id: string, key: string, host: string, admin_url: string, portal_url: string | null, is_trialing: boolean, has_crm_configuration: boolean } };

export type PaletteIdeasQueryVariables = Exact<{
  q: string;
  perPage: number;
}>;


export type PaletteIdeasQuery = { suggestions: { records: Array<{ id: string, title: string, forum: { name: string } | null }> } };

export type IdeaFilterNamesQueryVariables = Exact<{
  forum?: Array<string | number> | string | number | null | undefined;
  category?: Array<string | number> | string | number | null | undefined;
  label?: Array<string | number> | string | number | null | undefined;
  status?: Array<string | number> | string | number | null | undefined;
  internal_status?: Array<string | number> | string | number | null | undefined;
  user?: Array<string | number> | string | number | null | undefined;
  account?: Array<string | number> | string | number | null | undefined;
  with_forum: boolean;
  with_category: boolean;
  with_label: boolean;
  with_status: boolean;
  with_internal_status: boolean;
  with_user: boolean;
  with_account: boolean;
}>;


export type IdeaFilterNamesQuery = { forums?: { records: Array<{ id: string, name: string }> }, categories?: { records: Array<{ id: string, name: string }> }, labels?: { records: Array<{ id: string, full_name: string }> }, statuses?: { records: Array<{ id: string, name: string }> }, internal_statuses?: { records: Array<{ id: string, name: string }> }, users?: { records: Array<{ id: string, name: string }> }, external_accounts?: { records: Array<{ id: string, name: string }> } };

export type IdeasTableQueryVariables = Exact<{
  q?: string | null | undefined;
  page?: number | null | undefined;
  per_page?: number | null | undefined;
  sort?: string | null | undefined;
  forum?: Array<string | number> | string | number | null | undefined;
  category?: Array<string | number> | string | number | null | undefined;
  category_none?: boolean | null | undefined;
  label?: Array<string | number> | string | number | null | undefined;
  label_none?: boolean | null | undefined;
  status?: Array<string | number> | string | number | null | undefined;
  status_none?: boolean | null | undefined;
  internal_status?: Array<string | number> | string | number | null | undefined;
  internal_status_none?: boolean | null | undefined;
  assigned_owner?: Array<string | number> | string | number | null | undefined;
  assigned_owner_none?: boolean | null | undefined;
  creator?: Array<string | number> | string | number | null | undefined;
  supporter?: Array<string | number> | string | number | null | undefined;
  external_account?: Array<string | number> | string | number | null | undefined;
  state?: Array<string> | string | null | undefined;
  created_after?: string | null | undefined;
  no_support_since?: string | null | undefined;
  has_response?: boolean | null | undefined;
  has_internal_flag?: boolean | null | undefined;
}>;


export type IdeasTableQuery = { suggestions: { total_records: number, current_page: number, records: Array<{ id: string, title: string, excerpt: string | null, state: string, is_dated: boolean, votes_count: number, comments_count: number, requests_count: number, supporting_accounts_count: number, supporter_revenue: number | null, weekly_votes: Array<number>, last_activity_at: string, created_at: string, status: { id: string, name: string, hex_color: string } | null, internal_status: { id: string, name: string, hex_color: string } | null, forum: { id: string, name: string } | null, category: { id: string, name: string } | null, labels: Array<{ id: string, full_name: string }>, assigned_owner: { id: string, name: string, avatar_url: string | null } | null, created_by: { id: string, name: string } | null }> } };

export type ExistingIdeasQueryVariables = Exact<{
  id?: Array<string | number> | string | number | null | undefined;
}>;


export type ExistingIdeasQuery = { suggestions: { records: Array<{ id: string }> } };

export type IdeaSummaryFragment = { id: string, title: string, excerpt: string | null, votes_count: number, supporter_revenue: number | null, status: { id: string, name: string, hex_color: string } | null, forum: { id: string, name: string } | null };

export type SearchIdeasQueryVariables = Exact<{
  q?: string | null | undefined;
  sort?: string | null | undefined;
  perPage?: number | null | undefined;
}>;


export type SearchIdeasQuery = { suggestions: { records: Array<{ id: string, title: string, excerpt: string | null, votes_count: number, supporter_revenue: number | null, status: { id: string, name: string, hex_color: string } | null, forum: { id: string, name: string } | null }> } };

export type IdeaPreviewQueryVariables = Exact<{
  id: string | number;
}>;


export type IdeaPreviewQuery = { suggestion: { body: string | null, body_mime_type: string, state: string, created_at: string, comments_count: number, requests_count: number, supporting_accounts_count: number, id: string, title: string, excerpt: string | null, votes_count: number, supporter_revenue: number | null, category: { id: string, name: string } | null, labels: Array<{ id: string, full_name: string }>, created_by: { id: string, name: string, email_address: string | null, avatar_url: string | null } | null, status: { id: string, name: string, hex_color: string } | null, forum: { id: string, name: string } | null } | null };

export type PickedUserFragment = { id: string, name: string, email_address: string | null, avatar_url: string | null, crm_account: { id: string, name: string } | null };

export type SearchUsersQueryVariables = Exact<{
  q?: string | null | undefined;
  sort?: string | null | undefined;
}>;


export type SearchUsersQuery = { users: { records: Array<{ id: string, name: string, email_address: string | null, avatar_url: string | null, crm_account: { id: string, name: string } | null }> } };

export type SearchTeamQueryVariables = Exact<{
  q?: string | null | undefined;
}>;


export type SearchTeamQuery = { users: { records: Array<{ id: string, name: string, email_address: string | null, avatar_url: string | null, crm_account: { id: string, name: string } | null }> } };

export type PickForumsQueryVariables = Exact<{ [key: string]: never; }>;


export type PickForumsQuery = { all_forums: { records: Array<{ id: string, name: string, is_open: boolean, is_private: boolean, category_required: boolean }> } };

export type PickCategoriesQueryVariables = Exact<{
  forum?: Array<string | number> | string | number | null | undefined;
}>;


export type PickCategoriesQuery = { all_categories: { records: Array<{ id: string, name: string }> } };

export type PickLabelsQueryVariables = Exact<{
  forum?: Array<string | number> | string | number | null | undefined;
}>;


export type PickLabelsQuery = { all_labels: { records: Array<{ id: string, name: string, full_name: string, level: number, parent_id: string | null }> } };

export type PickStatusesQueryVariables = Exact<{ [key: string]: never; }>;


export type PickStatusesQuery = { all_statuses: { records: Array<{ id: string, name: string, hex_color: string, is_open: boolean, allow_comments: boolean }> } };

export type PickInternalStatusesQueryVariables = Exact<{ [key: string]: never; }>;


export type PickInternalStatusesQuery = { all_internal_statuses: { records: Array<{ id: string, name: string, hex_color: string }> } };

export type PickAccountsQueryVariables = Exact<{
  q?: string | null | undefined;
}>;


export type PickAccountsQuery = { external_accounts: { records: Array<{ id: string, name: string, revenue: number | null, users_count: number }> } };

export type AttachedFileFragment = { id: string, file_name: string, content_type: string, size_in_bytes: number, url: string, thumb_url: string | null, token: string };

export type AttachmentsOfQueryVariables = Exact<{
  suggestion?: Array<string | number> | string | number | null | undefined;
  comment?: Array<string | number> | string | number | null | undefined;
  feedback_record?: Array<string | number> | string | number | null | undefined;
  perPage?: number | null | undefined;
}>;


export type AttachmentsOfQuery = { attachments: { records: Array<{ id: string, file_name: string, content_type: string, size_in_bytes: number, url: string, thumb_url: string | null, token: string }> } };

export class TypedDocumentString<TResult, TVariables>
  extends String
  implements DocumentTypeDecoration<TResult, TVariables>
{
  __apiType?: NonNullable<DocumentTypeDecoration<TResult, TVariables>['__apiType']>;
  private value: string;
  public __meta__?: Record<string, any> | undefined;

  constructor(value: string, __meta__?: Record<string, any> | undefined) {
    super(value);
    this.value = value;
    this.__meta__ = __meta__;
  }

  override toString(): string & DocumentTypeDecoration<TResult, TVariables> {
    return this.value;
  }
}
export const IdeaSummaryFragmentDoc = new TypedDocumentString(`
    fragment IdeaSummary on Suggestion {
  id
  title
  excerpt
  votes_count
  supporter_revenue
  status {
    id
    name
    hex_color
  }
  forum {
    id
    name
  }
}
    `, {"fragmentName":"IdeaSummary"}) as unknown as TypedDocumentString<IdeaSummaryFragment, unknown>;
export const PickedUserFragmentDoc = new TypedDocumentString(`
    fragment PickedUser on User {
  id
  name
  email_address
  avatar_url
  crm_account {
    id
    name
  }
}
    `, {"fragmentName":"PickedUser"}) as unknown as TypedDocumentString<PickedUserFragment, unknown>;
export const AttachedFileFragmentDoc = new TypedDocumentString(`
    fragment AttachedFile on Attachment {
  id
  file_name
  content_type
  size_in_bytes
  url
  thumb_url
  token
}
    `, {"fragmentName":"AttachedFile"}) as unknown as TypedDocumentString<AttachedFileFragment, unknown>;
export const ConsoleViewerDocument = new TypedDocumentString(`
    query ConsoleViewer {
  current_user {
    id
    display_name
    email
    core_admin
    off_duty
    other_subdomains {
      host
      admin_url
    }
  }
  current_subdomain {
    id
    key
    host
    admin_url
    portal_url
    is_trialing
    has_crm_configuration
  }
}
    `) as unknown as TypedDocumentString<ConsoleViewerQuery, ConsoleViewerQueryVariables>;
export const PaletteIdeasDocument = new TypedDocumentString(`
    query PaletteIdeas($q: String!, $perPage: Int!) {
  suggestions(q: $q, perPage: $perPage, sort: "search_order") {
    records {
      id
      title
      forum {
        name
      }
    }
  }
}
    `) as unknown as TypedDocumentString<PaletteIdeasQuery, PaletteIdeasQueryVariables>;
export const IdeaFilterNamesDocument = new TypedDocumentString(`
    query IdeaFilterNames($forum: [ID!], $category: [ID!], $label: [ID!], $status: [ID!], $internal_status: [ID!], $user: [ID!], $account: [ID!], $with_forum: Boolean!, $with_category: Boolean!, $with_label: Boolean!, $with_status: Boolean!, $with_internal_status: Boolean!, $with_user: Boolean!, $with_account: Boolean!) {
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
    `) as unknown as TypedDocumentString<IdeaFilterNamesQuery, IdeaFilterNamesQueryVariables>;
export const IdeasTableDocument = new TypedDocumentString(`
    query IdeasTable($q: String, $page: Int, $per_page: Int, $sort: String, $forum: [ID!], $category: [ID!], $category_none: Boolean, $label: [ID!], $label_none: Boolean, $status: [ID!], $status_none: Boolean, $internal_status: [ID!], $internal_status_none: Boolean, $assigned_owner: [ID!], $assigned_owner_none: Boolean, $creator: [ID!], $supporter: [ID!], $external_account: [ID!], $state: [String!], $created_after: String, $no_support_since: String, $has_response: Boolean, $has_internal_flag: Boolean) {
  suggestions(
    q: $q
    page: $page
    per_page: $per_page
    sort: $sort
    forum: $forum
    category: $category
    category_none: $category_none
    label: $label
    label_none: $label_none
    status: $status
    status_none: $status_none
    internal_status: $internal_status
    internal_status_none: $internal_status_none
    assigned_owner: $assigned_owner
    assigned_owner_none: $assigned_owner_none
    creator: $creator
    supporter: $supporter
    external_account: $external_account
    state: $state
    created_after: $created_after
    no_support_since: $no_support_since
    has_response: $has_response
    has_internal_flag: $has_internal_flag
  ) {
    total_records
    current_page
    records {
      id
      title
      excerpt
      state
      is_dated
      votes_count
      comments_count
      requests_count
      supporting_accounts_count
      supporter_revenue
      weekly_votes
      last_activity_at
      created_at
      status {
        id
        name
        hex_color
      }
      internal_status {
        id
        name
        hex_color
      }
      forum {
        id
        name
      }
      category {
        id
        name
      }
      labels {
        id
        full_name
      }
      assigned_owner {
        id
        name
        avatar_url
      }
      created_by {
        id
        name
      }
    }
  }
}
    `) as unknown as TypedDocumentString<IdeasTableQuery, IdeasTableQueryVariables>;
export const ExistingIdeasDocument = new TypedDocumentString(`
    query ExistingIdeas($id: [ID!]) {
  suggestions(id: $id, bulk_per_page: 500) {
    records {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<ExistingIdeasQuery, ExistingIdeasQueryVariables>;
export const SearchIdeasDocument = new TypedDocumentString(`
    query SearchIdeas($q: String, $sort: String, $perPage: Int) {
  suggestions(q: $q, sort: $sort, perPage: $perPage) {
    records {
      ...IdeaSummary
    }
  }
}
    fragment IdeaSummary on Suggestion {
  id
  title
  excerpt
  votes_count
  supporter_revenue
  status {
    id
    name
    hex_color
  }
  forum {
    id
    name
  }
}`) as unknown as TypedDocumentString<SearchIdeasQuery, SearchIdeasQueryVariables>;
export const IdeaPreviewDocument = new TypedDocumentString(`
    query IdeaPreview($id: ID!) {
  suggestion(id: $id) {
    ...IdeaSummary
    body
    body_mime_type
    state
    created_at
    comments_count
    requests_count
    supporting_accounts_count
    category {
      id
      name
    }
    labels {
      id
      full_name
    }
    created_by {
      id
      name
      email_address
      avatar_url
    }
  }
}
    fragment IdeaSummary on Suggestion {
  id
  title
  excerpt
  votes_count
  supporter_revenue
  status {
    id
    name
    hex_color
  }
  forum {
    id
    name
  }
}`) as unknown as TypedDocumentString<IdeaPreviewQuery, IdeaPreviewQueryVariables>;
export const SearchUsersDocument = new TypedDocumentString(`
    query SearchUsers($q: String, $sort: String) {
  users(q: $q, perPage: 20, sort: $sort) {
    records {
      ...PickedUser
    }
  }
}
    fragment PickedUser on User {
  id
  name
  email_address
  avatar_url
  crm_account {
    id
    name
  }
}`) as unknown as TypedDocumentString<SearchUsersQuery, SearchUsersQueryVariables>;
export const SearchTeamDocument = new TypedDocumentString(`
    query SearchTeam($q: String) {
  users(
    q: $q
    license_type: ["owner", "full", "support", "contributor"]
    allowed_state: ["allowed"]
    perPage: 100
    sort: "name"
  ) {
    records {
      ...PickedUser
    }
  }
}
    fragment PickedUser on User {
  id
  name
  email_address
  avatar_url
  crm_account {
    id
    name
  }
}`) as unknown as TypedDocumentString<SearchTeamQuery, SearchTeamQueryVariables>;
export const PickForumsDocument = new TypedDocumentString(`
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
    `) as unknown as TypedDocumentString<PickForumsQuery, PickForumsQueryVariables>;
export const PickCategoriesDocument = new TypedDocumentString(`
    query PickCategories($forum: [ID!]) {
  all_categories(forum: $forum, sort: "position") {
    records {
      id
      name
    }
  }
}
    `) as unknown as TypedDocumentString<PickCategoriesQuery, PickCategoriesQueryVariables>;
export const PickLabelsDocument = new TypedDocumentString(`
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
    `) as unknown as TypedDocumentString<PickLabelsQuery, PickLabelsQueryVariables>;
export const PickStatusesDocument = new TypedDocumentString(`
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
    `) as unknown as TypedDocumentString<PickStatusesQuery, PickStatusesQueryVariables>;
export const PickInternalStatusesDocument = new TypedDocumentString(`
    query PickInternalStatuses {
  all_internal_statuses(sort: "position") {
    records {
      id
      name
      hex_color
    }
  }
}
    `) as unknown as TypedDocumentString<PickInternalStatusesQuery, PickInternalStatusesQueryVariables>;
export const PickAccountsDocument = new TypedDocumentString(`
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
    `) as unknown as TypedDocumentString<PickAccountsQuery, PickAccountsQueryVariables>;
export const AttachmentsOfDocument = new TypedDocumentString(`
    query AttachmentsOf($suggestion: [ID!], $comment: [ID!], $feedback_record: [ID!], $perPage: Int) {
  attachments(
    suggestion: $suggestion
    comment: $comment
    feedback_record: $feedback_record
    perPage: $perPage
  ) {
    records {
      ...AttachedFile
    }
  }
}
    fragment AttachedFile on Attachment {
  id
  file_name
  content_type
  size_in_bytes
  url
  thumb_url
  token
}`) as unknown as TypedDocumentString<AttachmentsOfQuery, AttachmentsOfQueryVariables>;