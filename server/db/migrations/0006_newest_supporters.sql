-- Undated support (of imports) comes behind the dated one, in lists and for the last supporter.
drop index supporters_newest;
create index supporters_newest on supporters (subdomain_id, suggestion_id, created_at desc nulls last, user_id desc);
