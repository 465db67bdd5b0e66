/** The filters of the ideas list: how they stand in the address and what they ask of the server. */
import { parseDate } from '../../../../../contract/dates.ts';
import { isId } from '../../../../../contract/ids.ts';
import { pageSizeOptions, paging, textLimits } from '../../../../../contract/limits.ts';
import { SUGGESTION_STATE_FILTERS } from '../../../../../contract/states.ts';
import { choiceField, integerField, listField, textField } from '../../../host/search.ts';
import type { Field, StateOf } from '../../../host/search.ts';

/** Stands for 'without' among the ids of a filter. */
export const withoutValue = 'none';

/** Ids, and `none`. What cannot be an id is left out: the server would refuse the whole list for it. */
function idsField(): Field<readonly string[]> {
  const list = listField();
  return { ...list, read: (raw) => list.read(raw).filter((item) => item === withoutValue || isId(item)) };
}

/** Words to search for, no more of them than the field takes. */
function wordsField(): Field<string> {
  const text = textField();
  return { ...text, read: (raw) => [...text.read(raw)].slice(0, textLimits.searchCharacters).join('') };
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

/** Rows per page: one of those that the table offers. */
function pageSizeField(): Field<number> {
  const size = integerField(paging.defaultPageSize, 1, paging.maxPageSize);
  return {
    ...size,
    read: (raw) => (pageSizeOptions().includes(size.read(raw)) ? size.read(raw) : paging.defaultPageSize),
  };
}

/** Page state of the list, in the query string. `none` in a list stands for records without such a value. */
export const ideasState = {
  q: wordsField(),
  sort: textField(),
  page: integerField(1, 1, paging.maxPage),
  per_page: pageSizeField(),
  forum: idsField(),
  category: idsField(),
  label: idsField(),
  status: idsField(),
  internal_status: idsField(),
  assigned_owner: idsField(),
  creator: idsField(),
  supporter: idsField(),
  external_account: idsField(),
  state: wordsOfField(SUGGESTION_STATE_FILTERS),
  created_after: timeField(),
  no_support_since: timeField(),
  has_response: choiceField(['', 'true', 'false'], ''),
  has_internal_flag: choiceField(['', 'true', 'false'], ''),
};

export type IdeasState = StateOf<typeof ideasState>;

/** Filters that hold ids, each with a name to show. */
export const idFilters = [
  'forum',
  'category',
  'label',
  'status',
  'internal_status',
  'assigned_owner',
  'creator',
  'supporter',
  'external_account',
] as const;
export type IdFilter = (typeof idFilters)[number];

/** Filters that hold one of a few values. */
export const choiceFilters = [
  'state',
  'created_after',
  'no_support_since',
  'has_response',
  'has_internal_flag',
] as const;
export type ChoiceFilter = (typeof choiceFilters)[number];

export type FilterId = IdFilter | ChoiceFilter;

export const filterIds: readonly FilterId[] = [...idFilters, ...choiceFilters];

/** Sort that holds while nobody chose another. */
export const defaultIdeasSort = '-votes_count';

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

/** Whether a filter is set. */
export function isFilterSet(state: IdeasState, id: FilterId): boolean {
  return state[id].length > 0;
}

/** A change that takes filters away, and goes back to the first page. */
export function withoutFilters(ids: readonly FilterId[]): Partial<IdeasState> {
  const patch: Record<string, unknown> = { page: 1 };
  for (const id of ids) patch[id] = typeof ideasState[id].read(null) === 'string' ? '' : [];
  return patch as Partial<IdeasState>;
}

/** What the list asks of the server; absent filters are absent. */
export function variablesOf(state: IdeasState, preset: Readonly<Record<string, string>> = {}) {
  const variables: Record<string, unknown> = { page: state.page, per_page: state.per_page };
  const ids = (id: IdFilter): readonly string[] =>
    preset[id] !== undefined && state[id].length === 0 ? [preset[id]] : state[id];
  for (const id of idFilters) {
    const values = ids(id);
    if (values.length === 0) continue;
    const real = values.filter((value) => value !== withoutValue);
    // the server joins filters with 'and': 'without' counts only when no record is chosen beside it
    if (real.length > 0) variables[id] = real;
    else if (noneArguments[id] !== undefined) variables[noneArguments[id]] = true;
  }
  if (state.state.length > 0) variables.state = state.state;
  if (state.created_after !== '') variables.created_after = state.created_after;
  if (state.no_support_since !== '') variables.no_support_since = state.no_support_since;
  if (state.has_response !== '') variables.has_response = state.has_response === 'true';
  if (state.has_internal_flag !== '') variables.has_internal_flag = state.has_internal_flag === 'true';
  if (state.sort !== '') variables.sort = state.sort;
  return variables;
}

/** Key of the list's query; the page may bring its answer along under it (web/vite.config.ts). */
export function ideasKey(variables: Readonly<Record<string, unknown>>): readonly unknown[] {
  return ['ideas', variables];
}

/** Arguments that ask for records without a value. */
const noneArguments: Partial<Record<IdFilter, string>> = {
  category: 'category_none',
  label: 'label_none',
  status: 'status_none',
  internal_status: 'internal_status_none',
  assigned_owner: 'assigned_owner_none',
};

/** Filters that know 'without'. */
export function knowsWithout(id: FilterId): boolean {
  return id in noneArguments;
}
