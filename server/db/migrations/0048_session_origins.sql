-- A session that a ticket began knows where it came from: from which sessions, in other workspaces and this one, the
-- first of them first, each as workspace.session.generation. It holds only while all of them do; a session whose
-- generation is counted up ends what came out of it and goes on itself. began_at: when the sign-in was that stands at
-- the beginning of it all; null: this session is one.
alter table sessions add column origins text[] not null default '{}';
alter table sessions add column generation integer not null default 0;
alter table sessions add column began_at timestamptz;
create index sessions_origins on sessions using gin (origins) where origins <> '{}';

-- A ticket carries both.
alter table one_time_links add column session_origins text[] not null default '{}';
alter table one_time_links add column session_began_at timestamptz;

-- Since when the address counts as confirmed; null: it does not, or it was confirmed before this was written down. A
-- session that began before leads into no other workspace.
alter table users add column email_confirmed_at timestamptz;
