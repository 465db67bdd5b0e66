import { type ChildProcess } from 'node:child_process';
import { closeSync, openSync, readFileSync, realpathSync, statSync, truncateSync } from 'node:fs';
import { connect } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { OperatorError } from '../../process/operator_error.ts';
import { findBinaries, type PostgresBinaries } from './binaries.ts';
import {
  checkMajorVersion,
  ADMIN_ROLE,
  clusterPaths,
  createCluster,
  isCreated,
  isPostgresOf,
  provideSocketFolder,
  readPostmasterPid,
  removeStalePidFiles,
  serverArguments,
  socketUrl,
  type ClusterPaths,
  type PostgresSettings,
} from './cluster.ts';
import { ensureDataFolder } from './data_folder.ts';
import { attachGuard, isLeaseValid, releaseLease, startGuarded, acquireLease, type Lease } from './guard.ts';
import { chooseIdentity, provideFolder, type Identity, type Probes } from './identity.ts';
import { tryOwnerLock, type OwnerLock } from './lock.ts';
import { provideRole, refuseNetwork } from './role.ts';

/** What an embedded PostgreSQL needs to start. */
export type EmbeddedOptions = {
  /** DATA_DIR; made when absent. The cluster stands in its folder pg. */
  dataDir: string;
  /** Settings beside the ones of every embedded database; tests switch fsync off. */
  settings?: PostgresSettings;
  /** Takes one line about something that an operator wants to know: waiting, restart, take-over. */
  log?: (line: string) => void;
  /** Facts about the machine; replaced in tests. */
  probes?: Probes;
};

/** A running embedded PostgreSQL, as one of the processes that use it sees it. */
export type EmbeddedPostgres = {
  /** Connection string of the database earshot. */
  url: string;
  /** Connection string of a database of the same cluster as its superuser: for tests and benchmarks. */
  adminUrlOf: (database: string) => string;
  /** Whether this process restarts PostgreSQL when it dies. It may become so when the former owner ends. */
  isOwner: () => boolean;
  /**
   * Gives PostgreSQL back. It stops, and this waits for that, when no other process uses it; otherwise it
   * goes on without interruption and one of the others becomes the owner.
   */
  close: () => Promise<void>;
};

/** How often a process looks whether PostgreSQL and its owner live. */
const WATCH_INTERVAL_MS = 500;
/** How long a start is tried again while remains of the last run stand in the way. */
const RETRY_MS = 10_000;
/** How long another process may take to make the cluster, on a slow machine that does other things beside. */
const MAKING_MS = 120_000;
/** How long a living PostgreSQL may say that it is still starting; recovery after a crash can be long. */
const RECOVERY_MS = 300_000;
const STOP_MS = 8_000;
/** SQLSTATE of a disk without room: waiting does not make any. */
const DISK_FULL = '53100';
const LOG_BYTES = 10_000_000;

/**
 * Starts the PostgreSQL of a data folder, or joins the one that runs there already: that of another
 * process, or one that a killed process left behind. Any number of processes may use a folder; one of them
 * is the owner and restarts PostgreSQL within 10 s when it dies.
 *
 * Install the process's signal handlers before calling this.
 *
 * @throws OperatorError when it cannot start, with the reason and what to do
 */
export async function openEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const log = options.log ?? (() => {});
  const wanted = resolve(options.dataDir);
  const binaries = findBinaries();
  const identity = chooseIdentity(join(wanted, 'pg'), binaries.postgres, options.probes);
  // Another user who runs PostgreSQL has to pass through; they cannot list it.
  ensureDataFolder(wanted, identity.kind === 'user' ? 0o711 : 0o700);
  // One name for a folder, whatever links lead to it: the lock and the socket are derived from it.
  const paths = clusterPaths(realpathSync(wanted));
  checkMajorVersion(paths.pgDir);

  const member = new Member(paths, identity, binaries, options.settings ?? {}, log);
  try {
    await member.join();
  } catch (error) {
    await member.close();
    throw error;
  }
  member.watch();
  return {
    url: socketUrl(paths, 'earshot'),
    adminUrlOf: (database) => socketUrl(paths, database, ADMIN_ROLE),
    isOwner: () => member.isOwner,
    close: () => member.close(),
  };
}

/** One process's part in the life of a cluster. */
class Member {
  #lock: OwnerLock | null = null;
  #lease: Lease | null = null;
  #guard: ChildProcess | null = null;
  #timer: NodeJS.Timeout | null = null;
  #step: Promise<void> | null = null;
  #closing: Promise<void> | null = null;
  readonly paths: ClusterPaths;
  readonly identity: Identity;
  readonly binaries: PostgresBinaries;
  readonly settings: PostgresSettings;
  readonly log: (line: string) => void;

  constructor(
    paths: ClusterPaths,
    identity: Identity,
    binaries: PostgresBinaries,
    settings: PostgresSettings,
    log: (line: string) => void,
  ) {
    this.paths = paths;
    this.identity = identity;
    this.binaries = binaries;
    this.settings = settings;
    this.log = log;
  }

  get isOwner(): boolean {
    return this.#lock !== null;
  }

  /** Returns once a statement was answered and this process holds PostgreSQL. */
  async join(): Promise<void> {
    const began = Date.now();
    let deadline = began + RETRY_MS;
    for (;;) {
      this.#lock ??= await tryOwnerLock(this.paths.dataDir);
      // the owner is still making the cluster: its start counts from when it is there
      if (this.#lock === null && !isCreated(this.paths))
        deadline = Math.min(Date.now() + RETRY_MS, began + MAKING_MS);
      if (await answers(this.paths.socket)) {
        this.#acquireLease();
        if ((await this.#becomesReady()) && this.#lease !== null) return;
        // It answered and went away: another process was just stopping it.
        deadline = Math.max(deadline, Date.now() + 1_000);
      } else if (this.#lock !== null) {
        await this.#start();
        if ((await this.#becomesReady()) && this.#lease !== null) return;
      }
      if (Date.now() > deadline) {
        throw new OperatorError(
          `Another process uses the data folder ${this.paths.dataDir} and its database does not answer; end that process, or see ${this.paths.log}.`,
        );
      }
      await sleep(100);
    }
  }

  /** Looks after PostgreSQL until close. */
  watch(): void {
    this.#timer = setInterval(() => this.#look(), WATCH_INTERVAL_MS);
    // The watch alone is no reason for a process to go on.
    this.#timer.unref();
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  #look(): void {
    if (this.#step !== null || this.#closing !== null) return;
    this.#step = this.#lookOnce()
      .catch((error: unknown) => this.log(`The embedded database: ${(error as Error).message}`))
      .finally(() => {
        this.#step = null;
      });
  }

  async #lookOnce(): Promise<void> {
    if (this.#lock === null) {
      this.#lock = await tryOwnerLock(this.paths.dataDir);
      if (this.#lock !== null)
        this.log('The embedded database: its former owner ended, this process took over.');
    }
    if (await answers(this.paths.socket)) {
      this.#acquireLease();
    } else if (this.#lock !== null && this.#closing === null) {
      this.log('The embedded database does not answer; starting it again.');
      await this.#start();
      if (await this.#becomesReady()) this.log('The embedded database is back.');
    }
  }

  /** Holds the PostgreSQL that answers now; the owner puts a guard beside one that lost its own. */
  #acquireLease(): void {
    const joined = acquireLease(this.paths.pipe);
    if (joined !== null) {
      if (this.#lease !== null && isLeaseValid(this.#lease, this.paths.pipe)) closeSync(joined.fd);
      else this.#replaceLease(joined);
      return;
    }
    const pid = readPostmasterPid(this.paths.pgDir);
    if (this.#lock === null || pid === null || !isPostgresOf(pid, this.paths.pgDir)) return;
    const logFd = this.#openLog();
    try {
      const { guard, lease } = attachGuard(
        this.identity,
        this.paths.pipe,
        logFd,
        join(this.paths.pgDir, 'postmaster.pid'),
      );
      this.#guard = guard;
      this.#replaceLease(lease);
      this.log(
        'The embedded database was left behind by a process that was killed; this process took it over.',
      );
    } finally {
      closeSync(logFd);
    }
  }

  #replaceLease(lease: Lease | null): void {
    if (this.#lease !== null) closeSync(this.#lease.fd);
    this.#lease = lease;
  }

  /** Starts PostgreSQL as the owner, past the remains of an earlier run. */
  async #start(): Promise<void> {
    checkMajorVersion(this.paths.pgDir);
    await createCluster(this.paths, this.identity, this.binaries, { durable: this.settings.fsync !== 'off' });
    // A cluster that root made in a namespace may now have to run as another user.
    provideFolder(this.identity, this.paths.pgDir);
    refuseNetwork(this.paths.pgDir);
    provideSocketFolder(this.paths, this.identity);
    const deadline = Date.now() + RETRY_MS;
    for (;;) {
      removeStalePidFiles(this.paths);
      const logFd = this.#openLog();
      const logStart = statSync(this.paths.log).size;
      let guard: ChildProcess;
      try {
        const started = startGuarded(
          this.identity,
          this.paths.pipe,
          logFd,
          this.binaries.postgres,
          serverArguments(this.paths, this.settings),
        );
        guard = started.guard;
        this.#guard = guard;
        this.#replaceLease(started.lease);
      } finally {
        closeSync(logFd);
      }
      while (!hasEnded(guard) && !(await answers(this.paths.socket))) await sleep(20);
      if (!hasEnded(guard)) return;
      const said = readFileSync(this.paths.log).subarray(logStart).toString('utf8');
      // A PostgreSQL of this folder is still on its way out, or its memory is not yet freed.
      const passing = /lock file "[^"]*" already exists|pre-existing shared memory block/.test(said);
      if (!passing || Date.now() > deadline) {
        throw new OperatorError(
          `PostgreSQL did not start in ${this.paths.pgDir}: ${reasonIn(said)} Its messages are in ${this.paths.log}.`,
        );
      }
      await sleep(200);
      if (await answers(this.paths.socket)) return;
    }
  }

  /**
   * Waits until PostgreSQL answers a statement; an open socket alone says little, since it is there during
   * recovery and shutdown as well. Makes the database and the role that owns it when they are missing.
   *
   * @returns false when PostgreSQL went away meanwhile
   */
  async #becomesReady(): Promise<boolean> {
    const began = Date.now();
    let told = began;
    for (;;) {
      const client = new pg.Client({
        connectionString: socketUrl(this.paths, 'postgres', ADMIN_ROLE),
        connectionTimeoutMillis: 5_000,
      });
      client.on('error', () => {});
      try {
        await client.connect();
        await client.query('SELECT 1');
        await provideRole(this.paths);
        return true;
      } catch (error) {
        const { code, message } = error as Error & { code?: string };
        if (code === '53300') return true;
        if (code === DISK_FULL) throw error;
        if (!(await answers(this.paths.socket))) return false;
        if (Date.now() - began > RECOVERY_MS)
          throw new OperatorError(
            `PostgreSQL does not become ready: ${message}. Its messages are in ${this.paths.log}.`,
          );
        if (Date.now() - told > 5_000) {
          told = Date.now();
          this.log(`Waiting for the embedded database: ${message}.`);
        }
      } finally {
        await client.end().catch(() => {});
      }
      await sleep(50);
    }
  }

  #openLog(): number {
    try {
      if (statSync(this.paths.log).size > LOG_BYTES) truncateSync(this.paths.log, 0);
    } catch {
      // The first start: there is none yet.
    }
    return openSync(this.paths.log, 'a', 0o600);
  }

  async #close(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer);
    await this.#step;
    if (this.#lease !== null) {
      // without a guard, which may have been killed a moment ago, no one would ask PostgreSQL to stop
      this.#acquireLease();
      const { leasedByOthers } = releaseLease(this.#lease, this.paths.pipe);
      this.#lease = null;
      if (!leasedByOthers) await this.#stopped();
    }
    await this.#lock?.release();
    this.#lock = null;
  }

  /** Waits until PostgreSQL, which no one holds any more, has ended. */
  async #stopped(): Promise<void> {
    const deadline = Date.now() + STOP_MS;
    let pid: number | null = null;
    while (Date.now() < deadline) {
      // it removes its file a moment before it ends
      pid = readPostmasterPid(this.paths.pgDir) ?? pid;
      const runs = pid !== null && isPostgresOf(pid, this.paths.pgDir);
      if (!runs && (this.#guard === null || hasEnded(this.#guard))) return;
      await sleep(20);
    }
    this.log(`The embedded database is still stopping; its messages are in ${this.paths.log}.`);
  }
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

/** Whether something accepts connections on a unix socket. */
function answers(socket: string): Promise<boolean> {
  return new Promise((done) => {
    const connection = connect({ path: socket });
    connection.once('connect', () => {
      connection.destroy();
      done(true);
    });
    connection.once('error', () => done(false));
  });
}

/** The sentence in PostgreSQL's messages that says why it ended. */
function reasonIn(messages: string): string {
  const lines = messages.split('\n').filter((line) => line.trim() !== '');
  // A fault in a configuration file is told in lines of the log before the fatal one.
  const telling = lines.filter((line) => /(FATAL|PANIC|ERROR|DETAIL|HINT):|LOG: .* in file "/.test(line));
  const told = (telling.length > 0 ? telling : lines.slice(-3))
    .map((line) => line.replace(/^.*?(LOG|FATAL|PANIC|ERROR|DETAIL|HINT): +/, '').replace(/\.?$/, '.'))
    .join(' ');
  return told === '' ? 'it said nothing.' : told;
}
