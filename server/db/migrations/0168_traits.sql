-- Values of the workspace's own fields of people and accounts, by key, as features have them.
alter table users add column custom_fields jsonb not null default '{}';
alter table external_accounts add column custom_fields jsonb not null default '{}';
