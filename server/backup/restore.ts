import { createHash } from 'node:crypto';
import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import { OperatorError } from '../process/operator_error.ts';
import type { FileService } from '../services/files.ts';
import type { Task } from '../core/task.ts';
import { migrate, readMigrations, type Migration } from '../db/migrate.ts';
import { DamagedArchive, readArchive, readWhole, sha256, type ReadEntry } from './archive.ts';
import { isMissing, Summing } from './backup.ts';
import {
  FILE_KEY,
  FileNote,
  fileLine,
  FORMAT,
  Head,
  HEAD,
  Manifest,
  MANIFEST,
  MANIFEST_HASH,
  type Checksum,
} from './format.ts';
import { hold } from './hold.ts';
import { openJobWriter, type JobWriter } from './jobs.ts';
import {
  hasTable,
  insertLines,
  MIGRATIONS_TABLE,
  quoted,
  readLines,
  readTables,
  rowsOf,
  selectLines,
  STEADY,
  type Table,
} from './tables.ts';

/** An archive that was read once from end to end and is whole. */
export interface CheckedArchive {
  path: string;
  head: Head;
  manifest: Manifest;
}

const TABLE_PIECE = /^tables\/([a-z][a-z0-9_]{0,62})\/\d{6}\.ndjson$/;
const JOB_PIECE = /^jobs\/\d{6}\.ndjson$/;
const NOTHING_USED = 'Nothing of it was used; take another copy of it.';
const WRITTEN_AT_ONCE_BYTES = 1024 * 1024;
const WRITTEN_AT_ONCE_ROWS = 500;

/**
 * Reads an archive from end to end, and compares every count and hash. Nothing is written.
 *
 * @param onProgress bytes of its content that were read
 * @throws OperatorError saying what is wrong: no archive, of another format, incomplete, or where it is damaged
 */
export async function checkArchive(
  path: string,
  onProgress: (bytes: number) => void = () => {},
): Promise<CheckedArchive> {
  const damaged = (what: string): DamagedArchive =>
    new DamagedArchive(`${path} is damaged: ${what}. ${NOTHING_USED}`);
  let head: { value: Head; sha256: string } | null = null;
  let manifest: { value: Manifest; sha256: string } | null = null;
  let isEnded = false;
  const tables = new Map<string, Summing>();
  const jobs = new Summing();
  const files = new Summing();
  let note: FileNote | null = null;
  let read = 0;
  for await (const entry of readArchive(path)) {
    onProgress((read += entry.size));
    const { name } = entry;
    if (isEnded) throw damaged(`something follows its end: ${shown(name)}`);
    if (head === null) {
      if (name !== HEAD)
        throw new DamagedArchive(
          `${path} is no backup of Earshot: it begins with ${shown(name)} and not with ${HEAD}.`,
        );
      const text = await readWhole(entry);
      head = { value: readHead(path, text), sha256: sha256(text) };
      continue;
    }
    if (note !== null && name !== `files/${note.key}`)
      throw damaged(`the file ${note.key} is not where its description says`);
    const table = TABLE_PIECE.exec(name)?.[1];
    if (table !== undefined) add(sumOf(tables, table), await readWhole(entry));
    else if (JOB_PIECE.test(name)) add(jobs, await readWhole(entry));
    else if (name === MANIFEST) {
      const text = await readWhole(entry);
      manifest = {
        value: parsed(Manifest, text, () => damaged(`its list ${MANIFEST} cannot be read`)),
        sha256: sha256(text),
      };
    } else if (name === MANIFEST_HASH) {
      if (manifest?.sha256 !== (await readWhole(entry)).toString('utf8').trim())
        throw damaged(`its list ${MANIFEST} has not the hash that was written for it`);
      isEnded = true;
    } else if (note !== null) {
      const hash = createHash('sha256');
      for await (const piece of entry.content) hash.update(piece);
      if (entry.size !== note.bytes || hash.digest('hex') !== note.sha256)
        throw damaged(`the file ${note.key} has not the hash that was written for it`);
      files.add(fileLine(note), note.bytes);
      note = null;
    } else if (name.startsWith('files/') && name.endsWith('.json')) {
      note = await readNote(entry, () => damaged(`the description ${shown(name)} cannot be read`));
    } else
      throw new DamagedArchive(
        `${path} holds ${shown(name)}, which no backup of Earshot has. It was not made by Earshot, or someone changed it; nothing of it was used.`,
      );
  }
  if (head === null || manifest === null || !isEnded) throw damaged('its end is missing');
  const { value } = manifest;
  if (value.head_sha256 !== head.sha256)
    throw damaged(`its description ${HEAD} has not the hash that was written for it`);
  for (const name of new Set([...Object.keys(value.tables), ...tables.keys()])) {
    if (!isSame(value.tables[name], sumOf(tables, name).end()))
      throw damaged(`the table ${name} has not the rows and the hash that were written for it`);
  }
  if (!isSame(value.jobs, jobs.end())) throw damaged('its jobs have not the hash that was written for them');
  if (!isSame(value.files, files.end())) throw damaged('files are missing in it');
  return { path, head: head.value, manifest: value };
}

function readHead(path: string, text: Buffer): Head {
  const head = parsed(
    Head,
    text,
    () => new DamagedArchive(`${path} is damaged: its description ${HEAD} cannot be read. ${NOTHING_USED}`),
  );
  if (head.format !== FORMAT)
    throw new OperatorError(
      `${path} was made by a newer version of Earshot (${head.program}). Restore it with that version.`,
    );
  return head;
}

async function readNote(entry: ReadEntry, fault: () => Error): Promise<FileNote> {
  const note = parsed(FileNote, await readWhole(entry), fault);
  // the key is where the file will be kept: it must be one that the product makes
  if (!FILE_KEY.test(note.key) || entry.name !== `files/${note.key}.json`)
    throw new DamagedArchive(
      `The archive names a file ${shown(note.key)}, which is no name that Earshot gives. Someone changed it; nothing of it was used.`,
    );
  return note;
}

function parsed<T>(
  schema: { safeParse: (value: unknown) => { success: boolean; data?: T } },
  text: Buffer,
  fault: () => Error,
): T {
  let value: unknown;
  try {
    value = JSON.parse(text.toString('utf8'));
  } catch {
    throw fault();
  }
  const result = schema.safeParse(value);
  // a newer format may have another form: only its number is looked at then
  if (!result.success) {
    const format = (value as { format?: unknown } | null)?.format;
    if (typeof format === 'number' && format > FORMAT)
      throw new OperatorError(
        'The archive was made by a newer version of Earshot. Restore it with that version.',
      );
    throw fault();
  }
  return result.data!;
}

function sumOf(sums: Map<string, Summing>, name: string): Summing {
  let sum = sums.get(name);
  if (!sum) sums.set(name, (sum = new Summing()));
  return sum;
}

function linesOf(content: Buffer): string[] {
  const text = content.toString('utf8');
  return (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n');
}

function add(sum: Summing, content: Buffer): void {
  for (const line of linesOf(content)) {
    const bytes = Buffer.from(`${line}\n`);
    sum.add(bytes, bytes.length);
  }
}

function isSame(a: Checksum | undefined, b: Checksum): boolean {
  return a !== undefined && a.rows === b.rows && a.bytes === b.bytes && a.sha256 === b.sha256;
}

/** A name of unknown origin, for a sentence. */
function shown(name: string): string {
  return `"${name
    .slice(0, 100)
    .replaceAll(/[\u0000-\u001f\u007f]/g, '?')
    .toWellFormed()}"`;
}

// Writing ----------------------------------------------------------------------------------------------------

/** Where an archive is restored to. */
export interface RestoreTarget {
  /** connection string past a pooler */
  url: string;
  files: Pick<FileService, 'put' | 'get'>;
  tasks: readonly Task[];
  log: Logger;
  now: () => Date;
  print?: (line: string) => void;
  onProgress?: (done: number, total: number) => void;
}

/** What a restore wrote. */
export interface RestoreResult {
  tables: number;
  rows: number;
  jobs: number;
  files: number;
  files_missing: number;
}

/**
 * Restores an archive into an empty database: rows and jobs in one transaction, so that a restore that is broken
 * off leaves an empty database. Before it is committed each table is read again and its hash compared; each
 * file is compared after it was kept. Mail and jobs are held.
 *
 * An archive of an older schema is restored into that schema, which is then brought up to date.
 *
 * @throws OperatorError when the database is not empty or in use, or does not fit the archive
 */
export async function restoreArchive(archive: CheckedArchive, target: RestoreTarget): Promise<RestoreResult> {
  const { head, manifest } = archive;
  checkMigrations(head, readMigrations());
  const client = new pg.Client({
    connectionString: target.url,
    application_name: 'earshot restore',
    connectionTimeoutMillis: 10_000,
  });
  client.on('error', () => {});
  await client.connect();
  let jobs: JobWriter | null = null;
  try {
    await refuseUnfit(client, head);
    await migrate(target.url, {
      until: head.migrations.at(-1)!.name,
      ...(target.print ? { print: target.print } : {}),
    });
    if (manifest.jobs.rows > 0) jobs = await openJobWriter(target.url, target.tasks, target.log);
    await client.query('begin');
    const result = await writeAll(client, archive, target, jobs);
    await hold(client, { since: target.now(), backup_of: new Date(head.created_at) });
    await client.query('commit');
    await client.query('analyze');
    await migrate(target.url, target.print ? { print: target.print } : {});
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    await jobs?.close();
    await client.end().catch(() => undefined);
  }
}

/** @throws OperatorError when this program does not know the schema of the archive */
function checkMigrations({ migrations, program }: Head, ours: readonly Migration[]): void {
  for (const [index, { name, hash }] of migrations.entries()) {
    const own = ours[index];
    if (own?.name === name && own.hash === hash) continue;
    const what =
      own === undefined
        ? `it has the migration ${name}, which this version does not know`
        : `its migration ${name} is another one than this version's ${own.name}`;
    throw new OperatorError(
      `The backup was made by another version of Earshot (${program}): ${what}. Restore it with that version, then bring it up to date.`,
    );
  }
}

/** @throws OperatorError when the database is in use, holds something, or is of another schema than the archive */
async function refuseUnfit(client: pg.Client, head: Head): Promise<void> {
  const others = await client.query(
    `select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and application_name like 'earshot%' limit 1`,
  );
  if (others.rows.length > 0)
    throw new OperatorError(
      'Earshot is running on this database. End its servers, workers and commands, then restore.',
    );
  if (!(await hasTable(client, MIGRATIONS_TABLE))) {
    const { rows } = await client.query<{ name: string }>(
      `select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not exists (select 1 from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e') limit 1`,
    );
    if (rows[0])
      throw new OperatorError(`The database is not empty: it holds the table ${rows[0].name}. ${ELSEWHERE}`);
    return;
  }
  const { rows: applied } = await client.query<{ name: string }>(
    'select name from schema_migrations order by name',
  );
  await refuseRows(client);
  const newer = applied.find(({ name }) => !head.migrations.some((migration) => migration.name === name));
  if (newer)
    throw new OperatorError(
      `The database has the migration ${newer.name} already, which the backup is older than. Restore into a database without any table. ${ELSEWHERE}`,
    );
}

const ELSEWHERE = 'Set DATABASE_URL to an empty database, or DATA_DIR to a new folder for the embedded one.';

/** What an installation that no one has set up yet may hold: no rows that would be lost. */
const PASSING: readonly string[] = [
  'installation_facts',
  'webhook_calls',
  'webhook_signers',
  'inbound_tries',
];

/** @throws OperatorError naming a table that has rows */
async function refuseRows(client: pg.ClientBase): Promise<void> {
  for (const { name } of await readTables(client)) {
    if (PASSING.includes(name)) continue;
    const { rows } = await client.query(`select 1 from ${quoted(name)} limit 1`);
    if (rows.length > 0)
      throw new OperatorError(
        `The database is not empty: the table ${name} has rows. A restore replaces nothing. ${ELSEWHERE}`,
      );
  }
}

/** Of two restores at once one finds the other's rows. */
const RESTORE_LOCK = 7_277_401_003;

async function writeAll(
  client: pg.Client,
  { path, manifest }: CheckedArchive,
  target: RestoreTarget,
  jobs: JobWriter | null,
): Promise<RestoreResult> {
  await client.query(STEADY);
  await client.query('select pg_advisory_xact_lock($1)', [RESTORE_LOCK]);
  const tables = new Map((await readTables(client)).map((table) => [table.name, table]));
  await refuseRows(client);
  const strange = Object.keys(manifest.tables).find((name) => !tables.has(name));
  if (strange !== undefined)
    throw new OperatorError(
      `The backup holds the table ${shown(strange)}, which its own schema does not have. Someone changed it; nothing of it was used.`,
    );
  for (const name of PASSING) if (tables.has(name)) await client.query(`delete from ${quoted(name)}`);

  // rows name rows that come after them: the links are made again, and checked, when all are there
  const { rows: links } = await client.query<{ table: string; name: string; definition: string }>(
    `select c.conrelid::regclass::text as table, c.conname as name, pg_get_constraintdef(c.oid) as definition
     from pg_constraint c where c.contype = 'f' and c.connamespace = 'public'::regnamespace and c.conparentid = 0 order by 1, 2`,
  );
  for (const { table, name } of links)
    await client.query(`alter table ${table} drop constraint ${quoted(name)}`);

  const total = Object.values(manifest.tables).reduce((sum, { rows }) => sum + rows, 0);
  const result: RestoreResult = {
    tables: Object.keys(manifest.tables).length,
    rows: 0,
    jobs: 0,
    files: 0,
    files_missing: manifest.files_missing,
  };
  let isLinked = false;
  const link = async (): Promise<void> => {
    if (isLinked) return;
    isLinked = true;
    for (const { table, name, definition } of links)
      await client.query(`alter table ${table} add constraint ${quoted(name)} ${definition}`);
    for (const [name, sum] of Object.entries(manifest.tables))
      await compareTable(client, tables.get(name)!, sum);
    for (const [name, last] of Object.entries(manifest.sequences)) {
      if (last !== null)
        await client.query(`select setval($1::text::regclass, $2::bigint)`, [quoted(name), last]);
    }
  };
  let note: FileNote | null = null;
  for await (const entry of readArchive(path)) {
    const table = TABLE_PIECE.exec(entry.name)?.[1];
    if (table !== undefined) {
      await writeRows(client, tables.get(table)!, linesOf(await readWhole(entry)), (count) => {
        result.rows += count;
        target.onProgress?.(result.rows, total);
      });
    } else if (JOB_PIECE.test(entry.name)) {
      result.jobs += await jobs!.write(client, linesOf(await readWhole(entry)));
    } else if (note !== null) {
      await link();
      await writeFile(target.files, note, entry);
      result.files += 1;
      note = null;
    } else if (entry.name.startsWith('files/'))
      note = await readNote(
        entry,
        () => new DamagedArchive(`${path} was changed while it was restored. Nothing of it was used.`),
      );
  }
  await link();
  return result;
}

async function writeRows(
  client: pg.Client,
  table: Table,
  lines: readonly string[],
  onRows: (count: number) => void,
): Promise<void> {
  const statement = insertLines(table);
  let batch: string[] = [];
  let size = 0;
  const flush = async (): Promise<void> => {
    if (batch.length === 0) return;
    await client.query(statement, [`[${batch.join(',')}]`]);
    onRows(batch.length);
    [batch, size] = [[], 0];
  };
  for (const line of lines) {
    batch.push(line);
    size += line.length;
    if (size >= WRITTEN_AT_ONCE_BYTES || batch.length >= WRITTEN_AT_ONCE_ROWS) await flush();
  }
  await flush();
}

/** Reads a table as a backup would, and compares. @throws OperatorError when something else is there than in the archive */
async function compareTable(client: pg.Client, table: Table, expected: Checksum): Promise<void> {
  const sum = new Summing();
  for await (const lines of readLines(client, selectLines(table, rowsOf(table, null)!))) {
    for (const line of lines) {
      const bytes = Buffer.from(`${line}\n`);
      sum.add(bytes, bytes.length);
    }
  }
  if (!isSame(expected, sum.end()))
    throw new OperatorError(
      `The table ${table.name} reads differently in this database than in the backup, so the restore was undone. The two versions of PostgreSQL may write a value differently: restore into the version that the backup was made on.`,
    );
}

/** Keeps a file, unless the same is there already, and reads it again. */
async function writeFile(files: RestoreTarget['files'], note: FileNote, entry: ReadEntry): Promise<void> {
  if ((await hashOf(files, note.key)) === note.sha256) return;
  const content = new PassThrough();
  const feeding = pipeline(Readable.from(entry.content, { objectMode: false }), content);
  feeding.catch(() => undefined);
  await files.put(note.key, content, { contentType: note.content_type, sizeInBytes: note.bytes });
  await feeding;
  if ((await hashOf(files, note.key)) !== note.sha256)
    throw new OperatorError(
      `The file ${note.key} reads differently from the file service than it was stored, so the restore was undone. Look at the disk or bucket of FILES_URL.`,
    );
}

/** Null: there is no such file. */
async function hashOf(files: RestoreTarget['files'], key: string): Promise<string | null> {
  const hash = createHash('sha256');
  try {
    for await (const piece of (await files.get(key)) as AsyncIterable<Buffer>) hash.update(piece);
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
  return hash.digest('hex');
}
