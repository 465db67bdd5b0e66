import { defineEntity } from '../../core/entity.ts';
import { belongsTo, float, id, text, time } from '../../core/fields.ts';
import { allOf, readRight, withFeature } from '../../core/viewer.ts';

const dollars = (column: string) => (c: { t: string }) => `${c.t}.${column} / 100.0`;

/** What an account paid from a time on; read inside its account. */
export const accountRevenue = defineEntity({
  name: 'account_revenue',
  plural: 'account_revenues',
  table: 'account_revenues',
  description: 'What an account pays from a time on, until the next entry.',
  requires: allOf(readRight('feedback'), withFeature('account_insights')),
  fields: {
    id: id('Id.'),
    since: time('From this time on.'),
    revenue: float('What the account counts for behind an idea, in USD.', { sql: dollars('revenue_cents') }),
    mrr: float('Monthly recurring revenue in USD.', { sql: dollars('mrr_cents') }),
    change: text(
      'What it is beside the entry before: first, won (nothing before), raised, lowered, lost (nothing from then on) or same.',
      {
        sql: (c) => {
          const [b, t] = [c.w.alias(), c.t];
          return `coalesce((select case when ${b}.revenue_cents = ${t}.revenue_cents then 'same' when ${t}.revenue_cents = 0 then 'lost' when ${b}.revenue_cents = 0 then 'won' when ${t}.revenue_cents > ${b}.revenue_cents then 'raised' else 'lowered' end from account_revenues ${b} where ${b}.subdomain_id = $1 and ${b}.account_id = ${t}.account_id and ${b}.since < ${t}.since order by ${b}.since desc limit 1), 'first')`;
        },
      },
    ),
    source: text('import, api or manual.'),
    created_at: time('When it was entered.'),
    user: belongsTo('user', 'user_id', 'Who entered it; null when an import of the command line did.'),
  },
});
