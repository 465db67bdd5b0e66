/** Segments of people and accounts as expressions (DEC-042): their columns, operators and limits. */

/** What a column holds, and so which operators it takes. Money is compared in USD. */
export type ExpressionType = 'text' | 'number' | 'money' | 'time' | 'boolean';

const TEXT = [
  'eq',
  'neq',
  'contains',
  'not_contains',
  'starts_with',
  'ends_with',
  'in',
  'is_empty',
  'is_not_empty',
] as const;
const ORDERED = ['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'is_empty', 'is_not_empty'] as const;

/** Operators that a type takes. */
export const EXPRESSION_OPERATORS: Readonly<Record<ExpressionType, readonly string[]>> = {
  text: TEXT,
  number: ORDERED,
  money: ORDERED,
  time: ORDERED,
  boolean: ['eq', 'neq'],
};

export const expressionLimits = {
  characters: 20_000,
  comparisons: 100,
  /** groups inside one another, the outermost counted */
  depth: 8,
  /** values of one operand with in */
  values: 100,
  /** characters of one value */
  valueCharacters: 400,
  /** a page or a total may take so long */
  timeoutMs: 2_000,
} as const;

/** Names of the columns that custom fields are: `custom_<key>`, of a person's account `account_custom_<key>`. */
export const CUSTOM_COLUMN = /^(?<account>account_)?custom_(?<key>[a-z][a-z0-9_]{0,62})$/u;

/** Columns of people that are offered; the list takes further names for some of them. */
export const USER_EXPRESSION = {
  name: 'text',
  email_address: 'text',
  email_domain: 'text',
  guid: 'text',
  job_title: 'text',
  city: 'text',
  region: 'text',
  country: 'text',
  allowed_state: 'text',
  license_type: 'text',
  permission_state: 'text',
  satisfaction_score: 'number',
  supported_suggestions_count: 'number',
  created_at: 'time',
  updated_at: 'time',
  last_login: 'time',
  is_subscribed: 'boolean',
  email_confirmed: 'boolean',
  comment_notifications: 'boolean',
  status_notifications: 'boolean',
  features: 'text',
  account: 'text',
  account_external_id: 'text',
  account_plan: 'text',
  account_mrr: 'money',
  account_ltv: 'money',
  account_revenue: 'money',
} as const satisfies Readonly<Record<string, ExpressionType>>;

/** Columns of accounts. */
export const ACCOUNT_EXPRESSION = {
  name: 'text',
  external_id: 'text',
  plan: 'text',
  mrr: 'money',
  ltv: 'money',
  revenue: 'money',
  nps: 'number',
  users_count: 'number',
  requests_count: 'number',
  supported_ideas_count: 'number',
  external_created_at: 'time',
  last_active_at: 'time',
  created_at: 'time',
  updated_at: 'time',
} as const satisfies Readonly<Record<string, ExpressionType>>;
