-- What people say about ideas and what the team answers.
create sequence comments_id_seq;
create table comments (
  subdomain_id bigint not null,
  id bigint not null default nextval('comments_id_seq'),
  suggestion_id bigint not null,
  creator_id bigint,
  body text not null,
  body_mime_type text not null default 'text/plain',
  state text not null default 'approved' check (state in ('published', 'approved', 'pending', 'spam', 'deleted')),
  channel text not null default 'admin',
  is_admin_comment boolean not null default false,
  inappropriate_flags_count integer not null default 0,
  converted_to_suggestion_id bigint,
  external_id text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (subdomain_id, id),
  foreign key (subdomain_id, suggestion_id) references suggestions (subdomain_id, id),
  foreign key (subdomain_id, creator_id) references users (subdomain_id, id),
  foreign key (subdomain_id, converted_to_suggestion_id) references suggestions (subdomain_id, id)
);
create unique index comments_external_id on comments (subdomain_id, external_id);
create index comments_suggestion on comments (subdomain_id, suggestion_id, created_at desc, id desc);
create index comments_creator on comments (subdomain_id, creator_id);
create index comments_held on comments (subdomain_id, id desc) where state in ('pending', 'spam');
create index comments_converted on comments (subdomain_id, converted_to_suggestion_id) where converted_to_suggestion_id is not null;

create sequence feedback_records_id_seq;
create table feedback_records (
  subdomain_id bigint not null,
  id bigint not null default nextval('feedback_records_id_seq'),
  suggestion_id bigint,
  user_id bigint,
  captured_by_id bigint,
  body text not null,
  body_mime_type text not null default 'text/plain',
  channel text not null default 'admin',
  source_url text,
  source_type text,
  source_guid text,
  source_title text,
  severity integer check (severity between 1 and 3),
  prompt text,
  referrer text,
  nps_rating integer check (nps_rating between 0 and 10),
  state text not null default 'active' check (state in ('active', 'deleted')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (subdomain_id, id),
  foreign key (subdomain_id, suggestion_id) references suggestions (subdomain_id, id),
  foreign key (subdomain_id, user_id) references users (subdomain_id, id),
  foreign key (subdomain_id, captured_by_id) references users (subdomain_id, id)
);
create unique index feedback_records_source on feedback_records (subdomain_id, source_type, source_guid) where source_guid is not null;
create index feedback_records_suggestion on feedback_records (subdomain_id, suggestion_id, created_at desc, id desc);
create index feedback_records_user on feedback_records (subdomain_id, user_id, suggestion_id);
create index feedback_records_newest on feedback_records (subdomain_id, created_at desc, id desc) where state = 'active';
create index feedback_records_inbox on feedback_records (subdomain_id, id desc) where suggestion_id is null and state = 'active';

create sequence notes_id_seq;
create table notes (
  subdomain_id bigint not null,
  id bigint not null default nextval('notes_id_seq'),
  suggestion_id bigint not null,
  parent_id bigint,
  creator_id bigint,
  body text not null,
  body_mime_type text not null default 'text/html',
  reply_count integer not null default 0,
  deleted_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (subdomain_id, id),
  foreign key (subdomain_id, suggestion_id) references suggestions (subdomain_id, id),
  foreign key (subdomain_id, parent_id) references notes (subdomain_id, id),
  foreign key (subdomain_id, creator_id) references users (subdomain_id, id)
);
create index notes_suggestion on notes (subdomain_id, suggestion_id, created_at desc, id desc);

create sequence internal_flags_id_seq;
create table internal_flags (
  subdomain_id bigint not null,
  id bigint not null default nextval('internal_flags_id_seq'),
  suggestion_id bigint not null,
  creator_id bigint,
  user_id bigint,
  reason text not null,
  cleared_at timestamptz,
  cleared_by_id bigint,
  cleared_message text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (subdomain_id, id),
  foreign key (subdomain_id, suggestion_id) references suggestions (subdomain_id, id),
  foreign key (subdomain_id, creator_id) references users (subdomain_id, id),
  foreign key (subdomain_id, user_id) references users (subdomain_id, id),
  foreign key (subdomain_id, cleared_by_id) references users (subdomain_id, id)
);
create index internal_flags_suggestion on internal_flags (subdomain_id, suggestion_id, id desc);

create sequence status_updates_id_seq;
create table status_updates (
  subdomain_id bigint not null,
  id bigint not null default nextval('status_updates_id_seq'),
  suggestion_id bigint not null,
  user_id bigint,
  old_status_id bigint,
  new_status_id bigint,
  html_body text,
  from_email text,
  notification_email_address text,
  supporters_notified boolean not null default false,
  reactions_enabled boolean not null default true,
  expected_send_count integer not null default 0,
  mail_sent_count integer not null default 0,
  mail_opened_count integer,
  mail_clicked_count integer,
  thumbs_up_count integer not null default 0,
  thumbs_down_count integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (subdomain_id, id),
  foreign key (subdomain_id, suggestion_id) references suggestions (subdomain_id, id),
  foreign key (subdomain_id, user_id) references users (subdomain_id, id),
  foreign key (subdomain_id, old_status_id) references statuses (subdomain_id, id),
  foreign key (subdomain_id, new_status_id) references statuses (subdomain_id, id)
);
create index status_updates_suggestion on status_updates (subdomain_id, suggestion_id, created_at desc, id desc);

create sequence internal_status_updates_id_seq;
create table internal_status_updates (
  subdomain_id bigint not null,
  id bigint not null default nextval('internal_status_updates_id_seq'),
  suggestion_id bigint not null,
  user_id bigint,
  old_internal_status_id bigint,
  new_internal_status_id bigint,
  html_text text,
  teams_notified boolean not null default false,
  expected_send_count integer not null default 0,
  mail_sent_count integer not null default 0,
  mail_opened_count integer,
  mail_clicked_count integer,
  thumbs_up_count integer not null default 0,
  thumbs_down_count integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (subdomain_id, id),
  foreign key (subdomain_id, suggestion_id) references suggestions (subdomain_id, id),
  foreign key (subdomain_id, user_id) references users (subdomain_id, id),
  foreign key (subdomain_id, old_internal_status_id) references internal_statuses (subdomain_id, id),
  foreign key (subdomain_id, new_internal_status_id) references internal_statuses (subdomain_id, id)
);
create index internal_status_updates_suggestion on internal_status_updates (subdomain_id, suggestion_id, created_at desc, id desc);

-- One nullable key per kind of parent: the database itself refuses a link into another tenant.
create sequence attachments_id_seq;
create table attachments (
  subdomain_id bigint not null,
  id bigint not null default nextval('attachments_id_seq'),
  token text not null,
  uploader_id bigint,
  file_name text not null,
  content_type text not null,
  size_in_bytes bigint not null,
  -- tenant/uuid, never the file name
  storage_key text not null,
  thumb_key text,
  suggestion_id bigint,
  comment_id bigint,
  feedback_record_id bigint,
  note_id bigint,
  status_update_id bigint,
  internal_status_update_id bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (subdomain_id, id),
  foreign key (subdomain_id, uploader_id) references users (subdomain_id, id),
  foreign key (subdomain_id, suggestion_id) references suggestions (subdomain_id, id),
  foreign key (subdomain_id, comment_id) references comments (subdomain_id, id),
  foreign key (subdomain_id, feedback_record_id) references feedback_records (subdomain_id, id),
  foreign key (subdomain_id, note_id) references notes (subdomain_id, id),
  foreign key (subdomain_id, status_update_id) references status_updates (subdomain_id, id),
  foreign key (subdomain_id, internal_status_update_id) references internal_status_updates (subdomain_id, id),
  check (num_nonnulls(suggestion_id, comment_id, feedback_record_id, note_id, status_update_id, internal_status_update_id) <= 1)
);
create unique index attachments_token on attachments (subdomain_id, token);
create index attachments_suggestion on attachments (subdomain_id, suggestion_id, id) where suggestion_id is not null;
create index attachments_comment on attachments (subdomain_id, comment_id, id) where comment_id is not null;
create index attachments_feedback_record on attachments (subdomain_id, feedback_record_id, id) where feedback_record_id is not null;
create index attachments_note on attachments (subdomain_id, note_id, id) where note_id is not null;
create index attachments_status_update on attachments (subdomain_id, status_update_id, id) where status_update_id is not null;
create index attachments_internal_status_update on attachments (subdomain_id, internal_status_update_id, id) where internal_status_update_id is not null;
create index attachments_unclaimed on attachments (subdomain_id, created_at)
  where num_nonnulls(suggestion_id, comment_id, feedback_record_id, note_id, status_update_id, internal_status_update_id) = 0;

-- What happened to an idea, in order: the feed of its page and the rows of an export.
create sequence activity_entries_id_seq;
create table activity_entries (
  subdomain_id bigint not null,
  id bigint not null default nextval('activity_entries_id_seq'),
  suggestion_id bigint not null,
  kind text not null,
  user_id bigint,
  comment_id bigint,
  feedback_record_id bigint,
  note_id bigint,
  internal_flag_id bigint,
  status_update_id bigint,
  internal_status_update_id bigint,
  related_suggestion_id bigint,
  -- small facts of the kind, such as {new_title} of suggestion_updated
  details jsonb not null default '{}',
  created_at timestamptz not null default now(),
  primary key (subdomain_id, id),
  foreign key (subdomain_id, suggestion_id) references suggestions (subdomain_id, id),
  foreign key (subdomain_id, user_id) references users (subdomain_id, id),
  foreign key (subdomain_id, comment_id) references comments (subdomain_id, id),
  foreign key (subdomain_id, feedback_record_id) references feedback_records (subdomain_id, id),
  foreign key (subdomain_id, note_id) references notes (subdomain_id, id),
  foreign key (subdomain_id, internal_flag_id) references internal_flags (subdomain_id, id),
  foreign key (subdomain_id, status_update_id) references status_updates (subdomain_id, id),
  foreign key (subdomain_id, internal_status_update_id) references internal_status_updates (subdomain_id, id),
  foreign key (subdomain_id, related_suggestion_id) references suggestions (subdomain_id, id)
);
create index activity_entries_suggestion on activity_entries (subdomain_id, suggestion_id, created_at desc, id desc);
create index activity_entries_comment on activity_entries (subdomain_id, comment_id) where comment_id is not null;
create index activity_entries_feedback_record on activity_entries (subdomain_id, feedback_record_id) where feedback_record_id is not null;

-- What a bulk action or a deletion changed, so that it can be taken back for 30 days.
create sequence undo_entries_id_seq;
create table undo_entries (
  subdomain_id bigint not null,
  id bigint not null default nextval('undo_entries_id_seq'),
  user_id bigint not null,
  command text not null,
  -- [{table, id, before}]: the values that the command replaced
  changes jsonb not null,
  undone_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (subdomain_id, id),
  foreign key (subdomain_id, user_id) references users (subdomain_id, id)
);
create index undo_entries_age on undo_entries (subdomain_id, created_at);
