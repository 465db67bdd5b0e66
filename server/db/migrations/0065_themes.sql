-- Theme reports: sets of themes that were found in ideas, where each idea is, and what people corrected.
create sequence theme_sets_id_seq;
create table theme_sets (
  subdomain_id bigint not null,
  id bigint not null default nextval('theme_sets_id_seq'),
  creator_id bigint,
  name text not null,
  description text,
  state text not null default 'active' check (state in ('active', 'archived', 'deleted')),
  -- of the newest run; the themes of the one before stay when it fails
  status text not null default 'pending' check (status in ('pending', 'running', 'complete', 'failed')),
  -- chosen ideas; null: those that the filters leave
  suggestion_ids bigint[],
  activity text[] not null default '{}',
  period_start timestamptz,
  period_end timestamptz,
  -- as they were given
  advanced_filters jsonb,
  -- how many themes and groups; null: as the texts bear out
  themes_wanted integer,
  groups_wanted integer,
  -- counts each start of a run: what an earlier one found is thrown away
  revision integer not null default 1,
  attempts integer not null default 0,
  progress_step text,
  progress_share real not null default 0,
  problem text,
  run_by_id bigint,
  queued_at timestamptz not null default now(),
  started_at timestamptz,
  -- the run whose themes are shown; null: none was complete yet
  run_id bigint,
  -- numbers of the themes were counted then
  counted_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (subdomain_id, id),
  foreign key (subdomain_id, creator_id) references users (subdomain_id, id),
  foreign key (subdomain_id, run_by_id) references users (subdomain_id, id)
);
create index theme_sets_queue on theme_sets (subdomain_id, queued_at, id) where status in ('pending', 'running');
create index theme_sets_newest on theme_sets (subdomain_id, updated_at, id);

create sequence theme_runs_id_seq;
create table theme_runs (
  subdomain_id bigint not null,
  id bigint not null default nextval('theme_runs_id_seq'),
  theme_set_id bigint not null,
  user_id bigint,
  previous_id bigint,
  suggestions_count integer not null,
  -- against the run before: stayed, moved, added, loose, kept corrections; null: there was none
  changes jsonb,
  -- the themes as they were before this run, to take it back; null: it can no longer be undone
  themes_before jsonb,
  duration_ms integer not null,
  finished_at timestamptz not null,
  undone_at timestamptz,
  primary key (subdomain_id, id),
  foreign key (subdomain_id, theme_set_id) references theme_sets (subdomain_id, id),
  foreign key (subdomain_id, user_id) references users (subdomain_id, id)
);
create index theme_runs_of_set on theme_runs (subdomain_id, theme_set_id, id desc);
create index theme_runs_finished on theme_runs (subdomain_id, finished_at);

create sequence themes_id_seq;
create table themes (
  subdomain_id bigint not null,
  id bigint not null default nextval('themes_id_seq'),
  theme_set_id bigint not null,
  parent_id bigint,
  -- active; deleted by a person; gone: a run did not find it again
  state text not null default 'active' check (state in ('active', 'deleted', 'gone')),
  -- as it was named by its texts, and by a person; null: by no one
  name text not null,
  own_name text,
  named_by_id bigint,
  named_at timestamptz,
  hex_color text not null,
  uncategorized boolean not null default false,
  -- made by a person
  is_made boolean not null default false,
  -- a group of themes: no idea is placed in it
  is_group boolean not null default false,
  position integer not null default 0,
  -- [{word, ideas}], the most telling first; [{theme_id, likeness}]
  words jsonb not null default '[]',
  near jsonb not null default '[]',
  -- what the newest run made of it: kept, new, split, merged or gone
  change text,
  -- the theme that it was split from or went into
  change_theme_id bigint,
  change_count integer,
  supporter_count integer not null default 0,
  account_count integer not null default 0,
  revenue_cents bigint not null default 0,
  comment_count integer not null default 0,
  sentiment_average double precision,
  sentiment_count integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (subdomain_id, id),
  foreign key (subdomain_id, theme_set_id) references theme_sets (subdomain_id, id),
  foreign key (subdomain_id, parent_id) references themes (subdomain_id, id),
  foreign key (subdomain_id, named_by_id) references users (subdomain_id, id)
);
create index themes_of_set on themes (subdomain_id, theme_set_id, position, id);
create index themes_of_parent on themes (subdomain_id, parent_id) where parent_id is not null;
create unique index themes_uncategorized on themes (subdomain_id, theme_set_id) where uncategorized;

-- Where each idea of a set is. Only the newest run's; those of the one before are in theme_run_placements.
create table theme_placements (
  subdomain_id bigint not null,
  theme_set_id bigint not null,
  suggestion_id bigint not null,
  theme_id bigint not null,
  -- where the run put it by itself; null: nowhere
  found_theme_id bigint,
  fit real not null default 0,
  second_theme_id bigint,
  second_fit real not null default 0,
  -- words that speak for it and their parts of all that does
  evidence text[] not null default '{}',
  evidence_weights real[] not null default '{}',
  moved_by_id bigint,
  moved_at timestamptz,
  primary key (subdomain_id, theme_set_id, suggestion_id),
  foreign key (subdomain_id, theme_set_id) references theme_sets (subdomain_id, id),
  foreign key (subdomain_id, theme_id) references themes (subdomain_id, id),
  foreign key (subdomain_id, suggestion_id) references suggestions (subdomain_id, id) on delete cascade,
  foreign key (subdomain_id, moved_by_id) references users (subdomain_id, id)
);
create index theme_placements_theme on theme_placements (subdomain_id, theme_id, fit desc, suggestion_id);
create index theme_placements_idea on theme_placements (subdomain_id, suggestion_id);
create index theme_placements_second on theme_placements (subdomain_id, second_theme_id, second_fit desc) where second_theme_id is not null;

create table theme_run_placements (
  subdomain_id bigint not null,
  -- the run that took their place
  run_id bigint not null,
  suggestion_id bigint not null,
  theme_id bigint not null,
  found_theme_id bigint,
  fit real not null,
  second_theme_id bigint,
  second_fit real not null,
  evidence text[] not null,
  evidence_weights real[] not null,
  moved_by_id bigint,
  moved_at timestamptz,
  primary key (subdomain_id, run_id, suggestion_id),
  foreign key (subdomain_id, run_id) references theme_runs (subdomain_id, id) on delete cascade,
  foreign key (subdomain_id, suggestion_id) references suggestions (subdomain_id, id) on delete cascade
);
create index theme_run_placements_idea on theme_run_placements (subdomain_id, suggestion_id);

alter table notifications add column theme_set_id bigint;
alter table notifications add constraint notifications_theme_set foreign key (subdomain_id, theme_set_id) references theme_sets (subdomain_id, id);
