import type { Selectable } from 'kysely';
import { isTeamMember } from '../../../contract/permissions.ts';
import { badInput, notFound } from '../../core/errors.ts';
import type { Tx } from '../../sql/kysely.ts';
import type { UsersTable } from '../../db/tables.ts';

/**
 * A person of the tenant.
 * @param field input that names them
 * @throws BAD_USER_INPUT when there is none; foreign and unknown ids answer alike
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
