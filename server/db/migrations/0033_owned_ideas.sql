-- How many open ideas a member of the team looks after: the total of a list by owner, which is then not counted.
-- A process of the version before does not keep it; the nightly recount sets it right.
alter table users add column assigned_open_suggestions_count integer not null default 0;
update users u set assigned_open_suggestions_count = d.n
from (
  select s.subdomain_id, s.assigned_owner_id, count(*)::int as n from suggestions s
  where s.assigned_owner_id is not null and s.state in ('published', 'approved') group by s.subdomain_id, s.assigned_owner_id
) d
where u.subdomain_id = d.subdomain_id and u.id = d.assigned_owner_id;
