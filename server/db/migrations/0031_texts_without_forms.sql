-- Which texts still need a form is looked at every ten minutes: without this all texts of a workspace are read for it.
create index suggestion_contents_formless on suggestion_contents (subdomain_id, suggestion_id) where search_form is null;
