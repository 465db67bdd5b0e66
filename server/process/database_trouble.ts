import pg from 'pg';
import { ProductError } from '../core/errors.ts';

/**
 * What keeps a database that is well otherwise from answering, or a call from being done. full: it has no connection left, or this
 * process has none free; away: it is starting, stopping or cannot be reached; busy: a limit of time ended the
 * statement or the wait for another's change; disk: it has no room to write; files: the disk of files has none.
 */
export type DatabaseTrouble = 'full' | 'away' | 'busy' | 'disk' | 'files';

const SENTENCES: Readonly<Record<DatabaseTrouble, string>> = {
  full: 'The database has no connection free at the moment. Nothing was changed; please try again in a few seconds.',
  away: 'The database cannot be reached at the moment. Please try again in a few seconds.',
  busy: 'The database is too busy with these records at the moment. Nothing was changed; please try again in a few seconds.',
  disk: 'The database disk is full, so nothing can be saved. Tell your administrator.',
  files: 'The file disk is full, so files can’t be saved. Tell your administrator.',
};

/** What programs know each by. */
const REASONS: Readonly<Record<DatabaseTrouble, string>> = {
  full: 'database_full',
  away: 'database_away',
  busy: 'busy',
  disk: 'disk_full',
  files: 'disk_full',
};

/** When a caller may try again, in seconds. */
const RETRY_SECONDS: Readonly<Record<DatabaseTrouble, number>> = {
  full: 2,
  away: 3,
  busy: 2,
  disk: 30,
  files: 30,
};

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
const BROKEN: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/** What the system says of a disk or a share of it that has no room. */
const NO_ROOM: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT']);

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
  if (NO_ROOM.has(code)) return 'files';
  if (onConnections.has(error)) {
    // what pg-pool says when all of its connections are out
    if (error.message === 'timeout exceeded when trying to connect') return 'full';
    if (BROKEN.has(code) || /timeout|terminated/i.test(error.message)) return 'away';
  }
  // what pg says of a connection that ended before or under a statement
  if (
    /^(Connection terminated|Client has encountered a connection error|Client was closed)/.test(error.message)
  )
    return 'away';
  if (error.message === 'Query read timeout') return 'away';
  const inner = error instanceof AggregateError ? (error.errors as unknown[]) : [];
  for (const one of [error.cause, ...inner]) {
    const found = databaseTrouble(one, depth + 1);
    if (found !== null) return found;
  }
  return null;
}

const counts: Record<DatabaseTrouble, number> = { full: 0, away: 0, busy: 0, disk: 0, files: 0 };

/** Anyone who wants to hear at once that a disk refused something. */
const onNoRoom = new Set<(of: 'disk' | 'files') => void>();

/** Calls with each refusal of a full disk that this process meets. @returns what ends that */
export function whenNoRoom(call: (of: 'disk' | 'files') => void): () => void {
  onNoRoom.add(call);
  return () => void onNoRoom.delete(call);
}

/** As `databaseTrouble`, for whoever deals with the failure: counts it, and tells of a full disk. */
export function noteTrouble(error: unknown): DatabaseTrouble | null {
  const trouble = databaseTrouble(error);
  if (trouble === null) return null;
  counts[trouble] += 1;
  if (trouble === 'disk' || trouble === 'files') for (const call of onNoRoom) call(trouble);
  return trouble;
}

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
  const trouble = noteTrouble(error);
  if (trouble === null) return null;
  return new ProductError('INTERNAL_SERVER_ERROR', SENTENCES[trouble], {
    reason: REASONS[trouble],
    httpStatus: 503,
    retryAfterSeconds: RETRY_SECONDS[trouble],
    cause: error,
  });
}
