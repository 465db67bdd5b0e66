-- Open suggestions to merge an idea are counted when they are asked for: they end and come back with the state
-- of either idea, and a number kept on both would need the rows of ideas that a command has no other business with.
alter table suggestions drop column merge_candidates_count;

-- Ideas whose texts are new or changed: the search for doubles looks at them in the background.
create table duplicate_searches (
  subdomain_id bigint not null,
  suggestion_id bigint not null,
  created_at timestamptz not null default now(),
  primary key (subdomain_id, suggestion_id),
  foreign key (subdomain_id, suggestion_id) references suggestions (subdomain_id, id) on delete cascade
);
insert into duplicate_searches (subdomain_id, suggestion_id) select s.subdomain_id, s.id from suggestions s where s.state in ('published', 'approved');

-- "What did I do that can still be taken back?"
create index undo_entries_own on undo_entries (subdomain_id, user_id, id desc) where undone_at is null;
