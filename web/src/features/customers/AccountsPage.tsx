import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { canWrite } from '../../../../contract/permissions.ts';
import { useViewer } from '../../api/viewer.ts';
import { importSettingsAddress } from '../../host/addresses.ts';
import { Link } from '../../host/Link.tsx';
import { ListPage } from '../../lists/ListPage.tsx';
import { useList } from '../../lists/useList.ts';
import { accountsList } from '../../records/account.tsx';
import { Button } from '../../ui/elements/Button.tsx';
import { AccountDialog } from './later.tsx';
import { accountTexts } from './accountMessages.ts';
import { customersPageMessages as texts } from './customersPageMessages.ts';
import { ChosenActions } from './bulk/ChosenActions.tsx';
import { ListActions } from './bulk/ListActions.tsx';
import { customerLists } from './lists.ts';

/** The companies that people belong to, those that pay most first (DEC-170). */
export function AccountsPage() {
  const viewer = useViewer();
  const [creates, setCreates] = useState(false);
  const { asked, total } = useList(accountsList);
  return (
    <>
      <ListPage
        list={accountsList}
        title={texts.accounts}
        views={customerLists('accounts', viewer)}
        controls={
          <>
            <ListActions collection="external_accounts" asked={asked} total={total} />
            {canWrite(viewer.permissions, 'feedback') ? (
              <Button
                variant="primary"
                onClick={() => setCreates(true)}
                icon={<IconPlus size={16} stroke={2} aria-hidden="true" />}
              >
                {accountTexts.dialog.create}
              </Button>
            ) : null}
          </>
        }
        bulk={(chosen) => <ChosenActions collection="external_accounts" {...chosen} />}
        empty={{ reason: texts.noAccounts, action: <Link href={importSettingsAddress}>{texts.import}</Link> }}
      />
      <AccountDialog opened={creates} onClose={() => setCreates(false)} account={null} />
    </>
  );
}
