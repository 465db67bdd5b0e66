import { canRead, canUseConsole } from '../../../../contract/permissions.ts';
import type { CommandContext } from '../../../core/command.ts';
import { badInput, notFound } from '../../../core/errors.ts';
import { permissionsOf } from '../viewer.ts';

/**
 * Refuses people with whom nothing about ideas can be shared.
 * @param ids as given in user_ids
 * @throws BAD_USER_INPUT naming one who is not there, cannot open the console, or may not see ideas
 */
export async function refuseOutsiders(
  { tx, subdomain_id }: CommandContext,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  const { core_access } = await tx
    .selectFrom('subdomains')
    .select('core_access')
    .where('id', '=', subdomain_id)
    .executeTakeFirstOrThrow();
  const rows = await tx
    .selectFrom('users')
    .select(['id', 'license_type', 'allowed_state', 'name', 'email_address', 'permissions'])
    .where('subdomain_id', '=', subdomain_id)
    .where('id', 'in', [...ids])
    .execute();
  if (rows.length < ids.length) throw notFound('user_ids', 'person');
  const outside = rows.find(
    (row) =>
      row.allowed_state === 'blocked' || !canUseConsole({ license_type: row.license_type, core_access }),
  );
  if (outside)
    throw badInput(
      'user_ids',
      `${outside.name ?? outside.email_address ?? 'This person'} cannot open the console, so nothing can be shared with them.`,
      { reason: 'no_console' },
    );
  const blind = rows.find(
    (row) =>
      !canRead(
        permissionsOf(row.license_type, row.permissions as Parameters<typeof permissionsOf>[1]),
        'feedback',
      ),
  );
  if (blind)
    throw badInput(
      'user_ids',
      `${blind.name ?? blind.email_address ?? 'This person'} may not see ideas, so nothing of them can be shared with them.`,
      { reason: 'no_ideas' },
    );
}
