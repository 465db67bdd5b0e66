-- How the public pages of a workspace look, and from where they are read.
alter table subdomains add column public_color text check (public_color ~ '^#[0-9A-F]{6}$');
-- addresses and ranges; empty: from anywhere
alter table subdomains add column public_networks text[] not null default '{}';
