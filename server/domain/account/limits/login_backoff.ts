import { sql } from 'kysely';
import type { Scope } from '../../../core/scope.ts';
import type { Tx } from '../../../sql/kysely.ts';

const SECOND_MS = 1000;
const HOUR_MS = 3_600_000;

/** A series of failures that rested for this long begins again. */
export const FAILURES_FORGOTTEN_MS = 24 * HOUR_MS;
/** A network or browser from which someone signed in stays known for this long. */
export const KNOWN_MS = 90 * 24 * HOUR_MS;

const LONGEST_DELAY_SECONDS = 15 * 60;

/**
 * Waiting time after a number of failures in a row: none for the first `free`, then 1 s, doubling, up to
 * 15 minutes.
 */
export function delaySeconds(failures: number, free: number): number {
  return failures <= free ? 0 : Math.min(LONGEST_DELAY_SECONDS, 2 ** Math.min(30, failures - free - 1));
}

/** What is counted under a key of a workspace, and how much of it is allowed. */
export type Share = {
  key: string;
  /** whose new password forgets the counter (`accountKey`); null: none does */
  account: string | null;
  /** what comes out well is counted, and what does not is given back; without a value the other way round */
  countsGood?: true;
} & (
  | {
      /** failures before the delay begins, which then doubles with each further one */
      free: number;
    }
  | {
      /** so many at once; each comes back after `everyMs`. Refused ones count for nothing, so that the window slides over what was done */
      burst: number;
      everyMs: number;
    }
);

/** A share is used up. `seconds`: until there is some of it again. */
export class ShareUsedUp extends Error {
  override name = 'ShareUsedUp';
  readonly seconds: number;
  constructor(until: Date, now: Date) {
    super('Too many tries.');
    this.seconds = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / SECOND_MS));
  }
}

/** The row of a share as it was charged, for `giveBack`. */
export interface Charge {
  share: Share;
  blocked_until: Date;
}

/** Until when each of these keys is blocked; those that do not exist are absent. */
export async function readBlocks(db: Tx, scope: Scope, keys: readonly string[]): Promise<Map<string, Date>> {
  const rows = await db
    .selectFrom('sign_in_delays')
    .select(['scope_key', 'blocked_until'])
    .where('subdomain_id', '=', scope.viewer.subdomain_id)
    .where(sql<boolean>`scope_key = any(${[...keys]}::text[])`)
    .execute();
  return new Map(rows.map(({ scope_key, blocked_until }) => [scope_key, blocked_until]));
}

/**
 * Takes one from each share in the open transaction, before that which is counted is done: so many at once, in
 * however many processes, cannot outrun the counters. What came out well is given back.
 *
 * @throws ShareUsedUp when one of them has nothing left; the caller's transaction then takes back the others
 */
export async function charge(tx: Tx, scope: Scope, shares: readonly Share[]): Promise<Charge[]> {
  const { subdomain_id } = scope.viewer;
  const now = scope.now();
  const rested = new Date(now.getTime() - FAILURES_FORGOTTEN_MS);
  const charges: Charge[] = [];
  // in one order everywhere, so that two never wait for each other
  for (const share of shares.toSorted((a, b) => (a.key < b.key ? -1 : 1))) {
    const { key, account } = share;
    const failures = sql`(case when held.updated_at < ${rested} then 1 else held.failures + 1 end)`;
    const [first, next] =
      'free' in share
        ? [
            sql`${new Date(now.getTime() + delaySeconds(1, share.free) * SECOND_MS)}`,
            sql`${now}::timestamptz + make_interval(secs => case when ${failures} <= ${share.free}::int then 0 else least(${LONGEST_DELAY_SECONDS}::int, power(2, least(30, ${failures} - ${share.free}::int - 1))) end)`,
          ]
        : [
            sql`${new Date(now.getTime() + share.everyMs - slackMs(share))}`,
            sql`greatest(held.blocked_until + make_interval(secs => ${slackMs(share) / SECOND_MS}::float8), ${now}::timestamptz) + make_interval(secs => ${(share.everyMs - slackMs(share)) / SECOND_MS}::float8)`,
          ];
    const { rows } = await sql<{ blocked_until: Date }>`
      insert into sign_in_delays as held (subdomain_id, scope_key, account, failures, blocked_until, updated_at)
      values (${subdomain_id}, ${key}, ${account}, 1, ${first}, ${now})
      on conflict (subdomain_id, scope_key) do update
        set failures = ${failures}, blocked_until = ${next}, updated_at = excluded.updated_at
        where held.blocked_until <= ${now}
      returning blocked_until`.execute(tx);
    const blocked_until = rows[0]?.blocked_until;
    if (!blocked_until) throw new ShareUsedUp((await readBlocks(tx, scope, [key])).get(key) ?? now, now);
    charges.push({ share, blocked_until });
  }
  return charges;
}

/** With all of a burst unused a share is blocked until so long ago. */
function slackMs({ burst, everyMs }: { burst: number; everyMs: number }): number {
  return (burst - 1) * everyMs;
}

/** Gives back what was charged for something that came out well; a counter that says nothing any more goes. */
export async function giveBack(tx: Tx, scope: Scope, charges: readonly Charge[]): Promise<void> {
  const { subdomain_id } = scope.viewer;
  for (const { share, blocked_until } of charges) {
    const earlier =
      'free' in share
        ? // a later failure has set its own delay, which stays
          sql<Date>`case when blocked_until = ${blocked_until} then least(blocked_until, ${scope.now()}) else blocked_until end`
        : sql<Date>`blocked_until - make_interval(secs => ${share.everyMs / SECOND_MS}::float8)`;
    await tx
      .updateTable('sign_in_delays')
      .set({ failures: sql<number>`greatest(0, failures - 1)`, blocked_until: earlier })
      .where('subdomain_id', '=', subdomain_id)
      .where('scope_key', '=', share.key)
      .execute();
  }
  const keys = charges.map(({ share }) => share.key);
  await tx
    .deleteFrom('sign_in_delays')
    .where('subdomain_id', '=', subdomain_id)
    .where(sql<boolean>`scope_key = any(${keys}::text[])`)
    .where('failures', '=', 0)
    .execute();
}

/** Forgets the failures under a key. */
export async function clearFailures(tx: Tx, scope: Scope, key: string): Promise<void> {
  await tx
    .deleteFrom('sign_in_delays')
    .where('subdomain_id', '=', scope.viewer.subdomain_id)
    .where('scope_key', '=', key)
    .execute();
}

/** Forgets all failures at an account, from wherever they came. */
export async function clearFailuresOf(tx: Tx, scope: Scope, account: string): Promise<void> {
  await tx
    .deleteFrom('sign_in_delays')
    .where('subdomain_id', '=', scope.viewer.subdomain_id)
    .where('account', '=', account)
    .execute();
}

/** Notes that something good came from here: a row without failures. */
export async function markKnown(tx: Tx, scope: Scope, key: string): Promise<void> {
  const now = scope.now();
  await tx
    .insertInto('sign_in_delays')
    .values({
      subdomain_id: scope.viewer.subdomain_id,
      scope_key: key,
      failures: 0,
      blocked_until: now,
      updated_at: now,
    })
    .onConflict((conflict) =>
      conflict.columns(['subdomain_id', 'scope_key']).doUpdateSet({ updated_at: now }),
    )
    .execute();
}

/** Removes counters that say nothing any more. */
export async function sweepDelays(scope: Scope): Promise<void> {
  const { subdomain_id } = scope.viewer;
  const now = scope.now().getTime();
  await scope.write((tx) =>
    sql`delete from sign_in_delays where subdomain_id = ${subdomain_id}
      and ((failures > 0 and updated_at < ${new Date(now - FAILURES_FORGOTTEN_MS)}) or updated_at < ${new Date(now - KNOWN_MS)})`.execute(
      tx,
    ),
  );
}
