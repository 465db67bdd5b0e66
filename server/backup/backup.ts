import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import pg from 'pg';
import { OperatorError } from '../process/operator_error.ts';
import type { FileService } from '../services/files.ts';
import type { Task } from '../core/task.ts';
import { sha256, writeArchive, type NewEntry } from './archive.ts';
import {
  FILE_KEY,
  fileLine,
  FORMAT,
  HEAD,
  MANIFEST,
  MANIFEST_HASH,
  type FileNote,
  type Head,
  type Manifest,
  type Checksum,
} from './format.ts';
import { selectJobs } from './jobs.ts';
import {
  FILE_COLUMNS,
  hasTable,
  MIGRATIONS_TABLE,
  quoted,
  readLines,
  readTables,
  rowsOf,
  selectLines,
  STEADY,
  type Table,
} from './tables.ts';

/** Tables are written in pieces of about this size: memory holds one. Files above it pass over the disk. */
const PIECE_BYTES = 4 * 1024 * 1024;

/** What a backup is made of. */
export interface BackupSource {
  /** connection string past a pooler */
  url: string;
  files: Pick<FileService, 'get'>;
  tasks: readonly Task[];
  /** id and key of the one workspace; null: the whole installation */
  workspace: { id: string; key: string } | null;
  /** tells one secret key from another */
  keyFingerprint: string;
  /** name and version of the program */
  program: string;
  now: () => Date;
  onProgress?: (done: number, total: number) => void;
}

/** What went into an archive. */
export interface BackupResult {
  tables: number;
  rows: number;
  jobs: number;
  files: number;
  /** files that rows name and that are not there, some of their keys */
  missing: string[];
  files_missing: number;
}

const MISSING_SHOWN = 20;

/**
 * Writes an archive of all rows, waiting jobs and files. All rows are of one moment: one reading transaction.
 * A file that is removed meanwhile is counted as missing.
 *
 * @param path of the archive, which must not exist; it appears there once it is whole
 * @throws OperatorError when it cannot be written
 */
export async function makeBackup(path: string, source: BackupSource): Promise<BackupResult> {
  const folder = await mkdtemp(join(dirname(path), '.earshot-backup-')).catch((error: Error) => {
    throw new OperatorError(
      `${path} cannot be written (${error.message}). Name a file in a folder that may be written.`,
    );
  });
  const client = new pg.Client({
    connectionString: source.url,
    application_name: 'earshot backup',
    connectionTimeoutMillis: 10_000,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('begin isolation level repeatable read read only');
    await client.query(STEADY);
    if (!(await hasTable(client, MIGRATIONS_TABLE)))
      throw new OperatorError('The database holds no Earshot yet: there is nothing to back up.');
    const result: BackupResult = { tables: 0, rows: 0, jobs: 0, files: 0, missing: [], files_missing: 0 };
    await writeArchive(path, entriesOf(client, source, folder, result));
    await client.query('commit');
    return result;
  } finally {
    await rm(folder, { recursive: true, force: true });
    await client.end().catch(() => undefined);
  }
}

async function* entriesOf(
  client: pg.Client,
  source: BackupSource,
  folder: string,
  result: BackupResult,
): AsyncGenerator<NewEntry> {
  const { workspace, now } = source;
  const subdomain_id = workspace?.id ?? null;
  const tables = await readTables(client);
  const server = await client.query<{ postgres: string }>(
    `select current_setting('server_version') as postgres`,
  );
  const { rows: migrations } = await client.query<Head['migrations'][number]>(
    'select name, hash from schema_migrations order by name',
  );
  const head: Head = {
    format: FORMAT,
    program: source.program,
    created_at: now().toISOString(),
    postgres: server.rows[0]!.postgres,
    subdomain: workspace?.key ?? null,
    key_mark: source.keyFingerprint,
    migrations,
  };
  const headText = json(head);
  yield { name: HEAD, content: headText };

  const wanted = tables.flatMap((table) => {
    const where = rowsOf(table, subdomain_id);
    return where === null ? [] : [{ table, where }];
  });
  let total = 0;
  for (const { table, where } of wanted)
    total += Number(
      (await client.query<{ n: string }>(`select count(*) as n from ${quoted(table.name)} t where ${where}`))
        .rows[0]!.n,
    );
  let done = 0;
  const onRows = (count: number): void => {
    done += count;
    source.onProgress?.(done, total);
  };

  const manifest: Manifest = {
    head_sha256: sha256(headText),
    tables: {},
    jobs: emptyChecksum(),
    files: emptyChecksum(),
    files_missing: 0,
    sequences: {},
  };
  for (const { table, where } of wanted) {
    const sum = new Summing();
    yield* pieces(`tables/${table.name}`, readLines(client, selectLines(table, where)), sum, onRows);
    manifest.tables[table.name] = sum.end();
    result.tables += 1;
    result.rows += sum.rows;
  }
  const jobs = await selectJobs(client, source.tasks, subdomain_id);
  if (jobs !== null) {
    const sum = new Summing();
    yield* pieces('jobs', readLines(client, jobs), sum, () => {});
    manifest.jobs = sum.end();
    result.jobs = sum.rows;
  }

  const files = new Summing();
  for await (const lines of readLines(client, selectFiles(tables, subdomain_id))) {
    for (const line of lines) {
      const { key, content_type } = JSON.parse(line) as { key: string; content_type: string };
      if (!FILE_KEY.test(key)) throw new Error(`The key ${key} is none of the file service.`);
      const content = await source.files.get(key).catch((error: unknown) => {
        if (isMissing(error)) return null;
        throw error;
      });
      if (content === null) {
        manifest.files_missing += 1;
        result.files_missing += 1;
        if (result.missing.length < MISSING_SHOWN) result.missing.push(key);
        continue;
      }
      const kept = await keep(content, folder);
      const note: FileNote = { key, content_type, bytes: kept.bytes, sha256: kept.sha256 };
      yield { name: `files/${key}.json`, content: json(note) };
      if (kept.file === null) yield { name: `files/${key}`, content: kept.content };
      else {
        yield {
          name: `files/${key}`,
          size: kept.bytes,
          content: createReadStream(kept.file) as AsyncIterable<Buffer>,
        };
        await rm(kept.file);
      }
      files.add(fileLine(note), kept.bytes);
      result.files += 1;
    }
  }
  manifest.files = files.end();

  // numbers are given out past transactions: read last they are at least those of the rows
  const { rows: sequences } = await client.query<{ name: string; last: string | null }>(
    `select sequencename as name, last_value::text as last from pg_sequences where schemaname = 'public' order by sequencename`,
  );
  manifest.sequences = Object.fromEntries(sequences.map(({ name, last }) => [name, last]));
  const text = json(manifest);
  yield { name: MANIFEST, content: text };
  yield { name: MANIFEST_HASH, content: Buffer.from(`${sha256(text)}\n`) };
}

/** Lines as files of some megabytes each, named by their number. */
async function* pieces(
  name: string,
  batches: AsyncIterable<string[]>,
  sum: Summing,
  onRows: (count: number) => void,
): AsyncGenerator<NewEntry> {
  let held: Buffer[] = [];
  let size = 0;
  let number = 0;
  const piece = (): NewEntry => {
    number += 1;
    const entry = { name: `${name}/${String(number).padStart(6, '0')}.ndjson`, content: Buffer.concat(held) };
    [held, size] = [[], 0];
    return entry;
  };
  for await (const lines of batches) {
    for (const line of lines) {
      const bytes = Buffer.from(`${line}\n`);
      sum.add(bytes, bytes.length);
      held.push(bytes);
      size += bytes.length;
      if (size >= PIECE_BYTES) yield piece();
    }
    onRows(lines.length);
  }
  if (size > 0) yield piece();
}

/** Counts and hashes what passes. */
export class Summing {
  rows = 0;
  private bytes = 0;
  private readonly hash = createHash('sha256');

  add(content: string | Buffer, bytes: number): void {
    this.rows += 1;
    this.bytes += bytes;
    this.hash.update(content);
  }

  end(): Checksum {
    return { rows: this.rows, bytes: this.bytes, sha256: this.hash.digest('hex') };
  }
}

function emptyChecksum(): Checksum {
  return new Summing().end();
}

function json(value: object): Buffer {
  return Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
}

/** Every kept file that a row names, each once. */
function selectFiles(tables: readonly Table[], subdomain_id: string | null): string {
  const parts = FILE_COLUMNS.flatMap(({ table, column, contentType, where }) => {
    const found = tables.find(({ name }) => name === table);
    // a database of an older schema
    if (!found?.columns.some(({ name }) => name === column)) return [];
    const whose = rowsOf(found, subdomain_id)!;
    return `select ${quoted(column)} as key, ${contentType} as content_type from ${quoted(table)} t where ${where} and ${whose}`;
  });
  return `select row_to_json(r)::text as line from (select f.key, min(f.content_type) as content_type from (${parts.join(' union all ')}) f group by f.key order by f.key collate "C") r`;
}

type Kept = { bytes: number; sha256: string } & (
  | { file: null; content: Buffer }
  | { file: string; content: null }
);

/** The whole of a file with its size and hash: a small one in memory, another on the disk beside the archive. */
async function keep(content: Readable, folder: string): Promise<Kept> {
  const hash = createHash('sha256');
  let bytes = 0;
  let held: Buffer[] = [];
  let file: string | null = null;
  let target: ReturnType<typeof createWriteStream> | null = null;
  const write = (piece: Buffer): Promise<void> =>
    new Promise((done, fail) => {
      target!.write(piece, (error) => (error ? fail(error) : done()));
    });
  try {
    for await (const piece of content as AsyncIterable<Buffer>) {
      hash.update(piece);
      bytes += piece.length;
      if (target !== null) {
        await write(piece);
        continue;
      }
      held.push(piece);
      if (bytes <= PIECE_BYTES) continue;
      file = join(folder, randomUUID());
      target = createWriteStream(file, { flags: 'wx', mode: 0o600 });
      // the callback of each write tells
      target.on('error', () => {});
      for (const one of held) await write(one);
      held = [];
    }
  } finally {
    if (target !== null) await new Promise((done) => target!.end(done));
  }
  const sha = hash.digest('hex');
  return file === null
    ? { bytes, sha256: sha, file: null, content: Buffer.concat(held) }
    : { bytes, sha256: sha, file, content: null };
}

/** Whether a file is not there, which is none of a broken disk or network. */
export function isMissing(error: unknown): boolean {
  for (let one = error; one instanceof Error; one = one.cause) {
    const { code, name } = one as NodeJS.ErrnoException;
    if (code === 'ENOENT' || name === 'NoSuchKey' || name === 'NotFound') return true;
  }
  return false;
}
