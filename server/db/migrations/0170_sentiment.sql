-- How people feel in the texts of an idea: beside the mean, of how many texts it is, and since when it is to be worked
-- out anew. Ideas that are there have all theirs to come, and so has each new one.
alter table suggestions add column sentiment_texts_count integer not null default 0;
alter table suggestions add column sentiment_due_at timestamptz default now();
create index suggestions_sentiment_due on suggestions (subdomain_id, sentiment_due_at) where sentiment_due_at is not null;
