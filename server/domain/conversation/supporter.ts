import { textLimits } from '../../../contract/limits.ts';
import { columnIds, columnSorts, filter } from '../../listing/filters.ts';
import { defineEntity } from '../../core/entity.ts';
import { boolean, id, int, intOrNull, belongsTo, text, timeOrNull } from '../../core/fields.ts';
import { idListInput, textInput } from '../../inputs/kinds.ts';
import { readRight, withFeature } from '../../core/viewer.ts';
import { IDEA_THERE_SQL } from '../ideas/suggestion.ts';

/** Who stands behind an idea: a person supports an idea once, so the two together are its key. */
export const supporter = defineEntity({
  name: 'supporter',
  plural: 'supporters',
  table: 'supporters',
  key: ['suggestion_id', 'user_id'],
  description: "A person's support of an idea.",
  requires: readRight('feedback'),
  visible: IDEA_THERE_SQL,
  fields: {
    id: id("The person's id.", { sql: (c) => `${c.t}.user_id` }),
    votes: int('Votes given.'),
    channel: text('Where the support came in.'),
    subscribed: boolean('Gets email about the idea.', {
      sql: (c) =>
        `coalesce((select sb.subscribed from subscriptions sb where sb.subdomain_id = $1 and sb.suggestion_id = ${c.t}.suggestion_id and sb.user_id = ${c.t}.user_id), false)`,
    }),
    importance: intOrNull('How important the idea is to them: 1 low, 2 medium, 3 high; null: no answer.', {
      sql: (c) =>
        `select ir.value from importance_responses ir where ir.subdomain_id = $1 and ir.id = ${c.t}.importance_response_id`,
    }),
    user: belongsTo('user', 'user_id', 'The person.'),
    suggestion: belongsTo('suggestion', 'suggestion_id', 'The idea.'),
    created_at: timeOrNull('When it was given; null when undated.'),
  },
  list: {
    filters: {
      suggestion: columnIds('suggestion_id', idListInput('Behind these ideas.')),
      user: columnIds('user_id', idListInput('Of these people.')),
      q: filter(textInput("Part of the person's name or address.", textLimits.searchCharacters), (q, c) => {
        if (q === '') return null;
        const part = c.w.value(`%${q.toLowerCase().replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`);
        return `(exists (select 1 from users u where u.subdomain_id = $1 and u.id = ${c.t}.user_id and (lower(u.name) like ${part} or lower(u.email_address) like ${part})))`;
      }),
    },
    sorts: {
      created_at: { by: (t) => `${t}.created_at`, indexed: true, nullable: true },
      account_revenue: {
        by: (t) =>
          `(select sa.revenue_cents from users su join external_accounts sa on sa.subdomain_id = $1 and sa.id = su.account_id where su.subdomain_id = $1 and su.id = ${t}.user_id)`,
        indexed: false,
        nullable: true,
        requires: withFeature('account_insights'),
      },
      ...columnSorts(['votes', 'channel']),
    },
    defaultSort: '-created_at',
  },
});
