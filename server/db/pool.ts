import { hostname } from 'node:os';
import pg from 'pg';
import { markDatabaseFailure } from '../process/database_trouble.ts';

/** Connection strings and limits of a process's pools. */
export type PoolOptions = {
  databaseUrl: string;
  /** Past a pooler, for the worker, LISTEN and migrations; null: the same as databaseUrl. */
  directUrl?: string | null;
  /** A replica for lists, reports and exports; null: the main one. */
  readUrl?: string | null;
  /** Most connections of the main pool; DATABASE_POOL_SIZE. */
  mainSize?: number;
  /** What the database knows the connections by; see `connectionName`. */
  name?: string;
  /** Limits of the main and the read pool; null: none are set. */
  limits?: SessionLimits | null;
  /** Longest wait for a connection; see `createPool`. */
  waitMs?: number;
  /** Takes the error of a connection that broke while it was idle or between two statements. */
  onError?: (error: Error) => void;
};

/** The pools of a process. */
export type Pools = {
  main: pg.Pool;
  direct: pg.Pool;
  /** The same pool as main when there is no replica. */
  read: pg.Pool;
  /** Waits for the clients that are out and closes all. Safe to call twice. */
  close: () => Promise<void>;
};

const OID = { date: 1082, timestamp: 1114, timestamptz: 1184 };

/**
 * How values come out of PostgreSQL: int8 and numeric as text, since they may not fit a number;
 * timestamptz as Date; timestamp read as UTC; date as text, since it has no time zone; json parsed.
 */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (format !== 'binary') {
      if (oid === OID.date) return (text: string) => text;
      if (oid === OID.timestamp) return (text: string) => new Date(`${text.replace(' ', 'T')}Z`);
    }
    return pg.types.getTypeParser(oid, format);
  }) as pg.CustomTypesConfig['getTypeParser'],
};

/** Most connections of a process: of the main pool by default, for long work, for the queue of jobs when they run here, for listening, and for the check whether it can serve. */
export const CONNECTIONS = { main: 12, direct: 6, jobs: 4, listen: 1, ready: 1 } as const;

/** Most connections that a server or a worker takes. @param mainSize DATABASE_POOL_SIZE */
export function connectionsOf(mainSize: number): number {
  // the queue listens on a connection of its own as well
  return mainSize + CONNECTIONS.direct + CONNECTIONS.jobs + 2 * CONNECTIONS.listen + CONNECTIONS.ready;
}

/** Longest name of a connection that PostgreSQL keeps whole. */
const NAME_BYTES = 63;

/**
 * How the database's list of connections (pg_stat_activity) names those of a process: what the connection is for,
 * what the process is, where it runs, and how many it may take in all, so that the doctor can count before they
 * are used up.
 */
export function connectionName(
  part: 'pool' | 'jobs' | 'listen' | 'ready',
  role: string,
  most: number,
): string {
  const end = `:${process.pid} of ${most}`;
  const begin = `earshot ${part} ${role} `;
  return `${begin}${hostname()
    .replaceAll(/[^\w.-]/g, '_')
    .slice(0, NAME_BYTES - begin.length - end.length)}${end}`;
}

/** A process as `connectionName` names it; null: another program, or one of ours that comes and goes. */
export function readConnectionName(name: string): { process: string; most: number } | null {
  const found = /^earshot (?:pool|jobs|listen|ready) (\S+ \S+:\d+) of (\d{1,4})$/.exec(name);
  return found === null ? null : { process: found[1]!, most: Number(found[2]) };
}

/** Limits of time of a connection, in ms; what is not named has none. */
export interface SessionLimits {
  /** one statement */
  statementMs?: number;
  /** waiting for another's change to the same records */
  lockMs?: number;
  /** doing nothing inside a transaction: whoever is frozen there holds records that others wait for */
  idleInTransactionMs?: number;
}

/**
 * Limits for work that a person waits for. A frozen process loses its transaction before those who wait for its
 * records give up, so that they get their turn.
 */
export const REQUEST_LIMITS: SessionLimits = {
  statementMs: 30_000,
  lockMs: 15_000,
  idleInTransactionMs: 10_000,
};
/** Limits for long work: statements may take long, doing nothing may not. */
const WORK_LIMITS: SessionLimits = { idleInTransactionMs: 20_000 };
/** Limits for a command line program, which somebody may stop with Ctrl Z. */
export const PROGRAM_LIMITS: SessionLimits = { statementMs: 30_000, idleInTransactionMs: 60_000 };

/** When the network to a client is given up that neither answers nor takes anything. Unix sockets have none of these. */
const TCP = {
  tcp_keepalives_idle: '15',
  tcp_keepalives_interval: '5',
  tcp_keepalives_count: '3',
  tcp_user_timeout: '30000',
};

/**
 * A table that is read through begins at its beginning, not where somebody else stands: a search that takes the first
 * hits finds the same ones on each of its pages.
 */
const FROM_THE_BEGINNING = { synchronize_seqscans: 'off' };

/** Limits as statements, and what else a connection of the product has. @param scope local: of the transaction alone, as poolers in transaction mode ask for */
export function limitStatements(
  { statementMs, lockMs, idleInTransactionMs }: SessionLimits,
  scope: 'session' | 'local',
): string {
  const all = {
    statement_timeout: statementMs,
    lock_timeout: lockMs,
    idle_in_transaction_session_timeout: idleInTransactionMs,
    ...FROM_THE_BEGINNING,
    ...(scope === 'session' ? TCP : {}),
  };
  return Object.entries(all)
    .flatMap(([name, value]) => (value === undefined ? [] : [`set ${scope} ${name} = ${value}`]))
    .join('; ');
}

/** What a database says that has no connection left, or that is starting or stopping. */
const PASSING: ReadonlySet<unknown> = new Set([
  '53300',
  '57P01',
  '57P02',
  '57P03',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT',
]);
/** Pause before a connection is tried again, and the longest; it doubles. */
const PAUSE_MS = 50;
const PAUSE_MAX_MS = 400;
/** How long a process asks for no more connections than it has, after the database had none left. */
const NARROW_MS = 1_000;

/**
 * A pool that tries again, within its wait, while the database has no connection left, restarts or stops. While
 * there is none left its calls share those that it has, instead of asking for more all the time.
 */
class PatientPool extends pg.Pool {
  readonly #size: number;
  readonly #waitMs: number;
  #narrow: NodeJS.Timeout | undefined;

  constructor(config: pg.PoolConfig & { max: number; connectionTimeoutMillis: number }) {
    super(config);
    this.#size = config.max;
    this.#waitMs = config.connectionTimeoutMillis;
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Taken): void;
  override connect(callback?: Taken): Promise<pg.PoolClient> | void {
    const deadline = Date.now() + this.#waitMs;
    if (callback) return this.#take(deadline, PAUSE_MS, null, callback);
    return new Promise((resolve, reject) => {
      this.#take(deadline, PAUSE_MS, null, (error, client) =>
        client === undefined ? reject(error!) : resolve(client),
      );
    });
  }

  #take(deadline: number, pauseMs: number, last: Error | null, callback: Taken): void {
    // read by the library when it is asked, so that all tries together take no longer than one
    this.options.connectionTimeoutMillis = Math.max(1, deadline - Date.now());
    super.connect((error, client, release) => {
      if (client !== undefined) return callback(undefined, client, release);
      markDatabaseFailure(error);
      const waitMs = pauseMs * (0.5 + Math.random());
      if (this.ending || !isPassing(error) || Date.now() + waitMs >= deadline)
        return callback(last !== null && isTimeout(error) ? last : error, undefined, release);
      if ((error as { code?: unknown }).code === '53300') this.#narrowDown();
      setTimeout(
        () => this.#take(deadline, Math.min(PAUSE_MAX_MS, pauseMs * 2), error ?? null, callback),
        waitMs,
      );
    });
    this.options.connectionTimeoutMillis = this.#waitMs;
  }

  /** For a while no more connections than there are: whoever comes waits for one of these. */
  #narrowDown(): void {
    this.options.max = Math.max(1, this.totalCount);
    if (this.#narrow !== undefined) return;
    this.#narrow = setTimeout(() => {
      this.#narrow = undefined;
      this.options.max = this.#size;
      // those who wait by now may have one of their own
      for (let waiting = Math.min(this.waitingCount, this.#size - this.totalCount); waiting > 0; waiting -= 1)
        super.connect((_error, _client, release) => release());
    }, NARROW_MS).unref();
  }
}

type Taken = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  release: (error?: Error | boolean) => void,
) => void;

/** The end of the wait, which says less than what was met during it. */
function isTimeout(error: unknown): boolean {
  return /timeout/.test((error as Error).message);
}

function isPassing(error: unknown): boolean {
  const { code, message } = error as Error & { code?: unknown };
  return PASSING.has(code) || /^Connection terminated( unexpectedly)?$/.test(message);
}

/** A connection is given up after so long, and with it the statements that it has prepared, whose names change hands slowly (`StatementNames`). */
const LIFETIME_SECONDS = 3_600;

/**
 * One pool with the product's type rules and with an error listener on every connection: a checked-out
 * client without one ends the process when the database goes away.
 *
 * @param size most connections at a time
 * @param limits set once per connection; null: none are set, as a pooler in transaction mode needs it
 * @param waitMs longest wait for a connection, also for one that others give back or that the database refuses for the moment; then an error
 */
export function createPool(
  url: string,
  {
    size,
    limits = null,
    waitMs = 10_000,
    name = 'earshot',
    onError = () => {},
  }: {
    size: number;
    limits?: SessionLimits | null;
    waitMs?: number;
    name?: string;
    onError?: (error: Error) => void;
  },
): pg.Pool {
  const settings = {
    connectionString: url,
    max: size,
    types,
    application_name: name,
    keepAlive: true,
    // an idle line to a machine that went away is noticed soon
    keepAliveInitialDelayMillis: 15_000,
    connectionTimeoutMillis: waitMs,
    idleTimeoutMillis: 60_000,
    maxLifetimeSeconds: LIFETIME_SECONDS,
    // by statement and not with the first message, in which poolers refuse what they do not know
    ...(limits === null
      ? {}
      : { onConnect: (client: pg.ClientBase) => client.query(limitStatements(limits, 'session')) }),
  };
  const pool = new PatientPool(settings);
  pool.on('error', (error) => {
    markDatabaseFailure(error);
    onError(error);
  });
  pool.on('connect', (client) => {
    client.on('error', (error) => {
      // the statement under way fails with the same error
      markDatabaseFailure(error);
      onError(error);
    });
  });
  return pool;
}

/**
 * The pools of a process. They connect when first used. Limits are set per connection only when there is no
 * direct address of its own: such an address says that a pooler stands before the main one, which mixes
 * connections; there each transaction sets its own (`Scope.write`).
 */
export function createPools(options: PoolOptions): Pools {
  const {
    databaseUrl,
    directUrl = null,
    readUrl = null,
    mainSize = CONNECTIONS.main,
    name,
    waitMs,
  } = options;
  let closing: Promise<void> | undefined;
  // A pool's end does not wait for the connections' own; what the server says to them then is no news.
  const onError = (error: Error): void => {
    if (closing === undefined) options.onError?.(error);
  };
  const common = {
    onError,
    ...(name === undefined ? {} : { name }),
    ...(waitMs === undefined ? {} : { waitMs }),
  };
  const limits = directUrl === null ? (options.limits ?? null) : null;
  const main = createPool(databaseUrl, { ...common, size: mainSize, limits });
  // Long work (jobs, exports) sets its own limits.
  const direct = createPool(directUrl ?? databaseUrl, {
    ...common,
    size: CONNECTIONS.direct,
    limits: options.limits ? WORK_LIMITS : null,
  });
  const read = readUrl === null ? main : createPool(readUrl, { ...common, size: mainSize, limits });
  return {
    main,
    direct,
    read,
    close: () => {
      closing ??= Promise.all([...new Set([main, direct, read])].map((pool) => pool.end())).then(() => {});
      return closing;
    },
  };
}
