-- What a search ranks an idea by, without reading its texts (intelligence/text_form.ts). null: an older version wrote
-- the texts, or the database did; it is made when it is needed, and by the background job for good.
alter table suggestion_contents add column search_form bytea;
alter table suggestion_contents alter column search_form set storage main;
create index suggestion_contents_formless on suggestion_contents (subdomain_id, suggestion_id) where search_form is null;

-- How common words are among a workspace's ideas, or among a sample of them.
create table search_statistics (
  subdomain_id bigint not null primary key,
  -- ideas that were read, and how many there were
  ideas_count integer not null,
  all_ideas_count integer not null,
  last_suggestion_id bigint not null,
  mean_title_words double precision not null,
  mean_body_words double precision not null,
  -- pairs of a stem's hash and the number of ideas that hold it, 32 bits each, in rising order; those of one idea left out
  rarity bytea not null,
  counted_at timestamptz not null
);
create table search_terms (
  subdomain_id bigint not null,
  -- a stem
  term text collate "C" not null,
  ideas_count integer not null,
  primary key (subdomain_id, term)
);
