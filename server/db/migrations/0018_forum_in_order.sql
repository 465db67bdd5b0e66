-- A forum's or a status's ideas in the order of votes: told apart in the index, without a look at each idea on the way.
create index suggestions_by_votes_with_places on suggestions (subdomain_id, votes_count desc, id desc) include (forum_id, status_id) where state in ('published', 'approved');
drop index suggestions_by_votes;
alter index suggestions_by_votes_with_places rename to suggestions_by_votes;
