import { sql } from 'kysely';
import { notificationLimits } from '../../../contract/limits.ts';
import { publishLive } from '../../live/live.ts';
import type { Scope } from '../../core/scope.ts';
import { defineTask } from '../../core/task.ts';

/** Rows of one statement, so that none holds many locks for long. */
const BATCH = 1000;

/**
 * Nightly, per tenant: forgets notifications that were seen long ago, and of those that were never seen the
 * oldest beyond what one person will ever look at. Those of one event and object that were seen together go
 * together, as they stand in one row.
 */
export const pruneNotifications = defineTask({
  name: 'prune_notifications',
  description: `Remove notifications seen more than ${notificationLimits.seenDays} days ago, and all but the newest ${notificationLimits.unseenPerPerson.toLocaleString('en')} unseen per person`,
  batch: 1,
  run: async (_payload, { scope, signal }) => {
    const before = new Date(scope.now().getTime() - notificationLimits.seenDays * 86_400_000);
    while (!signal.aborted && (await forgetSeen(scope, before)) === BATCH);
    for (const user_id of await crowded(scope)) {
      while (!signal.aborted && (await forgetUnseen(scope, user_id)) === BATCH);
    }
  },
});

/** @returns how many went; fewer than a batch: none is left */
async function forgetSeen(scope: Scope, before: Date): Promise<number> {
  const sid = scope.viewer.subdomain_id;
  const gone = await scope.write((tx) =>
    sql`
delete from notifications n
where n.subdomain_id = ${sid} and n.id in (
  select o.id from notifications o where o.subdomain_id = ${sid} and o.seen_at < ${before}::timestamptz order by o.seen_at, o.id limit ${BATCH}
)`.execute(tx),
  );
  return Number(gone.numAffectedRows ?? 0);
}

/** Who has more unseen ones than are kept. */
async function crowded(scope: Scope): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
select n.user_id::text as user_id from notifications n
where n.subdomain_id = ${scope.viewer.subdomain_id} and n.seen_at is null
group by n.user_id having count(*) > ${notificationLimits.unseenPerPerson} order by n.user_id`.execute(
    scope.db,
  );
  return rows.map((row) => row.user_id);
}

/** @returns how many went; fewer than a batch: what is left is kept */
async function forgetUnseen(scope: Scope, user_id: string): Promise<number> {
  const sid = scope.viewer.subdomain_id;
  return scope.write(async (tx) => {
    const gone = await sql`
delete from notifications n
where n.subdomain_id = ${sid} and n.seen_at is null and n.id in (
  select o.id from notifications o where o.subdomain_id = ${sid} and o.user_id = ${user_id}::bigint and o.seen_at is null
  order by o.id desc offset ${notificationLimits.unseenPerPerson} limit ${BATCH}
)`.execute(tx);
    const count = Number(gone.numAffectedRows ?? 0);
    // the number on the bell is another one now
    if (count > 0)
      await publishLive(tx, { event: 'refresh-notifications', subdomain_id: sid, user_ids: [user_id] });
    return count;
  });
}
