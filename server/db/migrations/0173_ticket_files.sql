-- What strangers sent to a workspace in a day is counted before more is kept.
create index attachments_of_strangers on attachments (subdomain_id, created_at)
  where ticket_message_id is not null and uploader_id is null;
