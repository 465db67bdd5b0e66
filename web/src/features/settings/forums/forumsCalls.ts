/** What the settings of forums write. */
import { graphql } from '../../../api/graphql.ts';

/** What the panel sends of a forum; lists replace those that are there. */
export type ForumInput = {
  name: string;
  state: string;
  prompt: string | null;
  placeholder: string | null;
  welcome_message: string | null;
  logo_url: string | null;
  default_locale: string | null;
  default_sort: string;
  category_required: boolean;
  classic_voting: boolean;
  votes_allowed: number;
  importance_enabled: boolean;
  moderation_enabled: boolean;
  allow_requests: boolean;
  is_private: boolean;
  authorization_operator: string;
  allow_sso_user_by_default: boolean;
  allow_by_ip: boolean;
  allow_by_email_domain: boolean;
  access_denied_message: string | null;
  access_ips: string[];
  access_email_domains: string[];
  categories: { id?: string; name: string }[];
};

export const createForumDocument = graphql(`
  mutation CreateForum(
    $name: String!
    $state: String
    $prompt: String
    $placeholder: String
    $welcome_message: String
    $logo_url: String
    $default_locale: String
    $default_sort: String
    $category_required: Boolean
    $classic_voting: Boolean
    $votes_allowed: Int
    $importance_enabled: Boolean
    $moderation_enabled: Boolean
    $allow_requests: Boolean
    $is_private: Boolean
    $authorization_operator: String
    $allow_sso_user_by_default: Boolean
    $allow_by_ip: Boolean
    $allow_by_email_domain: Boolean
    $access_denied_message: String
    $access_ips: [String!]
    $access_email_domains: [String!]
    $categories: [ForumCategoryInput!]
  ) {
    forum_create(
      name: $name
      state: $state
      prompt: $prompt
      placeholder: $placeholder
      welcome_message: $welcome_message
      logo_url: $logo_url
      default_locale: $default_locale
      default_sort: $default_sort
      category_required: $category_required
      classic_voting: $classic_voting
      votes_allowed: $votes_allowed
      importance_enabled: $importance_enabled
      moderation_enabled: $moderation_enabled
      allow_requests: $allow_requests
      is_private: $is_private
      authorization_operator: $authorization_operator
      allow_sso_user_by_default: $allow_sso_user_by_default
      allow_by_ip: $allow_by_ip
      allow_by_email_domain: $allow_by_email_domain
      access_denied_message: $access_denied_message
      access_ips: $access_ips
      access_email_domains: $access_email_domains
      categories: $categories
    ) {
      id
    }
  }
`);

export const updateForumDocument = graphql(`
  mutation UpdateForum(
    $id: ID!
    $if_updated_at: String
    $name: String
    $state: String
    $prompt: String
    $placeholder: String
    $welcome_message: String
    $logo_url: String
    $default_locale: String
    $default_sort: String
    $category_required: Boolean
    $classic_voting: Boolean
    $votes_allowed: Int
    $importance_enabled: Boolean
    $moderation_enabled: Boolean
    $allow_requests: Boolean
    $is_private: Boolean
    $authorization_operator: String
    $allow_sso_user_by_default: Boolean
    $allow_by_ip: Boolean
    $allow_by_email_domain: Boolean
    $access_denied_message: String
    $access_ips: [String!]
    $access_email_domains: [String!]
    $categories: [ForumCategoryInput!]
  ) {
    forum_update(
      id: $id
      if_updated_at: $if_updated_at
      name: $name
      state: $state
      prompt: $prompt
      placeholder: $placeholder
      welcome_message: $welcome_message
      logo_url: $logo_url
      default_locale: $default_locale
      default_sort: $default_sort
      category_required: $category_required
      classic_voting: $classic_voting
      votes_allowed: $votes_allowed
      importance_enabled: $importance_enabled
      moderation_enabled: $moderation_enabled
      allow_requests: $allow_requests
      is_private: $is_private
      authorization_operator: $authorization_operator
      allow_sso_user_by_default: $allow_sso_user_by_default
      allow_by_ip: $allow_by_ip
      allow_by_email_domain: $allow_by_email_domain
      access_denied_message: $access_denied_message
      access_ips: $access_ips
      access_email_domains: $access_email_domains
      categories: $categories
    ) {
      id
    }
  }
`);

export const setForumStateDocument = graphql(`
  mutation SetForumState($id: ID!, $state: String) {
    forum_update(id: $id, state: $state) {
      id
    }
  }
`);

export const deleteForumDocument = graphql(`
  mutation DeleteForum($id: ID!, $target_forum: ID) {
    forum_delete(id: $id, target_forum: $target_forum) {
      id
    }
  }
`);

export const reorderForumsDocument = graphql(`
  mutation ReorderForums($forum_ids: [ID!]!) {
    forum_reorder(forum_ids: $forum_ids) {
      id
    }
  }
`);

export const setDefaultForumDocument = graphql(`
  mutation SetDefaultForum($default_forum: ID) {
    subdomain_update(default_forum: $default_forum) {
      id
    }
  }
`);
