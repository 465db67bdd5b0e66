-- A removed status leaves the lists and its ideas, but old status updates still name it.
alter table statuses add column deleted_at timestamptz;
alter table internal_statuses add column deleted_at timestamptz;
