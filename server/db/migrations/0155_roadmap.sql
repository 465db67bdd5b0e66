-- Features: what a team builds, made of ideas; their statuses, product areas and roadmaps.
create sequence product_areas_id_seq;
create table product_areas (
  subdomain_id bigint not null,
  id bigint not null default nextval('product_areas_id_seq'),
  name text collate "und-x-icu" not null,
  position int not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (subdomain_id, id)
);
create unique index product_areas_name on product_areas (subdomain_id, lower(name));

create sequence feature_statuses_id_seq;
create table feature_statuses (
  subdomain_id bigint not null,
  id bigint not null default nextval('feature_statuses_id_seq'),
  name text collate "und-x-icu" not null,
  hex_color text not null default '#7E8E8E',
  is_default boolean not null default false,
  position int not null,
  -- taken out of the set; the path of features still names it
  deleted_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (subdomain_id, id)
);
create unique index feature_statuses_default on feature_statuses (subdomain_id) where is_default;

create sequence roadmaps_id_seq;
create table roadmaps (
  subdomain_id bigint not null,
  id bigint not null default nextval('roadmaps_id_seq'),
  name text collate "und-x-icu" not null,
  position int not null,
  share_with_contributors boolean not null default false,
  share_with_email_domains boolean not null default false,
  share_public boolean not null default false,
  -- in lower case
  email_domains text[] not null default '{}',
  -- what readers outside the team see on a card
  show_mrr boolean not null default false,
  show_users boolean not null default true,
  show_accounts boolean not null default false,
  -- the end of its address for readers; null: it was never shared
  token text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (subdomain_id, id)
);
create unique index roadmaps_name on roadmaps (subdomain_id, lower(name));
create unique index roadmaps_token on roadmaps (subdomain_id, token) where token is not null;

-- One who reads a roadmap by the domain of their email address: the link in their email, and the browser that followed it.
create sequence roadmap_visits_id_seq;
create table roadmap_visits (
  subdomain_id bigint not null,
  id bigint not null default nextval('roadmap_visits_id_seq'),
  roadmap_id bigint not null,
  email_address text not null,
  link_hash bytea not null,
  -- the link works once, until then
  link_ends_at timestamptz not null,
  -- null: the link was not followed yet
  browser_hash bytea,
  -- the browser reads the roadmap until then
  browser_ends_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (subdomain_id, id),
  foreign key (subdomain_id, roadmap_id) references roadmaps (subdomain_id, id) on delete cascade
);
create unique index roadmap_visits_link on roadmap_visits (subdomain_id, link_hash);
create unique index roadmap_visits_browser on roadmap_visits (subdomain_id, browser_hash) where browser_hash is not null;
create index roadmap_visits_roadmap on roadmap_visits (subdomain_id, roadmap_id);
create index roadmap_visits_end on roadmap_visits (subdomain_id, (coalesce(browser_ends_at, link_ends_at)));

create sequence features_id_seq;
create table features (
  subdomain_id bigint not null,
  id bigint not null default nextval('features_id_seq'),
  name text collate "und-x-icu" not null,
  -- HTML; null: none
  description text,
  state text not null default 'active' check (state in ('active', 'archived')),
  -- orders it in its column; between two cards there is always room for another, so that a move writes one row
  position float8 not null,
  feature_status_id bigint,
  product_area_id bigint,
  roadmap_id bigint,
  -- values by the keys of custom fields
  custom_fields jsonb not null default '{}',
  -- words of name and description
  search tsvector not null,
  -- linked ideas that are there, and what stands behind them: each person and each account once
  suggestions_count int not null default 0,
  supporting_users_count int not null default 0,
  supporting_accounts_count int not null default 0,
  supporter_revenue_cents bigint not null default 0,
  creator_id bigint,
  deleted_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (subdomain_id, id),
  foreign key (subdomain_id, feature_status_id) references feature_statuses (subdomain_id, id),
  foreign key (subdomain_id, product_area_id) references product_areas (subdomain_id, id),
  foreign key (subdomain_id, roadmap_id) references roadmaps (subdomain_id, id),
  foreign key (subdomain_id, creator_id) references users (subdomain_id, id)
);
create index features_place on features (subdomain_id, feature_status_id, position, id);
create index features_area on features (subdomain_id, product_area_id) where product_area_id is not null;
create index features_roadmap on features (subdomain_id, roadmap_id) where roadmap_id is not null;
create index features_creator on features (subdomain_id, creator_id) where creator_id is not null;
create index features_search on features using gin (search) where deleted_at is null;

-- Ideas that a feature is made of.
create table feature_suggestions (
  subdomain_id bigint not null,
  feature_id bigint not null,
  suggestion_id bigint not null,
  -- who linked them; null: the system
  user_id bigint,
  created_at timestamptz not null default now(),
  primary key (subdomain_id, feature_id, suggestion_id),
  foreign key (subdomain_id, feature_id) references features (subdomain_id, id) on delete cascade,
  foreign key (subdomain_id, suggestion_id) references suggestions (subdomain_id, id) on delete cascade,
  foreign key (subdomain_id, user_id) references users (subdomain_id, id)
);
create index feature_suggestions_idea on feature_suggestions (subdomain_id, suggestion_id);
create index feature_suggestions_user on feature_suggestions (subdomain_id, user_id) where user_id is not null;

-- What happened to a feature, its way through the statuses included.
create sequence feature_events_id_seq;
create table feature_events (
  subdomain_id bigint not null,
  id bigint not null default nextval('feature_events_id_seq'),
  feature_id bigint not null,
  kind text not null check (kind in ('created', 'status', 'name', 'description', 'product_area', 'roadmap', 'fields', 'linked', 'unlinked', 'archived', 'unarchived', 'deleted', 'restored')),
  -- null: the system
  user_id bigint,
  -- of kind created and status: null: none
  feature_status_id bigint,
  old_feature_status_id bigint,
  -- of kind linked and unlinked: the idea, or one of several
  suggestion_id bigint,
  -- of kind linked and unlinked: how many ideas
  count int,
  -- the new name, area or roadmap, or the fields that changed; null: none
  text text,
  created_at timestamptz not null default now(),
  primary key (subdomain_id, id),
  foreign key (subdomain_id, feature_id) references features (subdomain_id, id) on delete cascade,
  foreign key (subdomain_id, user_id) references users (subdomain_id, id),
  foreign key (subdomain_id, feature_status_id) references feature_statuses (subdomain_id, id),
  foreign key (subdomain_id, old_feature_status_id) references feature_statuses (subdomain_id, id),
  foreign key (subdomain_id, suggestion_id) references suggestions (subdomain_id, id) on delete set null (suggestion_id)
);
create index feature_events_feature on feature_events (subdomain_id, feature_id, id);
create index feature_events_user on feature_events (subdomain_id, user_id) where user_id is not null;
create index feature_events_status on feature_events (subdomain_id, feature_status_id) where feature_status_id is not null;
create index feature_events_old_status on feature_events (subdomain_id, old_feature_status_id) where old_feature_status_id is not null;
create index feature_events_idea on feature_events (subdomain_id, suggestion_id) where suggestion_id is not null;

alter table attachments add column feature_id bigint;
alter table attachments add constraint attachments_feature foreign key (subdomain_id, feature_id) references features (subdomain_id, id);
alter table attachments drop constraint attachments_check;
alter table attachments add constraint attachments_check check (num_nonnulls(suggestion_id, comment_id, feedback_record_id, note_id, status_update_id, internal_status_update_id, supporter_message_id, article_id, ticket_message_id, feature_id) <= 1);
drop index attachments_unclaimed;
create index attachments_unclaimed on attachments (subdomain_id, created_at)
  where num_nonnulls(suggestion_id, comment_id, feedback_record_id, note_id, status_update_id, internal_status_update_id, supporter_message_id, article_id, ticket_message_id, feature_id) = 0;
create index attachments_feature_id on attachments (subdomain_id, feature_id, id) where feature_id is not null;

-- What a workspace starts with (DEC-107), for those that are there already.
insert into feature_statuses (subdomain_id, name, hex_color, is_default, position)
select s.id, d.name, d.hex_color, d.position = 1, d.position
from subdomains s cross join (values
  ('Proposed', '#7E8E8E', 1), ('Designing', '#AC6BC8', 2), ('Developing', '#F0BA00', 3),
  ('Researching', '#4C8FC9', 4), ('Beta', '#2B9281', 5), ('Complete', '#7D7EDF', 6)) as d (name, hex_color, position);
insert into roadmaps (subdomain_id, name, position) select s.id, 'Roadmap', 1 from subdomains s;

-- Readers of a shared roadmap are offered to write to the team.
alter table subdomains add column roadmap_feedback boolean not null default false;
