/** Saved views of the ideas list: its state as a view keeps it, and back. Pure. */
import { paging } from '../../../../../contract/limits.ts';
import { withoutValue } from '../../../lists/filters.ts';
import { ideaFilters, ideasState, variablesOf, withoutAll } from './filters.ts';
import type { IdeasState } from './filters.ts';

/** What a view keeps of the list; `filters` by the API's names. */
export interface ViewParams {
  filters?: Readonly<Record<string, unknown>>;
  advanced_filters?: unknown;
  sort?: string;
  per_page?: number;
  /** ids of the columns that it shows, in their order; left out: those of the reader's own table */
  columns?: readonly string[];
}

/** The same for the same values, whatever the order of their names. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, held: unknown) =>
    typeof held === 'object' && held !== null && !Array.isArray(held)
      ? Object.fromEntries(
          Object.entries(held)
            .filter(([, one]) => one !== undefined && one !== null)
            .toSorted(([a], [b]) => (a < b ? -1 : 1)),
        )
      : held,
  );
}

const parsed = (where: unknown): unknown => {
  if (typeof where !== 'string') return where;
  try {
    return JSON.parse(where) as unknown;
  } catch {
    return where;
  }
};

/**
 * The list as a view keeps it: search, filters, conditions, columns, order and rows of a page.
 *
 * @param columns those that the table shows, where the state names none; left out: none is kept
 */
export function paramsOf(state: IdeasState, columns: readonly string[] = []): ViewParams {
  const shown = state.columns.length > 0 ? state.columns : columns;
  const { sort, advanced_filters, ...filters } = variablesOf(state, state.q).query;
  return {
    filters,
    ...(advanced_filters === undefined ? {} : { advanced_filters: parsed(advanced_filters) }),
    ...(sort === undefined || sort === null ? {} : { sort }),
    ...(state.per_page === paging.ideasPageSize ? {} : { per_page: state.per_page }),
    ...(shown.length === 0 ? {} : { columns: [...shown] }),
  };
}

const idFilters: ReadonlySet<string> = new Set(
  ideaFilters.filter((filter) => 'records' in filter).map(({ id }) => id),
);
/** Ids of a filter as texts: the API takes one by itself, and numbers. */
const idsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : value === null || value === undefined ? [] : [value]).map(String);

/** Whether two views ask for the same and show it in the same columns. */
export function asksTheSame(one: ViewParams, other: ViewParams): boolean {
  const told = ({ filters = {}, advanced_filters, sort, per_page, columns = [] }: ViewParams): string =>
    canonical({
      filters: Object.fromEntries(
        Object.entries(filters).map(([name, value]) => [name, idFilters.has(name) ? idsOf(value) : value]),
      ),
      advanced: parsed(advanced_filters),
      sort: sort === '' ? undefined : sort,
      per_page: per_page === paging.ideasPageSize ? undefined : per_page,
      columns,
    });
  return told(one) === told(other);
}

/**
 * The state in which the list shows what a view keeps, as a change of any other state.
 * @returns null for filters that the list has no form for, as another program may have kept
 */
export function stateOfView(params: ViewParams): Partial<IdeasState> | null {
  const rest: Record<string, unknown> = { ...params.filters };
  const take = (name: string): unknown => {
    const { [name]: value } = rest;
    delete rest[name];
    return value ?? null;
  };
  const q = take('q');
  const advanced = params.advanced_filters ?? null;
  const change: Record<string, unknown> = {
    ...withoutAll(),
    show: '',
    q: typeof q === 'string' ? q : '',
    where: advanced === null ? '' : JSON.stringify(parsed(advanced)),
    sort: params.sort ?? '',
    per_page: ideasState.per_page.read(params.per_page ?? null),
    columns: params.columns ?? [],
  };
  for (const filter of ideaFilters) {
    const { id } = filter;
    if ('records' in filter) {
      const values = idsOf(take(id));
      if (filter.without !== null && take(`${id}_none`) === true) values.push(withoutValue);
      change[id] = filter.field.read(values);
    } else if (filter.choices.length > 0 && filter.choices.every((choice) => 'ask' in choice)) {
      const chosen = filter.choices.find((choice) =>
        Object.entries((choice as unknown as { ask: object }).ask).every(
          ([name, value]) => rest[name] === value,
        ),
      );
      if (chosen === undefined) continue;
      for (const name of Object.keys((chosen as unknown as { ask: object }).ask)) take(name);
      change[id] = chosen.value;
    } else change[id] = filter.field.read(take(id));
  }
  const initial = Object.fromEntries(
    Object.entries(ideasState).map(([name, field]) => [name, field.read(null)]),
  );
  // what was not understood, or only half, would be lost with the next save
  return asksTheSame(paramsOf({ ...initial, ...change } as IdeasState), params)
    ? (change as Partial<IdeasState>)
    : null;
}
