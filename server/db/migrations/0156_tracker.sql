-- The issue tracker of a workspace, the issues that its ideas are linked to, and the links.
create table tracker_settings (
  subdomain_id bigint not null primary key,
  kind text not null check (kind in ('jira_cloud', 'jira_data_center')),
  -- without a final slash
  instance_url text not null,
  -- address that the token belongs to; null: the token says it
  account text,
  -- sealed by the installation's key; null: none, then nothing is read and issues are linked by their key alone
  sealed_token bytea,
  -- the last characters of the token, by which people know it again
  token_end text,
  -- said above the form of a new issue; null: nothing
  create_warning_message text,
  -- field of the tracker that the address of the idea is written into; null: none
  customfield_id text,
  -- SHA-256 of the end of the address that the tracker tells of changes by; null: none was made
  hook_hash bytea,
  -- why the last call failed, for whoever keeps the settings; null: it went well, or there was none
  problem text,
  problem_at timestamptz,
  -- why the address of an idea could not be written into the field; null: it went well, or there was none
  field_problem text,
  -- nothing is read by itself before that time
  next_read_at timestamptz not null default now(),
  failures_count int not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create sequence tracker_issues_id_seq;
create table tracker_issues (
  subdomain_id bigint not null,
  id bigint not null default nextval('tracker_issues_id_seq'),
  jira_key text not null,
  -- what follows is as the tracker had it when it was last read; null: never read, or not said
  jira_id text,
  summary text,
  issuetype text,
  issuetype_icon_url text,
  status text,
  status_color text,
  stage text check (stage in ('todo', 'doing', 'done')),
  -- since when the status stands, as far as it is known
  status_last_updated_at timestamptz,
  -- null: never, or it is to be read soon
  read_at timestamptz,
  -- the tracker does not have it, or not for the account
  is_missing boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (subdomain_id, id)
);
create unique index tracker_issues_key on tracker_issues (subdomain_id, jira_key);
create index tracker_issues_read on tracker_issues (subdomain_id, read_at nulls first, id);

create table suggestion_tracker_issues (
  subdomain_id bigint not null,
  suggestion_id bigint not null,
  issue_id bigint not null,
  -- who linked it; null: no person, or one that was removed
  user_id bigint,
  created_at timestamptz not null default now(),
  primary key (subdomain_id, suggestion_id, issue_id),
  foreign key (subdomain_id, suggestion_id) references suggestions (subdomain_id, id) on delete cascade,
  foreign key (subdomain_id, issue_id) references tracker_issues (subdomain_id, id) on delete cascade,
  foreign key (subdomain_id, user_id) references users (subdomain_id, id)
);
create index suggestion_tracker_issues_issue on suggestion_tracker_issues (subdomain_id, issue_id, suggestion_id);
create index suggestion_tracker_issues_user on suggestion_tracker_issues (subdomain_id, user_id) where user_id is not null;

-- feedback that was written down in a work item of Azure DevOps
create index feedback_records_work_items on feedback_records (subdomain_id, id)
  where source_url ~ '^https://(dev\.azure\.com|[a-z0-9-]+\.visualstudio\.com)/.*/_workitems/edit/[0-9]+' and state = 'active';
