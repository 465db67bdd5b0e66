import { sql } from 'kysely';
import type { Tx } from '../../sql/kysely.ts';

/** Channel on which processes tell one another what they must no longer believe about accounts. */
export const ACCOUNT_CHANNEL = 'earshot_account';

/** What changed. `user`: their rights, or that they may come in at all; `workspace`: its features, names or being on. */
export type AccountChange =
  | { about: 'session'; subdomain_id: string; session: string }
  | { about: 'user'; subdomain_id: string; user_id: string }
  | { about: 'workspace'; subdomain_id: string };

/**
 * Tells every process, this one included, to forget what it has read about a session, person or
 * workspace. Sent in the open transaction, so it arrives when the change is visible and not before.
 * Every command that changes a person's licence, permissions, allowed_state or address, or a
 * workspace's row, calls it.
 */
export async function announceAccountChange(tx: Tx, change: AccountChange): Promise<void> {
  await sql`select pg_notify(${ACCOUNT_CHANNEL}, ${JSON.stringify(change)})`.execute(tx);
}

/** Reads what `announceAccountChange` sent; null when it is none of ours. */
export function readAccountChange(payload: string): AccountChange | null {
  try {
    const change = JSON.parse(payload) as AccountChange;
    return ['session', 'user', 'workspace'].includes(change.about) && typeof change.subdomain_id === 'string'
      ? change
      : null;
  } catch {
    return null;
  }
}
