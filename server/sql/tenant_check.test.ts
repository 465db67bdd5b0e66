import { describe, expect, test } from 'vitest';
import { createTenantCheck } from './tenant_check.ts';

const check = createTenantCheck(
  new Set([
    'users',
    'forums',
    'suggestions',
    'suggestion_contents',
    'suggestion_labels',
    'labels',
    'comments',
    'custom_fields',
  ]),
);
const TENANT = '7';
/** $1 is the tenant, $2 another tenant, $3 and $4 something else. */
const VALUES = ['7', '8', 'x', 5];
const verdict = (text: string): string | null => check(text, VALUES, TENANT);

const ACCEPTED: Record<string, string> = {
  'a plain read': 'select id, name from users where subdomain_id = $1 and id = $3',
  'quoted names, as the query builder writes them':
    'select "users"."id" from "users" where "users"."subdomain_id" = $1 and "name" = $3',
  'an alias': 'select u.id from users as u where u.subdomain_id = $1',
  'a cast of the tenant': 'select id from users where subdomain_id = $1::bigint order by id',
  'joins that compare each table':
    'select s.id from suggestions s join forums f on f.subdomain_id = $1 and f.id = s.forum_id where s.subdomain_id = $1',
  'a left join that compares its own table':
    'select s.id from suggestions s left join suggestion_contents c on c.subdomain_id = $1 and c.suggestion_id = s.id where s.subdomain_id = $1',
  'a comma join compared in WHERE':
    'select 1 from users u, forums f where u.subdomain_id = $1 and f.subdomain_id = $1',
  'a subquery that compares at its own level':
    'select s.id, (select count(*) from comments c where c.subdomain_id = $1 and c.suggestion_id = s.id) from suggestions s where s.subdomain_id = $1',
  'EXISTS and IN':
    'select 1 from suggestions s where s.subdomain_id = $1 and (s.id = $3 or exists (select 1 from suggestion_labels l where l.subdomain_id = $1)) and s.id in (select suggestion_id from comments where subdomain_id = $1)',
  'a lateral join':
    'select 1 from unnest($3::text[]) as q (text) cross join lateral (select sc.search from suggestion_contents sc where sc.subdomain_id = $1 limit 5) h',
  'a common table expression':
    'with open as (select id from suggestions where subdomain_id = $1) select count(*) from open',
  'a union that compares in each branch':
    'select id from users where subdomain_id = $1 union all select id from forums where subdomain_id = $1 order by 1',
  'an update':
    'update suggestions set votes_count = votes_count + 1, title = $3 where subdomain_id = $1 and id = $4 returning id',
  'an update from another table':
    'update suggestions s set title = f.name from forums f where s.subdomain_id = $1 and f.subdomain_id = $1 and f.id = s.forum_id',
  'a delete': 'delete from comments where subdomain_id = $1 and id = $4',
  'a delete that uses another table':
    'delete from comments c using suggestions s where c.subdomain_id = $1 and s.subdomain_id = $1 and s.id = c.suggestion_id',
  'an insert of values':
    'insert into labels (name, subdomain_id, parent_id) values ($3, $1, null), (lower($3), $1, coalesce($4, 0)) returning id',
  'an insert from a select':
    'insert into labels (subdomain_id, name) select $1, l.name from labels l where l.subdomain_id = $1',
  'an insert from a join, with a conflict rule':
    'insert into labels (subdomain_id, name) select $1, f.name from forums f join users u on u.subdomain_id = $1 and u.id = f.id where f.subdomain_id = $1 on conflict (subdomain_id, name) do update set name = excluded.name',
  'a conflict rule that updates':
    'insert into labels ("subdomain_id", "name") values ($1, $3) on conflict ("subdomain_id", "name") do update set "name" = excluded."name" where labels.name <> $3',
  'rows locked for writing':
    'select id from suggestions where subdomain_id = $1 order by id for no key update',
  'a comparison that is true': 'select id from users u where u.subdomain_id = $1 is true and u.name = $3',
  'IS DISTINCT FROM': 'select id from users where subdomain_id = $1 and name is distinct from $3',
  'functions with a FROM of their own':
    "select extract(epoch from (u.updated_at - u.created_at)), trim(both ' ' from u.name), substring(u.name from 1 for 2) from users u where u.subdomain_id = $1",
  'BETWEEN beside the comparison':
    'select 1 from users where satisfaction_score between $3 and $4 and subdomain_id = $1',
  'OR in parentheses': 'select 1 from users where subdomain_id = $1 and (name = $3 or guid = $3)',
  'CASE in the select list':
    'select case when name = $3 or guid = $3 then 1 else 2 end from users where subdomain_id = $1',
  'tables of no tenant': 'select value from installation_facts where name = $3 or true',
  'a job in its own schema': 'insert into pgboss.job (name, data) values ($3, $4)',
  'the tenant itself': 'select name from subdomains where id = $1',
  'the tenant itself, changed': 'update subdomains set name = $3 where id = $1',
  'the tenant itself in a subquery':
    "select (select p.portal_url || '/x' from subdomains p where p.id = $1) from forums t where t.subdomain_id = $1",
  'text that looks like SQL': "select 'from users; -- /* ' || name from forums where subdomain_id = $1",
  'comments between words':
    'select id /* all of them */ from users -- of one tenant\nwhere subdomain_id = $1',
};

describe('accepted', () => {
  for (const [name, text] of Object.entries(ACCEPTED))
    test(`[PERM-050] ${name}`, () => expect(verdict(text)).toBeNull());
});

const REFUSED: Record<string, string> = {
  'no comparison at all': 'select * from users',
  'a comparison of another column': 'select * from users where id = $1',
  'the tenant of somebody else': 'select * from users where subdomain_id = $2',
  'a literal in place of a parameter': "select * from users where subdomain_id = '7'",
  'another operator': 'select * from users where subdomain_id >= $1',
  'the tenant turned round': 'select * from users where subdomain_id = $1 + 1',
  'the comparison turned round': 'select * from users where subdomain_id = $1 is not true',
  'the comparison compared': 'select * from users where subdomain_id = $1 <> true',
  'a comparison with a list': 'select * from users where subdomain_id in ($1, $2)',
  'a comparison between columns only':
    'select 1 from users u join forums f on f.subdomain_id = u.subdomain_id where u.subdomain_id = $1',
  'a comparison under OR': 'select * from users where subdomain_id = $1 or true',
  'OR in front of it': 'select * from users where true or subdomain_id = $1',
  'OR behind AND': 'select * from users where subdomain_id = $1 and name = $3 or guid = $3',
  'a comparison under NOT': 'select * from users where not subdomain_id = $1',
  'a comparison in parentheses with OR': 'select * from users where (subdomain_id = $1 or true)',
  'a comparison in the select list': 'select true and subdomain_id = $1 from users',
  'a comparison in ORDER BY': 'select 1 from users order by true and subdomain_id = $1',
  'a comparison in HAVING': 'select 1 from users group by subdomain_id having true and subdomain_id = $1',
  'a comparison in CASE':
    'select 1 from users where case when true and subdomain_id = $1 then true else true end',
  'a comparison as bound of BETWEEN': 'select 1 from users where $3 between 0 and subdomain_id = $1',
  'a comparison in FILTER': 'select count(*) filter (where subdomain_id = $1) from users',
  'a comparison in a comment': 'select * from users /* where subdomain_id = $1 */',
  'a comparison behind a line comment': 'select * from users -- where subdomain_id = $1',
  'a statement behind a carriage return': 'select 1 -- \r from users',
  'a comment in a comment': 'select 1 from users /* /* */ where subdomain_id = $1 -- */',
  'an open comment': 'select 1 from users /* where subdomain_id = $1',
  'a comparison in text': "select * from users where ' and subdomain_id = $1 ' <> ''",
  'a comparison in dollar quotes': "select * from users where $$ and users.subdomain_id = $1 and $$ <> ''",
  'dollar quotes with a tag': "select * from users where $a$ and users.subdomain_id = $1 and $a$ <> ''",
  'text with escapes': "select * from users where name <> E'\\' and subdomain_id = $1 and name <> ' ",
  'text without an end': "select * from users where subdomain_id = $1 and name = 'x",
  'a name written with escapes': 'select * from U&"\\0075sers"',
  'a no-break space': 'select * from users where\u00a0x and subdomain_id = $1',
  'two statements': 'select 1; select * from users where subdomain_id = $1',
  'a schema': 'select * from public.users where subdomain_id = $1',
  'a quoted schema': 'select * from "public"."users" where subdomain_id = $1',
  'a join without comparison':
    'select 1 from suggestions s join forums f on f.id = s.forum_id where s.subdomain_id = $1',
  'a left join compared on its left side':
    'select u.* from users u left join forums f on u.subdomain_id = $1 and f.subdomain_id = $1',
  'a left join of no table compared on its left side':
    'select * from users left join unnest($3) x on subdomain_id = $1',
  'a right join':
    'select u.* from forums f right join users u on u.subdomain_id = $1 and f.subdomain_id = $1',
  'a full join': 'select u.* from forums f full join users u on u.subdomain_id = $1 and f.subdomain_id = $1',
  'two ONs in a row':
    'select 1 from users u left join (select 1) x join forums f on f.subdomain_id = $1 on u.subdomain_id = $1',
  USING: 'select 1 from users u join forums f using (subdomain_id) where u.subdomain_id = $1',
  'a join in parentheses': 'select 1 from (users cross join forums f) where f.subdomain_id = $1',
  'ONLY in parentheses': 'select 1 from only (users)',
  'a comma join without comparison': 'select 1 from users u, forums f where u.subdomain_id = $1',
  'an unqualified comparison of two tables': 'select 1 from users u, forums f where subdomain_id = $1',
  'a comparison at the outer level only':
    'select 1 from suggestions s where s.subdomain_id = $1 and exists (select 1 from comments c where c.suggestion_id = s.id)',
  'a comparison of the outer table inside':
    'select (select 1 from forums f where s.subdomain_id = $1) from suggestions s where s.subdomain_id = $1',
  'a comparison at the inner level only':
    'select 1 from suggestions s where s.id in (select c.suggestion_id from comments c where c.subdomain_id = $1)',
  'a lateral join without comparison':
    'select 1 from users u join lateral (select 1 from forums f where f.id = u.id) x on true where u.subdomain_id = $1',
  'a common table expression without comparison': 'with a as (select * from users) select * from a',
  'a common table expression that writes': 'with a as (delete from users returning id) select * from a',
  'a union without comparison in one branch':
    'select id from users where subdomain_id = $1 union all select id from users',
  'a union without comparison in the first branch':
    'select id from users union all select id from users where subdomain_id = $1',
  TABLE: 'with a as (table users) select * from a',
  'an update of all': 'update users set name = $3',
  'an update compared in SET': 'update users set subscribed = true and subdomain_id = $1',
  'an update that moves a row away': 'update users set subdomain_id = $2 where subdomain_id = $1',
  'an update of several columns at once':
    'update users set (name, subdomain_id) = ($3, $2) where subdomain_id = $1',
  'an update from a table without comparison':
    'update suggestions s set title = f.name from forums f where s.subdomain_id = $1',
  'a conflict rule that moves a row':
    'insert into labels (subdomain_id, name) values ($1, $3) on conflict (name) do update set subdomain_id = $2',
  'a delete of all': 'delete from users',
  'a delete that uses a table without comparison':
    'delete from comments c using suggestions s where c.subdomain_id = $1',
  'an insert for another tenant': 'insert into labels (subdomain_id, name) values ($2, $3)',
  'an insert whose second row is for another tenant':
    'insert into labels (subdomain_id, name) values ($1, $3), ($2, $3)',
  'an insert with the tenant in another column': 'insert into labels (name, subdomain_id) values ($1, $2)',
  'an insert that calculates the tenant': 'insert into labels (subdomain_id, name) values ($1 + 1, $3)',
  'an insert without the tenant': 'insert into labels (name) values ($3)',
  'an insert without columns': 'insert into labels values ($1, $3)',
  'an insert of defaults': 'insert into labels default values',
  'an insert into a schema': 'insert into public.labels (subdomain_id, name) values ($1, $3)',
  'an insert from a select for another tenant':
    'insert into labels (subdomain_id, name) select subdomain_id, name from forums where subdomain_id = $1',
  'an insert from a union': 'insert into labels (subdomain_id, name) select $1, $3 union select 8, $3',
  'an insert from a select without comparison':
    'insert into labels (subdomain_id, name) select $1, name from forums',
  'a column named key in front of FROM': 'select key from custom_fields',
  'SET as a name': 'select * from unnest($3) set, users',
  'VALUES as a name': 'select * from unnest($3) values, users',
  'renamed columns': 'select * from users u (id, subdomain_id) where u.subdomain_id = $1',
  'SELECT INTO': 'select * into copies from users where subdomain_id = $1',
  'a function that runs a query': "select query_to_xml('select * from users', true, true, '')",
  'a quoted function that runs a query': "select \"query_to_xml\"('select * from users', true, true, '')",
  COPY: 'copy users to stdout',
  TRUNCATE: 'truncate users',
  'a prepared statement': 'prepare p as select * from users',
  MERGE: 'merge into users u using forums f on true when matched then delete',
  'tenants as a whole': 'select * from subdomains',
  'another tenant': 'select * from subdomains where id = $2',
  'a tenant found by its key': 'select * from subdomains where key = $3',
  'tenants of a person, across all':
    'select d.key from users u join subdomains d on d.id = u.subdomain_id where u.subdomain_id = $1',
  'a tenant that takes another id': 'update subdomains set id = $2 where id = $1',
  'a new tenant': 'insert into subdomains (id, key) values ($1, $3)',
  'a comparison that is false': 'select * from users where subdomain_id = $1 is false',
  'a comparison that is not true': 'select * from users where subdomain_id = $1 is not true',
  'a comparison that is true or another': 'select * from users where subdomain_id = $1 is true or id = $3',
  'a comparison that is true as a part': 'select * from users where subdomain_id = $1 is true = false',
  'a comparison with what is true': 'select * from users where subdomain_id = $1 is true is false',
  'a parenthesis too many': 'select 1 from users where subdomain_id = $1)',
  'a parenthesis too few': 'select (1 from users where subdomain_id = $1',
  'nothing at all': '',
};

describe('refused', () => {
  for (const [name, text] of Object.entries(REFUSED))
    test(`[PERM-050] ${name}`, () => expect(verdict(text)).not.toBeNull());
});

test('[PERM-050] the reason names the table that is not compared', () => {
  expect(
    verdict('select 1 from suggestions s join forums f on f.id = s.forum_id where s.subdomain_id = $1'),
  ).toBe('forums (f) is not compared with the tenant at its level');
  expect(verdict('select 1 from users')).toBe('users is not compared with the tenant at its level');
});

test('[PERM-050] a statement that was accepted is refused with the tenant in another place, and accepted again', () => {
  const text = 'select id from users where subdomain_id = $1 and name = $2';
  expect(check(text, ['7', 'x'], TENANT)).toBeNull();
  expect(check(text, ['8', '7'], TENANT)).not.toBeNull();
  expect(check(text, ['7', 'x'], '8')).not.toBeNull();
  expect(check(text, [['7'], 'x'], TENANT)).not.toBeNull();
  expect(check(text, [7n, 'x'], TENANT)).toBeNull();
  for (let other = 0; other < 2_000; other += 1) check(`${text} and ${other} = $3`, ['8', 'x', 1], TENANT);
  expect(check(text, ['7', 'x'], TENANT)).toBeNull();
  expect(check(text, ['8', 'x'], TENANT)).not.toBeNull();
});
