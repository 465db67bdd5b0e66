/** The lists of users, accounts and admins, as the tabs of each other. */
import { hasFeature } from '../../../../contract/permissions.ts';
import type { Rights } from '../../../../contract/permissions.ts';
import { accountsAddress, usersAddress } from '../../host/addresses.ts';
import type { ListViews } from '../../lists/ListPage.tsx';
import { customersPageMessages as texts } from './customersPageMessages.ts';

/** Licences of whoever may open the console (DEC-039). */
const ADMINS = { license_type: ['full', 'owner'] };

/** The tabs over a list. @param here the list that they stand over */
export function customerLists(here: 'users' | 'accounts', rights: Rights): ListViews {
  const users = here === 'users' ? {} : { address: usersAddress() };
  const admins = here === 'users' ? {} : { address: usersAddress(ADMINS) };
  const accounts = here === 'accounts' ? {} : { address: accountsAddress() };
  return {
    label: texts.lists,
    items: [
      { id: 'users', label: texts.users, filters: {}, ...users },
      // accounts are screens of workspaces that show revenue (DEC-057)
      ...(hasFeature(rights.authorized_features, 'account_insights')
        ? [{ id: 'accounts', label: texts.accounts, filters: {}, ...accounts }]
        : []),
      { id: 'admins', label: texts.admins, filters: here === 'users' ? ADMINS : {}, ...admins },
    ],
  };
}
