-- Saved views: a list as it stands under a name, or ideas that were chosen one by one.
create sequence saved_views_id_seq;
create table saved_views (
  subdomain_id bigint not null,
  id bigint not null default nextval('saved_views_id_seq'),
  name text collate "und-x-icu" not null,
  kind text not null check (kind in ('suggestion', 'suggestion_list', 'activity', 'feature', 'user', 'account')),
  -- filter: what its params leave; manual: the ideas of saved_view_suggestions
  sub_kind text not null check (sub_kind in ('filter', 'manual')),
  state text not null default 'active' check (state in ('active', 'archived')),
  -- filters, advanced_filters, columns, sort, per_page
  params jsonb not null default '{}',
  is_public boolean not null default false,
  owner_id bigint not null,
  -- ideas of a view by filters, as they were last counted; null: never
  suggestions_count integer,
  counted_at timestamptz,
  deleted_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (subdomain_id, id),
  foreign key (subdomain_id, owner_id) references users (subdomain_id, id)
);
create index saved_views_of_owner on saved_views (subdomain_id, owner_id) where deleted_at is null;

-- What a view is to a person: shared with them, where it stands among their tabs, whether they get it by email.
create sequence saved_view_users_id_seq;
create table saved_view_users (
  subdomain_id bigint not null,
  id bigint not null default nextval('saved_view_users_id_seq'),
  saved_view_id bigint not null,
  user_id bigint not null,
  is_shared boolean not null default false,
  position integer,
  subscribed boolean not null default false,
  frequency text not null default 'weekly' check (frequency in ('never', 'daily', 'weekly')),
  -- 1 Monday to 7 Sunday, and the hour, both UTC
  weekday integer not null default 1 check (weekday between 1 and 7),
  hour integer not null default 7 check (hour between 0 and 23),
  -- begin of the last slot that is done with; what the last digest told of
  sent_for timestamptz,
  told_until timestamptz,
  told_ids bigint[],
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (subdomain_id, id),
  foreign key (subdomain_id, saved_view_id) references saved_views (subdomain_id, id) on delete cascade,
  foreign key (subdomain_id, user_id) references users (subdomain_id, id)
);
create unique index saved_view_users_pair on saved_view_users (subdomain_id, saved_view_id, user_id);
create index saved_view_users_of_person on saved_view_users (subdomain_id, user_id);
create index saved_view_users_subscribed on saved_view_users (subdomain_id, sent_for) where subscribed and frequency <> 'never';

create table saved_view_suggestions (
  subdomain_id bigint not null,
  saved_view_id bigint not null,
  suggestion_id bigint not null,
  position integer not null,
  created_at timestamptz not null default now(),
  primary key (subdomain_id, saved_view_id, suggestion_id),
  foreign key (subdomain_id, saved_view_id) references saved_views (subdomain_id, id) on delete cascade,
  foreign key (subdomain_id, suggestion_id) references suggestions (subdomain_id, id) on delete cascade
);
create index saved_view_suggestions_order on saved_view_suggestions (subdomain_id, saved_view_id, position, suggestion_id);
create index saved_view_suggestions_of_idea on saved_view_suggestions (subdomain_id, suggestion_id);

alter table notifications add column saved_view_id bigint;
alter table notifications add foreign key (subdomain_id, saved_view_id) references saved_views (subdomain_id, id) on delete cascade;
create index notifications_saved_view on notifications (subdomain_id, saved_view_id) where saved_view_id is not null;
