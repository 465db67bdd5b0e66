/** Texts of a person, wherever they are listed. */
export const personTexts = {
  blocked: 'blocked people',
  fields: { name: 'Name', email: 'Email', account: 'Account', ideas: 'Ideas voted for' },
  someone: 'Someone',
} as const;
