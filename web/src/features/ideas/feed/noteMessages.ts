/** Texts of notes and flags on an idea. */
import { plural } from '../../../ui/format.ts';

export const noteMessages = {
  tabs: { label: 'What to write', comment: 'Public comment', note: 'Note for the team' },
  label: 'Note',
  placeholder: 'Write to the team… @ mentions somebody',
  openPlaceholder: 'Note for the team…',
  audience: 'Only the team sees it. Whom you mention is notified.',
  submit: 'Add note',
  added: 'Note added!',
  failed: (message: string) => `Failed to add note: ${message}`,
  empty: 'Write the note first',
  shortcut: 'Write a note',

  reply: 'Reply',
  replyLabel: 'Reply to the note',
  replyPlaceholder: 'Reply… @ mentions somebody',
  replyEmpty: 'Write the reply first',
  replied: 'Reply added!',
  replyFailed: (message: string) => `Failed to add reply: ${message}`,
  showReplies: (count: number) => plural(count, { one: 'reply', other: 'replies' }),
  replies: (name: string) => `Replies to the note of ${name}`,
  whatReplies: 'the replies',
  more: (name: string) => `More about the note of ${name}`,
  edited: 'edited',

  edit: 'Edit',
  editLabel: 'Edit note',
  save: 'Save',
  saved: 'Note updated!',
  saveFailed: (message: string) => `Failed to update note: ${message}`,
  changed:
    'Somebody changed this note in the meantime. Your text is still here: copy it, or save it over theirs.',
  overwrite: 'Save mine',
  copyLink: 'Copy link',

  delete: 'Delete',
  deleted: 'Note deleted!',
  deleteTitle: 'Delete this note?',
  form: 'the form for a note',
  deleteText: (replies: number) =>
    replies === 0
      ? 'Nobody will see it any more.'
      : `Nobody will see it any more, nor its ${plural(replies, { one: 'reply', other: 'replies' })}.`,
  deleteConfirm: 'Delete note',
  deleting: 'Deleting…',
  deleteFailed: (message: string) => `Failed to delete note: ${message}`,
  missing: 'The note of this link is not there any more.',

  flags: {
    title: (count: number) => plural(count, { one: 'open flag', other: 'open flags' }),
    label: 'Open flags',
    what: 'the flags',
    raisedBy: (name: string, behalf: string | null) =>
      behalf === null ? `Raised by ${name}` : `Raised by ${name} on behalf of ${behalf}`,
    somebody: 'somebody',
    clear: 'Clear',
    clearOf: (reason: string) => `Clear the flag “${reason}”`,
    clearTitle: 'Clear this flag?',
    clearText: 'It stays in the activity feed, with your name.',
    message: 'What was done about it',
    clearConfirm: 'Clear flag',
    clearing: 'Clearing…',
    cleared: 'Flag cleared!',
    clearFailed: (message: string) => `Failed to clear the flag: ${message}`,
    menu: 'Flag idea',
  },
} as const;
