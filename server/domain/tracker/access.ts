import type { Selectable } from 'kysely';
import { badRequest, type ProductError } from '../../core/errors.ts';
import type { Scope } from '../../core/scope.ts';
import type { SealService } from '../../core/services.ts';
import { allOf, readRight, writeRight } from '../../core/viewer.ts';
import type { TrackerSettingsTable } from '../../db/tables.ts';
import { TrackerError, type TrackerAccess } from '../../services/tracker.ts';
import type { Tx } from '../../sql/kysely.ts';

/** Who links issues to ideas, and asks the tracker for that. */
export const linksIssues = writeRight('feedback');
/** Who sets the tracker up. */
export const keepsTracker = allOf(readRight('settings'), writeRight('settings'));

export type TrackerRow = Selectable<TrackerSettingsTable>;

/** What the seal of a token is bound to: another workspace's cannot be put in its place. */
export function tokenSealOf(subdomain_id: string): string {
  return `tracker token of ${subdomain_id}`;
}

/** The settings of the workspace's tracker; undefined: none is set up. */
export function findTracker(db: Tx, subdomain_id: string): Promise<TrackerRow | undefined> {
  return db
    .selectFrom('tracker_settings')
    .selectAll()
    .where('subdomain_id', '=', subdomain_id)
    .executeTakeFirst();
}

/**
 * How to ask the tracker.
 * @returns null: there is no token
 * @throws TrackerError denied when the token was sealed by another installation's key
 */
export function accessOf(row: TrackerRow, seals: SealService): TrackerAccess | null {
  if (row.sealed_token === null) return null;
  const token = seals.open(row.sealed_token, tokenSealOf(row.subdomain_id));
  if (token === null)
    throw new TrackerError(
      'denied',
      'The token was kept by another installation and cannot be read here. Enter it again.',
    );
  return {
    kind: row.kind as TrackerAccess['kind'],
    instance_url: row.instance_url,
    account: row.account,
    token,
  };
}

/**
 * What is to be asked of the tracker, for somebody who waits for it.
 * @param sentence says what could not be had (DEC-184)
 * @throws BAD_USER_INPUT reason not_configured: there is no tracker, or no token of it; else `trackerProblem`
 */
export async function askTracker<T>(
  scope: Scope,
  sentence: string,
  ask: (access: TrackerAccess, row: TrackerRow) => Promise<T>,
): Promise<T> {
  const row = await findTracker(scope.db, scope.viewer.subdomain_id);
  try {
    const access = row && accessOf(row, scope.services.seals);
    if (!row || !access) throw badRequest(sentence, { reason: 'not_configured' });
    return await ask(access, row);
  } catch (error) {
    if (error instanceof TrackerError) throw trackerProblem(error, sentence);
    throw error;
  }
}

/** A fault of the tracker as people read it. @param sentence stands in front of the cause; '': the cause alone */
export function trackerProblem(error: TrackerError, sentence = ''): ProductError {
  return badRequest([sentence, error.message].filter((part) => part !== '').join(' '), {
    reason: `tracker_${error.reason}`,
    ...(error.retryAfterSeconds === null ? {} : { retryAfterSeconds: error.retryAfterSeconds }),
    cause: error,
  });
}
