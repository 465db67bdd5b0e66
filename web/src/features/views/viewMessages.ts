import type { ListViews } from '../../lists/ListPage.tsx';
import { formatNumber, plural } from '../../ui/text/format.ts';

const ideas = (count: number): string => plural(count, { one: 'idea', other: 'ideas' });

/** Texts of the lists of ideas: their page and dialogs. */
export const viewTexts = {
  title: 'Idea lists',
  newList: 'New list',
  empty:
    'There is no list yet. A chosen list holds ideas that are put into it one by one; a dynamic one keeps filters under a name and follows what changes.',
  tabs: {
    label: 'Lists',
    all: 'All lists',
    mine: 'Mine',
    shared: 'Shared with me',
    everyone: 'Everyone',
    archived: 'Archived',
  },
  views: {
    title: 'Saved views',
    all: 'All views',
    order: 'Order the tabs',
    empty:
      'There is no saved view yet. Search, filter or set conditions in the list of ideas, then choose Save view: it becomes a tab there.',
    toIdeas: 'To the ideas',
  },
  orderViews: {
    title: 'Order of your tabs',
    note: 'Drag the views, or use Space and the arrow keys. The first four are tabs, the others stand behind “more”. The order of others stays theirs.',
    label: 'Views',
    what: 'the views',
    empty: 'There is no saved view yet.',
    first: (count: number, total: number) =>
      `The first ${formatNumber(count)} of ${formatNumber(total)} views. Those behind keep their order.`,
    close: 'Close',
  },
  bulkDelete: 'Delete',
  failed: (message: string) => `That did not work: ${message}`,
  name: {
    field: 'Name',
    missing: 'The name is required.',
    placeholder: 'Such as Renewal risks',
    rename: 'Rename',
    create: 'New list',
    createOf: (count: number) => `New list of ${ideas(count)}`,
    createDynamic: 'Save as a dynamic list',
    createView: 'Save view',
    emptyNote: 'It begins empty. Select ideas and choose Add to list to put them in.',
    dynamicNote:
      'It keeps the search, filters, conditions and order of now, and always shows the ideas that fit.',
    save: 'Save',
    saving: 'Saving…',
    renamed: 'Renamed.',
    created: (name: string) => `${name} is saved.`,
    show: 'Show it',
  },
  share: {
    title: (name: string) => `Share “${name}”`,
    dynamicNote: 'Everyone sees it as the data is now.',
    manualNote: 'A chosen list: everyone sees the same ideas.',
    people: 'People',
    peoplePlaceholder: 'Add people',
    peopleNote: 'They are told, and find it under Shared with me.',
    everyone: 'Everyone on the team',
    everyoneNote: 'All who may see ideas see it.',
    save: 'Share',
    saving: 'Sharing…',
    done: 'Sharing saved.',
    what: 'the list',
  },
  mail: {
    title: (name: string) => `Emails about “${name}”`,
    note: 'An email tells which ideas are new in the list and what moved in it. No email comes where nothing did.',
    frequency: 'How often',
    frequencies: { never: 'Never', daily: 'Daily', weekly: 'Weekly' },
    weekday: 'Day',
    hour: 'Hour',
    hourOf: (hour: number, here: string) => `${String(hour).padStart(2, '0')}:00 UTC (${here} here)`,
    save: 'Save',
    saved: 'Saved.',
  },
  add: {
    title: (count: number) => `Add ${ideas(count)} to a list`,
    list: 'List',
    placeholder: 'Choose a list, or type the name of a new one',
    createLabel: (name: string) => `New list “${name}”`,
    missing: 'Choose a list.',
    save: 'Add',
    saving: 'Adding…',
    added: (count: number, total: number, name: string) =>
      count === total
        ? `${ideas(count)} added to ${name}.`
        : count === 0
          ? `${name} held ${ideas(total)} already.`
          : `${ideas(count)} added to ${name}. ${formatNumber(total - count)} were in it already.`,
    undone: (name: string) => `Taken out of ${name} again.`,
    none: 'There is no chosen list that you may change. Type a name to make one.',
  },
  order: {
    title: (name: string) => `Order of “${name}”`,
    note: 'Drag the ideas, or use Space and the arrow keys. Sort the list of ideas by nothing else to see them so.',
    label: 'Ideas of the list',
    what: 'the ideas',
    empty: 'The list holds no ideas.',
    first: (count: number, total: number) =>
      `The first ${formatNumber(count)} of ${formatNumber(total)} ideas. Those behind keep their order.`,
    close: 'Close',
  },
} as const;

/** Tabs over the pages of views and of lists. @param all what the one for all of them is called */
export function viewTabFilters(all: string): ListViews['items'] {
  const { mine, shared, everyone, archived } = viewTexts.tabs;
  return [
    { id: 'all', label: all, filters: {} },
    { id: 'mine', label: mine, filters: { shared_state: ['mine'] } },
    { id: 'shared', label: shared, filters: { shared_state: ['shared_with_me'] } },
    { id: 'everyone', label: everyone, filters: { shared_state: ['public'] } },
    { id: 'archived', label: archived, filters: { state: ['archived'] } },
  ];
}
