import type { FilterContext } from '../../core/entity.ts';
import { withFeature } from '../../core/viewer.ts';
import type { ExpressionColumn, ExpressionColumns, ExpressionType } from '../../listing/expression.ts';

const own = (type: ExpressionType, ...names: string[]): Record<string, ExpressionColumn> =>
  Object.fromEntries(names.map((name) => [name, { type, sql: (c: FilterContext) => `${c.t}.${name}` }]));

/** A column of the account that a person belongs to. */
const ofAccount =
  (column: string) =>
  (c: FilterContext): string =>
    `(select ea.${column} from external_accounts ea where ea.subdomain_id = $1 and ea.id = ${c.t}.account_id and ea.deleted_at is null)`;
const money = (column: string): ExpressionColumn => ({
  type: 'money',
  sql: ofAccount(column),
  requires: withFeature('account_insights'),
});

/** Columns that a segment of people may name. */
export const USER_COLUMNS: ExpressionColumns = {
  ...own('text', 'name', 'email_address', 'guid', 'job_title', 'city', 'region', 'country'),
  email_domain: { type: 'text', sql: (c) => `nullif(split_part(${c.t}.email_address, '@', 2), '')` },
  ...own('text', 'allowed_state', 'license_type', 'permission_state'),
  ...own('number', 'satisfaction_score', 'supported_suggestions_count'),
  ...own('time', 'created_at', 'updated_at', 'last_login'),
  ...own('boolean', 'subscribed', 'email_confirmed', 'comment_notifications', 'status_notifications'),
  is_subscribed: { type: 'boolean', sql: (c) => `${c.t}.subscribed` },
  account: { type: 'text', sql: ofAccount('name') },
  account_external_id: { type: 'text', sql: ofAccount('external_id') },
  account_plan: { type: 'text', sql: ofAccount('plan') },
  account_mrr: money('mrr_cents'),
  account_ltv: money('ltv_cents'),
  account_revenue: money('revenue_cents'),
};
