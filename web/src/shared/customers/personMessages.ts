import { plural } from '../../ui/text/format.ts';

/** Texts of the card of a person. */
export const personMessages = {
  about: (name: string) => `About ${name}`,
  what: 'this person',
  gone: 'This person no longer exists.',
  blocked: 'Blocked',
  team: 'Team',
  noEmail: 'No email',
  more: 'More actions',
  account: 'Account',
  plan: 'Plan',
  supports: (count: number) => `${plural(count, { one: 'idea', other: 'ideas' })} supported`,
  supportsNone: 'Supports no ideas',
  lastFeedback: 'Last feedback',
  on: 'On',
  rating: 'Rating',
  ratingOf: (score: number) => `${score} of 10`,
  block: 'Block',
  unblock: 'Unblock',
  blockTitle: (name: string) => `Block ${name}?`,
  blockText:
    'They can no longer sign in. Their votes are removed, and their ideas and comments are marked as spam. Feedback that your team captured stays. Unblocking within 30 days restores everything.',
  unblockTitle: (name: string) => `Unblock ${name}?`,
  unblockText:
    'They can sign in and take part again. If they were blocked less than 30 days ago, their votes, ideas and comments are restored.',
  nowBlocked: (name: string) => `${name} is blocked.`,
  nowAllowed: (name: string) => `${name} is unblocked.`,
  failed: (message: string) => `Something went wrong: ${message}`,
} as const;
