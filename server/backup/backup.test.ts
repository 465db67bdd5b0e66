import { randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import type { Selectable } from 'kysely';
import pg from 'pg';
import { pino } from 'pino';
import { Header } from 'tar';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFiles } from '../adapters/files.ts';
import type { FileService } from '../services/files.ts';
import {
  buildForum,
  buildSuggestion,
  buildTenant,
  buildUser,
  insertRow,
  systemViewer,
  testScope,
} from '../db/builders.ts';
import { loadDemo } from '../db/demo/load.ts';
import { migrate, readMigrations } from '../db/migrate.ts';
import type { Database } from '../db/tables.ts';
import { openTestDatabase, type TestDatabase } from '../db/testing.ts';
import { tasks } from '../jobs/tasks.ts';
import { openJobs } from '../jobs/worker.ts';
import { readArchive, readWhole, sha256, writeArchive } from './archive.ts';
import { makeBackup, type BackupSource } from './backup.ts';
import { HEAD, MANIFEST, MANIFEST_HASH, type Head, type Manifest } from './format.ts';
import { checkArchive, restoreArchive, type RestoreResult } from './restore.ts';
import { FILE_COLUMNS, readTables } from './tables.ts';

const log = pino({ level: 'silent' });
const NOW = new Date('2026-03-31T10:00:00.000Z');

let folder: string;
let source: TestDatabase;
let tenant: { id: string };
let files: FileService;
/** The archive that most tests look at: of the whole installation. */
let whole: string;
const contents = new Map<string, Buffer>();
const databases: TestDatabase[] = [];

/** One statement on a connection that is none of the product's. */
async function ask<Row extends pg.QueryResultRow>(
  url: string,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url, application_name: 'a test' });
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
}

async function empty(): Promise<string> {
  const database = await openTestDatabase({ migrated: false });
  databases.push(database);
  return database.url;
}

const sourceOf = (url: string, more: Partial<BackupSource> = {}): BackupSource => ({
  url,
  files,
  tasks,
  workspace: null,
  keyFingerprint: 'mark',
  program: 'Earshot 0.1.0',
  now: () => NOW,
  ...more,
});
const newFiles = (): Promise<FileService> =>
  createFiles({ kind: 'folder', path: mkdtempSync(join(folder, 'files-')) });
const restore = async (path: string, url: string, to?: Pick<FileService, 'put' | 'get'>) =>
  restoreArchive(await checkArchive(path), {
    url,
    files: to ?? (await newFiles()),
    tasks,
    log,
    now: () => NOW,
  });
const entriesOf = async (path: string): Promise<{ name: string; content: Buffer }[]> => {
  const found: { name: string; content: Buffer }[] = [];
  for await (const entry of readArchive(path))
    found.push({ name: entry.name, content: await readWhole(entry) });
  return found;
};
const manifestOf = async (path: string): Promise<Manifest> => (await checkArchive(path)).manifest;
let copies = 0;
/** What stands in the archive, read once: nineteen copies are made of it. */
let wholeEntries: { name: string; content: Buffer }[] | null = null;
/** A copy of the archive with other files in it. */
async function changed(
  change: (entries: { name: string; content: Buffer }[]) => { name: string; content: Buffer }[],
): Promise<string> {
  const path = join(folder, `changed-${(copies += 1)}.tar.gz`);
  wholeEntries ??= await entriesOf(whole);
  const entries = change(wholeEntries.map((entry) => ({ ...entry })));
  await writeArchive(path, Readable.from(entries) as AsyncIterable<{ name: string; content: Buffer }>);
  return path;
}

/** Columns that the generic row below cannot guess. */
const OWN_VALUES: Record<string, Record<string, string>> = {
  reactions: { status_update_id: '(select min(id) from status_updates)' },
  merge_candidates: { other_suggestion_id: '(select max(id) from suggestions)' },
  suggestion_merges: { winner_id: '(select max(id) from suggestions)' },
  console_tokens: { session_hash: '(select min(secret_hash::text)::bytea from sessions)' },
  exports: { format: `'csv'`, params: `'{}'` },
  imports: { file_names: `'{ideas.csv}'` },
  theme_run_placements: { evidence: `'{word}'`, evidence_weights: `'{1}'` },
  articles: { section_id: '(select min(id) from article_sections)' },
  ticket_messages: { kind: `'note'` },
  // a JSON null is another value than none
  idempotency_keys: { result: `'null'::jsonb` },
};

/** A row for each table that has none yet: what must be there, and what else is easily made. */
async function fillTables(database: TestDatabase): Promise<void> {
  const client = await database.pool.connect();
  try {
    const names = (await readTables(client)).map(({ name }) => name);
    // links need the rows that they name: some rounds
    for (let round = 0; round < 4; round += 1) {
      for (const name of names) {
        if ((await client.query(`select 1 from "${name}" limit 1`)).rows.length > 0) continue;
        const { rows: columns } = await client.query<{
          name: string;
          type: string;
          other: string | null;
          other_column: string | null;
          words: string | null;
        }>(
          `select a.attname as name, format_type(a.atttypid, null) as type,
             (select f.confrelid::regclass::text from pg_constraint f where f.contype = 'f' and f.conrelid = a.attrelid and a.attnum = f.conkey[2] limit 1) as other,
             (select b.attname from pg_constraint f join pg_attribute b on b.attrelid = f.confrelid and b.attnum = f.confkey[2] where f.contype = 'f' and f.conrelid = a.attrelid and a.attnum = f.conkey[2] limit 1) as other_column,
             (select pg_get_constraintdef(k.oid) from pg_constraint k where k.contype = 'c' and k.conrelid = a.attrelid and k.conkey = array[a.attnum]) as words
           from pg_attribute a where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped and a.attnotnull and not a.atthasdef and a.attidentity = '' order by a.attnum`,
          [name],
        );
        const own = OWN_VALUES[name] ?? {};
        const valueOf = (column: (typeof columns)[number]): string => {
          const word = /'([^']+)'::text/.exec(column.words ?? '')?.[1];
          if (column.name === 'subdomain_id') return tenant.id;
          if (column.other !== null) return `(select min("${column.other_column}") from ${column.other})`;
          if (word !== undefined) return `'${word}'`;
          return (
            {
              text: `E'line\\nbreak \\\\ "quoted" ü 🙂'`,
              jsonb: `'{"a": [1, null, 1.50]}'`,
              bytea: `'\\x00ff0a'`,
              boolean: 'true',
              'text[]': `'{word}'`,
              tsvector: `'word'`,
              date: `'2026-02-28'`,
              'timestamp with time zone': `'2026-02-28 23:59:59.123456+02'`,
              'double precision': '0.1',
            }[column.type] ?? '1'
          );
        };
        const given = {
          ...Object.fromEntries(columns.map((column) => [column.name, valueOf(column)])),
          ...own,
        };
        await client
          .query(
            `insert into "${name}" (${Object.keys(given)
              .map((column) => `"${column}"`)
              .join(', ')}) values (${Object.values(given).join(', ')})`,
          )
          .catch((error: pg.DatabaseError) => {
            // a row that it names comes in a later round
            if (error.code !== '23502' || round === 3)
              throw new Error(`No row could be made for ${name}: ${error.message}`, { cause: error });
          });
      }
    }
  } finally {
    client.release();
  }
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'earshot-backup-test-'));
  files = await newFiles();
  source = await openTestDatabase();
  databases.push(source);
  tenant = { id: (await loadDemo(source.pool, { key: 'demo', now: NOW }))!.subdomain_id };
  await fillTables(source);
  const idea = (await ask<{ id: string }>(source.url, 'select min(id)::text as id from suggestions'))[0]!.id;
  const kept = {
    small: Buffer.from('a small file'),
    large: randomBytes(9_000_000),
    thumb: randomBytes(5000),
    none: null,
  };
  for (const [name, content] of Object.entries(kept)) {
    const storage_key = `${tenant.id}/00000000-0000-4000-8000-${name.padEnd(12, '0').replaceAll(/[^0-9a-f]/g, 'a')}`;
    const thumb_key = name === 'small' ? `${storage_key}-thumb` : null;
    await insertRow(source, 'attachments', {
      subdomain_id: tenant.id,
      token: `t-${name}`,
      file_name: `../${name}.txt`,
      content_type: 'text/plain',
      size_in_bytes: String(content?.length ?? 7),
      storage_key,
      thumb_key,
      suggestion_id: idea,
    });
    if (content === null) continue;
    contents.set(storage_key, content);
    if (thumb_key !== null) contents.set(thumb_key, kept.thumb);
  }
  const csv = `${tenant.id}/export-00000000-0000-4000-8000-000000000000`;
  await source.pool.query(
    `update exports set state = 'complete', storage_key = $1 where id = (select min(id) from exports)`,
    [csv],
  );
  contents.set(csv, Buffer.from('id\r\n1\r\n'));
  for (const [key, content] of contents) await files.put(key, content, { contentType: 'text/plain' });
  // the row of the generic filling names a file that never was
  await source.pool.query(`delete from attachments where storage_key not like '%/%'`);

  const jobs = await openJobs({ url: source.url, tasks, worksHere: false, log });
  const scope = await testScope(
    source,
    systemViewer((await ask<Selectable<Database['subdomains']>>(source.url, 'select * from subdomains'))[0]!),
  );
  await scope.write(async (tx) => {
    await jobs.enqueue(
      tx,
      'send_mailing',
      { subdomain_id: tenant.id, mailing_id: '1' },
      { key: 'mailing 1', startAfter: new Date('2026-04-01T00:00:00.000Z') },
    );
    await jobs.enqueue(tx, 'attachment_thumbnail', { subdomain_id: tenant.id, attachment_id: '1' });
  });
  await source.pool.query(
    `insert into pgboss.job (name, data, output, source_name, source_retry_count, source_created_on) values ('dead', $1, '{"message": "It never works."}', 'export', 2, '2026-03-01')`,
    [JSON.stringify({ subdomain_id: tenant.id, export_id: '1' })],
  );
  await jobs.close();

  whole = join(folder, 'whole.tar.gz');
  await makeBackup(whole, sourceOf(source.url));
});
afterAll(async () => {
  for (const database of databases) await database.close();
  rmSync(folder, { recursive: true, force: true });
});

test('every table of the schema is in the archive, and every table has rows here to prove it', async () => {
  const { rows } = await source.pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not in ('schema_migrations') order by table_name collate "C"`,
  );
  const { tables } = await manifestOf(whole);
  expect(Object.keys(tables).toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
  expect(
    Object.entries(tables)
      .filter(([, sum]) => sum.rows === 0)
      .map(([name]) => name),
  ).toEqual([]);
});

test('every column that names a kept file is known to the backup', async () => {
  const { rows } = await source.pool.query<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public' and (column_name like '%storage\\_key' or column_name like '%thumb\\_key' or column_name like '%file\\_key')`,
  );
  expect(FILE_COLUMNS.map(({ table, column }) => `${table}.${column}`).toSorted()).toEqual(
    rows.map(({ name }) => name).toSorted(),
  );
});

test('the archive is a tar that nobody else can read, of files in a few folders, and nothing is left beside it', async () => {
  expect(statSync(whole).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder).filter((name) => name.includes('.part') || name.startsWith('.earshot'))).toEqual(
    [],
  );
  const names = (await entriesOf(whole)).map(({ name }) => name);
  expect(names[0]).toBe(HEAD);
  expect(names.slice(-2)).toEqual([MANIFEST, MANIFEST_HASH]);
  expect(new Set(names.slice(1, -2).map((name) => name.split('/')[0]))).toEqual(
    new Set(['tables', 'jobs', 'files']),
  );
});

describe('a restored installation', () => {
  let url: string;
  let to: FileService;
  let result: RestoreResult;
  beforeAll(async () => {
    url = await empty();
    to = await newFiles();
    result = await restore(whole, url, to);
  });

  test('says how much of everything it got', () => {
    expect(result).toMatchObject({ jobs: 3, files: contents.size, files_missing: 1 });
  });

  test('has every row as it was: a second backup has the same hashes', async () => {
    const again = join(folder, 'again.tar.gz');
    // the hold is undone by hand, so that only the mailings differ
    await ask(url, `delete from installation_facts where name = 'held'`);
    await makeBackup(again, sourceOf(url, { files: to }));
    const [first, second] = [await manifestOf(whole), await manifestOf(again)];
    const { mailings: before, ...tables } = first.tables;
    const { mailings: after, ...others } = second.tables;
    expect(others).toEqual(tables);
    expect(after!.rows).toBe(before!.rows);
    expect(second.files).toEqual(first.files);
    expect(second.sequences).toEqual(first.sequences);
    await ask(
      url,
      `insert into installation_facts (name, value) values ('held', '{"since": "2026-03-31T10:00:00.000Z", "backup_of": "2026-03-31T10:00:00.000Z"}')`,
    );
  });

  test('has every file', async () => {
    for (const [key, content] of contents) {
      const pieces: Buffer[] = [];
      for await (const piece of (await to.get(key)) as AsyncIterable<Buffer>) pieces.push(piece);
      expect(Buffer.concat(pieces).equals(content), key).toBe(true);
    }
  });

  test('goes on numbering where the old one stopped', async () => {
    for (const table of ['users', 'reactions', 'suggestions']) {
      const [row] = await ask<{ next: string; last: string }>(
        url,
        `select nextval('${table}_id_seq')::text as next, (select max(id)::text from "${table}") as last`,
      );
      expect(Number(row!.next), table).toBeGreaterThan(Number(row!.last));
    }
  });

  test('has its links again, and refuses one into nowhere', async () => {
    const links = `select conrelid::regclass::text as t, conname, pg_get_constraintdef(oid) as d from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by 1, 2`;
    expect(await ask(url, links)).toEqual(await ask(source.url, links));
    await expect(
      ask(url, `insert into comments (subdomain_id, suggestion_id, body) values ($1, 999999999, 'x')`, [
        tenant.id,
      ]),
    ).rejects.toMatchObject({ code: '23503' });
  });

  test('has the jobs that waited, and the dead ones with what is known of them', async () => {
    const text = `select name, data, singleton_key like 'mailing%' as keyed, output, source_name, source_retry_count from pgboss.job where name in ('dead', 'send_mailing', 'attachment_thumbnail') order by name`;
    const jobs = await ask(url, text);
    expect(jobs).toHaveLength(3);
    expect(jobs).toEqual(await ask(source.url, text));
    expect(await ask(url, `select start_after from pgboss.job where name = 'send_mailing'`)).toEqual([
      { start_after: new Date('2026-04-01T00:00:00.000Z') },
    ]);
  });

  test('takes no second restore', async () => {
    await expect(restore(whole, url)).rejects.toThrow(
      /^The database is not empty: the table \w+ has rows\. A restore replaces nothing\./,
    );
  });
});

test('one workspace goes alone into an empty installation', async () => {
  const other = await buildTenant(source, { key: 'other' });
  const forum = await buildForum(source, other);
  await buildUser(source, other, { name: 'Zoe' });
  await buildSuggestion(source, other, { forum_id: forum.id, title: 'Only here' });
  const path = join(folder, 'one.tar.gz');
  await makeBackup(path, sourceOf(source.url, { workspace: { id: other.id, key: 'other' } }));
  const manifest = await manifestOf(path);
  expect(manifest).toMatchObject({
    tables: { subdomains: { rows: 1 }, suggestions: { rows: 1 } },
    files: { rows: 0 },
    jobs: { rows: 0 },
  });
  expect(Object.keys(manifest.tables)).not.toContain('installation_facts');
  const url = await empty();
  await restore(path, url);
  expect(await ask(url, 'select d.key, s.title from subdomains d, suggestions s')).toEqual([
    { key: 'other', title: 'Only here' },
  ]);
  const [row] = await ask<{ next: string }>(url, `select nextval('suggestions_id_seq')::text as next`);
  expect(Number(row!.next)).toBeGreaterThan(
    Number((await ask<{ id: string }>(source.url, 'select max(id)::text as id from suggestions'))[0]!.id),
  );
  await source.pool.query('delete from suggestions where subdomain_id = $1', [other.id]);
});

test('a backup of an older schema is restored and then brought up to date', async () => {
  const [old, url] = [await empty(), await empty()];
  await migrate(old, { until: '0012_export_runs' });
  await ask(old, `insert into subdomains (key, name) values ('old', 'Old')`);
  const path = join(folder, 'old.tar.gz');
  await makeBackup(path, sourceOf(old));
  expect((await checkArchive(path)).head.migrations.at(-1)!.name).toBe('0012_export_runs');
  await restore(path, url);
  expect(await ask(url, 'select key from subdomains')).toEqual([{ key: 'old' }]);
  expect((await ask(url, 'select name from schema_migrations')).length).toBe(readMigrations().length);
});

test('a restore that is broken off leaves no row, and the next one succeeds', async () => {
  const url = await empty();
  const real = await newFiles();
  let puts = 0;
  const failing: Pick<FileService, 'put' | 'get'> = {
    get: real.get,
    put: (key, content, options) => {
      puts += 1;
      return puts === 2
        ? Promise.reject(new Error('the machine went away'))
        : real.put(key, content, options);
    },
  };
  await expect(restore(whole, url, failing)).rejects.toThrow('the machine went away');
  expect(
    await ask(
      url,
      'select (select count(*) from users) as users, (select count(*) from installation_facts) as facts, (select count(*) from pgboss.job) as jobs',
    ),
  ).toEqual([{ users: '0', facts: '0', jobs: '0' }]);
  expect(await restore(whole, url, real)).toMatchObject({ files: contents.size });
});

test('a file that reads differently than it was stored undoes the restore', async () => {
  const url = await empty();
  const real = await newFiles();
  const lying: Pick<FileService, 'put' | 'get'> = {
    get: async (key) =>
      Readable.from([...((await (await real.get(key)).toArray()) as Buffer[]), Buffer.from('!')]),
    put: real.put,
  };
  await expect(restore(whole, url, lying)).rejects.toThrow(
    /reads differently from the file service than it was stored/,
  );
  expect(await ask(url, 'select count(*) as n from users')).toEqual([{ n: '0' }]);
});

test('a database in use, of another schema or of somebody else is not restored into', async () => {
  const used = await empty();
  const server = new pg.Client({ connectionString: used, application_name: 'earshot jobs' });
  await server.connect();
  await expect(restore(whole, used)).rejects.toThrow(
    'Earshot is running on this database. End its servers, workers and commands, then restore.',
  );
  await server.end();
  const foreign = await empty();
  await ask(foreign, 'create table invoices (id int)');
  await expect(restore(whole, foreign)).rejects.toThrow(
    'The database is not empty: it holds the table invoices.',
  );
  expect(await ask(foreign, `select to_regclass('users') as users`)).toEqual([{ users: null }]);
});

test('an archive that is there already is not replaced, and a folder that is not there is told', async () => {
  const before = readFileSync(whole);
  await expect(makeBackup(whole, sourceOf(source.url))).rejects.toThrow(
    'is there already. Name another file',
  );
  expect(readFileSync(whole).equals(before)).toBe(true);
  await expect(makeBackup(join(folder, 'nowhere', 'x.tar.gz'), sourceOf(source.url))).rejects.toThrow(
    'cannot be written',
  );
  await expect(makeBackup(join(folder, 'none.tar.gz'), sourceOf(await empty()))).rejects.toThrow(
    'there is nothing to back up',
  );
  expect(existsSync(join(folder, 'none.tar.gz'))).toBe(false);
});

describe('an archive that is not as it was written is refused before anything is written', () => {
  const flip = (content: Buffer, at: number): Buffer => {
    const other = Buffer.from(content);
    other[at] = other[at]! ^ 1;
    return other;
  };
  const flipIn =
    (pattern: RegExp, share = 0.5) =>
    (entries: { name: string; content: Buffer }[]) => {
      expect(entries.some(({ name }) => pattern.test(name))).toBe(true);
      let isDone = false;
      return entries.map((entry) => {
        if (isDone || !pattern.test(entry.name)) return entry;
        isDone = true;
        return { ...entry, content: flip(entry.content, Math.floor(entry.content.length * share)) };
      });
    };
  const rename = (pattern: RegExp, name: string) => (entries: { name: string; content: Buffer }[]) =>
    entries.map((entry) => (pattern.test(entry.name) ? { ...entry, name } : entry));
  /** As someone would who knows how the hashes are made. */
  const rewriteHead = (change: (head: Head) => object) => (entries: { name: string; content: Buffer }[]) => {
    const head = Buffer.from(JSON.stringify(change(JSON.parse(entries[0]!.content.toString()) as Head)));
    const manifest = Buffer.from(
      JSON.stringify({
        ...(JSON.parse(entries.find(({ name }) => name === MANIFEST)!.content.toString()) as Manifest),
        head_sha256: sha256(head),
      }),
    );
    return entries.map((entry) =>
      entry.name === HEAD
        ? { ...entry, content: head }
        : entry.name === MANIFEST
          ? { ...entry, content: manifest }
          : entry.name === MANIFEST_HASH
            ? { ...entry, content: Buffer.from(sha256(manifest)) }
            : entry,
    );
  };

  const cases: [
    string,
    (entries: { name: string; content: Buffer }[]) => { name: string; content: Buffer }[],
    RegExp,
  ][] = [
    ['a byte of the description', flipIn(/^earshot-backup/, 0.9), /description|damaged/],
    [
      'a byte of a table',
      flipIn(/^tables\/users\//),
      /is damaged: the table users has not the rows and the hash/,
    ],
    ['a byte of the jobs', flipIn(/^jobs\//), /is damaged: its jobs/],
    ['a byte of a file', flipIn(/^files\/.*[^n]$/), /is damaged: the file .* has not the hash/],
    ['a byte of the description of a file', flipIn(/^files\/.*\.json$/, 0.9), /file|description/],
    ['a byte of the list', flipIn(/^manifest\.json$/), /list manifest\.json/],
    [
      'a byte of the hash of the list',
      flipIn(/^manifest\.sha256$/),
      /has not the hash that was written for it/,
    ],
    [
      'a table that was taken out',
      (entries) => entries.filter(({ name }) => !name.startsWith('tables/users/')),
      /the table users has not the rows/,
    ],
    [
      'a file that was taken out',
      (entries) => entries.filter(({ name }) => !name.includes('-thumb')),
      /files are missing in it/,
    ],
    [
      'a table twice',
      (entries) =>
        entries.flatMap((entry) => (entry.name.startsWith('tables/forums/') ? [entry, entry] : [entry])),
      /the table forums has not the rows/,
    ],
    ['no end', (entries) => entries.slice(0, -1), /its end is missing/],
    [
      'something behind the end',
      (entries) => [...entries, { name: 'more', content: Buffer.from('x') }],
      /something follows its end: "more"/,
    ],
    [
      'a name that leads out',
      rename(/^tables\/users\//, '../users'),
      /holds "\.\.\/users", which no backup of Earshot has/,
    ],
    [
      'an absolute name',
      rename(/^jobs\//, '/etc/passwd'),
      /holds "\/etc\/passwd", which no backup of Earshot has/,
    ],
    [
      'a file that would be kept elsewhere',
      (entries) =>
        entries.map((entry) =>
          /^files\/.*\.json$/.test(entry.name)
            ? {
                name: 'files/../x.json',
                content: Buffer.from(
                  JSON.stringify({ ...(JSON.parse(entry.content.toString()) as object), key: '../x' }),
                ),
              }
            : entry,
        ),
      /names a file "\.\.\/x", which is no name that Earshot gives/,
    ],
    [
      'another product',
      (entries) => [{ name: 'readme.txt', content: Buffer.from('hello') }, ...entries],
      /is no backup of Earshot: it begins with "readme\.txt"/,
    ],
    ['a newer format', rewriteHead((head) => ({ ...head, format: 2 })), /newer version of Earshot/],
    [
      'a schema that is not known',
      rewriteHead((head) => ({
        ...head,
        migrations: [...head.migrations, { name: '9999_future', hash: '0'.repeat(64) }],
      })),
      /it has the migration 9999_future, which this version does not know/,
    ],
    [
      'a schema of another making',
      rewriteHead((head) => ({
        ...head,
        migrations: head.migrations.map((one, index) =>
          index === 1 ? { ...one, hash: '0'.repeat(64) } : one,
        ),
      })),
      /its migration 0002_ideas is another one/,
    ],
  ];
  let url: string;
  beforeAll(async () => {
    url = await empty();
  });
  const NO_TABLES = [{ found: null }];
  /** What of the schema is in the database afterwards. */
  const refused = async (path: string, sentence: RegExp): Promise<{ found: string | null }[]> => {
    await expect(restore(path, url)).rejects.toMatchObject({
      name: 'OperatorError',
      message: expect.stringMatching(sentence) as string,
    });
    return ask(url, `select to_regclass('subdomains') as found`);
  };

  test.each(cases)('%s', async (_what, change, sentence) => {
    expect(await refused(await changed(change), sentence)).toEqual(NO_TABLES);
  });

  test('packing that is damaged, or breaks off, or is none', async () => {
    const bytes = readFileSync(whole);
    for (const [name, content] of [
      ['flipped', flip(bytes, Math.floor(bytes.length / 3))],
      ['checksum', flip(bytes, bytes.length - 6)],
      ['text', Buffer.from('just a text')],
      ['nothing', Buffer.alloc(0)],
    ] as const) {
      const path = join(folder, `${name}.tar.gz`);
      writeFileSync(path, content);
      expect(await refused(path, /is no whole backup|is damaged/)).toEqual(NO_TABLES);
    }
    const cut = join(folder, 'cut.tar.gz');
    writeFileSync(cut, bytes);
    truncateSync(cut, Math.floor(bytes.length / 2));
    expect(await refused(cut, /is no whole backup: it breaks off/)).toEqual(NO_TABLES);
    expect(await refused(join(folder, 'not-there.tar.gz'), /^There is no file /)).toEqual(NO_TABLES);
  });

  test('a link in place of a file', async () => {
    const block = Buffer.alloc(512);
    new Header({
      path: HEAD,
      type: 'SymbolicLink',
      linkpath: '/etc/passwd',
      mode: 0o600,
      size: 0,
      mtime: NOW,
    }).encode(block, 0);
    const path = join(folder, 'link.tar.gz');
    writeFileSync(path, gzipSync(Buffer.concat([block, Buffer.alloc(1024)])));
    expect(await refused(path, /something else than files of a backup/)).toEqual(NO_TABLES);
  });
});
