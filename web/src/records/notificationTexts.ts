/** Texts of a notification, wherever it is listed; its sentence is the contract's. */
export const notificationTexts = {
  what: 'notifications',
  fields: { what: 'What happened', state: 'State', event: 'Event', when: 'When' },
  states: { unseen: 'Unseen', seen: 'Seen, not opened', clicked: 'Opened' },
  seen: 'Seen',
} as const;
