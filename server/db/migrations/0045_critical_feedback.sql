-- A fourth severity of feedback: critical. Rows that are there keep theirs, so none is read through.
alter table feedback_records drop constraint feedback_records_severity_check;
alter table feedback_records add constraint feedback_records_severity_check check (severity between 1 and 4) not valid;
