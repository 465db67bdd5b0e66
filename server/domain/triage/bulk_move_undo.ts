import { sql, type Selectable } from 'kysely';
import type { CommandContext } from '../../core/command.ts';
import type { SuggestionsTable } from '../../db/tables.ts';
import { noteHappening } from '../../core/happenings.ts';
import { recountSuggestions } from '../counters/recount.ts';
import { removeFilesTask } from '../attachments/claims.ts';
import type { UndoChange } from '../undo/undo.ts';

/* How the status, the category and the forum of many ideas are kept for undo and undone (docs/decisions/0010-undo.md). */

/** What bulk actions on places read of an idea. */
export type Idea = Pick<
  Selectable<SuggestionsTable>,
  'id' | 'title' | 'forum_id' | 'category_id' | 'status_id' | 'internal_status_id'
>;

/** What the chosen ideas hold; they are locked. Merged ones are left alone: they stand for another idea. */
export async function readChosen(
  { tx, subdomain_id }: CommandContext,
  ids: readonly string[],
): Promise<Idea[]> {
  if (ids.length === 0) return [];
  return tx
    .selectFrom('suggestions')
    .select(['id', 'title', 'forum_id', 'category_id', 'status_id', 'internal_status_id'])
    .where('subdomain_id', '=', subdomain_id)
    .where('id', 'in', [...ids])
    .where('state', 'not in', ['deleted', 'merged'])
    .orderBy('id')
    .execute();
}

/** The two kinds of status differ in their tables and columns alone. */
export const KINDS = {
  status_update: {
    statuses: 'statuses',
    updates: 'status_updates',
    statusColumn: 'status_id',
    lastColumn: 'last_status_update_at',
    html: 'html_body',
    notified: 'supporters_notified',
    oldColumn: 'old_status_id',
    newColumn: 'new_status_id',
    activity: 'status_updated',
    input: 'status',
  },
  internal_status_update: {
    statuses: 'internal_statuses',
    updates: 'internal_status_updates',
    statusColumn: 'internal_status_id',
    lastColumn: 'last_internal_status_update_at',
    html: 'html_text',
    notified: 'teams_notified',
    oldColumn: 'old_internal_status_id',
    newColumn: 'new_internal_status_id',
    activity: 'internal_status_updated',
    input: 'internal_status',
  },
} as const;
export type Kind = keyof typeof KINDS;

/** What an undo entry keeps of a changed status. */
export interface StatusChange {
  kind: Kind;
  status: string | null;
  /** of `after`: the status update that was posted */
  update_id?: string;
}

/**
 * Gives ideas the status back that they had, where it is still the one that was set. Mail that still waits is
 * called back. A status update that told no one goes without a trace; one whose mail went out stays in the feed.
 * @returns ideas that were changed
 */
async function undoStatus(
  context: CommandContext,
  kind: Kind,
  changes: readonly { id: string; before: StatusChange; after: StatusChange }[],
): Promise<number> {
  if (changes.length === 0) return 0;
  const { tx, subdomain_id, now } = context;
  const names = KINDS[kind];
  const wanted = [...new Set(changes.map(({ before }) => before.status).filter((status) => status !== null))];
  const there = new Set(
    wanted.length === 0
      ? []
      : (
          await tx
            .selectFrom(names.statuses)
            .select('id')
            .where('subdomain_id', '=', subdomain_id)
            .where('id', 'in', wanted)
            .where('deleted_at', 'is', null)
            .execute()
        ).map((row) => row.id),
  );
  const possible = changes.filter(({ before }) => before.status === null || there.has(before.status));
  const { rows } = await sql<{ id: string }>`
update suggestions s set ${sql.ref(names.statusColumn)} = d.old, updated_at = greatest(${now}::timestamptz, s.updated_at + interval '1 millisecond')
from unnest(${possible.map(({ id }) => id)}::bigint[], ${possible.map(({ before }) => before.status)}::bigint[], ${possible.map(({ after }) => after.status)}::bigint[]) as d (id, old, new)
where s.subdomain_id = ${subdomain_id} and s.id = d.id and s.state not in ('deleted', 'merged') and s.${sql.ref(names.statusColumn)} is not distinct from d.new
returning s.id::text as id`.execute(tx);
  const changed = rows.map((row) => row.id);
  const updates = possible.filter(({ id }) => changed.includes(id)).map(({ after }) => after.update_id!);
  if (updates.length === 0) return 0;
  const updateColumn = sql.ref(`${kind}_id`);
  const { rows: waiting } = await sql<{ id: string }>`
update mailings m set state = 'called_back', updated_at = ${now}::timestamptz
where m.subdomain_id = ${subdomain_id} and m.${updateColumn} = any(${updates}::bigint[]) and (m.state = 'waiting' or m.state = 'done' and m.expected_count = 0)
returning m.id::text as id`.execute(tx);
  if (waiting.length > 0) {
    await sql`
update deliveries d set state = 'left_out', reason = 'Canceled.'
where d.subdomain_id = ${subdomain_id} and d.mailing_id = any(${waiting.map((row) => row.id)}::bigint[]) and d.state = 'queued'`.execute(
      tx,
    );
  }
  // no one was told by it, since mail that was called back reached no one, and no one has added to it
  const { rows: silent } = await sql<{ id: string }>`
select u.id::text as id from ${sql.table(names.updates)} u
where u.subdomain_id = ${subdomain_id} and u.id = any(${updates}::bigint[])
  and not exists (select 1 from mailings m where m.subdomain_id = ${subdomain_id} and m.${updateColumn} = u.id and m.state <> 'called_back')
  and not exists (select 1 from attachments a where a.subdomain_id = ${subdomain_id} and a.${updateColumn} = u.id and a.updated_at > u.created_at)
  and not exists (select 1 from reactions r where r.subdomain_id = ${subdomain_id} and r.${updateColumn} = u.id)`.execute(
    tx,
  );
  const gone = silent.map((row) => row.id);
  if (gone.length > 0) {
    // files that it came with go, too
    const { rows: files } = await sql<{ storage_key: string; thumb_key: string | null }>`
delete from attachments a where a.subdomain_id = ${subdomain_id} and a.${updateColumn} = any(${gone}::bigint[]) returning a.storage_key, a.thumb_key`.execute(
      tx,
    );
    const keys = [...new Set(files.flatMap((file) => [file.storage_key, file.thumb_key]))].filter(
      (key) => key !== null,
    );
    if (keys.length > 0) await context.enqueue(removeFilesTask, { keys });
    // the mailing stays among those of the idea, and counts for the limit of an hour
    await sql`update mailings m set ${updateColumn} = null where m.subdomain_id = ${subdomain_id} and m.${updateColumn} = any(${gone}::bigint[])`.execute(
      tx,
    );
    await sql`delete from activity_entries a where a.subdomain_id = ${subdomain_id} and a.${updateColumn} = any(${gone}::bigint[])`.execute(
      tx,
    );
    await sql`delete from ${sql.table(names.updates)} u where u.subdomain_id = ${subdomain_id} and u.id = any(${gone}::bigint[])`.execute(
      tx,
    );
  }
  // one that someone has added to stays, and says no more that it goes out
  await sql`
update ${sql.table(names.updates)} u set expected_send_count = 0, ${sql.ref(names.notified)} = false
from mailings m
where u.subdomain_id = ${subdomain_id} and u.id = any(${updates}::bigint[]) and m.subdomain_id = ${subdomain_id} and m.${updateColumn} = u.id and m.state = 'called_back'`.execute(
    tx,
  );
  // dates, and whether the team has answered, are found again from the rows
  await recountSuggestions(tx, subdomain_id, changed);
  return changed.length;
}

/** Where an idea is. */
export interface Placed {
  forum_id: string;
  category_id: string | null;
}

/** What an undo entry keeps of a move: of `before` also the labels that were taken off. */
export interface PlaceChange extends Placed {
  labels?: string[];
}

/** Moves ideas. */
export async function setPlaces(
  { tx, subdomain_id, now }: CommandContext,
  rows: readonly ({ id: string } & Placed)[],
): Promise<void> {
  await sql`
update suggestions s set forum_id = d.forum_id, category_id = d.category_id, updated_at = greatest(${now}::timestamptz, s.updated_at + interval '1 millisecond')
from unnest(${rows.map((row) => row.id)}::bigint[], ${rows.map((row) => row.forum_id)}::bigint[], ${rows.map((row) => row.category_id)}::bigint[]) as d (id, forum_id, category_id)
where s.subdomain_id = ${subdomain_id} and s.id = d.id`.execute(tx);
}

/** The small facts of the feed's line, as suggestion_update writes them. */
export function moveDetails(from: Placed, to: Placed, labels_removed: readonly string[]): string {
  return JSON.stringify({
    ...(from.forum_id === to.forum_id ? {} : { old_forum_id: from.forum_id, new_forum_id: to.forum_id }),
    ...(from.category_id === to.category_id
      ? {}
      : { old_category_id: from.category_id, new_category_id: to.category_id }),
    ...(labels_removed.length > 0 ? { labels_removed } : {}),
  });
}

/** Moves ideas back where they were, where they still are as moved; labels that are there come back. @returns ideas that were changed */
async function undoPlaces(
  context: CommandContext,
  changes: readonly { id: string; before: PlaceChange; after: Placed }[],
): Promise<number> {
  if (changes.length === 0) return 0;
  const { tx, subdomain_id, viewer, now } = context;
  const current = new Map(
    (
      await readChosen(
        context,
        changes.map(({ id }) => id),
      )
    ).map((idea) => [idea.id, idea]),
  );
  const forums = await tx
    .selectFrom('forums')
    .select('id')
    .where('subdomain_id', '=', subdomain_id)
    .where('id', 'in', [...new Set(changes.map(({ before }) => before.forum_id))])
    .where('state', '<>', 'deleted')
    .execute();
  const categoryIds = [...new Set(changes.flatMap(({ before }) => before.category_id ?? []))];
  const categories =
    categoryIds.length === 0
      ? []
      : await tx
          .selectFrom('categories')
          .select(['id', 'forum_id'])
          .where('subdomain_id', '=', subdomain_id)
          .where('id', 'in', categoryIds)
          .execute();
  const back = changes.flatMap(({ id, before, after }) => {
    const idea = current.get(id);
    const isAsMoved =
      idea !== undefined && idea.forum_id === after.forum_id && idea.category_id === after.category_id;
    // a category that was deleted, or moved, since does not come back
    const category_id = categories.some(
      (category) => category.id === before.category_id && category.forum_id === before.forum_id,
    )
      ? before.category_id
      : null;
    return isAsMoved && forums.some((forum) => forum.id === before.forum_id)
      ? [{ id, idea, to: { forum_id: before.forum_id, category_id }, labels: before.labels ?? [] }]
      : [];
  });
  if (back.length === 0) return 0;
  await setPlaces(
    context,
    back.map(({ id, to }) => ({ id, ...to })),
  );
  const pairs = back.flatMap(({ id, labels }) => labels.map((label) => [id, label] as const));
  if (pairs.length > 0) {
    await sql`
insert into suggestion_labels (subdomain_id, suggestion_id, label_id, created_at)
select ${subdomain_id}::bigint, d.suggestion_id, l.id, ${now}::timestamptz
from unnest(${pairs.map(([id]) => id)}::bigint[], ${pairs.map(([, label]) => label)}::bigint[]) as d (suggestion_id, label_id)
join labels l on l.subdomain_id = ${subdomain_id} and l.id = d.label_id
on conflict (subdomain_id, suggestion_id, label_id) do nothing`.execute(tx);
  }
  const entries = await tx
    .insertInto('activity_entries')
    .values(
      back.map(({ id, idea, to }) => ({
        subdomain_id,
        suggestion_id: id,
        kind: 'suggestion_updated',
        user_id: viewer.user_id,
        created_at: now,
        details: moveDetails(idea, to, []),
      })),
    )
    .returning('id')
    .execute();
  noteHappening(
    tx,
    'suggestion_updated',
    entries.map((entry) => entry.id),
  );
  return back.length;
}

/** What of a bulk action's changes is of status, category or forum. */
export const isOfPlaces = ({ table, before }: UndoChange): boolean =>
  table === 'suggestions' && ('kind' in before || 'forum_id' in before);

/**
 * Takes changes of status, category and forum back; the ideas are locked and watched by the caller's counters.
 * @returns ideas that were changed
 */
export async function undoBulkPlaces(
  context: CommandContext,
  changes: readonly UndoChange[],
): Promise<number> {
  const statuses = changes.filter(({ before }) => 'kind' in before) as unknown as {
    id: string;
    before: StatusChange;
    after: StatusChange;
  }[];
  const places = changes.filter(({ before }) => 'forum_id' in before) as unknown as {
    id: string;
    before: PlaceChange;
    after: Placed;
  }[];
  let count = await undoPlaces(context, places);
  for (const kind of Object.keys(KINDS) as Kind[])
    count += await undoStatus(
      context,
      kind,
      statuses.filter(({ before }) => before.kind === kind),
    );
  return count;
}
