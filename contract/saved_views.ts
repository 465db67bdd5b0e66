/** Saved views and lists of ideas (specification lines 262 to 265, DEC-035 to DEC-037, DEC-110, DEC-168). */

/** What a view is of; suggestion_list is a list of ideas. */
export const SAVED_VIEW_KINDS = [
  'suggestion',
  'suggestion_list',
  'activity',
  'feature',
  'user',
  'account',
] as const;
export type SavedViewKind = (typeof SAVED_VIEW_KINDS)[number];

/** Kinds that hold ideas. */
export const IDEA_VIEW_KINDS: readonly SavedViewKind[] = ['suggestion', 'suggestion_list'];

/** filter: dynamic, by its params; manual: ideas chosen one by one. */
export const SAVED_VIEW_SUB_KINDS = ['filter', 'manual'] as const;
export type SavedViewSubKind = (typeof SAVED_VIEW_SUB_KINDS)[number];

export const SAVED_VIEW_STATES = ['active', 'archived'] as const;
export type SavedViewState = (typeof SAVED_VIEW_STATES)[number];

/** Who sees it: its owner, chosen people too, all admins. */
export const SHARED_STATES = ['private', 'shared', 'public'] as const;
export type SharedState = (typeof SHARED_STATES)[number];

/** The same, as a filter means it to who asks. */
export const SHARED_STATE_FILTERS = ['mine', 'shared_with_me', 'public'] as const;
export type SharedStateFilter = (typeof SHARED_STATE_FILTERS)[number];

/** When the digest of a view comes unless its reader says otherwise; weekday 1 is Monday, hour in UTC. */
export const defaultSubscription = { frequency: 'weekly', weekday: 1, hour: 7 } as const;

/** Last hour of a day. */
export const lastHour = 23;

export const savedViewLimits = {
  /** Views of one workspace, archived ones too. */
  views: 1_000,
  /** Ideas of one list. */
  ideas: 10_000,
  /** People that a view is shared with by name. */
  people: 200,
  /** Views that one list of ideas is asked for. */
  asked: 20,
  paramsCharacters: 100_000,
  columns: 100,
  columnCharacters: 60,
} as const;
