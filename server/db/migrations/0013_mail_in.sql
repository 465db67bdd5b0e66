-- Mail that comes back.

-- Who wrote, when the answer did not come from the address that the mail went to: kept, and shown as such.
alter table messages add column from_email text;
create index messages_delivery on messages (subdomain_id, delivery_id) where delivery_id is not null;
create index messages_status_update on messages (subdomain_id, status_update_id, created_at, id) where status_update_id is not null;
create index messages_internal_status_update on messages (subdomain_id, internal_status_update_id, created_at, id) where internal_status_update_id is not null;
-- Mails that were written to the outbox folder, newest first.
create index deliveries_outbox on deliveries (subdomain_id, id desc) where state = 'outbox';

-- Signed calls from outside within the time in which their signature is good: each is taken once.
create table webhook_calls (
  signature bytea primary key,
  created_at timestamptz not null default now()
);
create index webhook_calls_age on webhook_calls (created_at);
