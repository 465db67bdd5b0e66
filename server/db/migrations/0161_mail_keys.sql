-- The key that signs emails from a workspace's own domain (DKIM); its public half stands in the domain's DNS.
create table mail_keys (
  subdomain_id bigint not null primary key,
  -- name of the key in the DNS of the domain
  selector text not null,
  -- PEM, sealed by the installation's key
  sealed_key bytea not null,
  -- as the DNS record has it: base64 of the key's SPKI
  public_key text not null,
  created_at timestamptz not null default now()
);
