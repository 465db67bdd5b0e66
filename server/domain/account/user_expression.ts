import { CUSTOM_COLUMN, type ExpressionType } from '../../../contract/expression.ts';
import type { FilterContext } from '../../core/entity.ts';
import { readsFeatures, withFeature } from '../../core/viewer.ts';
import type { ExpressionColumn, ExpressionTable } from '../../listing/expression.ts';

const own = (type: ExpressionType, ...names: string[]): Record<string, ExpressionColumn> =>
  Object.fromEntries(names.map((name) => [name, { type, sql: (c: FilterContext) => `${c.t}.${name}` }]));

/** A column of the account that a person belongs to. */
const ofAccount = (type: ExpressionColumn['type'], sql: (c: FilterContext) => string): ExpressionColumn => ({
  type,
  sql,
  // looked up among the accounts that meet it: asked of each person, a list of 300,000 would take a second
  within: (c, condition) =>
    `${c.t}.account_id in (select ea.id from external_accounts ea where ea.subdomain_id = $1 and ea.deleted_at is null and ${condition})`,
});
const money = (column: string): ExpressionColumn => ({
  ...ofAccount('money', () => `ea.${column}`),
  requires: withFeature('account_insights'),
});

/** Columns that a segment of people may name. */
export const USER_COLUMNS: ExpressionTable = {
  named: {
    ...own('text', 'name', 'email_address', 'guid', 'job_title', 'city', 'region', 'country'),
    email_domain: { type: 'text', sql: (c) => `nullif(split_part(${c.t}.email_address, '@', 2), '')` },
    ...own('text', 'allowed_state', 'license_type', 'permission_state'),
    ...own('number', 'satisfaction_score', 'supported_suggestions_count'),
    ...own('time', 'created_at', 'updated_at', 'last_login'),
    ...own('boolean', 'subscribed', 'email_confirmed', 'comment_notifications', 'status_notifications'),
    is_subscribed: { type: 'boolean', sql: (c) => `${c.t}.subscribed` },
    // names of the features that they wait for, one after the other: features ~ "offline"
    features: {
      type: 'text',
      sql: (c) =>
        `(select string_agg(xf.name, ', ' order by xf.name) from features xf where xf.subdomain_id = $1 and xf.deleted_at is null and xf.id in (select xl.feature_id from supporters xv join suggestions xs on xs.subdomain_id = $1 and xs.id = xv.suggestion_id and xs.state not in ('deleted', 'merged', 'spam') join feature_suggestions xl on xl.subdomain_id = $1 and xl.suggestion_id = xs.id where xv.subdomain_id = $1 and xv.user_id = ${c.t}.id))`,
      requires: readsFeatures,
    },
    account: ofAccount('text', () => 'ea.name'),
    account_external_id: ofAccount('text', () => 'ea.external_id'),
    account_plan: ofAccount('text', () => 'ea.plan'),
    account_mrr: money('mrr_cents'),
    account_ltv: money('ltv_cents'),
    account_revenue: money('revenue_cents'),
  },
  further: (name) => {
    const { key, account } = CUSTOM_COLUMN.exec(name)?.groups ?? {};
    if (key === undefined) return null;
    const value = (of: string) => (c: FilterContext) => `(${of}.custom_fields -> ${c.w.value(key)}::text)`;
    return account === undefined
      ? { type: 'custom', sql: (c) => value(c.t)(c) }
      : ofAccount('custom', value('ea'));
  },
};
