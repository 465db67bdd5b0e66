/** The columns that people and accounts are compared by in an expression, as they are offered. */
import { ACCOUNT_EXPRESSION, USER_EXPRESSION } from '../../../contract/expression.ts';
import type { ExpressionType } from '../../../contract/expression.ts';
import { canSeeRoadmap, hasFeature, LICENSE_TYPES } from '../../../contract/permissions.ts';
import type { Rights } from '../../../contract/permissions.ts';
import { ALLOWED_STATES, PERMISSION_STATES } from '../../../contract/states.ts';
import type { CombinedType } from '../../../contract/states.ts';
import type { ExpressionField } from '../lists/expression/grammar.ts';
import { accountTexts } from './accountTexts.ts';
import { expressionTexts as texts } from './expressionTexts.ts';
import { personTexts } from './personTexts.ts';

const MONEY: ReadonlySet<string> = new Set([
  'account_mrr',
  'account_ltv',
  'account_revenue',
  'mrr',
  'ltv',
  'revenue',
]);
const VALUES: Readonly<Record<string, readonly string[]>> = {
  allowed_state: ALLOWED_STATES,
  license_type: LICENSE_TYPES,
  permission_state: PERMISSION_STATES,
};

const fieldsOf = <Name extends string>(
  columns: Readonly<Record<Name, ExpressionType>>,
  labels: Readonly<Record<Name, string>>,
  rights: Rights,
): ExpressionField[] =>
  (Object.entries(columns) as [Name, ExpressionType][])
    .filter(
      ([name]) =>
        (!MONEY.has(name) || hasFeature(rights.authorized_features, 'account_insights')) &&
        (name !== 'features' || canSeeRoadmap(rights)),
    )
    .map(([name, type]) => ({
      name,
      type,
      label: labels[name],
      ...(VALUES[name] === undefined ? {} : { values: VALUES[name] }),
    }));

const { fields: person } = personTexts;
const { fields: account } = accountTexts;

const TYPES: Readonly<Record<CombinedType, ExpressionType>> = {
  string: 'text',
  string_enum: 'text',
  numeric: 'number',
  numeric_enum: 'number',
  date: 'time',
  boolean: 'boolean',
};

/**
 * The workspace's own fields of a kind of record, as columns.
 * @param prefix what the names of the columns begin with, before the key of the field
 */
export const customColumns = (
  fields: readonly {
    key: string;
    name: string;
    object_type: string;
    combined_type: string;
    string_enum_values: readonly { label: string }[];
  }[],
  of: 'user' | 'account',
  prefix: string,
): ExpressionField[] =>
  fields
    .filter(({ object_type }) => object_type === of)
    .map(({ key, name, combined_type, string_enum_values }) => ({
      name: prefix + key,
      type: TYPES[combined_type as CombinedType],
      label: prefix.startsWith('account') ? texts.ofAccount(name) : name,
      ...(string_enum_values.length === 0 ? {} : { values: string_enum_values.map(({ label }) => label) }),
    }));

/** Columns of people. */
export const userExpression = (rights: Rights): ExpressionField[] =>
  fieldsOf(
    USER_EXPRESSION,
    {
      name: person.name,
      email_address: person.email,
      email_domain: texts.emailDomain,
      guid: person.guid,
      job_title: person.jobTitle,
      city: person.city,
      region: person.region,
      country: person.country,
      allowed_state: person.state,
      license_type: person.license,
      permission_state: person.permission,
      satisfaction_score: person.score,
      supported_suggestions_count: person.ideas,
      created_at: person.added,
      updated_at: person.changed,
      last_login: person.lastLogin,
      is_subscribed: person.gets,
      email_confirmed: person.confirmed,
      comment_notifications: person.comments,
      status_notifications: person.statuses,
      features: person.feature,
      account: person.account,
      account_external_id: texts.accountId,
      account_plan: texts.accountPlan,
      account_mrr: texts.accountMrr,
      account_ltv: texts.accountLtv,
      account_revenue: texts.accountRevenue,
    },
    rights,
  );

/** Columns of accounts. */
export const accountExpression = (rights: Rights): ExpressionField[] =>
  fieldsOf(
    ACCOUNT_EXPRESSION,
    {
      name: account.name,
      external_id: account.externalId,
      plan: account.plan,
      mrr: account.mrr,
      ltv: account.ltv,
      revenue: account.revenue,
      nps: account.nps,
      users_count: account.people,
      requests_count: account.feedback,
      supported_ideas_count: account.ideas,
      external_created_at: account.since,
      last_active_at: account.lastActive,
      created_at: account.added,
      updated_at: account.changed,
    },
    rights,
  );
