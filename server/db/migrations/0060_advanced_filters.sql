-- What advanced filters compare, of the ideas that a list shows. Few ideas have notes, feedback, statuses or scores, so
-- these are small, and a vote writes to the first alone.
create index suggestions_total_activity on suggestions (subdomain_id, (votes_count + comments_count + requests_count + notes_count + importance_low_count + importance_medium_count + importance_high_count)) where state in ('published', 'approved');
create index suggestions_noted on suggestions (subdomain_id, notes_count) where notes_count > 0 and state in ('published', 'approved');
create index suggestions_with_feedback on suggestions (subdomain_id, requests_count) where requests_count > 0 and state in ('published', 'approved');
create index suggestions_sentiment on suggestions (subdomain_id, total_sentiment_score) where total_sentiment_score is not null and state in ('published', 'approved');
create index suggestions_status_updated on suggestions (subdomain_id, last_status_update_at) where last_status_update_at is not null and state in ('published', 'approved');
create index suggestions_internal_status_updated on suggestions (subdomain_id, last_internal_status_update_at) where last_internal_status_update_at is not null and state in ('published', 'approved');
