/** Texts of the roadmap: board, list, and what both share. */
import { formatNumber, plural } from '../../ui/text/format.ts';

const features = (count: number): string => plural(count, { one: 'feature', other: 'features' });
const place = (column: string, at: number, of: number): string => `${column}, place ${at} of ${of}`;

export const roadmapTexts = {
  title: 'Roadmap',
  featuresTitle: 'Features',
  all: 'All roadmaps',
  roadmap: 'Roadmap',
  search: 'Search features',
  view: 'View',
  board: 'Board',
  list: 'List',
  share: 'Share',
  create: 'New feature',
  what: 'the features',
  features,
  summary: (open: string, revenue: string, all: string): string =>
    `${open} · ${revenue} of ${all} revenue waits on this plan, each account counted once`,
  noStatus: 'No status',
  noArea: 'No product area',
  noRoadmap: 'No roadmap',
  area: 'Product area',
  account: 'Account',
  is: 'is',
  isAnyOf: 'is any of',
  noIdeas: 'No ideas linked',
  flagged: 'One of its ideas carries a flag',
  ideas: (count: number): string => plural(count, { one: 'idea', other: 'ideas' }),
  people: (count: number): string => plural(count, { one: 'person', other: 'people' }),
  accounts: (count: number): string => plural(count, { one: 'account', other: 'accounts' }),
  column: (name: string, count: number): string => `${name}, ${features(count)}`,
  emptyColumn: 'Nothing here',
  fold: (name: string): string => `Fold ${name}`,
  unfold: (name: string): string => `Show ${name}`,
  showMore: (count: number): string => `Show ${count} more`,
  accountsOnce: 'Revenue of the accounts that wait for any of these features, each account once.',
  empty: 'No features yet',
  emptyReason:
    'A feature gathers the ideas that it answers, and says how many people and how much revenue wait for it.',
  emptyRead: 'Features that the team plans stand here.',
  nothingFound: 'No feature matches these filters.',
  clear: 'Clear filters',
  failed: 'The change could not be saved.',
  open: 'Open',
  menu: (name: string): string => `Actions on ${name}`,
  archive: 'Archive',
  unarchive: 'Bring back',
  delete: 'Delete',
  moveTo: 'Move to',
  copyLink: 'Copy link',
  linkCopied: 'Link copied.',
  archived: (name: string): string => `“${name}” was archived.`,
  unarchived: (name: string): string => `“${name}” is back on the board.`,
  deleted: (count: number, name: string): string =>
    count === 1 ? `“${name}” was deleted.` : `${features(count)} were deleted.`,
  changed: (count: number): string => `${features(count)} changed.`,
  undone: 'Undone.',
  noIdeaStatus: 'No Status',
  moved: (name: string, column: string): string => `“${name}” moved to ${column}.`,
  movedByOther: (who: string, name: string, column: string): string => `${who} moved “${name}” to ${column}.`,
  someone: 'Someone',
  moveMine: (column: string): string => `Move it to ${column}`,
  tell: (count: number): string =>
    `Tell the supporters of ${plural(count, { one: 'open idea', other: 'open ideas' })}`,
  posted: (changed: number): string =>
    `The status was posted on ${plural(changed, { one: 'idea', other: 'ideas' })}.`,
  shortcuts: 'Roadmap',
  showsArchived: 'Archived features',
  more: 'More',

  drag: {
    moving: 'Moving to',
    place: (at: number, of: number): string => `place ${at} of ${of}`,
    status: 'status',
    placeKey: 'place',
    drop: 'drop',
    back: 'back',
    instructions:
      'Press Enter to open, M to move with the arrow keys, S for the menu of statuses, Space for a quick look.',
    picked: (name: string, column: string, at: number, of: number): string =>
      `Picked up ${name} in ${place(column, at, of)}. Arrow keys move it, Enter drops it, Escape puts it back.`,
    over: (column: string, at: number, of: number): string => place(column, at, of),
    dropped: (name: string, column: string, at: number, of: number): string =>
      `${name} was moved to ${place(column, at, of)}.`,
    cancelled: (name: string): string => `${name} stays where it was.`,
    label: 'Move',
  },

  dialog: {
    title: 'New feature',
    name: 'Name',
    nameNeeded: 'A feature needs a name.',
    nameMissing: 'a name',
    description: 'What it is',
    status: 'Status',
    create: 'Create feature',
    creating: 'Creating',
    created: (name: string): string => `“${name}” was created.`,
  },

  listPage: {
    group: 'Group by',
    groups: { status: 'Status', product_area: 'Product area', none: 'Nothing' },
    sortOff: 'While the list is sorted by a column, or not grouped, features keep their places.',
    sort: 'Sort by',
    sorts: {
      position: 'Place',
      name: 'Name',
      suggestions_count: 'Ideas',
      supporting_users_count: 'People',
      supporting_accounts_count: 'Accounts',
      supporter_revenue: 'Revenue',
    },
    name: 'Feature',
    ideas: 'Ideas',
    people: 'People',
    accounts: 'Accounts',
    revenue: 'Revenue',
    select: (name: string): string => `Select ${name}`,
    selectAll: 'Select all features',
    selectGroup: (name: string): string => `Select all of ${name}`,
    once: (revenue: string): string => `${revenue}, each account once`,
    bulkStatus: 'Status',
    bulkArea: 'Product area',
    bulkRoadmap: 'Roadmap',
  },
} as const;

/** Texts of the dialog that links ideas to a feature. */
export const linkTexts = {
  title: (count: number): string =>
    count > 1 ? `Link ${formatNumber(count)} ideas to a feature` : 'Link to a feature',
  feature: 'Feature',
  placeholder: 'Choose a feature, or type a new one',
  missing: 'Choose a feature.',
  save: 'Link',
  saving: 'Linking',
  none: 'No feature is called so.',
  create: (name: string): string => `Create “${name}”`,
  linked: (count: number, name: string): string =>
    `${plural(count, { one: 'idea was', other: 'ideas were' })} linked to “${name}”.`,
  undone: 'Undone.',
};
