import pg from 'pg';
import { ProductError } from './errors.ts';

/**
 * What keeps a database that is well otherwise from answering. full: it has no connection left, or this
 * process has none free; away: it is starting, stopping or cannot be reached; busy: a limit of time ended the
 * statement or the wait for another's change; disk: it has no room to write.
 */
export type DatabaseTrouble = 'full' | 'away' | 'busy' | 'disk';

const SENTENCES: Readonly<Record<DatabaseTrouble, string>> = {
  full: 'The database has no connection free at the moment. Nothing was changed; please try again in a few seconds.',
  away: 'The database cannot be reached at the moment. Please try again in a few seconds.',
  busy: 'The database is too busy with these records at the moment. Nothing was changed; please try again in a few seconds.',
  disk: 'The disk of the database is full, so nothing can be saved. Please tell whoever runs this installation, and try again later.',
};

/** When a caller may try again, in seconds. */
const RETRY_SECONDS: Readonly<Record<DatabaseTrouble, number>> = { full: 2, away: 3, busy: 2, disk: 30 };

/** SQLSTATE to what it means (PostgreSQL, appendix A). */
const STATES: Readonly<Record<string, DatabaseTrouble>> = {
  '53300': 'full',
  '53100': 'disk',
  '57P01': 'away',
  '57P02': 'away',
  '57P03': 'away',
  '57P05': 'away',
  '08000': 'away',
  '08001': 'away',
  '08003': 'away',
  '08004': 'away',
  '08006': 'away',
  // query_canceled by statement_timeout, lock_not_available, idle_in_transaction_session_timeout, transaction_timeout
  '57014': 'busy',
  '55P03': 'busy',
  '25P03': 'busy',
  '25P04': 'busy',
};

/** Names that the system gives to a connection which cannot be made or broke. */
const BROKEN: ReadonlySet<unknown> = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN']);

/** Failures that were seen on a connection to the database: a refused connection alone does not say to whom it was. */
const onConnections = new WeakSet<object>();

/** Notes that a failure came from a connection to the database. */
export function markDatabaseFailure(error: unknown): void {
  if (typeof error === 'object' && error !== null) onConnections.add(error);
}

/** What a failure says of the database; null when it is another fault, such as a statement that is wrong. */
export function databaseTrouble(error: unknown, depth = 0): DatabaseTrouble | null {
  if (!(error instanceof Error) || depth > 8) return null;
  const { code } = error as { code?: unknown };
  if (error instanceof pg.DatabaseError) return STATES[String(code)] ?? null;
  if (onConnections.has(error)) {
    // what pg-pool says when all of its connections are out
    if (error.message === 'timeout exceeded when trying to connect') return 'full';
    if (BROKEN.has(code) || /timeout|terminated/i.test(error.message)) return 'away';
  }
  // what pg says of a connection that ended before or under a statement
  if (/^(Connection terminated|Client has encountered a connection error|Client was closed)/.test(error.message)) return 'away';
  if (error.message === 'Query read timeout') return 'away';
  const inner = error instanceof AggregateError ? (error.errors as unknown[]) : [];
  for (const one of [error.cause, ...inner]) {
    const found = databaseTrouble(one, depth + 1);
    if (found !== null) return found;
  }
  return null;
}

const counts: Record<DatabaseTrouble, number> = { full: 0, away: 0, busy: 0, disk: 0 };

/** How often this process answered that the database is in trouble, by kind; for the metrics. */
export function troubleCounts(): Readonly<Record<DatabaseTrouble, number>> {
  return counts;
}

/**
 * The answer for a call that met a database in trouble: 503 with the time after which to try again. Counts it.
 * @returns null when the failure is another one
 */
export function unavailable(error: unknown): ProductError | null {
  // counted where it was made
  if (error instanceof ProductError) return error.details.httpStatus === 503 ? error : null;
  const trouble = databaseTrouble(error);
  if (trouble === null) return null;
  counts[trouble] += 1;
  return new ProductError('INTERNAL_SERVER_ERROR', SENTENCES[trouble], { reason: trouble === 'busy' ? 'busy' : `database_${trouble}`, httpStatus: 503, retryAfterSeconds: RETRY_SECONDS[trouble], cause: error });
}
