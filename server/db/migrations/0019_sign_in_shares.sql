-- Whose failures these are, so that a new password can forget them: the first 32 hex digits of the SHA-256 of the
-- address. Null: of no account alone.
alter table sign_in_delays add column account text;
create index sign_in_delays_account on sign_in_delays (subdomain_id, account) where account is not null;

-- Networks are IPv4 addresses now, where they were 24 bits: those that people signed in from in the last 90 days stay known.
insert into sign_in_delays (subdomain_id, scope_key, failures, blocked_until, updated_at)
select a.subdomain_id,
       'known ' || left(encode(sha256(convert_to(lower(u.email_address), 'UTF8')), 'hex'), 32) || ' ' || regexp_replace(a.ip, '^::ffff:', '', 'i'),
       0, max(a.created_at), max(a.created_at)
from audit_entries a
join users u on u.subdomain_id = a.subdomain_id and u.id = a.user_id
where a.action = 'sign_in' and a.created_at > now() - interval '90 days' and u.email_address is not null
  and regexp_replace(a.ip, '^::ffff:', '', 'i') ~ '^\d{1,3}(\.\d{1,3}){3}$'
group by 1, 2
on conflict do nothing;
