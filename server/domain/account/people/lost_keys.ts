import { sql } from 'kysely';
import type { Tx } from '../../../sql/kysely.ts';

/**
 * People who are known by addresses and ids at a source that their merged profile has no more: what comes in under
 * them is theirs all the same, unless someone else has the address or id by now.
 *
 * @param emails in small letters
 * @returns `mail address` or `guid id` -> id of the person as they are now
 */
export async function peopleByLostKeys(
  tx: Tx,
  sid: string,
  { emails = [], guids = [] }: { emails?: readonly string[]; guids?: readonly string[] },
): Promise<Map<string, string>> {
  if (emails.length === 0 && guids.length === 0) return new Map();
  const { rows } = await sql<{ key: string; id: string }>`
select k.key, l.merged_into_id::text as id from (
  select 'mail ' || m.lost_email as key, m.loser_id, m.id from user_merges m where m.subdomain_id = ${sid} and m.reversed_at is null and m.lost_email = any(${[...emails]}::text[])
    and not exists (select 1 from users u where u.subdomain_id = ${sid} and lower(u.email_address) = m.lost_email)
  union all
  select 'guid ' || m.lost_guid, m.loser_id, m.id from user_merges m where m.subdomain_id = ${sid} and m.reversed_at is null and m.lost_guid = any(${[...guids]}::text[])
    and not exists (select 1 from users u where u.subdomain_id = ${sid} and u.guid = m.lost_guid)
) k join users l on l.subdomain_id = ${sid} and l.id = k.loser_id order by k.id`.execute(tx);
  return new Map(rows.map(({ key, id }) => [key, id]));
}
