-- Imports, started in the console or on the command line: their files, how the files are read, how far they are.
create sequence imports_id_seq;
create table imports (
  subdomain_id bigint not null,
  id bigint not null default nextval('imports_id_seq'),
  -- null: started on the command line
  user_id bigint,
  state text not null default 'rehearsing'
    check (state in ('rehearsing', 'ready', 'faulty', 'running', 'done', 'stopped', 'failed', 'undoing', 'undone')),
  preset text not null,
  -- names of the files, as they are told once the files are gone
  file_names text[] not null,
  -- forum of ideas that name none; how dates and texts are read
  settings jsonb not null,
  -- counts each change of how the files are read: a rehearsal of an earlier one is thrown away
  revision integer not null default 1,
  -- sentence for people, of a file that cannot be read or work that broke off
  problem text,
  problem_reason text,
  progress_done bigint not null default 0,
  progress_total bigint,
  -- counts, notes and the first refused rows, of the rehearsal and of what came in
  rehearsal jsonb,
  report jsonb,
  -- every refused row as a line of text
  refused_file_key text,
  attempts integer not null default 0,
  stop_asked_at timestamptz,
  started_at timestamptz,
  finished_at timestamptz,
  undo_until timestamptz,
  undone_at timestamptz,
  undone_by_id bigint,
  -- what the undo did
  undo_report jsonb,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (subdomain_id, id),
  foreign key (subdomain_id, user_id) references users (subdomain_id, id),
  foreign key (subdomain_id, undone_by_id) references users (subdomain_id, id)
);
-- one at a time in a workspace: two would make the same forums and people. One on the command line that was killed holds nobody up
create unique index imports_at_work on imports (subdomain_id) where state = 'undoing' or (state = 'running' and user_id is not null);
create index imports_of_person on imports (subdomain_id, user_id) where state in ('rehearsing', 'ready', 'faulty');

create sequence import_files_id_seq;
create table import_files (
  subdomain_id bigint not null,
  id bigint not null default nextval('import_files_id_seq'),
  -- null: uploaded, and belongs to no import yet
  import_id bigint,
  user_id bigint not null,
  role text check (role in ('ideas', 'votes', 'comments', 'summary')),
  file_name text not null,
  -- while it comes in: what it may become, so that files under way count against what a workspace may hold
  size_in_bytes bigint not null,
  -- null: the file was removed after the import
  storage_key text,
  -- null: it is still coming in
  received_at timestamptz,
  -- what was found in its head: delimiter, columns with their first values and what each is read as
  head jsonb,
  -- of the names of its columns: the next file with the same ones is read the same way
  header_hash text,
  -- rows, counted by a rehearsal; null before
  rows_count bigint,
  created_at timestamptz not null default now(),
  primary key (subdomain_id, id),
  foreign key (subdomain_id, import_id) references imports (subdomain_id, id),
  foreign key (subdomain_id, user_id) references users (subdomain_id, id)
);
create index import_files_import on import_files (subdomain_id, import_id);
create index import_files_kept on import_files (subdomain_id, created_at) where storage_key is not null;
create index import_files_header on import_files (subdomain_id, header_hash, id desc) where import_id is not null;

-- The import that made a record: what was added since, by others or by a later import, is told apart by it.
alter table suggestions add column import_id bigint;
alter table supporters add column import_id bigint;
alter table comments add column import_id bigint;
alter table status_updates add column import_id bigint;
alter table suggestions add constraint suggestions_import foreign key (subdomain_id, import_id) references imports (subdomain_id, id);
alter table supporters add constraint supporters_import foreign key (subdomain_id, import_id) references imports (subdomain_id, id);
alter table comments add constraint comments_import foreign key (subdomain_id, import_id) references imports (subdomain_id, id);
alter table status_updates add constraint status_updates_import foreign key (subdomain_id, import_id) references imports (subdomain_id, id);
create index suggestions_import_made on suggestions (subdomain_id, import_id, id) where import_id is not null;
create index supporters_import_made on supporters (subdomain_id, import_id, suggestion_id) where import_id is not null;
create index comments_import_made on comments (subdomain_id, import_id, id) where import_id is not null;
create index status_updates_import_made on status_updates (subdomain_id, import_id, id) where import_id is not null;

-- The ledger of undo holds what an import changed, a batch an entry; of one on the command line nobody is the author.
alter table undo_entries alter column user_id drop not null;
alter table undo_entries add column import_id bigint;
alter table undo_entries add constraint undo_entries_import foreign key (subdomain_id, import_id) references imports (subdomain_id, id);
create index undo_entries_of_import on undo_entries (subdomain_id, import_id, id desc) where import_id is not null;

-- The bell says that an import has ended.
alter table notifications add column import_id bigint;
alter table notifications add constraint notifications_import foreign key (subdomain_id, import_id) references imports (subdomain_id, id);
alter table notifications drop constraint notifications_event_check;
alter table notifications add constraint notifications_event_check check (event in ('view_shared', 'list_shared', 'impact_report_shared', 'theme_detection_complete', 'admin_assigned', 'admin_bulk_assigned',
  'note_mention', 'note_reply', 'supporter_message_reply', 'status_update_reaction', 'comm_message_reply', 'import_complete'));
