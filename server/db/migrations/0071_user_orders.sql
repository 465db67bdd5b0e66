-- Orders of the grid of people in a large workspace. None of these columns changes with a vote, so votes stay as
-- cheap as they are. An order by the ideas that people support would make each vote write all indexes of the person.
create index users_by_email on users (subdomain_id, lower(email_address) desc nulls last, id desc);
create index users_by_last_login on users (subdomain_id, last_login desc nulls last, id desc);
create index users_by_rating on users (subdomain_id, satisfaction_score desc nulls last, id desc);
create index users_by_change on users (subdomain_id, updated_at desc, id desc);
create index users_by_job_title on users (subdomain_id, lower(job_title) desc nulls last, id desc);
create index users_by_country on users (subdomain_id, lower(country) desc nulls last, id desc);
create index users_blocked on users (subdomain_id, id) where allowed_state = 'blocked';
create index users_unsubscribed on users (subdomain_id, created_at desc, id desc) where not subscribed;
create index users_in_team on users (subdomain_id, permission_state, id) where permission_state <> 'none';
-- people of one company by their addresses
create index users_by_domain on users (subdomain_id, lower(nullif(split_part(email_address, '@', 2), '')));
