import { sql } from 'kysely';
import type { CommandContext } from '../../core/command.ts';
import { badInput } from '../../core/errors.ts';
import type { Scope } from '../../core/scope.ts';
import { defineTask } from '../../core/task.ts';
import type { Tx } from '../../sql/kysely.ts';

/** How long a deletion or a bulk action can be undone. */
const UNDO_DAYS = 30;

/** One row that a command changed: what it held before, and what it was given. */
export interface UndoChange {
  table:
    | 'suggestions'
    | 'suggestion_labels'
    | 'supporters'
    | 'subscriptions'
    | 'feedback_records'
    | 'comments'
    | 'notes'
    | 'users'
    | 'external_accounts'
    | 'status_updates'
    | 'forums'
    | 'categories'
    | 'statuses'
    | 'labels'
    | 'saved_views'
    | 'articles'
    | 'impact_reports'
    | 'features';
  /** id of the record, or of the idea whose side row it is */
  id: string;
  before: object;
  after?: object;
}

/**
 * Remembers what a command changed, in its transaction.
 * @returns id for taking it back; null when the system itself acts, which takes nothing back
 */
export async function recordUndo(
  context: CommandContext,
  command: string,
  changes: readonly UndoChange[],
): Promise<string | null> {
  if (context.viewer.user_id === null || changes.length === 0) return null;
  const row = await context.tx
    .insertInto('undo_entries')
    .values({
      subdomain_id: context.subdomain_id,
      user_id: context.viewer.user_id,
      command,
      changes: JSON.stringify(changes),
      created_at: context.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** The command of entries that an import writes. They are no actions of their own: the import is undone as a whole. */
const IMPORT = 'import';

/** Remembers what a batch of an import changed or made, in its transaction; the ids alone of what it made. */
export async function recordImportChanges(
  tx: Tx,
  scope: Scope,
  import_id: string,
  changes: readonly UndoChange[],
): Promise<void> {
  await tx
    .insertInto('undo_entries')
    .values({
      subdomain_id: scope.viewer.subdomain_id,
      user_id: scope.viewer.user_id,
      command: IMPORT,
      import_id,
      changes: JSON.stringify(changes),
      created_at: scope.now(),
    })
    .execute();
}

/** Until when an import that ended at a time can be undone. */
export const undoableUntil = (ended: Date): Date => new Date(ended.getTime() + UNDO_DAYS * 86_400_000);

/** What was done after this time can be undone. */
export const undoableSince = (now: Date): Date => new Date(now.getTime() - UNDO_DAYS * 86_400_000);

/**
 * Takes the entry of a bulk action, once. To be called first: who takes something back holds the
 * entry before the records and ideas that it names.
 * @throws BAD_USER_INPUT when there is none of this tenant, when it is older than 30 days, or was undone before
 */
export async function takeUndo(
  context: CommandContext,
  id: string,
  commands: readonly string[],
): Promise<UndoChange[]> {
  const row = await context.tx
    .updateTable('undo_entries')
    .set({ undone_at: context.now })
    .where('subdomain_id', '=', context.subdomain_id)
    .where('id', '=', id)
    .where('command', 'in', [...commands])
    .where('undone_at', 'is', null)
    .where('created_at', '>', undoableSince(context.now))
    .returning('changes')
    .executeTakeFirst();
  if (!row)
    throw badInput(
      'id',
      `This can no longer be undone: it is older than ${UNDO_DAYS} days, was already undone, or is unknown.`,
      { reason: 'not_found', httpStatus: 404 },
    );
  return row.changes as UndoChange[];
}

/**
 * Takes the newest entry of one of the commands that deleted (or hid) a record; to be called first.
 * @param before further columns of the changed row, for records that their id alone does not tell apart
 * @returns the changes of that command; all of them when it was about this record alone, else those of this record
 * @throws BAD_USER_INPUT when there is none of the last 30 days
 */
export async function takeUndoOf(
  context: CommandContext,
  commands: readonly string[],
  table: UndoChange['table'],
  id: string,
  what: string,
  before: Record<string, unknown> = {},
): Promise<UndoChange[]> {
  const changes = await takeUndoIfAny(context, commands, table, id, before);
  if (changes === null)
    throw badInput(
      'id',
      `This ${what} can no longer be restored: it was deleted more than ${UNDO_DAYS} days ago, or is unknown.`,
      { reason: 'not_found', httpStatus: 404 },
    );
  return changes;
}

/** The same, where there need be none: then null. */
export async function takeUndoIfAny(
  context: CommandContext,
  commands: readonly string[],
  table: UndoChange['table'],
  id: string,
  before: Record<string, unknown> = {},
): Promise<UndoChange[] | null> {
  const { rows } = await sql<{ id: string; changes: UndoChange[] }>`
select u.id::text as id, u.changes from undo_entries u
where u.subdomain_id = ${context.subdomain_id} and u.created_at > ${undoableSince(context.now)} and u.undone_at is null and u.command = any(${[...commands]}::text[])
  and u.changes @> ${JSON.stringify([{ table, id, before }])}::jsonb
order by u.id desc limit 1 for update`.execute(context.tx);
  const [row] = rows;
  const own = row?.changes.filter((change) => change.table === table && change.id === id) ?? [];
  if (!row || own.length === 0) return null;
  const isAlone = row.changes.every((change) => change.table !== table || change.id === id);
  if (!isAlone) return own;
  await context.tx
    .updateTable('undo_entries')
    .set({ undone_at: context.now })
    .where('subdomain_id', '=', context.subdomain_id)
    .where('id', '=', row.id)
    .execute();
  return row.changes;
}

/** Nightly, per tenant: what can no longer be undone is forgotten. */
export const pruneUndoTask = defineTask({
  name: 'prune_undo',
  description: `Remove undo history older than ${UNDO_DAYS} days`,
  run: async (_payload, { scope }) => {
    await scope.write(async (tx) => {
      await tx
        .deleteFrom('undo_entries')
        .where('subdomain_id', '=', scope.viewer.subdomain_id)
        .where('created_at', '<=', undoableSince(scope.now()))
        .execute();
      // who was merged still leads to whom; what went over, and what the two were, is no longer needed
      await tx
        .updateTable('user_merges')
        .set({ moved: null, winner_before: '{}', loser_before: '{}', winner_after: '{}' })
        .where('subdomain_id', '=', scope.viewer.subdomain_id)
        .where('created_at', '<=', undoableSince(scope.now()))
        .where('moved', 'is not', null)
        .execute();
    });
  },
});
