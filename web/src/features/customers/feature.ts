/** What people and their accounts bring to the console. */
import { hasFeature } from '../../../../contract/permissions.ts';
import type { Rights } from '../../../../contract/permissions.ts';
import { accountsAddress, usersAddress } from '../../host/addresses.ts';
import { readsFeedback } from '../../shared/feature.ts';
import type { Feature } from '../../shared/feature.ts';

/** Accounts are screens of workspaces that show revenue (DEC-057). */
const seesAccounts = (rights: Rights): boolean =>
  readsFeedback(rights) && hasFeature(rights.authorized_features, 'account_insights');

export const customers = {
  screens: {
    users: {
      address: usersAddress(),
      title: 'Users',
      load: async () => (await import('./UsersPage.tsx')).UsersPage,
      needs: readsFeedback,
      more: (rights) =>
        hasFeature(rights.authorized_features, 'account_traits') ? 'Users & Accounts' : 'Users',
    },
    user: {
      address: `${usersAddress()}/$user_id`,
      title: 'User',
      load: async () => (await import('./UserPage.tsx')).UserPage,
      needs: readsFeedback,
    },
    accounts: {
      address: accountsAddress(),
      title: 'Accounts',
      load: async () => (await import('./AccountsPage.tsx')).AccountsPage,
      needs: seesAccounts,
      commands: { Accounts: '' },
    },
    account: {
      address: `${accountsAddress()}/$account_id`,
      title: 'Account',
      load: async () => (await import('./AccountPage.tsx')).AccountPage,
      needs: seesAccounts,
    },
  },
} satisfies Feature;
