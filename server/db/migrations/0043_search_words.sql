-- Words of a workspace's ideas, with about how many ideas hold each: what a word of a search that no idea holds is compared
-- with (decision 0033). Written in the background; a word may stay after the last idea with it.
create table search_words (
  subdomain_id bigint not null,
  -- letters alone, 4 to 40 of them, in lower case
  word text collate "C" not null,
  ideas_count integer not null,
  primary key (subdomain_id, word)
);

-- Workspaces whose older ideas are still to be read for it, and the idea up to which they were.
create table search_word_backfills (
  subdomain_id bigint not null primary key,
  after_id bigint not null
);
insert into search_word_backfills (subdomain_id, after_id) select d.id, 0 from subdomains d;

-- The letters of these words, the commonest first: a typing error puts one of them in the place of another.
alter table search_statistics add column letters text not null default '';
-- counted again as soon as the job runs
update search_statistics set counted_at = to_timestamp(0);
