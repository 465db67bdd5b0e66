-- Times with a name of their own, such as a release, which charts show.
create sequence period_marks_id_seq;
create table period_marks (
  subdomain_id bigint not null,
  id bigint not null default nextval('period_marks_id_seq'),
  name text not null,
  starts_on date not null,
  -- the last day; the same as the first for a single day
  ends_on date not null,
  -- null: a program made it
  creator_id bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (subdomain_id, id),
  foreign key (subdomain_id, creator_id) references users (subdomain_id, id)
);
create index period_marks_start on period_marks (subdomain_id, starts_on, id);
create index period_marks_creator on period_marks (subdomain_id, creator_id) where creator_id is not null;
