/** Texts of the card of a person. */
export const personMessages = {
  about: (name: string) => `About ${name}`,
  what: 'this person',
  gone: 'This person is not there any more.',
  blocked: 'Blocked',
  team: 'Team',
  noEmail: 'No email',
  jobTitle: 'Job title',
  account: 'Account',
  supports: 'Ideas supported',
  rating: 'Rating',
  ratingOf: (score: number) => `${score} of 10`,
  block: 'Block',
  unblock: 'Unblock',
  blockTitle: (name: string) => `Block ${name}?`,
  blockText:
    'They can no longer sign in. Their votes are removed, and their ideas and comments are marked as spam. Feedback that the team wrote down stays. Unblocking within 30 days gives all of it back.',
  unblockTitle: (name: string) => `Unblock ${name}?`,
  unblockText:
    'They may sign in and take part again. They get back what the block took, if that was less than 30 days ago: votes, and ideas and comments that were marked as spam.',
  nowBlocked: (name: string) => `${name} is blocked.`,
  nowAllowed: (name: string) => `${name} may take part again.`,
  failed: (message: string) => `That did not work: ${message}`,
} as const;
