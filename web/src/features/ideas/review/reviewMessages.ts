/** Texts of moderation. */
import { formatNumber, plural } from '../../../ui/format.ts';

const ideas = (count: number) => plural(count, { one: 'idea', other: 'ideas' });
const comments = (count: number) => plural(count, { one: 'comment', other: 'comments' });

export type ReviewKind = 'ideas' | 'comments';

const counted = (kind: ReviewKind, count: number): string =>
  kind === 'ideas' ? ideas(count) : comments(count);

export const reviewMessages = {
  title: 'Needs review',
  back: 'Ideas',
  path: 'Where you are',
  group: 'Needs review',
  tabs: { label: 'What to review', ideas: 'Ideas', comments: 'Comments' },
  states: { label: 'State', waiting: 'Waiting', spam: 'Spam', blocked: 'Blocked people' },
  what: { ideas: 'the ideas', comments: 'the comments' },
  list: { ideas: 'Ideas to review', comments: 'Comments to review' },
  empty: {
    waiting: {
      title: 'Nothing waits for review',
      ideas: 'New ideas appear here when their forum holds them back.',
      comments: 'New comments appear here when their forum holds them back.',
    },
    spam: {
      title: 'No spam',
      ideas: 'Ideas that were marked as spam stay here until they are approved or deleted.',
      comments: 'Comments that were marked as spam stay here until they are approved or deleted.',
    },
  },
  blockedPeople: {
    what: 'the blocked people',
    list: 'Blocked people',
    note: 'They cannot sign in or take part. A click on a name opens the card that unblocks somebody; within 30 days that brings back what the block took.',
    empty: 'Nobody is blocked',
    emptyReason:
      'People whom the team blocks, on the card behind their name, are listed here until they are let in again.',
  },
  somebody: 'Somebody',
  on: 'on',
  goneIdea: 'an idea that is not there any more',
  flagged: (count: number) => `Reported ${plural(count, { one: 'time', other: 'times' })}`,
  noBody: 'No description',
  preview: 'Preview',
  choose: 'Choose something on the left.',
  open: 'Open the idea',
  select: (name: string) => `Select ${name}`,
  selectAll: 'Select all on this page',
  more: 'Load more',

  approve: 'Approve',
  notSpam: 'Not spam',
  spam: 'Mark as spam',
  delete: 'Delete',
  keys: { next: 'Next', previous: 'Previous', select: 'Select', open: 'Open' },
  approved: (kind: ReviewKind, count: number) => `${counted(kind, count)} approved.`,
  spammed: (kind: ReviewKind, count: number) => `${counted(kind, count)} marked as spam.`,
  deleted: (kind: ReviewKind, count: number) => `${counted(kind, count)} deleted.`,
  nothing: 'Somebody else was faster: nothing was changed.',
  undone: 'Taken back.',
  confirmTitle: (kind: ReviewKind, count: number) => `Delete ${counted(kind, count)}?`,
  confirmText: (count: number) =>
    `${count === 1 ? 'It leaves' : 'They leave'} every list. You can take this back for 30 days, from the message that follows.`,
  confirm: 'Delete',
  waitingCount: (count: number) => `${formatNumber(count)} waiting`,
} as const;
