-- When somebody was asked into the team, and by whom: null for those who never were, and who asked is null for the command line.
alter table users add column invited_at timestamptz;
alter table users add column invited_by bigint;
alter table users add constraint users_invited_by_fkey foreign key (subdomain_id, invited_by) references users (subdomain_id, id);
create index users_invited_by on users (subdomain_id, invited_by) where invited_by is not null;
