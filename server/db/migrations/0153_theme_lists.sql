-- A theme report may read a saved view or list of ideas. That it does stays known when the list is forgotten.
alter table theme_sets add column saved_view_id bigint;
alter table theme_sets add column reads_list boolean not null default false;
alter table theme_sets add foreign key (subdomain_id, saved_view_id) references saved_views (subdomain_id, id) on delete set null (saved_view_id);
create index theme_sets_saved_view on theme_sets (subdomain_id, saved_view_id) where saved_view_id is not null;
