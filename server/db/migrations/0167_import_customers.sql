-- Files of people and accounts are imported as those of ideas are.
alter table import_files drop constraint import_files_role_check;
alter table import_files add constraint import_files_role_check check (role in ('ideas', 'votes', 'comments', 'summary', 'people'));
