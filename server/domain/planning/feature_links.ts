import { sql } from 'kysely';
import { featureLimits } from '../../../contract/features.ts';
import { markChanged } from '../../core/changes.ts';
import { defineCommand, type CommandContext } from '../../core/command.ts';
import { badInput, notFound } from '../../core/errors.ts';
import { idInput, idListInput, required } from '../../inputs/kinds.ts';
import { Counters } from '../counters/counters.ts';
import { lockFeatures, noteEvents } from './feature_commands.ts';
import { canLinkIdeas } from './rights.ts';

/** @throws BAD_USER_INPUT when one of the ideas, which are held, is deleted or unknown, spam or merged into another one */
async function refuseGone({ tx, subdomain_id }: CommandContext, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const rows = await tx
    .selectFrom('suggestions')
    .select(['title', 'state'])
    .where('subdomain_id', '=', subdomain_id)
    .where('id', 'in', ids)
    .where('state', '<>', 'deleted')
    .execute();
  if (rows.length < ids.length) throw notFound('suggestion_ids', 'idea');
  const gone = rows.find((row) => row.state === 'merged' || row.state === 'spam');
  if (gone)
    throw badInput(
      'suggestion_ids',
      gone.state === 'merged'
        ? `The idea “${gone.title}” was merged into another one. Link that one.`
        : `The idea “${gone.title}” is marked as spam.`,
      { reason: gone.state },
    );
}

/** Links ideas to a feature and takes ideas out of it (DEC-120). */
export const featureSuggestionsUpdate = defineCommand({
  name: 'feature_suggestions_update',
  description:
    'Links ideas to a feature and takes ideas out of it, all or none. Those that are linked already, and those that are not there to be taken out, are passed over.',
  requires: canLinkIdeas,
  input: {
    id: required(idInput('The feature.')),
    suggestion_ids: idListInput('Ideas to link.', featureLimits.ideasAtOnce),
    remove_suggestion_ids: idListInput('Ideas to take out.', featureLimits.ideasAtOnce),
  },
  returns: { entity: 'feature' },
  run: async (input, context) => {
    const { tx, subdomain_id, viewer, now } = context;
    const add = [...new Set(input.suggestion_ids ?? [])];
    const remove = [...new Set(input.remove_suggestion_ids ?? [])];
    if (add.length + remove.length === 0)
      throw badInput('suggestion_ids', 'Choose at least one idea.', { reason: 'required' });
    if (add.some((id) => remove.includes(id)))
      throw badInput('remove_suggestion_ids', 'An idea cannot be linked and taken out at once.');
    const counters = new Counters(tx, subdomain_id, now);
    await counters.watch([...add, ...remove]);
    await refuseGone(context, add);
    await lockFeatures(context, [input.id]);
    const { rows: linked } = await sql<{ id: string }>`
insert into feature_suggestions (subdomain_id, feature_id, suggestion_id, user_id, created_at)
select ${subdomain_id}::bigint, ${input.id}::bigint, d.id, ${viewer.user_id}::bigint, ${now}::timestamptz from unnest(${add}::bigint[]) with ordinality as d (id, n) order by d.n
on conflict (subdomain_id, feature_id, suggestion_id) do nothing returning suggestion_id::text as id`.execute(
      tx,
    );
    const { rows: unlinked } = await sql<{ id: string }>`
delete from feature_suggestions l where l.subdomain_id = ${subdomain_id} and l.feature_id = ${input.id} and l.suggestion_id = any(${remove}::bigint[])
returning l.suggestion_id::text as id`.execute(tx);
    if (linked.length > 0) {
      const { count } = await tx
        .selectFrom('feature_suggestions')
        .select((eb) => eb.fn.countAll<string>().as('count'))
        .where('subdomain_id', '=', subdomain_id)
        .where('feature_id', '=', input.id)
        .executeTakeFirstOrThrow();
      if (Number(count) > featureLimits.ideas)
        throw badInput(
          'suggestion_ids',
          `A feature is made of at most ${featureLimits.ideas.toLocaleString('en')} ideas.`,
          {
            reason: 'too_many',
          },
        );
    }
    await noteEvents(
      context,
      (
        [
          ['linked', linked],
          ['unlinked', unlinked],
        ] as const
      ).flatMap(([kind, rows]) =>
        rows.length === 0
          ? []
          : [{ feature_id: input.id, kind, suggestion_id: rows[0]!.id, count: rows.length }],
      ),
    );
    if (linked.length + unlinked.length > 0) {
      await context.audit('feature_suggestions_update', input.id, {
        added: linked.map((row) => row.id),
        removed: unlinked.map((row) => row.id),
      });
      markChanged(tx, 'feature', [input.id]);
      counters.featureLinked(input.id);
    }
    await counters.write();
    return input.id;
  },
});
