-- Ideas and what orders them.
create sequence statuses_id_seq;
create table statuses (
  subdomain_id bigint not null,
  id bigint not null default nextval('statuses_id_seq'),
  name text not null,
  hex_color text not null default '#7E8E8E',
  default_html_text text,
  is_open boolean not null default true,
  is_default boolean not null default false,
  allow_comments boolean not null default true,
  position integer not null default 1,
  suggestions_count integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (subdomain_id, id)
);

create sequence internal_statuses_id_seq;
create table internal_statuses (
  subdomain_id bigint not null,
  id bigint not null default nextval('internal_statuses_id_seq'),
  name text not null,
  hex_color text not null default '#7E8E8E',
  default_html_text text,
  is_default boolean not null default false,
  position integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (subdomain_id, id)
);

create sequence forums_id_seq;
create table forums (
  subdomain_id bigint not null,
  id bigint not null default nextval('forums_id_seq'),
  name text not null,
  state text not null default 'open' check (state in ('open', 'closed', 'deleted')),
  position integer not null default 1,
  prompt text,
  placeholder text,
  welcome_message text,
  logo_url text,
  default_locale text,
  default_sort text not null default 'popular',
  category_required boolean not null default false,
  classic_voting boolean not null default false,
  votes_allowed integer not null default 10,
  importance_enabled boolean not null default false,
  moderation_enabled boolean not null default false,
  allow_requests boolean not null default true,
  is_private boolean not null default false,
  authorization_operator text not null default 'or' check (authorization_operator in ('and', 'or')),
  allow_sso_user_by_default boolean not null default false,
  allow_by_ip boolean not null default false,
  allow_by_email_domain boolean not null default false,
  access_denied_message text,
  suggestions_count integer not null default 0,
  open_suggestions_count integer not null default 0,
  categories_count integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (subdomain_id, id)
);
create index forums_position on forums (subdomain_id, position, id);

create sequence forum_access_ips_id_seq;
create table forum_access_ips (
  subdomain_id bigint not null,
  id bigint not null default nextval('forum_access_ips_id_seq'),
  forum_id bigint not null,
  ip text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (subdomain_id, id),
  foreign key (subdomain_id, forum_id) references forums (subdomain_id, id) on delete cascade
);
create index forum_access_ips_forum on forum_access_ips (subdomain_id, forum_id, id);

create sequence forum_access_email_domains_id_seq;
create table forum_access_email_domains (
  subdomain_id bigint not null,
  id bigint not null default nextval('forum_access_email_domains_id_seq'),
  forum_id bigint not null,
  domain text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (subdomain_id, id),
  foreign key (subdomain_id, forum_id) references forums (subdomain_id, id) on delete cascade
);
create index forum_access_email_domains_forum on forum_access_email_domains (subdomain_id, forum_id, id);

create sequence categories_id_seq;
create table categories (
  subdomain_id bigint not null,
  id bigint not null default nextval('categories_id_seq'),
  forum_id bigint not null,
  name text not null,
  position integer not null default 1,
  suggestions_count integer not null default 0,
  open_suggestions_count integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (subdomain_id, id),
  foreign key (subdomain_id, forum_id) references forums (subdomain_id, id)
);
create unique index categories_name on categories (subdomain_id, forum_id, lower(name));
create index categories_position on categories (subdomain_id, forum_id, position, id);

create sequence labels_id_seq;
create table labels (
  subdomain_id bigint not null,
  id bigint not null default nextval('labels_id_seq'),
  parent_id bigint,
  name text not null,
  -- 'Parent / Child', kept with the name so that lists need no join (DEC-105)
  full_name text not null,
  level integer not null default 0 check (level in (0, 1)),
  state text not null default 'active' check (state in ('active', 'archived')),
  can_recommend boolean not null default true,
  suggestions_count integer not null default 0,
  open_suggestions_count integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (subdomain_id, id),
  foreign key (subdomain_id, parent_id) references labels (subdomain_id, id)
);
create unique index labels_name on labels (subdomain_id, coalesce(parent_id, 0), lower(name));
create index labels_full_name on labels (subdomain_id, lower(full_name), id);

-- A label without rows here may be used in every forum.
create table label_forums (
  subdomain_id bigint not null,
  label_id bigint not null,
  forum_id bigint not null,
  primary key (subdomain_id, label_id, forum_id),
  foreign key (subdomain_id, label_id) references labels (subdomain_id, id) on delete cascade,
  foreign key (subdomain_id, forum_id) references forums (subdomain_id, id) on delete cascade
);

create sequence importance_responses_id_seq;
create table importance_responses (
  subdomain_id bigint not null,
  id bigint not null default nextval('importance_responses_id_seq'),
  label text not null,
  value integer not null check (value between 1 and 3),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (subdomain_id, id)
);
create unique index importance_responses_value on importance_responses (subdomain_id, value);

create sequence custom_fields_id_seq;
create table custom_fields (
  subdomain_id bigint not null,
  id bigint not null default nextval('custom_fields_id_seq'),
  object_type text not null check (object_type in ('suggestion', 'feature', 'user', 'account')),
  key text not null,
  name text not null,
  field_type text not null check (field_type in ('text', 'enum', 'date', 'boolean', 'number')),
  value_type text not null check (value_type in ('string', 'numeric', 'date', 'boolean')),
  question text,
  question_enabled boolean not null default false,
  question_required boolean not null default false,
  created_by_id bigint,
  updated_by_id bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (subdomain_id, id),
  foreign key (subdomain_id, created_by_id) references users (subdomain_id, id),
  foreign key (subdomain_id, updated_by_id) references users (subdomain_id, id)
);
create unique index custom_fields_key on custom_fields (subdomain_id, object_type, key);

create sequence custom_field_enum_values_id_seq;
create table custom_field_enum_values (
  subdomain_id bigint not null,
  id bigint not null default nextval('custom_field_enum_values_id_seq'),
  custom_field_id bigint not null,
  label text not null,
  numeric_value double precision,
  is_default boolean not null default false,
  position integer not null default 1,
  primary key (subdomain_id, id),
  foreign key (subdomain_id, custom_field_id) references custom_fields (subdomain_id, id) on delete cascade
);
create index custom_field_enum_values_field on custom_field_enum_values (subdomain_id, custom_field_id, position, id);

-- Narrow on purpose: a vote rewrites this row and its list indexes, never the texts.
create sequence suggestions_id_seq;
create table suggestions (
  subdomain_id bigint not null,
  id bigint not null default nextval('suggestions_id_seq'),
  title text not null,
  forum_id bigint not null,
  category_id bigint,
  status_id bigint,
  internal_status_id bigint,
  assigned_owner_id bigint,
  creator_id bigint,
  captured_by_id bigint,
  state text not null default 'approved'
    check (state in ('published', 'approved', 'pending', 'merged', 'spam', 'deleted', 'closed')),
  channel text not null default 'admin',
  merged_into_id bigint,
  split_from_id bigint,
  external_id text,
  -- false for imported ideas whose source names no date; created_at is then the time of import
  is_dated boolean not null default true,
  votes_count integer not null default 0,
  supporters_count integer not null default 0,
  account_supporters_count integer not null default 0,
  supporting_accounts_count integer not null default 0,
  supporter_revenue_cents bigint not null default 0,
  supporter_mrr_cents bigint not null default 0,
  comments_count integer not null default 0,
  notes_count integer not null default 0,
  requests_count integer not null default 0,
  messages_count integer not null default 0,
  merge_candidates_count integer not null default 0,
  importance_low_count integer not null default 0,
  importance_medium_count integer not null default 0,
  importance_high_count integer not null default 0,
  satisfaction_promoter_count integer not null default 0,
  satisfaction_neutral_count integer not null default 0,
  satisfaction_detractor_count integer not null default 0,
  inappropriate_flags_count integer not null default 0,
  internal_flags_count integer not null default 0,
  all_internal_flags_count integer not null default 0,
  total_sentiment_score double precision,
  has_response boolean not null default false,
  last_supported_at timestamptz,
  last_status_update_at timestamptz,
  last_internal_status_update_at timestamptz,
  last_activity_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (subdomain_id, id),
  foreign key (subdomain_id, forum_id) references forums (subdomain_id, id),
  foreign key (subdomain_id, category_id) references categories (subdomain_id, id),
  foreign key (subdomain_id, status_id) references statuses (subdomain_id, id),
  foreign key (subdomain_id, internal_status_id) references internal_statuses (subdomain_id, id),
  foreign key (subdomain_id, assigned_owner_id) references users (subdomain_id, id),
  foreign key (subdomain_id, creator_id) references users (subdomain_id, id),
  foreign key (subdomain_id, captured_by_id) references users (subdomain_id, id),
  foreign key (subdomain_id, merged_into_id) references suggestions (subdomain_id, id),
  foreign key (subdomain_id, split_from_id) references suggestions (subdomain_id, id)
) with (fillfactor = 85);
create unique index suggestions_external_id on suggestions (subdomain_id, external_id);
-- one index per sort that a screen offers, partial on the default state (open ideas)
create index suggestions_by_votes on suggestions (subdomain_id, votes_count desc, id desc) where state in ('published', 'approved');
create index suggestions_by_revenue on suggestions (subdomain_id, supporter_revenue_cents desc, id desc) where state in ('published', 'approved');
create index suggestions_by_accounts on suggestions (subdomain_id, supporting_accounts_count desc, id desc) where state in ('published', 'approved');
create index suggestions_by_comments on suggestions (subdomain_id, comments_count desc, id desc) where state in ('published', 'approved');
create index suggestions_by_activity on suggestions (subdomain_id, last_activity_at desc, id desc) where state in ('published', 'approved');
create index suggestions_by_created on suggestions (subdomain_id, created_at desc, id desc) where state in ('published', 'approved');
create index suggestions_forum_status on suggestions (subdomain_id, forum_id, status_id, votes_count desc, id desc) where state in ('published', 'approved');
create index suggestions_status on suggestions (subdomain_id, status_id) where state in ('published', 'approved');
create index suggestions_internal_status on suggestions (subdomain_id, internal_status_id) where state in ('published', 'approved');
create index suggestions_category on suggestions (subdomain_id, category_id) where category_id is not null;
create index suggestions_owner on suggestions (subdomain_id, assigned_owner_id) where assigned_owner_id is not null;
create index suggestions_creator on suggestions (subdomain_id, creator_id);
create index suggestions_flagged on suggestions (subdomain_id, id desc) where internal_flags_count > 0;
create index suggestions_held on suggestions (subdomain_id, id desc) where state in ('pending', 'spam', 'merged', 'closed');
create index suggestions_merged_into on suggestions (subdomain_id, merged_into_id) where merged_into_id is not null;
create index suggestions_split_from on suggestions (subdomain_id, split_from_id) where split_from_id is not null;
create statistics suggestions_forum_stats (mcv, ndistinct) on subdomain_id, forum_id from suggestions;
create statistics suggestions_status_stats (mcv, ndistinct) on subdomain_id, status_id from suggestions;
create statistics suggestions_category_stats (mcv, ndistinct) on subdomain_id, category_id from suggestions;
create statistics suggestions_owner_stats (mcv, ndistinct) on subdomain_id, assigned_owner_id from suggestions;
create statistics suggestions_creator_stats (mcv, ndistinct) on subdomain_id, creator_id from suggestions;

alter table subdomains add constraint subdomains_default_forum
  foreign key (id, default_forum_id) references forums (subdomain_id, id);

-- The texts of an idea; written only when a text changes.
create table suggestion_contents (
  subdomain_id bigint not null,
  suggestion_id bigint not null,
  body text,
  body_mime_type text not null default 'text/plain',
  -- [{key, value}] as written by suggestion_update (DEC-198), as an object key -> value
  custom_fields jsonb not null default '{}',
  referrer text,
  user_agent text,
  creator_browser text,
  creator_browser_version text,
  creator_os text,
  creator_mobile boolean,
  creator_referrer text,
  search tsvector not null,
  primary key (subdomain_id, suggestion_id),
  foreign key (subdomain_id, suggestion_id) references suggestions (subdomain_id, id) on delete cascade
);
create index suggestion_contents_search on suggestion_contents using gin (subdomain_id, search);
create index suggestion_contents_custom on suggestion_contents using gin (subdomain_id, custom_fields jsonb_path_ops);

create table suggestion_labels (
  subdomain_id bigint not null,
  suggestion_id bigint not null,
  label_id bigint not null,
  created_at timestamptz not null default now(),
  primary key (subdomain_id, suggestion_id, label_id),
  foreign key (subdomain_id, suggestion_id) references suggestions (subdomain_id, id) on delete cascade,
  foreign key (subdomain_id, label_id) references labels (subdomain_id, id) on delete cascade
);
create index suggestion_labels_label on suggestion_labels (subdomain_id, label_id, suggestion_id);
create statistics suggestion_labels_stats (mcv, ndistinct) on subdomain_id, label_id from suggestion_labels;

create table supporters (
  subdomain_id bigint not null,
  suggestion_id bigint not null,
  user_id bigint not null,
  votes integer not null default 1 check (votes between 1 and 3),
  importance_response_id bigint,
  channel text not null default 'admin',
  -- null: the source of an import names no date
  created_at timestamptz default now(),
  primary key (subdomain_id, suggestion_id, user_id),
  foreign key (subdomain_id, suggestion_id) references suggestions (subdomain_id, id) on delete cascade,
  foreign key (subdomain_id, user_id) references users (subdomain_id, id),
  foreign key (subdomain_id, importance_response_id) references importance_responses (subdomain_id, id)
);
create index supporters_user on supporters (subdomain_id, user_id, suggestion_id);
create index supporters_newest on supporters (subdomain_id, suggestion_id, created_at desc, user_id desc);

create table subscriptions (
  subdomain_id bigint not null,
  suggestion_id bigint not null,
  user_id bigint not null,
  subscribed boolean not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (subdomain_id, suggestion_id, user_id),
  foreign key (subdomain_id, suggestion_id) references suggestions (subdomain_id, id) on delete cascade,
  foreign key (subdomain_id, user_id) references users (subdomain_id, id)
);
create index subscriptions_user on subscriptions (subdomain_id, user_id, suggestion_id);

-- How many supporters of an account stand behind an idea: makes revenue exact and cheap.
create table suggestion_accounts (
  subdomain_id bigint not null,
  suggestion_id bigint not null,
  account_id bigint not null,
  supporters_count integer not null,
  primary key (subdomain_id, suggestion_id, account_id),
  foreign key (subdomain_id, suggestion_id) references suggestions (subdomain_id, id) on delete cascade,
  foreign key (subdomain_id, account_id) references external_accounts (subdomain_id, id)
);
create index suggestion_accounts_account on suggestion_accounts (subdomain_id, account_id, suggestion_id);
create statistics suggestion_accounts_stats (mcv, ndistinct) on subdomain_id, account_id from suggestion_accounts;

-- Votes per idea and week (Monday, UTC): the 12-week line of the list.
create table suggestion_weeks (
  subdomain_id bigint not null,
  suggestion_id bigint not null,
  week date not null,
  votes_count integer not null,
  primary key (subdomain_id, suggestion_id, week),
  foreign key (subdomain_id, suggestion_id) references suggestions (subdomain_id, id) on delete cascade
);

-- Activity per forum, category and day for reports. Votes of a busy forum are spread over
-- slots so that they do not queue for one row; a report sums the slots.
create table forum_days (
  subdomain_id bigint not null,
  forum_id bigint not null,
  day date not null,
  category_id bigint not null default 0,
  slot smallint not null,
  ideas_count integer not null default 0,
  votes_count integer not null default 0,
  comments_count integer not null default 0,
  feedback_records_count integer not null default 0,
  notes_count integer not null default 0,
  primary key (subdomain_id, forum_id, day, category_id, slot),
  foreign key (subdomain_id, forum_id) references forums (subdomain_id, id) on delete cascade
);
create index forum_days_day on forum_days (subdomain_id, day);
