-- Sessions by number, so that a person can end one of theirs without anybody learning what it is known by.
create sequence sessions_id_seq;
alter table sessions add column id bigint not null default nextval('sessions_id_seq');
create unique index sessions_id on sessions (subdomain_id, id);

-- An address that is to be somebody's once they have followed the link that was sent there.
alter table users add column pending_email_address text;
alter table users add column pending_email_at timestamptz;
alter table users add constraint users_pending_email check ((pending_email_address is null) = (pending_email_at is null));

alter table one_time_links drop constraint one_time_links_purpose_check;
alter table one_time_links add constraint one_time_links_purpose_check check (purpose in ('sign_in', 'reset', 'invitation', 'ticket', 'email'));
