import { sql } from 'kysely';
import type { PersonalKind, WorkspaceKind } from '../../contract/live.ts';
import type { Tx } from '../sql/kysely.ts';

/** Channel on which processes pass on what open consoles should hear. */
export const LIVE_CHANNEL = 'earshot_live';

/**
 * What an open console hears, and whom it is for; user_ids null: every member of the workspace's team.
 * `refresh-notifications`: ask for the notifications again (STATE-059); `new_ticket_counts`: the badge of the
 * tickets (STATE-060); `changed`: records of a kind have changed: in the background, such as the counts of a
 * mailing, or by someone else, such as an idea. No ids: more of them than can be named. `by`: people who
 * changed them, for the processes alone; not told where no one needs it.
 */
export type LiveMessage = { subdomain_id: string } & (
  | { event: 'refresh-notifications'; user_ids: string[] | null }
  | { event: 'new_ticket_counts'; open_ticket_counts: Record<string, number>; user_ids: string[] | null }
  | { event: 'changed'; entity: WorkspaceKind; ids: string[]; by?: string[]; user_ids: null }
  | { event: 'changed'; entity: PersonalKind; ids: string[]; by?: string[]; user_ids: [string] }
);

/** PostgreSQL refuses a payload of 8,000 bytes, and with it the caller's transaction. */
const IDS_MAX = 200;

/**
 * Tells the open consoles of a workspace something, in every process, once the transaction is
 * committed. Ids only: who hears it asks for the records with their own rights. What is sent while a
 * console is not connected is lost; it asks again when it comes back.
 */
export async function publishLive(tx: Tx, message: LiveMessage): Promise<void> {
  await sql`select pg_notify(${LIVE_CHANNEL}, ${JSON.stringify(withinPayload(message))})`.execute(tx);
}

function withinPayload(message: LiveMessage): LiveMessage {
  if (message.event === 'changed') return { ...message, ids: message.ids.slice(0, IDS_MAX) };
  // too many to name: everyone asks
  return message.user_ids !== null && message.user_ids.length > IDS_MAX
    ? { ...message, user_ids: null }
    : message;
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
