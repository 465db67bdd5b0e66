import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { openEmbeddedPostgres } from './adapters/postgres/embedded.ts';
import type { Config } from './config.ts';
import { OperatorError } from './process/operator_error.ts';
import { migrate, type MigrationResult } from './db/migrate.ts';
import { hasOwnSessions, sharedSessions } from './db/session_probe.ts';
import {
  connectionName,
  connectionsOf,
  createPools,
  PROGRAM_LIMITS,
  REQUEST_LIMITS,
  type Pools,
} from './db/pool.ts';
import { hideSecrets } from './config.ts';

/** An open database of the configuration, embedded or not. */
export type OpenDatabase = {
  pools: Pools;
  /** Connection string of the main pool. */
  url: string;
  /** Past a pooler: for LISTEN, jobs and migrations. */
  directUrl: string;
  /** What the database knows a connection of this process by. */
  nameOf: (part: 'pool' | 'jobs' | 'listen' | 'ready') => string;
  /** What the migrations did, null when they were left out. */
  migrations: MigrationResult | null;
  /** Whether PostgreSQL is the embedded one. */
  isEmbedded: boolean;
  /** Closes the pools and gives an embedded PostgreSQL back. */
  close: () => Promise<void>;
};

const CONNECT_MS = 10_000;
/** How long pools wait for clients that are out before the process goes on closing. */
const POOL_CLOSE_MS = 2_000;

/** Longest waits of a request for the database, in ms; the product's own without a value. */
export interface DatabaseWaits {
  /** for a connection */
  connectionMs?: number;
  /** for rows that another transaction holds */
  lockMs?: number;
}

/**
 * Opens the configured database: starts or joins the embedded PostgreSQL when DATABASE_URL is not set,
 * brings the schema up to date and makes the pools.
 *
 * @param role what the process is; a program of the command line takes what it needs and ends
 * @param print takes one line about what is under way
 * @param onPoolError takes errors of idle connections
 * @param waits where a test waits less than the product
 * @throws OperatorError when the database cannot be reached, started or migrated
 */
export async function openDatabase(
  config: Config,
  {
    role = 'program',
    print = () => {},
    withMigrations = true,
    onPoolError,
    waits = {},
  }: {
    role?: 'server' | 'worker' | 'program';
    print?: (line: string) => void;
    withMigrations?: boolean;
    onPoolError?: (error: Error) => void;
    waits?: DatabaseWaits;
  } = {},
): Promise<OpenDatabase> {
  const embedded =
    config.database.url === null ? await openEmbeddedPostgres({ dataDir: config.dataDir, log: print }) : null;
  const url = embedded?.url ?? config.database.url!;
  const directUrl = config.database.directUrl ?? url;
  const { readUrl, poolSize } = config.database;
  const nameOf = (part: 'pool' | 'jobs' | 'listen' | 'ready'): string =>
    connectionName(part, role, connectionsOf(poolSize));
  try {
    if (embedded === null)
      await requireOwnSessions(
        directUrl,
        config.database.directUrl === null ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL',
      );
    const migrations = withMigrations
      ? await migrate(directUrl, { print }).catch(
          explainConnection(
            directUrl,
            config.database.directUrl === null ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL',
          ),
        )
      : null;
    // a wrong address stops the start, and not the first list
    if (config.database.directUrl !== null)
      await tryConnection(url).catch(explainConnection(url, 'DATABASE_URL'));
    if (readUrl !== null) await tryConnection(readUrl).catch(explainConnection(readUrl, 'DATABASE_READ_URL'));
    const pools = createPools({
      databaseUrl: url,
      directUrl: config.database.directUrl,
      readUrl,
      mainSize: poolSize,
      name: nameOf('pool'),
      limits: {
        ...(role === 'program' ? PROGRAM_LIMITS : REQUEST_LIMITS),
        ...(waits.lockMs === undefined ? {} : { lockMs: waits.lockMs }),
      },
      ...(waits.connectionMs === undefined ? {} : { waitMs: waits.connectionMs }),
      ...(onPoolError === undefined ? {} : { onError: onPoolError }),
    });
    return {
      pools,
      url,
      directUrl,
      nameOf,
      migrations,
      isEmbedded: embedded !== null,
      close: async () => {
        await Promise.race([pools.close(), wait(POOL_CLOSE_MS)]);
        await embedded?.close();
      },
    };
  } catch (error) {
    await embedded?.close();
    throw error;
  }
}

/** @throws OperatorError when a pooler stands before the database that mixes connections, and no way past it is set */
async function requireOwnSessions(
  url: string,
  variable: 'DATABASE_URL' | 'DATABASE_DIRECT_URL',
): Promise<void> {
  if (await patiently(() => hasOwnSessions(url)).catch(explainConnection(url, variable))) return;
  const { what, cure } = sharedSessions(variable);
  throw new OperatorError(`${what}. ${cure}`);
}

/** Tries again for a while while the database has no connection left, or is starting or stopping, as after a restart of the machine. */
async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (const deadline = Date.now() + CONNECT_MS; ;) {
    try {
      return await work();
    } catch (error) {
      const { code } = error as { code?: unknown };
      if ((code !== '53300' && code !== '57P03') || Date.now() > deadline) throw error;
      await sleep(200);
    }
  }
}

async function tryConnection(url: string): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'earshot start',
    connectionTimeoutMillis: CONNECT_MS,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('SELECT 1');
  } finally {
    await client.end().catch(() => {});
  }
}

/** The variables that hold an address of a database. */
export type DatabaseVariable = 'DATABASE_URL' | 'DATABASE_DIRECT_URL' | 'DATABASE_READ_URL';

/** Turns a failure to connect into sentences; other failures stay as they are. */
function explainConnection(url: string, variable: DatabaseVariable): (error: unknown) => never {
  return (error) => {
    if (error instanceof OperatorError) throw error;
    throw new OperatorError(
      `The database at ${hideSecrets(url)} cannot be used: ${describeConnectionError(error, variable)}`,
      { cause: error },
    );
  };
}

/** What a failed connection to PostgreSQL means and what to do about it, in sentences. @param variable where its address stands */
export function describeConnectionError(error: unknown, variable: DatabaseVariable): string {
  const { code, message } = error as Error & { code?: string };
  switch (code) {
    case 'ECONNREFUSED':
      return `nothing answers there; start PostgreSQL, or correct host and port in ${variable}.`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `the host name is unknown; correct it in ${variable}.`;
    case 'ETIMEDOUT':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return `the host cannot be reached (${message}); correct it in ${variable}, or open the way to it.`;
    case '28P01':
    case '28000':
      return `it refuses the sign-in (${message}); correct user and password in ${variable}.`;
    case '3D000':
      return `it has no such database (${message}); create it, or correct its name in ${variable}.`;
    case '42501':
      return `its user lacks a right (${message}); make the user the owner of the database and of what is in it, or name another one in ${variable}.`;
    case '53300':
      return 'it has no connection left; raise its max_connections, or stop what holds them.';
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return `its certificate is not trusted (${message}); name the authority with sslrootcert=<file> in ${variable}, or correct the host name there.`;
    default:
      if (/unsupported startup parameter/i.test(message))
        return `a pooler stands there that does not take what this program says at the start (${message}); take that out of ${variable}, or let the pooler pass it (ignore_startup_parameters).`;
      if (/does not support SSL/i.test(message))
        return `it speaks no TLS; switch that on in PostgreSQL, or take sslmode out of ${variable}.`;
      if (/timeout expired|terminated due to connection timeout/i.test(message))
        return `it does not answer in time; correct host and port in ${variable}, or open the way to it.`;
      return `${message.replace(/\.$/, '')}; look at PostgreSQL, and at ${variable}.`;
  }
}

function wait(ms: number): Promise<void> {
  return new Promise((done) => {
    // Closing is not held up by this timer.
    setTimeout(done, ms).unref();
  });
}
