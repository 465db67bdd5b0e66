/** Texts of the panel that exports the activity of an idea. */
export const exportActivityMessages = {
  title: 'Export activity',
  what: 'idea',
  scope: 'What to export',
  filtered: 'Filtered',
  filteredNote: 'Only the activity selected below',
  chat: 'Chat',
  chatNote: 'Comments, feedback, notes, messages and status updates',
  all: 'All',
  allNote: 'Everything that happened to this idea',
  kinds: 'Activity',
  aKind: 'an activity',
  tickAll: 'Select all activity',
  tickNone: 'Select none of the activity',
} as const;
