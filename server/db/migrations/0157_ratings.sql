-- How content people are: every rating that they gave, of which users.satisfaction_score is the latest.
create sequence ratings_id_seq;
create table ratings (
  subdomain_id bigint not null,
  id bigint not null default nextval('ratings_id_seq'),
  user_id bigint not null,
  score int not null check (score between 0 and 10),
  -- what they said with it, as plain text; null: nothing
  body text,
  channel text not null default 'admin',
  -- member of the team who wrote it down; null: nobody did, or a program
  recorded_by_id bigint,
  -- when it was given
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (subdomain_id, id),
  foreign key (subdomain_id, user_id) references users (subdomain_id, id),
  foreign key (subdomain_id, recorded_by_id) references users (subdomain_id, id)
);
create index ratings_given on ratings (subdomain_id, created_at, id);
create index ratings_user on ratings (subdomain_id, user_id, created_at, id);
create index ratings_changed on ratings (subdomain_id, updated_at);
create index ratings_recorded_by on ratings (subdomain_id, recorded_by_id) where recorded_by_id is not null;

-- those that came with feedback have their day
insert into ratings (subdomain_id, user_id, score, channel, recorded_by_id, created_at, updated_at)
select subdomain_id, user_id, nps_rating, channel, captured_by_id, created_at, created_at from feedback_records
where nps_rating is not null and user_id is not null and state = 'active';
