import pg from 'pg';

/** Connection strings and limits of a process's pools. */
export type PoolOptions = {
  databaseUrl: string;
  /** Past a pooler, for the worker, LISTEN and migrations; null: the same as databaseUrl. */
  directUrl?: string | null;
  /** A replica for lists, reports and exports; null: the main one. */
  readUrl?: string | null;
  /** Most connections of the main pool; 12 without a value. */
  mainSize?: number;
  /** Longest time for a statement of the main and the read pool; null: no limit is set. */
  statementTimeoutMs?: number | null;
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

/**
 * One pool with the product's type rules and with an error listener on every connection: a checked-out
 * client without one ends the process when the database goes away.
 *
 * @param size most connections at a time
 * @param statementTimeoutMs null: none is set, as a pooler in transaction mode needs it
 * @param waitMs longest wait for a connection, also for one that others give back; then an error
 */
export function createPool(
  url: string,
  {
    size,
    statementTimeoutMs = null,
    waitMs = 10_000,
    onError = () => {},
  }: { size: number; statementTimeoutMs?: number | null; waitMs?: number; onError?: (error: Error) => void },
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    types,
    application_name: 'earshot',
    keepAlive: true,
    connectionTimeoutMillis: waitMs,
    idleTimeoutMillis: 60_000,
    ...(statementTimeoutMs === null ? {} : { statement_timeout: statementTimeoutMs }),
  });
  pool.on('error', onError);
  pool.on('connect', (client) => {
    client.on('error', onError);
  });
  return pool;
}

/**
 * The pools of a process. They connect when first used. A statement limit is sent only when there is no
 * direct address of its own: such an address says that a pooler stands before the main one, and poolers
 * refuse session settings.
 */
export function createPools(options: PoolOptions): Pools {
  const { databaseUrl, directUrl = null, readUrl = null, mainSize = 12 } = options;
  let closing: Promise<void> | undefined;
  // A pool's end does not wait for the connections' own; what the server says to them then is no news.
  const onError = (error: Error): void => {
    if (closing === undefined) options.onError?.(error);
  };
  const statementTimeoutMs = directUrl === null ? (options.statementTimeoutMs ?? null) : null;
  const main = createPool(databaseUrl, { size: mainSize, statementTimeoutMs, onError });
  // Long work (jobs, LISTEN) sets its own limits.
  const direct = createPool(directUrl ?? databaseUrl, { size: 6, onError });
  const read = readUrl === null ? main : createPool(readUrl, { size: mainSize, statementTimeoutMs, onError });
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
