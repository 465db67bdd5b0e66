import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { ADMIN_ROLE, EMBEDDED_ROLE, socketUrl, type ClusterPaths } from './cluster.ts';

/** The one database of an embedded PostgreSQL. */
const DATABASE = 'earshot';
/** Any fixed number: of several processes that start at once one gives the role what it needs. */
const LOCK_KEY = 7_277_401_002;

/**
 * What a role that is no superuser has to own, as statements: everything outside of the system that neither it nor
 * an extension owns. Indexes, the sequences of identity columns and the types of tables follow their tables.
 */
const NOT_ITS_OWN = `
  with mine as (select oid from pg_roles where rolname = $1),
  rooms as (select oid, nspname, nspowner from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema'),
  lent as (select classid, objid from pg_depend where deptype = 'e')
  select format('alter schema %I owner to %I', r.nspname, $1) as statement from rooms r
  where r.nspname <> 'public' and r.nspowner not in (select oid from mine) and (('pg_namespace'::regclass)::oid, r.oid) not in (select classid, objid from lent)
  union all
  select format('alter %s %I.%I owner to %I', case c.relkind when 'S' then 'sequence' when 'v' then 'view' when 'm' then 'materialized view' when 'f' then 'foreign table' else 'table' end, r.nspname, c.relname, $1)
  from pg_class c join rooms r on r.oid = c.relnamespace
  where c.relkind in ('r', 'p', 'S', 'v', 'm', 'f') and c.relowner not in (select oid from mine) and (('pg_class'::regclass)::oid, c.oid) not in (select classid, objid from lent)
    and not (c.relkind = 'S' and exists (select 1 from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype in ('a', 'i')))
  union all
  select format('alter routine %I.%I(%s) owner to %I', r.nspname, p.proname, pg_get_function_identity_arguments(p.oid), $1)
  from pg_proc p join rooms r on r.oid = p.pronamespace
  where p.proowner not in (select oid from mine) and (('pg_proc'::regclass)::oid, p.oid) not in (select classid, objid from lent)
  union all
  select format('alter type %I.%I owner to %I', r.nspname, t.typname, $1)
  from pg_type t join rooms r on r.oid = t.typnamespace
  where t.typtype in ('e', 'd', 'r') and t.typowner not in (select oid from mine) and (('pg_type'::regclass)::oid, t.oid) not in (select classid, objid from lent)
  union all
  select format('alter statistics %I.%I owner to %I', r.nspname, s.stxname, $1)
  from pg_statistic_ext s join rooms r on r.oid = s.stxnamespace where s.stxowner not in (select oid from mine)`;

/**
 * Gives the product its own role in the cluster, which owns the database earshot and what is in it, and nothing
 * else: it is no superuser, so a statement that should never have come to the database cannot read files, run
 * programs or become someone else. A cluster of an older version, in which a superuser owned all, is brought to
 * that. The superuser stays for this alone; it is reached over the socket, by the user of the data folder.
 */
export async function provideRole(paths: ClusterPaths): Promise<void> {
  await as(paths, 'postgres', async (admin) => {
    await admin.query('select pg_advisory_lock($1)', [LOCK_KEY]);
    const { rows } = await admin.query<{ role: boolean; database: boolean; owns: boolean }>(
      `select exists (select 1 from pg_roles where rolname = $1) as role, exists (select 1 from pg_database where datname = $2) as database,
              exists (select 1 from pg_database d join pg_roles r on r.oid = d.datdba where d.datname = $2 and r.rolname = $1) as owns`,
      [EMBEDDED_ROLE, DATABASE],
    );
    const { role, database, owns } = rows[0]!;
    if (!role)
      await admin.query(
        `create role ${EMBEDDED_ROLE} login nosuperuser nocreatedb nocreaterole noreplication nobypassrls`,
      );
    if (!database) return void (await admin.query(`create database ${DATABASE} owner ${EMBEDDED_ROLE}`));
    if (!owns) await admin.query(`alter database ${DATABASE} owner to ${EMBEDDED_ROLE}`);
    await as(paths, DATABASE, async (inside) => {
      const found = await inside.query<{ statement: string }>(NOT_ITS_OWN, [EMBEDDED_ROLE]);
      if (found.rows.length === 0) return;
      await inside.query(['begin', ...found.rows.map(({ statement }) => statement), 'commit'].join(';\n'));
    });
  });
}

/** Refuses connections over a network in a cluster that an older version made; it listens to none anyway. */
export function refuseNetwork(pgDir: string): void {
  const file = join(pgDir, 'pg_hba.conf');
  const before = readFileSync(file, 'utf8');
  const after = before.replaceAll(/^(host\w*[ \t].*[ \t])trust[ \t]*$/gm, '$1reject');
  if (after !== before) writeFileSync(file, after);
}

async function as(
  paths: ClusterPaths,
  database: string,
  work: (client: pg.Client) => Promise<void>,
): Promise<void> {
  const client = new pg.Client({
    connectionString: socketUrl(paths, database, ADMIN_ROLE),
    application_name: 'earshot role',
    connectionTimeoutMillis: 5_000,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}
