import { sql } from 'kysely';
import type { Scope, Tx } from '../../core/scope.ts';

const SECOND_MS = 1000;
const HOUR_MS = 3_600_000;

/** A series of failures that rested for this long begins anew. */
export const FAILURES_FORGOTTEN_MS = 24 * HOUR_MS;
/** A network from which somebody signed in stays known for this long. */
export const KNOWN_NETWORK_MS = 90 * 24 * HOUR_MS;

const LONGEST_DELAY_SECONDS = 15 * 60;

/**
 * Waiting time after a number of failures in a row: none for the first `free`, then 1 s, doubling, up to
 * 15 minutes.
 */
export function delaySeconds(failures: number, free: number): number {
  return failures <= free ? 0 : Math.min(LONGEST_DELAY_SECONDS, 2 ** Math.min(30, failures - free - 1));
}

/** A row of the counters. */
export interface Delay {
  failures: number;
  blocked_until: Date;
  updated_at: Date;
}

/** The counters under these keys, by key; those that do not exist are absent. */
export async function readDelays(scope: Scope, keys: readonly string[]): Promise<Map<string, Delay>> {
  const rows = await scope.db
    .selectFrom('sign_in_delays')
    .select(['scope_key', 'failures', 'blocked_until', 'updated_at'])
    .where('subdomain_id', '=', scope.viewer.subdomain_id)
    .where(sql<boolean>`scope_key = any(${[...keys]}::text[])`)
    .execute();
  return new Map(rows.map(({ scope_key, ...delay }) => [scope_key, delay]));
}

/** Counts one more failure. @returns how many there are in this series */
export async function countFailure(tx: Tx, scope: Scope, key: string, options: { free: number; forgottenMs?: number }): Promise<number> {
  const { subdomain_id } = scope.viewer;
  const now = scope.now();
  const rested = new Date(now.getTime() - (options.forgottenMs ?? FAILURES_FORGOTTEN_MS));
  const { rows } = await sql<{ failures: number }>`
    insert into sign_in_delays (subdomain_id, scope_key, failures, blocked_until, updated_at)
    values (${subdomain_id}, ${key}, 1, ${now}, ${now})
    on conflict (subdomain_id, scope_key) do update
      set failures = case when sign_in_delays.updated_at < ${rested} then 1 else sign_in_delays.failures + 1 end, updated_at = excluded.updated_at
    returning failures`.execute(tx);
  const { failures } = rows[0]!;
  const blocked_until = new Date(now.getTime() + delaySeconds(failures, options.free) * SECOND_MS);
  await tx.updateTable('sign_in_delays').set({ blocked_until }).where('subdomain_id', '=', subdomain_id).where('scope_key', '=', key).execute();
  return failures;
}

/** Forgets the failures under a key. */
export async function clearFailures(tx: Tx, scope: Scope, key: string): Promise<void> {
  await tx.deleteFrom('sign_in_delays').where('subdomain_id', '=', scope.viewer.subdomain_id).where('scope_key', '=', key).execute();
}

/** Notes that something good came from here: a row without failures. */
export async function markKnown(tx: Tx, scope: Scope, key: string): Promise<void> {
  const now = scope.now();
  await tx
    .insertInto('sign_in_delays')
    .values({ subdomain_id: scope.viewer.subdomain_id, scope_key: key, failures: 0, blocked_until: now, updated_at: now })
    .onConflict((conflict) => conflict.columns(['subdomain_id', 'scope_key']).doUpdateSet({ updated_at: now }))
    .execute();
}

/** Removes counters that say nothing any more. */
export async function sweepDelays(scope: Scope): Promise<void> {
  const { subdomain_id } = scope.viewer;
  const now = scope.now().getTime();
  await scope.write((tx) =>
    sql`delete from sign_in_delays where subdomain_id = ${subdomain_id}
      and ((failures > 0 and updated_at < ${new Date(now - FAILURES_FORGOTTEN_MS)}) or updated_at < ${new Date(now - KNOWN_NETWORK_MS)})`.execute(tx),
  );
}
