-- Addresses that are told what happens in a workspace, and what was told them.
create sequence webhooks_id_seq;
create table webhooks (
  subdomain_id bigint not null,
  id bigint not null default nextval('webhooks_id_seq'),
  name text not null,
  url text not null,
  -- what it is told of
  kinds text[] not null,
  -- what its calls are signed with, sealed by the installation's key
  sealed_secret bytea not null,
  -- the one before, which signs too until then; null: none
  old_sealed_secret bytea,
  old_secret_until timestamptz,
  is_on boolean not null default true,
  -- since when it is on or off
  switched_at timestamptz not null default now(),
  -- why the product switched it off by itself; null: it did not
  switch_off_reason text check (switch_off_reason in ('failing', 'gone')),
  -- calls in a row that nobody answered, and until when none is made; null: now
  misses_count int not null default 0,
  paused_until timestamptz,
  -- who made it; null: no person, or one that was removed
  user_id bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (subdomain_id, id),
  foreign key (subdomain_id, user_id) references users (subdomain_id, id)
);
create index webhooks_user on webhooks (subdomain_id, user_id) where user_id is not null;

create sequence webhook_deliveries_id_seq;
create table webhook_deliveries (
  subdomain_id bigint not null,
  id bigint not null default nextval('webhook_deliveries_id_seq'),
  webhook_id bigint not null,
  -- the same in each of its tries, so that a receiver knows a repetition
  message_id text not null default 'msg_' || replace(gen_random_uuid()::text, '-', ''),
  kind text not null,
  -- the feed entry, person or account that it tells of; null: none, of a test
  record_id bigint,
  -- what people know it by, and what is sent; null: it was not tried yet
  subject text,
  body text,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  -- each try: at, status, problem, ms
  tries jsonb not null default '[]',
  -- tries that it has in all, and until when
  tries_most int not null,
  give_up_at timestamptz not null,
  next_try_at timestamptz not null,
  -- of the last try. status: null, no answer came; problem: null, it was taken
  status int,
  problem text,
  duration_ms int,
  answer text,
  ended_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (subdomain_id, id),
  foreign key (subdomain_id, webhook_id) references webhooks (subdomain_id, id) on delete cascade
);
create index webhook_deliveries_webhook on webhook_deliveries (subdomain_id, webhook_id, id);
create index webhook_deliveries_waiting on webhook_deliveries (subdomain_id, webhook_id, next_try_at, id) where state = 'waiting';
create index webhook_deliveries_ended on webhook_deliveries (subdomain_id, webhook_id, ended_at) where state <> 'waiting';
create index webhook_deliveries_failed on webhook_deliveries (subdomain_id, webhook_id, id) where state = 'failed';
create index webhook_deliveries_created on webhook_deliveries (subdomain_id, created_at);

alter table notifications add column webhook_id bigint;
alter table notifications add foreign key (subdomain_id, webhook_id) references webhooks (subdomain_id, id) on delete cascade;
create index notifications_webhook on notifications (subdomain_id, webhook_id) where webhook_id is not null;
