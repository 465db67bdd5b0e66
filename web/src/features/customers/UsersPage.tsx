import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { canWrite } from '../../../../contract/permissions.ts';
import { useViewer } from '../../api/viewer.ts';
import { importSettingsAddress, userAddress } from '../../host/addresses.ts';
import { Link } from '../../host/Link.tsx';
import { navigate } from '../../host/navigation.ts';
import { ListPage } from '../../lists/ListPage.tsx';
import { useList } from '../../lists/useList.ts';
import { usersList } from '../../records/person.tsx';
import { Button } from '../../ui/elements/Button.tsx';
import { customersPageMessages as texts } from './customersPageMessages.ts';
import { ChosenActions } from './bulk/ChosenActions.tsx';
import { ListActions } from './bulk/ListActions.tsx';
import { NewUserDialog } from './later.tsx';
import { customerLists } from './lists.ts';

/** Everybody who is known: end users and the team (DEC-170). */
export function UsersPage() {
  const viewer = useViewer();
  const { asked, total } = useList(usersList);
  const [creates, setCreates] = useState(false);
  return (
    <>
      <ListPage
        list={usersList}
        title={texts.users}
        views={customerLists('users', viewer)}
        controls={
          <>
            <ListActions collection="users" asked={asked} total={total} />
            {canWrite(viewer.permissions, 'feedback') ? (
              <Button
                variant="primary"
                onClick={() => setCreates(true)}
                icon={<IconPlus size={16} stroke={2} aria-hidden="true" />}
              >
                {texts.newUser}
              </Button>
            ) : null}
          </>
        }
        bulk={(chosen) => <ChosenActions collection="users" {...chosen} />}
        empty={{ reason: texts.noUsers, action: <Link href={importSettingsAddress}>{texts.import}</Link> }}
      />
      <NewUserDialog
        opened={creates}
        onClose={() => setCreates(false)}
        prefill={null}
        onCreated={({ id }) => navigate(userAddress(id))}
      />
    </>
  );
}
