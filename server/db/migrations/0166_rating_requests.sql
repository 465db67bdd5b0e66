-- People are asked by email how likely they are to recommend the workspace.
alter table mailings drop constraint mailings_kind_check;
alter table mailings add constraint mailings_kind_check check (kind in ('status_update', 'internal_status_update', 'supporter_message', 'split_notice', 'rating_request', 'notification', 'digest', 'export', 'reply_copy', 'ticket_reply', 'test'));
create index mailings_rating_requests on mailings (subdomain_id, created_at) where kind = 'rating_request';

-- the email that asked for it; null: no email did
alter table ratings add column delivery_id bigint;
alter table ratings add foreign key (subdomain_id, delivery_id) references deliveries (subdomain_id, id) on delete set null (delivery_id);
create unique index ratings_delivery on ratings (subdomain_id, delivery_id) where delivery_id is not null;
