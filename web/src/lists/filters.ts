/**
 * The filters of a list: how they stand in the address and what they ask of the server. Pure; a list names its filters
 * with `filtersFor`, or as the kind of filter of a field (fields.ts).
 */
import { parseDate } from '../../../contract/dates.ts';
import { isId } from '../../../contract/ids.ts';
import { pageSizeOptions, paging, textLimits } from '../../../contract/limits.ts';
import { choiceField, integerField, listField, textField } from '../host/search.ts';
import type { Field } from '../host/search.ts';

/** Stands for 'without' among the ids of a filter. */
export const withoutValue = 'none';

/** Records that the ids of a filter name: how they are picked and how their names are found. */
export type FilterRecords =
  | 'forums'
  | 'categories'
  | 'labels'
  | 'statuses'
  | 'internal_statuses'
  | 'owners'
  | 'people'
  | 'accounts'
  | 'ideas'
  | 'features'
  | 'views';

/** One of the values that a filter offers. */
export type FilterChoice = { value: string; label: string };

/** A filter: its name in the address, what people call it, and what it asks of the server. */
interface FilterDefinition<Id extends string, Value, Query> {
  id: Id;
  label: string;
  field: Field<Value>;
  /** What a value that is set asks for. */
  ask: (value: Value) => Partial<Query>;
}

/** A filter that holds ids. `without` is what records without such a value are called; null: it does not know them. */
export interface IdsFilter<Id extends string, Query> extends FilterDefinition<Id, readonly string[], Query> {
  records: FilterRecords;
  without: string | null;
}

/** A filter that holds one of a few values, or some of them where its value is a list. */
export interface ChoiceFilter<Id extends string, Value, Query> extends FilterDefinition<Id, Value, Query> {
  choices: readonly FilterChoice[];
  /** Its values are typed: what stands in choices is only an offer. */
  isTyped?: boolean;
}

/** Any filter of a list. */
export type ListFilter<Query = never> =
  | IdsFilter<string, Query>
  | ChoiceFilter<string, readonly string[], Query>
  | ChoiceFilter<string, string, Query>;

/** A filter, for what only shows and edits it. */
export type ShownFilter = Pick<FilterDefinition<string, never, never>, 'id' | 'label'> & {
  field: { read: (raw: unknown) => unknown };
} & (
    | { records: FilterRecords; without: string | null }
    | { choices: readonly FilterChoice[]; isTyped?: boolean }
  );

/** Ids, and `none`. What cannot be an id is left out: the server would refuse the whole list for it. */
function idsField(): Field<readonly string[]> {
  const list = listField();
  return { ...list, read: (raw) => list.read(raw).filter((item) => item === withoutValue || isId(item)) };
}

/** Words of a list that are on offer; the others are left out, as ids are. */
function wordsOfField(words: readonly string[]): Field<readonly string[]> {
  const list = listField();
  return { ...list, read: (raw) => list.read(raw).filter((item) => words.includes(item)) };
}

/** A time as the server reads it, such as `30_days_ago`; anything else is none. */
function timeField(): Field<string> {
  const text = textField();
  return { ...text, read: (raw) => (parseDate(text.read(raw), new Date()) === null ? '' : text.read(raw)) };
}

/** Words to search for, no more of them than the field takes. */
export function searchField(): Field<string> {
  const text = textField();
  return { ...text, read: (raw) => [...text.read(raw)].slice(0, textLimits.searchCharacters).join('') };
}

/** Rows per page: one of those that the table offers. @param own the list's own size */
export function pageSizeField(own: number): Field<number> {
  const size = integerField(own, 1, paging.maxPageSize);
  return {
    ...size,
    read: (raw) => (pageSizeOptions(own).includes(size.read(raw)) ? size.read(raw) : own),
  };
}

/** The page of a list, from 1. */
export const pageField = (): Field<number> => integerField(1, 1, paging.maxPage);

/**
 * The kinds of filters of a list.
 *
 *     const { ids, words } = filtersFor<SuggestionListInput>();
 *     const ideaFilters = [ids('forum', 'Forum', 'forums'), words('state', 'State', STATES, choices)];
 */
export function filtersFor<Query extends object>() {
  type Name = keyof Query & string;
  return {
    /** Ids under the server's own name of the filter, and `<id>_none` for those without. */
    ids: <const Id extends Name>(
      id: Id,
      label: string,
      records: FilterRecords,
      without: string | null = null,
    ): IdsFilter<Id, Query> => ({
      id,
      label,
      records,
      without,
      field: idsField(),
      ask: (values) => {
        const real = values.filter((value) => value !== withoutValue);
        // the server joins filters with 'and': 'without' counts only when no record is chosen beside it
        if (real.length > 0) return { [id]: real } as Partial<Query>;
        return (without === null ? {} : { [`${id}_none`]: true }) as Partial<Query>;
      },
    }),
    /** Words of a list under the server's own name of the filter. @param words all that it knows; some may not be on offer */
    words: <const Id extends Name>(
      id: Id,
      label: string,
      words: readonly string[],
      choices: readonly FilterChoice[],
    ): ChoiceFilter<Id, readonly string[], Query> => ({
      id,
      label,
      choices,
      field: wordsOfField(words),
      ask: (value) => ({ [id]: value }) as Partial<Query>,
    }),
    /** A time under the server's own name of the filter; an address may hold others than those on offer. */
    time: <const Id extends Name>(
      id: Id,
      label: string,
      choices: readonly FilterChoice[],
    ): ChoiceFilter<Id, string, Query> => ({
      id,
      label,
      choices,
      field: timeField(),
      ask: (value) => ({ [id]: value }) as Partial<Query>,
    }),
    /** Choices that each say what they ask for. */
    choice: <const Id extends string>(
      id: Id,
      label: string,
      choices: readonly (FilterChoice & { ask: Partial<Query> })[],
    ): ChoiceFilter<Id, string, Query> => ({
      id,
      label,
      choices,
      field: choiceField(['', ...choices.map(({ value }) => value)], ''),
      ask: (chosen) => choices.find(({ value }) => value === chosen)?.ask ?? {},
    }),
  };
}

/** The state of a page, with the values of filters under their ids: a text, or a list of texts. */
export type FilterState = Readonly<Record<string, unknown>>;

/** The values of a filter; none: it is not set. */
export function valuesOf(state: FilterState, { id }: { id: string }): readonly string[] {
  const raw = (state[id] ?? '') as string | readonly string[];
  return typeof raw !== 'string' ? raw : raw === '' ? [] : [raw];
}

/** A change of the state that takes filters away, and goes back to the first page. */
export function withoutFilters(
  filters: readonly { id: string; field: { read: (raw: unknown) => unknown } }[],
): Record<string, unknown> {
  return Object.fromEntries([
    ['page', 1],
    ...filters.map(({ id, field }) => [id, typeof field.read(null) === 'string' ? '' : []]),
  ]);
}

/**
 * The state without an order that is not on offer, as an old address may have, or that of a colleague who sees more: the
 * list takes its own then.
 */
export function withOfferedSort<State extends { sort: string }>(
  state: State,
  columns: readonly { sortKey?: string | undefined }[],
): State {
  const key = state.sort.replace(/^-/, '');
  return key === '' || columns.some(({ sortKey }) => sortKey === key) ? state : { ...state, sort: '' };
}

/** What a list asks of the server. */
export type ListVariables<Query> = {
  /** Search, filters and order; absent ones are absent. */
  query: Partial<Query>;
  page: number;
  per_page: number;
};

/** What a list asks of the server. @param q what is searched for; '' for nothing */
export function askedOf<Query extends object>(
  filters: readonly { id: string; ask: (value: never) => Partial<Query> }[],
  state: { sort: string; page: number; per_page: number },
  q: string,
): ListVariables<Query> {
  const values: FilterState = state;
  const asked = filters
    .filter((filter) => valuesOf(values, filter).length > 0)
    .map(({ id, ask }) => ask(values[id] as never));
  return {
    query: Object.assign({}, q === '' ? {} : { q }, ...asked, state.sort === '' ? {} : { sort: state.sort }),
    page: state.page,
    per_page: state.per_page,
  };
}

/** So many of the filters that were used last are offered first. */
const RECENT_FILTERS = 3;

/** The filters that were used last, with one that is used now. */
export function withUsedFilter(used: readonly string[], id: string): string[] {
  return [id, ...used.filter((other) => other !== id)].slice(0, RECENT_FILTERS);
}
