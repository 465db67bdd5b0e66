import { defineEntity } from '../../core/entity.ts';
import { filter } from '../../listing/filters.ts';
import { float, id, int, belongsTo, text, time } from '../../core/fields.ts';
import { idListInput } from '../../inputs/kinds.ts';
import { readRight } from '../../core/viewer.ts';
import { LIVE_SQL } from '../ideas/suggestion.ts';

const side = (t: string, column: string): string =>
  `exists (select 1 from suggestions mc where mc.subdomain_id = $1 and mc.id = ${t}.${column} and ${LIVE_SQL('mc')})`;

/** Condition of a suggestion to merge that stands: no one has dismissed or followed it, and both ideas are there. */
export const OPEN_CANDIDATE_SQL = (t: string): string =>
  `(${t}.state = 'open' and ${side(t, 'suggestion_id')} and ${side(t, 'other_suggestion_id')})`;

const common = (t: string): string =>
  `(select count(*)::int from supporters ms join supporters mo on mo.subdomain_id = $1 and mo.suggestion_id = ${t}.other_suggestion_id and mo.user_id = ms.user_id where ms.subdomain_id = $1 and ms.suggestion_id = ${t}.suggestion_id)`;

/** Two ideas that may be the same; each pair stands once, the smaller id first. */
export const mergeCandidate = defineEntity({
  name: 'merge_candidate',
  plural: 'merge_candidates',
  table: 'merge_candidates',
  key: ['suggestion_id', 'other_suggestion_id'],
  description: 'Two ideas that the search for duplicates thinks are the same.',
  requires: readRight('feedback'),
  visible: OPEN_CANDIDATE_SQL,
  fields: {
    id: id('The two ids, for telling candidates apart.', {
      sql: (c) => `${c.t}.suggestion_id || '-' || ${c.t}.other_suggestion_id`,
    }),
    score: float('How much of the one the other covers, 0 to 1.'),
    reason: text('Why, as a sentence.', {
      sql: (c) =>
        `${c.t}.reason || coalesce((select '; ' || k.n || case when k.n = 1 then ' supporter' else ' supporters' end || ' in common' from (select ${common(c.t)} as n) k where k.n > 0), '')`,
    }),
    common_supporters_count: int('People who support both.', { sql: (c) => common(c.t) }),
    suggestion: belongsTo('suggestion', 'suggestion_id', 'The older idea.'),
    other_suggestion: belongsTo('suggestion', 'other_suggestion_id', 'The younger idea.'),
    created_at: time('When it was found.'),
  },
  list: {
    filters: {
      suggestion: filter(
        idListInput('Naming these ideas.'),
        (ids, c) =>
          `(${c.t}.suggestion_id = any(${c.w.value(ids)}::bigint[]) or ${c.t}.other_suggestion_id = any(${c.w.value(ids)}::bigint[]))`,
      ),
    },
    sorts: { score: { by: (t) => `${t}.score`, indexed: true } },
    defaultSort: '-score',
  },
});
