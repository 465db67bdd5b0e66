-- Words of comments and feedback, for ideas that are found by what was said about them.
create index comments_words on comments using gin (subdomain_id, to_tsvector('english', body));
create index feedback_records_words on feedback_records using gin (subdomain_id, to_tsvector('english', body));
-- The id that an imported idea had at its source, behind the name of the source.
create index suggestions_source_id on suggestions (subdomain_id, substr(external_id, strpos(external_id, ':') + 1)) where external_id is not null;
