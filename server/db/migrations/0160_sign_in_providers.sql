-- A server of the company that says who someone is (OpenID Connect); a workspace has at most one.
create table sign_in_providers (
  subdomain_id bigint not null primary key,
  -- on the button: "Sign in with ..."
  name text not null,
  -- its address, as it says itself
  issuer text not null,
  client_id text not null,
  -- sealed by the installation's key; null: the client is a public one
  sealed_secret bytea,
  -- the last characters of the secret, by which people know it again
  secret_end text,
  -- only addresses of these come in; empty: any that belongs to the team
  email_domains text[] not null default '{}',
  -- licence of people who are not on the team yet; null: they are refused
  joins_as text check (joins_as in ('contributor', 'support', 'full')),
  -- claim that names the licence at each sign-in; null: none does
  license_claim text,
  -- no password signs in any more, but those of owners
  is_required boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (joins_as is null or email_domains <> '{}')
);

-- Who a person is there: the number counts, whatever becomes of the address.
create table sign_in_identities (
  subdomain_id bigint not null,
  issuer text not null,
  subject text not null,
  user_id bigint not null,
  created_at timestamptz not null default now(),
  primary key (subdomain_id, issuer, subject),
  unique (subdomain_id, user_id, issuer),
  foreign key (subdomain_id, user_id) references users (subdomain_id, id)
);
