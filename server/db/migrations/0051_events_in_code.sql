-- Which events there are is said in one place, contract/notifications.ts, and what writes them is checked against it by
-- the compiler: an event more needs no migration.
alter table notifications drop constraint notifications_event_check;
