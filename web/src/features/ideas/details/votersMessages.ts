/** Texts of the tabs Voters and Accounts of an idea. */
import { plural } from '../../../ui/text/format.ts';

const votes = (count: number) => plural(count, { one: 'vote', other: 'votes' });

export const votersMessages = {
  voters: {
    label: 'Voters',
    search: 'Search voters',
    add: 'Add voter',
    what: 'the voters',
    empty: 'No voters yet.',
    emptySearch: (text: string) => `No voters match “${text}”.`,
    unnamed: 'Unnamed user',
    noEmail: 'No email',
    votes,
    order: 'Order',
    orders: { revenue: 'Highest revenue', newest: 'Newest' },
    tooLarge: 'Too many votes in this workspace to sort by revenue. Newest first.',
    rings: 'Latest rating:',
    ring: { promoter: '9–10', neutral: '7–8', detractor: '0–6' },
    voter: 'Voter',
    account: 'Account',
    since: 'Since',
    undated: 'Undated',
    subscription: 'Subscribed',
    follows: 'Yes',
    followsNot: 'No',
    subscribedOf: (name: string) => `${name} gets updates by email`,
    subscribed: (name: string) => `${name} gets updates about this idea.`,
    unsubscribed: (name: string) => `${name} gets no updates about this idea.`,
    subscribeFailed: (message: string) => `The subscription was not saved: ${message}`,
    remove: (name: string) => `Remove ${name}’s vote`,
    removed: (name: string) => `Removed ${name}’s vote.`,
    removeFailed: (message: string) => `Failed to remove the vote: ${message}`,
    back: (name: string) => `Restored ${name}’s vote.`,
    backFailed: (message: string) => `Failed to restore the vote: ${message}`,
  },

  accounts: {
    label: 'Accounts',
    what: 'the accounts',
    empty: 'None of the voters belongs to an account.',
    account: 'Account',
    plan: 'Plan',
    voters: 'Voters',
    votersOf: (voting: string, all: string) => `${voting} of ${all}`,
    revenue: 'Revenue',
  },
} as const;
