-- A workspace's own host name counts for serving and links only once it was proved, by a DNS record or by the word
-- of who runs the installation (decision 0018). What was believed until now has no proof: `subdomain update --host`
-- with the same name gives it. A name that is merely claimed keeps nobody else from it.
alter table subdomains add column cname_proved_at timestamptz;
alter table subdomains drop constraint subdomains_cname_key;
alter table subdomains add constraint subdomains_proved_cname_is_there check (cname_proved_at is null or cname is not null);
create unique index subdomains_proved_cname on subdomains (cname) where cname_proved_at is not null;
