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
  lists: 'Idea lists',
  saveAsList: 'Save as a list',
  noListOfList: 'A list can’t hold another one',
  views: 'Views',
  savedViews: 'Saved views',
  conditions: 'Conditions…',
  conditionsGroup: 'More',
  /** Parts whose code comes after the page, in the sentence where it does not. */
  later: {
    actions: 'actions',
    conditions: 'the conditions',
    row: 'the idea',
    steps: 'first steps',
    nothing: 'similar words',
    hints: 'keys',
    note: 'the words that were searched',
  },
  all: 'All ideas',
  mine: 'Mine',
  unassigned: 'Unassigned',
  feedback: 'Feedback',
  needsReview: 'Needs review',
  group: { details: 'Details', activity: 'Activity', revenue: 'Revenue' },
  noStatus: 'No Status',
  unassignedOwner: 'Unassigned',
  undated: 'Undated',
  ofAccount: (people: number) =>
    `${plural(people, { one: 'person', other: 'people' })} of this account, and all votes`,
  newIdeas: (shown: string, count: number) =>
    `${shown} new ${pluralForm(count, { one: 'idea', other: 'ideas' })}`,
  showNew: 'Show',
  votesWord: (count: number) => pluralForm(count, { one: 'vote', other: 'votes' }),
  revenueTip: 'Monthly revenue of the accounts behind the idea',
  swipe: 'Status',
  /** Behind the title: how many of how many. */
  of: (found: string, all: string) => `${found} of ${all}`,
  emptyFiltered: 'No ideas match your search and filters.',
  emptyMine: 'Nothing assigned to you',
  seeUnassigned: 'See unassigned',
  empty: 'No ideas yet.',
  clearAll: 'Clear search and filters',
};
