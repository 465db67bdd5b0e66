import type { AuditAction } from '../../../contract/audit.ts';
import { sql } from 'kysely';
import { inIfUpdatedAt, nextUpdatedAt, assertNotModified } from '../../listing/optimistic_lock.ts';
import { defineCommand, type CommandContext } from '../../core/command.ts';
import { badInput } from '../../core/errors.ts';
import { idInput, idListInput, nullable, required } from '../../inputs/kinds.ts';
import { shape } from '../../core/shape.ts';
import { writeRight } from '../../core/viewer.ts';
import { findTeamMember } from '../account/find.ts';
import { Counters } from '../counters/counters.ts';
import { findLabels, findSuggestion } from '../ideas/find.ts';
import { selectIdeas, selectionInputs, type Selected } from '../ideas/selection.ts';
import { isOfPlaces, undoBulkPlaces } from './bulk_move_undo.ts';
import { restoreCommentStates } from '../conversation/comment_states.ts';
import { currentSuggestion } from '../conversation/idea_commands.ts';
import { takeMergesBack } from '../merge/merge.ts';
import { notify, withdrawNotices } from '../notifications/notify.ts';
import { takeSubscriptionsBack } from './subscribe_all_undo.ts';
import { recordUndo, takeUndo, type UndoChange } from '../undo/undo.ts';
import { rowsOf } from '../../sql/kysely.ts';

const LABELS_MAX = 100;
const inOwner = nullable(idInput('Member of the team who looks after it; null: no one.'));
const labelInputs = {
  add: idListInput('Labels to put on.', LABELS_MAX),
  remove: idListInput('Labels to take off.', LABELS_MAX),
};

/** Reads the owner: given, and a member of the team, or null. */
async function readOwner(
  { tx, subdomain_id }: CommandContext,
  owner: string | null | undefined,
): Promise<string | null> {
  if (owner === undefined)
    throw badInput('assigned_owner', 'The assigned owner is required; null for no one.', {
      reason: 'required',
    });
  return owner === null ? null : (await findTeamMember(tx, subdomain_id, owner, 'assigned_owner')).id;
}

/** Gives one idea to a member of the team, or to no one (DEC-120). */
export const suggestionAssign = defineCommand({
  name: 'suggestion_assign',
  description: 'Gives an idea to a member of the team to look after, or to no one.',
  requires: writeRight('feedback'),
  input: { id: required(idInput('Idea.')), assigned_owner: inOwner, if_updated_at: inIfUpdatedAt },
  returns: { entity: 'suggestion' },
  run: async (input, context) => {
    const { tx, subdomain_id, now } = context;
    const counters = new Counters(tx, subdomain_id, now);
    await counters.watch([input.id]);
    const idea = await findSuggestion(tx, subdomain_id, input.id, 'id');
    await assertNotModified(input.if_updated_at, idea, 'idea', () => currentSuggestion(context, idea.id));
    const assigned_owner_id = await readOwner(context, input.assigned_owner);
    if (assigned_owner_id !== idea.assigned_owner_id) {
      await tx
        .updateTable('suggestions')
        .set({ assigned_owner_id, updated_at: nextUpdatedAt(idea, now) })
        .where('subdomain_id', '=', subdomain_id)
        .where('id', '=', idea.id)
        .execute();
      if (assigned_owner_id !== null)
        await notify(context, {
          event: 'admin_assigned',
          user_ids: [assigned_owner_id],
          suggestion_id: idea.id,
        });
      await counters.write();
    }
    return idea.id;
  },
});

interface LabelChange {
  suggestion_id: string;
  added: string[];
  removed: string[];
}

/** Reads which labels go on and off; those that go on are there, active, and not named for both. */
async function readLabels(
  { tx, subdomain_id }: CommandContext,
  input: { add?: string[]; remove?: string[] },
): Promise<{ add: Awaited<ReturnType<typeof findLabels>>; remove: string[] }> {
  const { add = [], remove = [] } = input;
  if (add.length === 0 && remove.length === 0)
    throw badInput('add', 'Name at least one label to put on or to take off.', { reason: 'required' });
  if (add.some((id) => remove.includes(id)))
    throw badInput('remove', 'A label cannot be put on and taken off at once.');
  return { add: await findLabels(tx, subdomain_id, add, 'add'), remove };
}

/**
 * Puts labels on ideas and takes them off. A label that is limited to forums goes only on ideas there.
 * @returns what changed, idea by idea
 */
async function changeLabels(
  { tx, subdomain_id, now }: CommandContext,
  ideas: readonly { id: string; forum_id: string }[],
  add: readonly { id: string; forum_ids: string[] }[],
  remove: readonly string[],
): Promise<LabelChange[]> {
  const changes = new Map<string, LabelChange>();
  const change = (id: string): LabelChange => {
    let known = changes.get(id);
    if (!known) changes.set(id, (known = { suggestion_id: id, added: [], removed: [] }));
    return known;
  };
  const pairs = ideas.flatMap((idea) =>
    add
      .filter((label) => label.forum_ids.length === 0 || label.forum_ids.includes(idea.forum_id))
      .map((label) => [idea.id, label.id] as const),
  );
  if (pairs.length > 0) {
    const { rows } = await sql<{ suggestion_id: string; label_id: string }>`
insert into suggestion_labels (subdomain_id, suggestion_id, label_id, created_at)
select ${subdomain_id}::bigint, d.suggestion_id, d.label_id, ${now}::timestamptz
from unnest(${pairs.map(([idea]) => idea)}::bigint[], ${pairs.map(([, label]) => label)}::bigint[]) as d (suggestion_id, label_id)
on conflict (subdomain_id, suggestion_id, label_id) do nothing
returning suggestion_id::text as suggestion_id, label_id::text as label_id`.execute(tx);
    for (const row of rows) change(row.suggestion_id).added.push(row.label_id);
  }
  if (remove.length > 0 && ideas.length > 0) {
    const rows = await tx
      .deleteFrom('suggestion_labels')
      .where('subdomain_id', '=', subdomain_id)
      .where(
        'suggestion_id',
        'in',
        ideas.map((idea) => idea.id),
      )
      .where('label_id', 'in', [...remove])
      .returning(['suggestion_id', 'label_id'])
      .execute();
    for (const row of rows) change(row.suggestion_id).removed.push(row.label_id);
  }
  const changed = [...changes.keys()];
  // updated_at grows by itself within a millisecond, as nextUpdatedAt does
  if (changed.length > 0) {
    await sql`
update suggestions s set updated_at = greatest(${now}::timestamptz, s.updated_at + interval '1 millisecond')
where s.subdomain_id = ${subdomain_id} and s.id = any(${changed}::bigint[])`.execute(tx);
  }
  return [...changes.values()];
}

/** Labels of one idea (DEC-120). */
export const suggestionLabelsUpdate = defineCommand({
  name: 'suggestion_labels_update',
  description: 'Puts labels on an idea and takes labels off.',
  requires: writeRight('feedback'),
  input: { id: required(idInput('Idea.')), ...labelInputs, if_updated_at: inIfUpdatedAt },
  returns: { entity: 'suggestion' },
  run: async (input, context) => {
    const { tx, subdomain_id, now } = context;
    const counters = new Counters(tx, subdomain_id, now);
    await counters.watch([input.id]);
    const idea = await findSuggestion(tx, subdomain_id, input.id, 'id');
    await assertNotModified(input.if_updated_at, idea, 'idea', () => currentSuggestion(context, idea.id));
    const { add, remove } = await readLabels(context, input);
    const elsewhere = add.find(
      (label) => label.forum_ids.length > 0 && !label.forum_ids.includes(idea.forum_id),
    );
    if (elsewhere)
      throw badInput('add', `The label "${elsewhere.full_name}" is not used in the forum of this idea.`);
    await changeLabels(context, [idea], add, remove);
    await counters.write();
    return idea.id;
  },
});

/** Fields of what bulk actions answer. */
export const BULK_RESULT = {
  changed_count: { type: 'Int!', description: 'Records that it changed.' },
  skipped_count: {
    type: 'Int!',
    description:
      'Chosen records that it left as they were: they had it already, may not have it, or are gone.',
  },
  undo_id: { type: 'ID', description: 'For bulk_undo, within 30 days; null when nothing changed.' },
};

/** What bulk actions answer. */
export const bulkResult = shape('BulkResult', 'What a bulk action did.', BULK_RESULT);

/** The same, as the commands make it. */
export interface BulkAnswer {
  changed_count: number;
  skipped_count: number;
  undo_id: string | null;
}

/** What bulk actions read of an idea. */
export interface ChosenIdea {
  id: string;
  forum_id: string;
  state: string;
  assigned_owner_id: string | null;
}

/** The chosen ideas, locked in ascending id, with where they count remembered. */
export async function lockChosen(
  context: CommandContext,
  counters: Counters,
  chosen: Selected,
): Promise<{ ideas: ChosenIdea[]; chosenCount: number }> {
  const { tx, subdomain_id, viewer } = context;
  const ids = await selectIdeas(viewer, chosen, (statement) => rowsOf(tx, statement));
  const chosenCount = chosen.select_all ? ids.length : chosen.ids!.length;
  if (ids.length === 0) return { ideas: [], chosenCount };
  await counters.watch(ids);
  const ideas = await tx
    .selectFrom('suggestions')
    .select(['id', 'forum_id', 'state', 'assigned_owner_id'])
    .where('subdomain_id', '=', subdomain_id)
    .where('id', 'in', ids)
    .where('state', '<>', 'deleted')
    .orderBy('id')
    .execute();
  return { ideas, chosenCount };
}

/** Notes what a bulk action did, for undo and in the audit log. */
export async function finishBulk(
  context: CommandContext,
  command: AuditAction,
  changes: readonly UndoChange[],
  chosenCount: number,
  details: Record<string, unknown> = {},
): Promise<BulkAnswer> {
  const undo_id = await recordUndo(context, command, changes);
  if (changes.length > 0)
    await context.audit(command, null, { ...details, ids: changes.map((change) => change.id) });
  return { changed_count: changes.length, skipped_count: chosenCount - changes.length, undo_id };
}

/** Sets the owner of ideas where it is still as expected. */
async function setOwners(
  { tx, subdomain_id, now }: CommandContext,
  rows: readonly { id: string; owner: string | null }[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql`
update suggestions s set assigned_owner_id = d.owner, updated_at = greatest(${now}::timestamptz, s.updated_at + interval '1 millisecond')
from unnest(${rows.map((row) => row.id)}::bigint[], ${rows.map((row) => row.owner)}::bigint[]) as d (id, owner)
where s.subdomain_id = ${subdomain_id} and s.id = d.id`.execute(tx);
}

/** Sets the state of ideas. */
export async function setStates(
  { tx, subdomain_id, now }: CommandContext,
  rows: readonly { id: string; state: string }[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql`
update suggestions s set state = d.state, updated_at = greatest(${now}::timestamptz, s.updated_at + interval '1 millisecond')
from unnest(${rows.map((row) => row.id)}::bigint[], ${rows.map((row) => row.state)}::text[]) as d (id, state)
where s.subdomain_id = ${subdomain_id} and s.id = d.id`.execute(tx);
}

/** The owner of many ideas at once. */
export const suggestionsBulkAssign = defineCommand({
  name: 'suggestions_bulk_assign',
  description: 'Gives ideas to a member of the team, or to no one. bulk_undo takes it back for 30 days.',
  requires: writeRight('feedback'),
  input: { ...selectionInputs, assigned_owner: inOwner },
  returns: { type: 'BulkResult' },
  shapes: [bulkResult],
  run: async (input, context) => {
    const owner = await readOwner(context, input.assigned_owner);
    const counters = new Counters(context.tx, context.subdomain_id, context.now);
    const { ideas, chosenCount } = await lockChosen(context, counters, input);
    const changed = ideas.filter((idea) => idea.assigned_owner_id !== owner);
    await setOwners(
      context,
      changed.map(({ id }) => ({ id, owner })),
    );
    const changes = changed.map((idea): UndoChange => ({
      table: 'suggestions',
      id: idea.id,
      before: { assigned_owner_id: idea.assigned_owner_id },
      after: { assigned_owner_id: owner },
    }));
    const answer = await finishBulk(context, 'suggestions_bulk_assign', changes, chosenCount, {
      assigned_owner_id: owner,
    });
    if (owner !== null && answer.undo_id !== null) {
      await notify(context, {
        event: 'admin_bulk_assigned',
        user_ids: [owner],
        bulk_action_id: answer.undo_id,
        objects_changed: answer.changed_count,
      });
    }
    await counters.write();
    return answer;
  },
});

/** Labels of many ideas at once. */
export const suggestionsBulkLabel = defineCommand({
  name: 'suggestions_bulk_label',
  description:
    'Puts labels on ideas and takes labels off; a label that is limited to forums goes only on ideas there. bulk_undo takes it back for 30 days.',
  requires: writeRight('feedback'),
  input: { ...selectionInputs, ...labelInputs },
  returns: { type: 'BulkResult' },
  shapes: [bulkResult],
  run: async (input, context) => {
    const { add, remove } = await readLabels(context, input);
    const counters = new Counters(context.tx, context.subdomain_id, context.now);
    const { ideas, chosenCount } = await lockChosen(context, counters, input);
    const changed = await changeLabels(context, ideas, add, remove);
    const changes = changed.map(({ suggestion_id, added, removed }): UndoChange => ({
      table: 'suggestion_labels',
      id: suggestion_id,
      before: { labels: removed },
      after: { labels: added },
    }));
    const answer = await finishBulk(context, 'suggestions_bulk_label', changes, chosenCount, {
      add: add.map((label) => label.id),
      remove,
    });
    await counters.write();
    return answer;
  },
});

/** Deletes many ideas at once. */
export const suggestionsBulkDelete = defineCommand({
  name: 'suggestions_bulk_delete',
  description:
    'Deletes ideas. bulk_undo takes it back for 30 days, suggestion_restore takes back one of them.',
  requires: writeRight('feedback'),
  input: selectionInputs,
  returns: { type: 'BulkResult' },
  shapes: [bulkResult],
  run: async (input, context) => {
    const counters = new Counters(context.tx, context.subdomain_id, context.now);
    const { ideas, chosenCount } = await lockChosen(context, counters, input);
    await setStates(
      context,
      ideas.map(({ id }) => ({ id, state: 'deleted' })),
    );
    const changes = ideas.map((idea): UndoChange => ({
      table: 'suggestions',
      id: idea.id,
      before: { state: idea.state },
      after: { state: 'deleted' },
    }));
    const answer = await finishBulk(context, 'suggestions_bulk_delete', changes, chosenCount);
    await counters.write();
    return answer;
  },
});

/** What bulk_undo takes back. */
const BULK_COMMANDS = [
  'suggestions_bulk_assign',
  'suggestions_bulk_label',
  'suggestions_bulk_delete',
  'suggestions_bulk_approve',
  'suggestions_bulk_spam',
  'comments_bulk_approve',
  'comments_bulk_spam',
  'comments_bulk_delete',
  'suggestions_bulk_status',
  'suggestions_bulk_category',
  'suggestions_bulk_forum',
  'suggestion_merge',
  'suggestion_subscribe_all',
];

/** Takes a bulk action back: where someone has changed the same since, their change stays. */
export const bulkUndo = defineCommand({
  name: 'bulk_undo',
  description:
    'Takes a bulk action back, once, within 30 days: one of the caller, or, with the same right, one of a colleague. What was changed again since then stays.',
  requires: writeRight('feedback'),
  input: { id: required(idInput('undo_id of the bulk action.')) },
  returns: { type: 'BulkResult' },
  shapes: [bulkResult],
  activity: ['merge_reversed'],
  run: async ({ id }, context) => {
    const { tx, subdomain_id, now } = context;
    const changes = await takeUndo(context, id, BULK_COMMANDS);
    const merges = await takeMergesBack(context, changes);
    if (merges !== null) return { ...merges, undo_id: null } satisfies BulkAnswer;
    const subscriptions = await takeSubscriptionsBack(context, id, changes);
    if (subscriptions !== null) return subscriptions satisfies BulkAnswer;
    const counters = new Counters(tx, subdomain_id, now);
    const commentsBack = await restoreCommentStates(context, counters, changes);
    const ids = changes.filter((change) => change.table !== 'comments').map((change) => change.id);
    await counters.watch(ids);
    const rows =
      ids.length === 0
        ? []
        : await tx
            .selectFrom('suggestions')
            .select(['id', 'forum_id', 'state', 'assigned_owner_id'])
            .where('subdomain_id', '=', subdomain_id)
            .where('id', 'in', ids)
            .execute();
    const current = new Map(rows.map((row) => [row.id, row]));
    const owners: { id: string; owner: string | null }[] = [];
    const states: { id: string; state: string }[] = [];
    // most ideas of one action got the same labels: they are put back together
    const relabel = new Map<string, { ideas: ChosenIdea[]; added: string[]; removed: string[] }>();
    for (const change of changes) {
      if (change.table === 'comments' || isOfPlaces(change)) continue;
      const idea = current.get(change.id)!;
      if (change.table === 'suggestion_labels') {
        const { labels: removed } = change.before as { labels: string[] };
        const { labels: added } = change.after as { labels: string[] };
        const key = JSON.stringify([removed, added]);
        const group = relabel.get(key) ?? { ideas: [], added, removed };
        group.ideas.push(idea);
        relabel.set(key, group);
      } else if ('state' in change.before) {
        if (idea.state === (change.after as { state: string }).state)
          states.push({ id: idea.id, state: (change.before as { state: string }).state });
      } else {
        const { assigned_owner_id: before } = change.before as { assigned_owner_id: string | null };
        const { assigned_owner_id: after } = change.after as { assigned_owner_id: string | null };
        if (idea.assigned_owner_id === after && idea.state !== 'deleted')
          owners.push({ id: idea.id, owner: before });
      }
    }
    let relabelled = 0;
    for (const { ideas, added, removed } of relabel.values()) {
      // a label that was deleted since does not come back
      const there =
        removed.length === 0
          ? []
          : await tx
              .selectFrom('labels')
              .select('id')
              .where('subdomain_id', '=', subdomain_id)
              .where('id', 'in', removed)
              .execute();
      relabelled += (
        await changeLabels(
          context,
          ideas,
          there.map((label) => ({ id: label.id, forum_ids: [] })),
          added,
        )
      ).length;
    }
    await setOwners(context, owners);
    await setStates(context, states);
    const changed_count =
      owners.length +
      states.length +
      relabelled +
      commentsBack +
      (await undoBulkPlaces(context, changes.filter(isOfPlaces)));
    await context.audit('bulk_undo', id, { changed_count });
    await withdrawNotices(context, { bulk_action_id: id });
    await counters.write();
    return {
      changed_count,
      skipped_count: changes.length - changed_count,
      undo_id: null,
    } satisfies BulkAnswer;
  },
});
