import { sql } from 'kysely';
import type { Tx } from '../../sql/kysely.ts';
import type { CounterMismatch } from './mismatch.ts';

/** Replies that are there, of notes of a tenant. */
const REPLIES = (sid: string) =>
  sql`select r.parent_id as id, count(*)::int as n from notes r where r.subdomain_id = ${sid} and r.parent_id is not null and r.deleted_at is null group by r.parent_id`;

/**
 * Sets how many replies notes have. The command holds the notes' rows, so that two who write under one
 * note count in turn.
 */
export async function countReplies(tx: Tx, subdomainId: string, ids: readonly string[]): Promise<void> {
  await sql`
update notes n set reply_count = (select count(*) from notes r where r.subdomain_id = ${subdomainId} and r.parent_id = n.id and r.deleted_at is null)
where n.subdomain_id = ${subdomainId} and n.id = any(${[...ids]}::bigint[])`.execute(tx);
}

/**
 * Recomputes how many replies each note has, and notes what was wrong. The wrong notes are locked by id and
 * counted then: who adds a reply meanwhile waits and counts after it.
 */
export async function recountReplies(
  tx: Tx,
  subdomainId: string,
  drift: CounterMismatch | null = null,
): Promise<void> {
  const { rows: held } = await sql<{ id: string }>`
with wrong as materialized (
  select o.id from notes o left join (${REPLIES(subdomainId)}) f on f.id = o.id where o.subdomain_id = ${subdomainId} and o.reply_count <> coalesce(f.n, 0)
)
select n.id::text as id from notes n where n.subdomain_id = ${subdomainId} and n.id in (select w.id from wrong w) order by n.id for no key update`.execute(
    tx,
  );
  if (held.length === 0) return;
  const ids = held.map(({ id }) => id);
  const { rows } = await sql<{ id: string; before: number; after: number }>`
update notes t set reply_count = d.n
from (select o.id, o.reply_count as before, coalesce(f.n, 0) as n from notes o left join (${REPLIES(subdomainId)}) f on f.id = o.id where o.subdomain_id = ${subdomainId} and o.id = any(${ids}::bigint[])) d
where t.subdomain_id = ${subdomainId} and t.id = d.id and d.before <> d.n
returning t.id::text as id, d.before, d.n as after`.execute(tx);
  for (const { id, before, after } of rows) drift?.add('notes', 'reply_count', { id, before, after });
}
