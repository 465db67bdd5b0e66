-- Texts that people write and read are ordered, and their capitals folded, by one named collation, the same on
-- every PostgreSQL: the language that a database was made in decides neither who is found (in Turkish the small
-- form of I is another letter than i) nor the order of a list. "und-x-icu" is Unicode's own order and comes with
-- every PostgreSQL that is built with ICU. The columns carry it, so lower(), like, comparisons and order by
-- follow without naming it. No table is written anew; indexes on these columns are.
alter table subdomains alter column name type text collate "und-x-icu";
alter table external_accounts
  alter column name type text collate "und-x-icu",
  alter column plan type text collate "und-x-icu",
  alter column external_id type text collate "und-x-icu";
-- a word of the name is looked up in its folded form, so that the index, which folds by the database's own
-- language, finds nothing more to fold
drop index external_accounts_search;
drop index users_search;
drop index users_email;
drop index users_name;
alter table users
  alter column name type text collate "und-x-icu",
  alter column email_address type text collate "und-x-icu",
  alter column job_title type text collate "und-x-icu",
  alter column city type text collate "und-x-icu",
  alter column region type text collate "und-x-icu",
  alter column country type text collate "und-x-icu";
alter table teams alter column name type text collate "und-x-icu";
alter table statuses alter column name type text collate "und-x-icu";
alter table internal_statuses alter column name type text collate "und-x-icu";
alter table forums alter column name type text collate "und-x-icu";
alter table categories alter column name type text collate "und-x-icu";
alter table labels
  alter column name type text collate "und-x-icu",
  alter column full_name type text collate "und-x-icu";
alter table custom_fields alter column name type text collate "und-x-icu";
alter table suggestions alter column title type text collate "und-x-icu";
alter table attachments alter column file_name type text collate "und-x-icu";
alter table deliveries alter column email_address type text collate "und-x-icu";
alter table mail_suppressions alter column email_key type text collate "und-x-icu";

create index external_accounts_search on external_accounts using gin (subdomain_id, lower(name) gin_trgm_ops);
create index users_search on users using gin (subdomain_id, lower(name) gin_trgm_ops, lower(email_address) gin_trgm_ops);
-- text_pattern_ops: byte by byte, which also serves how a text begins
create unique index users_email on users (subdomain_id, lower(email_address) text_pattern_ops);
create index users_name_begins on users (subdomain_id, lower(name) text_pattern_ops);
create index external_accounts_name_begins on external_accounts (subdomain_id, lower(name) text_pattern_ops);
-- people in the order of the names that are shown
create index users_name on users (subdomain_id, lower(coalesce(nullif(name, ''), split_part(email_address, '@', 1), '')), id);

-- what was known of the columns' values went with their old type
analyze external_accounts, users, labels, suggestions;
