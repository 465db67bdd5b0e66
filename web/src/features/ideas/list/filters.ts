/** The filters of the ideas list. */
import { paging } from '../../../../../contract/limits.ts';
import { canSeeRoadmap } from '../../../../../contract/permissions.ts';
import type { Rights } from '../../../../../contract/permissions.ts';
import { SUGGESTION_STATE_FILTERS } from '../../../../../contract/states.ts';
import type { SuggestionListInput } from '../../../api/generated/graphql.ts';
import { choiceField, listField, textField } from '../../../host/search.ts';
import type { StateOf } from '../../../host/search.ts';
import {
  askedOf,
  filtersFor,
  pageField,
  pageSizeField,
  searchField,
  withoutFilters as withoutThese,
} from '../../../lists/filters.ts';
import type { FilterRecords, ListVariables } from '../../../lists/filters.ts';

const { ids, words, time, choice } = filtersFor<SuggestionListInput>();

/** The filters on offer, in their order: the one place that names them. */
export const ideaFilters = [
  ids('forum', 'Forum', 'forums'),
  ids('category', 'Category', 'categories', 'No category'),
  ids('label', 'Label', 'labels', 'No label'),
  ids('status', 'Status', 'statuses', 'No Status'),
  ids('internal_status', 'Internal status', 'internal_statuses', 'No internal status'),
  ids('assigned_owner', 'Owner', 'owners', 'No owner'),
  ids('creator', 'Author', 'people'),
  ids('supporter', 'Voter', 'people'),
  ids('external_account', 'Account', 'accounts'),
  ids('feature', 'Feature', 'features'),
  ids('saved_view', 'View or list', 'views'),
  words('state', 'State', SUGGESTION_STATE_FILTERS, [
    { value: 'open', label: 'Open' },
    { value: 'pending', label: 'Needs review' },
    { value: 'closed', label: 'Closed' },
    { value: 'merged', label: 'Merged' },
    { value: 'spam', label: 'Spam' },
  ]),
  {
    id: 'said' as const,
    label: 'In comments or feedback',
    choices: [],
    isTyped: true as const,
    field: textField(),
    ask: (said: string): Partial<SuggestionListInput> => ({ said }),
  },
  time('created_after', 'Created', [
    { value: '7_days_ago', label: 'In the last 7 days' },
    { value: '30_days_ago', label: 'In the last 30 days' },
    { value: '3_months_ago', label: 'In the last 3 months' },
    { value: '6_months_ago', label: 'In the last 6 months' },
    { value: '1_year_ago', label: 'In the last year' },
  ]),
  time('no_support_since', 'No votes in', [
    { value: '30_days_ago', label: 'the last 30 days' },
    { value: '3_months_ago', label: 'the last 3 months' },
    { value: '6_months_ago', label: 'the last 6 months' },
    { value: '1_year_ago', label: 'the last year' },
  ]),
  choice('has_response', 'Response', [
    { value: 'true', label: 'Answered', ask: { has_response: true } },
    { value: 'false', label: 'Not answered yet', ask: { has_response: false } },
  ]),
  choice('has_internal_flag', 'Internal flag', [
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
  feature: 'Idea',
  saved_view: 'Idea',
  assigned_owner: 'People',
  creator: 'People',
  supporter: 'People',
  external_account: 'People',
  said: 'Activity',
  created_after: 'Activity',
  no_support_since: 'Activity',
  has_response: 'Activity',
  has_internal_flag: 'Activity',
};

/** The filters as they are offered to somebody, by what they are about. */
export function offeredFilters(rights: Rights): { id: FilterId; label: string; group: string }[] {
  const offered = ideaFilters.filter(({ id }) => id !== 'feature' || canSeeRoadmap(rights));
  return filterGroups.flatMap((group) =>
    offered.filter(({ id }) => groupOf[id] === group).map(({ id, label }) => ({ id, label, group })),
  );
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
  q: searchField(),
  sort: textField(),
  page: pageField(),
  per_page: pageSizeField(paging.ideasPageSize),
  /** The selected ideas in place of those that search and filters find. */
  show: choiceField(['', 'selection'], ''),
  /** The current idea is shown beside the list. */
  peek: choiceField(['', '1'], ''),
  /** The saved view that is open, and may have been changed since. */
  view: textField(),
  /** Columns in their order that the open view shows; none: those of the reader's own table. */
  columns: listField(),
  /** Conditions, as the JSON of `advanced_filters`. */
  where: textField(),
  ...(Object.fromEntries(ideaFilters.map(({ id, field }) => [id, field])) as {
    [Filter in IdeaFilter as Filter['id']]: Filter['field'];
  }),
};

export type IdeasState = StateOf<typeof ideasState>;

/** Sort that holds while nobody chose another. */
export const defaultIdeasSort = '-votes_count';

/** A change that takes filters away, and goes back to the first page. */
export function withoutFilters(ids: readonly FilterId[]): Partial<IdeasState> {
  return withoutThese(ids.map(filterOf));
}

/** A change that takes all filters and conditions away. */
export const withoutAll = (): Partial<IdeasState> => ({ ...withoutFilters(filterIds), where: '' });

/** The state with the owner that the path names, until another one is chosen. */
export function withOwner(state: IdeasState, owner: string | null): IdeasState {
  return owner === null || state.assigned_owner.length > 0 ? state : { ...state, assigned_owner: [owner] };
}

/**
 * What the list can be sorted by: its columns, and while a view or list is shown the order of its own, that of its ideas
 * as they were put into it or dragged.
 */
export function sortsOf(
  columns: readonly { sortKey?: string | undefined }[],
  { saved_view }: Pick<IdeasState, 'saved_view'>,
): readonly { sortKey?: string | undefined }[] {
  return saved_view.length === 0 ? columns : [...columns, { sortKey: 'list_position' }];
}

/** What the list asks of the server. */
export type IdeasVariables = ListVariables<SuggestionListInput>;

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
  const asked = askedOf<SuggestionListInput>(ideaFilters, state, q);
  return state.where === '' ? asked : { ...asked, query: { ...asked.query, advanced_filters: state.where } };
}

/** Key of the list's query; the page may bring its answer along under it (web/build/first_screens.ts). */
export function ideasKey(variables: IdeasVariables): readonly unknown[] {
  return ['ideas', variables];
}
