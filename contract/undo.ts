/** What can be undone for 30 days, and by which mutation (docs/decisions/0010-undo.md). */

/** bulk_undo takes the entry's id; the others the id of the record, supporter_restore the idea and the person; user_block is called with blocked false. */
export const UNDO_WITH = {
  suggestion_delete: 'suggestion_restore',
  suggestion_spam: 'suggestion_restore',
  suggestions_bulk_delete: 'bulk_undo',
  suggestions_bulk_spam: 'bulk_undo',
  suggestions_bulk_approve: 'bulk_undo',
  suggestions_bulk_assign: 'bulk_undo',
  suggestions_bulk_label: 'bulk_undo',
  suggestions_bulk_status: 'bulk_undo',
  suggestions_bulk_category: 'bulk_undo',
  suggestions_bulk_forum: 'bulk_undo',
  suggestion_merge: 'bulk_undo',
  suggestion_subscribe_all: 'bulk_undo',
  comments_bulk_approve: 'bulk_undo',
  comments_bulk_spam: 'bulk_undo',
  comments_bulk_delete: 'bulk_undo',
  comment_delete: 'comment_restore',
  comment_spam: 'comment_restore',
  feedback_record_delete: 'feedback_record_restore',
  note_delete: 'note_restore',
  supporter_delete: 'supporter_restore',
  external_account_delete: 'external_account_restore',
  user_block: 'user_block',
} as const satisfies Record<
  string,
  | 'bulk_undo'
  | 'suggestion_restore'
  | 'comment_restore'
  | 'feedback_record_restore'
  | 'note_restore'
  | 'supporter_restore'
  | 'external_account_restore'
  | 'user_block'
>;

/** A command whose effect its author can take back. */
export type UndoableCommand = keyof typeof UNDO_WITH;

/** Is the text the name of such a command? */
export function isUndoableCommand(name: string): name is UndoableCommand {
  return Object.hasOwn(UNDO_WITH, name);
}
