-- What accounts pay, with time, and accounts that were deleted and can come back.
alter table external_accounts add column deleted_at timestamptz;
-- whether revenue_cents was set on its own; else it follows mrr_cents
alter table external_accounts add column has_own_revenue boolean not null default false;
update external_accounts a set has_own_revenue = true where a.revenue_cents <> a.mrr_cents;
-- people of the account by their latest rating, for its satisfaction
alter table external_accounts add column promoters_count integer not null default 0;
alter table external_accounts add column neutrals_count integer not null default 0;
alter table external_accounts add column detractors_count integer not null default 0;
update external_accounts a set promoters_count = d.promoters, neutrals_count = d.neutrals, detractors_count = d.detractors
from (
  select u.subdomain_id, u.account_id, count(*) filter (where u.satisfaction_score >= 9)::int as promoters,
    count(*) filter (where u.satisfaction_score between 7 and 8)::int as neutrals, count(*) filter (where u.satisfaction_score <= 6)::int as detractors
  from users u where u.account_id is not null and u.satisfaction_score is not null group by u.subdomain_id, u.account_id
) d
where a.subdomain_id = d.subdomain_id and a.id = d.account_id;
create index external_accounts_deleted on external_accounts (subdomain_id, deleted_at) where deleted_at is not null;

-- An amount stands from `since` until the next entry of its account; the newest is the one of the account's row.
create sequence account_revenues_id_seq;
create table account_revenues (
  subdomain_id bigint not null,
  id bigint not null default nextval('account_revenues_id_seq'),
  account_id bigint not null,
  since timestamptz not null,
  mrr_cents bigint not null check (mrr_cents >= 0),
  revenue_cents bigint not null check (revenue_cents >= 0),
  source text not null check (source in ('import', 'api', 'manual')),
  -- who entered it; null: the system, as in an import of the command line
  user_id bigint,
  created_at timestamptz not null default now(),
  primary key (subdomain_id, id),
  foreign key (subdomain_id, account_id) references external_accounts (subdomain_id, id) on delete cascade,
  foreign key (subdomain_id, user_id) references users (subdomain_id, id)
);
create unique index account_revenues_account on account_revenues (subdomain_id, account_id, since desc);
-- until now nothing could change an amount, so it stands since the account is known
insert into account_revenues (subdomain_id, account_id, since, mrr_cents, revenue_cents, source, created_at)
select a.subdomain_id, a.id, a.created_at, a.mrr_cents, a.revenue_cents, 'import', a.created_at
from external_accounts a where (a.mrr_cents > 0 or a.revenue_cents > 0) and a.mrr_cents >= 0 and a.revenue_cents >= 0;
