import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { OperatorError } from '../process/operator_error.ts';

/** Folder of the product's own migrations. */
export const MIGRATIONS_DIR = join(import.meta.dirname, 'migrations');

/** Any fixed number: all runners on one database must agree on it, and nothing else may use it. */
const LOCK_KEY = 7_277_401_001;

/** How long a statement of a migration waits for a table that others use before the file is tried again. */
const LOCK_TIMEOUT_MS = 5_000;
const LOCK_ATTEMPTS = 24;

/** The oldest PostgreSQL that the schema runs on. */
const OLDEST_VERSION = 150_000;

/**
 * One file of the migrations folder. `suitsOlder`: a program that does not know it can go on with its schema, which
 * a line `-- suits older programs` in the file says.
 */
export type Migration = { name: string; sql: string; hash: string; suitsOlder: boolean };

/** What a run did. */
export type MigrationResult = {
  /** Names of the files that this run applied, in order. */
  applied: string[];
  /** Names in the database that this program does not know and can go on with: a newer version has been here. */
  unknown: string[];
};

/**
 * Reads the migrations of a folder: files named NNNN_what.sql, each number once, in the order of their
 * numbers. Other files are left alone.
 *
 * @throws OperatorError when two files have one number
 */
export function readMigrations(dir: string = MIGRATIONS_DIR): Migration[] {
  const names = readdirSync(dir)
    .filter((name) => /^\d{4}_\w+\.sql$/.test(name))
    .toSorted();
  for (const [index, name] of names.entries()) {
    const before = names[index - 1];
    if (before?.slice(0, 4) === name.slice(0, 4))
      throw new OperatorError(`The migrations ${before} and ${name} have the same number.`);
  }
  return names.map((name) => {
    const sql = readFileSync(join(dir, name), 'utf8');
    return {
      name: name.replace(/\.sql$/, ''),
      sql,
      hash: createHash('sha256').update(sql.replaceAll('\r\n', '\n')).digest('hex'),
      suitsOlder: /^-- suits older programs\r?$/m.test(sql),
    };
  });
}

/**
 * Brings a database to the newest schema. Each file runs in a transaction of its own together with its row
 * in the table `schema_migrations`, under an advisory lock of that transaction: so an interrupted run has
 * applied whole files only and the next one goes on behind them, and of several processes that start at
 * once one applies a file and the others find it done. The lock belongs to the transaction and not to the
 * session, because poolers share sessions.
 *
 * @param url connection string; a direct one where a pooler stands before the database
 * @param until name of the last file that is applied; all when not given. For a backup of an older schema
 * @param print takes one line per file before it is applied
 * @throws OperatorError when the database is too old, is not in UTF-8 or may not be written to, when a newer version has changed it so that this one
 * does not suit it, when a file that was applied has changed since, or
 * with the file, line and reason when a statement fails
 */
export async function migrate(
  url: string,
  {
    dir = MIGRATIONS_DIR,
    until,
    print = () => {},
  }: { dir?: string; until?: string; print?: (line: string) => void } = {},
): Promise<MigrationResult> {
  const migrations = readMigrations(dir);
  const client = new pg.Client({
    connectionString: url,
    application_name: 'earshot migrate',
    connectionTimeoutMillis: 10_000,
  });
  // Without a listener a lost connection would end the process; the statement under way fails anyway.
  client.on('error', () => {});
  await client.connect();
  try {
    const problem = (await databaseProblems(client))[0];
    if (problem !== undefined)
      throw new OperatorError(`${problem.what[0]!.toUpperCase()}${problem.what.slice(1)}. ${problem.cure}`);
    const server = await client.query<{ citus: boolean }>(
      "SELECT EXISTS (SELECT 1 FROM pg_extension WHERE extname = 'citus') AS citus",
    );
    const { citus } = server.rows[0]!;
    let known = await readApplied(client);
    if (known.size === 0) await checkForeignTables(client, migrations);
    const { unknown, unsuited } = await readUnknown(client, migrations);
    // before anything is applied beside them
    if (unsuited.length > 0) throw new OperatorError(newerDatabase(unsuited));
    const applied: string[] = [];
    for (const migration of migrations) {
      if (until !== undefined && migration.name > until) break;
      if (known.has(migration.name)) {
        checkUnchanged(migration, known);
        continue;
      }
      const last = migrations.findLast((other) => known.has(other.name));
      if (last !== undefined && last.name > migration.name) {
        throw new OperatorError(
          `The migration ${migration.name} is older than ${last.name}, which this database has already; give it a higher number.`,
        );
      }
      if (await applyOne(client, migration, citus, print)) applied.push(migration.name);
      known = await readApplied(client);
    }
    return { applied, unknown };
  } finally {
    await client.end().catch(() => {});
  }
}

/** What keeps a database from holding the schema: an old version, another encoding, too few rights. Empty: nothing. */
export async function databaseProblems(client: pg.Client): Promise<{ what: string; cure: string }[]> {
  const { rows } = await client.query<{
    version: number;
    encoding: string;
    database: string;
    owner: string;
    schema: string | null;
    creates: boolean;
    reads: boolean;
    sorts: boolean;
  }>(`
    SELECT current_setting('server_version_num')::int AS version, current_setting('server_encoding') AS encoding,
           EXISTS (SELECT 1 FROM pg_collation WHERE collname = 'und-x-icu' AND collprovider = 'i') AS sorts,
           current_database() AS database, current_user AS owner, current_schema() AS schema,
           CASE WHEN to_regclass('schema_migrations') IS NULL THEN coalesce(has_schema_privilege(current_schema(), 'CREATE'), false) ELSE true END AS creates,
           CASE WHEN to_regclass('schema_migrations') IS NULL THEN true
                ELSE has_table_privilege(to_regclass('schema_migrations'), 'SELECT') AND has_table_privilege(to_regclass('schema_migrations'), 'INSERT') END AS reads`);
  const { version, encoding, database, owner, creates, reads, sorts } = rows[0]!;
  const problems: { what: string; cure: string }[] = [];
  if (version < OLDEST_VERSION)
    problems.push({
      what: `the database runs PostgreSQL ${Math.floor(version / 10_000)}`,
      cure: 'Earshot needs PostgreSQL 15 or newer.',
    });
  if (encoding !== 'UTF8')
    problems.push({
      what: `the database ${database} is in ${encoding}`,
      cure: `Make one in UTF8: CREATE DATABASE earshot ENCODING 'UTF8' TEMPLATE template0.`,
    });
  if (!sorts)
    problems.push({
      what: 'the database has no ICU collations',
      cure: 'Earshot orders texts by "und-x-icu": use a PostgreSQL that is built with ICU, as the packages of all distributions are, and a database made by its initdb.',
    });
  if (!creates || !reads)
    problems.push({
      what: `the user ${owner} may not ${creates ? 'use the tables of' : 'make tables in'} the database ${database}`,
      cure: `Make the user its owner: ALTER DATABASE "${database}" OWNER TO "${owner}"${creates ? ', and of the tables in it' : ''}.`,
    });
  return problems;
}

/** A database that somebody else uses is left alone: its tables may have the names of ours. */
async function checkForeignTables(client: pg.Client, migrations: readonly Migration[]): Promise<void> {
  const ours = migrations.flatMap(({ sql }) =>
    [...sql.matchAll(/^create table (\w+)/gim)].map(([, name]) => name!),
  );
  const { rows } = await client.query<{ name: string }>(
    'SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema() AND tablename = any($1) ORDER BY 1 LIMIT 3',
    [ours],
  );
  // another process may have applied the first file meanwhile
  if (rows.length > 0 && (await readApplied(client)).size === 0)
    throw new OperatorError(
      `The database holds tables of something else (${rows.map(({ name }) => name).join(', ')}). Nothing was changed. Give Earshot a database of its own.`,
    );
}

/** Names and hashes of the migrations that a database has; empty before the first run. */
async function readApplied(client: pg.Client): Promise<Map<string, string>> {
  const { rows: found } = await client.query<{ there: boolean }>(
    "SELECT to_regclass('schema_migrations') IS NOT NULL AS there",
  );
  if (found[0]?.there !== true) return new Map();
  const { rows } = await client.query<{ name: string; hash: string }>(
    'SELECT name, hash FROM schema_migrations ORDER BY name',
  );
  return new Map(rows.map(({ name, hash }) => [name, hash]));
}

/** Migrations of a database that this program does not know, and those among them with which it cannot go on. */
export async function readUnknown(
  client: pg.Client,
  migrations: readonly Migration[] = readMigrations(),
): Promise<{ unknown: string[]; unsuited: string[] }> {
  const { rows: there } = await client.query<{ there: boolean }>(
    "SELECT to_regclass('schema_migrations') IS NOT NULL AS there",
  );
  if (there[0]?.there !== true) return { unknown: [], unsuited: [] };
  // an older table has no such column: then nothing says that an older program can go on
  const { rows } = await client.query<{ name: string; suits: boolean }>(
    "SELECT name, coalesce((to_jsonb(m) ->> 'suits_older')::boolean, false) AS suits FROM schema_migrations m WHERE name <> ALL($1) ORDER BY name",
    [migrations.map(({ name }) => name)],
  );
  return {
    unknown: rows.map(({ name }) => name),
    unsuited: rows.filter(({ suits }) => !suits).map(({ name }) => name),
  };
}

/** What a database means that a newer version has changed, and what to do. */
function newerDatabase(unsuited: readonly string[]): string {
  return `A newer version of Earshot has changed this database (${unsuited.join(', ')}), and this version would not understand it. Nothing was changed. Start the newer version again, or restore the backup from before the update into an empty database.`;
}

function checkUnchanged(migration: Migration, known: Map<string, string>): void {
  if (known.get(migration.name) === migration.hash) return;
  throw new OperatorError(
    `The migration ${migration.name} was changed after this database had applied it; put the file back as it was and write the change as a new migration.`,
  );
}

/** Applies one file. @returns false when another process had applied it by the time the lock was there */
async function applyOne(
  client: pg.Client,
  migration: Migration,
  citus: boolean,
  print: (line: string) => void,
): Promise<boolean> {
  for (let attempt = 1; ; attempt += 1) {
    await client.query('BEGIN');
    try {
      // The wait for other runners has no limit: a long migration is no fault.
      await client.query('SET LOCAL statement_timeout = 0');
      await client.query('SELECT pg_advisory_xact_lock($1)', [LOCK_KEY]);
      await client.query(
        'CREATE TABLE IF NOT EXISTS schema_migrations (name text PRIMARY KEY, hash text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())',
      );
      await client.query(
        'ALTER TABLE schema_migrations ADD COLUMN IF NOT EXISTS suits_older boolean NOT NULL DEFAULT false',
      );
      const known = await readApplied(client);
      if (known.has(migration.name)) {
        await client.query('COMMIT');
        checkUnchanged(migration, known);
        return false;
      }
      print(`Applying migration ${migration.name}.`);
      if (citus) {
        await client.query('SET LOCAL citus.enable_local_reference_table_foreign_keys = off');
        await client.query("SET LOCAL citus.multi_shard_modify_mode = 'sequential'");
      }
      await client.query(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
      await client.query(migration.sql);
      await client.query('INSERT INTO schema_migrations (name, hash, suits_older) VALUES ($1, $2, $3)', [
        migration.name,
        migration.hash,
        migration.suitsOlder,
      ]);
      await client.query('COMMIT');
      return true;
    } catch (error) {
      await client.query('ROLLBACK').catch(() => {});
      if (error instanceof OperatorError) throw error;
      const { code } = error as { code?: string };
      // Requests go on while a migration waits for their table: rather step back and try again than let them queue up.
      if (code === '55P03' && attempt < LOCK_ATTEMPTS) {
        print(`Migration ${migration.name} waits for a table that is in use.`);
        await sleep(1_000);
        continue;
      }
      throw new OperatorError(describeFailure(migration, error), { cause: error });
    }
  }
}

function describeFailure(migration: Migration, error: unknown): string {
  const { message, position, detail, hint } = error as Error & {
    position?: string;
    detail?: string;
    hint?: string;
  };
  const line =
    position === undefined ? null : migration.sql.slice(0, Number(position) - 1).split('\n').length;
  const place = line === null ? '' : ` at line ${line}`;
  const more = [detail, hint].filter((part) => part !== undefined).join(' ');
  return `The migration ${migration.name} failed${place} and was undone: ${message}.${more === '' ? '' : ` ${more}`}`;
}
