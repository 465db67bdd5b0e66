import { sql } from 'kysely';
import type { Tx } from './scope.ts';

/** Channel on which processes pass on what open consoles should hear. */
export const LIVE_CHANNEL = 'earshot_live';

/**
 * What an open console hears. `refresh-notifications`: ask for the notifications again (STATE-059);
 * `new_ticket_counts`: the badge of the tickets (STATE-060); `changed`: records of an entity have
 * changed: in the background, such as the counts of a mailing, or by somebody else,
 * such as an idea. No ids: more of them than can be named. `by`: people who changed them, for the processes
 * alone; not told where nobody needs it.
 */
export type LiveEvent =
  | { event: 'refresh-notifications' }
  | { event: 'new_ticket_counts'; open_ticket_counts: Record<string, number> }
  | { event: 'changed'; entity: string; ids: string[]; by?: string[] };

/** An event and whom it is for; user_ids null: every member of the workspace's team. */
export type LiveMessage = LiveEvent & { subdomain_id: string; user_ids: string[] | null };

/** PostgreSQL refuses a payload of 8,000 bytes, and with it the caller's transaction. */
const IDS_MAX = 200;

/**
 * Tells the open consoles of a workspace something, in every process, once the transaction is
 * committed. Ids only: who hears it asks for the records with his own rights. What is sent while a
 * console is not connected is lost; it asks again when it comes back.
 */
export async function publishLive(tx: Tx, message: LiveMessage): Promise<void> {
  const { user_ids } = message;
  // too many to name: everybody asks
  const named = user_ids !== null && user_ids.length > IDS_MAX ? { ...message, user_ids: null } : message;
  const sent = named.event === 'changed' ? { ...named, ids: named.ids.slice(0, IDS_MAX) } : named;
  await sql`select pg_notify(${LIVE_CHANNEL}, ${JSON.stringify(sent)})`.execute(tx);
}

/** Reads what `publishLive` sent; null when it is none of ours. */
export function readLiveMessage(payload: string): LiveMessage | null {
  try {
    const message = JSON.parse(payload) as LiveMessage;
    return typeof message.event === 'string' && typeof message.subdomain_id === 'string' ? message : null;
  } catch {
    return null;
  }
}
