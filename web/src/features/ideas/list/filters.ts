/** The filters of the ideas list: how they stand in the address and what they ask of the server. */
import { parseDate } from '../../../../../contract/dates.ts';
import { isId } from '../../../../../contract/ids.ts';
import { pageSizeOptions, paging, textLimits } from '../../../../../contract/limits.ts';
import { SUGGESTION_STATE_FILTERS } from '../../../../../contract/states.ts';
import type { SuggestionListInput } from '../../../api/generated/graphql.ts';
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
  const size = integerField(paging.ideasPageSize, 1, paging.maxPageSize);
  return {
    ...size,
    read: (raw) => (pageSizeOptions().includes(size.read(raw)) ? size.read(raw) : paging.ideasPageSize),
  };
}

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
  | 'views';

/** A filter: its name in the address, what people call it, and what it asks of the server. */
interface FilterDefinition<Id extends string, Value> {
  id: Id;
  label: string;
  field: Field<Value>;
  /** What a value that is set asks for. */
  ask: (value: Value) => SuggestionListInput;
}

/** A filter that holds ids. `without` is what records without such a value are called; null: it does not know them. */
interface IdsFilter<Id extends string> extends FilterDefinition<Id, readonly string[]> {
  records: FilterRecords;
  without: string | null;
}

/** A filter that holds one of a few values. */
interface ChoiceFilter<Id extends string, Value> extends FilterDefinition<Id, Value> {
  choices: readonly { value: string; label: string }[];
}

/** Ids under the server's own name of the filter, and `<id>_none` for those without. */
function idsFilter<const Id extends keyof SuggestionListInput>(
  id: Id,
  label: string,
  records: FilterRecords,
  without: string | null = null,
): IdsFilter<Id> {
  return {
    id,
    label,
    records,
    without,
    field: idsField(),
    ask: (values) => {
      const real = values.filter((value) => value !== withoutValue);
      // the server joins filters with 'and': 'without' counts only when no record is chosen beside it
      if (real.length > 0) return { [id]: real };
      return without === null ? {} : { [`${id}_none`]: true };
    },
  };
}

/** Words of a list under the server's own name of the filter. */
function wordsFilter<const Id extends keyof SuggestionListInput>(
  id: Id,
  label: string,
  words: readonly string[],
  choices: ChoiceFilter<Id, unknown>['choices'],
): ChoiceFilter<Id, readonly string[]> {
  return { id, label, choices, field: wordsOfField(words), ask: (value) => ({ [id]: value }) };
}

/** A time under the server's own name of the filter; an address may hold others than those on offer. */
function timeFilter<const Id extends keyof SuggestionListInput>(
  id: Id,
  label: string,
  choices: ChoiceFilter<Id, unknown>['choices'],
): ChoiceFilter<Id, string> {
  return { id, label, choices, field: timeField(), ask: (value) => ({ [id]: value }) };
}

/** Choices that each say what they ask for. */
function choiceFilter<const Id extends string>(
  id: Id,
  label: string,
  choices: readonly { value: string; label: string; ask: SuggestionListInput }[],
): ChoiceFilter<Id, string> {
  return {
    id,
    label,
    choices,
    field: choiceField(['', ...choices.map(({ value }) => value)], ''),
    ask: (chosen) => choices.find(({ value }) => value === chosen)?.ask ?? {},
  };
}

/** The filters on offer, in their order: the one place that names them. */
export const ideaFilters = [
  idsFilter('forum', 'Forum', 'forums'),
  idsFilter('category', 'Category', 'categories', 'No category'),
  idsFilter('label', 'Label', 'labels', 'No label'),
  idsFilter('status', 'Status', 'statuses', 'No Status'),
  idsFilter('internal_status', 'Internal status', 'internal_statuses', 'No internal status'),
  idsFilter('assigned_owner', 'Owner', 'owners', 'No owner'),
  idsFilter('creator', 'Author', 'people'),
  idsFilter('supporter', 'Voter', 'people'),
  idsFilter('external_account', 'Account', 'accounts'),
  idsFilter('saved_view', 'View or list', 'views'),
  wordsFilter('state', 'State', SUGGESTION_STATE_FILTERS, [
    { value: 'open', label: 'Open' },
    { value: 'pending', label: 'Needs review' },
    { value: 'closed', label: 'Closed' },
    { value: 'merged', label: 'Merged' },
    { value: 'spam', label: 'Spam' },
  ]),
  timeFilter('created_after', 'Created', [
    { value: '7_days_ago', label: 'In the last 7 days' },
    { value: '30_days_ago', label: 'In the last 30 days' },
    { value: '3_months_ago', label: 'In the last 3 months' },
    { value: '6_months_ago', label: 'In the last 6 months' },
    { value: '1_year_ago', label: 'In the last year' },
  ]),
  timeFilter('no_support_since', 'No votes in', [
    { value: '30_days_ago', label: 'the last 30 days' },
    { value: '3_months_ago', label: 'the last 3 months' },
    { value: '6_months_ago', label: 'the last 6 months' },
    { value: '1_year_ago', label: 'the last year' },
  ]),
  choiceFilter('has_response', 'Response', [
    { value: 'true', label: 'Answered', ask: { has_response: true } },
    { value: 'false', label: 'Not answered yet', ask: { has_response: false } },
  ]),
  choiceFilter('has_internal_flag', 'Internal flag', [
    { value: 'true', label: 'Flagged', ask: { has_internal_flag: true } },
    { value: 'false', label: 'Not flagged', ask: { has_internal_flag: false } },
  ]),
] as const;

/** What a filter is about: headings of the list of those on offer, in their order. */
const filterGroups = ['Idea', 'People', 'Activity'] as const;

const groupOf: Record<FilterId, (typeof filterGroups)[number]> = {
  status: 'Idea',
  internal_status: 'Idea',
  label: 'Idea',
  forum: 'Idea',
  category: 'Idea',
  state: 'Idea',
  saved_view: 'Idea',
  assigned_owner: 'People',
  creator: 'People',
  supporter: 'People',
  external_account: 'People',
  created_after: 'Activity',
  no_support_since: 'Activity',
  has_response: 'Activity',
  has_internal_flag: 'Activity',
};

/** The filters as they are offered, by what they are about. */
export function offeredFilters(): { id: FilterId; label: string; group: string }[] {
  return filterGroups.flatMap((group) =>
    ideaFilters.filter(({ id }) => groupOf[id] === group).map(({ id, label }) => ({ id, label, group })),
  );
}

/** So many of the filters that were used last are offered first. */
const RECENT_FILTERS = 3;

/** The filters that were used last, with one that is used now. */
export function withUsedFilter(used: readonly string[], id: string): string[] {
  return [id, ...used.filter((other) => other !== id)].slice(0, RECENT_FILTERS);
}

/** A filter of the list. */
export type IdeaFilter = (typeof ideaFilters)[number];
export type FilterId = IdeaFilter['id'];
/** Filters that hold ids, each with a name to show. */
export type IdFilter = Extract<IdeaFilter, { records: FilterRecords }>['id'];

export const filterIds: readonly FilterId[] = ideaFilters.map(({ id }) => id);

/** The filter of an id. */
export function filterOf(id: FilterId): IdeaFilter {
  return ideaFilters.find((filter) => filter.id === id)!;
}

/** Page state of the list, in the query string. `none` in a list stands for records without such a value. */
export const ideasState = {
  q: wordsField(),
  sort: textField(),
  page: integerField(1, 1, paging.maxPage),
  per_page: pageSizeField(),
  /** The selected ideas in place of those that search and filters find. */
  show: choiceField(['', 'selection'], ''),
  /** The current idea is shown beside the list. */
  peek: choiceField(['', '1'], ''),
  ...(Object.fromEntries(ideaFilters.map(({ id, field }) => [id, field])) as {
    [Filter in IdeaFilter as Filter['id']]: Filter['field'];
  }),
};

export type IdeasState = StateOf<typeof ideasState>;

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

/** The state with the owner that the path names, until another one is chosen. */
export function withOwner(state: IdeasState, owner: string | null): IdeasState {
  return owner === null || state.assigned_owner.length > 0 ? state : { ...state, assigned_owner: [owner] };
}

/** What the list asks of the server. */
export type IdeasVariables = {
  /** Search, filters and order; absent ones are absent. */
  query: SuggestionListInput;
  page: number;
  per_page: number;
};

/** What the list asks of the server for some ideas that are named, whatever search and filters find. */
export function variablesOfIdeas(ids: readonly string[], state: IdeasState): IdeasVariables {
  return {
    query: { id: [...ids], ...(state.sort === '' ? {} : { sort: state.sort }) },
    page: state.page,
    per_page: state.per_page,
  };
}

/** What the list asks of the server. @param q what is searched for; '' for nothing */
export function variablesOf(state: IdeasState, q = ''): IdeasVariables {
  const asked = ideaFilters
    .filter(({ id }) => isFilterSet(state, id))
    .map(({ id, ask }) => (ask as (value: unknown) => SuggestionListInput)(state[id]));
  return {
    query: Object.assign({}, q === '' ? {} : { q }, ...asked, state.sort === '' ? {} : { sort: state.sort }),
    page: state.page,
    per_page: state.per_page,
  };
}

/** Key of the list's query; the page may bring its answer along under it (web/build/first_screens.ts). */
export function ideasKey(variables: IdeasVariables): readonly unknown[] {
  return ['ideas', variables];
}
