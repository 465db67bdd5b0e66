import { sql } from 'kysely';
import { canRead } from '../../../contract/permissions.ts';
import type { Viewer } from '../../core/viewer.ts';
import { publishLive } from '../../live/live.ts';
import type { Tx } from '../../sql/kysely.ts';

/** Open tickets of each stream, by its id; streams without any stand with 0 (NAV-028, DEC-012). */
export async function openTicketCounts(tx: Tx, subdomain_id: string): Promise<Record<string, number>> {
  const { rows } = await sql<{ id: string; count: number }>`
select s.id::text as id, (select count(*)::int from tickets t where t.subdomain_id = ${subdomain_id} and t.stream_id = s.id and t.state = 'open') as count
from ticket_streams s where s.subdomain_id = ${subdomain_id} order by s.position, s.id`.execute(tx);
  return Object.fromEntries(rows.map(({ id, count }) => [id, count]));
}

/** What the badge of someone's tickets is made of: none while they are off duty, or may not see tickets. */
export async function ticketBadge(
  tx: Tx,
  viewer: Viewer,
  isOffDuty: boolean,
): Promise<{ ticket_stream_ids: string[]; open_ticket_counts: Record<string, number> }> {
  if (!canRead(viewer.permissions, 'tickets')) return { ticket_stream_ids: [], open_ticket_counts: {} };
  const open_ticket_counts = await openTicketCounts(tx, viewer.subdomain_id);
  return { ticket_stream_ids: isOffDuty ? [] : Object.keys(open_ticket_counts), open_ticket_counts };
}

/** Tells the open consoles how many tickets are open now, once the transaction is committed (STATE-060, RT-005). */
export async function tellTicketCounts(tx: Tx, subdomain_id: string): Promise<void> {
  await publishLive(tx, {
    event: 'new_ticket_counts',
    open_ticket_counts: await openTicketCounts(tx, subdomain_id),
    subdomain_id,
    user_ids: null,
  });
}
