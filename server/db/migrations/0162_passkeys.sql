-- Keys of devices that someone shows in place of a code of their program (WebAuthn).
create sequence passkeys_id_seq;
create table passkeys (
  subdomain_id bigint not null,
  id bigint not null default nextval('passkeys_id_seq'),
  user_id bigint not null,
  -- as people know the device again
  name text not null,
  -- what the device calls the key: base64url
  credential_id text not null,
  -- COSE
  public_key bytea not null,
  -- how often the device says that it was used; 0: it does not count
  sign_count bigint not null default 0,
  -- how browsers reach the device: internal, usb, hybrid and the like
  transports text[] not null default '{}',
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  primary key (subdomain_id, id),
  unique (subdomain_id, credential_id),
  foreign key (subdomain_id, user_id) references users (subdomain_id, id)
);
create index passkeys_user on passkeys (subdomain_id, user_id);
