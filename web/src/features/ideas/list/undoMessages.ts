/** Texts of the list of actions that can be taken back. */
import type { UndoableCommand } from '../../../../../contract/undo.ts';
import { plural, pluralForm } from '../../../ui/text/format.ts';

const ideas = (count: number) => plural(count, { one: 'idea', other: 'ideas' });
const comments = (count: number) => plural(count, { one: 'comment', other: 'comments' });

export const undoMessages = {
  ofDay: (day: string) => `Done on ${day}`,
  title: 'Undo history',
  menu: 'Undo history',
  what: 'your actions',
  explanation: 'Undo anything you did in the last 30 days. Later changes by others are kept.',
  empty: 'Nothing to undo',
  emptyReason: 'Deletions, merges and bulk changes stay here for 30 days.',
  undo: 'Undo',
  undoNamed: (what: string) => `Undo: ${what}`,
  about: (title: string, count: number) => (count > 1 ? `“${title}” and ${count - 1} more` : `“${title}”`),
  taken: (changed: number, skipped: number) =>
    skipped === 0
      ? 'Undone.'
      : changed === 0
        ? 'Nothing was undone: everything has changed since.'
        : `Undone for ${changed}; ${skipped} changed since and ${pluralForm(skipped, { one: 'was', other: 'were' })} kept.`,
  mailGone: 'The email was sent and can’t be undone.',
  mailStays: 'Emails were sent with this. They can’t be undone.',
  failed: (message: string) => `Couldn’t undo: ${message}`,
  commands: {
    suggestion_delete: () => 'Idea deleted',
    suggestion_spam: () => 'Idea marked as spam',
    suggestions_bulk_delete: (count) => `${ideas(count)} deleted`,
    suggestions_bulk_spam: (count) => `${ideas(count)} marked as spam`,
    suggestions_bulk_approve: (count) => `${ideas(count)} approved`,
    suggestions_bulk_assign: (count) => `Owner of ${ideas(count)} changed`,
    suggestions_bulk_label: (count) => `Labels of ${ideas(count)} changed`,
    suggestions_bulk_status: (count) => `Status of ${ideas(count)} changed`,
    suggestions_bulk_category: (count) => `Category of ${ideas(count)} changed`,
    suggestions_bulk_forum: (count) => `${ideas(count)} moved to another forum`,
    suggestion_merge: (count) => `${ideas(count)} merged into another one`,
    suggestion_subscribe_all: () => 'Voters subscribed',
    comments_bulk_approve: (count) => `${comments(count)} approved`,
    comments_bulk_spam: (count) => `${comments(count)} marked as spam`,
    comments_bulk_delete: (count) => `${comments(count)} deleted`,
    comment_delete: () => 'Comment deleted',
    comment_spam: () => 'Comment marked as spam',
    feedback_record_delete: () => 'Feedback deleted',
    note_delete: () => 'Note deleted',
    supporter_delete: () => 'Vote removed',
    external_account_delete: () => 'Account deleted',
    user_block: () => 'Person blocked',
  } satisfies Record<UndoableCommand, (count: number) => string> as Record<
    UndoableCommand,
    (count: number) => string
  >,
};
