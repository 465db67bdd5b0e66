-- What was seen is forgotten after some time: found by its age.
create index notifications_seen on notifications (subdomain_id, seen_at) where seen_at is not null;
