-- What customers write to support, in streams that each have an address of their own.
create sequence ticket_streams_id_seq;
create table ticket_streams (
  subdomain_id bigint not null,
  id bigint not null default nextval('ticket_streams_id_seq'),
  name text collate "und-x-icu" not null,
  position int not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (subdomain_id, id)
);
create unique index ticket_streams_name on ticket_streams (subdomain_id, lower(name));

create sequence tickets_id_seq;
create table tickets (
  subdomain_id bigint not null,
  id bigint not null default nextval('tickets_id_seq'),
  stream_id bigint not null,
  subject text collate "und-x-icu" not null,
  state text not null default 'open' check (state in ('open', 'closed')),
  -- who asks, as far as they are known here; null: an address that no one has
  user_id bigint,
  -- as the first email names them; null: a ticket that the team began for someone without an address
  from_email text,
  from_name text collate "und-x-icu",
  assignee_id bigint,
  last_message_at timestamptz not null,
  -- beginning of the last email or reply
  excerpt text not null default '',
  -- words of the subject, the sender, emails, replies and notes
  search tsvector not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (subdomain_id, id),
  foreign key (subdomain_id, stream_id) references ticket_streams (subdomain_id, id),
  foreign key (subdomain_id, user_id) references users (subdomain_id, id),
  foreign key (subdomain_id, assignee_id) references users (subdomain_id, id)
);
create index tickets_last on tickets (subdomain_id, last_message_at, id);
create index tickets_stream on tickets (subdomain_id, stream_id, state, last_message_at, id);
create index tickets_open on tickets (subdomain_id, stream_id) where state = 'open';
create index tickets_user on tickets (subdomain_id, user_id) where user_id is not null;
create index tickets_assignee on tickets (subdomain_id, assignee_id, state) where assignee_id is not null;
create index tickets_search on tickets using gin (search);

alter table mailings drop constraint mailings_kind_check;
alter table mailings add constraint mailings_kind_check check (kind in ('status_update', 'internal_status_update', 'supporter_message', 'split_notice', 'notification', 'digest', 'export', 'reply_copy', 'ticket_reply', 'test'));

create sequence ticket_messages_id_seq;
create table ticket_messages (
  subdomain_id bigint not null,
  id bigint not null default nextval('ticket_messages_id_seq'),
  ticket_id bigint not null,
  -- email: came in; reply: the team's, by email; note: for the team alone; event: what was done with the ticket
  kind text not null check (kind in ('email', 'reply', 'note', 'event')),
  -- of the team; of an email who wrote it, as far as they are known here
  user_id bigint,
  from_email text,
  from_name text collate "und-x-icu",
  -- an answer to a mail of ours from the address that had it; all else anyone could have written
  is_verified boolean not null default false,
  body text,
  body_mime_type text not null default 'text/plain',
  event text check (event in ('assigned', 'unassigned', 'closed', 'reopened', 'moved', 'linked')),
  -- whom or what the event names
  event_user_id bigint,
  event_stream_id bigint,
  event_suggestion_id bigint,
  message_id text,
  mailing_id bigint,
  created_at timestamptz not null default now(),
  primary key (subdomain_id, id),
  foreign key (subdomain_id, ticket_id) references tickets (subdomain_id, id),
  foreign key (subdomain_id, user_id) references users (subdomain_id, id),
  foreign key (subdomain_id, event_user_id) references users (subdomain_id, id),
  foreign key (subdomain_id, event_suggestion_id) references suggestions (subdomain_id, id),
  foreign key (subdomain_id, mailing_id) references mailings (subdomain_id, id),
  check ((kind = 'event') = (event is not null))
);
create index ticket_messages_ticket on ticket_messages (subdomain_id, ticket_id, id);
create unique index ticket_messages_message_id on ticket_messages (subdomain_id, message_id) where message_id is not null;
create index ticket_messages_user on ticket_messages (subdomain_id, user_id) where user_id is not null;
create index ticket_messages_event_user on ticket_messages (subdomain_id, event_user_id) where event_user_id is not null;
create index ticket_messages_event_suggestion on ticket_messages (subdomain_id, event_suggestion_id) where event_suggestion_id is not null;
create index ticket_messages_mailing on ticket_messages (subdomain_id, mailing_id) where mailing_id is not null;

-- Ideas that a ticket speaks for.
create table ticket_suggestions (
  subdomain_id bigint not null,
  ticket_id bigint not null,
  suggestion_id bigint not null,
  created_at timestamptz not null default now(),
  primary key (subdomain_id, ticket_id, suggestion_id),
  foreign key (subdomain_id, ticket_id) references tickets (subdomain_id, id),
  foreign key (subdomain_id, suggestion_id) references suggestions (subdomain_id, id)
);
create index ticket_suggestions_suggestion on ticket_suggestions (subdomain_id, suggestion_id);

alter table attachments add column ticket_message_id bigint;
alter table attachments add constraint attachments_ticket_message foreign key (subdomain_id, ticket_message_id) references ticket_messages (subdomain_id, id);
alter table attachments drop constraint attachments_check;
alter table attachments add constraint attachments_check check (num_nonnulls(suggestion_id, comment_id, feedback_record_id, note_id, status_update_id, internal_status_update_id, supporter_message_id, article_id, ticket_message_id) <= 1);
drop index attachments_unclaimed;
create index attachments_unclaimed on attachments (subdomain_id, created_at)
  where num_nonnulls(suggestion_id, comment_id, feedback_record_id, note_id, status_update_id, internal_status_update_id, supporter_message_id, article_id, ticket_message_id) = 0;
create index attachments_ticket_message on attachments (subdomain_id, ticket_message_id, id) where ticket_message_id is not null;
