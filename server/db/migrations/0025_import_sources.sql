-- What an import knows of an idea at its source: where it stood, and how many votes were counted there.
-- Votes that name nobody are never mixed with those of people: they stand beside them (decision 0022).
alter table suggestion_contents
  add column source_url text,
  add column source_votes_count integer check (source_votes_count >= 0);

-- The team's answers come in with an id of their own, so that a second run finds them.
alter table status_updates add column external_id text;
create unique index status_updates_external_id on status_updates (subdomain_id, external_id) where external_id is not null;
