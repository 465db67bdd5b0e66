-- Keys by which programs use the HTTP API. Of a key its hash is kept, and its last characters so that people know it again.
create sequence api_keys_id_seq;
create table api_keys (
  subdomain_id bigint not null,
  id bigint not null default nextval('api_keys_id_seq'),
  name text not null,
  key_hash bytea not null,
  key_end text not null,
  scopes text[] not null,
  -- whose rights bound it, and in whose name it writes
  user_id bigint not null,
  -- null: no end
  expires_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz,
  revoked_by_id bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (subdomain_id, id),
  foreign key (subdomain_id, user_id) references users (subdomain_id, id),
  foreign key (subdomain_id, revoked_by_id) references users (subdomain_id, id)
);
create unique index api_keys_hash on api_keys (subdomain_id, key_hash);
create index api_keys_of_user on api_keys (subdomain_id, user_id);
create index api_keys_revoked_by on api_keys (subdomain_id, revoked_by_id) where revoked_by_id is not null;
