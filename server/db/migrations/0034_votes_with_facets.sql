-- The order by votes knows the category and the owner too: a page of one of them is found in the index alone.
create index suggestions_by_votes_with_facets on suggestions (subdomain_id, votes_count desc, id desc) include (forum_id, status_id, category_id, assigned_owner_id) where state in ('published', 'approved');
drop index suggestions_by_votes;
alter index suggestions_by_votes_with_facets rename to suggestions_by_votes;
