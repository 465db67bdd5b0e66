/** The ideas of a list that is chosen by hand: which they are, and in what order. */
import { sql } from 'kysely';
import { graphqlLimits } from '../../../contract/limits.ts';
import { savedViewLimits } from '../../../contract/saved_views.ts';
import { HIDDEN_SUGGESTION_STATES } from '../../../contract/states.ts';
import { defineCommand, type CommandContext } from '../../core/command.ts';
import { badInput, notFound } from '../../core/errors.ts';
import { idInput, idListInput, nullable, required } from '../../inputs/kinds.ts';
import { nextUpdatedAt } from '../../listing/optimistic_lock.ts';
import { rowsOf } from '../../sql/kysely.ts';
import { selectIdeas, selectionInputs } from '../ideas/selection.ts';
import { canKeepViews, lockEditable, tell, type ViewRow } from './held_view.ts';

export const inSuggestionIds = idListInput(
  'Ideas of a list that is chosen by hand, in their order.',
  graphqlLimits.idsPerArgument,
);

/** A list whose ideas are chosen by hand. */
async function lockManual(context: CommandContext, id: string): Promise<ViewRow> {
  const row = await lockEditable(context, id);
  if (row.sub_kind !== 'manual')
    throw badInput('id', 'The ideas of this list follow from its filters: change those instead.');
  return row;
}

async function touch({ tx, subdomain_id, now }: CommandContext, row: ViewRow): Promise<void> {
  await tx
    .updateTable('saved_views')
    .set({ updated_at: nextUpdatedAt(row, now) })
    .where('subdomain_id', '=', subdomain_id)
    .where('id', '=', row.id)
    .execute();
}

/** Ideas of these that are there to be seen, in the same order; others are left out. */
async function livingIdeas({ tx, subdomain_id }: CommandContext, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await tx
    .selectFrom('suggestions')
    .select('id')
    .where('subdomain_id', '=', subdomain_id)
    .where('id', 'in', [...ids])
    .where('state', 'not in', HIDDEN_SUGGESTION_STATES)
    .execute();
  const living = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => living.has(id));
}

/**
 * Makes these the ideas of a list, in their order.
 * @throws BAD_USER_INPUT when one of them is not there to be seen, or there are too many
 */
export async function writeIdeas(context: CommandContext, id: string, ids: readonly string[]): Promise<void> {
  const { tx, subdomain_id } = context;
  if ((await livingIdeas(context, ids)).length < ids.length) throw notFound('suggestion_ids', 'idea');
  await tx
    .deleteFrom('saved_view_suggestions')
    .where('subdomain_id', '=', subdomain_id)
    .where('saved_view_id', '=', id)
    .where('suggestion_id', 'not in', ids.length > 0 ? [...ids] : ['0'])
    .execute();
  if (ids.length === 0) return;
  await append(context, id, ids, 'suggestion_ids');
  await order(context, id, ids);
}

/**
 * Puts ideas behind those of a list; those that are in it stay where they are.
 * @param field input that names them
 * @returns how many came
 */
async function append(
  { tx, subdomain_id, now }: CommandContext,
  id: string,
  ids: readonly string[],
  field: string,
): Promise<number> {
  if (ids.length === 0) return 0;
  const { rows } = await sql<{ n: number }>`
insert into saved_view_suggestions (subdomain_id, saved_view_id, suggestion_id, position, created_at)
select ${subdomain_id}, ${id}, x.id, (select coalesce(max(m.position), 0) from saved_view_suggestions m where m.subdomain_id = ${subdomain_id} and m.saved_view_id = ${id}) + x.place, ${now}
from unnest(${[...ids]}::bigint[]) with ordinality as x (id, place)
on conflict (subdomain_id, saved_view_id, suggestion_id) do nothing returning 1 as n`.execute(tx);
  const { count } = await tx
    .selectFrom('saved_view_suggestions')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('subdomain_id', '=', subdomain_id)
    .where('saved_view_id', '=', id)
    .executeTakeFirstOrThrow();
  if (Number(count) > savedViewLimits.ideas)
    throw badInput(field, `A list holds at most ${savedViewLimits.ideas.toLocaleString('en')} ideas.`, {
      reason: 'too_many',
    });
  return rows.length;
}

/** Gives ideas of a list places in this order, from 1. */
async function order(
  { tx, subdomain_id }: CommandContext,
  id: string,
  ids: readonly string[],
): Promise<void> {
  await sql`
update saved_view_suggestions m set position = x.place
from unnest(${[...ids]}::bigint[]) with ordinality as x (id, place)
where m.subdomain_id = ${subdomain_id} and m.saved_view_id = ${id} and m.suggestion_id = x.id and m.position <> x.place`.execute(
    tx,
  );
}

/** Ideas of a list that can still be put into one, in its order. */
export async function ideasOf({ tx, subdomain_id }: CommandContext, id: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('saved_view_suggestions as m')
    .innerJoin('suggestions as s', (join) =>
      join.onRef('s.subdomain_id', '=', 'm.subdomain_id').onRef('s.id', '=', 'm.suggestion_id'),
    )
    .select('m.suggestion_id')
    .where('m.subdomain_id', '=', subdomain_id)
    .where('s.subdomain_id', '=', subdomain_id)
    .where('m.saved_view_id', '=', id)
    .where('s.state', 'not in', HIDDEN_SUGGESTION_STATES)
    .orderBy('m.position')
    .orderBy('m.suggestion_id')
    .execute();
  return rows.map((row) => row.suggestion_id);
}

const added = 'Ideas come behind those that are there; those that are in it stay where they are.';

export const savedViewAddSuggestions = defineCommand({
  name: 'saved_view_add_suggestions',
  description: `Puts ideas into a list that is chosen by hand. ${added} It answers how many came.`,
  requires: canKeepViews,
  input: { id: required(idInput('The list.')), ...selectionInputs },
  returns: { type: 'Int!' },
  run: async (input, context) => {
    const { tx, viewer } = context;
    const row = await lockManual(context, input.id);
    const ids = await selectIdeas(viewer, input, (statement) => rowsOf(tx, statement));
    if (ids.length === 0) throw notFound('ids', 'idea');
    const count = await append(context, row.id, await livingIdeas(context, ids), 'ids');
    await touch(context, row);
    await context.audit('saved_view_add_suggestions', row.id, { name: row.name, ideas: count });
    await tell(context, [row.id]);
    return count;
  },
});

export const savedViewRemoveSuggestions = defineCommand({
  name: 'saved_view_remove_suggestions',
  description: 'Takes ideas out of a list that is chosen by hand. It answers how many went.',
  requires: canKeepViews,
  input: { id: required(idInput('The list.')), ...selectionInputs },
  returns: { type: 'Int!' },
  run: async (input, context) => {
    const { tx, subdomain_id, viewer } = context;
    const row = await lockManual(context, input.id);
    const ids = await selectIdeas(viewer, input, (statement) => rowsOf(tx, statement));
    const gone =
      ids.length === 0
        ? []
        : await tx
            .deleteFrom('saved_view_suggestions')
            .where('subdomain_id', '=', subdomain_id)
            .where('saved_view_id', '=', row.id)
            .where('suggestion_id', 'in', ids)
            .returning('suggestion_id')
            .execute();
    await touch(context, row);
    await context.audit('saved_view_remove_suggestions', row.id, { name: row.name, ideas: gone.length });
    await tell(context, [row.id]);
    return gone.length;
  },
});

export const savedViewMoveSuggestions = defineCommand({
  name: 'saved_view_move_suggestions',
  description: 'Moves ideas within a list that is chosen by hand: before one of it, or to its end.',
  requires: canKeepViews,
  input: {
    id: required(idInput('The list.')),
    suggestion_ids: required(inSuggestionIds),
    before: nullable(idInput('Idea of the list; null or not given: the end.')),
  },
  returns: { entity: 'saved_view' },
  run: async ({ id, suggestion_ids, before = null }, context) => {
    const { tx, subdomain_id } = context;
    const row = await lockManual(context, id);
    const held = await tx
      .selectFrom('saved_view_suggestions')
      .select('suggestion_id')
      .where('subdomain_id', '=', subdomain_id)
      .where('saved_view_id', '=', id)
      .orderBy('position')
      .orderBy('suggestion_id')
      .execute();
    const all = held.map(({ suggestion_id }) => suggestion_id);
    if (suggestion_ids.some((one) => !all.includes(one)))
      throw notFound('suggestion_ids', 'idea of the list');
    if (before !== null && (!all.includes(before) || suggestion_ids.includes(before)))
      throw notFound('before', 'idea of the list');
    const moved = new Set(suggestion_ids);
    const rest = all.filter((one) => !moved.has(one));
    const at = before === null ? rest.length : rest.indexOf(before);
    await order(context, id, [...rest.slice(0, at), ...suggestion_ids, ...rest.slice(at)]);
    await touch(context, row);
    await context.audit('saved_view_move_suggestions', id, { name: row.name, ideas: suggestion_ids.length });
    await tell(context, [id]);
    return id;
  },
});
