import { nameFields, type Field, type Named } from './fields.ts';
import type { Input } from './inputs.ts';
import type { Shape } from './shape.ts';
import type { Scope } from './scope.ts';
import type { Permission, Viewer } from './viewer.ts';
import type { Statement, Writer } from '../sql/writer.ts';

/** What a filter may use. */
export interface FilterContext {
  w: Writer;
  t: string;
  viewer: Viewer;
  side(name: string): string;
  /** all filters of the call, for those that depend on each other (activity and period) */
  all: Readonly<Record<string, unknown>>;
  /** the workspace has so few rows that reading all of a table costs less than a wrong guess */
  isSmall?: boolean;
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
  /** a page with this filter is given up after so long, with a sentence */
  timeLimit?: { milliseconds: number; sentence: string };
  /** may somebody ask for this value, where parts of it ask for rights of their own? */
  allows?(value: T, viewer: Viewer): boolean;
  /** with this value the list leaves out nothing by itself, as with the filters that `defaultWhere` names */
  replacesDefault?(value: T): boolean;
}

/** What an order may use beside the row: who reads, and the filters of the call. */
export type SortContext = Pick<FilterContext, 'w' | 'viewer' | 'all'>;

/** An order that a screen offers. */
export interface Sort {
  by: (t: string, c: SortContext) => string;
  /** false: no index serves it; refused above `unindexedSortLimit` rows (DEC-064) */
  indexed: boolean;
  /** the value may be null; such rows come last in descending order, first in ascending */
  nullable?: boolean;
  requires?: Permission;
}

/**
 * Writes what rows of a list must meet beside the search itself: tenant, visibility, the other filters.
 * For statements written by hand, so that hits are not taken up by rows that the list leaves out.
 */
export type RowConditions = (w: Writer, t: string) => string;

/** What a search looks for beside the words that were typed, and what of a text is a hit. */
export interface SearchedWords {
  /** words that no row holds, with those that are looked for beside them, the likeliest first; empty: there are none */
  near: Readonly<Record<string, readonly string[]>>;
  /** regular expression of PostgreSQL for the beginning of a hit; null: nothing is one */
  pattern: string | null;
}

/** What a search answers. */
export interface SearchHits {
  /** ids in order of relevance, best first */
  ids: string[];
  /** false: `q` finds further rows, which no one has ranked; they follow in the list's own order */
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
   * Filters whose value is looked up before the list is read, such as saved views; it answers the filters as they are
   * then written.
   * @param read of a scope, a snapshot or an open transaction
   */
  resolve?: (
    read: <Row extends object>(statement: Statement) => Promise<Row[]>,
    viewer: Viewer,
    filters: Readonly<Record<string, unknown>>,
  ) => Promise<Readonly<Record<string, unknown>>>;
  /**
   * `q` with sort search_order, or with likeness, which leaves out what merely shares a word: what it finds among the rows that `where` leaves; null when it holds
   * nothing to search for. Its ids are some of the rows that the filter `q` leaves. `isNarrowed` says that `where` holds filters of the list,
   * `hasMore` whether the workspace has more rows than so many, `near` what `searchWords` found.
   */
  search?: (
    scope: Scope,
    q: string,
    where: RowConditions,
    options: {
      onlyLikely: boolean;
      isNarrowed: boolean;
      hasMore?: (rows: number) => Promise<boolean>;
      near: SearchedWords['near'];
    },
  ) => Promise<SearchHits | null>;
  /**
   * What `q` stands for in this workspace, asked before the list is read in any order: its filter `q` finds `q_near`
   * of the same filters as well, and a field may read `q_hits`, the pattern, among the list's arguments.
   */
  searchWords?: (
    read: <Row extends object>(statement: Statement) => Promise<Row[]>,
    subdomainId: string,
    q: string,
    options: { isLikely: boolean },
  ) => Promise<SearchedWords>;
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
  /** rows that exist for no one, or only for some viewers: written wherever the table is read */
  visible?: (t: string, c: { w: Writer; viewer: Viewer }) => string;
  /** tables with one row per row of this one */
  sides?: Record<string, { table: string; key: string }>;
  list?: ListDefinition;
  /** the query `name(id)` */
  byId?: boolean;
  /** the query `all_plural` */
  all?: boolean;
  /** its rows come with whatever else is written: that they do is told no one */
  isLog?: true;
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
