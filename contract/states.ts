/**
 * Value sets of states and kinds (DEC-030..DEC-055). Each list is a constant array with its type;
 * the first value is the one that a new record has, unless said otherwise.
 */

/** Is the text one of the values of a list? Narrows the type. */
export function isOneOf<T extends string>(values: readonly T[], text: unknown): text is T {
  return (values as readonly unknown[]).includes(text);
}

/**
 * Idea (DEC-030). published: not moderated; approved: passed moderation, and what the console
 * makes; pending: held back; merged: lives on in another; spam, deleted: hidden; closed: no votes.
 */
export const SUGGESTION_STATES = [
  'published',
  'approved',
  'pending',
  'merged',
  'spam',
  'deleted',
  'closed',
] as const;
export type SuggestionState = (typeof SUGGESTION_STATES)[number];

/** Filter of idea lists: the stored states, and open. */
export const SUGGESTION_STATE_FILTERS = ['open', ...SUGGESTION_STATES] as const;
export type SuggestionStateFilter = (typeof SUGGESTION_STATE_FILTERS)[number];

/** What a list shows unless asked otherwise. */
export const DEFAULT_SUGGESTION_STATE_FILTER: SuggestionStateFilter = 'open';

/** The stored states that 'open' means. */
export const OPEN_SUGGESTION_STATES: readonly SuggestionState[] = ['published', 'approved'];

/** States of ideas that are not there to be seen. */
export const HIDDEN_SUGGESTION_STATES: readonly SuggestionState[] = ['deleted', 'merged', 'spam'];

/** Stored states behind one value of the state filter. */
export function suggestionStatesOf(filter: SuggestionStateFilter): readonly SuggestionState[] {
  return filter === 'open' ? OPEN_SUGGESTION_STATES : [filter];
}

/** Comment (DEC-031). Only published and approved ones count and are seen by end users. */
export const COMMENT_STATES = ['published', 'approved', 'pending', 'spam', 'deleted'] as const;
export type CommentState = (typeof COMMENT_STATES)[number];
export const VISIBLE_COMMENT_STATES: readonly CommentState[] = ['published', 'approved'];

/** Forum (DEC-032). closed: readable, but takes no new ideas, votes or comments. */
export const FORUM_STATES = ['open', 'closed'] as const;
export type ForumState = (typeof FORUM_STATES)[number];

/** Life cycle of views, labels and theme sets (DEC-033). */
export const LIFE_STATES = ['active', 'archived'] as const;
export type LifeState = (typeof LIFE_STATES)[number];

/** Impact report (DEC-033): it can be prepared before it is shared. */
export const IMPACT_REPORT_STATES = ['draft', 'published', 'archived'] as const;
export type ImpactReportState = (typeof IMPACT_REPORT_STATES)[number];

/** Run of a theme set (DEC-034). */
export const THEME_SET_STATUSES = ['pending', 'running', 'complete', 'failed'] as const;
export type ThemeSetStatus = (typeof THEME_SET_STATUSES)[number];

/** What a saved view lists (DEC-035). */
export const VIEW_KINDS = [
  'suggestion',
  'suggestion_list',
  'activity',
  'feature',
  'user',
  'account',
] as const;
export type ViewKind = (typeof VIEW_KINDS)[number];

/** filter: by its params, so its content moves; manual: chosen ideas (DEC-035). */
export const VIEW_SUB_KINDS = ['filter', 'manual'] as const;
export type ViewSubKind = (typeof VIEW_SUB_KINDS)[number];

/** Whom a view or report is shared with (DEC-037). */
export const SHARED_STATES = ['private', 'shared', 'public'] as const;
export type SharedState = (typeof SHARED_STATES)[number];
export const SHARED_STATE_FILTERS = ['mine', 'shared_with_me', 'public'] as const;
export type SharedStateFilter = (typeof SHARED_STATE_FILTERS)[number];

/** May a user take part? (DEC-038) */
export const ALLOWED_STATES = ['allowed', 'blocked'] as const;
export type AllowedState = (typeof ALLOWED_STATES)[number];

/** user.state (DEC-038). */
export const USER_STATES = ['normal'] as const;
export type UserState = (typeof USER_STATES)[number];

/** Membership in the team (DEC-040). */
export const PERMISSION_STATES = ['none', 'invited', 'active'] as const;
export type PermissionState = (typeof PERMISSION_STATES)[number];

/**
 * How a user is bound to an idea, as filter (DEC-041). contributed: created, commented or gave
 * feedback; engaged: any of these or support.
 */
export const USER_ASSOCIATIONS = ['supported', 'contributed', 'engaged'] as const;
export type UserAssociation = (typeof USER_ASSOCIATIONS)[number];

/** Join of a user expression (DEC-042) and of a forum's access rules (DEC-047). */
export const BOOLEAN_OPERATORS = ['and', 'or'] as const;
export type BooleanOperator = (typeof BOOLEAN_OPERATORS)[number];

/** By which way a record came in (DEC-043). The console writes admin. */
export const CHANNELS = [
  'web',
  'admin',
  'api',
  'email',
  'widget',
  'sidebar',
  'import',
  'ticket',
  'sfdc',
  'zendesk',
] as const;
export type Channel = (typeof CHANNELS)[number];
export const CONSOLE_CHANNEL: Channel = 'admin';

/** What a feedback record's source address points to (DEC-044). */
export const SOURCE_TYPES = [
  'url',
  'ticket',
  'zendesk_ticket',
  'sfdc_opportunity',
  'conversation',
  'import',
] as const;
export type SourceType = (typeof SOURCE_TYPES)[number];

/** Severity of feedback (DEC-045, decision 0037): an integer; null is unset. */
export const SEVERITIES = [1, 2, 3, 4] as const;
export type Severity = (typeof SEVERITIES)[number];
/** The severities from 1 on as filters name them. */
export const SEVERITY_NAMES = ['low', 'medium', 'high', 'critical'] as const;
export const SEVERITY_LABELS: Readonly<Record<Severity, string>> = {
  1: 'Low',
  2: 'Medium',
  3: 'High',
  4: 'Critical',
};

/** Order of a forum in the portal (DEC-046). */
export const DEFAULT_SORTS = ['popular', 'top', 'recent', 'updated'] as const;
export type DefaultSort = (typeof DEFAULT_SORTS)[number];

/** Custom fields (DEC-048). */
export const FIELD_TYPES = ['text', 'enum', 'date', 'boolean', 'number'] as const;
export type FieldType = (typeof FIELD_TYPES)[number];
export const VALUE_TYPES = ['string', 'numeric', 'date', 'boolean'] as const;
export type ValueType = (typeof VALUE_TYPES)[number];
export const COMBINED_TYPES = [
  'string',
  'string_enum',
  'numeric',
  'numeric_enum',
  'date',
  'boolean',
] as const;
export type CombinedType = (typeof COMBINED_TYPES)[number];
export const CUSTOM_FIELD_OBJECT_TYPES = ['suggestion', 'feature', 'user', 'account'] as const;
export type CustomFieldObjectType = (typeof CUSTOM_FIELD_OBJECT_TYPES)[number];

/**
 * The combined type of a custom field.
 *
 * @returns null when the two do not go together, e.g. a date field with numeric values
 */
export function combinedType(field_type: FieldType, value_type: ValueType): CombinedType | null {
  if (field_type === 'text' && value_type === 'string') return 'string';
  if (field_type === 'number' && value_type === 'numeric') return 'numeric';
  if (field_type === 'enum' && value_type === 'string') return 'string_enum';
  if (field_type === 'enum' && value_type === 'numeric') return 'numeric_enum';
  if (field_type === 'date' && value_type === 'date') return 'date';
  if (field_type === 'boolean' && value_type === 'boolean') return 'boolean';
  return null;
}

/** Operators of advanced filters (DEC-049): with a list of values, with one value, for booleans and dates. */
export const LIST_OPERATORS = ['include', 'exclude'] as const;
export type ListOperator = (typeof LIST_OPERATORS)[number];
export const COMPARISON_OPERATORS = ['gt', 'gte', 'lt', 'lte', 'eq'] as const;
export type ComparisonOperator = (typeof COMPARISON_OPERATORS)[number];
export const BOOL_OPERATORS = ['is'] as const;
export const DATE_OPERATORS = ['before', 'after'] as const;

/** Activity filter of ideas and theme sets (DEC-050): ideas having such activity in the period. */
export const ACTIVITY_FILTERS = ['votes', 'comments', 'feedback_records', 'notes', 'scores'] as const;
export type ActivityFilter = (typeof ACTIVITY_FILTERS)[number];

/** What autocomplete completes (DEC-055). */
export const AUTOCOMPLETE_OBJECT_TYPES = ['user', 'external_account', 'suggestion', 'label'] as const;
export type AutocompleteObjectType = (typeof AUTOCOMPLETE_OBJECT_TYPES)[number];

/** From what an idea was made in the idea panel (specification line 182). */
export const CONVERSION_SOURCE_TYPES = ['Suggestion', 'Comment'] as const;
export type ConversionSourceType = (typeof CONVERSION_SOURCE_TYPES)[number];

/** Whether a label is on the chosen ideas (DEC-104). */
export const LABEL_SELECTION_STATES = ['all', 'some', 'none'] as const;
export type LabelSelectionState = (typeof LABEL_SELECTION_STATES)[number];

/** Kinds of change that screens listen to (specification line 329). */
export const MUTATION_KINDS = ['create', 'update', 'delete'] as const;
export type MutationKind = (typeof MUTATION_KINDS)[number];

/** Texts are plain or HTML: body_mime_type. */
export const MIME_TYPES = ['text/plain', 'text/html'] as const;
export type TextMimeType = (typeof MIME_TYPES)[number];

/** Answers to "how important is this?" (DEC-063). */
export const IMPORTANCE_LEVELS = [
  { value: 1, bucket: 'low', label: 'Nice to have' },
  { value: 2, bucket: 'medium', label: 'Important' },
  { value: 3, bucket: 'high', label: 'Critical' },
] as const;
