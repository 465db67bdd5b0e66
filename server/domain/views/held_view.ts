/** What the commands on views share: a view held for a change, and what tells the consoles of it. */
import type { Selectable } from 'kysely';
import type { CommandContext } from '../../core/command.ts';
import { badInput, notFound } from '../../core/errors.ts';
import { readRight } from '../../core/viewer.ts';
import type { SavedViewsTable } from '../../db/tables.ts';
import { publishLive } from '../../live/live.ts';
import { canManageSettings } from '../ideas/rights.ts';

/** Who reads ideas keeps views of them. */
export const canKeepViews = readRight('feedback');

export type ViewRow = Selectable<SavedViewsTable>;

/** Tells the open consoles that views changed; who may not see one gets nothing when they ask for it. */
export function tell({ tx, subdomain_id }: CommandContext, ids: readonly string[]): Promise<void> {
  return publishLive(tx, {
    event: 'changed',
    entity: 'saved_view',
    ids: [...ids],
    subdomain_id,
    user_ids: null,
  });
}

/**
 * A view that the viewer may see.
 * @param isLocked nobody else changes it until the commit
 * @throws BAD_USER_INPUT for one that is not there, for them
 */
export async function readView(
  context: CommandContext,
  id: string,
  field = 'id',
  isLocked = false,
): Promise<ViewRow> {
  const { tx, subdomain_id, viewer } = context;
  const query = tx
    .selectFrom('saved_views')
    .selectAll()
    .where('subdomain_id', '=', subdomain_id)
    .where('id', '=', id)
    .where('deleted_at', 'is', null);
  const row = await (isLocked ? query.forNoKeyUpdate() : query).executeTakeFirst();
  if (!row) throw notFound(field, 'view');
  if (row.owner_id === viewer.user_id || row.is_public || viewer.user_id === null) return row;
  const shared = await tx
    .selectFrom('saved_view_users')
    .select('id')
    .where('subdomain_id', '=', subdomain_id)
    .where('saved_view_id', '=', id)
    .where('user_id', '=', viewer.user_id)
    .where('is_shared', '=', true)
    .executeTakeFirst();
  if (!shared) throw notFound(field, 'view');
  return row;
}

/** `readView`, locked. */
export const lockView = (context: CommandContext, id: string, field = 'id'): Promise<ViewRow> =>
  readView(context, id, field, true);

/** Whether the viewer may change a view: their own; those of all also who manages the settings. */
export const isEditable = (row: ViewRow, { viewer }: CommandContext): boolean =>
  row.owner_id === viewer.user_id || (row.is_public && canManageSettings.allows(viewer));

/** @throws BAD_USER_INPUT for a view of somebody else (DEC-110) */
export async function lockEditable(context: CommandContext, id: string, field = 'id'): Promise<ViewRow> {
  const row = await lockView(context, id, field);
  if (!isEditable(row, context))
    throw badInput(
      field,
      `Only its owner can change the view "${row.name}". Save a view of your own instead.`,
      {
        reason: 'not_editable',
      },
    );
  return row;
}
