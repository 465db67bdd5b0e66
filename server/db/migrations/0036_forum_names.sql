-- A forum's name is unique among those of its workspace that are not deleted, whatever the case: people choose
-- forums by name. Of several with one name the first in order keeps it, the others get a number behind it.
do $$
declare
  twin record;
  number int;
  wanted text;
begin
  for twin in
    select f.subdomain_id, f.id, f.name from (
      select subdomain_id, id, name, position, row_number() over (partition by subdomain_id, lower(name) order by position, id) as nth
      from forums where state <> 'deleted'
    ) f where f.nth > 1 order by f.subdomain_id, f.position, f.id
  loop
    number := 2;
    loop
      wanted := left(twin.name, 240) || ' (' || number || ')';
      exit when not exists (select 1 from forums o where o.subdomain_id = twin.subdomain_id and lower(o.name) = lower(wanted) and o.state <> 'deleted');
      number := number + 1;
    end loop;
    update forums set name = wanted where subdomain_id = twin.subdomain_id and id = twin.id;
  end loop;
end $$;
create unique index forums_name on forums (subdomain_id, lower(name)) where state <> 'deleted';
