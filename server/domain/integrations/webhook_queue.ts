/** From what happens to the deliveries that tell of it. */
import { sql } from 'kysely';
import { webhookLimits } from '../../../contract/webhooks.ts';
import type { Happenings } from '../../core/happenings.ts';
import type { Viewer } from '../../core/viewer.ts';
import type { Tx } from '../../sql/kysely.ts';

/**
 * Writes down, in the transaction in which it happens, what is to be told to each webhook that is on: one statement,
 * which finds nothing where there is no webhook. What it says is made when it is tried first.
 * @returns how many deliveries wait because of it
 */
export async function queueDeliveries(
  tx: Tx,
  { subdomain_id }: Pick<Viewer, 'subdomain_id'>,
  now: Date,
  happenings: Happenings,
): Promise<number> {
  const made = new Map<string, ReadonlySet<string>>([
    ['user_updated', happenings.get('user_created') ?? new Set()],
    ['account_updated', happenings.get('account_created') ?? new Set()],
  ]);
  const kinds: string[] = [];
  const ids: string[] = [];
  for (const [kind, happened] of happenings)
    for (const id of happened) {
      // whoever is new is told of once
      if (made.get(kind)?.has(id)) continue;
      kinds.push(kind);
      ids.push(id);
    }
  if (ids.length === 0) return 0;
  const { numAffectedRows = 0n } = await sql`
insert into webhook_deliveries as d (subdomain_id, webhook_id, kind, record_id, tries_most, give_up_at, next_try_at, created_at, updated_at)
select ${subdomain_id}::bigint, w.id, x.kind, x.id, ${webhookLimits.tries}::int, ${new Date(now.getTime() + webhookLimits.hours * 3_600_000)}::timestamptz, ${now}::timestamptz, ${now}::timestamptz, ${now}::timestamptz
from webhooks w join unnest(${kinds}::text[], ${ids}::bigint[]) as x (kind, id) on x.kind = any(w.kinds)
where w.subdomain_id = ${subdomain_id} and w.is_on`.execute(tx);
  return Number(numAffectedRows);
}

/** Deliveries are begun so soon after the first of them was written; those of the time between go with it. */
const GATHER_MS = 200;

/**
 * Asks for the job that makes the calls, after the commit and at most a few times a second for a workspace, so that
 * writers never wait for each other at its row. What waits when the process is killed is found within a minute.
 */
export class DeliveryWaker {
  private readonly wake: (subdomain_id: string) => Promise<void>;
  private readonly timers = new Map<string, NodeJS.Timeout>();
  private readonly waking = new Set<Promise<void>>();

  /** @param wake asks for the job of a workspace; it must not throw */
  constructor(wake: (subdomain_id: string) => Promise<void>) {
    this.wake = wake;
  }

  /** Deliveries of a workspace were committed. */
  add(subdomain_id: string): void {
    if (this.timers.has(subdomain_id)) return;
    const timer = setTimeout(() => {
      this.timers.delete(subdomain_id);
      const woken = this.wake(subdomain_id).finally(() => this.waking.delete(woken));
      this.waking.add(woken);
    }, GATHER_MS);
    timer.unref();
    this.timers.set(subdomain_id, timer);
  }

  /** Takes nothing more; what was committed is found by the schedule. */
  async close(): Promise<void> {
    for (const timer of this.timers.values()) clearTimeout(timer);
    this.timers.clear();
    await Promise.all(this.waking);
  }
}
