alter table notifications add column ticket_id bigint;
alter table notifications add foreign key (subdomain_id, ticket_id) references tickets (subdomain_id, id) on delete cascade;
create index notifications_ticket on notifications (subdomain_id, ticket_id) where ticket_id is not null;
