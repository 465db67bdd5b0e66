-- How long a new password must be at least; the installation's own rule is 12.
alter table subdomains add column password_min_characters int not null default 12 check (password_min_characters between 12 and 64);
