-- What people and accounts support leaves out ideas marked as spam, as it leaves out deleted ones.
-- A process of the version before still counts them; the nightly recount sets that right.
update users u set supported_suggestions_count = u.supported_suggestions_count - d.n
from (
  select x.subdomain_id, x.user_id, count(*)::int as n from suggestions s
  join supporters x on x.subdomain_id = s.subdomain_id and x.suggestion_id = s.id
  where s.state = 'spam' group by x.subdomain_id, x.user_id
) d
where u.subdomain_id = d.subdomain_id and u.id = d.user_id;
update external_accounts a set supported_ideas_count = a.supported_ideas_count - d.n
from (
  select x.subdomain_id, x.account_id, count(*)::int as n from suggestions s
  join suggestion_accounts x on x.subdomain_id = s.subdomain_id and x.suggestion_id = s.id
  where s.state = 'spam' group by x.subdomain_id, x.account_id
) d
where a.subdomain_id = d.subdomain_id and a.id = d.account_id;
