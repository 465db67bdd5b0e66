-- Who works here and how they come in. Every table of a tenant begins each key with
-- subdomain_id (the distribution column on a sharded engine); ids come from one sequence
-- per table, unique over all tenants.
create extension if not exists pg_trgm;
create extension if not exists btree_gin;

create sequence subdomains_id_seq;
create table subdomains (
  id bigint primary key default nextval('subdomains_id_seq'),
  key text not null unique check (key ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'),
  name text not null,
  cname text unique,
  portal_url text,
  features text[] not null default '{}',
  core_access boolean not null default true,
  uvk_access boolean not null default false,
  trial_end_date timestamptz,
  deleted_at timestamptz,
  allow_feedback_product_areas boolean not null default false,
  require_suggestion_on_capture_feedback boolean not null default false,
  severity_tracking_enabled boolean not null default false,
  moderation_enabled boolean not null default false,
  default_forum_id bigint,
  default_sort text not null default 'popular',
  default_locale text not null default 'en',
  from_email text,
  from_domain text,
  from_domain_verified boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create sequence external_accounts_id_seq;
create table external_accounts (
  subdomain_id bigint not null,
  id bigint not null default nextval('external_accounts_id_seq'),
  external_id text,
  name text not null,
  plan text,
  mrr_cents bigint not null default 0,
  ltv_cents bigint not null default 0,
  -- what the account counts for behind an idea; follows mrr_cents unless set on its own
  revenue_cents bigint not null default 0,
  users_count integer not null default 0,
  requests_count integer not null default 0,
  supported_ideas_count integer not null default 0,
  external_created_at timestamptz,
  last_active_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (subdomain_id, id)
);
create unique index external_accounts_external_id on external_accounts (subdomain_id, external_id);
create index external_accounts_name on external_accounts (subdomain_id, lower(name), id);
create index external_accounts_revenue on external_accounts (subdomain_id, revenue_cents desc, id desc);
create index external_accounts_search on external_accounts using gin (subdomain_id, name gin_trgm_ops);

create sequence users_id_seq;
create table users (
  subdomain_id bigint not null,
  id bigint not null default nextval('users_id_seq'),
  account_id bigint,
  name text,
  email_address text,
  guid text,
  avatar_url text,
  job_title text,
  city text,
  region text,
  country text,
  state text not null default 'normal',
  allowed_state text not null default 'allowed' check (allowed_state in ('allowed', 'blocked')),
  license_type text not null default 'none' check (license_type in ('none', 'contributor', 'support', 'full', 'owner')),
  permission_state text not null default 'none' check (permission_state in ('none', 'invited', 'active')),
  -- {feedback_admin_ui, features, tickets, knowledgebase, settings}; null for people without a licence
  permissions jsonb,
  is_validation_admin boolean not null default false,
  off_duty boolean not null default false,
  subscribed boolean not null default true,
  email_confirmed boolean not null default false,
  comment_notifications boolean not null default true,
  status_notifications boolean not null default true,
  satisfaction_score integer check (satisfaction_score between 0 and 10),
  supported_suggestions_count integer not null default 0,
  last_ip text,
  last_login timestamptz,
  password_hash text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (subdomain_id, id),
  foreign key (subdomain_id, account_id) references external_accounts (subdomain_id, id)
);
create unique index users_email on users (subdomain_id, lower(email_address));
create unique index users_guid on users (subdomain_id, guid);
create index users_account on users (subdomain_id, account_id);
create index users_name on users (subdomain_id, lower(name), id);
create index users_newest on users (subdomain_id, created_at desc, id desc);
create index users_staff on users (subdomain_id, license_type, id) where license_type <> 'none';
create index users_search on users using gin (subdomain_id, name gin_trgm_ops, email_address gin_trgm_ops);
create statistics users_account_stats (mcv, ndistinct) on subdomain_id, account_id from users;

create sequence external_users_id_seq;
create table external_users (
  subdomain_id bigint not null,
  id bigint not null default nextval('external_users_id_seq'),
  user_id bigint not null,
  account_id bigint,
  external_id text,
  created_at timestamptz not null default now(),
  primary key (subdomain_id, id),
  foreign key (subdomain_id, user_id) references users (subdomain_id, id) on delete cascade,
  foreign key (subdomain_id, account_id) references external_accounts (subdomain_id, id)
);
create index external_users_user on external_users (subdomain_id, user_id);
create index external_users_account on external_users (subdomain_id, account_id);

create sequence teams_id_seq;
create table teams (
  subdomain_id bigint not null,
  id bigint not null default nextval('teams_id_seq'),
  name text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (subdomain_id, id)
);
create table team_members (
  subdomain_id bigint not null,
  team_id bigint not null,
  user_id bigint not null,
  primary key (subdomain_id, team_id, user_id),
  foreign key (subdomain_id, team_id) references teams (subdomain_id, id) on delete cascade,
  foreign key (subdomain_id, user_id) references users (subdomain_id, id)
);
create index team_members_user on team_members (subdomain_id, user_id);

-- Browser sessions. Only the SHA-256 of the cookie's secret is kept.
create table sessions (
  subdomain_id bigint not null,
  secret_hash bytea not null,
  user_id bigint not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ip text,
  user_agent text,
  primary key (subdomain_id, secret_hash),
  foreign key (subdomain_id, user_id) references users (subdomain_id, id)
);
create index sessions_user on sessions (subdomain_id, user_id);

-- Short-lived bearer tokens of the console, bound to their session.
create table console_tokens (
  subdomain_id bigint not null,
  token_hash bytea not null,
  session_hash bytea not null,
  user_id bigint not null,
  expires_at timestamptz not null,
  primary key (subdomain_id, token_hash),
  foreign key (subdomain_id, session_hash) references sessions (subdomain_id, secret_hash) on delete cascade
);
create index console_tokens_session on console_tokens (subdomain_id, session_hash);

-- Links that work once: sign-in, password reset, invitation, moving to another subdomain.
create table one_time_links (
  subdomain_id bigint not null,
  token_hash bytea not null,
  purpose text not null check (purpose in ('sign_in', 'reset', 'invitation', 'ticket')),
  user_id bigint not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (subdomain_id, token_hash),
  foreign key (subdomain_id, user_id) references users (subdomain_id, id)
);
create index one_time_links_user on one_time_links (subdomain_id, user_id);

-- Growing delay after failed sign-ins, per account and per (account, network).
create table sign_in_delays (
  subdomain_id bigint not null,
  scope_key text not null,
  failures integer not null,
  blocked_until timestamptz not null,
  updated_at timestamptz not null default now(),
  primary key (subdomain_id, scope_key)
);

-- First results of commands sent with an Idempotency-Key, kept for 24 hours.
create table idempotency_keys (
  subdomain_id bigint not null,
  user_id bigint not null,
  key text not null,
  document_hash text not null,
  result jsonb,
  created_at timestamptz not null default now(),
  primary key (subdomain_id, user_id, key)
);
create index idempotency_keys_age on idempotency_keys (subdomain_id, created_at);

create sequence audit_entries_id_seq;
create table audit_entries (
  subdomain_id bigint not null,
  id bigint not null default nextval('audit_entries_id_seq'),
  user_id bigint,
  action text not null,
  subject text,
  details jsonb not null default '{}',
  ip text,
  created_at timestamptz not null default now(),
  primary key (subdomain_id, id)
);
create index audit_entries_newest on audit_entries (subdomain_id, created_at desc, id desc);

-- Small facts of the installation as a whole: the set-up token's hash, the version seen last.
create table installation_facts (
  name text primary key,
  value jsonb not null,
  updated_at timestamptz not null default now()
);
