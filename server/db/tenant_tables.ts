import type pg from 'pg';

/**
 * Names of the tables that belong to tenants, i.e. that carry subdomain_id, as the database has
 * them: what the check on each statement (core/tenant_check) watches over.
 */
export async function readTenantTables(pool: Pick<pg.Pool, 'query'>): Promise<ReadonlySet<string>> {
  const { rows } = await pool.query<{ table_name: string }>(
    `select c.relname as table_name
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'subdomain_id' and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`,
  );
  return new Set(rows.map((row) => row.table_name));
}
