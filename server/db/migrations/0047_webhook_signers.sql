-- Networks that have signed a call of the mail webhooks rightly, so that they are known again after a restart.
create table webhook_signers (
  network text primary key,
  signed_at timestamptz not null default now()
);
