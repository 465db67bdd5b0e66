import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { createServer } from 'node:net';
import { basename, join } from 'node:path';
import type { Logger } from 'pino';
import { ensureDataFolder } from './adapters/postgres/data_folder.ts';
import { withPort, type Config } from './config.ts';
import { inLogContext } from './process/log_context.ts';
import { OperatorError } from './process/operator_error.ts';
import { openDatabase, type DatabaseWaits, type OpenDatabase } from './database.ts';
import { createLog } from './log.ts';

/** A server listens and, unless WORKER is off, runs jobs; a worker runs jobs only. */
export type Role = 'server' | 'worker';

/** What a part of the process is built from. */
export type StartContext = {
  /** With the port that is really used. */
  config: Config;
  role: Role;
  database: OpenDatabase;
  log: Logger;
  /** Takes a line for the operator about what is under way. */
  print: (line: string) => void;
  /** Aborted when the process is told to end during its start; long work takes itself back. */
  signal: AbortSignal | undefined;
  /**
   * Registers what ends a part that was started. Closers run in the opposite order, each once, all within a
   * few seconds; what a closer throws is logged and the next one runs.
   */
  onClose: (name: string, close: () => Promise<void> | void) => void;
};

/** Starts the parts of a process on an open database. @returns lines that follow the ready line */
export type Compose = (context: StartContext) => Promise<string[]>;

/** A running process. */
export type Earshot = {
  /** Address that people use. */
  url: string;
  /** Lines for the operator that follow the ready line, such as the first sign-in link. */
  lines: string[];
  config: Config;
  /** Ends everything that was started, newest first, within 9 s behind DRAIN_SECONDS. Safe to call twice. */
  close: () => Promise<void>;
};

/** The whole process ends within 10 s of a signal: this much for the parts, then the database. */
const PARTS_CLOSE_MS = 4_000;

/**
 * Starts the product: takes the port, opens and migrates the database, then lets `compose` start the parts
 * on it. When a part fails, those that were started are ended before the failure is thrown.
 *
 * @param options role: "worker" listens nowhere; log: standard error without a value; print takes a line
 * about what is under way; signal tells long work of the start to take itself back; databaseWaits are
 * for tests that wait less than the product
 * @throws OperatorError when the port is taken, the database cannot be opened, or a part says what is wrong
 */
export async function startEarshot(
  wanted: Config,
  compose: Compose,
  {
    role = 'server',
    log = createLog(wanted, process.stderr, role),
    print = () => {},
    signal,
    databaseWaits = {},
  }: {
    role?: Role;
    log?: Logger;
    print?: (line: string) => void;
    signal?: AbortSignal;
    databaseWaits?: DatabaseWaits;
  } = {},
): Promise<Earshot> {
  // What was loaded so far is compiled and no longer needed as it lay on disk: 11 MB, which the start then
  // uses for itself. What was compiled again is written down now, also for a process that will not end in order.
  flushCompileCache();
  const config = role === 'server' ? withPort(wanted, await checkPort(wanted)) : wanted;
  const closers: { name: string; close: () => Promise<void> | void }[] = [];
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= closeAll(
      closers,
      log,
      PARTS_CLOSE_MS + (role === 'server' ? config.drainSeconds * 1_000 : 0),
    );
    return closing;
  };
  try {
    ensureDataFolder(config.dataDir);
    const database = await openDatabase(config, {
      role,
      print,
      waits: databaseWaits,
      // where it was noticed says nothing, nor does the request that it was once made for: a line is enough
      onPoolError: (error) =>
        inLogContext({}, () => log.warn({ reason: error.message }, 'A database connection broke.')),
    });
    closers.push({ name: 'database', close: database.close });
    if (database.migrations !== null && database.migrations.unknown.length > 0) {
      log.warn({ migrations: database.migrations.unknown }, 'The database was migrated by a newer version.');
    }
    const lines = await compose({
      config,
      role,
      database,
      log,
      print,
      signal,
      onClose: (name, closeOne) => closers.push({ name, close: closeOne }),
    });
    if (role === 'server') closers.push({ name: 'pid file', close: writePidFile(config.dataDir) });
    return { url: config.publicUrl, lines, config, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Runs closers from the newest to the oldest. The parts share one time limit; the database, the oldest, has its own. */
async function closeAll(
  closers: { name: string; close: () => Promise<void> | void }[],
  log: Logger,
  partsMs: number,
): Promise<void> {
  const deadline = Date.now() + partsMs;
  for (const { name, close } of closers.toReversed()) {
    const isDatabase = name === 'database';
    try {
      const closed = Promise.resolve(close());
      if (isDatabase) await closed;
      else if (!(await within(closed, Math.max(100, deadline - Date.now()))))
        log.warn(`Did not wait longer for the end of: ${name}.`);
    } catch (error) {
      log.error({ err: error }, `Ending failed: ${name}.`);
    }
  }
}

/** @returns false when the promise did not settle in time; its later failure is then no one's concern */
async function within(promise: Promise<void>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((done) => {
    timer = setTimeout(() => done(false), ms);
  });
  try {
    return await Promise.race([promise.then(() => true), late]);
  } finally {
    clearTimeout(timer);
    promise.catch(() => {});
  }
}

/**
 * Takes a port for a moment to see that it is free, before anything slow is started.
 *
 * @param port 0: any free one
 * @returns the port
 * @throws OperatorError when another program has it, or it may not be used
 */
function checkPort({ host, port, dataDir }: Config): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(explainListening(error, host, port, livingServer(dataDir))),
    );
    server.listen({ host, port, exclusive: true }, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : port));
    });
  });
}

/** @param other process that serves the same data folder already; null: none is known */
function explainListening(
  error: NodeJS.ErrnoException,
  host: string,
  port: number,
  other: number | null,
): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new OperatorError(
        other === null
          ? `Port ${port} on ${host} is taken by another program; end that, or set PORT to another one.`
          : `Port ${port} on ${host} is taken. Earshot runs on this data folder already, as process ${other}: end it first ("kill ${other}"), or set PORT to another one.`,
      );
    case 'EACCES':
      return new OperatorError(`This user may not listen on port ${port}; set PORT to 1024 or higher.`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new OperatorError(`HOST ${host} is no address of this machine; set it to 127.0.0.1 or 0.0.0.0.`);
    default:
      return error;
  }
}

/**
 * Notes this process in DATA_DIR/earshot.pid, for scripts that want to end it. Of several servers on one
 * folder the first living one stands there.
 *
 * @returns what removes it
 */
function writePidFile(dataDir: string): () => void {
  const file = join(dataDir, 'earshot.pid');
  if (livingServer(dataDir) === null) writeFileSync(file, `${process.pid}\n`);
  return () => {
    if (readPidFile(dataDir) === process.pid) rmSync(file, { force: true });
  };
}

function readPidFile(dataDir: string): number | null {
  try {
    const pid = Number.parseInt(readFileSync(join(dataDir, 'earshot.pid'), 'utf8'), 10);
    return Number.isNaN(pid) ? null : pid;
  } catch {
    return null;
  }
}

/** The process in the pid file, when it lives and is none that got the number of one that was killed; null: none. */
function livingServer(dataDir: string): number | null {
  const pid = readPidFile(dataDir);
  return pid !== null && isAlive(pid) && isServer(pid) ? pid : null;
}

/** Whether a process runs the program that this one runs. What cannot be seen counts as yes. */
function isServer(pid: number): boolean {
  const programOf = (process: number | 'self') =>
    readFileSync(`/proc/${process}/cmdline`, 'utf8')
      .split('\0')
      .find((word) => /\.[cm]?[jt]s$/.test(word));
  try {
    return basename(programOf(pid) ?? '') === basename(programOf('self') ?? '');
  } catch {
    return true;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
