import { parseDate } from '../../contract/dates.ts';
import { nameFields, type Field, type Named } from './fields.ts';
import { timeInput, type Input } from './inputs.ts';
import type { Shape } from './query.ts';
import type { Scope } from './scope.ts';
import type { Permission, Viewer } from './viewer.ts';
import type { Writer } from './writer.ts';

/** What a filter may use. */
export interface FilterContext {
  w: Writer;
  t: string;
  viewer: Viewer;
  side(name: string): string;
  /** all filters of the call, for those that depend on each other (activity and period) */
  all: Readonly<Record<string, unknown>>;
}

/**
 * How a page is found whose filter names one value, when it is known how many rows that leaves: 'few' reads all of
 * them by the filter's own index, 'in_order' passes over the list in its order. In either form the planner has no
 * choice left and knows nothing of the value, so the statement is prepared and its plan is right for each value.
 */
export type PreparedWay = 'few' | 'in_order';

/** A condition on rows that a caller may ask for. */
export interface Filter<T = unknown> {
  input: Input<T>;
  /** SQL in parentheses; total (never fails on a row). null: the value sets no condition */
  where(value: T, c: FilterContext): string | null;
  /**
   * For a filter of which the planner cannot know how many rows it leaves or where in an order they lie:
   * the condition to read all of them by (`page_keys.ts`).
   */
  whole?(value: T, c: FilterContext): string;
  /** The condition in parts that exclude each other, where indexes serve each and not their union; null: `where` is best */
  parts?(value: T, c: FilterContext): readonly string[] | null;
  /** The condition for one value in the forms that `PreparedWay` names; only where the list keeps its totals */
  ways?: Readonly<Record<PreparedWay, (value: string, c: FilterContext) => string>>;
  /** `equals` on a column that the sort's index covers: such a statement may be prepared */
  steady?: boolean;
  requires?: Permission;
}

/** An order that a screen offers. */
export interface Sort {
  by: (t: string) => string;
  /** false: no index serves it; refused above `unindexedSortLimit` rows (DEC-064) */
  indexed: boolean;
  /** the value may be null; such rows come last in descending order, first in ascending */
  nullable?: boolean;
  requires?: Permission;
}

/**
 * Sorts by columns of the row itself that no index serves: on offer up to a number of rows (DEC-064).
 * @param options text: capitals do not matter; nullable: the value may be null
 */
export function columnSorts<const N extends string>(
  names: readonly N[],
  options: { text?: boolean; nullable?: boolean; requires?: Permission } = {},
): Record<N, Sort> {
  const { text, nullable, requires } = options;
  const sort = (name: string): Sort => ({
    by: (t) => (text ? `lower(${t}.${name})` : `${t}.${name}`),
    indexed: false,
    ...(nullable ? { nullable } : {}),
    ...(requires ? { requires } : {}),
  });
  return Object.fromEntries(names.map((name) => [name, sort(name)])) as Record<N, Sort>;
}

/**
 * Writes what rows of a list must meet beside the search itself: tenant, visibility, the other filters.
 * For statements written by hand, so that hits are not taken up by rows that the list leaves out.
 */
export type RowConditions = (w: Writer, t: string) => string;

/** What a search answers. */
export interface SearchHits {
  /** ids in order of relevance, best first */
  ids: string[];
  /** false: `q` finds further rows, which nobody has ranked; they follow in the list's own order */
  isAll: boolean;
  /** How many rows `q` finds, counted to `cap`, where the search tells it sooner than the list's own conditions do. */
  count?: (cap: number) => Promise<number>;
}

export interface ListDefinition {
  filters: Record<string, Filter>;
  sorts: Record<string, Sort>;
  /** such as '-votes_count' */
  defaultSort: string;
  /** rows shown when no filter of `unless` is given: ideas that are open */
  defaultWhere?: { where: (t: string) => string; unless: readonly string[] };
  /**
   * SQL of one number: how many rows these filters leave, from stored counters, so that a large list is not counted
   * on each page. null: no counter tells it, and the rows are counted.
   */
  keptTotal?: (filters: Readonly<Record<string, unknown>>, w: Writer) => string | null;
  /**
   * `q` with sort search_order, or with likeness, which leaves out what merely shares a word: what it finds among the rows that `where` leaves; null when it holds
   * nothing to search for. Its ids are some of the rows that the filter `q` leaves. `isNarrowed` says that `where` holds filters of the list,
   * `hasMore` whether the workspace has more rows than so many.
   */
  search?: (
    scope: Scope,
    q: string,
    where: RowConditions,
    options: { onlyLikely: boolean; isNarrowed: boolean; hasMore?: (rows: number) => Promise<boolean> },
  ) => Promise<SearchHits | null>;
}

export interface EntityDefinition {
  /** singular, snake_case: 'suggestion' */
  name: string;
  /** 'suggestions' */
  plural: string;
  table: string;
  /** columns that tell rows of a tenant apart; ['id'] when not given */
  key?: readonly string[];
  description: string;
  requires: Permission;
  fields: Record<string, Named | Field>;
  /** rows that exist for nobody, or only for some viewers: written wherever the table is read */
  visible?: (t: string, c: { w: Writer; viewer: Viewer }) => string;
  /** tables with one row per row of this one */
  sides?: Record<string, { table: string; key: string }>;
  list?: ListDefinition;
  /** the query `name(id)` */
  byId?: boolean;
  /** the query `all_plural` */
  all?: boolean;
  /** plain object types that the fields name */
  shapes?: Shape[];
}

export interface Entity extends Omit<EntityDefinition, 'fields'> {
  kind: 'entity';
  fields: Record<string, Field>;
}

/** States a record kind once: its GraphQL type, its reads and its lists follow from it. */
export function defineEntity(definition: EntityDefinition): Entity {
  return { kind: 'entity', ...definition, fields: nameFields(definition.fields) };
}

/** Ids in a column: `forum: ids('forum_id')`. */
export function columnIds(
  column: string,
  input: Input<string[]>,
  options: { steady?: boolean } = {},
): Filter<string[]> {
  return {
    input,
    steady: options.steady ?? false,
    ways: {
      few: (id, c) => `(${c.t}.${column} ${only(id, c)})`,
      // an expression, which no index holds and which is taken to leave every second row
      in_order: (id, c) => `coalesce(${c.t}.${column} = ${c.w.value(id)}::bigint, false)`,
    },
    where: (ids, c) =>
      ids.length === 1
        ? `(${c.t}.${column} = ${c.w.value(ids[0])}::bigint)`
        : `(${c.t}.${column} = any(${c.w.value(ids)}::bigint[]))`,
  };
}

/**
 * Comparison of an indexed column with one value, of which the planner takes for granted that it leaves 0.5 % of the
 * rows, whatever the value: so it reads them by the index.
 */
export function only(id: string, c: FilterContext): string {
  const value = `(select ${c.w.value(id)}::bigint)`;
  return `between ${value} and ${value}`;
}

/** A yes/no filter: `yes` is the condition for true, its negation for false. Written as text, not as a parameter. */
export function flag(
  input: Input<boolean>,
  yes: (c: FilterContext) => string,
  options: { falseMeans: 'negation' | 'nothing' },
): Filter<boolean> {
  return {
    input,
    where: (value, c) =>
      value ? `(${yes(c)})` : options.falseMeans === 'negation' ? `(not (${yes(c)}))` : null,
  };
}

/** A filter of any other shape. */
export function filter<T>(
  input: Input<T>,
  where: (value: T, c: FilterContext) => string | null,
  more: Pick<Filter<T>, 'whole' | 'parts' | 'ways'> = {},
): Filter<T> {
  return { input, where, ...more };
}

/** A filter whose rows lie anywhere but evenly in the orders of a list, although the planner knows how many they are. */
export function uneven<T>(even: Filter<T>): Filter<T> {
  return { ...even, whole: (value, c) => even.where(value, c) ?? 'true' };
}

const when = (text: string): Date | null => parseDate(text, new Date());

/** Filters by the last change of a record, for those who keep a copy of a list: from the one time on, before the other. */
export const changeFilters = {
  updated_after: filter(
    timeInput('Changed at or after this time.', when),
    (date, c) => `(${c.t}.updated_at >= ${c.w.value(date)})`,
  ),
  updated_before: filter(
    timeInput('Changed before this time.', when),
    (date, c) => `(${c.t}.updated_at < ${c.w.value(date)})`,
  ),
};
