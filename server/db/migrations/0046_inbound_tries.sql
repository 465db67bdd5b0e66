-- Mails of the mailbox that are being read, or that cost their reader its life: written down before they are read,
-- so that a process which dies of one does not meet it for ever. One that was dealt with has no row.
create table inbound_tries (
  -- which mailbox it is, and which numbers it has given its mails
  mailbox text not null,
  uid bigint not null,
  tries int not null default 1,
  began_at timestamptz not null default now(),
  -- when it was given up; null: it is read, or its reader ended in the middle
  set_aside_at timestamptz,
  reason text,
  primary key (mailbox, uid)
);
