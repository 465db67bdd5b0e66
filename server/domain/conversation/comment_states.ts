import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { CommandContext } from '../../core/command.ts';
import type { CommentsTable } from '../../db/tables.ts';
import { type Counters } from '../counters/counters.ts';
import { isVisibleComment } from '../counters/numbers.ts';
import { isOfIdeaThere } from './find.ts';
import type { UndoChange } from '../undo/undo.ts';

type CommentRow = Selectable<CommentsTable>;

/**
 * Comments by id, deleted ones too, locked in ascending id until the commit. Locked before their ideas, as everywhere.
 * @param ofIdeasThere leaves out those that are hidden with their ideas
 */
export async function lockComments(
  { tx, subdomain_id }: CommandContext,
  ids: readonly string[],
  ofIdeasThere = false,
): Promise<CommentRow[]> {
  if (ids.length === 0) return [];
  const query = tx
    .selectFrom('comments')
    .selectAll()
    .where('subdomain_id', '=', subdomain_id)
    .where('id', 'in', [...ids]);
  return (ofIdeasThere ? query.where(isOfIdeaThere('comments', subdomain_id)) : query)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

/**
 * Gives comments another state and counts them accordingly.
 * @param rows locked, with the state that each gets
 * @returns what changed, for undo; those that have the state already are left out
 */
export async function setCommentStates(
  { tx, subdomain_id, now }: CommandContext,
  counters: Counters,
  rows: readonly { row: CommentRow; state: string }[],
): Promise<UndoChange[]> {
  const changed = rows.filter(({ row, state }) => row.state !== state);
  if (changed.length === 0) return [];
  await sql`
update comments c set state = d.state, updated_at = greatest(${now}::timestamptz, c.updated_at + interval '1 millisecond')
from unnest(${changed.map(({ row }) => row.id)}::bigint[], ${changed.map(({ state }) => state)}::text[]) as d (id, state)
where c.subdomain_id = ${subdomain_id} and c.id = d.id`.execute(tx);
  for (const { row, state } of changed) {
    if (isVisibleComment(row.state) && !isVisibleComment(state)) counters.commentRemoved(row);
    if (!isVisibleComment(row.state) && isVisibleComment(state)) counters.commentAdded(row);
  }
  return changed.map(({ row, state }): UndoChange => ({
    table: 'comments',
    id: row.id,
    before: { state: row.state },
    after: { state },
  }));
}

/**
 * Gives comments the state back that an action replaced, where it is still the one that the action set.
 * @param changes of the action; those of other records are passed over
 * @returns how many came back
 */
export async function restoreCommentStates(
  context: CommandContext,
  counters: Counters,
  changes: readonly UndoChange[],
): Promise<number> {
  const own = new Map(
    changes
      .filter((change) => change.table === 'comments')
      .map((change) => [
        change.id,
        change as UndoChange & { before: { state: string }; after: { state: string } },
      ]),
  );
  const rows = await lockComments(context, [...own.keys()]);
  const back = rows
    .filter((row) => row.state === own.get(row.id)!.after.state)
    .map((row) => ({ row, state: own.get(row.id)!.before.state }));
  return (await setCommentStates(context, counters, back)).length;
}
