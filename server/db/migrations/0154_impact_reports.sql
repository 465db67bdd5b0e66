-- Impact reports: what stands behind a theme, a list or chosen ideas, as of a day, with texts of their own.
create sequence impact_reports_id_seq;
create table impact_reports (
  subdomain_id bigint not null,
  id bigint not null default nextval('impact_reports_id_seq'),
  title text collate "und-x-icu" not null,
  description text,
  state text not null default 'draft' check (state in ('draft', 'published', 'archived')),
  -- grows with each saved change
  version int not null default 1,
  source text not null check (source in ('theme', 'list', 'ideas')),
  -- what the theme or list was called when the figures were taken; null: chosen ideas
  source_name text,
  -- null: of another source, or gone
  theme_id bigint,
  saved_view_id bigint,
  -- chosen ideas, in their order; null: of another source
  suggestion_ids bigint[],
  -- keys of the sections in their order
  sections text[] not null,
  -- HTML by the key of its section
  texts jsonb not null default '{}',
  -- [{id, text}]: feedback records, and what of each is quoted
  quotes jsonb not null default '[]',
  -- ideas that are shown, in their order; null: the first ones of the figures
  top_ideas bigint[],
  -- as taken at figures_at; amounts in cents
  figures jsonb not null,
  figures_at timestamptz not null,
  -- the same three as they are at counted_at
  people_now int not null,
  accounts_now int not null,
  revenue_cents_now bigint not null,
  counted_at timestamptz not null,
  creator_id bigint,
  -- who saved the newest version
  editor_id bigint,
  deleted_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (subdomain_id, id),
  foreign key (subdomain_id, theme_id) references themes (subdomain_id, id) on delete set null (theme_id),
  foreign key (subdomain_id, saved_view_id) references saved_views (subdomain_id, id) on delete set null (saved_view_id),
  foreign key (subdomain_id, creator_id) references users (subdomain_id, id),
  foreign key (subdomain_id, editor_id) references users (subdomain_id, id)
);
create index impact_reports_theme on impact_reports (subdomain_id, theme_id) where theme_id is not null;
create index impact_reports_view on impact_reports (subdomain_id, saved_view_id) where saved_view_id is not null;
create index impact_reports_creator on impact_reports (subdomain_id, creator_id) where creator_id is not null;
create index impact_reports_editor on impact_reports (subdomain_id, editor_id) where editor_id is not null;

-- Versions before the newest one.
create sequence impact_report_versions_id_seq;
create table impact_report_versions (
  subdomain_id bigint not null,
  id bigint not null default nextval('impact_report_versions_id_seq'),
  impact_report_id bigint not null,
  version int not null,
  title text collate "und-x-icu" not null,
  description text,
  sections text[] not null,
  texts jsonb not null,
  quotes jsonb not null,
  top_ideas bigint[],
  figures jsonb not null,
  figures_at timestamptz not null,
  editor_id bigint,
  -- when it was saved
  created_at timestamptz not null,
  primary key (subdomain_id, id),
  foreign key (subdomain_id, impact_report_id) references impact_reports (subdomain_id, id) on delete cascade,
  foreign key (subdomain_id, editor_id) references users (subdomain_id, id)
);
create unique index impact_report_versions_version on impact_report_versions (subdomain_id, impact_report_id, version);
create index impact_report_versions_editor on impact_report_versions (subdomain_id, editor_id) where editor_id is not null;

-- People that a report is shared with by name.
create sequence impact_report_readers_id_seq;
create table impact_report_readers (
  subdomain_id bigint not null,
  id bigint not null default nextval('impact_report_readers_id_seq'),
  impact_report_id bigint not null,
  user_id bigint not null,
  -- what was written to them with it; null: nothing
  message text,
  -- when they opened it last; null: not yet
  read_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (subdomain_id, id),
  foreign key (subdomain_id, impact_report_id) references impact_reports (subdomain_id, id) on delete cascade,
  foreign key (subdomain_id, user_id) references users (subdomain_id, id)
);
create unique index impact_report_readers_one on impact_report_readers (subdomain_id, impact_report_id, user_id);
create index impact_report_readers_user on impact_report_readers (subdomain_id, user_id);

-- Links by which anyone reads a report. One that was revoked stays here, and never opens anything again.
create sequence impact_report_links_id_seq;
create table impact_report_links (
  subdomain_id bigint not null,
  id bigint not null default nextval('impact_report_links_id_seq'),
  impact_report_id bigint not null,
  token text not null,
  shows_names boolean not null,
  shows_revenue boolean not null,
  shows_quotes boolean not null,
  shows_ideas boolean not null,
  -- its last day, UTC; null: until it is revoked
  ends_on date,
  opened_count int not null default 0,
  creator_id bigint,
  created_at timestamptz not null default now(),
  revoked_at timestamptz,
  primary key (subdomain_id, id),
  foreign key (subdomain_id, impact_report_id) references impact_reports (subdomain_id, id) on delete cascade,
  foreign key (subdomain_id, creator_id) references users (subdomain_id, id)
);
create unique index impact_report_links_token on impact_report_links (subdomain_id, token);
create unique index impact_report_links_one on impact_report_links (subdomain_id, impact_report_id) where revoked_at is null;
create index impact_report_links_creator on impact_report_links (subdomain_id, creator_id) where creator_id is not null;

alter table notifications add column impact_report_id bigint;
alter table notifications add foreign key (subdomain_id, impact_report_id) references impact_reports (subdomain_id, id) on delete cascade;
create index notifications_impact_report on notifications (subdomain_id, impact_report_id) where impact_report_id is not null;

-- A list of ideas that was made of a report of themes or of impact.
alter table saved_views add column impact_report_id bigint;
alter table saved_views add column theme_set_id bigint;
alter table saved_views add foreign key (subdomain_id, impact_report_id) references impact_reports (subdomain_id, id) on delete set null (impact_report_id);
alter table saved_views add foreign key (subdomain_id, theme_set_id) references theme_sets (subdomain_id, id) on delete set null (theme_set_id);
create index saved_views_impact_report on saved_views (subdomain_id, impact_report_id) where impact_report_id is not null;
create index saved_views_theme_set on saved_views (subdomain_id, theme_set_id) where theme_set_id is not null;
