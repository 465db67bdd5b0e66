-- How many labels an idea carries, kept by the command that changes them: "without a label" asked of
-- the link table alone reads all of a tenant's ideas where nearly every idea has one (4 s of 1,000,000).
alter table suggestions add column labels_count integer not null default 0;
update suggestions s set labels_count = l.n
from (select subdomain_id, suggestion_id, count(*)::integer as n from suggestion_labels group by subdomain_id, suggestion_id) l
where s.subdomain_id = l.subdomain_id and s.id = l.suggestion_id;
create index suggestions_unlabelled on suggestions (subdomain_id, id desc) where labels_count = 0 and state in ('published', 'approved');
