-- Replies stand under the note that they answer.
create index notes_parent on notes (subdomain_id, parent_id, id) where parent_id is not null;
-- The line of a flag leads to the flag and back.
create index activity_entries_internal_flag on activity_entries (subdomain_id, internal_flag_id) where internal_flag_id is not null;
-- Moderation reads what is held, newest first.
create index suggestions_pending on suggestions (subdomain_id, created_at desc, id desc) where state = 'pending';
create index suggestions_spam on suggestions (subdomain_id, created_at desc, id desc) where state = 'spam';
create index comments_pending on comments (subdomain_id, created_at desc, id desc) where state = 'pending';
create index comments_spam on comments (subdomain_id, created_at desc, id desc) where state = 'spam';
