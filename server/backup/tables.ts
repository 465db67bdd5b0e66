import type pg from 'pg';

/** A table as a backup sees it. */
export interface Table {
  name: string;
  /** Written columns in their order; what PostgreSQL computes is left out. `type` as in a cast. */
  columns: readonly { name: string; type: string }[];
  /** Columns of the primary key, with whether they are texts: these sort by their bytes. */
  key: readonly { name: string; isText: boolean }[];
  /** Belongs to one workspace each: by this column. null: rows of the installation as a whole */
  tenantColumn: 'subdomain_id' | 'id' | null;
}

/** Tables that a backup does not hold: the migrations stand in its description. */
const LEFT_OUT = ['schema_migrations'];

/** Where rows name files of the file service. A test compares this with the columns of the schema. */
export const FILE_COLUMNS = [
  { table: 'attachments', column: 'storage_key', contentType: 'content_type', where: 'true' },
  { table: 'attachments', column: 'thumb_key', contentType: `'image/webp'`, where: 'thumb_key is not null' },
  {
    table: 'exports',
    column: 'storage_key',
    contentType: `'application/octet-stream'`,
    where: `state = 'complete' and storage_key is not null`,
  },
  {
    table: 'import_files',
    column: 'storage_key',
    contentType: `'application/octet-stream'`,
    where: `received_at is not null and storage_key is not null`,
  },
  {
    table: 'imports',
    column: 'refused_file_key',
    contentType: `'text/csv'`,
    where: 'refused_file_key is not null',
  },
] as const;

/**
 * Every table of the schema, by name. They are read from the database itself, so that a new one cannot be
 * forgotten.
 * @throws Error for a table without a primary key, whose rows would have no order
 */
export async function readTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<{
    name: string;
    columns: Table['columns'] | null;
    key: Table['key'] | null;
  }>(
    `select c.relname as name,
       (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum)
        from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
       (select json_agg(json_build_object('name', a.attname, 'isText', a.atttypid in ('text'::regtype, 'varchar'::regtype)) order by k.place)
        from pg_index i, unnest(i.indkey::int[]) with ordinality k (attnum, place), pg_attribute a
        where i.indrelid = c.oid and i.indisprimary and a.attrelid = c.oid and a.attnum = k.attnum) as key
     from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> all($1::text[])
       and not exists (select 1 from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
     order by c.relname`,
    [LEFT_OUT],
  );
  return rows.map(({ name, columns, key }) => {
    if (columns === null || key === null) throw new Error(`The table ${name} has no primary key.`);
    const isTenants = columns.some((column) => column.name === 'subdomain_id');
    return {
      name,
      columns,
      key,
      tenantColumn: isTenants ? 'subdomain_id' : name === 'subdomains' ? 'id' : null,
    };
  });
}

/** Whether the database has a table, named with its schema. */
export async function hasTable(
  client: Pick<pg.ClientBase | pg.Pool, 'query'>,
  name: string,
): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>('select to_regclass($1) is not null as there', [
    name,
  ]);
  return rows[0]!.there;
}

/** The schema is there. */
export const MIGRATIONS_TABLE = 'public.schema_migrations';
/** The job queue is there: its library makes it when a process first opens it. */
export const JOBS_TABLE = 'pgboss.job';

/** A name as it stands in a statement. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/**
 * Settings of a session that make the texts of values the same everywhere, and limits that suit requests
 * go away. To be sent at the beginning of the transaction.
 */
export const STEADY = `set local timezone = 'UTC'; set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres'; set local extra_float_digits = 1;
set local bytea_output = 'hex'; set local statement_timeout = 0; set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0; set local search_path = public`;

/** Types whose JSON is the value itself; all others are written as PostgreSQL's own text. */
const PLAIN = new Set(['smallint', 'integer', 'bigint', 'boolean', 'text']);

/** Which rows of a table: all, or those of one workspace; null: none of them belongs to it. */
export function rowsOf(table: Table, subdomain_id: string | null): string | null {
  if (subdomain_id === null) return 'true';
  return table.tenantColumn === null ? null : `${table.tenantColumn} = ${BigInt(subdomain_id)}`;
}

/** Reads a table as lines of JSON, in the order of its key. */
export function selectLines(table: Table, where: string): string {
  const columns = table.columns.map(({ name, type }) =>
    PLAIN.has(type) ? `t.${quoted(name)}` : `t.${quoted(name)}::text as ${quoted(name)}`,
  );
  const order = table.key.map(({ name, isText }) => `t.${quoted(name)}${isText ? ' collate "C"' : ''}`);
  // the order stands inside: outside of it the names would be those of the texts
  return `select row_to_json(r)::text as line from (select ${columns.join(', ')} from ${quoted(table.name)} t where ${where} order by ${order.join(', ')}) r`;
}

/** Writes rows from an array of such lines, its first parameter. */
export function insertLines(table: Table): string {
  const names = table.columns.map(({ name }) => quoted(name));
  const values = table.columns.map(({ name, type }) => `r.${quoted(name)}::${type}`);
  return `insert into ${quoted(table.name)} (${names.join(', ')}) overriding system value select ${values.join(', ')} from json_to_recordset($1::json) as r (${names.map((name) => `${name} text`).join(', ')})`;
}

const BATCH_ROWS = 200;

/** The lines of a statement in batches, by a cursor: memory holds one batch. The transaction must be open. */
export async function* readLines(client: pg.ClientBase, statement: string): AsyncGenerator<string[]> {
  await client.query(`declare backup_lines no scroll cursor for ${statement}`);
  for (;;) {
    const { rows } = await client.query<{ line: string }>(`fetch forward ${BATCH_ROWS} from backup_lines`);
    if (rows.length > 0) yield rows.map(({ line }) => line);
    if (rows.length < BATCH_ROWS) break;
  }
  await client.query('close backup_lines');
}
