import type { Selectable } from 'kysely';
import { notFound } from '../../core/errors.ts';
import type { Tx } from '../../sql/kysely.ts';
import type { ExternalAccountsTable } from '../../db/tables.ts';
import { byId } from '../counters/lock_order.ts';

/**
 * Accounts of the workspace, held until the commit in the order of locks: behind ideas and people.
 * @param field input that names them
 * @returns in ascending id, deleted ones left out
 */
export async function lockAccounts(
  tx: Tx,
  subdomainId: string,
  ids: readonly string[],
): Promise<Selectable<ExternalAccountsTable>[]> {
  if (ids.length === 0) return [];
  return tx
    .selectFrom('external_accounts')
    .selectAll()
    .where('subdomain_id', '=', subdomainId)
    .where('id', 'in', [...new Set(ids)].sort(byId))
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

/**
 * The same for one account.
 * @throws BAD_USER_INPUT when there is none, or it was deleted; foreign and unknown ids answer alike
 */
export async function lockAccount(
  tx: Tx,
  subdomainId: string,
  id: string,
  field: string,
): Promise<Selectable<ExternalAccountsTable>> {
  const [row] = await lockAccounts(tx, subdomainId, [id]);
  if (!row) throw notFound(field, 'account');
  return row;
}
