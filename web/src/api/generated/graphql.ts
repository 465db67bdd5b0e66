/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
/** What a new comment belongs to. */
export type CommentCreateLinks = {
  /** Idea. Required. */
  suggestion: string | number;
};

/** What a comment belongs to. */
export type CommentLinks = {
  /** Idea. */
  suggestion?: string | number | null | undefined;
  /** Author. */
  user?: string | number | null | undefined;
};

/** Values of custom fields by key; null takes one away, keys that are not named stay. At most 100. */
export type CustomFieldValueInput = {
  /** Key of the field. At most 255 characters. Required. */
  key: string;
  /** Value as text; null takes it away. At most 2,000 characters. */
  value?: string | null | undefined;
};

/** What a feedback record belongs to. */
export type FeedbackRecordLinks = {
  /** Idea; null: none, then it waits in the inbox. */
  suggestion?: string | number | null | undefined;
  /** Who said it; null: unknown. */
  user?: string | number | null | undefined;
};

/** Categories in their order: with id one that is there, without one a new one; those that are left out are deleted and their ideas have none. At most 100. */
export type ForumCategoryInput = {
  /** Category that is there. */
  id?: string | number | null | undefined;
  /** Name, unique in its forum. At most 255 characters. Required. */
  name: string;
};

/** On whose behalf. */
export type InternalFlagUser = {
  /** Person. Required. */
  id: string | number;
};

/** What is posted where. */
export type InternalStatusUpdateLinks = {
  /** Other spelling of internal_status. */
  internalStatus?: string | number | null | undefined;
  /** New internal status; null: none; without it the status stays as it is. */
  internal_status?: string | number | null | undefined;
  /** Idea. Required. */
  suggestion: string | number;
};

/** Events with their choice. At most 7. */
export type NotificationPreferenceInput = {
  /** Other spelling of by_mail. */
  byMail?: boolean | null | undefined;
  /** A mail tells of it at once. Required. */
  by_mail?: boolean | null | undefined;
  /** The event. One of admin_assigned, admin_bulk_assigned, note_mention, note_reply, supporter_message_reply, status_update_reaction, comm_message_reply. Required. */
  event: string;
};

/** What is posted where. */
export type StatusUpdateLinks = {
  /** New status; null: No Status; without it the status stays as it is. */
  status?: string | number | null | undefined;
  /** Idea. Required. */
  suggestion: string | number;
};

/** Who the idea is from; the caller when not given. Null: nobody yet, as when feedback is captured whose person is not known; the first person whom the caller then gives feedback of is its creator. */
export type SuggestionCreator = {
  /** Person. Required. */
  id: string | number;
};

/** Where an idea belongs. */
export type SuggestionLinks = {
  /** Category of that forum; null: none. */
  category?: string | number | null | undefined;
  /** Forum. */
  forum?: string | number | null | undefined;
};

/** What the message is about. */
export type SupporterMessageLinks = {
  /** Idea. Required. */
  suggestion: string | number;
};

export type ConsoleViewerQueryVariables = Exact<{ [key: string]: never; }>;


export type ConsoleViewerQuery = { current_user: { id: string, display_name: string, email: string, core_admin: boolean, off_duty: boolean, other_subdomains: Array<{ host: string, admin_url: string }> }, current_subdomain: { id: string, key: string, host: string, admin_url: string, portal_url: string | null, is_trialing: boolean, has_crm_configuration: boolean, prevent_email_notifications: boolean }, notification_counts: { unseen: number } };

export type MailSwitchQueryVariables = Exact<{ [key: string]: never; }>;


export type MailSwitchQuery = { current_subdomain: { id: string, prevent_email_notifications: boolean } };

export type PaletteIdeasQueryVariables = Exact<{
  q: string;
  perPage: number;
}>;


export type PaletteIdeasQuery = { suggestions: { records: Array<{ id: string, title: string, forum: { name: string } | null }> } };

export type PanelIdeaQueryVariables = Exact<{
  id: string | number;
}>;


export type PanelIdeaQuery = { suggestion: { id: string, title: string, excerpt: string | null, votes_count: number, supporter_revenue: number | null, status: { id: string, name: string, hex_color: string } | null, forum: { id: string, name: string } | null } | null };

export type PanelFeedbackQueryVariables = Exact<{
  id: string | number;
}>;


export type PanelFeedbackQuery = { feedback_record: { id: string, body: string, body_mime_type: string, source_url: string | null, updated_at: string, user: { id: string, name: string, email_address: string | null, avatar_url: string | null, satisfaction_score: number | null, crm_account: { id: string, name: string } | null } | null, suggestion: { id: string, title: string, excerpt: string | null, votes_count: number, supporter_revenue: number | null, status: { id: string, name: string, hex_color: string } | null, forum: { id: string, name: string } | null } | null } | null };

export type PanelCommentQueryVariables = Exact<{
  id: string | number;
}>;


export type PanelCommentQuery = { comment: { id: string, body: string, body_mime_type: string, state: string, is_admin_comment: boolean, created_at: string, updated_at: string, created_by: { id: string, name: string, email_address: string | null, avatar_url: string | null, satisfaction_score: number | null, crm_account: { id: string, name: string } | null } | null, suggestion: { id: string, title: string, excerpt: string | null, votes_count: number, supporter_revenue: number | null, category: { id: string, name: string } | null, forum: { id: string, name: string, is_open: boolean, category_required: boolean } | null, status: { id: string, name: string, hex_color: string } | null } | null, converted_to_suggestion: { id: string, title: string, excerpt: string | null, votes_count: number, supporter_revenue: number | null, status: { id: string, name: string, hex_color: string } | null, forum: { id: string, name: string } | null } | null } | null };

export type PanelEditedIdeaQueryVariables = Exact<{
  id: string | number;
}>;


export type PanelEditedIdeaQuery = { suggestion: { body: string | null, body_mime_type: string, created_at: string, updated_at: string, id: string, title: string, excerpt: string | null, votes_count: number, supporter_revenue: number | null, created_by: { id: string, name: string, email_address: string | null, avatar_url: string | null, satisfaction_score: number | null, crm_account: { id: string, name: string } | null } | null, category: { id: string, name: string } | null, forum: { id: string, name: string, is_open: boolean, category_required: boolean } | null, status: { id: string, name: string, hex_color: string } | null } | null };

export type SupportOfQueryVariables = Exact<{
  suggestion?: Array<string | number> | string | number | null | undefined;
  user?: Array<string | number> | string | number | null | undefined;
}>;


export type SupportOfQuery = { supporters: { records: Array<{ id: string, votes: number }> } };

export type CreateFeedbackMutationVariables = Exact<{
  body: string;
  bodyMimeType?: string | null | undefined;
  channel: string;
  links?: FeedbackRecordLinks | null | undefined;
  attachmentTokens?: Array<string> | string | null | undefined;
  sourceUrl?: string | null | undefined;
  subscribe?: boolean | null | undefined;
}>;


export type CreateFeedbackMutation = { feedback_record_create: { id: string } | null };

export type UpdateFeedbackMutationVariables = Exact<{
  id: string | number;
  body: string;
  links?: FeedbackRecordLinks | null | undefined;
  attachmentTokens?: Array<string> | string | null | undefined;
  sourceUrl?: string | null | undefined;
  subscribe?: boolean | null | undefined;
  if_updated_at?: string | null | undefined;
}>;


export type UpdateFeedbackMutation = { feedback_record_update: { id: string } | null };

export type UpdateCommentMutationVariables = Exact<{
  id: string | number;
  body: string;
  attachment_tokens?: Array<string> | string | null | undefined;
  links?: CommentLinks | null | undefined;
  subscribe?: boolean | null | undefined;
  if_updated_at?: string | null | undefined;
}>;


export type UpdateCommentMutation = { comment_update: { id: string } | null };

export type CreateIdeaMutationVariables = Exact<{
  title: string;
  body?: string | null | undefined;
  bodyMimeType?: string | null | undefined;
  links: SuggestionLinks;
  creator?: SuggestionCreator | null | undefined;
  attachmentTokens?: Array<string> | string | null | undefined;
  subscribeCreator?: boolean | null | undefined;
  conversionSourceType?: string | null | undefined;
  conversionSourceId?: string | number | null | undefined;
  copySupporters?: boolean | null | undefined;
  notifySourceSubscribers?: boolean | null | undefined;
}>;


export type CreateIdeaMutation = { suggestion_create: { id: string } | null };

export type UpdateIdeaMutationVariables = Exact<{
  id: string | number;
  title?: string | null | undefined;
  body?: string | null | undefined;
  bodyMimeType?: string | null | undefined;
  creatorId?: string | number | null | undefined;
  subscribe?: boolean | null | undefined;
  links?: SuggestionLinks | null | undefined;
  attachmentTokens?: Array<string> | string | null | undefined;
  if_updated_at?: string | null | undefined;
}>;


export type UpdateIdeaMutation = { suggestion_update: { id: string } | null };

export type AddVoterMutationVariables = Exact<{
  id: string | number;
  user: string | number;
  channel?: string | null | undefined;
  subscribe?: boolean | null | undefined;
}>;


export type AddVoterMutation = { suggestion_admin_subscribe: { id: string } | null };

export type FlagIdeaMutationVariables = Exact<{
  suggestion: string | number;
  reason: string;
  user?: InternalFlagUser | null | undefined;
}>;


export type FlagIdeaMutation = { internal_flag_create: { id: string } | null };

export type OwnExportsQueryVariables = Exact<{
  page?: number | null | undefined;
  per_page?: number | null | undefined;
}>;


export type OwnExportsQuery = { exports: { total_records: number, current_page: number, records: Array<{ id: string, collection: string, format: string, state: string, rows_expected: number | null, rows_written: number, problem: string | null, file_name: string, size_in_bytes: string, download_url: string | null, expires_at: string | null, finished_at: string | null, created_at: string }> } };

export type CancelExportMutationVariables = Exact<{
  id: string | number;
}>;


export type CancelExportMutation = { export_cancel: { id: string, state: string } | null };

export type PersonCardQueryVariables = Exact<{
  id: string | number;
}>;


export type PersonCardQuery = { user: { id: string, name: string, email_address: string | null, avatar_url: string | null, job_title: string | null, license_type: string, allowed_state: string, satisfaction_score: number | null, supported_suggestions_count: number, crm_account: { id: string, name: string } | null } | null };

export type BlockPersonMutationVariables = Exact<{
  id: string | number;
  blocked: boolean;
}>;


export type BlockPersonMutation = { user_block: { id: string, allowed_state: string } | null };

export type MoveIdeaMutationVariables = Exact<{
  id: string | number;
  links?: SuggestionLinks | null | undefined;
  if_updated_at?: string | null | undefined;
}>;


export type MoveIdeaMutation = { suggestion_update: { id: string, updated_at: string } | null };

export type SetIdeaCustomFieldMutationVariables = Exact<{
  id: string | number;
  custom_field_map?: Array<CustomFieldValueInput> | CustomFieldValueInput | null | undefined;
  if_updated_at?: string | null | undefined;
}>;


export type SetIdeaCustomFieldMutation = { suggestion_update: { id: string, updated_at: string } | null };

export type AssignIdeaMutationVariables = Exact<{
  id: string | number;
  assigned_owner?: string | number | null | undefined;
  if_updated_at?: string | null | undefined;
}>;


export type AssignIdeaMutation = { suggestion_assign: { id: string, updated_at: string } | null };

export type SetIdeaLabelsMutationVariables = Exact<{
  id: string | number;
  add?: Array<string | number> | string | number | null | undefined;
  remove?: Array<string | number> | string | number | null | undefined;
}>;


export type SetIdeaLabelsMutation = { suggestion_labels_update: { id: string, updated_at: string } | null };

export type CallIdeaMailBackMutationVariables = Exact<{
  id: string | number;
}>;


export type CallIdeaMailBackMutation = { mailing_call_back: { id: string, state: string } | null };

export type RemoveVoterMutationVariables = Exact<{
  suggestion: string | number;
  user: string | number;
}>;


export type RemoveVoterMutation = { supporter_delete: { id: string } | null };

export type BringVoterBackMutationVariables = Exact<{
  suggestion: string | number;
  user: string | number;
}>;


export type BringVoterBackMutation = { supporter_restore: { id: string } | null };

export type AddStaffCommentMutationVariables = Exact<{
  links: CommentCreateLinks;
  body: string;
  attachment_tokens?: Array<string> | string | null | undefined;
}>;


export type AddStaffCommentMutation = { comment_create: { id: string } | null };

export type AccountInterestFragment = { id: string, name: string, plan: string | null, revenue: number | null, supporters_count: number | null };

export type ShownFileFragment = { id: string, file_name: string, content_type: string, size_in_bytes: number, url: string, thumb_url: string | null };

export type IdeaFieldFragment = { id: string, key: string, name: string, combined_type: string, string_enum_values: Array<{ id: string, label: string }>, numeric_enum_values: Array<{ id: string, label: string, numeric_value: number | null }> };

export type IdeaDetailsQueryVariables = Exact<{
  id: string | number;
  ids?: Array<string | number> | string | number | null | undefined;
  withFields: boolean;
  withFiles: boolean;
  files?: number | null | undefined;
  accounts?: number | null | undefined;
  accountSort?: string | null | undefined;
}>;


export type IdeaDetailsQuery = { suggestion: { id: string, title: string, body: string | null, body_mime_type: string, state: string, channel: string, is_dated: boolean, source_url: string | null, source_votes_count: number | null, votes_count: number, supporters_count: number, supporting_accounts_count: number, supporter_revenue: number | null, comments_count: number, requests_count: number, notes_count: number, internal_flags_count: number, merge_candidates_count: number, unmergeable: boolean, created_at: string, updated_at: string, custom_field_map: Array<{ key: string, value: string | null }>, status: { id: string, name: string, hex_color: string, is_open: boolean, allow_comments: boolean } | null, internal_status: { id: string, name: string, hex_color: string } | null, assigned_owner: { id: string, name: string, avatar_url: string | null, satisfaction_score: number | null } | null, forum: { id: string, name: string, is_open: boolean, category_required: boolean } | null, category: { id: string, name: string } | null, labels: Array<{ id: string, full_name: string }>, created_by: { id: string, name: string, email_address: string | null, avatar_url: string | null, satisfaction_score: number | null, allowed_state: string, crm_account: { id: string, name: string } | null } | null, captured_by: { id: string, name: string, avatar_url: string | null, satisfaction_score: number | null } | null, merged_into: { id: string, title: string } | null, split_from: { id: string, title: string } | null, split_suggestions: Array<{ id: string, title: string }>, converted_from_comment: { id: string, suggestion: { id: string, title: string } | null } | null } | null, external_accounts: { records: Array<{ id: string, name: string, plan: string | null, revenue: number | null, supporters_count: number | null }> }, attachments?: { records: Array<{ id: string, file_name: string, content_type: string, size_in_bytes: number, url: string, thumb_url: string | null }> }, all_custom_fields?: { records: Array<{ id: string, key: string, name: string, combined_type: string, string_enum_values: Array<{ id: string, label: string }>, numeric_enum_values: Array<{ id: string, label: string, numeric_value: number | null }> }> } };

export type IdeaCustomFieldsQueryVariables = Exact<{ [key: string]: never; }>;


export type IdeaCustomFieldsQuery = { all_custom_fields: { records: Array<{ id: string, key: string, name: string, combined_type: string, string_enum_values: Array<{ id: string, label: string }>, numeric_enum_values: Array<{ id: string, label: string, numeric_value: number | null }> }> } };

export type IdeaActivityQueryVariables = Exact<{
  suggestion?: Array<string | number> | string | number | null | undefined;
  kind?: Array<string> | string | null | undefined;
  page?: number | null | undefined;
  per_page?: number | null | undefined;
}>;


export type IdeaActivityQuery = { activity_entries: { records: Array<{ id: string, kind: string, details: unknown, created_at: string, user: { id: string, name: string, avatar_url: string | null, satisfaction_score: number | null, allowed_state: string } | null, comment: { id: string, body: string, body_mime_type: string, state: string, is_admin_comment: boolean, created_by: { id: string, name: string, avatar_url: string | null, satisfaction_score: number | null, allowed_state: string } | null, converted_to_suggestion: { id: string, title: string } | null, attachments: Array<{ id: string, file_name: string, content_type: string, size_in_bytes: number, url: string, thumb_url: string | null }> } | null, feedback_record: { id: string, body: string, body_mime_type: string, source_url: string | null, source_title: string | null, severity: number | null, user: { id: string, name: string, avatar_url: string | null, satisfaction_score: number | null, allowed_state: string, crm_account: { id: string, name: string } | null } | null, captured_by: { id: string, name: string, avatar_url: string | null, satisfaction_score: number | null, allowed_state: string } | null, attachments: Array<{ id: string, file_name: string, content_type: string, size_in_bytes: number, url: string, thumb_url: string | null }> } | null, note: { id: string, body: string, body_mime_type: string, reply_count: number, editable: boolean, deletable: boolean, created_at: string, updated_at: string, created_by: { id: string, name: string, avatar_url: string | null, satisfaction_score: number | null, allowed_state: string } | null, attachments: Array<{ id: string, file_name: string, content_type: string, size_in_bytes: number, url: string, thumb_url: string | null }> } | null, internal_flag: { id: string, reason: string, cleared_message: string | null, user: { id: string, name: string } | null } | null, status_update: { id: string, html_body: string | null, supporters_notified: boolean, expected_send_count: number, mail_sent_count: number, mail_opened_count: number | null, mail_clicked_count: number | null, thumbs_up_count: number, thumbs_down_count: number, reply_count: number, changes_status: boolean, mailing: { id: string, state: string, send_after: string, expected_count: number, sent_count: number, outbox_count: number, failed_count: number, unknown_count: number, left_out_count: number } | null, new_status: { id: string, name: string, hex_color: string } | null, attachments: Array<{ id: string, file_name: string, content_type: string, size_in_bytes: number, url: string, thumb_url: string | null }> } | null, internal_status_update: { id: string, html_text: string | null, expected_send_count: number, mail_sent_count: number, mail_opened_count: number | null, mail_clicked_count: number | null, thumbs_up_count: number, thumbs_down_count: number, reply_count: number, mailing: { id: string, state: string, send_after: string, expected_count: number, sent_count: number, outbox_count: number, failed_count: number, unknown_count: number, left_out_count: number } | null, new_internal_status: { id: string, name: string, hex_color: string } | null, attachments: Array<{ id: string, file_name: string, content_type: string, size_in_bytes: number, url: string, thumb_url: string | null }> } | null, supporter_message: { id: string, body: string, email_subject: string, expected_send_count: number, mail_sent_count: number, mail_opened_count: number | null, mail_clicked_count: number | null, reply_count: number, mailing: { id: string, state: string, send_after: string, expected_count: number, sent_count: number, outbox_count: number, failed_count: number, unknown_count: number, left_out_count: number } | null, attachments: Array<{ id: string, file_name: string, content_type: string, size_in_bytes: number, url: string, thumb_url: string | null }> } | null, related_suggestion: { id: string, title: string } | null }> } };

export type FeedMailingFragment = { id: string, state: string, send_after: string, expected_count: number, sent_count: number, outbox_count: number, failed_count: number, unknown_count: number, left_out_count: number };

export type FeedPersonFragment = { id: string, name: string, avatar_url: string | null, satisfaction_score: number | null, allowed_state: string };

export type IdeaMailingQueryVariables = Exact<{
  id: string | number;
}>;


export type IdeaMailingQuery = { mailing: { id: string, state: string, send_after: string, expected_count: number, sent_count: number, outbox_count: number, failed_count: number, unknown_count: number, left_out_count: number } | null };

export type MailFailuresQueryVariables = Exact<{
  mailing?: Array<string | number> | string | number | null | undefined;
  state?: Array<string> | string | null | undefined;
  page?: number | null | undefined;
  per_page?: number | null | undefined;
}>;


export type MailFailuresQuery = { deliveries: { total_records: number, records: Array<{ id: string, email_address: string, state: string, reason: string | null, user: { id: string, name: string } | null }> } };

export type MailRepliesQueryVariables = Exact<{
  supporter_message?: Array<string | number> | string | number | null | undefined;
  status_update?: Array<string | number> | string | number | null | undefined;
  internal_status_update?: Array<string | number> | string | number | null | undefined;
  page?: number | null | undefined;
  per_page?: number | null | undefined;
}>;


export type MailRepliesQuery = { messages: { records: Array<{ id: string, body: string, from_email: string | null, created_at: string, created_by: { id: string, name: string } | null }> } };

export type IdeaVotersQueryVariables = Exact<{
  suggestion?: Array<string | number> | string | number | null | undefined;
  q?: string | null | undefined;
  page?: number | null | undefined;
  per_page?: number | null | undefined;
}>;


export type IdeaVotersQuery = { supporters: { total_records: number, records: Array<{ id: string, votes: number, subscribed: boolean, created_at: string | null, user: { id: string, name: string, email_address: string | null, avatar_url: string | null, satisfaction_score: number | null, crm_account: { id: string, name: string, revenue: number | null } | null } | null }> } };

export type IdeaAccountsQueryVariables = Exact<{
  suggestion?: Array<string | number> | string | number | null | undefined;
  page?: number | null | undefined;
  per_page?: number | null | undefined;
  sort?: string | null | undefined;
}>;


export type IdeaAccountsQuery = { external_accounts: { total_records: number, records: Array<{ users_count: number, id: string, name: string, plan: string | null, revenue: number | null, supporters_count: number | null }> } };

export type AddNoteMutationVariables = Exact<{
  suggestion?: string | number | null | undefined;
  note?: string | number | null | undefined;
  body: string;
  body_mime_type?: string | null | undefined;
  attachment_tokens?: Array<string> | string | null | undefined;
}>;


export type AddNoteMutation = { note_create: { id: string } | null };

export type SaveNoteMutationVariables = Exact<{
  id: string | number;
  body: string;
  body_mime_type?: string | null | undefined;
  if_updated_at?: string | null | undefined;
}>;


export type SaveNoteMutation = { note_update: { id: string } | null };

export type DeleteNoteMutationVariables = Exact<{
  id: string | number;
}>;


export type DeleteNoteMutation = { note_delete: { id: string } | null };

export type RestoreNoteMutationVariables = Exact<{
  id: string | number;
}>;


export type RestoreNoteMutation = { note_restore: { id: string } | null };

export type NoteRepliesQueryVariables = Exact<{
  note?: Array<string | number> | string | number | null | undefined;
}>;


export type NoteRepliesQuery = { notes: { records: Array<{ id: string, body: string, body_mime_type: string, reply_count: number, editable: boolean, deletable: boolean, created_at: string, updated_at: string, created_by: { id: string, name: string, avatar_url: string | null, satisfaction_score: number | null, allowed_state: string } | null, attachments: Array<{ id: string, file_name: string, content_type: string, size_in_bytes: number, url: string, thumb_url: string | null }> }> } };

export type NoteThreadQueryVariables = Exact<{
  id: string | number;
}>;


export type NoteThreadQuery = { note: { id: string, parent: { id: string } | null, suggestion: { id: string } | null } | null };

export type MentionCandidatesQueryVariables = Exact<{
  q?: string | null | undefined;
}>;


export type MentionCandidatesQuery = { users: { records: Array<{ id: string, name: string, email_address: string | null, avatar_url: string | null, satisfaction_score: number | null }> } };

export type IdeaFlagsQueryVariables = Exact<{
  suggestion?: Array<string | number> | string | number | null | undefined;
}>;


export type IdeaFlagsQuery = { internal_flags: { records: Array<{ id: string, reason: string, created_at: string, created_by: { id: string, name: string } | null, user: { id: string, name: string } | null }> } };

export type ClearFlagMutationVariables = Exact<{
  id: string | number;
  message?: string | null | undefined;
}>;


export type ClearFlagMutation = { internal_flag_clear: { id: string, cleared_at: string | null } | null };

export type BulkLabelStatesQueryVariables = Exact<{
  ids?: Array<string | number> | string | number | null | undefined;
}>;


export type BulkLabelStatesQuery = { label_to_suggestion_states: Array<{ label_id: string, state: string }> };

export type BulkLabelMutationVariables = Exact<{
  ids?: Array<string | number> | string | number | null | undefined;
  add?: Array<string | number> | string | number | null | undefined;
  remove?: Array<string | number> | string | number | null | undefined;
}>;


export type BulkLabelMutation = { suggestions_bulk_label: { changed_count: number, undo_id: string | null } | null };

export type BulkAssignMutationVariables = Exact<{
  ids?: Array<string | number> | string | number | null | undefined;
  assigned_owner?: string | number | null | undefined;
}>;


export type BulkAssignMutation = { suggestions_bulk_assign: { changed_count: number, undo_id: string | null } | null };

export type BulkForumMutationVariables = Exact<{
  ids?: Array<string | number> | string | number | null | undefined;
  forum: string | number;
  category?: string | number | null | undefined;
}>;


export type BulkForumMutation = { suggestions_bulk_forum: { changed_count: number, skipped_count: number, undo_id: string | null } | null };

export type BulkDeleteMutationVariables = Exact<{
  ids?: Array<string | number> | string | number | null | undefined;
}>;


export type BulkDeleteMutation = { suggestions_bulk_delete: { changed_count: number, undo_id: string | null } | null };

export type BulkUndoMutationVariables = Exact<{
  id: string | number;
}>;


export type BulkUndoMutation = { bulk_undo: { changed_count: number } | null };

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
  bulk_per_page?: number | null | undefined;
  sort?: string | null | undefined;
  id?: Array<string | number> | string | number | null | undefined;
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


export type IdeasTableQuery = { suggestions: { total_records: number, total_is_capped: boolean, current_page: number, records: Array<{ id: string, title: string, excerpt: string | null, state: string, is_dated: boolean, votes_count: number, comments_count: number, requests_count: number, supporting_accounts_count: number, supporter_revenue: number | null, weekly_votes: Array<number>, last_activity_at: string, created_at: string, status: { id: string, name: string, hex_color: string } | null, internal_status: { id: string, name: string, hex_color: string } | null, forum: { id: string, name: string } | null, category: { id: string, name: string } | null, labels: Array<{ id: string, name: string, full_name: string }>, assigned_owner: { id: string, name: string, avatar_url: string | null, satisfaction_score: number | null } | null, created_by: { id: string, name: string } | null }> } };

export type ExistingIdeasQueryVariables = Exact<{
  id?: Array<string | number> | string | number | null | undefined;
}>;


export type ExistingIdeasQuery = { suggestions: { records: Array<{ id: string }> } };

export type UndoEntriesQueryVariables = Exact<{ [key: string]: never; }>;


export type UndoEntriesQuery = { undo_entries: Array<{ id: string, command: string, undo_with: string, objects_count: number, record_id: string, user_id: string | null, title: string | null, person: string | null, has_sent_mail: boolean, created_at: string }> };

export type TakeBulkBackMutationVariables = Exact<{
  id: string | number;
}>;


export type TakeBulkBackMutation = { bulk_undo: { changed_count: number, skipped_count: number } | null };

export type TakeIdeaBackMutationVariables = Exact<{
  id: string | number;
}>;


export type TakeIdeaBackMutation = { suggestion_restore: { id: string } | null };

export type TakeCommentBackMutationVariables = Exact<{
  id: string | number;
}>;


export type TakeCommentBackMutation = { comment_restore: { id: string } | null };

export type TakeFeedbackBackMutationVariables = Exact<{
  id: string | number;
}>;


export type TakeFeedbackBackMutation = { feedback_record_restore: { id: string } | null };

export type TakeNoteBackMutationVariables = Exact<{
  id: string | number;
}>;


export type TakeNoteBackMutation = { note_restore: { id: string } | null };

export type TakeVoteBackMutationVariables = Exact<{
  suggestion: string | number;
  user: string | number;
}>;


export type TakeVoteBackMutation = { supporter_restore: { id: string } | null };

export type IdeasToMergeQueryVariables = Exact<{
  ids?: Array<string | number> | string | number | null | undefined;
  perPage?: number | null | undefined;
}>;


export type IdeasToMergeQuery = { suggestions: { records: Array<{ state: string, supporters_count: number, comments_count: number, requests_count: number, merge_candidates_count: number, created_at: string, id: string, title: string, excerpt: string | null, votes_count: number, supporter_revenue: number | null, status: { id: string, name: string, hex_color: string } | null, forum: { id: string, name: string } | null }> } };

export type MergeCandidatesQueryVariables = Exact<{
  ids?: Array<string | number> | string | number | null | undefined;
  perPage?: number | null | undefined;
}>;


export type MergeCandidatesQuery = { merge_candidates: { records: Array<{ id: string, reason: string, suggestion: { id: string, title: string, excerpt: string | null, votes_count: number, supporter_revenue: number | null, status: { id: string, name: string, hex_color: string } | null, forum: { id: string, name: string } | null } | null, other_suggestion: { id: string, title: string, excerpt: string | null, votes_count: number, supporter_revenue: number | null, status: { id: string, name: string, hex_color: string } | null, forum: { id: string, name: string } | null } | null }> } };

export type MergePreviewQueryVariables = Exact<{
  winner: string | number;
  losers: Array<string | number> | string | number;
}>;


export type MergePreviewQuery = { merge_preview: { supporters_before: number, supporters_moving: number, supporters_common: number, supporters_after: number, comments_count: number, feedback_records_count: number, labels_added: Array<string>, labels_left: Array<string>, stays_count: number } };

export type MergeIdeasMutationVariables = Exact<{
  winner: string | number;
  losers: Array<string | number> | string | number;
}>;


export type MergeIdeasMutation = { suggestion_merge: { id: string, title: string } | null };

export type UnmergeIdeasMutationVariables = Exact<{
  ids: Array<string | number> | string | number;
}>;


export type UnmergeIdeasMutation = { suggestion_unmerge: Array<{ id: string, title: string }> | null };

export type DismissMergeCandidateMutationVariables = Exact<{
  suggestion: string | number;
  other_suggestion: string | number;
  dismissed?: boolean | null | undefined;
}>;


export type DismissMergeCandidateMutation = { merge_candidate_dismiss: { id: string } | null };

export type BlockedPeopleQueryVariables = Exact<{
  page?: number | null | undefined;
  per_page?: number | null | undefined;
}>;


export type BlockedPeopleQuery = { users: { records: Array<{ id: string, name: string, email_address: string | null, avatar_url: string | null, satisfaction_score: number | null, crm_account: { id: string, name: string } | null }> } };

export type ReviewAuthorFragment = { id: string, name: string, avatar_url: string | null, satisfaction_score: number | null, allowed_state: string };

export type ReviewIdeasQueryVariables = Exact<{
  needs_review?: boolean | null | undefined;
  spam?: boolean | null | undefined;
  page?: number | null | undefined;
  per_page?: number | null | undefined;
}>;


export type ReviewIdeasQuery = { suggestions: { total_records: number, records: Array<{ id: string, title: string, body: string | null, body_mime_type: string, state: string, inappropriate_flags_count: number, created_at: string, created_by: { id: string, name: string, avatar_url: string | null, satisfaction_score: number | null, allowed_state: string } | null, forum: { id: string, name: string } | null }> } };

export type ReviewCommentsQueryVariables = Exact<{
  needs_review?: boolean | null | undefined;
  spam?: boolean | null | undefined;
  page?: number | null | undefined;
  per_page?: number | null | undefined;
}>;


export type ReviewCommentsQuery = { comments: { total_records: number, records: Array<{ id: string, body: string, body_mime_type: string, state: string, inappropriate_flags_count: number, created_at: string, created_by: { id: string, name: string, avatar_url: string | null, satisfaction_score: number | null, allowed_state: string } | null, suggestion: { id: string, title: string } | null }> } };

export type ApproveIdeasMutationVariables = Exact<{
  ids?: Array<string | number> | string | number | null | undefined;
}>;


export type ApproveIdeasMutation = { done: { changed_count: number, undo_id: string | null } | null };

export type SpamIdeasMutationVariables = Exact<{
  ids?: Array<string | number> | string | number | null | undefined;
}>;


export type SpamIdeasMutation = { done: { changed_count: number, undo_id: string | null } | null };

export type DeleteHeldIdeasMutationVariables = Exact<{
  ids?: Array<string | number> | string | number | null | undefined;
}>;


export type DeleteHeldIdeasMutation = { done: { changed_count: number, undo_id: string | null } | null };

export type ApproveCommentsMutationVariables = Exact<{
  ids: Array<string | number> | string | number;
}>;


export type ApproveCommentsMutation = { done: { changed_count: number, undo_id: string | null } | null };

export type SpamCommentsMutationVariables = Exact<{
  ids: Array<string | number> | string | number;
}>;


export type SpamCommentsMutation = { done: { changed_count: number, undo_id: string | null } | null };

export type DeleteHeldCommentsMutationVariables = Exact<{
  ids: Array<string | number> | string | number;
}>;


export type DeleteHeldCommentsMutation = { done: { changed_count: number, undo_id: string | null } | null };

export type UndoModerationMutationVariables = Exact<{
  id: string | number;
}>;


export type UndoModerationMutation = { bulk_undo: { changed_count: number } | null };

export type ReviewCountsQueryVariables = Exact<{ [key: string]: never; }>;


export type ReviewCountsQuery = { suggestions: { total_records: number }, comments: { total_records: number }, current_subdomain: { id: string, moderation_enabled: boolean }, all_forums: { records: Array<{ id: string, moderation_enabled: boolean }> } };

export type InsightFiguresQueryVariables = Exact<{
  period_start?: string | null | undefined;
}>;


export type InsightFiguresQuery = { report_key_figures: { period_start: string, period_end: string, open_ideas_count: number, accounts_count: number, accounts_revenue: number | null, ideas: { count: number, before: number }, votes: { count: number, before: number }, comments: { count: number, before: number }, feedback_records: { count: number, before: number } } };

export type InsightStatusesQueryVariables = Exact<{ [key: string]: never; }>;


export type InsightStatusesQuery = { report_top_statuses: Array<{ status_id: string | null, status_name: string, hex_color: string, idea_count: number }> };

export type InsightForumsQueryVariables = Exact<{
  categories?: boolean | null | undefined;
  active_only?: boolean | null | undefined;
  round_period?: boolean | null | undefined;
}>;


export type InsightForumsQuery = { per_forum_activity: { period_start: string, period_end: string, total_ideas: number, total_votes: number, total_comments: number, total_feedback_records: number, total_notes: number, forums: Array<{ forum_id: string, forum_name: string, category_id: string | null, category_name: string | null, total_ideas: number, total_votes: number, total_comments: number, total_feedback_records: number, total_notes: number }> } };

export type InsightTopIdeasQueryVariables = Exact<{
  period_start?: string | null | undefined;
  sort?: string | null | undefined;
  per_page?: number | null | undefined;
}>;


export type InsightTopIdeasQuery = { suggestions: { records: Array<{ id: string, title: string, votes_count: number, supporter_revenue: number | null, supporting_accounts_count: number, importance_high_count: number, weekly_votes: Array<number>, status: { id: string, name: string, hex_color: string } | null, forum: { id: string, name: string } | null }> } };

export type NotificationsQueryVariables = Exact<{
  page?: number | null | undefined;
  per_page?: number | null | undefined;
  event?: Array<string> | string | null | undefined;
  seen?: boolean | null | undefined;
}>;


export type NotificationsQuery = { notifications: { total_records: number, records: Array<{ id: string, event: string, seen: boolean, clicked: boolean, related_notifications_count: number, created_at: string, user: { id: string } | null, subject_user: { name: string, email_address: string | null, avatar_url: string | null, satisfaction_score: number | null } | null, suggestion: { id: string, title: string } | null, bulk_action: { id: string, objects_changed: number } | null, note: { id: string, suggestion: { id: string, title: string } | null } | null, supporter_message: { id: string, email_subject: string, suggestion: { id: string, title: string } | null } | null, status_update: { id: string, suggestion: { id: string, title: string } | null } | null, internal_status_update: { id: string, suggestion: { id: string, title: string } | null } | null, comm_thread: { id: string, suggestion: { id: string, title: string } | null } | null }> } };

export type NotificationsSeenMutationVariables = Exact<{
  ids: Array<string | number> | string | number;
}>;


export type NotificationsSeenMutation = { notifications_seen: Array<{ id: string, seen: boolean }> | null };

export type NotificationClickedMutationVariables = Exact<{
  id: string | number;
}>;


export type NotificationClickedMutation = { notification_clicked: { id: string, clicked: boolean } | null };

export type NotificationCountsQueryVariables = Exact<{ [key: string]: never; }>;


export type NotificationCountsQuery = { notification_counts: { unseen: number } };

export type NotificationSettingsQueryVariables = Exact<{ [key: string]: never; }>;


export type NotificationSettingsQuery = { notification_settings: { digest: string, preferences: Array<{ event: string, by_mail: boolean }> } };

export type UpdateNotificationSettingsMutationVariables = Exact<{
  digest?: string | null | undefined;
  preferences?: Array<NotificationPreferenceInput> | NotificationPreferenceInput | null | undefined;
}>;


export type UpdateNotificationSettingsMutation = { notification_settings_update: { digest: string, preferences: Array<{ event: string, by_mail: boolean }> } | null };

export type SettingsJobsQueryVariables = Exact<{ [key: string]: never; }>;


export type SettingsJobsQuery = { dead_jobs: Array<{ id: string, task: string, description: string | null, about: string, problem: string | null, tries: number, asked_at: string | null, died_at: string }>, scheduled_jobs: Array<{ task: string, description: string, next_at: string, last_at: string | null }> };

export type RetryDeadJobMutationVariables = Exact<{
  id: string;
}>;


export type RetryDeadJobMutation = { dead_job_retry: boolean };

export type RemoveDeadJobMutationVariables = Exact<{
  id: string;
}>;


export type RemoveDeadJobMutation = { dead_job_remove: boolean };

export type CreateForumMutationVariables = Exact<{
  name: string;
  state?: string | null | undefined;
  prompt?: string | null | undefined;
  placeholder?: string | null | undefined;
  welcome_message?: string | null | undefined;
  logo_url?: string | null | undefined;
  default_locale?: string | null | undefined;
  default_sort?: string | null | undefined;
  category_required?: boolean | null | undefined;
  classic_voting?: boolean | null | undefined;
  votes_allowed?: number | null | undefined;
  importance_enabled?: boolean | null | undefined;
  moderation_enabled?: boolean | null | undefined;
  allow_requests?: boolean | null | undefined;
  is_private?: boolean | null | undefined;
  authorization_operator?: string | null | undefined;
  allow_sso_user_by_default?: boolean | null | undefined;
  allow_by_ip?: boolean | null | undefined;
  allow_by_email_domain?: boolean | null | undefined;
  access_denied_message?: string | null | undefined;
  access_ips?: Array<string> | string | null | undefined;
  access_email_domains?: Array<string> | string | null | undefined;
  categories?: Array<ForumCategoryInput> | ForumCategoryInput | null | undefined;
}>;


export type CreateForumMutation = { forum_create: { id: string } | null };

export type UpdateForumMutationVariables = Exact<{
  id: string | number;
  if_updated_at?: string | null | undefined;
  name?: string | null | undefined;
  state?: string | null | undefined;
  prompt?: string | null | undefined;
  placeholder?: string | null | undefined;
  welcome_message?: string | null | undefined;
  logo_url?: string | null | undefined;
  default_locale?: string | null | undefined;
  default_sort?: string | null | undefined;
  category_required?: boolean | null | undefined;
  classic_voting?: boolean | null | undefined;
  votes_allowed?: number | null | undefined;
  importance_enabled?: boolean | null | undefined;
  moderation_enabled?: boolean | null | undefined;
  allow_requests?: boolean | null | undefined;
  is_private?: boolean | null | undefined;
  authorization_operator?: string | null | undefined;
  allow_sso_user_by_default?: boolean | null | undefined;
  allow_by_ip?: boolean | null | undefined;
  allow_by_email_domain?: boolean | null | undefined;
  access_denied_message?: string | null | undefined;
  access_ips?: Array<string> | string | null | undefined;
  access_email_domains?: Array<string> | string | null | undefined;
  categories?: Array<ForumCategoryInput> | ForumCategoryInput | null | undefined;
}>;


export type UpdateForumMutation = { forum_update: { id: string } | null };

export type SetForumStateMutationVariables = Exact<{
  id: string | number;
  state?: string | null | undefined;
}>;


export type SetForumStateMutation = { forum_update: { id: string } | null };

export type DeleteForumMutationVariables = Exact<{
  id: string | number;
  target_forum?: string | number | null | undefined;
}>;


export type DeleteForumMutation = { forum_delete: { id: string } | null };

export type ReorderForumsMutationVariables = Exact<{
  forum_ids: Array<string | number> | string | number;
}>;


export type ReorderForumsMutation = { forum_reorder: Array<{ id: string }> | null };

export type SetDefaultForumMutationVariables = Exact<{
  default_forum?: string | number | null | undefined;
}>;


export type SetDefaultForumMutation = { subdomain_update: { id: string } | null };

export type SettingsForumsQueryVariables = Exact<{ [key: string]: never; }>;


export type SettingsForumsQuery = { all_forums: { records: Array<{ id: string, name: string, is_open: boolean, is_private: boolean, moderation_enabled: boolean, categories_count: number, suggestions_count: number, open_suggestions_count: number, position: number, updated_at: string }> }, current_subdomain: { id: string, moderation_enabled: boolean, default_forum: { id: string } | null } };

export type SettingsForumQueryVariables = Exact<{
  id: string | number;
}>;


export type SettingsForumQuery = { forum: { id: string, name: string, is_open: boolean, prompt: string | null, placeholder: string | null, welcome_message: string | null, logo_url: string | null, default_locale: string | null, default_sort: string, category_required: boolean, classic_voting: boolean, votes_allowed: number, importance_enabled: boolean, moderation_enabled: boolean, allow_requests: boolean, is_private: boolean, authorization_operator: string, allow_sso_user_by_default: boolean, allow_by_ip: boolean, allow_by_email_domain: boolean, access_denied_message: string | null, updated_at: string, access_ips: Array<{ id: string, ip: string }>, access_email_domains: Array<{ id: string, domain: string }>, categories: Array<{ id: string, name: string, open_suggestions_count: number }> } | null };

export type SettingsLanguagesQueryVariables = Exact<{ [key: string]: never; }>;


export type SettingsLanguagesQuery = { languages: Array<{ locale: string, localized_name: string }> };

export type RenameLabelMutationVariables = Exact<{
  id: string | number;
  name?: string | null | undefined;
  if_updated_at?: string | null | undefined;
}>;


export type RenameLabelMutation = { label_update: { id: string } | null };

export type MoveLabelMutationVariables = Exact<{
  id: string | number;
  parent_id?: string | number | null | undefined;
  if_updated_at?: string | null | undefined;
}>;


export type MoveLabelMutation = { label_update: { id: string } | null };

export type SetLabelStateMutationVariables = Exact<{
  id: string | number;
  state?: string | null | undefined;
}>;


export type SetLabelStateMutation = { label_update: { id: string } | null };

export type LimitLabelMutationVariables = Exact<{
  label_id: string | number;
  forum_ids: Array<string | number> | string | number;
}>;


export type LimitLabelMutation = { label_forum_change: { label_id: string, unlinked_count: number } | null };

export type DeleteLabelMutationVariables = Exact<{
  id: string | number;
}>;


export type DeleteLabelMutation = { label_delete: { id: string } | null };

export type SettingsLabelsQueryVariables = Exact<{ [key: string]: never; }>;


export type SettingsLabelsQuery = { all_labels: { records: Array<{ id: string, name: string, full_name: string, level: number, state: string, parent_id: string | null, forum_ids: Array<string>, open_suggestions_count: number, updated_at: string }> } };

export type LabelCarriersQueryVariables = Exact<{
  label?: Array<string | number> | string | number | null | undefined;
  forum?: Array<string | number> | string | number | null | undefined;
  state?: Array<string> | string | null | undefined;
  per_page?: number | null | undefined;
}>;


export type LabelCarriersQuery = { suggestions: { total_records: number, records: Array<{ id: string, title: string }> } };

export type SettingsMailQueryVariables = Exact<{
  q?: string | null | undefined;
}>;


export type SettingsMailQuery = { mail_state: { delivery: string, relay: string | null, mail_domain: string, takes_replies: boolean, is_off_by_account: boolean, held_since: string | null, waiting_count: number, outbox_count: number, suppressions_count: number, suppressions: Array<{ email_address: string, reason: string, details: string | null, created_by_name: string | null, can_remove: boolean, created_at: string }> }, current_subdomain: { id: string, from_domain: string | null, from_domain_verified: boolean, usual_from_address: string, automatic_reply_address: string, prevent_email_notifications: boolean, mail_tracking: boolean } };

export type SettingsMailingsQueryVariables = Exact<{ [key: string]: never; }>;


export type SettingsMailingsQuery = { mailings: { records: Array<{ id: string, kind: string, state: string, subject: string, expected_count: number, sent_count: number, outbox_count: number, failed_count: number, unknown_count: number, created_at: string, suggestion: { id: string, title: string } | null }> }, outbox_mails: Array<{ id: string, to: string, subject: string, preview: string, created_at: string }> };

export type SettingsMailFailuresQueryVariables = Exact<{
  mailing?: Array<string | number> | string | number | null | undefined;
}>;


export type SettingsMailFailuresQuery = { deliveries: { records: Array<{ id: string, email_address: string, state: string, reason: string | null }> } };

export type CheckMailQueryVariables = Exact<{ [key: string]: never; }>;


export type CheckMailQuery = { mail_check: Array<{ step: string, state: string, sentence: string }> };

export type SaveMailSwitchesMutationVariables = Exact<{
  prevent_email_notifications?: boolean | null | undefined;
  mail_tracking?: boolean | null | undefined;
}>;


export type SaveMailSwitchesMutation = { subdomain_update: { id: string } | null };

export type AddMailSuppressionMutationVariables = Exact<{
  email_address: string;
  details?: string | null | undefined;
}>;


export type AddMailSuppressionMutation = { mail_suppression_create: boolean };

export type RemoveMailSuppressionMutationVariables = Exact<{
  email_address: string;
}>;


export type RemoveMailSuppressionMutation = { mail_suppression_delete: boolean };

export type OwnProfileQueryVariables = Exact<{ [key: string]: never; }>;


export type OwnProfileQuery = { own_profile: { email_address: string | null, email_confirmed: boolean, pending_email_address: string | null, pending_email_until: string | null, has_password: boolean }, own_sessions: Array<{ id: string, browser: string | null, network: string | null, created_at: string, last_used_at: string, is_current: boolean }> };

export type EndOwnSessionMutationVariables = Exact<{
  id: string | number;
}>;


export type EndOwnSessionMutation = { own_session_end: boolean };

export type EndOtherSessionsMutationVariables = Exact<{ [key: string]: never; }>;


export type EndOtherSessionsMutation = { own_sessions_end_others: number };

export type ChangeOwnPasswordMutationVariables = Exact<{
  current_password: string;
  password: string;
}>;


export type ChangeOwnPasswordMutation = { own_password_update: boolean };

export type ChangeOwnEmailMutationVariables = Exact<{
  email_address: string;
  current_password?: string | null | undefined;
}>;


export type ChangeOwnEmailMutation = { own_email_update: { pending_email_address: string | null } };

export type CancelOwnEmailMutationVariables = Exact<{ [key: string]: never; }>;


export type CancelOwnEmailMutation = { own_email_cancel: { pending_email_address: string | null } };

export type PanelStatusIdeaQueryVariables = Exact<{
  id: string | number;
}>;


export type PanelStatusIdeaQuery = { suggestion: { id: string, title: string, status: { id: string, name: string } | null, internal_status: { id: string, name: string } | null } | null };

export type PanelPublicStatusesQueryVariables = Exact<{ [key: string]: never; }>;


export type PanelPublicStatusesQuery = { all_statuses: { records: Array<{ id: string, name: string, hex_color: string, is_open: boolean, allow_comments: boolean, is_default: boolean, default_html_text: string | null }> } };

export type PanelInternalStatusesQueryVariables = Exact<{ [key: string]: never; }>;


export type PanelInternalStatusesQuery = { all_internal_statuses: { records: Array<{ id: string, name: string, hex_color: string, is_default: boolean, default_html_text: string | null }> } };

export type PanelStatusUpdateQueryVariables = Exact<{
  id: string | number;
  withFiles: boolean;
}>;


export type PanelStatusUpdateQuery = { status_update: { id: string, html_body: string | null, updated_at: string, changes_status: boolean, new_status: { id: string, name: string, hex_color: string } | null, mailing: { id: string, state: string } | null, attachments?: Array<{ id: string, file_name: string, content_type: string, size_in_bytes: number, url: string, thumb_url: string | null, token: string }> } | null };

export type PanelInternalStatusUpdateQueryVariables = Exact<{
  id: string | number;
  withFiles: boolean;
}>;


export type PanelInternalStatusUpdateQuery = { internal_status_update: { id: string, html_text: string | null, updated_at: string, new_internal_status: { id: string, name: string, hex_color: string } | null, mailing: { id: string, state: string } | null, attachments?: Array<{ id: string, file_name: string, content_type: string, size_in_bytes: number, url: string, thumb_url: string | null, token: string }> } | null };

export type SentMailingFragment = { id: string, state: string, expected_count: number, send_after: string, created_at: string };

export type PostStatusMutationVariables = Exact<{
  links: StatusUpdateLinks;
  notifySupporters?: boolean | null | undefined;
  htmlBody?: string | null | undefined;
  attachmentTokens?: Array<string> | string | null | undefined;
  notificationEmailAddress?: string | null | undefined;
  fromEmail?: string | null | undefined;
}>;


export type PostStatusMutation = { status_update_create: { id: string, mailing: { id: string, state: string, expected_count: number, send_after: string, created_at: string } | null } | null };

export type PostInternalStatusMutationVariables = Exact<{
  links: InternalStatusUpdateLinks;
  notifySupporters?: boolean | null | undefined;
  htmlText?: string | null | undefined;
  attachmentTokens?: Array<string> | string | null | undefined;
}>;


export type PostInternalStatusMutation = { internal_status_update_create: { id: string, mailing: { id: string, state: string, expected_count: number, send_after: string, created_at: string } | null } | null };

export type SaveStatusUpdateMutationVariables = Exact<{
  id: string | number;
  attachmentTokens?: Array<string> | string | null | undefined;
  htmlBody?: string | null | undefined;
  if_updated_at?: string | null | undefined;
}>;


export type SaveStatusUpdateMutation = { status_update_update: { id: string } | null };

export type SaveInternalStatusUpdateMutationVariables = Exact<{
  id: string | number;
  attachmentTokens?: Array<string> | string | null | undefined;
  htmlText?: string | null | undefined;
  if_updated_at?: string | null | undefined;
}>;


export type SaveInternalStatusUpdateMutation = { internal_status_update_update: { id: string } | null };

export type PanelMessageIdeaQueryVariables = Exact<{
  id: string | number;
}>;


export type PanelMessageIdeaQuery = { suggestion: { id: string, title: string } | null };

export type SendMessageMutationVariables = Exact<{
  links: SupporterMessageLinks;
  body: string;
  emailSubject?: string | null | undefined;
  fromEmail?: string | null | undefined;
  notificationEmailAddress?: string | null | undefined;
  attachmentTokens?: Array<string> | string | null | undefined;
  copiesReplies?: boolean | null | undefined;
}>;


export type SendMessageMutation = { supporter_message_create: { id: string, mailing: { id: string, state: string, expected_count: number, send_after: string, created_at: string } | null } | null };

export type CallMailBackMutationVariables = Exact<{
  id: string | number;
}>;


export type CallMailBackMutation = { mailing_call_back: { id: string, state: string } | null };

export type PanelMailSettingsQueryVariables = Exact<{ [key: string]: never; }>;


export type PanelMailSettingsQuery = { current_subdomain: { id: string, usual_from_address: string, automatic_reply_address: string, from_domain: string | null, from_domain_verified: boolean, takes_replies: boolean } };

export type PreviewedRecipientsFragment = { recipients_count: number, left_out_count: number, recipients: Array<{ id: string, name: string, email_address: string | null }>, left_out: Array<{ reason: string, sentence: string, count: number, people: Array<{ id: string, name: string, email_address: string | null }> }> };

export type RecipientPreviewQueryVariables = Exact<{
  suggestion: string | number;
  kind: string;
}>;


export type RecipientPreviewQuery = { recipient_preview: { recipients_count: number, left_out_count: number, recipients: Array<{ id: string, name: string, email_address: string | null }>, left_out: Array<{ reason: string, sentence: string, count: number, people: Array<{ id: string, name: string, email_address: string | null }> }> } };

export type BulkStatusPreviewQueryVariables = Exact<{
  ids?: Array<string | number> | string | number | null | undefined;
  status?: string | number | null | undefined;
  internal_status?: string | number | null | undefined;
}>;


export type BulkStatusPreviewQuery = { bulk_status_preview: { changed_count: number, mails_count: number, people: { recipients_count: number, left_out_count: number, recipients: Array<{ id: string, name: string, email_address: string | null }>, left_out: Array<{ reason: string, sentence: string, count: number, people: Array<{ id: string, name: string, email_address: string | null }> }> } } };

export type BulkStatusMutationVariables = Exact<{
  ids?: Array<string | number> | string | number | null | undefined;
  status?: string | number | null | undefined;
  internal_status?: string | number | null | undefined;
  html_body?: string | null | undefined;
  notify_supporters?: boolean | null | undefined;
  attachmentTokens?: Array<string> | string | null | undefined;
  notificationEmailAddress?: string | null | undefined;
  fromEmail?: string | null | undefined;
}>;


export type BulkStatusMutation = { suggestions_bulk_status: { changed_count: number, skipped_count: number, undo_id: string | null, mails_count: number, mails_wait_seconds: number } | null };

export type QuickCreateIdeaMutationVariables = Exact<{
  title: string;
  links: SuggestionLinks;
  creator?: SuggestionCreator | null | undefined;
}>;


export type QuickCreateIdeaMutation = { suggestion_create: { id: string, title: string, excerpt: string | null, votes_count: number, supporter_revenue: number | null, status: { id: string, name: string, hex_color: string } | null, forum: { id: string, name: string } | null } | null };

export type DefaultForumQueryVariables = Exact<{ [key: string]: never; }>;


export type DefaultForumQuery = { current_subdomain: { id: string, default_forum: { id: string } | null } };

export type PlaceForumQueryVariables = Exact<{
  id: string | number;
}>;


export type PlaceForumQuery = { forum: { id: string, name: string, is_open: boolean, category_required: boolean } | null };

export type DeleteFeedbackMutationVariables = Exact<{
  id: string | number;
}>;


export type DeleteFeedbackMutation = { feedback_record_delete: { id: string } | null };

export type DeleteCommentMutationVariables = Exact<{
  id: string | number;
}>;


export type DeleteCommentMutation = { comment_delete: { id: string } | null };

export type MarkCommentAsSpamMutationVariables = Exact<{
  id: string | number;
}>;


export type MarkCommentAsSpamMutation = { comment_spam: { id: string } | null };

export type DeleteIdeaMutationVariables = Exact<{
  id: string | number;
}>;


export type DeleteIdeaMutation = { suggestion_delete: { id: string } | null };

export type RestoreFeedbackMutationVariables = Exact<{
  id: string | number;
}>;


export type RestoreFeedbackMutation = { feedback_record_restore: { id: string } | null };

export type RestoreCommentMutationVariables = Exact<{
  id: string | number;
}>;


export type RestoreCommentMutation = { comment_restore: { id: string } | null };

export type RestoreIdeaMutationVariables = Exact<{
  id: string | number;
}>;


export type RestoreIdeaMutation = { suggestion_restore: { id: string } | null };

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


export type IdeaPreviewQuery = { suggestion: { body: string | null, body_mime_type: string, state: string, created_at: string, comments_count: number, requests_count: number, supporting_accounts_count: number, id: string, title: string, excerpt: string | null, votes_count: number, supporter_revenue: number | null, category: { id: string, name: string } | null, labels: Array<{ id: string, full_name: string }>, created_by: { id: string, name: string, email_address: string | null, avatar_url: string | null, satisfaction_score: number | null } | null, status: { id: string, name: string, hex_color: string } | null, forum: { id: string, name: string } | null } | null };

export type PickedUserFragment = { id: string, name: string, email_address: string | null, avatar_url: string | null, satisfaction_score: number | null, crm_account: { id: string, name: string } | null };

export type SearchUsersQueryVariables = Exact<{
  q?: string | null | undefined;
  sort?: string | null | undefined;
}>;


export type SearchUsersQuery = { users: { records: Array<{ id: string, name: string, email_address: string | null, avatar_url: string | null, satisfaction_score: number | null, crm_account: { id: string, name: string } | null }> } };

export type SearchTeamQueryVariables = Exact<{
  q?: string | null | undefined;
}>;


export type SearchTeamQuery = { users: { records: Array<{ id: string, name: string, email_address: string | null, avatar_url: string | null, satisfaction_score: number | null, crm_account: { id: string, name: string } | null }> } };

export type FindOrCreateUserMutationVariables = Exact<{
  email: string;
  name: string;
}>;


export type FindOrCreateUserMutation = { users_find_or_create: { id: string, name: string, email_address: string | null, avatar_url: string | null, satisfaction_score: number | null, crm_account: { id: string, name: string } | null } | null };

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

export type CreateLabelMutationVariables = Exact<{
  name: string;
  parent_id?: string | number | null | undefined;
}>;


export type CreateLabelMutation = { label_create: { id: string, name: string, full_name: string } | null };

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

export type DeleteAttachmentMutationVariables = Exact<{
  id: string | number;
}>;


export type DeleteAttachmentMutation = { attachment_delete: { id: string } | null };

export type SubscriptionStatusQueryVariables = Exact<{
  suggestion: string | number;
  user: string | number;
}>;


export type SubscriptionStatusQuery = { user_subscription_status: { subscribed: boolean, is_watching: boolean } };

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
export const AccountInterestFragmentDoc = new TypedDocumentString(`
    fragment AccountInterest on ExternalAccount {
  id
  name
  plan
  revenue
  supporters_count
}
    `, {"fragmentName":"AccountInterest"}) as unknown as TypedDocumentString<AccountInterestFragment, unknown>;
export const ShownFileFragmentDoc = new TypedDocumentString(`
    fragment ShownFile on Attachment {
  id
  file_name
  content_type
  size_in_bytes
  url
  thumb_url
}
    `, {"fragmentName":"ShownFile"}) as unknown as TypedDocumentString<ShownFileFragment, unknown>;
export const IdeaFieldFragmentDoc = new TypedDocumentString(`
    fragment IdeaField on CustomField {
  id
  key
  name
  combined_type
  string_enum_values {
    id
    label
  }
  numeric_enum_values {
    id
    label
    numeric_value
  }
}
    `, {"fragmentName":"IdeaField"}) as unknown as TypedDocumentString<IdeaFieldFragment, unknown>;
export const FeedMailingFragmentDoc = new TypedDocumentString(`
    fragment FeedMailing on Mailing {
  id
  state
  send_after
  expected_count
  sent_count
  outbox_count
  failed_count
  unknown_count
  left_out_count
}
    `, {"fragmentName":"FeedMailing"}) as unknown as TypedDocumentString<FeedMailingFragment, unknown>;
export const FeedPersonFragmentDoc = new TypedDocumentString(`
    fragment FeedPerson on User {
  id
  name
  avatar_url
  satisfaction_score
  allowed_state
}
    `, {"fragmentName":"FeedPerson"}) as unknown as TypedDocumentString<FeedPersonFragment, unknown>;
export const ReviewAuthorFragmentDoc = new TypedDocumentString(`
    fragment ReviewAuthor on User {
  id
  name
  avatar_url
  satisfaction_score
  allowed_state
}
    `, {"fragmentName":"ReviewAuthor"}) as unknown as TypedDocumentString<ReviewAuthorFragment, unknown>;
export const SentMailingFragmentDoc = new TypedDocumentString(`
    fragment SentMailing on Mailing {
  id
  state
  expected_count
  send_after
  created_at
}
    `, {"fragmentName":"SentMailing"}) as unknown as TypedDocumentString<SentMailingFragment, unknown>;
export const PreviewedRecipientsFragmentDoc = new TypedDocumentString(`
    fragment PreviewedRecipients on RecipientPreview {
  recipients_count
  recipients {
    id
    name
    email_address
  }
  left_out_count
  left_out {
    reason
    sentence
    count
    people {
      id
      name
      email_address
    }
  }
}
    `, {"fragmentName":"PreviewedRecipients"}) as unknown as TypedDocumentString<PreviewedRecipientsFragment, unknown>;
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
  satisfaction_score
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
    prevent_email_notifications
  }
  notification_counts {
    unseen
  }
}
    `) as unknown as TypedDocumentString<ConsoleViewerQuery, ConsoleViewerQueryVariables>;
export const MailSwitchDocument = new TypedDocumentString(`
    query MailSwitch {
  current_subdomain {
    id
    prevent_email_notifications
  }
}
    `) as unknown as TypedDocumentString<MailSwitchQuery, MailSwitchQueryVariables>;
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
export const PanelIdeaDocument = new TypedDocumentString(`
    query PanelIdea($id: ID!) {
  suggestion(id: $id) {
    ...IdeaSummary
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
}`) as unknown as TypedDocumentString<PanelIdeaQuery, PanelIdeaQueryVariables>;
export const PanelFeedbackDocument = new TypedDocumentString(`
    query PanelFeedback($id: ID!) {
  feedback_record(id: $id) {
    id
    body
    body_mime_type
    source_url
    updated_at
    user {
      ...PickedUser
    }
    suggestion {
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
}
fragment PickedUser on User {
  id
  name
  email_address
  avatar_url
  satisfaction_score
  crm_account {
    id
    name
  }
}`) as unknown as TypedDocumentString<PanelFeedbackQuery, PanelFeedbackQueryVariables>;
export const PanelCommentDocument = new TypedDocumentString(`
    query PanelComment($id: ID!) {
  comment(id: $id) {
    id
    body
    body_mime_type
    state
    is_admin_comment
    created_at
    updated_at
    created_by {
      ...PickedUser
    }
    suggestion {
      ...IdeaSummary
      category {
        id
        name
      }
      forum {
        id
        name
        is_open
        category_required
      }
    }
    converted_to_suggestion {
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
}
fragment PickedUser on User {
  id
  name
  email_address
  avatar_url
  satisfaction_score
  crm_account {
    id
    name
  }
}`) as unknown as TypedDocumentString<PanelCommentQuery, PanelCommentQueryVariables>;
export const PanelEditedIdeaDocument = new TypedDocumentString(`
    query PanelEditedIdea($id: ID!) {
  suggestion(id: $id) {
    ...IdeaSummary
    body
    body_mime_type
    created_at
    updated_at
    created_by {
      ...PickedUser
    }
    category {
      id
      name
    }
    forum {
      id
      name
      is_open
      category_required
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
}
fragment PickedUser on User {
  id
  name
  email_address
  avatar_url
  satisfaction_score
  crm_account {
    id
    name
  }
}`) as unknown as TypedDocumentString<PanelEditedIdeaQuery, PanelEditedIdeaQueryVariables>;
export const SupportOfDocument = new TypedDocumentString(`
    query SupportOf($suggestion: [ID!], $user: [ID!]) {
  supporters(suggestion: $suggestion, user: $user, perPage: 1) {
    records {
      id
      votes
    }
  }
}
    `) as unknown as TypedDocumentString<SupportOfQuery, SupportOfQueryVariables>;
export const CreateFeedbackDocument = new TypedDocumentString(`
    mutation CreateFeedback($body: String!, $bodyMimeType: String, $channel: String!, $links: FeedbackRecordLinks, $attachmentTokens: [String!], $sourceUrl: String, $subscribe: Boolean) {
  feedback_record_create(
    body: $body
    bodyMimeType: $bodyMimeType
    channel: $channel
    links: $links
    attachmentTokens: $attachmentTokens
    sourceUrl: $sourceUrl
    subscribe: $subscribe
  ) {
    id
  }
}
    `) as unknown as TypedDocumentString<CreateFeedbackMutation, CreateFeedbackMutationVariables>;
export const UpdateFeedbackDocument = new TypedDocumentString(`
    mutation UpdateFeedback($id: ID!, $body: String!, $links: FeedbackRecordLinks, $attachmentTokens: [String!], $sourceUrl: String, $subscribe: Boolean, $if_updated_at: String) {
  feedback_record_update(
    id: $id
    body: $body
    links: $links
    attachmentTokens: $attachmentTokens
    sourceUrl: $sourceUrl
    subscribe: $subscribe
    if_updated_at: $if_updated_at
  ) {
    id
  }
}
    `) as unknown as TypedDocumentString<UpdateFeedbackMutation, UpdateFeedbackMutationVariables>;
export const UpdateCommentDocument = new TypedDocumentString(`
    mutation UpdateComment($id: ID!, $body: String!, $attachment_tokens: [String!], $links: CommentLinks, $subscribe: Boolean, $if_updated_at: String) {
  comment_update(
    id: $id
    body: $body
    attachment_tokens: $attachment_tokens
    links: $links
    subscribe: $subscribe
    if_updated_at: $if_updated_at
  ) {
    id
  }
}
    `) as unknown as TypedDocumentString<UpdateCommentMutation, UpdateCommentMutationVariables>;
export const CreateIdeaDocument = new TypedDocumentString(`
    mutation CreateIdea($title: String!, $body: String, $bodyMimeType: String, $links: SuggestionLinks!, $creator: SuggestionCreator, $attachmentTokens: [String!], $subscribeCreator: Boolean, $conversionSourceType: String, $conversionSourceId: ID, $copySupporters: Boolean, $notifySourceSubscribers: Boolean) {
  suggestion_create(
    title: $title
    body: $body
    bodyMimeType: $bodyMimeType
    links: $links
    creator: $creator
    attachmentTokens: $attachmentTokens
    subscribeCreator: $subscribeCreator
    conversionSourceType: $conversionSourceType
    conversionSourceId: $conversionSourceId
    copySupporters: $copySupporters
    notifySourceSubscribers: $notifySourceSubscribers
  ) {
    id
  }
}
    `) as unknown as TypedDocumentString<CreateIdeaMutation, CreateIdeaMutationVariables>;
export const UpdateIdeaDocument = new TypedDocumentString(`
    mutation UpdateIdea($id: ID!, $title: String, $body: String, $bodyMimeType: String, $creatorId: ID, $subscribe: Boolean, $links: SuggestionLinks, $attachmentTokens: [String!], $if_updated_at: String) {
  suggestion_update(
    id: $id
    title: $title
    body: $body
    bodyMimeType: $bodyMimeType
    creatorId: $creatorId
    subscribe: $subscribe
    links: $links
    attachmentTokens: $attachmentTokens
    if_updated_at: $if_updated_at
  ) {
    id
  }
}
    `) as unknown as TypedDocumentString<UpdateIdeaMutation, UpdateIdeaMutationVariables>;
export const AddVoterDocument = new TypedDocumentString(`
    mutation AddVoter($id: ID!, $user: ID!, $channel: String, $subscribe: Boolean) {
  suggestion_admin_subscribe(
    id: $id
    user: $user
    channel: $channel
    subscribe: $subscribe
  ) {
    id
  }
}
    `) as unknown as TypedDocumentString<AddVoterMutation, AddVoterMutationVariables>;
export const FlagIdeaDocument = new TypedDocumentString(`
    mutation FlagIdea($suggestion: ID!, $reason: String!, $user: InternalFlagUser) {
  internal_flag_create(suggestion: $suggestion, reason: $reason, user: $user) {
    id
  }
}
    `) as unknown as TypedDocumentString<FlagIdeaMutation, FlagIdeaMutationVariables>;
export const OwnExportsDocument = new TypedDocumentString(`
    query OwnExports($page: Int, $per_page: Int) {
  exports(page: $page, per_page: $per_page) {
    total_records
    current_page
    records {
      id
      collection
      format
      state
      rows_expected
      rows_written
      problem
      file_name
      size_in_bytes
      download_url
      expires_at
      finished_at
      created_at
    }
  }
}
    `) as unknown as TypedDocumentString<OwnExportsQuery, OwnExportsQueryVariables>;
export const CancelExportDocument = new TypedDocumentString(`
    mutation CancelExport($id: ID!) {
  export_cancel(id: $id) {
    id
    state
  }
}
    `) as unknown as TypedDocumentString<CancelExportMutation, CancelExportMutationVariables>;
export const PersonCardDocument = new TypedDocumentString(`
    query PersonCard($id: ID!) {
  user(id: $id) {
    id
    name
    email_address
    avatar_url
    job_title
    license_type
    allowed_state
    satisfaction_score
    supported_suggestions_count
    crm_account {
      id
      name
    }
  }
}
    `) as unknown as TypedDocumentString<PersonCardQuery, PersonCardQueryVariables>;
export const BlockPersonDocument = new TypedDocumentString(`
    mutation BlockPerson($id: ID!, $blocked: Boolean!) {
  user_block(id: $id, blocked: $blocked) {
    id
    allowed_state
  }
}
    `) as unknown as TypedDocumentString<BlockPersonMutation, BlockPersonMutationVariables>;
export const MoveIdeaDocument = new TypedDocumentString(`
    mutation MoveIdea($id: ID!, $links: SuggestionLinks, $if_updated_at: String) {
  suggestion_update(id: $id, links: $links, if_updated_at: $if_updated_at) {
    id
    updated_at
  }
}
    `) as unknown as TypedDocumentString<MoveIdeaMutation, MoveIdeaMutationVariables>;
export const SetIdeaCustomFieldDocument = new TypedDocumentString(`
    mutation SetIdeaCustomField($id: ID!, $custom_field_map: [CustomFieldValueInput!], $if_updated_at: String) {
  suggestion_update(
    id: $id
    custom_field_map: $custom_field_map
    if_updated_at: $if_updated_at
  ) {
    id
    updated_at
  }
}
    `) as unknown as TypedDocumentString<SetIdeaCustomFieldMutation, SetIdeaCustomFieldMutationVariables>;
export const AssignIdeaDocument = new TypedDocumentString(`
    mutation AssignIdea($id: ID!, $assigned_owner: ID, $if_updated_at: String) {
  suggestion_assign(
    id: $id
    assigned_owner: $assigned_owner
    if_updated_at: $if_updated_at
  ) {
    id
    updated_at
  }
}
    `) as unknown as TypedDocumentString<AssignIdeaMutation, AssignIdeaMutationVariables>;
export const SetIdeaLabelsDocument = new TypedDocumentString(`
    mutation SetIdeaLabels($id: ID!, $add: [ID!], $remove: [ID!]) {
  suggestion_labels_update(id: $id, add: $add, remove: $remove) {
    id
    updated_at
  }
}
    `) as unknown as TypedDocumentString<SetIdeaLabelsMutation, SetIdeaLabelsMutationVariables>;
export const CallIdeaMailBackDocument = new TypedDocumentString(`
    mutation CallIdeaMailBack($id: ID!) {
  mailing_call_back(id: $id) {
    id
    state
  }
}
    `) as unknown as TypedDocumentString<CallIdeaMailBackMutation, CallIdeaMailBackMutationVariables>;
export const RemoveVoterDocument = new TypedDocumentString(`
    mutation RemoveVoter($suggestion: ID!, $user: ID!) {
  supporter_delete(suggestion: $suggestion, user: $user) {
    id
  }
}
    `) as unknown as TypedDocumentString<RemoveVoterMutation, RemoveVoterMutationVariables>;
export const BringVoterBackDocument = new TypedDocumentString(`
    mutation BringVoterBack($suggestion: ID!, $user: ID!) {
  supporter_restore(suggestion: $suggestion, user: $user) {
    id
  }
}
    `) as unknown as TypedDocumentString<BringVoterBackMutation, BringVoterBackMutationVariables>;
export const AddStaffCommentDocument = new TypedDocumentString(`
    mutation AddStaffComment($links: CommentCreateLinks!, $body: String!, $attachment_tokens: [String!]) {
  comment_create(
    links: $links
    body: $body
    attachment_tokens: $attachment_tokens
  ) {
    id
  }
}
    `) as unknown as TypedDocumentString<AddStaffCommentMutation, AddStaffCommentMutationVariables>;
export const IdeaDetailsDocument = new TypedDocumentString(`
    query IdeaDetails($id: ID!, $ids: [ID!], $withFields: Boolean!, $withFiles: Boolean!, $files: Int, $accounts: Int, $accountSort: String) {
  suggestion(id: $id) {
    id
    title
    body
    body_mime_type
    state
    channel
    is_dated
    source_url
    source_votes_count
    votes_count
    supporters_count
    supporting_accounts_count
    supporter_revenue
    comments_count
    requests_count
    notes_count
    internal_flags_count
    merge_candidates_count
    unmergeable
    created_at
    updated_at
    custom_field_map {
      key
      value
    }
    status {
      id
      name
      hex_color
      is_open
      allow_comments
    }
    internal_status {
      id
      name
      hex_color
    }
    assigned_owner {
      id
      name
      avatar_url
      satisfaction_score
    }
    forum {
      id
      name
      is_open
      category_required
    }
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
      satisfaction_score
      allowed_state
      crm_account {
        id
        name
      }
    }
    captured_by {
      id
      name
      avatar_url
      satisfaction_score
    }
    merged_into {
      id
      title
    }
    split_from {
      id
      title
    }
    split_suggestions {
      id
      title
    }
    converted_from_comment {
      id
      suggestion {
        id
        title
      }
    }
  }
  external_accounts(suggestion: $ids, per_page: $accounts, sort: $accountSort) {
    records {
      ...AccountInterest
    }
  }
  attachments(suggestion: $ids, per_page: $files) @include(if: $withFiles) {
    records {
      ...ShownFile
    }
  }
  all_custom_fields(object_type: ["suggestion"], sort: "id") @include(if: $withFields) {
    records {
      ...IdeaField
    }
  }
}
    fragment AccountInterest on ExternalAccount {
  id
  name
  plan
  revenue
  supporters_count
}
fragment ShownFile on Attachment {
  id
  file_name
  content_type
  size_in_bytes
  url
  thumb_url
}
fragment IdeaField on CustomField {
  id
  key
  name
  combined_type
  string_enum_values {
    id
    label
  }
  numeric_enum_values {
    id
    label
    numeric_value
  }
}`) as unknown as TypedDocumentString<IdeaDetailsQuery, IdeaDetailsQueryVariables>;
export const IdeaCustomFieldsDocument = new TypedDocumentString(`
    query IdeaCustomFields {
  all_custom_fields(object_type: ["suggestion"], sort: "id") {
    records {
      ...IdeaField
    }
  }
}
    fragment IdeaField on CustomField {
  id
  key
  name
  combined_type
  string_enum_values {
    id
    label
  }
  numeric_enum_values {
    id
    label
    numeric_value
  }
}`) as unknown as TypedDocumentString<IdeaCustomFieldsQuery, IdeaCustomFieldsQueryVariables>;
export const IdeaActivityDocument = new TypedDocumentString(`
    query IdeaActivity($suggestion: [ID!], $kind: [String!], $page: Int, $per_page: Int) {
  activity_entries(
    suggestion: $suggestion
    kind: $kind
    page: $page
    per_page: $per_page
    without_replies: true
  ) {
    records {
      id
      kind
      details
      created_at
      user {
        ...FeedPerson
      }
      comment {
        id
        body
        body_mime_type
        state
        is_admin_comment
        created_by {
          ...FeedPerson
        }
        converted_to_suggestion {
          id
          title
        }
        attachments {
          ...ShownFile
        }
      }
      feedback_record {
        id
        body
        body_mime_type
        source_url
        source_title
        severity
        user {
          ...FeedPerson
          crm_account {
            id
            name
          }
        }
        captured_by {
          ...FeedPerson
        }
        attachments {
          ...ShownFile
        }
      }
      note {
        id
        body
        body_mime_type
        reply_count
        editable
        deletable
        created_at
        updated_at
        created_by {
          ...FeedPerson
        }
        attachments {
          ...ShownFile
        }
      }
      internal_flag {
        id
        reason
        cleared_message
        user {
          id
          name
        }
      }
      status_update {
        id
        html_body
        supporters_notified
        expected_send_count
        mail_sent_count
        mail_opened_count
        mail_clicked_count
        thumbs_up_count
        thumbs_down_count
        reply_count
        mailing {
          ...FeedMailing
        }
        changes_status
        new_status {
          id
          name
          hex_color
        }
        attachments {
          ...ShownFile
        }
      }
      internal_status_update {
        id
        html_text
        expected_send_count
        mail_sent_count
        mail_opened_count
        mail_clicked_count
        thumbs_up_count
        thumbs_down_count
        reply_count
        mailing {
          ...FeedMailing
        }
        new_internal_status {
          id
          name
          hex_color
        }
        attachments {
          ...ShownFile
        }
      }
      supporter_message {
        id
        body
        email_subject
        expected_send_count
        mail_sent_count
        mail_opened_count
        mail_clicked_count
        reply_count
        mailing {
          ...FeedMailing
        }
        attachments {
          ...ShownFile
        }
      }
      related_suggestion {
        id
        title
      }
    }
  }
}
    fragment ShownFile on Attachment {
  id
  file_name
  content_type
  size_in_bytes
  url
  thumb_url
}
fragment FeedMailing on Mailing {
  id
  state
  send_after
  expected_count
  sent_count
  outbox_count
  failed_count
  unknown_count
  left_out_count
}
fragment FeedPerson on User {
  id
  name
  avatar_url
  satisfaction_score
  allowed_state
}`) as unknown as TypedDocumentString<IdeaActivityQuery, IdeaActivityQueryVariables>;
export const IdeaMailingDocument = new TypedDocumentString(`
    query IdeaMailing($id: ID!) {
  mailing(id: $id) {
    ...FeedMailing
  }
}
    fragment FeedMailing on Mailing {
  id
  state
  send_after
  expected_count
  sent_count
  outbox_count
  failed_count
  unknown_count
  left_out_count
}`) as unknown as TypedDocumentString<IdeaMailingQuery, IdeaMailingQueryVariables>;
export const MailFailuresDocument = new TypedDocumentString(`
    query MailFailures($mailing: [ID!], $state: [String!], $page: Int, $per_page: Int) {
  deliveries(mailing: $mailing, state: $state, page: $page, per_page: $per_page) {
    total_records
    records {
      id
      email_address
      state
      reason
      user {
        id
        name
      }
    }
  }
}
    `) as unknown as TypedDocumentString<MailFailuresQuery, MailFailuresQueryVariables>;
export const MailRepliesDocument = new TypedDocumentString(`
    query MailReplies($supporter_message: [ID!], $status_update: [ID!], $internal_status_update: [ID!], $page: Int, $per_page: Int) {
  messages(
    supporter_message: $supporter_message
    status_update: $status_update
    internal_status_update: $internal_status_update
    page: $page
    per_page: $per_page
  ) {
    records {
      id
      body
      from_email
      created_at
      created_by {
        id
        name
      }
    }
  }
}
    `) as unknown as TypedDocumentString<MailRepliesQuery, MailRepliesQueryVariables>;
export const IdeaVotersDocument = new TypedDocumentString(`
    query IdeaVoters($suggestion: [ID!], $q: String, $page: Int, $per_page: Int) {
  supporters(suggestion: $suggestion, q: $q, page: $page, per_page: $per_page) {
    total_records
    records {
      id
      votes
      subscribed
      created_at
      user {
        id
        name
        email_address
        avatar_url
        satisfaction_score
        crm_account {
          id
          name
          revenue
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<IdeaVotersQuery, IdeaVotersQueryVariables>;
export const IdeaAccountsDocument = new TypedDocumentString(`
    query IdeaAccounts($suggestion: [ID!], $page: Int, $per_page: Int, $sort: String) {
  external_accounts(
    suggestion: $suggestion
    page: $page
    per_page: $per_page
    sort: $sort
  ) {
    total_records
    records {
      ...AccountInterest
      users_count
    }
  }
}
    fragment AccountInterest on ExternalAccount {
  id
  name
  plan
  revenue
  supporters_count
}`) as unknown as TypedDocumentString<IdeaAccountsQuery, IdeaAccountsQueryVariables>;
export const AddNoteDocument = new TypedDocumentString(`
    mutation AddNote($suggestion: ID, $note: ID, $body: String!, $body_mime_type: String, $attachment_tokens: [String!]) {
  note_create(
    suggestion: $suggestion
    note: $note
    body: $body
    body_mime_type: $body_mime_type
    attachment_tokens: $attachment_tokens
  ) {
    id
  }
}
    `) as unknown as TypedDocumentString<AddNoteMutation, AddNoteMutationVariables>;
export const SaveNoteDocument = new TypedDocumentString(`
    mutation SaveNote($id: ID!, $body: String!, $body_mime_type: String, $if_updated_at: String) {
  note_update(
    id: $id
    body: $body
    body_mime_type: $body_mime_type
    if_updated_at: $if_updated_at
  ) {
    id
  }
}
    `) as unknown as TypedDocumentString<SaveNoteMutation, SaveNoteMutationVariables>;
export const DeleteNoteDocument = new TypedDocumentString(`
    mutation DeleteNote($id: ID!) {
  note_delete(id: $id) {
    id
  }
}
    `) as unknown as TypedDocumentString<DeleteNoteMutation, DeleteNoteMutationVariables>;
export const RestoreNoteDocument = new TypedDocumentString(`
    mutation RestoreNote($id: ID!) {
  note_restore(id: $id) {
    id
  }
}
    `) as unknown as TypedDocumentString<RestoreNoteMutation, RestoreNoteMutationVariables>;
export const NoteRepliesDocument = new TypedDocumentString(`
    query NoteReplies($note: [ID!]) {
  notes(note: $note, sort: "created_at", per_page: 100) {
    records {
      id
      body
      body_mime_type
      reply_count
      editable
      deletable
      created_at
      updated_at
      created_by {
        ...FeedPerson
      }
      attachments {
        ...ShownFile
      }
    }
  }
}
    fragment ShownFile on Attachment {
  id
  file_name
  content_type
  size_in_bytes
  url
  thumb_url
}
fragment FeedPerson on User {
  id
  name
  avatar_url
  satisfaction_score
  allowed_state
}`) as unknown as TypedDocumentString<NoteRepliesQuery, NoteRepliesQueryVariables>;
export const NoteThreadDocument = new TypedDocumentString(`
    query NoteThread($id: ID!) {
  note(id: $id) {
    id
    parent {
      id
    }
    suggestion {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<NoteThreadQuery, NoteThreadQueryVariables>;
export const MentionCandidatesDocument = new TypedDocumentString(`
    query MentionCandidates($q: String) {
  users(q: $q, sees_ideas: true, per_page: 8, sort: "name") {
    records {
      id
      name
      email_address
      avatar_url
      satisfaction_score
    }
  }
}
    `) as unknown as TypedDocumentString<MentionCandidatesQuery, MentionCandidatesQueryVariables>;
export const IdeaFlagsDocument = new TypedDocumentString(`
    query IdeaFlags($suggestion: [ID!]) {
  internal_flags(suggestion: $suggestion, open: true, per_page: 100) {
    records {
      id
      reason
      created_at
      created_by {
        id
        name
      }
      user {
        id
        name
      }
    }
  }
}
    `) as unknown as TypedDocumentString<IdeaFlagsQuery, IdeaFlagsQueryVariables>;
export const ClearFlagDocument = new TypedDocumentString(`
    mutation ClearFlag($id: ID!, $message: String) {
  internal_flag_clear(id: $id, message: $message) {
    id
    cleared_at
  }
}
    `) as unknown as TypedDocumentString<ClearFlagMutation, ClearFlagMutationVariables>;
export const BulkLabelStatesDocument = new TypedDocumentString(`
    query BulkLabelStates($ids: [ID!]) {
  label_to_suggestion_states(include_ids: $ids) {
    label_id
    state
  }
}
    `) as unknown as TypedDocumentString<BulkLabelStatesQuery, BulkLabelStatesQueryVariables>;
export const BulkLabelDocument = new TypedDocumentString(`
    mutation BulkLabel($ids: [ID!], $add: [ID!], $remove: [ID!]) {
  suggestions_bulk_label(ids: $ids, add: $add, remove: $remove) {
    changed_count
    undo_id
  }
}
    `) as unknown as TypedDocumentString<BulkLabelMutation, BulkLabelMutationVariables>;
export const BulkAssignDocument = new TypedDocumentString(`
    mutation BulkAssign($ids: [ID!], $assigned_owner: ID) {
  suggestions_bulk_assign(ids: $ids, assigned_owner: $assigned_owner) {
    changed_count
    undo_id
  }
}
    `) as unknown as TypedDocumentString<BulkAssignMutation, BulkAssignMutationVariables>;
export const BulkForumDocument = new TypedDocumentString(`
    mutation BulkForum($ids: [ID!], $forum: ID!, $category: ID) {
  suggestions_bulk_forum(ids: $ids, forum: $forum, category: $category) {
    changed_count
    skipped_count
    undo_id
  }
}
    `) as unknown as TypedDocumentString<BulkForumMutation, BulkForumMutationVariables>;
export const BulkDeleteDocument = new TypedDocumentString(`
    mutation BulkDelete($ids: [ID!]) {
  suggestions_bulk_delete(ids: $ids) {
    changed_count
    undo_id
  }
}
    `) as unknown as TypedDocumentString<BulkDeleteMutation, BulkDeleteMutationVariables>;
export const BulkUndoDocument = new TypedDocumentString(`
    mutation BulkUndo($id: ID!) {
  bulk_undo(id: $id) {
    changed_count
  }
}
    `) as unknown as TypedDocumentString<BulkUndoMutation, BulkUndoMutationVariables>;
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
    query IdeasTable($q: String, $page: Int, $per_page: Int, $bulk_per_page: Int, $sort: String, $id: [ID!], $forum: [ID!], $category: [ID!], $category_none: Boolean, $label: [ID!], $label_none: Boolean, $status: [ID!], $status_none: Boolean, $internal_status: [ID!], $internal_status_none: Boolean, $assigned_owner: [ID!], $assigned_owner_none: Boolean, $creator: [ID!], $supporter: [ID!], $external_account: [ID!], $state: [String!], $created_after: String, $no_support_since: String, $has_response: Boolean, $has_internal_flag: Boolean) {
  suggestions(
    q: $q
    page: $page
    per_page: $per_page
    bulk_per_page: $bulk_per_page
    sort: $sort
    id: $id
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
    total_is_capped
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
        name
        full_name
      }
      assigned_owner {
        id
        name
        avatar_url
        satisfaction_score
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
export const UndoEntriesDocument = new TypedDocumentString(`
    query UndoEntries {
  undo_entries {
    id
    command
    undo_with
    objects_count
    record_id
    user_id
    title
    person
    has_sent_mail
    created_at
  }
}
    `) as unknown as TypedDocumentString<UndoEntriesQuery, UndoEntriesQueryVariables>;
export const TakeBulkBackDocument = new TypedDocumentString(`
    mutation TakeBulkBack($id: ID!) {
  bulk_undo(id: $id) {
    changed_count
    skipped_count
  }
}
    `) as unknown as TypedDocumentString<TakeBulkBackMutation, TakeBulkBackMutationVariables>;
export const TakeIdeaBackDocument = new TypedDocumentString(`
    mutation TakeIdeaBack($id: ID!) {
  suggestion_restore(id: $id) {
    id
  }
}
    `) as unknown as TypedDocumentString<TakeIdeaBackMutation, TakeIdeaBackMutationVariables>;
export const TakeCommentBackDocument = new TypedDocumentString(`
    mutation TakeCommentBack($id: ID!) {
  comment_restore(id: $id) {
    id
  }
}
    `) as unknown as TypedDocumentString<TakeCommentBackMutation, TakeCommentBackMutationVariables>;
export const TakeFeedbackBackDocument = new TypedDocumentString(`
    mutation TakeFeedbackBack($id: ID!) {
  feedback_record_restore(id: $id) {
    id
  }
}
    `) as unknown as TypedDocumentString<TakeFeedbackBackMutation, TakeFeedbackBackMutationVariables>;
export const TakeNoteBackDocument = new TypedDocumentString(`
    mutation TakeNoteBack($id: ID!) {
  note_restore(id: $id) {
    id
  }
}
    `) as unknown as TypedDocumentString<TakeNoteBackMutation, TakeNoteBackMutationVariables>;
export const TakeVoteBackDocument = new TypedDocumentString(`
    mutation TakeVoteBack($suggestion: ID!, $user: ID!) {
  supporter_restore(suggestion: $suggestion, user: $user) {
    id
  }
}
    `) as unknown as TypedDocumentString<TakeVoteBackMutation, TakeVoteBackMutationVariables>;
export const IdeasToMergeDocument = new TypedDocumentString(`
    query IdeasToMerge($ids: [ID!], $perPage: Int) {
  suggestions(id: $ids, perPage: $perPage) {
    records {
      ...IdeaSummary
      state
      supporters_count
      comments_count
      requests_count
      merge_candidates_count
      created_at
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
}`) as unknown as TypedDocumentString<IdeasToMergeQuery, IdeasToMergeQueryVariables>;
export const MergeCandidatesDocument = new TypedDocumentString(`
    query MergeCandidates($ids: [ID!], $perPage: Int) {
  merge_candidates(suggestion: $ids, perPage: $perPage) {
    records {
      id
      reason
      suggestion {
        ...IdeaSummary
      }
      other_suggestion {
        ...IdeaSummary
      }
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
}`) as unknown as TypedDocumentString<MergeCandidatesQuery, MergeCandidatesQueryVariables>;
export const MergePreviewDocument = new TypedDocumentString(`
    query MergePreview($winner: ID!, $losers: [ID!]!) {
  merge_preview(winner: $winner, losers: $losers) {
    supporters_before
    supporters_moving
    supporters_common
    supporters_after
    comments_count
    feedback_records_count
    labels_added
    labels_left
    stays_count
  }
}
    `) as unknown as TypedDocumentString<MergePreviewQuery, MergePreviewQueryVariables>;
export const MergeIdeasDocument = new TypedDocumentString(`
    mutation MergeIdeas($winner: ID!, $losers: [ID!]!) {
  suggestion_merge(winner: $winner, losers: $losers) {
    id
    title
  }
}
    `) as unknown as TypedDocumentString<MergeIdeasMutation, MergeIdeasMutationVariables>;
export const UnmergeIdeasDocument = new TypedDocumentString(`
    mutation UnmergeIdeas($ids: [ID!]!) {
  suggestion_unmerge(ids: $ids) {
    id
    title
  }
}
    `) as unknown as TypedDocumentString<UnmergeIdeasMutation, UnmergeIdeasMutationVariables>;
export const DismissMergeCandidateDocument = new TypedDocumentString(`
    mutation DismissMergeCandidate($suggestion: ID!, $other_suggestion: ID!, $dismissed: Boolean) {
  merge_candidate_dismiss(
    suggestion: $suggestion
    other_suggestion: $other_suggestion
    dismissed: $dismissed
  ) {
    id
  }
}
    `) as unknown as TypedDocumentString<DismissMergeCandidateMutation, DismissMergeCandidateMutationVariables>;
export const BlockedPeopleDocument = new TypedDocumentString(`
    query BlockedPeople($page: Int, $per_page: Int) {
  users(
    allowed_state: ["blocked"]
    page: $page
    per_page: $per_page
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
  satisfaction_score
  crm_account {
    id
    name
  }
}`) as unknown as TypedDocumentString<BlockedPeopleQuery, BlockedPeopleQueryVariables>;
export const ReviewIdeasDocument = new TypedDocumentString(`
    query ReviewIdeas($needs_review: Boolean, $spam: Boolean, $page: Int, $per_page: Int) {
  suggestions(
    needs_review: $needs_review
    spam: $spam
    page: $page
    per_page: $per_page
    sort: "-created_at"
  ) {
    total_records
    records {
      id
      title
      body
      body_mime_type
      state
      inappropriate_flags_count
      created_at
      created_by {
        ...ReviewAuthor
      }
      forum {
        id
        name
      }
    }
  }
}
    fragment ReviewAuthor on User {
  id
  name
  avatar_url
  satisfaction_score
  allowed_state
}`) as unknown as TypedDocumentString<ReviewIdeasQuery, ReviewIdeasQueryVariables>;
export const ReviewCommentsDocument = new TypedDocumentString(`
    query ReviewComments($needs_review: Boolean, $spam: Boolean, $page: Int, $per_page: Int) {
  comments(
    needs_review: $needs_review
    spam: $spam
    page: $page
    per_page: $per_page
    sort: "-created_at"
  ) {
    total_records
    records {
      id
      body
      body_mime_type
      state
      inappropriate_flags_count
      created_at
      created_by {
        ...ReviewAuthor
      }
      suggestion {
        id
        title
      }
    }
  }
}
    fragment ReviewAuthor on User {
  id
  name
  avatar_url
  satisfaction_score
  allowed_state
}`) as unknown as TypedDocumentString<ReviewCommentsQuery, ReviewCommentsQueryVariables>;
export const ApproveIdeasDocument = new TypedDocumentString(`
    mutation ApproveIdeas($ids: [ID!]) {
  done: suggestions_bulk_approve(ids: $ids) {
    changed_count
    undo_id
  }
}
    `) as unknown as TypedDocumentString<ApproveIdeasMutation, ApproveIdeasMutationVariables>;
export const SpamIdeasDocument = new TypedDocumentString(`
    mutation SpamIdeas($ids: [ID!]) {
  done: suggestions_bulk_spam(ids: $ids) {
    changed_count
    undo_id
  }
}
    `) as unknown as TypedDocumentString<SpamIdeasMutation, SpamIdeasMutationVariables>;
export const DeleteHeldIdeasDocument = new TypedDocumentString(`
    mutation DeleteHeldIdeas($ids: [ID!]) {
  done: suggestions_bulk_delete(ids: $ids) {
    changed_count
    undo_id
  }
}
    `) as unknown as TypedDocumentString<DeleteHeldIdeasMutation, DeleteHeldIdeasMutationVariables>;
export const ApproveCommentsDocument = new TypedDocumentString(`
    mutation ApproveComments($ids: [ID!]!) {
  done: comments_bulk_approve(ids: $ids) {
    changed_count
    undo_id
  }
}
    `) as unknown as TypedDocumentString<ApproveCommentsMutation, ApproveCommentsMutationVariables>;
export const SpamCommentsDocument = new TypedDocumentString(`
    mutation SpamComments($ids: [ID!]!) {
  done: comments_bulk_spam(ids: $ids) {
    changed_count
    undo_id
  }
}
    `) as unknown as TypedDocumentString<SpamCommentsMutation, SpamCommentsMutationVariables>;
export const DeleteHeldCommentsDocument = new TypedDocumentString(`
    mutation DeleteHeldComments($ids: [ID!]!) {
  done: comments_bulk_delete(ids: $ids) {
    changed_count
    undo_id
  }
}
    `) as unknown as TypedDocumentString<DeleteHeldCommentsMutation, DeleteHeldCommentsMutationVariables>;
export const UndoModerationDocument = new TypedDocumentString(`
    mutation UndoModeration($id: ID!) {
  bulk_undo(id: $id) {
    changed_count
  }
}
    `) as unknown as TypedDocumentString<UndoModerationMutation, UndoModerationMutationVariables>;
export const ReviewCountsDocument = new TypedDocumentString(`
    query ReviewCounts {
  suggestions(needs_review: true, per_page: 1) {
    total_records
  }
  comments(needs_review: true, per_page: 1) {
    total_records
  }
  current_subdomain {
    id
    moderation_enabled
  }
  all_forums {
    records {
      id
      moderation_enabled
    }
  }
}
    `) as unknown as TypedDocumentString<ReviewCountsQuery, ReviewCountsQueryVariables>;
export const InsightFiguresDocument = new TypedDocumentString(`
    query InsightFigures($period_start: String) {
  report_key_figures(period_start: $period_start) {
    period_start
    period_end
    ideas {
      count
      before
    }
    votes {
      count
      before
    }
    comments {
      count
      before
    }
    feedback_records {
      count
      before
    }
    open_ideas_count
    accounts_count
    accounts_revenue
  }
}
    `) as unknown as TypedDocumentString<InsightFiguresQuery, InsightFiguresQueryVariables>;
export const InsightStatusesDocument = new TypedDocumentString(`
    query InsightStatuses {
  report_top_statuses {
    status_id
    status_name
    hex_color
    idea_count
  }
}
    `) as unknown as TypedDocumentString<InsightStatusesQuery, InsightStatusesQueryVariables>;
export const InsightForumsDocument = new TypedDocumentString(`
    query InsightForums($categories: Boolean, $active_only: Boolean, $round_period: Boolean) {
  per_forum_activity(
    categories: $categories
    active_only: $active_only
    round_period: $round_period
  ) {
    period_start
    period_end
    total_ideas
    total_votes
    total_comments
    total_feedback_records
    total_notes
    forums {
      forum_id
      forum_name
      category_id
      category_name
      total_ideas
      total_votes
      total_comments
      total_feedback_records
      total_notes
    }
  }
}
    `) as unknown as TypedDocumentString<InsightForumsQuery, InsightForumsQueryVariables>;
export const InsightTopIdeasDocument = new TypedDocumentString(`
    query InsightTopIdeas($period_start: String, $sort: String, $per_page: Int) {
  suggestions(
    activity: ["votes", "comments", "feedback_records"]
    period_start: $period_start
    sort: $sort
    per_page: $per_page
  ) {
    records {
      id
      title
      votes_count
      supporter_revenue
      supporting_accounts_count
      importance_high_count
      weekly_votes
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
  }
}
    `) as unknown as TypedDocumentString<InsightTopIdeasQuery, InsightTopIdeasQueryVariables>;
export const NotificationsDocument = new TypedDocumentString(`
    query Notifications($page: Int, $per_page: Int, $event: [String!], $seen: Boolean) {
  notifications(page: $page, per_page: $per_page, event: $event, seen: $seen) {
    total_records
    records {
      id
      event
      seen
      clicked
      related_notifications_count
      created_at
      user {
        id
      }
      subject_user {
        name
        email_address
        avatar_url
        satisfaction_score
      }
      suggestion {
        id
        title
      }
      bulk_action {
        id
        objects_changed
      }
      note {
        id
        suggestion {
          id
          title
        }
      }
      supporter_message {
        id
        email_subject
        suggestion {
          id
          title
        }
      }
      status_update {
        id
        suggestion {
          id
          title
        }
      }
      internal_status_update {
        id
        suggestion {
          id
          title
        }
      }
      comm_thread {
        id
        suggestion {
          id
          title
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<NotificationsQuery, NotificationsQueryVariables>;
export const NotificationsSeenDocument = new TypedDocumentString(`
    mutation NotificationsSeen($ids: [ID!]!) {
  notifications_seen(ids: $ids) {
    id
    seen
  }
}
    `) as unknown as TypedDocumentString<NotificationsSeenMutation, NotificationsSeenMutationVariables>;
export const NotificationClickedDocument = new TypedDocumentString(`
    mutation NotificationClicked($id: ID!) {
  notification_clicked(id: $id) {
    id
    clicked
  }
}
    `) as unknown as TypedDocumentString<NotificationClickedMutation, NotificationClickedMutationVariables>;
export const NotificationCountsDocument = new TypedDocumentString(`
    query NotificationCounts {
  notification_counts {
    unseen
  }
}
    `) as unknown as TypedDocumentString<NotificationCountsQuery, NotificationCountsQueryVariables>;
export const NotificationSettingsDocument = new TypedDocumentString(`
    query NotificationSettings {
  notification_settings {
    digest
    preferences {
      event
      by_mail
    }
  }
}
    `) as unknown as TypedDocumentString<NotificationSettingsQuery, NotificationSettingsQueryVariables>;
export const UpdateNotificationSettingsDocument = new TypedDocumentString(`
    mutation UpdateNotificationSettings($digest: String, $preferences: [NotificationPreferenceInput!]) {
  notification_settings_update(digest: $digest, preferences: $preferences) {
    digest
    preferences {
      event
      by_mail
    }
  }
}
    `) as unknown as TypedDocumentString<UpdateNotificationSettingsMutation, UpdateNotificationSettingsMutationVariables>;
export const SettingsJobsDocument = new TypedDocumentString(`
    query SettingsJobs {
  dead_jobs {
    id
    task
    description
    about
    problem
    tries
    asked_at
    died_at
  }
  scheduled_jobs {
    task
    description
    next_at
    last_at
  }
}
    `) as unknown as TypedDocumentString<SettingsJobsQuery, SettingsJobsQueryVariables>;
export const RetryDeadJobDocument = new TypedDocumentString(`
    mutation RetryDeadJob($id: String!) {
  dead_job_retry(id: $id)
}
    `) as unknown as TypedDocumentString<RetryDeadJobMutation, RetryDeadJobMutationVariables>;
export const RemoveDeadJobDocument = new TypedDocumentString(`
    mutation RemoveDeadJob($id: String!) {
  dead_job_remove(id: $id)
}
    `) as unknown as TypedDocumentString<RemoveDeadJobMutation, RemoveDeadJobMutationVariables>;
export const CreateForumDocument = new TypedDocumentString(`
    mutation CreateForum($name: String!, $state: String, $prompt: String, $placeholder: String, $welcome_message: String, $logo_url: String, $default_locale: String, $default_sort: String, $category_required: Boolean, $classic_voting: Boolean, $votes_allowed: Int, $importance_enabled: Boolean, $moderation_enabled: Boolean, $allow_requests: Boolean, $is_private: Boolean, $authorization_operator: String, $allow_sso_user_by_default: Boolean, $allow_by_ip: Boolean, $allow_by_email_domain: Boolean, $access_denied_message: String, $access_ips: [String!], $access_email_domains: [String!], $categories: [ForumCategoryInput!]) {
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
    `) as unknown as TypedDocumentString<CreateForumMutation, CreateForumMutationVariables>;
export const UpdateForumDocument = new TypedDocumentString(`
    mutation UpdateForum($id: ID!, $if_updated_at: String, $name: String, $state: String, $prompt: String, $placeholder: String, $welcome_message: String, $logo_url: String, $default_locale: String, $default_sort: String, $category_required: Boolean, $classic_voting: Boolean, $votes_allowed: Int, $importance_enabled: Boolean, $moderation_enabled: Boolean, $allow_requests: Boolean, $is_private: Boolean, $authorization_operator: String, $allow_sso_user_by_default: Boolean, $allow_by_ip: Boolean, $allow_by_email_domain: Boolean, $access_denied_message: String, $access_ips: [String!], $access_email_domains: [String!], $categories: [ForumCategoryInput!]) {
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
    `) as unknown as TypedDocumentString<UpdateForumMutation, UpdateForumMutationVariables>;
export const SetForumStateDocument = new TypedDocumentString(`
    mutation SetForumState($id: ID!, $state: String) {
  forum_update(id: $id, state: $state) {
    id
  }
}
    `) as unknown as TypedDocumentString<SetForumStateMutation, SetForumStateMutationVariables>;
export const DeleteForumDocument = new TypedDocumentString(`
    mutation DeleteForum($id: ID!, $target_forum: ID) {
  forum_delete(id: $id, target_forum: $target_forum) {
    id
  }
}
    `) as unknown as TypedDocumentString<DeleteForumMutation, DeleteForumMutationVariables>;
export const ReorderForumsDocument = new TypedDocumentString(`
    mutation ReorderForums($forum_ids: [ID!]!) {
  forum_reorder(forum_ids: $forum_ids) {
    id
  }
}
    `) as unknown as TypedDocumentString<ReorderForumsMutation, ReorderForumsMutationVariables>;
export const SetDefaultForumDocument = new TypedDocumentString(`
    mutation SetDefaultForum($default_forum: ID) {
  subdomain_update(default_forum: $default_forum) {
    id
  }
}
    `) as unknown as TypedDocumentString<SetDefaultForumMutation, SetDefaultForumMutationVariables>;
export const SettingsForumsDocument = new TypedDocumentString(`
    query SettingsForums {
  all_forums(sort: "position") {
    records {
      id
      name
      is_open
      is_private
      moderation_enabled
      categories_count
      suggestions_count
      open_suggestions_count
      position
      updated_at
    }
  }
  current_subdomain {
    id
    moderation_enabled
    default_forum {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<SettingsForumsQuery, SettingsForumsQueryVariables>;
export const SettingsForumDocument = new TypedDocumentString(`
    query SettingsForum($id: ID!) {
  forum(id: $id) {
    id
    name
    is_open
    prompt
    placeholder
    welcome_message
    logo_url
    default_locale
    default_sort
    category_required
    classic_voting
    votes_allowed
    importance_enabled
    moderation_enabled
    allow_requests
    is_private
    authorization_operator
    allow_sso_user_by_default
    allow_by_ip
    allow_by_email_domain
    access_denied_message
    access_ips {
      id
      ip
    }
    access_email_domains {
      id
      domain
    }
    categories {
      id
      name
      open_suggestions_count
    }
    updated_at
  }
}
    `) as unknown as TypedDocumentString<SettingsForumQuery, SettingsForumQueryVariables>;
export const SettingsLanguagesDocument = new TypedDocumentString(`
    query SettingsLanguages {
  languages {
    locale
    localized_name
  }
}
    `) as unknown as TypedDocumentString<SettingsLanguagesQuery, SettingsLanguagesQueryVariables>;
export const RenameLabelDocument = new TypedDocumentString(`
    mutation RenameLabel($id: ID!, $name: String, $if_updated_at: String) {
  label_update(id: $id, name: $name, if_updated_at: $if_updated_at) {
    id
  }
}
    `) as unknown as TypedDocumentString<RenameLabelMutation, RenameLabelMutationVariables>;
export const MoveLabelDocument = new TypedDocumentString(`
    mutation MoveLabel($id: ID!, $parent_id: ID, $if_updated_at: String) {
  label_update(id: $id, parent_id: $parent_id, if_updated_at: $if_updated_at) {
    id
  }
}
    `) as unknown as TypedDocumentString<MoveLabelMutation, MoveLabelMutationVariables>;
export const SetLabelStateDocument = new TypedDocumentString(`
    mutation SetLabelState($id: ID!, $state: String) {
  label_update(id: $id, state: $state) {
    id
  }
}
    `) as unknown as TypedDocumentString<SetLabelStateMutation, SetLabelStateMutationVariables>;
export const LimitLabelDocument = new TypedDocumentString(`
    mutation LimitLabel($label_id: ID!, $forum_ids: [ID!]!) {
  label_forum_change(label_id: $label_id, forum_ids: $forum_ids) {
    label_id
    unlinked_count
  }
}
    `) as unknown as TypedDocumentString<LimitLabelMutation, LimitLabelMutationVariables>;
export const DeleteLabelDocument = new TypedDocumentString(`
    mutation DeleteLabel($id: ID!) {
  label_delete(id: $id) {
    id
  }
}
    `) as unknown as TypedDocumentString<DeleteLabelMutation, DeleteLabelMutationVariables>;
export const SettingsLabelsDocument = new TypedDocumentString(`
    query SettingsLabels {
  all_labels(sort: "full_name") {
    records {
      id
      name
      full_name
      level
      state
      parent_id
      forum_ids
      open_suggestions_count
      updated_at
    }
  }
}
    `) as unknown as TypedDocumentString<SettingsLabelsQuery, SettingsLabelsQueryVariables>;
export const LabelCarriersDocument = new TypedDocumentString(`
    query LabelCarriers($label: [ID!], $forum: [ID!], $state: [String!], $per_page: Int) {
  suggestions(
    label: $label
    forum: $forum
    state: $state
    per_page: $per_page
    sort: "id"
  ) {
    total_records
    records {
      id
      title
    }
  }
}
    `) as unknown as TypedDocumentString<LabelCarriersQuery, LabelCarriersQueryVariables>;
export const SettingsMailDocument = new TypedDocumentString(`
    query SettingsMail($q: String) {
  mail_state(q: $q) {
    delivery
    relay
    mail_domain
    takes_replies
    is_off_by_account
    held_since
    waiting_count
    outbox_count
    suppressions_count
    suppressions {
      email_address
      reason
      details
      created_by_name
      can_remove
      created_at
    }
  }
  current_subdomain {
    id
    from_domain
    from_domain_verified
    usual_from_address
    automatic_reply_address
    prevent_email_notifications
    mail_tracking
  }
}
    `) as unknown as TypedDocumentString<SettingsMailQuery, SettingsMailQueryVariables>;
export const SettingsMailingsDocument = new TypedDocumentString(`
    query SettingsMailings {
  mailings(per_page: 20) {
    records {
      id
      kind
      state
      subject
      expected_count
      sent_count
      outbox_count
      failed_count
      unknown_count
      created_at
      suggestion {
        id
        title
      }
    }
  }
  outbox_mails {
    id
    to
    subject
    preview
    created_at
  }
}
    `) as unknown as TypedDocumentString<SettingsMailingsQuery, SettingsMailingsQueryVariables>;
export const SettingsMailFailuresDocument = new TypedDocumentString(`
    query SettingsMailFailures($mailing: [ID!]) {
  deliveries(mailing: $mailing, state: ["failed", "unknown"], per_page: 100) {
    records {
      id
      email_address
      state
      reason
    }
  }
}
    `) as unknown as TypedDocumentString<SettingsMailFailuresQuery, SettingsMailFailuresQueryVariables>;
export const CheckMailDocument = new TypedDocumentString(`
    query CheckMail {
  mail_check {
    step
    state
    sentence
  }
}
    `) as unknown as TypedDocumentString<CheckMailQuery, CheckMailQueryVariables>;
export const SaveMailSwitchesDocument = new TypedDocumentString(`
    mutation SaveMailSwitches($prevent_email_notifications: Boolean, $mail_tracking: Boolean) {
  subdomain_update(
    prevent_email_notifications: $prevent_email_notifications
    mail_tracking: $mail_tracking
  ) {
    id
  }
}
    `) as unknown as TypedDocumentString<SaveMailSwitchesMutation, SaveMailSwitchesMutationVariables>;
export const AddMailSuppressionDocument = new TypedDocumentString(`
    mutation AddMailSuppression($email_address: String!, $details: String) {
  mail_suppression_create(email_address: $email_address, details: $details)
}
    `) as unknown as TypedDocumentString<AddMailSuppressionMutation, AddMailSuppressionMutationVariables>;
export const RemoveMailSuppressionDocument = new TypedDocumentString(`
    mutation RemoveMailSuppression($email_address: String!) {
  mail_suppression_delete(email_address: $email_address)
}
    `) as unknown as TypedDocumentString<RemoveMailSuppressionMutation, RemoveMailSuppressionMutationVariables>;
export const OwnProfileDocument = new TypedDocumentString(`
    query OwnProfile {
  own_profile {
    email_address
    email_confirmed
    pending_email_address
    pending_email_until
    has_password
  }
  own_sessions {
    id
    browser
    network
    created_at
    last_used_at
    is_current
  }
}
    `) as unknown as TypedDocumentString<OwnProfileQuery, OwnProfileQueryVariables>;
export const EndOwnSessionDocument = new TypedDocumentString(`
    mutation EndOwnSession($id: ID!) {
  own_session_end(id: $id)
}
    `) as unknown as TypedDocumentString<EndOwnSessionMutation, EndOwnSessionMutationVariables>;
export const EndOtherSessionsDocument = new TypedDocumentString(`
    mutation EndOtherSessions {
  own_sessions_end_others
}
    `) as unknown as TypedDocumentString<EndOtherSessionsMutation, EndOtherSessionsMutationVariables>;
export const ChangeOwnPasswordDocument = new TypedDocumentString(`
    mutation ChangeOwnPassword($current_password: String!, $password: String!) {
  own_password_update(current_password: $current_password, password: $password)
}
    `) as unknown as TypedDocumentString<ChangeOwnPasswordMutation, ChangeOwnPasswordMutationVariables>;
export const ChangeOwnEmailDocument = new TypedDocumentString(`
    mutation ChangeOwnEmail($email_address: String!, $current_password: String) {
  own_email_update(
    email_address: $email_address
    current_password: $current_password
  ) {
    pending_email_address
  }
}
    `) as unknown as TypedDocumentString<ChangeOwnEmailMutation, ChangeOwnEmailMutationVariables>;
export const CancelOwnEmailDocument = new TypedDocumentString(`
    mutation CancelOwnEmail {
  own_email_cancel {
    pending_email_address
  }
}
    `) as unknown as TypedDocumentString<CancelOwnEmailMutation, CancelOwnEmailMutationVariables>;
export const PanelStatusIdeaDocument = new TypedDocumentString(`
    query PanelStatusIdea($id: ID!) {
  suggestion(id: $id) {
    id
    title
    status {
      id
      name
    }
    internal_status {
      id
      name
    }
  }
}
    `) as unknown as TypedDocumentString<PanelStatusIdeaQuery, PanelStatusIdeaQueryVariables>;
export const PanelPublicStatusesDocument = new TypedDocumentString(`
    query PanelPublicStatuses {
  all_statuses(sort: "position") {
    records {
      id
      name
      hex_color
      is_open
      allow_comments
      is_default
      default_html_text
    }
  }
}
    `) as unknown as TypedDocumentString<PanelPublicStatusesQuery, PanelPublicStatusesQueryVariables>;
export const PanelInternalStatusesDocument = new TypedDocumentString(`
    query PanelInternalStatuses {
  all_internal_statuses(sort: "position") {
    records {
      id
      name
      hex_color
      is_default
      default_html_text
    }
  }
}
    `) as unknown as TypedDocumentString<PanelInternalStatusesQuery, PanelInternalStatusesQueryVariables>;
export const PanelStatusUpdateDocument = new TypedDocumentString(`
    query PanelStatusUpdate($id: ID!, $withFiles: Boolean!) {
  status_update(id: $id) {
    id
    html_body
    updated_at
    changes_status
    new_status {
      id
      name
      hex_color
    }
    mailing {
      id
      state
    }
    attachments @include(if: $withFiles) {
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
}`) as unknown as TypedDocumentString<PanelStatusUpdateQuery, PanelStatusUpdateQueryVariables>;
export const PanelInternalStatusUpdateDocument = new TypedDocumentString(`
    query PanelInternalStatusUpdate($id: ID!, $withFiles: Boolean!) {
  internal_status_update(id: $id) {
    id
    html_text
    updated_at
    new_internal_status {
      id
      name
      hex_color
    }
    mailing {
      id
      state
    }
    attachments @include(if: $withFiles) {
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
}`) as unknown as TypedDocumentString<PanelInternalStatusUpdateQuery, PanelInternalStatusUpdateQueryVariables>;
export const PostStatusDocument = new TypedDocumentString(`
    mutation PostStatus($links: StatusUpdateLinks!, $notifySupporters: Boolean, $htmlBody: String, $attachmentTokens: [String!], $notificationEmailAddress: String, $fromEmail: String) {
  status_update_create(
    links: $links
    notifySupporters: $notifySupporters
    htmlBody: $htmlBody
    attachmentTokens: $attachmentTokens
    notificationEmailAddress: $notificationEmailAddress
    fromEmail: $fromEmail
  ) {
    id
    mailing {
      ...SentMailing
    }
  }
}
    fragment SentMailing on Mailing {
  id
  state
  expected_count
  send_after
  created_at
}`) as unknown as TypedDocumentString<PostStatusMutation, PostStatusMutationVariables>;
export const PostInternalStatusDocument = new TypedDocumentString(`
    mutation PostInternalStatus($links: InternalStatusUpdateLinks!, $notifySupporters: Boolean, $htmlText: String, $attachmentTokens: [String!]) {
  internal_status_update_create(
    links: $links
    notifySupporters: $notifySupporters
    htmlText: $htmlText
    attachmentTokens: $attachmentTokens
  ) {
    id
    mailing {
      ...SentMailing
    }
  }
}
    fragment SentMailing on Mailing {
  id
  state
  expected_count
  send_after
  created_at
}`) as unknown as TypedDocumentString<PostInternalStatusMutation, PostInternalStatusMutationVariables>;
export const SaveStatusUpdateDocument = new TypedDocumentString(`
    mutation SaveStatusUpdate($id: ID!, $attachmentTokens: [String!], $htmlBody: String, $if_updated_at: String) {
  status_update_update(
    id: $id
    attachmentTokens: $attachmentTokens
    htmlBody: $htmlBody
    if_updated_at: $if_updated_at
  ) {
    id
  }
}
    `) as unknown as TypedDocumentString<SaveStatusUpdateMutation, SaveStatusUpdateMutationVariables>;
export const SaveInternalStatusUpdateDocument = new TypedDocumentString(`
    mutation SaveInternalStatusUpdate($id: ID!, $attachmentTokens: [String!], $htmlText: String, $if_updated_at: String) {
  internal_status_update_update(
    id: $id
    attachmentTokens: $attachmentTokens
    htmlText: $htmlText
    if_updated_at: $if_updated_at
  ) {
    id
  }
}
    `) as unknown as TypedDocumentString<SaveInternalStatusUpdateMutation, SaveInternalStatusUpdateMutationVariables>;
export const PanelMessageIdeaDocument = new TypedDocumentString(`
    query PanelMessageIdea($id: ID!) {
  suggestion(id: $id) {
    id
    title
  }
}
    `) as unknown as TypedDocumentString<PanelMessageIdeaQuery, PanelMessageIdeaQueryVariables>;
export const SendMessageDocument = new TypedDocumentString(`
    mutation SendMessage($links: SupporterMessageLinks!, $body: String!, $emailSubject: String, $fromEmail: String, $notificationEmailAddress: String, $attachmentTokens: [String!], $copiesReplies: Boolean) {
  supporter_message_create(
    links: $links
    body: $body
    emailSubject: $emailSubject
    fromEmail: $fromEmail
    notificationEmailAddress: $notificationEmailAddress
    attachmentTokens: $attachmentTokens
    copiesReplies: $copiesReplies
  ) {
    id
    mailing {
      ...SentMailing
    }
  }
}
    fragment SentMailing on Mailing {
  id
  state
  expected_count
  send_after
  created_at
}`) as unknown as TypedDocumentString<SendMessageMutation, SendMessageMutationVariables>;
export const CallMailBackDocument = new TypedDocumentString(`
    mutation CallMailBack($id: ID!) {
  mailing_call_back(id: $id) {
    id
    state
  }
}
    `) as unknown as TypedDocumentString<CallMailBackMutation, CallMailBackMutationVariables>;
export const PanelMailSettingsDocument = new TypedDocumentString(`
    query PanelMailSettings {
  current_subdomain {
    id
    usual_from_address
    automatic_reply_address
    from_domain
    from_domain_verified
    takes_replies
  }
}
    `) as unknown as TypedDocumentString<PanelMailSettingsQuery, PanelMailSettingsQueryVariables>;
export const RecipientPreviewDocument = new TypedDocumentString(`
    query RecipientPreview($suggestion: ID!, $kind: String!) {
  recipient_preview(suggestion: $suggestion, kind: $kind) {
    ...PreviewedRecipients
  }
}
    fragment PreviewedRecipients on RecipientPreview {
  recipients_count
  recipients {
    id
    name
    email_address
  }
  left_out_count
  left_out {
    reason
    sentence
    count
    people {
      id
      name
      email_address
    }
  }
}`) as unknown as TypedDocumentString<RecipientPreviewQuery, RecipientPreviewQueryVariables>;
export const BulkStatusPreviewDocument = new TypedDocumentString(`
    query BulkStatusPreview($ids: [ID!], $status: ID, $internal_status: ID) {
  bulk_status_preview(
    ids: $ids
    status: $status
    internal_status: $internal_status
  ) {
    changed_count
    mails_count
    people {
      ...PreviewedRecipients
    }
  }
}
    fragment PreviewedRecipients on RecipientPreview {
  recipients_count
  recipients {
    id
    name
    email_address
  }
  left_out_count
  left_out {
    reason
    sentence
    count
    people {
      id
      name
      email_address
    }
  }
}`) as unknown as TypedDocumentString<BulkStatusPreviewQuery, BulkStatusPreviewQueryVariables>;
export const BulkStatusDocument = new TypedDocumentString(`
    mutation BulkStatus($ids: [ID!], $status: ID, $internal_status: ID, $html_body: String, $notify_supporters: Boolean, $attachmentTokens: [String!], $notificationEmailAddress: String, $fromEmail: String) {
  suggestions_bulk_status(
    ids: $ids
    status: $status
    internal_status: $internal_status
    html_body: $html_body
    notify_supporters: $notify_supporters
    attachmentTokens: $attachmentTokens
    notificationEmailAddress: $notificationEmailAddress
    fromEmail: $fromEmail
  ) {
    changed_count
    skipped_count
    undo_id
    mails_count
    mails_wait_seconds
  }
}
    `) as unknown as TypedDocumentString<BulkStatusMutation, BulkStatusMutationVariables>;
export const QuickCreateIdeaDocument = new TypedDocumentString(`
    mutation QuickCreateIdea($title: String!, $links: SuggestionLinks!, $creator: SuggestionCreator) {
  suggestion_create(title: $title, links: $links, creator: $creator) {
    ...IdeaSummary
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
}`) as unknown as TypedDocumentString<QuickCreateIdeaMutation, QuickCreateIdeaMutationVariables>;
export const DefaultForumDocument = new TypedDocumentString(`
    query DefaultForum {
  current_subdomain {
    id
    default_forum {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<DefaultForumQuery, DefaultForumQueryVariables>;
export const PlaceForumDocument = new TypedDocumentString(`
    query PlaceForum($id: ID!) {
  forum(id: $id) {
    id
    name
    is_open
    category_required
  }
}
    `) as unknown as TypedDocumentString<PlaceForumQuery, PlaceForumQueryVariables>;
export const DeleteFeedbackDocument = new TypedDocumentString(`
    mutation DeleteFeedback($id: ID!) {
  feedback_record_delete(id: $id) {
    id
  }
}
    `) as unknown as TypedDocumentString<DeleteFeedbackMutation, DeleteFeedbackMutationVariables>;
export const DeleteCommentDocument = new TypedDocumentString(`
    mutation DeleteComment($id: ID!) {
  comment_delete(id: $id) {
    id
  }
}
    `) as unknown as TypedDocumentString<DeleteCommentMutation, DeleteCommentMutationVariables>;
export const MarkCommentAsSpamDocument = new TypedDocumentString(`
    mutation MarkCommentAsSpam($id: ID!) {
  comment_spam(id: $id) {
    id
  }
}
    `) as unknown as TypedDocumentString<MarkCommentAsSpamMutation, MarkCommentAsSpamMutationVariables>;
export const DeleteIdeaDocument = new TypedDocumentString(`
    mutation DeleteIdea($id: ID!) {
  suggestion_delete(id: $id) {
    id
  }
}
    `) as unknown as TypedDocumentString<DeleteIdeaMutation, DeleteIdeaMutationVariables>;
export const RestoreFeedbackDocument = new TypedDocumentString(`
    mutation RestoreFeedback($id: ID!) {
  feedback_record_restore(id: $id) {
    id
  }
}
    `) as unknown as TypedDocumentString<RestoreFeedbackMutation, RestoreFeedbackMutationVariables>;
export const RestoreCommentDocument = new TypedDocumentString(`
    mutation RestoreComment($id: ID!) {
  comment_restore(id: $id) {
    id
  }
}
    `) as unknown as TypedDocumentString<RestoreCommentMutation, RestoreCommentMutationVariables>;
export const RestoreIdeaDocument = new TypedDocumentString(`
    mutation RestoreIdea($id: ID!) {
  suggestion_restore(id: $id) {
    id
  }
}
    `) as unknown as TypedDocumentString<RestoreIdeaMutation, RestoreIdeaMutationVariables>;
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
      satisfaction_score
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
  satisfaction_score
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
  satisfaction_score
  crm_account {
    id
    name
  }
}`) as unknown as TypedDocumentString<SearchTeamQuery, SearchTeamQueryVariables>;
export const FindOrCreateUserDocument = new TypedDocumentString(`
    mutation FindOrCreateUser($email: String!, $name: String!) {
  users_find_or_create(email: $email, name: $name) {
    ...PickedUser
  }
}
    fragment PickedUser on User {
  id
  name
  email_address
  avatar_url
  satisfaction_score
  crm_account {
    id
    name
  }
}`) as unknown as TypedDocumentString<FindOrCreateUserMutation, FindOrCreateUserMutationVariables>;
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
export const CreateLabelDocument = new TypedDocumentString(`
    mutation CreateLabel($name: String!, $parent_id: ID) {
  label_create(name: $name, parent_id: $parent_id) {
    id
    name
    full_name
  }
}
    `) as unknown as TypedDocumentString<CreateLabelMutation, CreateLabelMutationVariables>;
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
export const DeleteAttachmentDocument = new TypedDocumentString(`
    mutation DeleteAttachment($id: ID!) {
  attachment_delete(id: $id) {
    id
  }
}
    `) as unknown as TypedDocumentString<DeleteAttachmentMutation, DeleteAttachmentMutationVariables>;
export const SubscriptionStatusDocument = new TypedDocumentString(`
    query SubscriptionStatus($suggestion: ID!, $user: ID!) {
  user_subscription_status(suggestion: $suggestion, user: $user) {
    subscribed
    is_watching
  }
}
    `) as unknown as TypedDocumentString<SubscriptionStatusQuery, SubscriptionStatusQueryVariables>;