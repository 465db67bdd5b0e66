import { accountOfDomainSql } from '../account/people/same_person.ts';
import { accountLimits, textLimits } from '../../../contract/limits.ts';
import { changeFilters, columnIds, columnSorts, filter, flag } from '../../listing/filters.ts';
import { expressionFilter } from '../../listing/expression.ts';
import { ACCOUNT_COLUMNS, NPS_SQL } from './account_expression.ts';
import { defineEntity } from '../../core/entity.ts';
import {
  bigint,
  boolean,
  float,
  floatOrNull,
  hasMany,
  id,
  int,
  intOrNull,
  keyValues,
  text,
  textOrNull,
  timeOrNull,
  type FieldContext,
} from '../../core/fields.ts';
import { booleanInput, idListInput, textInput, textListInput } from '../../inputs/kinds.ts';
import { readRight, readsFeatures, withFeature } from '../../core/viewer.ts';
import type { Writer } from '../../sql/writer.ts';
import { IDEA_THERE_SQL, LIVE_SQL } from '../ideas/suggestion.ts';
import { inRevenueAsOf, revenueAtSql, type RevenueAsOf } from '../counters/revenue.ts';

const money = { requires: withFeature('account_insights') };
const dollars = (column: string) => (c: FieldContext) => `${c.t}.${column} / 100.0`;

const flaggedSql = (t: string): string =>
  `exists (select 1 from suggestion_accounts sa join suggestions s on s.subdomain_id = $1 and s.id = sa.suggestion_id where sa.subdomain_id = $1 and sa.account_id = ${t}.id and s.internal_flags_count > 0 and ${LIVE_SQL('s')})`;

const lostSql = (t: string): string =>
  `${t}.revenue_cents = 0 and exists (select 1 from account_revenues lr where lr.subdomain_id = $1 and lr.account_id = ${t}.id and lr.revenue_cents > 0)`;

/** Since when an amount of the one kind stands that came after one of the other; null when there is no such. */
function turnSql(c: FieldContext, now: string, before: string): string {
  const [one, other, next] = [c.w.alias(), c.w.alias(), c.w.alias()];
  const of = (alias: string, what: string): string =>
    `account_revenues ${alias} where ${alias}.subdomain_id = $1 and ${alias}.account_id = ${c.t}.id and ${alias}.${what}`;
  return `(select min(${one}.since) from ${of(one, now)} and ${one}.since > (select max(${other}.since) from ${of(other, before)}
    and exists (select 1 from ${of(next, now)} and ${next}.since > ${other}.since)))`;
}

/** Revenue of an account in a list with revenue_as_of. */
function accountAsOfSql(c: FieldContext): string {
  const asOf = c.args['revenue_as_of'] as RevenueAsOf | undefined;
  if (asOf === undefined) return 'null';
  if (asOf !== 'first_vote') return `${revenueAtSql(`${c.t}.id`, c.w.value(asOf))} / 100.0`;
  const ideas = c.args['suggestion'];
  if (!Array.isArray(ideas) || ideas.length !== 1) return 'null';
  return `${revenueAtSql(`${c.t}.id`, `(select min(fv.created_at) from users fu join supporters fv on fv.subdomain_id = $1 and fv.user_id = fu.id and fv.suggestion_id = ${c.w.value(ideas[0])}::bigint where fu.subdomain_id = $1 and fu.account_id = ${c.t}.id)`)} / 100.0`;
}

/** People of an account who wait for the one feature of a list; null in other lists. */
function waitingSql(t: string, features: unknown, w: Writer): string {
  if (!Array.isArray(features) || features.length !== 1) return 'null::int';
  return `(select count(distinct wv.user_id)::int from feature_suggestions wl join suggestions ws on ws.subdomain_id = $1 and ws.id = wl.suggestion_id and ${LIVE_SQL('ws')} join supporters wv on wv.subdomain_id = $1 and wv.suggestion_id = ws.id join users wu on wu.subdomain_id = $1 and wu.id = wv.user_id and wu.account_id = ${t}.id where wl.subdomain_id = $1 and wl.feature_id = ${w.value(features[0])}::bigint)`;
}

/** A customer's company, as the sales system knows it, with the revenue that counts behind ideas. */
export const externalAccount = defineEntity({
  name: 'external_account',
  plural: 'external_accounts',
  table: 'external_accounts',
  visible: (t) => `${t}.deleted_at is null`,
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
    has_own_revenue: boolean('Its revenue was set on its own and does not follow the monthly one.', money),
    revenue_as_of: floatOrNull(
      'Revenue in USD at the time that revenue_as_of of the list names, or at its first vote for the idea of suggestion; null when it is not known, and without revenue_as_of.',
      { ...money, sql: (c) => accountAsOfSql(c) },
    ),
    won_at: timeOrNull(
      'Since when it pays again or at all, after a time with nothing; null when not known.',
      {
        ...money,
        sql: (c) => turnSql(c, 'revenue_cents > 0', 'revenue_cents = 0'),
      },
    ),
    lost_at: timeOrNull('Since when it pays nothing any more; null while it pays, or never did.', {
      ...money,
      sql: (c) =>
        `case when ${c.t}.revenue_cents = 0 then ${turnSql(c, 'revenue_cents = 0', 'revenue_cents > 0')} end`,
    }),
    revenues: hasMany({
      entity: 'account_revenue',
      description: 'What it paid with time, newest first.',
      on: (c, child) => `${child}.account_id = ${c.t}.id`,
      order: (child) => `${child}.since desc`,
      max: accountLimits.revenuesShown,
    }),
    nps: floatOrNull(
      "Percent promoters minus percent detractors among the account's people; null when none was asked.",
      {
        sql: (c) => NPS_SQL(c.t),
      },
    ),
    promoters_count: int('Its people who rate 9 or 10.'),
    neutrals_count: int('Its people who rate 7 or 8.'),
    detractors_count: int('Its people who rate 6 or less.'),
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
    waiting_users_count: intOrNull(
      'People of the account who wait for the feature; only in external_accounts(feature: [one id]).',
      { requires: readsFeatures, sql: (c) => waitingSql(c.t, c.args['feature'], c.w) },
    ),
    has_internal_flag: boolean('An idea that it supports carries an open flag.', {
      sql: (c) => flaggedSql(c.t),
    }),
    custom_field_values: keyValues('Values of custom fields by key.', (c) => `${c.t}.custom_fields`),
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
      feature: {
        ...filter(
          idListInput('Accounts that wait for any of these features.'),
          (ids, c) =>
            `(${c.t}.id in (select k.account_id from feature_suggestions l join features f on f.subdomain_id = $1 and f.id = l.feature_id and f.deleted_at is null join suggestions s on s.subdomain_id = $1 and s.id = l.suggestion_id and ${LIVE_SQL('s')} join suggestion_accounts k on k.subdomain_id = $1 and k.suggestion_id = s.id where l.subdomain_id = $1 and l.feature_id = any(${c.w.value(ids)}::bigint[])))`,
        ),
        requires: readsFeatures,
      },
      of_domain: filter(
        idListInput(
          'Accounts of people whose addresses are of the same company’s domain as those of these people.',
        ),
        (ids, c) => accountOfDomainSql(c.t, c.w.value(ids)),
      ),
      external_id: filter(
        textListInput('With one of these external ids.', 100, textLimits.nameCharacters),
        (ids, c) => `(${c.t}.external_id = any(${c.w.value(ids)}::text[]))`,
      ),
      plan: filter(
        textListInput('On one of these plans; capitals do not matter.', 100, textLimits.nameCharacters),
        (plans, c) =>
          `(lower(${c.t}.plan) = any(${c.w.value(plans.map((plan) => plan.toLowerCase()))}::text[]))`,
      ),
      has_internal_flag: flag(
        booleanInput('An idea that it supports carries an open flag.'),
        (c) => flaggedSql(c.t),
        { falseMeans: 'negation' },
      ),
      lost: {
        ...flag(booleanInput('It paid, and pays nothing any more.'), (c) => lostSql(c.t), {
          falseMeans: 'negation',
        }),
        requires: money.requires,
      },
      revenue_as_of: { ...filter(inRevenueAsOf, () => null), requires: money.requires },
      expression: expressionFilter('Segment of accounts.', ACCOUNT_COLUMNS),
      ...changeFilters,
    },
    sorts: {
      revenue: { by: (t) => `${t}.revenue_cents`, indexed: true, requires: money.requires },
      name: { by: (t) => `lower(${t}.name)`, indexed: true },
      id: { by: (t) => `${t}.id`, indexed: true },
      waiting_users_count: {
        by: (t, c) => waitingSql(t, c.all['feature'], c.w),
        indexed: false,
        nullable: true,
        requires: readsFeatures,
      },
      mrr: { by: (t) => `${t}.mrr_cents`, indexed: false, requires: money.requires },
      ltv: { by: (t) => `${t}.ltv_cents`, indexed: false, requires: money.requires },
      nps: { by: NPS_SQL, indexed: false, nullable: true },
      has_internal_flag: { by: (t) => `(${flaggedSql(t)})`, indexed: false },
      ...columnSorts(['users_count', 'requests_count', 'supported_ideas_count', 'created_at', 'updated_at']),
      ...columnSorts(['plan', 'external_id'], { text: true, nullable: true }),
      ...columnSorts(['external_created_at', 'last_active_at'], { nullable: true }),
    },
    defaultSort: 'name',
  },
});
