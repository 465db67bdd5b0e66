// Printed by "npm run db:types" from the migrations; a test fails when it is stale. Do not edit.
import type { ColumnType } from 'kysely';

/** A column that has a default: it may be left out of an insert. */
type Defaulted<T> = T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>;

/** A column that PostgreSQL computes from others: read, never written. */
type Computed<T> = ColumnType<T, never, never>;

/** Comes as a Date; a text goes in as well. */
type Timestamp = ColumnType<Date, Date | string, Date | string>;

/** Comes parsed and goes in as JSON text, since the driver would write an array as one of PostgreSQL's own. */
type Json = ColumnType<unknown, string, string>;

export interface AccountNotesTable {
  subdomain_id: string;
  id: Defaulted<string>;
  account_id: string;
  creator_id: string | null;
  body: string;
  deleted_at: Timestamp | null;
  created_at: Defaulted<Timestamp>;
  updated_at: Defaulted<Timestamp>;
}

export interface AccountRevenuesTable {
  subdomain_id: string;
  id: Defaulted<string>;
  account_id: string;
  since: Timestamp;
  mrr_cents: string;
  revenue_cents: string;
  source: string;
  user_id: string | null;
  created_at: Defaulted<Timestamp>;
}

export interface ActivityEntriesTable {
  subdomain_id: string;
  id: Defaulted<string>;
  suggestion_id: string;
  kind: string;
  user_id: string | null;
  comment_id: string | null;
  feedback_record_id: string | null;
  note_id: string | null;
  internal_flag_id: string | null;
  status_update_id: string | null;
  internal_status_update_id: string | null;
  related_suggestion_id: string | null;
  details: Defaulted<Json>;
  created_at: Defaulted<Timestamp>;
  supporter_message_id: string | null;
}

export interface ApiKeysTable {
  subdomain_id: string;
  id: Defaulted<string>;
  name: string;
  key_hash: Buffer;
  key_end: string;
  scopes: string[];
  user_id: string;
  expires_at: Timestamp | null;
  last_used_at: Timestamp | null;
  revoked_at: Timestamp | null;
  revoked_by_id: string | null;
  created_at: Defaulted<Timestamp>;
  updated_at: Defaulted<Timestamp>;
}

export interface ArticleAnswersTable {
  subdomain_id: string;
  article_id: string;
  reader: string;
  is_helpful: boolean;
  answered_at: Defaulted<Timestamp>;
}

export interface ArticleSearchesTable {
  subdomain_id: string;
  id: Defaulted<string>;
  words: string;
  searches_count: number;
  created_at: Defaulted<Timestamp>;
  updated_at: Defaulted<Timestamp>;
}

export interface ArticleSectionsTable {
  subdomain_id: string;
  id: Defaulted<string>;
  name: string;
  position: number;
  created_at: Defaulted<Timestamp>;
  updated_at: Defaulted<Timestamp>;
}

export interface ArticlesTable {
  subdomain_id: string;
  id: Defaulted<string>;
  section_id: string | null;
  position: number;
  title: string;
  body: string | null;
  search: string;
  published_at: Timestamp | null;
  published_title: string | null;
  published_body: string | null;
  published_files: Defaulted<string[]>;
  published_search: string | null;
  author_id: string | null;
  deleted_at: Timestamp | null;
  created_at: Defaulted<Timestamp>;
  updated_at: Defaulted<Timestamp>;
}

export interface AttachmentsTable {
  subdomain_id: string;
  id: Defaulted<string>;
  token: string;
  uploader_id: string | null;
  file_name: string;
  content_type: string;
  size_in_bytes: string;
  storage_key: string;
  thumb_key: string | null;
  suggestion_id: string | null;
  comment_id: string | null;
  feedback_record_id: string | null;
  note_id: string | null;
  status_update_id: string | null;
  internal_status_update_id: string | null;
  created_at: Defaulted<Timestamp>;
  updated_at: Defaulted<Timestamp>;
  supporter_message_id: string | null;
  article_id: string | null;
  ticket_message_id: string | null;
  feature_id: string | null;
}

export interface AuditEntriesTable {
  subdomain_id: string;
  id: Defaulted<string>;
  user_id: string | null;
  action: string;
  subject: string | null;
  details: Defaulted<Json>;
  ip: string | null;
  created_at: Defaulted<Timestamp>;
}

export interface CategoriesTable {
  subdomain_id: string;
  id: Defaulted<string>;
  forum_id: string;
  name: string;
  position: Defaulted<number>;
  suggestions_count: Defaulted<number>;
  open_suggestions_count: Defaulted<number>;
  created_at: Defaulted<Timestamp>;
  updated_at: Defaulted<Timestamp>;
}

export interface CommentsTable {
  subdomain_id: string;
  id: Defaulted<string>;
  suggestion_id: string;
  creator_id: string | null;
  body: string;
  body_mime_type: Defaulted<string>;
  state: Defaulted<string>;
  channel: Defaulted<string>;
  is_admin_comment: Defaulted<boolean>;
  inappropriate_flags_count: Defaulted<number>;
  converted_to_suggestion_id: string | null;
  external_id: string | null;
  created_at: Defaulted<Timestamp>;
  updated_at: Defaulted<Timestamp>;
  import_id: string | null;
}

export interface ConsoleTokensTable {
  subdomain_id: string;
  token_hash: Buffer;
  session_hash: Buffer;
  user_id: string;
  expires_at: Timestamp;
}

export interface CustomFieldEnumValuesTable {
  subdomain_id: string;
  id: Defaulted<string>;
  custom_field_id: string;
  label: string;
  numeric_value: number | null;
  is_default: Defaulted<boolean>;
  position: Defaulted<number>;
}

export interface CustomFieldsTable {
  subdomain_id: string;
  id: Defaulted<string>;
  object_type: string;
  key: string;
  name: string;
  field_type: string;
  value_type: string;
  question: string | null;
  question_enabled: Defaulted<boolean>;
  question_required: Defaulted<boolean>;
  created_by_id: string | null;
  updated_by_id: string | null;
  created_at: Defaulted<Timestamp>;
  updated_at: Defaulted<Timestamp>;
}

export interface DeliveriesTable {
  subdomain_id: string;
  id: Defaulted<string>;
  mailing_id: string;
  user_id: string | null;
  email_address: string;
  state: Defaulted<string>;
  attempts: Defaulted<number>;
  due_at: Defaulted<Timestamp>;
  reason: string | null;
  sent_at: Timestamp | null;
  opened_at: Timestamp | null;
  clicked_at: Timestamp | null;
  reaction: string | null;
  created_at: Defaulted<Timestamp>;
}

export interface DistinctUsersTable {
  subdomain_id: string;
  user_id: string;
  other_user_id: string;
  created_at: Defaulted<Timestamp>;
}

export interface DuplicateSearchesTable {
  subdomain_id: string;
  suggestion_id: string;
  created_at: Defaulted<Timestamp>;
}

export interface ExportsTable {
  subdomain_id: string;
  id: Defaulted<string>;
  user_id: string;
  collection: string;
  format: string;
  params: Json;
  state: Defaulted<string>;
  rows_expected: string | null;
  rows_written: Defaulted<string>;
  problem: string | null;
  storage_key: string | null;
  file_name: string | null;
  size_in_bytes: string | null;
  token_hash: Buffer | null;
  expires_at: Timestamp | null;
  mailed_at: Timestamp | null;
  created_at: Defaulted<Timestamp>;
  updated_at: Defaulted<Timestamp>;
  attempts: Defaulted<number>;
  finished_at: Timestamp | null;
}

export interface ExternalAccountsTable {
  subdomain_id: string;
  id: Defaulted<string>;
  external_id: string | null;
  name: string;
  plan: string | null;
  mrr_cents: Defaulted<string>;
  ltv_cents: Defaulted<string>;
  revenue_cents: Defaulted<string>;
  users_count: Defaulted<number>;
  requests_count: Defaulted<number>;
  supported_ideas_count: Defaulted<number>;
  external_created_at: Timestamp | null;
  last_active_at: Timestamp | null;
  created_at: Defaulted<Timestamp>;
  updated_at: Defaulted<Timestamp>;
  deleted_at: Timestamp | null;
  has_own_revenue: Defaulted<boolean>;
  promoters_count: Defaulted<number>;
  neutrals_count: Defaulted<number>;
  detractors_count: Defaulted<number>;
  custom_fields: Defaulted<Json>;
}

export interface ExternalUsersTable {
  subdomain_id: string;
  id: Defaulted<string>;
  user_id: string;
  account_id: string | null;
  external_id: string | null;
  created_at: Defaulted<Timestamp>;
}

export interface FeatureEventsTable {
  subdomain_id: string;
  id: Defaulted<string>;
  feature_id: string;
  kind: string;
  user_id: string | null;
  feature_status_id: string | null;
  old_feature_status_id: string | null;
  suggestion_id: string | null;
  count: number | null;
  text: string | null;
  created_at: Defaulted<Timestamp>;
}

export interface FeatureStatusesTable {
  subdomain_id: string;
  id: Defaulted<string>;
  name: string;
  hex_color: Defaulted<string>;
  is_default: Defaulted<boolean>;
  position: number;
  deleted_at: Timestamp | null;
  created_at: Defaulted<Timestamp>;
  updated_at: Defaulted<Timestamp>;
}

export interface FeatureSuggestionsTable {
  subdomain_id: string;
  feature_id: string;
  suggestion_id: string;
  user_id: string | null;
  created_at: Defaulted<Timestamp>;
}

export interface FeaturesTable {
  subdomain_id: string;
  id: Defaulted<string>;
  name: string;
  description: string | null;
  state: Defaulted<string>;
  position: number;
  feature_status_id: string | null;
  product_area_id: string | null;
  roadmap_id: string | null;
  custom_fields: Defaulted<Json>;
  search: string;
  suggestions_count: Defaulted<number>;
  supporting_users_count: Defaulted<number>;
  supporting_accounts_count: Defaulted<number>;
  supporter_revenue_cents: Defaulted<string>;
  creator_id: string | null;
  deleted_at: Timestamp | null;
  created_at: Defaulted<Timestamp>;
  updated_at: Defaulted<Timestamp>;
}

export interface FeedbackRecordsTable {
  subdomain_id: string;
  id: Defaulted<string>;
  suggestion_id: string | null;
  user_id: string | null;
  captured_by_id: string | null;
  body: string;
  body_mime_type: Defaulted<string>;
  channel: Defaulted<string>;
  source_url: string | null;
  source_type: string | null;
  source_guid: string | null;
  source_title: string | null;
  severity: number | null;
  prompt: string | null;
  referrer: string | null;
  nps_rating: number | null;
  state: Defaulted<string>;
  created_at: Defaulted<Timestamp>;
  updated_at: Defaulted<Timestamp>;
}

export interface ForumAccessEmailDomainsTable {
  subdomain_id: string;
  id: Defaulted<string>;
  forum_id: string;
  domain: string;
  created_at: Defaulted<Timestamp>;
  updated_at: Defaulted<Timestamp>;
}

export interface ForumAccessIpsTable {
  subdomain_id: string;
  id: Defaulted<string>;
  forum_id: string;
  ip: string;
  created_at: Defaulted<Timestamp>;
  updated_at: Defaulted<Timestamp>;
}

export interface ForumDaysTable {
  subdomain_id: string;
  forum_id: string;
  day: string;
  category_id: Defaulted<string>;
  slot: number;
  ideas_count: Defaulted<number>;
  votes_count: Defaulted<number>;
  comments_count: Defaulted<number>;
  feedback_records_count: Defaulted<number>;
  notes_count: Defaulted<number>;
}

export interface ForumsTable {
  subdomain_id: string;
  id: Defaulted<string>;
  name: string;
  state: Defaulted<string>;
  position: Defaulted<number>;
  prompt: string | null;
  placeholder: string | null;
  welcome_message: string | null;
  logo_url: string | null;
  default_locale: string | null;
  default_sort: Defaulted<string>;
  category_required: Defaulted<boolean>;
  classic_voting: Defaulted<boolean>;
  votes_allowed: Defaulted<number>;
  importance_enabled: Defaulted<boolean>;
  moderation_enabled: Defaulted<boolean>;
  allow_requests: Defaulted<boolean>;
  is_private: Defaulted<boolean>;
  authorization_operator: Defaulted<string>;
  allow_sso_user_by_default: Defaulted<boolean>;
  allow_by_ip: Defaulted<boolean>;
  allow_by_email_domain: Defaulted<boolean>;
  access_denied_message: string | null;
  suggestions_count: Defaulted<number>;
  open_suggestions_count: Defaulted<number>;
  categories_count: Defaulted<number>;
  created_at: Defaulted<Timestamp>;
  updated_at: Defaulted<Timestamp>;
}

export interface IdempotencyKeysTable {
  subdomain_id: string;
  user_id: string;
  key: string;
  document_hash: string;
  result: Json | null;
  created_at: Defaulted<Timestamp>;
}

export interface ImpactReportLinksTable {
  subdomain_id: string;
  id: Defaulted<string>;
  impact_report_id: string;
  token: string;
  shows_names: boolean;
  shows_revenue: boolean;
  shows_quotes: boolean;
  shows_ideas: boolean;
  ends_on: string | null;
  opened_count: Defaulted<number>;
  creator_id: string | null;
  created_at: Defaulted<Timestamp>;
  revoked_at: Timestamp | null;
}

export interface ImpactReportReadersTable {
  subdomain_id: string;
  id: Defaulted<string>;
  impact_report_id: string;
  user_id: string;
  message: string | null;
  read_at: Timestamp | null;
  created_at: Defaulted<Timestamp>;
}

export interface ImpactReportVersionsTable {
  subdomain_id: string;
  id: Defaulted<string>;
  impact_report_id: string;
  version: number;
  title: string;
  description: string | null;
  sections: string[];
  texts: Json;
  quotes: Json;
  top_ideas: string[] | null;
  figures: Json;
  figures_at: Timestamp;
  editor_id: string | null;
  created_at: Timestamp;
}

export interface ImpactReportsTable {
  subdomain_id: string;
  id: Defaulted<string>;
  title: string;
  description: string | null;
  state: Defaulted<string>;
  version: Defaulted<number>;
  source: string;
  source_name: string | null;
  theme_id: string | null;
  saved_view_id: string | null;
  suggestion_ids: string[] | null;
  sections: string[];
  texts: Defaulted<Json>;
  quotes: Defaulted<Json>;
  top_ideas: string[] | null;
  figures: Json;
  figures_at: Timestamp;
  people_now: number;
  accounts_now: number;
  revenue_cents_now: string;
  counted_at: Timestamp;
  creator_id: string | null;
  editor_id: string | null;
  deleted_at: Timestamp | null;
  created_at: Defaulted<Timestamp>;
  updated_at: Defaulted<Timestamp>;
}

export interface ImportFilesTable {
  subdomain_id: string;
  id: Defaulted<string>;
  import_id: string | null;
  user_id: string;
  role: string | null;
  file_name: string;
  size_in_bytes: string;
  storage_key: string | null;
  received_at: Timestamp | null;
  head: Json | null;
  header_hash: string | null;
  rows_count: string | null;
  created_at: Defaulted<Timestamp>;
}

export interface ImportanceResponsesTable {
  subdomain_id: string;
  id: Defaulted<string>;
  label: string;
  value: number;
  created_at: Defaulted<Timestamp>;
  updated_at: Defaulted<Timestamp>;
}

export interface ImportsTable {
  subdomain_id: string;
  id: Defaulted<string>;
  user_id: string | null;
  state: Defaulted<string>;
  preset: string;
  file_names: string[];
  settings: Json;
  revision: Defaulted<number>;
  problem: string | null;
  problem_reason: string | null;
  progress_done: Defaulted<string>;
  progress_total: string | null;
  rehearsal: Json | null;
  report: Json | null;
  refused_file_key: string | null;
  attempts: Defaulted<number>;
  stop_asked_at: Timestamp | null;
  started_at: Timestamp | null;
  finished_at: Timestamp | null;
  undo_until: Timestamp | null;
  undone_at: Timestamp | null;
  undone_by_id: string | null;
  undo_report: Json | null;
  created_at: Defaulted<Timestamp>;
  updated_at: Defaulted<Timestamp>;
}

export interface InboundTriesTable {
  mailbox: string;
  uid: string;
  tries: Defaulted<number>;
  began_at: Defaulted<Timestamp>;
  set_aside_at: Timestamp | null;
  reason: string | null;
}

export interface InstallationFactsTable {
  name: string;
  value: Json;
  updated_at: Defaulted<Timestamp>;
}

export interface InternalFlagsTable {
  subdomain_id: string;
  id: Defaulted<string>;
  suggestion_id: string;
  creator_id: string | null;
  user_id: string | null;
  reason: string;
  cleared_at: Timestamp | null;
  cleared_by_id: string | null;
  cleared_message: string | null;
  created_at: Defaulted<Timestamp>;
  updated_at: Defaulted<Timestamp>;
}

export interface InternalStatusUpdatesTable {
  subdomain_id: string;
  id: Defaulted<string>;
  suggestion_id: string;
  user_id: string | null;
  old_internal_status_id: string | null;
  new_internal_status_id: string | null;
  html_text: string | null;
  teams_notified: Defaulted<boolean>;
  expected_send_count: Defaulted<number>;
  mail_sent_count: Defaulted<number>;
  mail_opened_count: number | null;
  mail_clicked_count: number | null;
  thumbs_up_count: Defaulted<number>;
  thumbs_down_count: Defaulted<number>;
  created_at: Defaulted<Timestamp>;
  updated_at: Defaulted<Timestamp>;
}

export interface InternalStatusesTable {
  subdomain_id: string;
  id: Defaulted<string>;
  name: string;
  hex_color: Defaulted<string>;
  default_html_text: string | null;
  is_default: Defaulted<boolean>;
  position: Defaulted<number>;
  created_at: Defaulted<Timestamp>;
  updated_at: Defaulted<Timestamp>;
  deleted_at: Timestamp | null;
}

export interface LabelForumsTable {
  subdomain_id: string;
  label_id: string;
  forum_id: string;
}

export interface LabelsTable {
  subdomain_id: string;
  id: Defaulted<string>;
  parent_id: string | null;
  name: string;
  full_name: string;
  level: Defaulted<number>;
  state: Defaulted<string>;
  can_recommend: Defaulted<boolean>;
  suggestions_count: Defaulted<number>;
  open_suggestions_count: Defaulted<number>;
  created_at: Defaulted<Timestamp>;
  updated_at: Defaulted<Timestamp>;
}

export interface MailKeysTable {
  subdomain_id: string;
  selector: string;
  sealed_key: Buffer;
  public_key: string;
  created_at: Defaulted<Timestamp>;
}

export interface MailLinksTable {
  subdomain_id: string;
  id: Defaulted<string>;
  mailing_id: string;
  url: string;
}

export interface MailSuppressionsTable {
  subdomain_id: string;
  email_key: string;
  reason: string;
  details: string | null;
  created_by_id: string | null;
  created_at: Defaulted<Timestamp>;
}

export interface MailingsTable {
  subdomain_id: string;
  id: Defaulted<string>;
  kind: string;
  suggestion_id: string | null;
  status_update_id: string | null;
  internal_status_update_id: string | null;
  supporter_message_id: string | null;
  user_id: string | null;
  state: Defaulted<string>;
  at_most_once: Defaulted<boolean>;
  subject: string;
  from_email: string | null;
  reply_to: string | null;
  details: Defaulted<Json>;
  send_after: Defaulted<Timestamp>;
  expected_count: Defaulted<number>;
  created_at: Defaulted<Timestamp>;
  updated_at: Defaulted<Timestamp>;
}

export interface MergeCandidatesTable {
  subdomain_id: string;
  suggestion_id: string;
  other_suggestion_id: string;
  score: number;
  reason: string;
  state: Defaulted<string>;
  created_at: Defaulted<Timestamp>;
  updated_at: Defaulted<Timestamp>;
}

export interface MessagesTable {
  subdomain_id: string;
  id: Defaulted<string>;
  suggestion_id: string | null;
  delivery_id: string | null;
  supporter_message_id: string | null;
  status_update_id: string | null;
  internal_status_update_id: string | null;
  comment_id: string | null;
  feedback_record_id: string | null;
  user_id: string | null;
  is_from_staff: Defaulted<boolean>;
  subject: string | null;
  body: string;
  message_id: string | null;
  created_at: Defaulted<Timestamp>;
  from_email: string | null;
}

export interface NoteMentionsTable {
  subdomain_id: string;
  note_id: string;
  user_id: string;
}

export interface NotesTable {
  subdomain_id: string;
  id: Defaulted<string>;
  suggestion_id: string;
  parent_id: string | null;
  creator_id: string | null;
  body: string;
  body_mime_type: Defaulted<string>;
  reply_count: Defaulted<number>;
  deleted_at: Timestamp | null;
  created_at: Defaulted<Timestamp>;
  updated_at: Defaulted<Timestamp>;
}

export interface NotificationDigestsTable {
  subdomain_id: string;
  user_id: string;
  frequency: Defaulted<string>;
  sent_for: string | null;
  updated_at: Defaulted<Timestamp>;
}

export interface NotificationPreferencesTable {
  subdomain_id: string;
  user_id: string;
  event: string;
  by_mail: boolean;
  updated_at: Defaulted<Timestamp>;
}

export interface NotificationsTable {
  subdomain_id: string;
  id: Defaulted<string>;
  user_id: string;
  event: string;
  subject_user_id: string | null;
  suggestion_id: string | null;
  note_id: string | null;
  supporter_message_id: string | null;
  status_update_id: string | null;
  internal_status_update_id: string | null;
  message_id: string | null;
  bulk_action_id: string | null;
  objects_changed: number | null;
  group_key: string;
  seen_at: Timestamp | null;
  clicked_at: Timestamp | null;
  mailed_at: Timestamp | null;
  created_at: Defaulted<Timestamp>;
  updated_at: Defaulted<Timestamp>;
  import_id: string | null;
  saved_view_id: string | null;
  theme_set_id: string | null;
  impact_report_id: string | null;
  webhook_id: string | null;
  ticket_id: string | null;
}

export interface OneTimeLinksTable {
  subdomain_id: string;
  token_hash: Buffer;
  purpose: string;
  user_id: string;
  expires_at: Timestamp;
  used_at: Timestamp | null;
  created_at: Defaulted<Timestamp>;
  session_origins: Defaulted<string[]>;
  session_began_at: Timestamp | null;
}

export interface PasskeysTable {
  subdomain_id: string;
  id: Defaulted<string>;
  user_id: string;
  name: string;
  credential_id: string;
  public_key: Buffer;
  sign_count: Defaulted<string>;
  transports: Defaulted<string[]>;
  created_at: Defaulted<Timestamp>;
  last_used_at: Timestamp | null;
}

export interface PeriodMarksTable {
  subdomain_id: string;
  id: Defaulted<string>;
  name: string;
  starts_on: string;
  ends_on: string;
  creator_id: string | null;
  created_at: Defaulted<Timestamp>;
  updated_at: Defaulted<Timestamp>;
}

export interface ProductAreasTable {
  subdomain_id: string;
  id: Defaulted<string>;
  name: string;
  position: number;
  created_at: Defaulted<Timestamp>;
  updated_at: Defaulted<Timestamp>;
}

export interface RatingsTable {
  subdomain_id: string;
  id: Defaulted<string>;
  user_id: string;
  score: number;
  body: string | null;
  channel: Defaulted<string>;
  recorded_by_id: string | null;
  created_at: Defaulted<Timestamp>;
  updated_at: Defaulted<Timestamp>;
  delivery_id: string | null;
}

export interface ReactionsTable {
  subdomain_id: string;
  id: Computed<string>;
  user_id: string;
  status_update_id: string | null;
  internal_status_update_id: string | null;
  kind: string;
  created_at: Defaulted<Timestamp>;
  updated_at: Defaulted<Timestamp>;
}

export interface RoadmapVisitsTable {
  subdomain_id: string;
  id: Defaulted<string>;
  roadmap_id: string;
  email_address: string;
  link_hash: Buffer;
  link_ends_at: Timestamp;
  browser_hash: Buffer | null;
  browser_ends_at: Timestamp | null;
  created_at: Defaulted<Timestamp>;
}

export interface RoadmapsTable {
  subdomain_id: string;
  id: Defaulted<string>;
  name: string;
  position: number;
  share_with_contributors: Defaulted<boolean>;
  share_with_email_domains: Defaulted<boolean>;
  share_public: Defaulted<boolean>;
  email_domains: Defaulted<string[]>;
  show_mrr: Defaulted<boolean>;
  show_users: Defaulted<boolean>;
  show_accounts: Defaulted<boolean>;
  token: string | null;
  created_at: Defaulted<Timestamp>;
  updated_at: Defaulted<Timestamp>;
}

export interface SavedViewSuggestionsTable {
  subdomain_id: string;
  saved_view_id: string;
  suggestion_id: string;
  position: number;
  created_at: Defaulted<Timestamp>;
}

export interface SavedViewUsersTable {
  subdomain_id: string;
  id: Defaulted<string>;
  saved_view_id: string;
  user_id: string;
  is_shared: Defaulted<boolean>;
  position: number | null;
  subscribed: Defaulted<boolean>;
  frequency: Defaulted<string>;
  weekday: Defaulted<number>;
  hour: Defaulted<number>;
  sent_for: Timestamp | null;
  told_until: Timestamp | null;
  told_ids: string[] | null;
  created_at: Defaulted<Timestamp>;
  updated_at: Defaulted<Timestamp>;
}

export interface SavedViewsTable {
  subdomain_id: string;
  id: Defaulted<string>;
  name: string;
  kind: string;
  sub_kind: string;
  state: Defaulted<string>;
  params: Defaulted<Json>;
  is_public: Defaulted<boolean>;
  owner_id: string;
  suggestions_count: number | null;
  counted_at: Timestamp | null;
  deleted_at: Timestamp | null;
  created_at: Defaulted<Timestamp>;
  updated_at: Defaulted<Timestamp>;
  impact_report_id: string | null;
  theme_set_id: string | null;
}

export interface SearchStatisticsTable {
  subdomain_id: string;
  ideas_count: number;
  all_ideas_count: number;
  last_suggestion_id: string;
  mean_title_words: number;
  mean_body_words: number;
  rarity: Buffer;
  counted_at: Timestamp;
  letters: Defaulted<string>;
}

export interface SearchTermsTable {
  subdomain_id: string;
  term: string;
  ideas_count: number;
}

export interface SearchWordBackfillsTable {
  subdomain_id: string;
  after_id: string;
}

export interface SearchWordsTable {
  subdomain_id: string;
  word: string;
  ideas_count: number;
}

export interface SecondFactorsTable {
  subdomain_id: string;
  user_id: string;
  sealed_secret: Buffer;
  confirmed_at: Timestamp | null;
  last_step: Defaulted<string>;
  recovery_hashes: Defaulted<Buffer[]>;
  created_at: Defaulted<Timestamp>;
}

export interface SessionsTable {
  subdomain_id: string;
  secret_hash: Buffer;
  user_id: string;
  created_at: Defaulted<Timestamp>;
  last_used_at: Defaulted<Timestamp>;
  expires_at: Timestamp;
  ip: string | null;
  user_agent: string | null;
  id: Defaulted<string>;
  origins: Defaulted<string[]>;
  generation: Defaulted<number>;
  began_at: Timestamp | null;
}

export interface SignInDelaysTable {
  subdomain_id: string;
  scope_key: string;
  failures: number;
  blocked_until: Timestamp;
  updated_at: Defaulted<Timestamp>;
  account: string | null;
}

export interface SignInIdentitiesTable {
  subdomain_id: string;
  issuer: string;
  subject: string;
  user_id: string;
  created_at: Defaulted<Timestamp>;
}

export interface SignInProvidersTable {
  subdomain_id: string;
  name: string;
  issuer: string;
  client_id: string;
  sealed_secret: Buffer | null;
  secret_end: string | null;
  email_domains: Defaulted<string[]>;
  joins_as: string | null;
  license_claim: string | null;
  is_required: Defaulted<boolean>;
  created_at: Defaulted<Timestamp>;
  updated_at: Defaulted<Timestamp>;
}

export interface StatusUpdatesTable {
  subdomain_id: string;
  id: Defaulted<string>;
  suggestion_id: string;
  user_id: string | null;
  old_status_id: string | null;
  new_status_id: string | null;
  html_body: string | null;
  from_email: string | null;
  notification_email_address: string | null;
  supporters_notified: Defaulted<boolean>;
  reactions_enabled: Defaulted<boolean>;
  expected_send_count: Defaulted<number>;
  mail_sent_count: Defaulted<number>;
  mail_opened_count: number | null;
  mail_clicked_count: number | null;
  thumbs_up_count: Defaulted<number>;
  thumbs_down_count: Defaulted<number>;
  created_at: Defaulted<Timestamp>;
  updated_at: Defaulted<Timestamp>;
  external_id: string | null;
  import_id: string | null;
  is_dated: Defaulted<boolean>;
}

export interface StatusesTable {
  subdomain_id: string;
  id: Defaulted<string>;
  name: string;
  hex_color: Defaulted<string>;
  default_html_text: string | null;
  is_open: Defaulted<boolean>;
  is_default: Defaulted<boolean>;
  allow_comments: Defaulted<boolean>;
  position: Defaulted<number>;
  suggestions_count: Defaulted<number>;
  created_at: Defaulted<Timestamp>;
  updated_at: Defaulted<Timestamp>;
  deleted_at: Timestamp | null;
}

export interface SubdomainsTable {
  id: Defaulted<string>;
  key: string;
  name: string;
  cname: string | null;
  portal_url: string | null;
  features: Defaulted<string[]>;
  core_access: Defaulted<boolean>;
  uvk_access: Defaulted<boolean>;
  trial_end_date: Timestamp | null;
  deleted_at: Timestamp | null;
  allow_feedback_product_areas: Defaulted<boolean>;
  require_suggestion_on_capture_feedback: Defaulted<boolean>;
  severity_tracking_enabled: Defaulted<boolean>;
  moderation_enabled: Defaulted<boolean>;
  default_forum_id: string | null;
  default_sort: Defaulted<string>;
  default_locale: Defaulted<string>;
  from_email: string | null;
  from_domain: string | null;
  from_domain_verified: Defaulted<boolean>;
  created_at: Defaulted<Timestamp>;
  updated_at: Defaulted<Timestamp>;
  prevent_email_notifications: Defaulted<boolean>;
  mail_tracking: Defaulted<boolean>;
  cname_proved_at: Timestamp | null;
  roadmap_feedback: Defaulted<boolean>;
  requires_second_factor: Defaulted<boolean>;
  session_idle_hours: Defaulted<number>;
  session_max_hours: Defaulted<number>;
  password_min_characters: Defaulted<number>;
  public_color: string | null;
  public_networks: Defaulted<string[]>;
}

export interface SubscriptionsTable {
  subdomain_id: string;
  suggestion_id: string;
  user_id: string;
  subscribed: boolean;
  created_at: Defaulted<Timestamp>;
  updated_at: Defaulted<Timestamp>;
  import_id: string | null;
}

export interface SuggestionAccountsTable {
  subdomain_id: string;
  suggestion_id: string;
  account_id: string;
  supporters_count: number;
}

export interface SuggestionContentsTable {
  subdomain_id: string;
  suggestion_id: string;
  body: string | null;
  body_mime_type: Defaulted<string>;
  custom_fields: Defaulted<Json>;
  referrer: string | null;
  user_agent: string | null;
  creator_browser: string | null;
  creator_browser_version: string | null;
  creator_os: string | null;
  creator_mobile: boolean | null;
  creator_referrer: string | null;
  search: string;
  source_url: string | null;
  source_votes_count: number | null;
  search_form: Buffer | null;
}

export interface SuggestionLabelsTable {
  subdomain_id: string;
  suggestion_id: string;
  label_id: string;
  created_at: Defaulted<Timestamp>;
}

export interface SuggestionMergesTable {
  subdomain_id: string;
  id: Defaulted<string>;
  winner_id: string;
  loser_id: string;
  user_id: string | null;
  moved: Json;
  reversed_at: Timestamp | null;
  reversed_by_id: string | null;
  created_at: Defaulted<Timestamp>;
}

export interface SuggestionTrackerIssuesTable {
  subdomain_id: string;
  suggestion_id: string;
  issue_id: string;
  user_id: string | null;
  created_at: Defaulted<Timestamp>;
}

export interface SuggestionWeeksTable {
  subdomain_id: string;
  suggestion_id: string;
  week: string;
  votes_count: number;
}

export interface SuggestionsTable {
  subdomain_id: string;
  id: Defaulted<string>;
  title: string;
  forum_id: string;
  category_id: string | null;
  status_id: string | null;
  internal_status_id: string | null;
  assigned_owner_id: string | null;
  creator_id: string | null;
  captured_by_id: string | null;
  state: Defaulted<string>;
  channel: Defaulted<string>;
  merged_into_id: string | null;
  split_from_id: string | null;
  external_id: string | null;
  is_dated: Defaulted<boolean>;
  votes_count: Defaulted<number>;
  supporters_count: Defaulted<number>;
  account_supporters_count: Defaulted<number>;
  supporting_accounts_count: Defaulted<number>;
  supporter_revenue_cents: Defaulted<string>;
  supporter_mrr_cents: Defaulted<string>;
  comments_count: Defaulted<number>;
  notes_count: Defaulted<number>;
  requests_count: Defaulted<number>;
  messages_count: Defaulted<number>;
  importance_low_count: Defaulted<number>;
  importance_medium_count: Defaulted<number>;
  importance_high_count: Defaulted<number>;
  satisfaction_promoter_count: Defaulted<number>;
  satisfaction_neutral_count: Defaulted<number>;
  satisfaction_detractor_count: Defaulted<number>;
  inappropriate_flags_count: Defaulted<number>;
  internal_flags_count: Defaulted<number>;
  all_internal_flags_count: Defaulted<number>;
  total_sentiment_score: number | null;
  has_response: Defaulted<boolean>;
  last_supported_at: Timestamp | null;
  last_status_update_at: Timestamp | null;
  last_internal_status_update_at: Timestamp | null;
  last_activity_at: Defaulted<Timestamp>;
  created_at: Defaulted<Timestamp>;
  updated_at: Defaulted<Timestamp>;
  labels_count: Defaulted<number>;
  import_id: string | null;
  sentiment_texts_count: Defaulted<number>;
  sentiment_due_at: Defaulted<Timestamp | null>;
}

export interface SupporterMessagesTable {
  subdomain_id: string;
  id: Defaulted<string>;
  suggestion_id: string;
  user_id: string | null;
  email_subject: string;
  body: string;
  body_mime_type: Defaulted<string>;
  from_email: string | null;
  notification_email_address: string | null;
  copies_replies: Defaulted<boolean>;
  expected_send_count: Defaulted<number>;
  mail_sent_count: Defaulted<number>;
  mail_opened_count: number | null;
  mail_clicked_count: number | null;
  reply_count: Defaulted<number>;
  created_at: Defaulted<Timestamp>;
  updated_at: Defaulted<Timestamp>;
}

export interface SupportersTable {
  subdomain_id: string;
  suggestion_id: string;
  user_id: string;
  votes: Defaulted<number>;
  importance_response_id: string | null;
  channel: Defaulted<string>;
  created_at: Defaulted<Timestamp | null>;
  import_id: string | null;
}

export interface TeamMembersTable {
  subdomain_id: string;
  team_id: string;
  user_id: string;
}

export interface TeamsTable {
  subdomain_id: string;
  id: Defaulted<string>;
  name: string;
  created_at: Defaulted<Timestamp>;
  updated_at: Defaulted<Timestamp>;
}

export interface ThemePlacementsTable {
  subdomain_id: string;
  theme_set_id: string;
  suggestion_id: string;
  theme_id: string;
  found_theme_id: string | null;
  fit: Defaulted<number>;
  second_theme_id: string | null;
  second_fit: Defaulted<number>;
  evidence: Defaulted<string[]>;
  evidence_weights: Defaulted<number[]>;
  moved_by_id: string | null;
  moved_at: Timestamp | null;
}

export interface ThemeRunPlacementsTable {
  subdomain_id: string;
  run_id: string;
  suggestion_id: string;
  theme_id: string;
  found_theme_id: string | null;
  fit: number;
  second_theme_id: string | null;
  second_fit: number;
  evidence: string[];
  evidence_weights: number[];
  moved_by_id: string | null;
  moved_at: Timestamp | null;
}

export interface ThemeRunsTable {
  subdomain_id: string;
  id: Defaulted<string>;
  theme_set_id: string;
  user_id: string | null;
  previous_id: string | null;
  suggestions_count: number;
  changes: Json | null;
  themes_before: Json | null;
  duration_ms: number;
  finished_at: Timestamp;
  undone_at: Timestamp | null;
}

export interface ThemeSetsTable {
  subdomain_id: string;
  id: Defaulted<string>;
  creator_id: string | null;
  name: string;
  description: string | null;
  state: Defaulted<string>;
  status: Defaulted<string>;
  suggestion_ids: string[] | null;
  activity: Defaulted<string[]>;
  period_start: Timestamp | null;
  period_end: Timestamp | null;
  advanced_filters: Json | null;
  themes_wanted: number | null;
  groups_wanted: number | null;
  revision: Defaulted<number>;
  attempts: Defaulted<number>;
  progress_step: string | null;
  progress_share: Defaulted<number>;
  problem: string | null;
  run_by_id: string | null;
  queued_at: Defaulted<Timestamp>;
  started_at: Timestamp | null;
  run_id: string | null;
  counted_at: Timestamp | null;
  created_at: Defaulted<Timestamp>;
  updated_at: Defaulted<Timestamp>;
  saved_view_id: string | null;
  reads_list: Defaulted<boolean>;
  ignored_words: Defaulted<string[]>;
}

export interface ThemesTable {
  subdomain_id: string;
  id: Defaulted<string>;
  theme_set_id: string;
  parent_id: string | null;
  state: Defaulted<string>;
  name: string;
  own_name: string | null;
  named_by_id: string | null;
  named_at: Timestamp | null;
  hex_color: string;
  uncategorized: Defaulted<boolean>;
  is_made: Defaulted<boolean>;
  is_group: Defaulted<boolean>;
  position: Defaulted<number>;
  words: Defaulted<Json>;
  near: Defaulted<Json>;
  change: string | null;
  change_theme_id: string | null;
  change_count: number | null;
  supporter_count: Defaulted<number>;
  account_count: Defaulted<number>;
  revenue_cents: Defaulted<string>;
  comment_count: Defaulted<number>;
  sentiment_average: number | null;
  sentiment_count: Defaulted<number>;
  created_at: Defaulted<Timestamp>;
  updated_at: Defaulted<Timestamp>;
}

export interface TicketMessagesTable {
  subdomain_id: string;
  id: Defaulted<string>;
  ticket_id: string;
  kind: string;
  user_id: string | null;
  from_email: string | null;
  from_name: string | null;
  is_verified: Defaulted<boolean>;
  body: string | null;
  body_mime_type: Defaulted<string>;
  event: string | null;
  event_user_id: string | null;
  event_stream_id: string | null;
  event_suggestion_id: string | null;
  message_id: string | null;
  mailing_id: string | null;
  created_at: Defaulted<Timestamp>;
}

export interface TicketStreamsTable {
  subdomain_id: string;
  id: Defaulted<string>;
  name: string;
  position: number;
  created_at: Defaulted<Timestamp>;
  updated_at: Defaulted<Timestamp>;
}

export interface TicketSuggestionsTable {
  subdomain_id: string;
  ticket_id: string;
  suggestion_id: string;
  created_at: Defaulted<Timestamp>;
}

export interface TicketsTable {
  subdomain_id: string;
  id: Defaulted<string>;
  stream_id: string;
  subject: string;
  state: Defaulted<string>;
  user_id: string | null;
  from_email: string | null;
  from_name: string | null;
  assignee_id: string | null;
  last_message_at: Timestamp;
  excerpt: Defaulted<string>;
  search: string;
  created_at: Defaulted<Timestamp>;
  updated_at: Defaulted<Timestamp>;
}

export interface TrackerIssuesTable {
  subdomain_id: string;
  id: Defaulted<string>;
  jira_key: string;
  jira_id: string | null;
  summary: string | null;
  issuetype: string | null;
  issuetype_icon_url: string | null;
  status: string | null;
  status_color: string | null;
  stage: string | null;
  status_last_updated_at: Timestamp | null;
  read_at: Timestamp | null;
  is_missing: Defaulted<boolean>;
  created_at: Defaulted<Timestamp>;
  updated_at: Defaulted<Timestamp>;
}

export interface TrackerSettingsTable {
  subdomain_id: string;
  kind: string;
  instance_url: string;
  account: string | null;
  sealed_token: Buffer | null;
  token_end: string | null;
  create_warning_message: string | null;
  customfield_id: string | null;
  hook_hash: Buffer | null;
  problem: string | null;
  problem_at: Timestamp | null;
  field_problem: string | null;
  next_read_at: Defaulted<Timestamp>;
  failures_count: Defaulted<number>;
  created_at: Defaulted<Timestamp>;
  updated_at: Defaulted<Timestamp>;
}

export interface UndoEntriesTable {
  subdomain_id: string;
  id: Defaulted<string>;
  user_id: string | null;
  command: string;
  changes: Json;
  undone_at: Timestamp | null;
  created_at: Defaulted<Timestamp>;
  import_id: string | null;
}

export interface UserMergesTable {
  subdomain_id: string;
  id: Defaulted<string>;
  winner_id: string;
  loser_id: string;
  user_id: string | null;
  winner_before: Json;
  loser_before: Json;
  winner_after: Json;
  moved: Json | null;
  lost_email: string | null;
  lost_guid: string | null;
  created_at: Defaulted<Timestamp>;
  reversed_at: Timestamp | null;
  reversed_by_id: string | null;
}

export interface UsersTable {
  subdomain_id: string;
  id: Defaulted<string>;
  account_id: string | null;
  name: string | null;
  email_address: string | null;
  guid: string | null;
  avatar_url: string | null;
  job_title: string | null;
  city: string | null;
  region: string | null;
  country: string | null;
  state: Defaulted<string>;
  allowed_state: Defaulted<string>;
  license_type: Defaulted<string>;
  permission_state: Defaulted<string>;
  permissions: Json | null;
  is_validation_admin: Defaulted<boolean>;
  off_duty: Defaulted<boolean>;
  subscribed: Defaulted<boolean>;
  email_confirmed: Defaulted<boolean>;
  comment_notifications: Defaulted<boolean>;
  status_notifications: Defaulted<boolean>;
  satisfaction_score: number | null;
  supported_suggestions_count: Defaulted<number>;
  last_ip: string | null;
  last_login: Timestamp | null;
  password_hash: string | null;
  created_at: Defaulted<Timestamp>;
  updated_at: Defaulted<Timestamp>;
  pending_email_address: string | null;
  pending_email_at: Timestamp | null;
  assigned_open_suggestions_count: Defaulted<number>;
  email_confirmed_at: Timestamp | null;
  invited_at: Timestamp | null;
  invited_by: string | null;
  left_team_at: Timestamp | null;
  merged_into_id: string | null;
  custom_fields: Defaulted<Json>;
}

export interface WebhookCallsTable {
  signature: Buffer;
  created_at: Defaulted<Timestamp>;
}

export interface WebhookDeliveriesTable {
  subdomain_id: string;
  id: Defaulted<string>;
  webhook_id: string;
  message_id: Defaulted<string>;
  kind: string;
  record_id: string | null;
  subject: string | null;
  body: string | null;
  state: Defaulted<string>;
  tries: Defaulted<Json>;
  tries_most: number;
  give_up_at: Timestamp;
  next_try_at: Timestamp;
  status: number | null;
  problem: string | null;
  duration_ms: number | null;
  answer: string | null;
  ended_at: Timestamp | null;
  created_at: Defaulted<Timestamp>;
  updated_at: Defaulted<Timestamp>;
}

export interface WebhookSignersTable {
  network: string;
  signed_at: Defaulted<Timestamp>;
}

export interface WebhooksTable {
  subdomain_id: string;
  id: Defaulted<string>;
  name: string;
  url: string;
  kinds: string[];
  sealed_secret: Buffer;
  old_sealed_secret: Buffer | null;
  old_secret_until: Timestamp | null;
  is_on: Defaulted<boolean>;
  switched_at: Defaulted<Timestamp>;
  switch_off_reason: string | null;
  misses_count: Defaulted<number>;
  paused_until: Timestamp | null;
  user_id: string | null;
  created_at: Defaulted<Timestamp>;
  updated_at: Defaulted<Timestamp>;
}

/** Every table by its name, as Kysely wants it. */
export interface Database {
  account_notes: AccountNotesTable;
  account_revenues: AccountRevenuesTable;
  activity_entries: ActivityEntriesTable;
  api_keys: ApiKeysTable;
  article_answers: ArticleAnswersTable;
  article_searches: ArticleSearchesTable;
  article_sections: ArticleSectionsTable;
  articles: ArticlesTable;
  attachments: AttachmentsTable;
  audit_entries: AuditEntriesTable;
  categories: CategoriesTable;
  comments: CommentsTable;
  console_tokens: ConsoleTokensTable;
  custom_field_enum_values: CustomFieldEnumValuesTable;
  custom_fields: CustomFieldsTable;
  deliveries: DeliveriesTable;
  distinct_users: DistinctUsersTable;
  duplicate_searches: DuplicateSearchesTable;
  exports: ExportsTable;
  external_accounts: ExternalAccountsTable;
  external_users: ExternalUsersTable;
  feature_events: FeatureEventsTable;
  feature_statuses: FeatureStatusesTable;
  feature_suggestions: FeatureSuggestionsTable;
  features: FeaturesTable;
  feedback_records: FeedbackRecordsTable;
  forum_access_email_domains: ForumAccessEmailDomainsTable;
  forum_access_ips: ForumAccessIpsTable;
  forum_days: ForumDaysTable;
  forums: ForumsTable;
  idempotency_keys: IdempotencyKeysTable;
  impact_report_links: ImpactReportLinksTable;
  impact_report_readers: ImpactReportReadersTable;
  impact_report_versions: ImpactReportVersionsTable;
  impact_reports: ImpactReportsTable;
  import_files: ImportFilesTable;
  importance_responses: ImportanceResponsesTable;
  imports: ImportsTable;
  inbound_tries: InboundTriesTable;
  installation_facts: InstallationFactsTable;
  internal_flags: InternalFlagsTable;
  internal_status_updates: InternalStatusUpdatesTable;
  internal_statuses: InternalStatusesTable;
  label_forums: LabelForumsTable;
  labels: LabelsTable;
  mail_keys: MailKeysTable;
  mail_links: MailLinksTable;
  mail_suppressions: MailSuppressionsTable;
  mailings: MailingsTable;
  merge_candidates: MergeCandidatesTable;
  messages: MessagesTable;
  note_mentions: NoteMentionsTable;
  notes: NotesTable;
  notification_digests: NotificationDigestsTable;
  notification_preferences: NotificationPreferencesTable;
  notifications: NotificationsTable;
  one_time_links: OneTimeLinksTable;
  passkeys: PasskeysTable;
  period_marks: PeriodMarksTable;
  product_areas: ProductAreasTable;
  ratings: RatingsTable;
  reactions: ReactionsTable;
  roadmap_visits: RoadmapVisitsTable;
  roadmaps: RoadmapsTable;
  saved_view_suggestions: SavedViewSuggestionsTable;
  saved_view_users: SavedViewUsersTable;
  saved_views: SavedViewsTable;
  search_statistics: SearchStatisticsTable;
  search_terms: SearchTermsTable;
  search_word_backfills: SearchWordBackfillsTable;
  search_words: SearchWordsTable;
  second_factors: SecondFactorsTable;
  sessions: SessionsTable;
  sign_in_delays: SignInDelaysTable;
  sign_in_identities: SignInIdentitiesTable;
  sign_in_providers: SignInProvidersTable;
  status_updates: StatusUpdatesTable;
  statuses: StatusesTable;
  subdomains: SubdomainsTable;
  subscriptions: SubscriptionsTable;
  suggestion_accounts: SuggestionAccountsTable;
  suggestion_contents: SuggestionContentsTable;
  suggestion_labels: SuggestionLabelsTable;
  suggestion_merges: SuggestionMergesTable;
  suggestion_tracker_issues: SuggestionTrackerIssuesTable;
  suggestion_weeks: SuggestionWeeksTable;
  suggestions: SuggestionsTable;
  supporter_messages: SupporterMessagesTable;
  supporters: SupportersTable;
  team_members: TeamMembersTable;
  teams: TeamsTable;
  theme_placements: ThemePlacementsTable;
  theme_run_placements: ThemeRunPlacementsTable;
  theme_runs: ThemeRunsTable;
  theme_sets: ThemeSetsTable;
  themes: ThemesTable;
  ticket_messages: TicketMessagesTable;
  ticket_streams: TicketStreamsTable;
  ticket_suggestions: TicketSuggestionsTable;
  tickets: TicketsTable;
  tracker_issues: TrackerIssuesTable;
  tracker_settings: TrackerSettingsTable;
  undo_entries: UndoEntriesTable;
  user_merges: UserMergesTable;
  users: UsersTable;
  webhook_calls: WebhookCallsTable;
  webhook_deliveries: WebhookDeliveriesTable;
  webhook_signers: WebhookSignersTable;
  webhooks: WebhooksTable;
}

/** The names of all tables. */
export const TABLE_NAMES: ReadonlySet<string> = new Set([
  'account_notes',
  'account_revenues',
  'activity_entries',
  'api_keys',
  'article_answers',
  'article_searches',
  'article_sections',
  'articles',
  'attachments',
  'audit_entries',
  'categories',
  'comments',
  'console_tokens',
  'custom_field_enum_values',
  'custom_fields',
  'deliveries',
  'distinct_users',
  'duplicate_searches',
  'exports',
  'external_accounts',
  'external_users',
  'feature_events',
  'feature_statuses',
  'feature_suggestions',
  'features',
  'feedback_records',
  'forum_access_email_domains',
  'forum_access_ips',
  'forum_days',
  'forums',
  'idempotency_keys',
  'impact_report_links',
  'impact_report_readers',
  'impact_report_versions',
  'impact_reports',
  'import_files',
  'importance_responses',
  'imports',
  'inbound_tries',
  'installation_facts',
  'internal_flags',
  'internal_status_updates',
  'internal_statuses',
  'label_forums',
  'labels',
  'mail_keys',
  'mail_links',
  'mail_suppressions',
  'mailings',
  'merge_candidates',
  'messages',
  'note_mentions',
  'notes',
  'notification_digests',
  'notification_preferences',
  'notifications',
  'one_time_links',
  'passkeys',
  'period_marks',
  'product_areas',
  'ratings',
  'reactions',
  'roadmap_visits',
  'roadmaps',
  'saved_view_suggestions',
  'saved_view_users',
  'saved_views',
  'search_statistics',
  'search_terms',
  'search_word_backfills',
  'search_words',
  'second_factors',
  'sessions',
  'sign_in_delays',
  'sign_in_identities',
  'sign_in_providers',
  'status_updates',
  'statuses',
  'subdomains',
  'subscriptions',
  'suggestion_accounts',
  'suggestion_contents',
  'suggestion_labels',
  'suggestion_merges',
  'suggestion_tracker_issues',
  'suggestion_weeks',
  'suggestions',
  'supporter_messages',
  'supporters',
  'team_members',
  'teams',
  'theme_placements',
  'theme_run_placements',
  'theme_runs',
  'theme_sets',
  'themes',
  'ticket_messages',
  'ticket_streams',
  'ticket_suggestions',
  'tickets',
  'tracker_issues',
  'tracker_settings',
  'undo_entries',
  'user_merges',
  'users',
  'webhook_calls',
  'webhook_deliveries',
  'webhook_signers',
  'webhooks',
] satisfies (keyof Database)[]);

/** Tables whose rows go with the row of another one that they name. */
export const DELETED_WITH: Readonly<Record<string, readonly string[]>> = {
  custom_fields: ['custom_field_enum_values'],
  external_accounts: ['account_notes', 'account_revenues'],
  features: ['feature_events', 'feature_suggestions'],
  forums: ['forum_access_email_domains', 'forum_access_ips', 'forum_days', 'label_forums'],
  impact_reports: ['impact_report_links', 'impact_report_readers', 'impact_report_versions', 'notifications'],
  labels: ['label_forums', 'suggestion_labels'],
  mailings: ['deliveries', 'mail_links'],
  notes: ['note_mentions'],
  roadmaps: ['roadmap_visits'],
  saved_views: ['notifications', 'saved_view_suggestions', 'saved_view_users'],
  sessions: ['console_tokens'],
  suggestions: ['duplicate_searches', 'feature_suggestions', 'saved_view_suggestions', 'subscriptions', 'suggestion_accounts', 'suggestion_contents', 'suggestion_labels', 'suggestion_tracker_issues', 'suggestion_weeks', 'supporters', 'theme_placements', 'theme_run_placements'],
  teams: ['team_members'],
  theme_runs: ['theme_run_placements'],
  tickets: ['notifications'],
  tracker_issues: ['suggestion_tracker_issues'],
  users: ['external_users'],
  webhooks: ['notifications', 'webhook_deliveries'],
};
