/** Texts of moderation. */
import { formatNumber, plural, pluralForm } from '../../../ui/text/format.ts';

const ideas = (count: number) => plural(count, { one: 'idea', other: 'ideas' });
const comments = (count: number) => plural(count, { one: 'comment', other: 'comments' });

export type ReviewKind = 'ideas' | 'comments';

const counted = (kind: ReviewKind, count: number): string =>
  kind === 'ideas' ? ideas(count) : comments(count);

export const reviewMessages = {
  title: 'Needs review',
  toIdeas: 'Go to ideas',
  path: 'Where you are',
  group: 'Needs review',
  tabs: { label: 'What to review', ideas: 'Ideas', comments: 'Comments' },
  states: { label: 'State', waiting: 'Waiting', spam: 'Spam', blocked: 'Blocked people' },
  list: { ideas: 'Ideas to review', comments: 'Comments to review' },
  empty: {
    waiting: {
      title: 'All caught up',
      ideas: 'Ideas from moderated forums wait here.',
      comments: 'Comments from moderated forums wait here.',
    },
    spam: {
      title: 'No spam',
      ideas: 'Ideas marked as spam stay here until they are approved or deleted.',
      comments: 'Comments marked as spam stay here until they are approved or deleted.',
    },
  },
  blockedPeople: {
    list: 'Blocked people',
    note: 'They can’t sign in or take part. Click a name to unblock. Within 30 days, this also restores their votes, ideas and comments.',
    empty: 'No one is blocked. To block someone, click their name. They stay here until you unblock them.',
  },
  someone: 'Someone',
  flagged: (count: number) => `Reported ${plural(count, { one: 'time', other: 'times' })}`,
  pastSpam: (count: number) => `${formatNumber(count)} marked as spam`,
  noBody: 'No description',
  preview: 'Preview',
  open: 'Open idea',

  approve: 'Approve',
  notSpam: 'Not spam',
  spam: 'Mark as spam',
  delete: 'Delete',
  keys: { next: 'Next', previous: 'Previous', select: 'Select', open: 'Open' },
  approved: (kind: ReviewKind, count: number) => `${counted(kind, count)} approved.`,
  spammed: (kind: ReviewKind, count: number) => `${counted(kind, count)} marked as spam.`,
  deleted: (kind: ReviewKind, count: number) => `${counted(kind, count)} deleted.`,
  nothing: 'Someone else already handled this.',
  undone: 'Undone.',
  confirmTitle: (kind: ReviewKind, count: number) => `Delete ${counted(kind, count)}?`,
  confirmText: (count: number) =>
    `${pluralForm(count, { one: 'It’ll', other: 'They’ll' })} disappear from every list. You can undo this for 30 days.`,
  confirm: 'Delete',
} as const;
