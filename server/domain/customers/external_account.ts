import { textLimits } from '../../../contract/limits.ts';
import { changeFilters, columnIds, columnSorts, filter } from '../../listing/filters.ts';
import { defineEntity } from '../../core/entity.ts';
import {
  bigint,
  boolean,
  float,
  floatOrNull,
  id,
  int,
  intOrNull,
  text,
  textOrNull,
  timeOrNull,
  type FieldContext,
} from '../../core/fields.ts';
import { idListInput, textInput } from '../../inputs/kinds.ts';
import { readRight, withFeature } from '../../core/viewer.ts';
import { IDEA_THERE_SQL, LIVE_SQL } from '../ideas/suggestion.ts';

const money = { requires: withFeature('account_insights') };
const dollars = (column: string) => (c: FieldContext) => `${c.t}.${column} / 100.0`;

/** A customer's company, as the sales system knows it, with the revenue that counts behind ideas. */
export const externalAccount = defineEntity({
  name: 'external_account',
  plural: 'external_accounts',
  table: 'external_accounts',
  description: 'A customer account with its revenue.',
  requires: readRight('feedback'),
  fields: {
    id: id('Id.'),
    external_id: textOrNull('Id in the sales system; null when made by hand.'),
    name: text('Name.'),
    plan: textOrNull('Plan; null when unknown.'),
    mrr: float('Monthly recurring revenue in USD.', { ...money, sql: dollars('mrr_cents') }),
    mrr_cents: bigint('Monthly recurring revenue in cents.', money),
    ltv: float('Lifetime value in USD.', { ...money, sql: dollars('ltv_cents') }),
    ltv_cents: bigint('Lifetime value in cents.', money),
    revenue: float(
      'What the account counts for behind an idea, in USD: the monthly revenue unless set on its own.',
      { ...money, sql: dollars('revenue_cents') },
    ),
    nps: floatOrNull(
      "Percent promoters minus percent detractors among the account's people; null when none was asked.",
      {
        sql: (c) =>
          `select round(100.0 * (count(*) filter (where u.satisfaction_score >= 9) - count(*) filter (where u.satisfaction_score <= 6)) / nullif(count(u.satisfaction_score), 0), 1) from users u where u.subdomain_id = $1 and u.account_id = ${c.t}.id`,
      },
    ),
    users_count: int('People of the account.'),
    requests_count: int('Feedback records of its people.'),
    supported_ideas_count: int('Ideas that its people support, without spam.'),
    supporters_count: intOrNull(
      'People of the account who support the idea; only in external_accounts(suggestion: [one id]).',
      {
        sql: (c) => {
          const ideas = c.args['suggestion'];
          if (!Array.isArray(ideas) || ideas.length !== 1) return 'null';
          return `(select sa.supporters_count from suggestion_accounts sa where sa.subdomain_id = $1 and sa.account_id = ${c.t}.id and sa.suggestion_id = ${c.w.value(ideas[0])}::bigint)`;
        },
      },
    ),
    has_internal_flag: boolean('An idea that it supports carries an open flag.', {
      sql: (c) =>
        `exists (select 1 from suggestion_accounts sa join suggestions s on s.subdomain_id = $1 and s.id = sa.suggestion_id where sa.subdomain_id = $1 and sa.account_id = ${c.t}.id and s.internal_flags_count > 0 and ${LIVE_SQL('s')})`,
    }),
    external_created_at: timeOrNull('When it became a customer.'),
    last_active_at: timeOrNull('When one of its people was last seen.'),
    created_at: timeOrNull('When it became known here.'),
    updated_at: timeOrNull('Last change.'),
  },
  byId: true,
  list: {
    filters: {
      id: columnIds('id', idListInput('Only these.')),
      q: filter(
        textInput(
          'Part of the name; of two letters how a word of it begins, of one how it begins.',
          textLimits.searchCharacters,
        ),
        (q, c) => {
          if (q === '') return null;
          const plain = q.toLowerCase().replaceAll(/[\\%_]/g, (sign) => `\\${sign}`);
          const length = [...q].length;
          if (length > 2) return `(lower(${c.t}.name) like ${c.w.value(`%${plain}%`)})`;
          // as with people: two letters make a trigram with the blank before them
          const word = length === 2 ? ` or lower(${c.t}.name) like ${c.w.value(`% ${plain}%`)}` : '';
          return `(lower(${c.t}.name) like ${c.w.value(`${plain}%`)}${word})`;
        },
      ),
      suggestion: filter(
        idListInput('Accounts behind these ideas.'),
        (ids, c) =>
          `(exists (select 1 from suggestion_accounts sa where sa.subdomain_id = $1 and sa.account_id = ${c.t}.id and sa.suggestion_id = any(${c.w.value(ids)}::bigint[]) and ${IDEA_THERE_SQL('sa')}))`,
      ),
      ...changeFilters,
    },
    sorts: {
      revenue: { by: (t) => `${t}.revenue_cents`, indexed: true, requires: money.requires },
      name: { by: (t) => `lower(${t}.name)`, indexed: true },
      id: { by: (t) => `${t}.id`, indexed: true },
      mrr: { by: (t) => `${t}.mrr_cents`, indexed: false, requires: money.requires },
      ltv: { by: (t) => `${t}.ltv_cents`, indexed: false, requires: money.requires },
      ...columnSorts(['users_count', 'requests_count', 'supported_ideas_count', 'created_at', 'updated_at']),
      ...columnSorts(['plan', 'external_id'], { text: true, nullable: true }),
      ...columnSorts(['external_created_at', 'last_active_at'], { nullable: true }),
    },
    defaultSort: 'name',
  },
});
