-- What the team writes down about an account, as plain text.
create sequence account_notes_id_seq;
create table account_notes (
  subdomain_id bigint not null,
  id bigint not null default nextval('account_notes_id_seq'),
  account_id bigint not null,
  -- null: a program wrote it
  creator_id bigint,
  body text not null,
  -- stays for 30 days
  deleted_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (subdomain_id, id),
  foreign key (subdomain_id, account_id) references external_accounts (subdomain_id, id) on delete cascade,
  foreign key (subdomain_id, creator_id) references users (subdomain_id, id)
);
create index account_notes_account on account_notes (subdomain_id, account_id, created_at desc, id desc);
create index account_notes_deleted on account_notes (subdomain_id, deleted_at) where deleted_at is not null;
create index account_notes_creator on account_notes (subdomain_id, creator_id) where creator_id is not null;
