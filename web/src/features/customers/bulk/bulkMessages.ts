import { plural } from '../../../ui/text/format.ts';

const people = (count: number): string => plural(count, { one: 'person', other: 'people' });
const accounts = (count: number): string => plural(count, { one: 'account', other: 'accounts' });

/** Texts of what is done with the lists of users and accounts, and with chosen rows of them. */
export const bulkTexts = {
  import: 'Import',
  importTip: 'People and accounts from a CSV',
  export: 'Export',
  exportTitle: { users: 'Export users', external_accounts: 'Export accounts' },
  /** @param total as the list shows it */
  exported: {
    users: (total: number | string) => (typeof total === 'string' ? `${total} people` : people(total)),
    external_accounts: (total: number | string) =>
      typeof total === 'string' ? `${total} accounts` : accounts(total),
  },
  asListed: (what: string) =>
    `${what}, as they are searched and filtered now. As CSV they can be imported again.`,
  asChosen: (what: string) => `The ${what} that you chose. As CSV they can be imported again.`,
  ask: 'Ask for ratings',
  block: 'Block',
  blockTitle: (count: number) => `Block ${people(count)}?`,
  blockText:
    'They can no longer sign in. Their votes are removed, and their ideas and comments are marked as spam. Feedback that your team captured stays. Unblocking within 30 days restores everything.',
  blocking: (done: number, all: number) => `Blocking ${String(done)} of ${String(all)}…`,
  blocked: (count: number) => (count === 0 ? 'They were blocked already.' : `${people(count)} blocked.`),
  unblocked: (count: number) => `${people(count)} unblocked.`,
  someBlocked: (done: number, failed: number, reason: string) =>
    `${people(done)} blocked, ${String(failed)} not: ${reason}`,
  tooMany: (most: number) => `Choose at most ${people(most)}`,
  setAccount: 'Set account',
  account: {
    title: (count: number) => `Account of ${people(count)}`,
    field: 'Account',
    anAccount: 'an account',
    missing: 'Choose the account.',
    note: 'They leave the account that they have. The ideas that they support follow at once.',
    submit: 'Set account',
    working: (step: number, all: number) => `${String(step)} of ${String(all)}…`,
    done: (count: number, name: string) =>
      count === 0 ? 'Nothing changed: it was so already.' : `${people(count)} now at ${name}.`,
    some: (done: number, failed: number, reason: string) =>
      `${people(done)} changed, ${String(failed)} not: ${reason}`,
    undone: 'Their accounts are as before.',
    undoFailed: (message: string) => `Not everyone has their account back: ${message}`,
  },
  blockFailed: (message: string) => `No one was blocked: ${message}`,
  unblockFailed: (message: string) => `Not everyone was unblocked: ${message}`,
} as const;
