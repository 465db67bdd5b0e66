import { spawn, type ChildProcess } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { PgBoss } from 'pg-boss';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { findBinaries } from './binaries.ts';
import { clusterPaths, isPostgresOf, readPostmasterPid, removeStalePidFiles } from './cluster.ts';
import { openEmbeddedPostgres, type EmbeddedOptions, type EmbeddedPostgres } from './embedded.ts';
import { machineProbes } from './identity.ts';
import { migrate } from '../../db/migrate.ts';

const FAST = { fsync: 'off', shared_buffers: '16MB' };

/** A cluster that was made once; tests start on copies of it. */
let template: string;
let root: string;
let folder: string;
let count = 0;
const opened: EmbeddedPostgres[] = [];
const children: ChildProcess[] = [];

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'earshot-pg-'));
  chmodSync(root, 0o711);
  template = join(root, 'template');
  const database = await openEmbeddedPostgres({ dataDir: template, settings: FAST });
  await ask(database.url, 'CREATE TABLE kept (n int)');
  await database.close();
});

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await Promise.all(opened.splice(0).map((database) => database.close()));
  const pid = readPostmasterPid(join(folder, 'pg'));
  if (pid !== null && isPostgresOf(pid, join(folder, 'pg'))) process.kill(pid, 'SIGQUIT');
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

/** A data folder of the test's own, with a copy of the cluster. */
function dataFolder(name = `d${(count += 1)}`): string {
  folder = join(root, name);
  cpSync(template, folder, { recursive: true });
  return folder;
}

async function open(dataDir: string, options: Partial<EmbeddedOptions> = {}): Promise<EmbeddedPostgres> {
  const database = await openEmbeddedPostgres({ dataDir, settings: FAST, ...options });
  opened.push(database);
  return database;
}

async function ask<Row extends object>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<Row & pg.QueryResultRow>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Starts a process that uses the folder, and waits until it does. */
async function member(dataDir: string) {
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, '../../testing/postgres_member.ts'), dataDir],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  );
  children.push(child);
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
  await expect.poll(() => text, { timeout: 60_000 }).toMatch(/^open /m);
  return {
    child,
    text: () => text,
    isOwner: text.includes('open owner'),
    kill: () =>
      new Promise<void>((done) => {
        child.once('exit', () => done());
        child.kill('SIGKILL');
      }),
    close: () =>
      new Promise<void>((done) => {
        child.once('exit', () => done());
        child.stdin.end();
      }),
  };
}

const postmaster = (dataDir: string) => readPostmasterPid(join(dataDir, 'pg'));

/** Does a process run? One that ended and was not waited for does not. */
function isAlive(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

function isRunning(dataDir: string, pid: number | null): boolean {
  return pid !== null && isPostgresOf(pid, join(dataDir, 'pg'));
}

/** The shells that stand guard beside a PostgreSQL: the parents of its process. */
function guardsOf(pid: number): number[] {
  const parent = Number(/^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  return parent > 1 ? [parent] : [];
}

test('the first start makes a database with the settings of the product, without any network address', async () => {
  folder = join(root, 'fresh');
  const database = await open(folder, { settings: {} });
  const names = [
    'shared_buffers',
    'work_mem',
    'maintenance_work_mem',
    'random_page_cost',
    'max_connections',
    'max_wal_size',
    'wal_compression',
    'shared_preload_libraries',
    'synchronous_commit',
    'fsync',
    'listen_addresses',
    'server_encoding',
  ];
  const rows = await ask<{ name: string; value: string }>(
    database.adminUrlOf('earshot'),
    `SELECT name, current_setting(name) AS value FROM unnest('{${names.join(',')}}'::text[]) AS name`,
  );
  expect(Object.fromEntries(rows.map(({ name, value }) => [name, value]))).toEqual({
    shared_buffers: '256MB',
    work_mem: '16MB',
    maintenance_work_mem: '256MB',
    random_page_cost: '1.1',
    max_connections: '200',
    max_wal_size: '2GB',
    wal_compression: 'pglz',
    shared_preload_libraries: 'pg_stat_statements',
    synchronous_commit: 'on',
    fsync: 'on',
    listen_addresses: '',
    server_encoding: 'UTF8',
  });
  expect(
    await ask(
      database.url,
      'SELECT datlocprovider, datlocale FROM pg_database WHERE datname = current_database()',
    ),
  ).toEqual([{ datlocprovider: 'b', datlocale: 'C.UTF-8' }]);
  expect(statSync(join(folder, 'pg')).mode & 0o077).toBe(0);
  expect(database.isOwner()).toBe(true);
  const pid = postmaster(folder);
  await database.close();
  expect(isRunning(folder, pid)).toBe(false);
  expect(existsSync(join(folder, 'pg/earshot.holders'))).toBe(false);
});

test('a second start finds what the first one wrote', async () => {
  const dir = dataFolder();
  const first = await open(dir);
  await ask(first.url, 'INSERT INTO kept VALUES (1)');
  await first.close();
  expect(await ask((await open(dir)).url, 'SELECT n FROM kept')).toEqual([{ n: 1 }]);
});

test('a first start that was interrupted leaves nothing that is taken for a database', async () => {
  folder = join(root, 'interrupted');
  mkdirSync(join(folder, 'pg.new-4711/base'), { recursive: true });
  writeFileSync(join(folder, 'pg.new-4711/PG_VERSION'), '18\n');
  await open(folder);
  expect(readdirSync(folder).toSorted()).toEqual(['pg', 'pg.log']);
});

test('PostgreSQL ends by itself when the process that started it is killed, and loses nothing', async () => {
  const dir = dataFolder();
  const owner = await member(dir);
  const pid = postmaster(dir)!;
  await ask(
    `postgresql:///earshot?host=${encodeURIComponent(join(dir, 'pg'))}&user=earshot`,
    'INSERT INTO kept VALUES (1)',
  );
  await owner.kill();
  await expect.poll(() => isRunning(dir, pid), { timeout: 60_000 }).toBe(false);
  expect(postmaster(dir)).toBeNull();
  expect(await ask((await open(dir)).url, 'SELECT n FROM kept')).toEqual([{ n: 1 }]);
});

test('a second process joins the PostgreSQL of the first one, and leaves it alone when it ends', async () => {
  const dir = dataFolder();
  const owner = await open(dir);
  const pid = postmaster(dir);
  const second = await member(dir);
  expect([second.isOwner, postmaster(dir)]).toEqual([false, pid]);
  await second.close();
  expect(second.text()).toContain('closed');
  expect(isRunning(dir, pid)).toBe(true);
  expect(await ask(owner.url, 'SELECT count(*)::int AS n FROM kept')).toEqual([{ n: 0 }]);
});

test.each(['ends', 'is killed'] as const)(
  'when the owner %s, another process takes over without an interruption',
  async (how) => {
    const dir = dataFolder();
    const owner = await member(dir);
    expect(owner.isOwner).toBe(true);
    const pid = postmaster(dir);
    const lines: string[] = [];
    const second = await open(dir, { log: (line) => lines.push(line) });
    expect(second.isOwner()).toBe(false);
    const client = new pg.Client({ connectionString: second.url });
    await client.connect();
    await (how === 'ends' ? owner.close() : owner.kill());
    await expect.poll(() => second.isOwner(), { timeout: 60_000 }).toBe(true);
    expect((await client.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    await client.end();
    expect(postmaster(dir)).toBe(pid);
    expect(lines).toContain('The embedded database: its former owner ended, this process took over.');
    await second.close();
    expect(isRunning(dir, pid)).toBe(false);
  },
);

test('a PostgreSQL that dies is back by itself, with every acknowledged row, for all processes', async () => {
  const dir = dataFolder();
  const lines: string[] = [];
  const owner = await open(dir, { log: (line) => lines.push(line) });
  const second = await member(dir);
  await ask(owner.url, 'INSERT INTO kept SELECT generate_series(1, 1000)');
  const pid = postmaster(dir)!;
  process.kill(pid, 'SIGKILL');
  await expect
    .poll(() => ask(owner.url, 'SELECT count(*)::int AS n FROM kept').catch(() => []), {
      timeout: 60_000,
      interval: 50,
    })
    .toEqual([{ n: 1000 }]);
  expect(postmaster(dir)).not.toBe(pid);
  await expect.poll(() => lines).toContain('The embedded database is back.');
  // The one that joined holds the new PostgreSQL as well.
  await owner.close();
  const revived = postmaster(dir);
  expect(isRunning(dir, revived)).toBe(true);
  await second.close();
  expect(isRunning(dir, revived)).toBe(false);
});

test('a process that joined restarts PostgreSQL when owner and PostgreSQL die together', async () => {
  const dir = dataFolder();
  const owner = await member(dir);
  const second = await open(dir);
  const pid = postmaster(dir)!;
  process.kill(pid, 'SIGKILL');
  await owner.kill();
  await expect
    .poll(() => ask(second.url, 'SELECT 1 AS one').catch(() => []), { timeout: 60_000, interval: 50 })
    .toEqual([{ one: 1 }]);
  expect(second.isOwner()).toBe(true);
});

test('a PostgreSQL that was left behind without its guard is adopted, and ends with its new owner', async () => {
  const dir = dataFolder();
  const owner = await member(dir);
  const pid = postmaster(dir)!;
  owner.child.kill('SIGSTOP');
  for (const guard of guardsOf(pid)) process.kill(guard, 'SIGKILL');
  await owner.kill();
  // The watching half of the guard still asks it to end; a PostgreSQL that hangs in it is what remains.
  await expect.poll(() => isRunning(dir, pid), { timeout: 60_000 }).toBe(false);

  const { postgres } = findBinaries();
  const paths = clusterPaths(dir);
  const runner =
    process.geteuid?.() === 0
      ? { program: 'unshare', args: ['--user', '--map-user=65534', '--map-group=65534', postgres] }
      : { program: postgres, args: [] };
  const orphan = spawn(
    runner.program,
    [...runner.args, '-D', paths.pgDir, '-c', 'listen_addresses=', '-k', paths.socketDir],
    { detached: true, stdio: 'ignore', cwd: '/' },
  );
  orphan.unref();
  await expect.poll(() => existsSync(paths.socket), { timeout: 60_000 }).toBe(true);
  const orphanPid = postmaster(dir);
  const lines: string[] = [];
  const adopted = await open(dir, { log: (line) => lines.push(line) });
  expect([adopted.isOwner(), postmaster(dir)]).toEqual([true, orphanPid]);
  expect(lines).toContain(
    'The embedded database was left behind by a process that was killed; this process took it over.',
  );
  await adopted.close();
  expect(isRunning(dir, orphanPid)).toBe(false);
});

test('a guard that is killed just before the end is replaced for it', async () => {
  const dir = dataFolder();
  const database = await open(dir);
  const pid = postmaster(dir)!;
  const [guard] = guardsOf(pid);
  const halves = readdirSync('/proc').filter((name) => {
    try {
      return (
        /^\d+$/.test(name) &&
        Number(name) !== pid &&
        readFileSync(`/proc/${name}/status`, 'utf8').includes(`PPid:\t${guard}\n`)
      );
    } catch {
      return false;
    }
  });
  for (const one of [...halves.map(Number), guard!]) process.kill(one, 'SIGKILL');
  // they are gone before anyone looks again
  await expect
    .poll(() => [...halves, String(guard)].filter((name) => isAlive(Number(name))), { interval: 5 })
    .toEqual([]);
  await database.close();
  expect(isRunning(dir, pid)).toBe(false);
});

test('a guard that is killed beside a living process is replaced', async () => {
  const dir = dataFolder();
  const database = await open(dir);
  const pid = postmaster(dir)!;
  const pipe = join(dir, 'pg/earshot.holders');
  // Both halves of the guard: the one that waits for PostgreSQL and the one that watches the pipe.
  const [guard] = guardsOf(pid);
  const halves = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        return (
          readFileSync(`/proc/${name}/status`, 'utf8').includes(`PPid:\t${guard}\n`) && Number(name) !== pid
        );
      } catch {
        return false;
      }
    });
  for (const half of halves) process.kill(Number(half), 'SIGKILL');
  process.kill(guard!, 'SIGKILL');
  const killed = new Set([String(guard), ...halves]);
  const watchers = () =>
    readdirSync('/proc').filter((name) => {
      try {
        return !killed.has(name) && readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(`\0${pipe}\0`);
      } catch {
        return false;
      }
    }).length;
  await expect.poll(watchers, { timeout: 60_000 }).toBeGreaterThan(0);
  expect(isRunning(dir, pid)).toBe(true);
  expect(await ask(database.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  await database.close();
  expect(isRunning(dir, pid)).toBe(false);
});

test('processes that start at once on an empty folder make one database with one owner', async () => {
  folder = join(root, 'at-once');
  const members = await Promise.all([member(folder), member(folder), member(folder)]);
  expect(members.filter(({ isOwner }) => isOwner)).toHaveLength(1);
  await Promise.all(members.map(({ close }) => close()));
  expect(postmaster(folder)).toBeNull();
});

test('a pid file that names an unrelated process does not stop the start', async () => {
  const dir = dataFolder();
  const paths = clusterPaths(dir);
  // This test's own process: alive, of the same user, and no PostgreSQL.
  writeFileSync(
    join(paths.pgDir, 'postmaster.pid'),
    `${process.pid}\n${paths.pgDir}\n1\n5432\n${paths.socketDir}\n\n`,
  );
  writeFileSync(`${paths.socket}.lock`, `${process.pid}\n`);
  const database = await open(dir);
  expect(await ask(database.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

test('the pid file of a living PostgreSQL of the folder is never removed', async () => {
  const dir = dataFolder();
  await open(dir);
  const pid = postmaster(dir);
  removeStalePidFiles(clusterPaths(dir));
  expect([postmaster(dir), isRunning(dir, pid)]).toEqual([pid, true]);
  expect(isPostgresOf(process.pid, join(dir, 'pg'))).toBe(false);
});

test('a path that is too long for a socket works, for a second process too', async () => {
  const dir = dataFolder(`long-${'x'.repeat(100)}`);
  const database = await open(dir);
  expect(clusterPaths(dir).socketDir.startsWith(join(tmpdir(), 'earshot-'))).toBe(true);
  expect(statSync(clusterPaths(dir).socketDir).mode & 0o777).toBe(0o700);
  const second = await member(dir);
  expect(second.isOwner).toBe(false);
  await second.close();
  await database.close();
  rmSync(clusterPaths(dir).socketDir, { recursive: true });
});

test('a folder for the socket that others can enter is refused', async () => {
  const dir = dataFolder(`open-${'x'.repeat(100)}`);
  const { socketDir } = clusterPaths(dir);
  mkdirSync(socketDir);
  chmodSync(socketDir, 0o777);
  await expect(open(dir)).rejects.toThrow('belongs to someone else or is open to others');
  rmSync(socketDir, { recursive: true });
});

test('names with spaces, commas, quotes, percent signs and other letters work', async () => {
  const database = await open(dataFolder(`a b,c "d" 50% 'e' ü`));
  expect(await ask(database.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

test('a folder that is reached by two names is one folder', async () => {
  const dir = dataFolder();
  const link = join(root, 'link');
  symlinkSync(dir, link);
  await open(dir);
  const second = await open(link);
  expect(second.isOwner()).toBe(false);
});

test('a database of another major version is refused, with both versions, and not touched', async () => {
  const dir = dataFolder();
  writeFileSync(join(dir, 'pg/PG_VERSION'), '17\n');
  const before = statSync(join(dir, 'pg')).mtimeMs;
  await expect(open(dir)).rejects.toThrow(
    /was written by PostgreSQL 17, and this Earshot brings PostgreSQL 18\. Nothing was changed\..*logical export.*DATABASE_URL/,
  );
  expect(statSync(join(dir, 'pg')).mtimeMs).toBe(before);
});

test('a folder with something else in it is left alone', async () => {
  folder = join(root, 'other');
  mkdirSync(join(folder, 'pg'), { recursive: true });
  writeFileSync(join(folder, 'pg/letter.txt'), 'dear');
  await expect(open(folder)).rejects.toThrow('is not empty and holds no PostgreSQL database');
  expect(readFileSync(join(folder, 'pg/letter.txt'), 'utf8')).toBe('dear');
});

test('when PostgreSQL refuses to start its reason is told, and nothing stays behind', async () => {
  const dir = dataFolder();
  writeFileSync(join(dir, 'pg/postgresql.auto.conf'), "nonsense = 'x'\n");
  await expect(open(dir)).rejects.toThrow(
    /PostgreSQL did not start in .*nonsense.*Its messages are in .*pg\.log/s,
  );
  writeFileSync(join(dir, 'pg/postgresql.auto.conf'), '');
  expect((await open(dir)).isOwner()).toBe(true);
});

if (process.geteuid?.() === 0) {
  test('root runs it in a user namespace where there is one, and the files stay root’s', async () => {
    const dir = dataFolder();
    await open(dir);
    const inNamespace = machineProbes.canUnshare();
    expect(statSync(join(dir, 'pg')).uid === 0).toBe(inNamespace);
    expect(isRunning(dir, postmaster(dir))).toBe(true);
  });

  test('root without a user namespace runs it as another user, who gets the cluster and nothing else', async () => {
    const probes = { ...machineProbes, canUnshare: () => false };
    folder = join(root, 'dropped');
    // The programs stand in the checkout, which may be closed to others.
    const reachable = isOpenToOthers(findBinaries().postgres);
    if (!reachable) {
      await expect(open(folder, { probes })).rejects.toThrow('no other user here can reach both');
      return;
    }
    const database = await open(folder, { probes });
    const { uid } = statSync(join(folder, 'pg'));
    expect(uid).not.toBe(0);
    expect(statSync(folder).uid).toBe(0);
    expect(readFileSync(`/proc/${postmaster(folder)}/status`, 'utf8')).toMatch(
      new RegExp(`^Uid:\\t${uid}\\t${uid}`, 'm'),
    );
    await ask(database.url, 'CREATE TABLE kept (n int)');
    await database.close();
    // Later starts use the owner of the folder, also where a namespace could be had.
    const again = await open(folder);
    expect(await ask(again.url, 'SELECT count(*)::int AS n FROM kept')).toEqual([{ n: 0 }]);
    expect(statSync(join(folder, 'pg/PG_VERSION')).uid).toBe(uid);
  });

  test('a cluster that root made in a namespace is handed to the other user when there is none any more', async () => {
    const dir = dataFolder();
    chmodSync(dir, 0o711);
    const probes = { ...machineProbes, canUnshare: () => false };
    // The programs stand in the checkout, which may be closed to others: then the folder stays as it was.
    if (!isOpenToOthers(findBinaries().postgres)) {
      await expect(open(dir, { probes })).rejects.toThrow('no other user here can reach both');
      expect(statSync(join(dir, 'pg/base')).uid).toBe(0);
      return;
    }
    const database = await open(dir, { probes });
    expect(await ask(database.url, 'SELECT count(*)::int AS n FROM kept')).toEqual([{ n: 0 }]);
    expect(statSync(join(dir, 'pg/base')).uid).not.toBe(0);
  });
}

function isOpenToOthers(path: string): boolean {
  for (let at = dirname(path); ; at = dirname(at)) {
    if ((statSync(at).mode & 0o001) === 0) return false;
    if (at === dirname(at)) return true;
  }
}

test('the role of the product owns its database and what is in it, and nothing else', async () => {
  folder = join(root, 'own_role');
  const database = await open(folder);
  await migrate(database.url);
  const boss = new PgBoss({ connectionString: database.url });
  boss.on('error', () => {});
  await boss.start();
  await boss.stop({ graceful: false });
  expect(
    await ask(
      database.url,
      'SELECT current_user::text AS name, rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls FROM pg_roles WHERE rolname = current_user',
    ),
  ).toEqual([
    {
      name: 'earshot_app',
      rolsuper: false,
      rolcreaterole: false,
      rolcreatedb: false,
      rolreplication: false,
      rolbypassrls: false,
    },
  ]);
  expect(
    await ask(
      database.url,
      "SELECT DISTINCT tableowner::text AS owner FROM pg_tables WHERE schemaname IN ('public', 'pgboss')",
    ),
  ).toEqual([{ owner: 'earshot_app' }]);
  for (const statement of [
    "COPY (SELECT 1) TO PROGRAM 'true'",
    "SELECT pg_read_file('postgresql.conf')",
    'CREATE ROLE other',
    'ALTER ROLE earshot_app SUPERUSER',
    'SET ROLE earshot',
    'CREATE DATABASE other',
    "ALTER SYSTEM SET work_mem = '1MB'",
  ]) {
    await expect(ask(database.url, statement), statement).rejects.toThrow(
      /permission denied|must be|only roles/i,
    );
  }
  const access = readFileSync(join(folder, 'pg', 'pg_hba.conf'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('host'));
  expect(access.length).toBeGreaterThan(0);
  for (const line of access) expect(line).toMatch(/reject$/);
});

test('a folder in which a superuser owned all is brought to that at the next start, with all that was in it', async () => {
  folder = join(root, 'older');
  const before = await open(folder);
  await migrate(before.url);
  const admin = before.adminUrlOf('earshot');
  const boss = new PgBoss({ connectionString: before.url });
  boss.on('error', () => {});
  await boss.start();
  await boss.createQueue('kept');
  await boss.stop({ graceful: false });
  await ask(before.url, "INSERT INTO subdomains (key, name) VALUES ('kept', 'Kept')");
  // as the older version left it: the role was the superuser, which owned all, and the network was trusted
  await ask(
    admin,
    'ALTER DATABASE earshot OWNER TO earshot; REASSIGN OWNED BY earshot_app TO earshot; DROP OWNED BY earshot_app; DROP ROLE earshot_app',
  );
  await before.close();
  opened.splice(opened.indexOf(before), 1);
  const hba = join(folder, 'pg', 'pg_hba.conf');
  writeFileSync(hba, readFileSync(hba, 'utf8').replaceAll('reject', 'trust'));

  const database = await open(folder);
  expect(await ask(database.url, 'SELECT key FROM subdomains')).toEqual([{ key: 'kept' }]);
  expect(await migrate(database.url)).toEqual({ applied: [], unknown: [] });
  expect(
    await ask(
      database.adminUrlOf('earshot'),
      `
      SELECT c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_roles r ON r.oid = c.relowner
      WHERE n.nspname IN ('public', 'pgboss') AND r.rolname <> 'earshot_app' AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')`,
    ),
  ).toEqual([]);
  // what a migration and the queue do to what is there
  await ask(
    database.url,
    'ALTER TABLE subdomains ADD COLUMN later int; DROP STATISTICS users_account_stats; CREATE OR REPLACE VIEW pg_temp.seen AS SELECT 1',
  );
  const again = new PgBoss({ connectionString: database.url });
  again.on('error', () => {});
  await again.start();
  await again.createQueue('another');
  expect((await again.getQueues()).map(({ name }) => name)).toEqual(
    expect.arrayContaining(['another', 'kept']),
  );
  await again.stop({ graceful: false });
  expect(readFileSync(hba, 'utf8')).not.toMatch(/^host.*trust$/m);
});
