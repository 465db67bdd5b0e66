import type { ViewKind } from './states.ts';

/** Saved views and lists of ideas (specification lines 262 to 265, DEC-035 to DEC-037, DEC-110, DEC-168). */

/** Kinds that hold ideas. */
export const IDEA_VIEW_KINDS: readonly ViewKind[] = ['suggestion', 'suggestion_list'];

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
