import { sql } from 'kysely';
import { mergeLimits } from '../../../contract/limits.ts';
import { badInput } from '../../core/errors.ts';
import { idInput, idListInput, required } from '../../inputs/kinds.ts';
import { defineQuery } from '../../core/query.ts';
import { shape } from '../../core/shape.ts';
import { readRight } from '../../core/viewer.ts';

/** What would a merge do? (DEC-121) Asked before it is confirmed. */
export const mergePreview = defineQuery({
  name: 'merge_preview',
  description: 'What merging ideas into another one would move. Ideas that are not there move nothing.',
  requires: readRight('feedback'),
  args: {
    winner: required(idInput('Idea that stays.')),
    losers: required(idListInput('Ideas that would be merged into it.', mergeLimits.ideasAtOnce)),
  },
  returns: 'MergePreview!',
  reads: [
    'supporters',
    'comments',
    'feedback_records',
    'notes',
    'internal_flags',
    'status_updates',
    'internal_status_updates',
    'suggestion_labels',
    'labels.full_name',
    'label_forums',
    'suggestions.forum_id',
  ],
  shapes: [
    shape('MergePreview', 'What a merge would move.', {
      supporters_before: { type: 'Int!', description: 'Supporters of the winner now.' },
      supporters_moving: { type: 'Int!', description: 'Supporters of the others now, each idea counted.' },
      supporters_common: {
        type: 'Int!',
        description: 'How often one person supports more than one of the ideas: these are counted once.',
      },
      supporters_after: { type: 'Int!', description: 'Supporters of the winner after the merge.' },
      comments_count: { type: 'Int!', description: 'Visible comments that move.' },
      feedback_records_count: { type: 'Int!', description: 'Feedback records that move.' },
      labels_added: { type: '[String!]!', description: 'Labels that the winner gets.' },
      labels_left: {
        type: '[String!]!',
        description: 'Labels that it does not get, since its forum does not use them.',
      },
      stays_count: {
        type: 'Int!',
        description: 'Notes, flags and status updates that stay with the merged ideas.',
      },
    }),
  ],
  run: async ({ winner, losers }, { scope }) => {
    if (losers.includes(winner))
      throw badInput('losers', 'An idea cannot be merged into itself. Choose another one.');
    const sid = scope.viewer.subdomain_id;
    const list = sql`${[...losers]}::bigint[]`;
    const labels = (
      isAllowed: boolean,
    ) => sql`coalesce((select array_agg(l.full_name order by lower(l.full_name)) from labels l
  where l.subdomain_id = ${sid} and exists (select 1 from suggestion_labels x where x.subdomain_id = ${sid} and x.suggestion_id = any(${list}) and x.label_id = l.id)
    and not exists (select 1 from suggestion_labels x where x.subdomain_id = ${sid} and x.suggestion_id = ${winner} and x.label_id = l.id)
    and ${isAllowed ? sql`` : sql`not `}(not exists (select 1 from label_forums f where f.subdomain_id = ${sid} and f.label_id = l.id)
      or exists (select 1 from label_forums f join suggestions s on s.subdomain_id = ${sid} and s.forum_id = f.forum_id where f.subdomain_id = ${sid} and f.label_id = l.id and s.id = ${winner}))), '{}')`;
    const { rows } = await sql<
      Record<string, number> & {
        supporters_before: number;
        supporters_moving: number;
        supporters_after: number;
      }
    >`
select
  (select count(*)::int from supporters x where x.subdomain_id = ${sid} and x.suggestion_id = ${winner}) as supporters_before,
  (select count(*)::int from supporters x where x.subdomain_id = ${sid} and x.suggestion_id = any(${list})) as supporters_moving,
  (select count(distinct x.user_id)::int from supporters x where x.subdomain_id = ${sid} and x.suggestion_id = any(${[winner, ...losers]}::bigint[])) as supporters_after,
  (select count(*)::int from comments c where c.subdomain_id = ${sid} and c.suggestion_id = any(${list}) and c.state in ('published', 'approved')) as comments_count,
  (select count(*)::int from feedback_records f where f.subdomain_id = ${sid} and f.suggestion_id = any(${list}) and f.state = 'active') as feedback_records_count,
  ${labels(true)} as labels_added,
  ${labels(false)} as labels_left,
  (select count(*)::int from notes n where n.subdomain_id = ${sid} and n.suggestion_id = any(${list}) and n.deleted_at is null)
    + (select count(*)::int from internal_flags g where g.subdomain_id = ${sid} and g.suggestion_id = any(${list}))
    + (select count(*)::int from status_updates u where u.subdomain_id = ${sid} and u.suggestion_id = any(${list}))
    + (select count(*)::int from internal_status_updates u where u.subdomain_id = ${sid} and u.suggestion_id = any(${list})) as stays_count`.execute(
      scope.db,
    );
    const row = rows[0]!;
    return {
      ...row,
      supporters_common: row.supporters_before + row.supporters_moving - row.supporters_after,
    };
  },
});
