import { parseDate } from '../../contract/dates.ts';
import type { Entity, Filter, FilterContext, ListDefinition, Sort } from '../core/entity.ts';
import { filterForbidden } from '../core/errors.ts';
import type { Input } from '../core/inputs.ts';
import type { Permission, Viewer } from '../core/viewer.ts';
import { timeInput } from '../inputs/kinds.ts';

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

const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

/**
 * Refuses filters that ask for a right.
 * @param given values by the names of the entity's filters
 * @throws FORBIDDEN
 */
export function refuseFilters(
  entity: Entity,
  given: Readonly<Record<string, unknown>>,
  viewer: Viewer,
): void {
  for (const [name, value] of Object.entries(given)) {
    const filter = entity.list!.filters[name];
    if (!filter || !isGiven(value)) continue;
    if (filter.requires?.allows(viewer) === false || filter.allows?.(value, viewer) === false)
      throw filterForbidden(name);
  }
}

/** Does any filter ask for rows that the list leaves out by itself? */
export function replacesDefault(list: ListDefinition, given: Readonly<Record<string, unknown>>): boolean {
  return (
    list.defaultWhere?.unless.some((name) => isGiven(given[name])) === true ||
    Object.entries(list.filters).some(
      ([name, filter]) => isGiven(given[name]) && filter.replacesDefault?.(given[name]) === true,
    )
  );
}
