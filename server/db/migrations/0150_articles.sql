-- Articles of the knowledge base, in sections. What readers see is what was published; what is being written stands beside it.
create sequence article_sections_id_seq;
create table article_sections (
  subdomain_id bigint not null,
  id bigint not null default nextval('article_sections_id_seq'),
  name text collate "und-x-icu" not null,
  position int not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (subdomain_id, id)
);
create unique index article_sections_name on article_sections (subdomain_id, lower(name));

create sequence articles_id_seq;
create table articles (
  subdomain_id bigint not null,
  id bigint not null default nextval('articles_id_seq'),
  -- null: deleted, and its section went since
  section_id bigint,
  position int not null,
  title text collate "und-x-icu" not null,
  -- HTML; null: nothing is written yet
  body text,
  -- words of title and body, for those who write
  search tsvector not null,
  -- null: it was never published, or was taken back
  published_at timestamptz,
  published_title text collate "und-x-icu",
  published_body text,
  -- tokens of the files that readers may open
  published_files text[] not null default '{}',
  -- words of the published title and body, for readers; null: not published
  published_search tsvector,
  author_id bigint,
  deleted_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (subdomain_id, id),
  foreign key (subdomain_id, section_id) references article_sections (subdomain_id, id),
  foreign key (subdomain_id, author_id) references users (subdomain_id, id),
  check (section_id is not null or deleted_at is not null),
  check ((published_at is null) = (published_title is null) and (published_at is null) = (published_body is null) and (published_at is null) = (published_search is null))
);
create index articles_section on articles (subdomain_id, section_id, position, id);
create index articles_author on articles (subdomain_id, author_id) where author_id is not null;
create index articles_search on articles using gin (search) where deleted_at is null;
create index articles_published_search on articles using gin (published_search) where deleted_at is null;

-- Whether an article helped: one answer of each reader, who is known by a signed mark of their network.
create table article_answers (
  subdomain_id bigint not null,
  article_id bigint not null,
  reader text not null,
  is_helpful boolean not null,
  answered_at timestamptz not null default now(),
  primary key (subdomain_id, article_id, reader),
  foreign key (subdomain_id, article_id) references articles (subdomain_id, id)
);

-- What readers looked for and did not find.
create sequence article_searches_id_seq;
create table article_searches (
  subdomain_id bigint not null,
  id bigint not null default nextval('article_searches_id_seq'),
  -- as typed last, in lower case
  words text collate "und-x-icu" not null,
  searches_count int not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (subdomain_id, id)
);
create unique index article_searches_words on article_searches (subdomain_id, words);

alter table attachments add column article_id bigint;
alter table attachments add constraint attachments_article foreign key (subdomain_id, article_id) references articles (subdomain_id, id);
alter table attachments drop constraint attachments_check;
alter table attachments add constraint attachments_check check (num_nonnulls(suggestion_id, comment_id, feedback_record_id, note_id, status_update_id, internal_status_update_id, supporter_message_id, article_id) <= 1);
drop index attachments_unclaimed;
create index attachments_unclaimed on attachments (subdomain_id, created_at)
  where num_nonnulls(suggestion_id, comment_id, feedback_record_id, note_id, status_update_id, internal_status_update_id, supporter_message_id, article_id) = 0;
create index attachments_article_id on attachments (subdomain_id, article_id, id) where article_id is not null;
