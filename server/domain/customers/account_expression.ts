import { CUSTOM_COLUMN, type ExpressionType } from '../../../contract/expression.ts';
import type { FilterContext } from '../../core/entity.ts';
import { withFeature } from '../../core/viewer.ts';
import type { ExpressionColumn, ExpressionTable } from '../../listing/expression.ts';

const own = (type: ExpressionType, ...names: string[]): Record<string, ExpressionColumn> =>
  Object.fromEntries(names.map((name) => [name, { type, sql: (c: FilterContext) => `${c.t}.${name}` }]));
const money = (name: string): Record<string, ExpressionColumn> => ({
  [name]: {
    type: 'money',
    sql: (c) => `${c.t}.${name}_cents`,
    requires: withFeature('account_insights'),
  },
});

/** Of an account's people the percent that promote minus the percent that do not; null when none was asked. */
export const NPS_SQL = (t: string): string =>
  `round(100.0 * (${t}.promoters_count - ${t}.detractors_count) / nullif(${t}.promoters_count + ${t}.neutrals_count + ${t}.detractors_count, 0), 1)`;

/** Columns that a segment of accounts may name. */
export const ACCOUNT_COLUMNS: ExpressionTable = {
  named: {
    ...own('text', 'name', 'external_id', 'plan'),
    ...money('mrr'),
    ...money('ltv'),
    ...money('revenue'),
    nps: { type: 'number', sql: (c) => NPS_SQL(c.t) },
    ...own('number', 'users_count', 'requests_count', 'supported_ideas_count'),
    ...own('time', 'external_created_at', 'last_active_at', 'created_at', 'updated_at'),
  },
  further: (name) => {
    const { key, account } = CUSTOM_COLUMN.exec(name)?.groups ?? {};
    return key === undefined || account !== undefined
      ? null
      : { type: 'custom', sql: (c) => `(${c.t}.custom_fields -> ${c.w.value(key)}::text)` };
  },
};
