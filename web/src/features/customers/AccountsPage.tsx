import { useViewer } from '../../api/viewer.ts';
import { importSettingsAddress } from '../../host/addresses.ts';
import { Link } from '../../host/Link.tsx';
import { ListPage } from '../../lists/ListPage.tsx';
import { accountsList } from '../../records/account.tsx';
import { customersPageMessages as texts } from './customersPageMessages.ts';
import { customerLists } from './lists.ts';

/** The companies that people belong to, those that pay most first (DEC-170). */
export function AccountsPage() {
  return (
    <ListPage
      list={accountsList}
      title={texts.accounts}
      views={customerLists('accounts', useViewer())}
      empty={{ reason: texts.noAccounts, action: <Link href={importSettingsAddress}>{texts.import}</Link> }}
    />
  );
}
