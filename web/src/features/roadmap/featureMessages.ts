/** Texts of the page of a feature. */
import { formatDate, formatMonthDay, formatNumber, plural } from '../../ui/text/format.ts';

const days = (count: number): string => plural(count, { one: 'day', other: 'days' });
const ideas = (count: number): string => plural(count, { one: 'idea', other: 'ideas' });

/** A day, with its year when that is another one. */
const day = (time: string): string =>
  time.slice(0, 4) === String(new Date().getFullYear())
    ? formatMonthDay(time.slice(0, 10))
    : formatDate(time);

export const featureTexts = {
  path: 'Where you are',
  what: 'the feature',
  missing: 'This feature is not here',
  missingReason: 'It may have been deleted, or the address is wrong.',
  toBoard: 'To the roadmap',
  neighbours: (at: number, of: number, column: string): string => `${at} of ${of} in ${column}`,
  before: 'Feature before',
  next: 'Next feature',
  actions: 'More actions',
  addIdea: 'Add idea',
  move: 'Move',
  archived: 'This feature is archived. It is on no board.',
  gone: 'Someone deleted this feature. It can be read until you leave the page.',
  saving: 'Saving',
  notSaved: 'Not saved',
  unsaved: 'Not saved yet',
  saved: 'Saved',
  titleMissing: 'The name is missing',
  title: 'Name',
  description: 'What it is',
  writeDescription: 'Say what it is, who it is for, and what it does not do.',
  edit: 'Edit the text',
  done: 'Done',

  linked: 'Linked ideas',
  counted: (people: number, votes: number): string =>
    `${plural(people, { one: 'different person', other: 'different people' })}, ${plural(votes, { one: 'vote', other: 'votes' })}`,
  noIdeas: 'No ideas linked',
  noIdeasReason: 'Link the ideas that this feature answers, and see who waits for it.',
  showMore: (count: number): string => `Show ${formatNumber(count)} more`,
  showFewer: 'Show fewer',
  takeOut: (title: string): string => `Take out ${title}`,
  takenOut: (title: string): string => `“${title}” was taken out.`,
  linkedNow: (count: number): string => `${plural(count, { one: 'idea was', other: 'ideas were' })} linked.`,
  undone: 'Undone.',
  failed: 'The change could not be saved.',
  likely: (count: number): string =>
    plural(count, { one: 'idea looks like it belongs here', other: 'ideas look like they belong here' }),
  link: 'Link',
  votes: (count: number): string => plural(count, { one: 'vote', other: 'votes' }),
  accounts: (count: number): string => plural(count, { one: 'account', other: 'accounts' }),
  people: (count: number): string => plural(count, { one: 'person', other: 'people' }),
  whatLikely: 'ideas like this',
  whatIdeas: 'the linked ideas',
  record: 'feature',

  waits: 'Who waits for it',
  by: 'In the order of',
  byRevenue: 'Revenue',
  byPeople: 'People',
  noAccounts: 'No account waits for it.',
  whatAccounts: 'the accounts',

  label: 'About this feature',
  ideasFigure: 'Ideas',
  accountsFigure: 'Accounts',
  revenueFigure: 'Revenue',
  peopleFigure: 'People',
  revenueTip: 'Of the accounts that wait for it, each once.',
  status: 'Status',
  area: 'Product area',
  roadmap: 'Roadmap',
  flag: 'Flag',
  flagged: 'One of its ideas is flagged',
  none: 'None',
  created: 'Created',
  changed: 'Last change',
  fields: 'Fields',

  way: 'Path',
  since: (time: string): string => `since ${day(time)}`,
  between: (from: string, to: string): string => `${day(from)} – ${day(to)}`,
  days,
  activity: 'Activity',
  allActivity: (count: number): string => `Show all ${count}`,
  system: 'The system',
  events: {
    created: 'made the feature',
    status: (from: string, to: string): string => `moved it from ${from} to ${to}`,
    name: (name: string): string => `named it “${name}”`,
    description: 'changed the text',
    product_area: (name: string | null): string =>
      name === null ? 'took it out of its product area' : `put it into ${name}`,
    roadmap: (name: string | null): string =>
      name === null ? 'took it off its roadmap' : `put it on ${name}`,
    fields: 'changed its fields',
    linked: (count: number, title: string | null): string =>
      count === 1 && title !== null ? `linked “${title}”` : `linked ${ideas(count)}`,
    unlinked: (count: number, title: string | null): string =>
      count === 1 && title !== null ? `took out “${title}”` : `took out ${ideas(count)}`,
    archived: 'archived it',
    unarchived: 'brought it back',
    deleted: 'deleted it',
    restored: 'restored it',
  },
  peek: 'Quick look',
  openPage: 'Open',
  group: 'Feature',
} as const;
