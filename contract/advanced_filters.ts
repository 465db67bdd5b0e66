/**
 * What `advanced_filters` of the list of ideas may say (specification lines 267 to 272, DEC-049): keys with their
 * operators and operands, groups joined by and or or, limits.
 */

/** Keys that take operator include or exclude and values. */
export const INCLUDE_KEYS = [
  'external_accounts',
  'external_account_plan',
  'internal_status',
  'status',
  'label',
  'state',
  'category',
  'total_sentiment_score',
  'creator',
] as const;
export type IncludeKey = (typeof INCLUDE_KEYS)[number];

/** Keys that take operator gt, gte, lt, lte or eq and a value. */
export const COMPARISON_KEYS = [
  'external_account_revenue',
  'activity_num_votes',
  'activity_num_comments',
  'activity_num_scores',
  'activity_num_accounts',
  'activity_num_notes',
  'activity_num_feedback_records',
  'total_activity',
] as const;
export type ComparisonKey = (typeof COMPARISON_KEYS)[number];

/** Keys that take true or false. */
export const BOOLEAN_KEYS = ['has_response', 'has_internal_flag'] as const;
export type BooleanKey = (typeof BOOLEAN_KEYS)[number];

/** Keys that take after and before. */
export const DATE_KEYS = [
  'idea_created_date',
  'public_status_last_update_date',
  'internal_status_last_update_date',
  'last_support_date',
] as const;
export type DateKey = (typeof DATE_KEYS)[number];

/** Keys that compare a custom field, named by id or key; each takes one condition or a list of them. */
export const CUSTOM_KEYS = [
  'custom_bool',
  'custom_date',
  'custom_comparison',
  'custom_include',
  'custom_include_string',
] as const;
export type CustomKey = (typeof CUSTOM_KEYS)[number];

export type AdvancedFilterKey = IncludeKey | ComparisonKey | BooleanKey | DateKey | CustomKey;

export const INCLUDE_OPERATORS = ['include', 'exclude'] as const;
export type IncludeOperator = (typeof INCLUDE_OPERATORS)[number];

export const COMPARISON_OPERATORS = ['gt', 'gte', 'lt', 'lte', 'eq'] as const;
export type ComparisonOperator = (typeof COMPARISON_OPERATORS)[number];

export const CUSTOM_DATE_OPERATORS = ['before', 'after'] as const;
export type CustomDateOperator = (typeof CUSTOM_DATE_OPERATORS)[number];

export const GROUP_OPERATORS = ['and', 'or'] as const;
export type GroupOperator = (typeof GROUP_OPERATORS)[number];

/** Stands among the values of a key for ideas that have none: no label, no status. */
export const NONE = 'none';

/** Words for bands of sentiment beside its numbers: below -0.25, up to 0.25, above it (DEC-068). */
export const SENTIMENT_BANDS = ['negative', 'neutral', 'positive'] as const;
export type SentimentBand = (typeof SENTIMENT_BANDS)[number];

export const advancedFilterLimits = {
  /** Conditions of one filter, all groups together. */
  conditions: 100,
  /** Groups inside one another. */
  depth: 5,
  /** Ids or names in one condition. */
  values: 1_000,
  /** One name or text among the values. */
  valueCharacters: 255,
  /** The whole filter as text. */
  characters: 100_000,
  /** A page by conditions ends after so long with a sentence. */
  timeoutMs: 2_000,
} as const;
