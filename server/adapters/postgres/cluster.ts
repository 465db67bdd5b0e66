import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { OperatorError } from '../../process/operator_error.ts';
import { POSTGRES_MAJOR, type PostgresBinaries } from './binaries.ts';
import { commandAs, provideFolder, type Identity } from './identity.ts';

/** The superuser of an embedded cluster, which makes its database and the role of the product, and does nothing else. */
export const ADMIN_ROLE = 'earshot';
/** The role of the product: it owns the database earshot and what is in it. */
export const EMBEDDED_ROLE = 'earshot_app';

/** The time zone and language of the starting terminal shall not decide what the database does. */
export const POSTGRES_ENVIRONMENT = { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/** Longest path of a unix socket that Linux takes, in bytes. */
const SOCKET_PATH_BYTES = 107;

/** Where the parts of an embedded PostgreSQL stand; all absolute. */
export type ClusterPaths = {
  dataDir: string;
  pgDir: string;
  /** Folder of the unix socket. */
  socketDir: string;
  socket: string;
  /** The guard's named pipe. */
  pipe: string;
  log: string;
};

/**
 * The paths for a data folder. The socket stands inside the cluster, unless the path would be longer than
 * Linux takes: then in a folder of the system's temporary folder, named by a hash of the data path, so
 * that every process finds the same one.
 *
 * @param dataDir real absolute path of DATA_DIR
 */
export function clusterPaths(dataDir: string): ClusterPaths {
  const pgDir = join(dataDir, 'pg');
  const file = '.s.PGSQL.5432';
  // PostgreSQL also makes a lock file beside the socket; the limit counts for the socket alone.
  const fits = Buffer.byteLength(join(pgDir, file)) <= SOCKET_PATH_BYTES;
  const socketDir = fits
    ? pgDir
    : join(tmpdir(), `earshot-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`);
  return {
    dataDir,
    pgDir,
    socketDir,
    socket: join(socketDir, file),
    pipe: join(pgDir, 'earshot.holders'),
    log: join(dataDir, 'pg.log'),
  };
}

/** Connection string of a database of the cluster, through its socket. */
export function socketUrl(paths: ClusterPaths, database: string, role: string = EMBEDDED_ROLE): string {
  return `postgresql:///${database}?host=${encodeURIComponent(paths.socketDir)}&user=${role}`;
}

/**
 * Refuses a cluster that another major version of PostgreSQL wrote: its files mean something else, and
 * there is no way back once they were touched.
 *
 * @throws OperatorError naming both versions
 */
export function checkMajorVersion(pgDir: string): void {
  const file = join(pgDir, 'PG_VERSION');
  if (!existsSync(file)) return;
  const found = readFileSync(file, 'utf8').trim();
  if (found === POSTGRES_MAJOR) return;
  throw new OperatorError(
    `The database folder ${pgDir} was written by PostgreSQL ${found}, and this Earshot brings PostgreSQL ${POSTGRES_MAJOR}. Nothing was changed. Make a logical export with the Earshot that wrote it and load that into an empty DATA_DIR, or run PostgreSQL ${found} on the folder yourself and set DATABASE_URL to it.`,
  );
}

/** Whether the folder holds a cluster; one that is still being made is none yet. */
export function isCreated({ pgDir }: Pick<ClusterPaths, 'pgDir'>): boolean {
  return existsSync(join(pgDir, 'PG_VERSION'));
}

/**
 * Creates the cluster when there is none. It is made under another name and renamed when complete, so an
 * interrupted first start leaves nothing that looks like a database. The caller owns the data folder.
 *
 * @param options durable: written through to the disk before this returns; tests do without
 * @throws OperatorError when initdb fails, with its message
 */
export async function createCluster(
  paths: ClusterPaths,
  identity: Identity,
  binaries: PostgresBinaries,
  options: { durable: boolean },
): Promise<void> {
  const prefix = 'pg.new-';
  for (const name of readdirSync(paths.dataDir)) {
    if (name.startsWith(prefix)) rmSync(join(paths.dataDir, name), { recursive: true, force: true });
  }
  if (isCreated(paths)) return;
  if (existsSync(paths.pgDir) && readdirSync(paths.pgDir).length > 0) {
    throw new OperatorError(
      `The folder ${paths.pgDir} is not empty and holds no PostgreSQL database; move it away, or choose another DATA_DIR.`,
    );
  }
  const unfinished = join(paths.dataDir, `${prefix}${process.pid}`);
  provideFolder(identity, unfinished);
  const initdb = commandAs(identity, binaries.initdb, [
    '-D',
    unfinished,
    '-U',
    ADMIN_ROLE,
    // who reaches the socket is the user of the folder, or root; no one else is let in
    '--auth-local=trust',
    '--auth-host=reject',
    '-E',
    'UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--no-instructions',
    ...(options.durable ? [] : ['--no-sync']),
  ]);
  try {
    await promisify(execFile)(initdb.command, initdb.args, {
      ...initdb.options,
      cwd: '/',
      env: POSTGRES_ENVIRONMENT,
    });
    rmSync(paths.pgDir, { recursive: true, force: true });
    renameSync(unfinished, paths.pgDir);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    const { stderr, message } = error as Error & { stderr?: string };
    throw new OperatorError(
      `PostgreSQL could not create its database in ${paths.dataDir}: ${(stderr ?? message).trim()}`,
      { cause: error },
    );
  }
}

/** Settings that PostgreSQL starts with; a name without a value is on. */
export type PostgresSettings = Record<string, string>;

const DEFAULT_SETTINGS: PostgresSettings = {
  shared_buffers: '256MB',
  work_mem: '16MB',
  maintenance_work_mem: '256MB',
  random_page_cost: '1.1',
  // eight servers and workers on one folder, 24 each; a connection that is not used costs some kilobytes
  max_connections: '200',
  max_wal_size: '2GB',
  wal_compression: 'pglz',
  shared_preload_libraries: 'pg_stat_statements',
  timezone: 'UTC',
  log_timezone: 'UTC',
};

/**
 * Arguments of the postgres program: the cluster, one unix socket and no network address, and the settings.
 * synchronous_commit stays on: without it a kill loses writes that were acknowledged.
 */
export function serverArguments(paths: ClusterPaths, settings: PostgresSettings): string[] {
  const all: PostgresSettings = {
    ...DEFAULT_SETTINGS,
    ...settings,
    listen_addresses: '',
    // A list of names: quoted, so that a comma in a path is no separator.
    unix_socket_directories: `"${paths.socketDir.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
  };
  return ['-D', paths.pgDir, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

/** The process id in the cluster's pid file, null when there is none. */
export function readPostmasterPid(pgDir: string): number | null {
  try {
    const pid = Number.parseInt(readFileSync(join(pgDir, 'postmaster.pid'), 'utf8'), 10);
    return Number.isInteger(pid) && pid > 0 ? pid : null;
  } catch {
    return null;
  }
}

/**
 * Whether a process is a PostgreSQL of this cluster: it runs the postgres program and works in the folder
 * or was started for it. Anything unreadable counts as no.
 */
export function isPostgresOf(pid: number, pgDir: string): boolean {
  try {
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    if (basename(command[0] ?? '').split(/[ :]/)[0] !== 'postgres') return false;
    if (command.includes(pgDir)) return true;
    return readlinkSync(`/proc/${pid}/cwd`) === pgDir;
  } catch {
    return false;
  }
}

/**
 * Removes pid files that name a process which is not PostgreSQL: after a crash or in a new container the
 * number often belongs to something else, and PostgreSQL then refuses to start. Call it only while nothing
 * answers on the socket. A file that names a living PostgreSQL of this cluster stays.
 */
export function removeStalePidFiles(paths: ClusterPaths): void {
  for (const file of [join(paths.pgDir, 'postmaster.pid'), `${paths.socket}.lock`]) {
    let pid: number;
    try {
      pid = Math.abs(Number.parseInt(readFileSync(file, 'utf8'), 10));
    } catch {
      continue;
    }
    if (!isPostgresOf(pid, paths.pgDir)) rmSync(file, { force: true });
  }
}

/**
 * Makes the folder of the socket when it stands outside the cluster, closed to other users.
 *
 * @throws OperatorError when someone else made a folder of that name: they could read everything sent to it
 */
export function provideSocketFolder(paths: ClusterPaths, identity: Identity): void {
  if (paths.socketDir === paths.pgDir) return;
  mkdirSync(paths.socketDir, { recursive: true, mode: 0o700 });
  const info = lstatSync(paths.socketDir);
  const ours = [process.geteuid?.(), identity.kind === 'user' ? identity.uid : undefined].includes(info.uid);
  if (!info.isDirectory() || !ours || (info.mode & 0o077) !== 0) {
    throw new OperatorError(
      `The folder ${paths.socketDir} for the database's socket belongs to someone else or is open to others; remove it, or choose a DATA_DIR with a shorter path.`,
    );
  }
  provideFolder(identity, paths.socketDir);
}
