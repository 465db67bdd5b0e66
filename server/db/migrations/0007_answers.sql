-- What the team answers: messages to subscribers, the mail that carries them, what comes back, notifications,
-- exports and merges.
create sequence supporter_messages_id_seq;
create table supporter_messages (
  subdomain_id bigint not null,
  id bigint not null default nextval('supporter_messages_id_seq'),
  suggestion_id bigint not null,
  user_id bigint,
  email_subject text not null,
  body text not null,
  body_mime_type text not null default 'text/html',
  from_email text,
  notification_email_address text,
  -- the sender gets a copy of each reply by mail
  copies_replies boolean not null default false,
  expected_send_count integer not null default 0,
  mail_sent_count integer not null default 0,
  mail_opened_count integer,
  mail_clicked_count integer,
  reply_count integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (subdomain_id, id),
  foreign key (subdomain_id, suggestion_id) references suggestions (subdomain_id, id),
  foreign key (subdomain_id, user_id) references users (subdomain_id, id)
);
create index supporter_messages_suggestion on supporter_messages (subdomain_id, suggestion_id, created_at desc, id desc);

-- One message to many: who gets it is written down once, in deliveries. Its counts are kept on the record
-- that it carries (status update, message), last in their transaction.
create sequence mailings_id_seq;
create table mailings (
  subdomain_id bigint not null,
  id bigint not null default nextval('mailings_id_seq'),
  kind text not null check (kind in ('status_update', 'internal_status_update', 'supporter_message', 'split_notice', 'notification', 'digest', 'export', 'reply_copy', 'test')),
  suggestion_id bigint,
  status_update_id bigint,
  internal_status_update_id bigint,
  supporter_message_id bigint,
  -- who sends it; null: the system
  user_id bigint,
  -- waiting: within the time in which it can be called back
  state text not null default 'waiting' check (state in ('waiting', 'sending', 'done', 'called_back', 'held')),
  -- true: a mail whose fate is unknown is not sent again (at most once); false: it is (at least once)
  at_most_once boolean not null default true,
  subject text not null,
  from_email text,
  reply_to text,
  -- further values of its template
  details jsonb not null default '{}',
  send_after timestamptz not null default now(),
  expected_count integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (subdomain_id, id),
  foreign key (subdomain_id, suggestion_id) references suggestions (subdomain_id, id),
  foreign key (subdomain_id, status_update_id) references status_updates (subdomain_id, id),
  foreign key (subdomain_id, internal_status_update_id) references internal_status_updates (subdomain_id, id),
  foreign key (subdomain_id, supporter_message_id) references supporter_messages (subdomain_id, id),
  foreign key (subdomain_id, user_id) references users (subdomain_id, id)
);
create index mailings_open on mailings (subdomain_id, send_after, id) where state in ('waiting', 'sending');
create index mailings_newest on mailings (subdomain_id, created_at desc, id desc);
create index mailings_status_update on mailings (subdomain_id, status_update_id) where status_update_id is not null;
create index mailings_internal_status_update on mailings (subdomain_id, internal_status_update_id) where internal_status_update_id is not null;
create index mailings_supporter_message on mailings (subdomain_id, supporter_message_id) where supporter_message_id is not null;

create sequence deliveries_id_seq;
create table deliveries (
  subdomain_id bigint not null,
  id bigint not null default nextval('deliveries_id_seq'),
  mailing_id bigint not null,
  user_id bigint,
  email_address text not null,
  -- unknown: the sender died while it handed the mail over; outbox: written to the folder, not sent
  state text not null default 'queued' check (state in ('queued', 'sending', 'sent', 'outbox', 'failed', 'unknown', 'left_out')),
  attempts integer not null default 0,
  -- queued: not before; sending: the lease of the worker that holds it
  due_at timestamptz not null default now(),
  -- why it failed or was left out, as a sentence
  reason text,
  sent_at timestamptz,
  opened_at timestamptz,
  clicked_at timestamptz,
  reaction text check (reaction in ('up', 'down')),
  created_at timestamptz not null default now(),
  primary key (subdomain_id, id),
  foreign key (subdomain_id, mailing_id) references mailings (subdomain_id, id) on delete cascade,
  foreign key (subdomain_id, user_id) references users (subdomain_id, id)
);
create unique index deliveries_address on deliveries (subdomain_id, mailing_id, lower(email_address));
create index deliveries_queue on deliveries (subdomain_id, due_at, id) where state in ('queued', 'sending');
create index deliveries_state on deliveries (subdomain_id, mailing_id, state);
create index deliveries_user on deliveries (subdomain_id, user_id) where user_id is not null;

-- Addresses that links of a mailing lead to: a tracked link holds the id of its target, never the address.
create sequence mail_links_id_seq;
create table mail_links (
  subdomain_id bigint not null,
  id bigint not null default nextval('mail_links_id_seq'),
  mailing_id bigint not null,
  url text not null,
  primary key (subdomain_id, id),
  foreign key (subdomain_id, mailing_id) references mailings (subdomain_id, id) on delete cascade
);
create unique index mail_links_url on mail_links (subdomain_id, mailing_id, md5(url));

-- Addresses that get no mail any more, and why.
create table mail_suppressions (
  subdomain_id bigint not null,
  -- in small letters
  email_key text not null,
  reason text not null check (reason in ('bounce', 'complaint', 'unsubscribed', 'manual')),
  details text,
  created_by_id bigint,
  created_at timestamptz not null default now(),
  primary key (subdomain_id, email_key),
  foreign key (subdomain_id, created_by_id) references users (subdomain_id, id)
);
create index mail_suppressions_newest on mail_suppressions (subdomain_id, created_at desc);

-- 1:1 conversation by mail around an idea: what people answered, and what staff wrote back.
create sequence messages_id_seq;
create table messages (
  subdomain_id bigint not null,
  id bigint not null default nextval('messages_id_seq'),
  suggestion_id bigint,
  delivery_id bigint,
  supporter_message_id bigint,
  status_update_id bigint,
  internal_status_update_id bigint,
  comment_id bigint,
  feedback_record_id bigint,
  user_id bigint,
  is_from_staff boolean not null default false,
  subject text,
  body text not null,
  -- Message-ID of a mail that came in: the same mail comes in once
  message_id text,
  created_at timestamptz not null default now(),
  primary key (subdomain_id, id),
  foreign key (subdomain_id, suggestion_id) references suggestions (subdomain_id, id),
  foreign key (subdomain_id, delivery_id) references deliveries (subdomain_id, id),
  foreign key (subdomain_id, supporter_message_id) references supporter_messages (subdomain_id, id),
  foreign key (subdomain_id, status_update_id) references status_updates (subdomain_id, id),
  foreign key (subdomain_id, internal_status_update_id) references internal_status_updates (subdomain_id, id),
  foreign key (subdomain_id, comment_id) references comments (subdomain_id, id),
  foreign key (subdomain_id, feedback_record_id) references feedback_records (subdomain_id, id),
  foreign key (subdomain_id, user_id) references users (subdomain_id, id)
);
create unique index messages_message_id on messages (subdomain_id, message_id) where message_id is not null;
create index messages_suggestion on messages (subdomain_id, suggestion_id, created_at, id);
create index messages_supporter_message on messages (subdomain_id, supporter_message_id, created_at, id) where supporter_message_id is not null;

-- Thumbs from mails: one of each person on each update, the last one counts.
create table reactions (
  subdomain_id bigint not null,
  id bigint generated always as identity,
  user_id bigint not null,
  status_update_id bigint,
  internal_status_update_id bigint,
  kind text not null check (kind in ('up', 'down')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (subdomain_id, id),
  foreign key (subdomain_id, user_id) references users (subdomain_id, id),
  foreign key (subdomain_id, status_update_id) references status_updates (subdomain_id, id),
  foreign key (subdomain_id, internal_status_update_id) references internal_status_updates (subdomain_id, id),
  check (num_nonnulls(status_update_id, internal_status_update_id) = 1)
);
create unique index reactions_status_update on reactions (subdomain_id, status_update_id, user_id) where status_update_id is not null;
create unique index reactions_internal_status_update on reactions (subdomain_id, internal_status_update_id, user_id) where internal_status_update_id is not null;

alter table attachments add column supporter_message_id bigint;
alter table attachments add constraint attachments_supporter_message foreign key (subdomain_id, supporter_message_id) references supporter_messages (subdomain_id, id);
alter table attachments drop constraint attachments_check;
alter table attachments add constraint attachments_check check (num_nonnulls(suggestion_id, comment_id, feedback_record_id, note_id, status_update_id, internal_status_update_id, supporter_message_id) <= 1);
drop index attachments_unclaimed;
create index attachments_unclaimed on attachments (subdomain_id, created_at)
  where num_nonnulls(suggestion_id, comment_id, feedback_record_id, note_id, status_update_id, internal_status_update_id, supporter_message_id) = 0;
create index attachments_supporter_message_id on attachments (subdomain_id, supporter_message_id, id) where supporter_message_id is not null;

alter table activity_entries add column supporter_message_id bigint;
alter table activity_entries add constraint activity_entries_supporter_message foreign key (subdomain_id, supporter_message_id) references supporter_messages (subdomain_id, id);
create index activity_entries_note on activity_entries (subdomain_id, note_id) where note_id is not null;

alter table subdomains add column prevent_email_notifications boolean not null default false;
-- whether opened mails and followed links are counted
alter table subdomains add column mail_tracking boolean not null default true;

-- What a member of the team is told about in the console.
create sequence notifications_id_seq;
create table notifications (
  subdomain_id bigint not null,
  id bigint not null default nextval('notifications_id_seq'),
  -- who is told
  user_id bigint not null,
  event text not null check (event in ('view_shared', 'list_shared', 'impact_report_shared', 'theme_detection_complete', 'admin_assigned', 'admin_bulk_assigned',
    'note_mention', 'note_reply', 'supporter_message_reply', 'status_update_reaction', 'comm_message_reply')),
  -- who did it; null: the system
  subject_user_id bigint,
  suggestion_id bigint,
  note_id bigint,
  supporter_message_id bigint,
  status_update_id bigint,
  internal_status_update_id bigint,
  message_id bigint,
  -- the bulk action (undo_entries.id) and how much it changed
  bulk_action_id bigint,
  objects_changed integer,
  -- notifications of one event about one object are shown as one row
  group_key text not null,
  seen_at timestamptz,
  clicked_at timestamptz,
  -- null: not yet mailed, alone or in a digest
  mailed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (subdomain_id, id),
  foreign key (subdomain_id, user_id) references users (subdomain_id, id),
  foreign key (subdomain_id, subject_user_id) references users (subdomain_id, id),
  foreign key (subdomain_id, suggestion_id) references suggestions (subdomain_id, id),
  foreign key (subdomain_id, note_id) references notes (subdomain_id, id),
  foreign key (subdomain_id, supporter_message_id) references supporter_messages (subdomain_id, id),
  foreign key (subdomain_id, status_update_id) references status_updates (subdomain_id, id),
  foreign key (subdomain_id, internal_status_update_id) references internal_status_updates (subdomain_id, id),
  foreign key (subdomain_id, message_id) references messages (subdomain_id, id)
);
create index notifications_newest on notifications (subdomain_id, user_id, id desc);
create index notifications_unseen on notifications (subdomain_id, user_id, id desc) where seen_at is null;
create index notifications_group on notifications (subdomain_id, user_id, group_key, id desc);

-- How a member of the team hears of events by mail. An event without a row here: as the product's default says.
create table notification_preferences (
  subdomain_id bigint not null,
  user_id bigint not null,
  event text not null,
  by_mail boolean not null,
  updated_at timestamptz not null default now(),
  primary key (subdomain_id, user_id, event),
  foreign key (subdomain_id, user_id) references users (subdomain_id, id)
);
create table notification_digests (
  subdomain_id bigint not null,
  user_id bigint not null,
  frequency text not null default 'never' check (frequency in ('never', 'daily', 'weekly')),
  -- the last slot that was sent
  sent_for date,
  updated_at timestamptz not null default now(),
  primary key (subdomain_id, user_id),
  foreign key (subdomain_id, user_id) references users (subdomain_id, id)
);

-- Who was named in a note.
create table note_mentions (
  subdomain_id bigint not null,
  note_id bigint not null,
  user_id bigint not null,
  primary key (subdomain_id, note_id, user_id),
  foreign key (subdomain_id, note_id) references notes (subdomain_id, id) on delete cascade,
  foreign key (subdomain_id, user_id) references users (subdomain_id, id)
);

-- Files made of many rows, in the background.
create sequence exports_id_seq;
create table exports (
  subdomain_id bigint not null,
  id bigint not null default nextval('exports_id_seq'),
  user_id bigint not null,
  collection text not null,
  format text not null check (format in ('csv', 'xlsx')),
  -- the request, as it was checked
  params jsonb not null,
  state text not null default 'pending' check (state in ('pending', 'running', 'complete', 'failed', 'expired')),
  rows_expected bigint,
  rows_written bigint not null default 0,
  -- message of what went wrong, for the person who asked
  problem text,
  storage_key text,
  file_name text,
  size_in_bytes bigint,
  token_hash bytea,
  expires_at timestamptz,
  mailed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (subdomain_id, id),
  foreign key (subdomain_id, user_id) references users (subdomain_id, id)
);
create unique index exports_token on exports (subdomain_id, token_hash) where token_hash is not null;
create index exports_newest on exports (subdomain_id, user_id, id desc);

-- What a merge moved, so that it can be reversed.
create sequence suggestion_merges_id_seq;
create table suggestion_merges (
  subdomain_id bigint not null,
  id bigint not null default nextval('suggestion_merges_id_seq'),
  winner_id bigint not null,
  loser_id bigint not null,
  user_id bigint,
  moved jsonb not null,
  reversed_at timestamptz,
  reversed_by_id bigint,
  created_at timestamptz not null default now(),
  primary key (subdomain_id, id),
  foreign key (subdomain_id, winner_id) references suggestions (subdomain_id, id),
  foreign key (subdomain_id, loser_id) references suggestions (subdomain_id, id),
  foreign key (subdomain_id, user_id) references users (subdomain_id, id),
  foreign key (subdomain_id, reversed_by_id) references users (subdomain_id, id)
);
create unique index suggestion_merges_open on suggestion_merges (subdomain_id, loser_id) where reversed_at is null;
create index suggestion_merges_winner on suggestion_merges (subdomain_id, winner_id, id desc);

-- Pairs that somebody, or the search for doubles, thinks are the same; the smaller id stands first.
create table merge_candidates (
  subdomain_id bigint not null,
  suggestion_id bigint not null,
  other_suggestion_id bigint not null,
  score double precision not null,
  -- why, as a sentence
  reason text not null,
  state text not null default 'open' check (state in ('open', 'dismissed', 'merged')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (subdomain_id, suggestion_id, other_suggestion_id),
  foreign key (subdomain_id, suggestion_id) references suggestions (subdomain_id, id),
  foreign key (subdomain_id, other_suggestion_id) references suggestions (subdomain_id, id),
  check (suggestion_id < other_suggestion_id)
);
create index merge_candidates_other on merge_candidates (subdomain_id, other_suggestion_id);
