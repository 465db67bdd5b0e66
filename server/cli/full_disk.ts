import { statfsSync } from 'node:fs';
import { resolve } from 'node:path';
import { OperatorError } from '../process/operator_error.ts';

/** What the system and PostgreSQL say when there is no room: SQLSTATE 53100, and the system's own names. */
const CODES: ReadonlySet<unknown> = new Set(['53100', 'ENOSPC', 'EDQUOT']);
const WORDS = /no space left on device|disk quota exceeded/i;
/** How the end of a connection is told: a PostgreSQL without room for its log ends at once. */
const BROKEN = /connection terminated|ECONNRESET|ECONNREFUSED|EPIPE|ENOENT|57P0[123]|does not answer/i;
/** PostgreSQL writes its log in pieces of 16 MB; with less room than that it cannot go on. */
const LEAST_BYTES = 16 * 1024 * 1024;

/**
 * Says in one sentence that a disk is full, where a failure means that: PostgreSQL or a file found no room,
 * or the embedded PostgreSQL went away on a disk that has none.
 *
 * @param environment of the process: DATA_DIR and DATABASE_URL say which disk it is
 * @returns null when the failure is another one
 */
export function explainFullDisk(
  error: unknown,
  environment: Readonly<Record<string, string | undefined>>,
): OperatorError | null {
  const dataDir = resolve(environment['DATA_DIR']?.trim() || 'data');
  const isEmbedded = (environment['DATABASE_URL']?.trim() ?? '') === '';
  // already said by whoever knew which disk it is
  if (error instanceof OperatorError && error.message.startsWith('The disk that holds ')) return error;
  const faults = chainOf(error);
  const found =
    faults.find(({ code }) => CODES.has(code)) ?? faults.find(({ message }) => WORDS.test(message));
  if (found === undefined) {
    const isLost =
      isEmbedded &&
      faults.some(({ code, message }) => BROKEN.test(`${String(code)} ${message}`)) &&
      freeBytes(dataDir) < LEAST_BYTES;
    return isLost
      ? new OperatorError(
          `The embedded database ended, and the disk that holds the data folder ${dataDir} has no room left. ${cure(dataDir)}`,
          { cause: error },
        )
      : null;
  }
  if (found.code === '53100' && !isEmbedded) {
    return new OperatorError(
      `The disk of the database is full (${found.message}); free some space on the machine of DATABASE_URL and run the command again.`,
      { cause: error },
    );
  }
  const path = typeof found.path === 'string' ? found.path : null;
  if (path !== null && !`${resolve(path)}/`.startsWith(`${dataDir}/`)) {
    return new OperatorError(
      `The disk that holds ${path} is full; free some space on it and run the command again.`,
      { cause: error },
    );
  }
  return new OperatorError(`The disk that holds the data folder ${dataDir} is full. ${cure(dataDir)}`, {
    cause: error,
  });
}

function cure(dataDir: string): string {
  return `Free some space on it, or move ${dataDir} to a larger disk and set DATA_DIR to it, and run the command again.`;
}

interface Fault {
  code: unknown;
  message: string;
  path: unknown;
}

/** A failure, what caused it, and what was collected in it. */
function chainOf(error: unknown, depth = 0): Fault[] {
  if (!(error instanceof Error) || depth > 8) return [];
  const { code, path, stderr } = error as { code?: unknown; path?: unknown; stderr?: unknown };
  const inner = error instanceof AggregateError ? (error.errors as unknown[]) : [];
  return [
    { code, message: typeof stderr === 'string' ? `${error.message} ${stderr}` : error.message, path },
    ...[error.cause, ...inner].flatMap((one) => chainOf(one, depth + 1)),
  ];
}

/** Infinity where it cannot be said. */
function freeBytes(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return Infinity;
  }
}
