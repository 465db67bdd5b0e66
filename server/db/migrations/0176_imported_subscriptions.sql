-- Who voted at the source is subscribed here; the undo of the import takes that away with the vote.
alter table subscriptions add column import_id bigint;
alter table subscriptions add constraint subscriptions_import foreign key (subdomain_id, import_id) references imports (subdomain_id, id);
create index subscriptions_import_made on subscriptions (subdomain_id, import_id, suggestion_id) where import_id is not null;
-- false: an import brought it without its date; created_at is then that of its idea
alter table status_updates add column is_dated boolean not null default true;
update status_updates n set is_dated = false from suggestions s
where n.external_id is not null and s.subdomain_id = n.subdomain_id and s.id = n.suggestion_id and s.created_at = n.created_at;
