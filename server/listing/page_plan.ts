import type { ListDefinition, PreparedWay } from '../core/entity.ts';
import type { Writer } from '../sql/writer.ts';

/** A condition that a caller asked for. */
export interface GivenCondition {
  sql: string;
  /** `Filter.whole` and `Filter.parts`, written when they are used: each adds values to the statement */
  whole?: () => string;
  parts?: () => readonly string[] | null;
}

/** What decides which rows of a list stand on a page. */
export interface PageKeys {
  /** table with the joins that the conditions read; its alias is p */
  from: string;
  /** columns that name a row */
  key: readonly string[];
  /** what every row of the list meets: tenant, visibility, and what a list leaves out unless a filter asks for it */
  base: readonly string[];
  given: readonly GivenCondition[];
  /** order of the rows */
  order: string;
  limit: number;
  offset: number;
  /** an index gives this order of the rows that a list shows unless a filter asks for others */
  isIndexed: boolean;
  /** no filter asks for others */
  isDefault: boolean;
}

/** How much is read before another way is taken. */
export interface ProbeLimits {
  /** rows looked at for each one wanted: below that share, reading all that the filters leave is cheaper */
  lookPerRow: number;
  lookMax: number;
  /** more rows than these are not read whole: some of them will stand near the beginning of the order */
  wholeMax: number;
}

const PROBE_LIMITS: ProbeLimits = { lookPerRow: 100, lookMax: 20_000, wholeMax: 50_000 };

const and = (conditions: readonly string[]): string => conditions.join(' and ');
const conditionsOf = (page: PageKeys): string => and([...page.base, ...page.given.map(({ sql }) => sql)]);
const keysOf = (page: PageKeys): string => page.key.map((column) => `p.${column}`).join(', ');

/** With fewer rows than these, planning more than one way takes longer than the worst of them. */
export const MANY_ROWS = 20_000;

/** Does any of some filters ask for more than one way? */
export function asksForWays(list: ListDefinition, filters: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(list.filters).some(
    ([name, filter]) =>
      (filter.whole || filter.parts) && filters[name] !== undefined && filters[name] !== null,
  );
}

/**
 * SQL of the keys of a page's rows with several ways to them, of which the one that costs least is taken.
 *
 * @param reach changed by tests alone
 * @returns null when the plain way is best: the planner then decides between the order's index and that of a filter
 */
export function planPage(w: Writer, page: PageKeys, reach = PROBE_LIMITS): string | null {
  return probeThenScan(w, page, reach) ?? inParts(w, page);
}

/** SQL of the keys of a page's rows, in one way. `limit` is written as SQL. */
export function inOrder(page: PageKeys, limit: string): string {
  return `select ${keysOf(page)} from ${page.from} where ${conditionsOf(page)} order by ${page.order} ${limit}`;
}

/** SQL of the keys of a page's rows, all of which are read and sorted, by whatever index their conditions have. */
export function wholeInOrder(page: PageKeys, limit: string): string {
  // "offset 0" keeps the order's index out of the way in which the rows are found
  return `select ${keysOf(page)} from (select p.* from ${page.from} where ${conditionsOf(page)} offset 0) p order by ${page.order} ${limit}`;
}

/**
 * With a filter that the planner misjudges: it takes for granted that every beginning of a word stands in 2 % of
 * all texts, and that the rows of a filter lie evenly in the order; then it passes over the whole order for a word
 * that nobody wrote (4 s of 1,000,000 ideas). So some first rows in order are looked at, and where they do not fill
 * the page all rows that the filter leaves are read, whatever the order, unless they are many.
 */
function probeThenScan(
  w: Writer,
  page: PageKeys,
  { lookPerRow, lookMax, wholeMax }: ProbeLimits,
): string | null {
  const misjudged = page.given.filter(({ whole }) => whole);
  if (!page.isIndexed || !page.isDefault || misjudged.length === 0) return null;
  const base = and(page.base);
  const asked = and(page.given.map(({ sql }) => sql));
  const wanted = w.value(page.limit + page.offset);
  const look = w.value(Math.min(lookMax, (page.limit + page.offset) * lookPerRow));
  const near = `select p.* from (select p.* from ${page.from} where ${base} order by ${page.order} limit ${look}) p where ${asked} order by ${page.order} limit ${wanted}`;
  const isMissed = `(select n from near_count) < ${wanted}`;
  const left = `select 1 from ${page.from} where ${and([isMissed, base, ...misjudged.map(({ whole }) => whole!())])} limit ${wholeMax + 1}`;
  // "offset 0" keeps the order's index out of the way in which the rows are found
  const whole = `select p.* from ${page.from} where ${and([isMissed, `(select n from left_count) <= ${wholeMax}`, base, ...page.given.map((given) => given.whole?.() ?? given.sql)])} offset 0`;
  const ways = [
    `select * from near where not ${isMissed}`,
    `(select * from (${whole}) p order by ${page.order} limit ${wanted})`,
    `(select p.* from ${page.from} where ${and([isMissed, `(select n from left_count) > ${wholeMax}`, base, asked])} order by ${page.order} limit ${wanted})`,
  ];
  return `with near as materialized (${near}), near_count as materialized (select count(*) as n from near), left_count as materialized (select count(*) as n from (${left}) r) select ${keysOf(page)} from (${ways.join(' union all ')}) p order by ${page.order} limit ${w.value(page.limit)} offset ${w.value(page.offset)}`;
}

/** With a filter in parts: the first rows of each part, which its own index gives, instead of all rows of their union. */
function inParts(w: Writer, page: PageKeys): string | null {
  if (!page.isIndexed) return null;
  for (const given of page.given) {
    const parts = given.parts?.() ?? null;
    if (!parts) continue;
    const all = and([...page.base, ...page.given.map(({ sql }) => sql)]);
    const firsts = parts.map(
      (part) =>
        `(select p.* from ${page.from} where ${all} and ${part} order by ${page.order} limit ${w.value(page.limit + page.offset)})`,
    );
    return `select ${keysOf(page)} from (${firsts.join(' union all ')}) p order by ${page.order} limit ${w.value(page.limit)} offset ${w.value(page.offset)}`;
  }
  return null;
}

/** Reading a row by the filter's index costs about so much more than passing over one in order. */
const FEW_COST = 1.5;
/** Above this many rows passed over or read, what the planner knows of the value is worth planning for. */
const PREPARED_COST_MAX = 5000;

/**
 * The cheaper of two ways to a page of `limit` rows, where a filter leaves `left` of `all` rows.
 *
 * @returns null when either reads so much that the planner should look at the value
 */
export function wayOf({
  all,
  left,
  limit,
}: {
  all: number;
  left: number;
  limit: number;
}): PreparedWay | null {
  const few = left * FEW_COST;
  const inOrder = left === 0 ? Number.POSITIVE_INFINITY : (limit * all) / left;
  if (Math.min(few, inOrder) > PREPARED_COST_MAX) return null;
  return few <= inOrder ? 'few' : 'in_order';
}
