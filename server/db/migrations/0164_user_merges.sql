-- Two profiles of one person, made one. The one that goes stays as a row that leads to the other.
alter table users add column merged_into_id bigint;
alter table users add constraint users_merged_into_fkey foreign key (subdomain_id, merged_into_id) references users (subdomain_id, id);
create index users_merged_into on users (subdomain_id, merged_into_id) where merged_into_id is not null;
-- people are counted from their index, without those who were merged
drop index users_newest;
create index users_newest on users (subdomain_id, created_at desc, id desc) include (merged_into_id);

create sequence user_merges_id_seq;
create table user_merges (
  subdomain_id bigint not null,
  id bigint not null default nextval('user_merges_id_seq'),
  winner_id bigint not null,
  loser_id bigint not null,
  -- who merged them; null: the system
  user_id bigint,
  -- columns of both before, and of the winner after
  winner_before jsonb not null,
  loser_before jsonb not null,
  winner_after jsonb not null,
  -- what went over, so that it can come back; null: it can no longer
  moved jsonb,
  -- in small letters: the address and the id at the source that neither has any more, and that still lead to the winner
  lost_email text,
  lost_guid text,
  created_at timestamptz not null default now(),
  reversed_at timestamptz,
  reversed_by_id bigint,
  primary key (subdomain_id, id),
  foreign key (subdomain_id, winner_id) references users (subdomain_id, id),
  foreign key (subdomain_id, loser_id) references users (subdomain_id, id),
  foreign key (subdomain_id, user_id) references users (subdomain_id, id),
  foreign key (subdomain_id, reversed_by_id) references users (subdomain_id, id)
);
create unique index user_merges_loser on user_merges (subdomain_id, loser_id) where reversed_at is null;
create index user_merges_winner on user_merges (subdomain_id, winner_id);
create index user_merges_lost_email on user_merges (subdomain_id, lost_email text_pattern_ops) where lost_email is not null and reversed_at is null;
create index user_merges_lost_guid on user_merges (subdomain_id, lost_guid) where lost_guid is not null and reversed_at is null;

-- Pairs of people of whom someone said that they are two.
create table distinct_users (
  subdomain_id bigint not null,
  -- the smaller id
  user_id bigint not null,
  other_user_id bigint not null,
  created_at timestamptz not null default now(),
  primary key (subdomain_id, user_id, other_user_id),
  foreign key (subdomain_id, user_id) references users (subdomain_id, id),
  foreign key (subdomain_id, other_user_id) references users (subdomain_id, id)
);

-- by whom a merge finds what went over
create index internal_flags_user on internal_flags (subdomain_id, user_id) where user_id is not null;
create index messages_user on messages (subdomain_id, user_id) where user_id is not null;
create index reactions_user on reactions (subdomain_id, user_id);
create index attachments_uploader on attachments (subdomain_id, uploader_id) where uploader_id is not null;
