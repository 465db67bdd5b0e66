-- Exports that are called off, begun again after a break, and removed in time.
alter table exports drop constraint exports_state_check;
alter table exports add constraint exports_state_check check (state in ('pending', 'running', 'complete', 'failed', 'cancelled', 'expired'));
-- how often the work was begun; whoever holds a lower number writes nothing any more
alter table exports add column attempts integer not null default 0;
alter table exports add column finished_at timestamptz;
create index exports_open on exports (subdomain_id, updated_at) where state in ('pending', 'running');
create index exports_files on exports (subdomain_id, expires_at) where storage_key is not null;
