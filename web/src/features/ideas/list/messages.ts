/** Texts of the ideas list and of idea details. */
import { plural, pluralForm } from '../../../ui/text/format.ts';

export const ideasMessages = {
  title: 'Ideas',
  what: 'ideas',
  search: 'Search ideas',
  addFeedback: 'Add feedback',
  more: 'More',
  export: 'Export these ideas',
  exports: 'Your exports',
  views: 'Views',
  /** Parts whose code comes after the page, in the sentence where it does not. */
  later: {
    actions: 'actions',
    row: 'the idea',
    filter: 'filter values',
    steps: 'first steps',
    nothing: 'similar words',
    hints: 'keys',
    note: 'the words that were searched',
  },
  all: 'All ideas',
  mine: 'Mine',
  unassigned: 'Unassigned',
  needsReview: 'Needs review',
  group: { details: 'Details', activity: 'Activity', revenue: 'Revenue' },
  noStatus: 'No Status',
  unassignedOwner: 'Unassigned',
  undated: 'Undated',
  votesWord: (count: number) => pluralForm(count, { one: 'vote', other: 'votes' }),
  sortBy: 'Sort by',
  revenueTip: 'Monthly revenue of the accounts behind the idea',
  swipe: 'Status',
  /** Behind the title: how many of how many. */
  of: (found: string, all: string) => `${found} of ${all}`,
  emptyFiltered: 'No ideas match your search and filters.',
  emptyMine: 'Nothing assigned to you',
  seeUnassigned: 'See unassigned',
  empty: 'No ideas yet.',
  clearAll: 'Clear search and filters',
  is: 'is',
  isAnyOf: 'is any of',
  /** what a filter of an old address named */
  gone: '(deleted)',
  bulk: {
    labels: 'Label',
    owner: 'Owner',
    delete: 'Delete',
    status: 'Status',
    move: 'Move',
    chooseForum: 'Choose a forum, and a category if it needs one',
    moveAction: (count: number) => `Move ${plural(count, { one: 'idea', other: 'ideas' })}`,
    statusSet: (changed: number, skipped: number, name: string) =>
      `${plural(changed, { one: 'idea', other: 'ideas' })} set to ${name}${skipped > 0 ? `, ${skipped} unchanged` : ''}.`,
    moved: (changed: number, skipped: number, name: string) =>
      `${plural(changed, { one: 'idea', other: 'ideas' })} moved to ${name}${skipped > 0 ? `, ${skipped} unchanged` : ''}.`,
    selectAll: (count: string) => `Select all ${count}`,
    selecting: 'Selecting…',
    labelled: (count: number) => `Labels changed on ${plural(count, { one: 'idea', other: 'ideas' })}.`,
    assigned: (count: number, name: string | null) =>
      name === null
        ? `Owner removed from ${plural(count, { one: 'idea', other: 'ideas' })}.`
        : `${plural(count, { one: 'idea', other: 'ideas' })} assigned to ${name}.`,
    deleted: (count: number) => `${plural(count, { one: 'idea', other: 'ideas' })} deleted.`,
    emailed: (count: number) => `${plural(count, { one: 'email goes out', other: 'emails go out' })}.`,
    undone: 'Undone.',
    undoneWithMail: 'Undone. Emails that had not gone out were canceled.',
    confirmTitle: (count: number) => `Delete ${plural(count, { one: 'idea', other: 'ideas' })}?`,
    confirmAction: 'Delete',
  },
};
