import type { Selectable } from 'kysely';
import { isTeamMember } from '../../../contract/permissions.ts';
import { badInput, notFound } from '../../core/errors.ts';
import type { Tx } from '../../sql/kysely.ts';
import type { UsersTable } from '../../db/tables.ts';

/**
 * A person of the tenant.
 * @param field input that names them
 * @throws BAD_USER_INPUT when there is none, foreign and unknown ids alike, and reason merged for one who was merged into
 *   another, as nothing is given to them any more
 */
export async function findUser(
  tx: Tx,
  subdomainId: string,
  id: string,
  field: string,
): Promise<Selectable<UsersTable>> {
  const row = await tx
    .selectFrom('users')
    .selectAll()
    .where('subdomain_id', '=', subdomainId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw notFound(field, 'person');
  if (row.merged_into_id !== null)
    throw badInput(field, `${row.name || 'This person'} was merged into someone else. Choose them instead.`, {
      reason: 'merged',
    });
  return row;
}

/**
 * A member of the team who may look after ideas: with a licence, and not blocked.
 * @throws BAD_USER_INPUT
 */
export async function findTeamMember(
  tx: Tx,
  subdomainId: string,
  id: string,
  field: string,
): Promise<Selectable<UsersTable>> {
  const row = await findUser(tx, subdomainId, id, field);
  if (!isTeamMember(row.license_type) || row.allowed_state === 'blocked')
    throw badInput(field, 'This person is not a member of the team.');
  return row;
}
