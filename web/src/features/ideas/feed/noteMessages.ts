/** Texts of notes and flags on an idea. */
import { plural } from '../../../ui/text/format.ts';

export const noteMessages = {
  instead: 'Write a note instead',
  openPlaceholder: 'Note to your team…',
  shortcut: 'Write a note',
  note: {
    label: 'Note',
    title: 'Note',
    readers: 'Only your team sees this. People you mention are notified.',
    placeholder: 'Write to your team… @ mentions someone',
    submit: 'Add note',
    empty: 'Enter a note',
    done: 'Note added!',
    failed: (message: string) => `Failed to add note: ${message}`,
  },

  replyTo: {
    label: 'Reply to note',
    placeholder: 'Reply… @ mentions someone',
    submit: 'Reply',
    empty: 'Enter a reply',
    done: 'Reply added!',
    failed: (message: string) => `Failed to add reply: ${message}`,
  },
  showReplies: (count: number) => plural(count, { one: 'reply', other: 'replies' }),
  replies: (name: string) => `Replies to ${name}’s note`,
  whatReplies: 'the replies',
  more: (name: string) => `More actions for ${name}’s note`,
  edited: 'edited',

  edit: 'Edit',
  change: {
    label: 'Edit note',
    placeholder: 'Write to your team… @ mentions someone',
    submit: 'Save',
    empty: 'Enter a note',
    done: 'Note updated!',
    failed: (message: string) => `Failed to update note: ${message}`,
  },
  copyLink: 'Copy link',

  delete: 'Delete',
  deleted: 'Note deleted!',
  form: 'the note form',
  deleteText: (replies: number) =>
    replies === 0
      ? 'It will disappear for everyone.'
      : `It will disappear for everyone, along with its ${plural(replies, { one: 'reply', other: 'replies' })}.`,
  deletion: {
    title: 'Delete this note?',
    confirmLabel: 'Delete note',
    workingLabel: 'Deleting…',
    failed: (message: string) => `Failed to delete note: ${message}`,
  },
  missing: 'This note no longer exists.',

  flags: {
    title: (count: number) => plural(count, { one: 'open flag', other: 'open flags' }),
    label: 'Open flags',
    what: 'the flags',
    raisedBy: (name: string, behalf: string | null) =>
      behalf === null ? `Flagged by ${name}` : `Flagged by ${name} on behalf of ${behalf}`,
    someone: 'someone',
    clear: 'Clear',
    clearOf: (reason: string) => `Clear flag “${reason}”`,
    clearTitle: 'Clear this flag?',
    clearText: 'The activity feed keeps it, with your name.',
    message: 'What did you do about it?',
    clearConfirm: 'Clear flag',
    clearing: 'Clearing…',
    cleared: 'Flag cleared!',
    clearFailed: (message: string) => `Failed to clear the flag: ${message}`,
    menu: 'Flag idea',
  },
} as const;
