import { sql } from 'kysely';
import type { CommandContext } from '../../core/command.ts';
import type { UndoChange } from '../undo/undo.ts';

/** Who was subscribed by one call, and when: what has changed since stays. */
export interface Subscribed {
  people: string[];
  at: string;
}

/** Takes back that voters were subscribed, but for those who have changed it since. @returns null: the entry is of something else */
export async function takeSubscriptionsBack(
  { tx, subdomain_id: sid, audit }: CommandContext,
  entry_id: string,
  [change]: readonly UndoChange[],
): Promise<{ changed_count: number; skipped_count: number; undo_id: null } | null> {
  if (change?.table !== 'subscriptions') return null;
  const { people, at } = change.after as Subscribed;
  const gone = await sql`
delete from subscriptions b where b.subdomain_id = ${sid} and b.suggestion_id = ${change.id} and b.user_id = any(${people}::bigint[])
  and b.created_at = ${at}::timestamptz and b.updated_at = b.created_at`.execute(tx);
  const changed_count = Number(gone.numAffectedRows ?? 0n);
  await audit('bulk_undo', entry_id, { changed_count });
  return { changed_count, skipped_count: people.length - changed_count, undo_id: null };
}
