import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { migrate } from '../server/db/migrate.ts';
import { openTemporaryPostgres } from '../server/testing/temporary_postgres.ts';

/** Where the printed types stand. */
export const TABLES_FILE = join(import.meta.dirname, '../server/db/tables.ts');

type Column = {
  table_name: string;
  column_name: string;
  /** name in pg_type; of the element where the column is an array */
  type_name: string;
  is_array: boolean;
  is_nullable: boolean;
  has_default: boolean;
  /** computed by PostgreSQL from other columns, never written */
  is_computed: boolean;
};

/** TypeScript types of single values; names that stand in the head of the printed file included. */
const TYPES: Readonly<Record<string, string>> = {
  bool: 'boolean',
  bytea: 'Buffer',
  citext: 'string',
  date: 'string',
  float4: 'number',
  float8: 'number',
  inet: 'string',
  int2: 'number',
  int4: 'number',
  int8: 'string',
  json: 'Json',
  jsonb: 'Json',
  numeric: 'string',
  text: 'string',
  timestamptz: 'Timestamp',
  tsvector: 'string',
  uuid: 'string',
  varchar: 'string',
};

const HEAD = `// Printed by "npm run db:types" from the migrations; a test fails when it is stale. Do not edit.
import type { ColumnType } from 'kysely';

/** A column that has a default: it may be left out of an insert. */
type Defaulted<T> = T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>;

/** A column that PostgreSQL computes from others: read, never written. */
type Computed<T> = ColumnType<T, never, never>;

/** Comes as a Date; a text goes in as well. */
type Timestamp = ColumnType<Date, Date | string, Date | string>;

/** Comes parsed and goes in as JSON text, since the driver would write an array as one of PostgreSQL's own. */
type Json = ColumnType<unknown, string, string>;
`;

/**
 * The Kysely types of a migrated database's tables, as the text of server/db/tables.ts: one interface per
 * table of the schema public, and `Database` with all of them. bigint and numeric are text.
 *
 * @throws Error naming the column whose type has no counterpart here
 */
export async function printTables(database: { query: pg.Pool['query'] }): Promise<string> {
  const { rows } = await database.query<Column>(`
    SELECT c.relname AS table_name, a.attname AS column_name,
           coalesce(e.typname, t.typname) AS type_name, e.oid IS NOT NULL AS is_array,
           NOT a.attnotnull AS is_nullable,
           a.atthasdef AND a.attgenerated = '' OR a.attidentity <> '' AS has_default,
           a.attgenerated <> '' OR a.attidentity = 'a' AS is_computed
      FROM pg_class c
      JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
      JOIN pg_type t ON t.oid = a.atttypid
      LEFT JOIN pg_type e ON e.oid = t.typelem AND t.typcategory = 'A'
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
       AND c.relname <> 'schema_migrations'
     ORDER BY c.relname COLLATE "C", a.attnum`);
  const tables = new Map<string, string[]>();
  for (const column of rows) {
    const lines = tables.get(column.table_name) ?? [];
    lines.push(`  ${column.column_name}: ${printType(column)};`);
    tables.set(column.table_name, lines);
  }
  const { rows: cascades } = await database.query<{ parent: string; child: string }>(`
    SELECT DISTINCT p.relname AS parent, c.relname AS child
      FROM pg_constraint f
      JOIN pg_class p ON p.oid = f.confrelid
      JOIN pg_class c ON c.oid = f.conrelid
     WHERE f.contype = 'f' AND f.confdeltype = 'c' AND c.relnamespace = 'public'::regnamespace AND NOT c.relispartition
     ORDER BY 1, 2`);
  const gone = [...Map.groupBy(cascades, ({ parent }) => parent)].map(
    ([parent, children]) => `  ${parent}: [${children.map(({ child }) => `'${child}'`).join(', ')}],`,
  );
  const interfaces = [...tables].map(
    ([table, lines]) => `export interface ${typeName(table)} {\n${lines.join('\n')}\n}\n`,
  );
  const all = [...tables.keys()].map((table) => `  ${table}: ${typeName(table)};`);
  const used = HEAD.split('\n\n').filter((part) => {
    const name = /^type (\w+)/m.exec(part)?.[1];
    return name === undefined || interfaces.some((text) => new RegExp(`\\b${name}\\b`).test(text));
  });
  return [
    ...used,
    ...interfaces,
    `/** Every table by its name, as Kysely wants it. */\nexport interface Database {\n${all.join('\n')}\n}\n`,
    `/** The names of all tables. */\nexport const TABLE_NAMES: ReadonlySet<string> = new Set([\n${[...tables.keys()].map((table) => `  '${table}',`).join('\n')}\n] satisfies (keyof Database)[]);\n`,
    `/** Tables whose rows go with the row of another one that they name. */\nexport const DELETED_WITH: Readonly<Record<string, readonly string[]>> = {\n${gone.join('\n')}\n};\n`,
  ]
    .map((part) => part.trimEnd())
    .join('\n\n')
    .concat('\n');
}

function printType(column: Column): string {
  const single = TYPES[column.type_name];
  if (single === undefined) {
    throw new Error(
      `${column.table_name}.${column.column_name} has the type ${column.type_name}; name its counterpart in scripts/generate-tables.ts.`,
    );
  }
  const value = `${single}${column.is_array ? '[]' : ''}${column.is_nullable ? ' | null' : ''}`;
  if (column.is_computed) return `Computed<${value}>`;
  return column.has_default ? `Defaulted<${value}>` : value;
}

/** suggestion_contents -> SuggestionContentsTable */
function typeName(table: string): string {
  return `${table.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())}Table`;
}

/** Migrates a temporary database and writes the types of its tables. */
async function main(): Promise<void> {
  const postgres = await openTemporaryPostgres();
  try {
    await migrate(postgres.urlOf('earshot'));
    const client = new pg.Client({ connectionString: postgres.urlOf('earshot') });
    await client.connect();
    const text = await printTables(client);
    await client.end();
    let former = '';
    try {
      former = readFileSync(TABLES_FILE, 'utf8');
    } catch {
      // Printed for the first time.
    }
    if (former !== text) writeFileSync(TABLES_FILE, text);
    console.log(former === text ? 'server/db/tables.ts is up to date.' : 'server/db/tables.ts was written.');
  } finally {
    await postgres.close();
  }
}

if (import.meta.main) await main();
