-- What a person has besides a password or link: a program that shows codes, and codes to recover with.
create table second_factors (
  subdomain_id bigint not null,
  user_id bigint not null,
  -- what codes are computed from, sealed by the installation's key
  sealed_secret bytea not null,
  -- null: begun, no code has proved it yet, so none is asked for
  confirmed_at timestamptz,
  -- the half minute of the code that was taken last: none is taken twice
  last_step bigint not null default 0,
  -- SHA-256 of the codes to recover with that are left
  recovery_hashes bytea[] not null default '{}',
  created_at timestamptz not null default now(),
  primary key (subdomain_id, user_id),
  foreign key (subdomain_id, user_id) references users (subdomain_id, id)
);

alter table one_time_links drop constraint one_time_links_purpose_check;
alter table one_time_links add constraint one_time_links_purpose_check check (purpose in ('sign_in', 'reset', 'invitation', 'ticket', 'email', 'second_factor'));

-- Everyone who uses the console needs a second factor.
alter table subdomains add column requires_second_factor boolean not null default false;

-- How long sessions last: without use, and in all.
alter table subdomains add column session_idle_hours int not null default 168 check (session_idle_hours between 1 and 720);
alter table subdomains add column session_max_hours int not null default 720 check (session_max_hours between 1 and 720);
