import { useViewer } from '../../api/viewer.ts';
import { importSettingsAddress } from '../../host/addresses.ts';
import { Link } from '../../host/Link.tsx';
import { ListPage } from '../../lists/ListPage.tsx';
import { useList } from '../../lists/useList.ts';
import { usersList } from '../../records/person.tsx';
import { customersPageMessages as texts } from './customersPageMessages.ts';
import { ChosenActions } from './bulk/ChosenActions.tsx';
import { ListActions } from './bulk/ListActions.tsx';
import { customerLists } from './lists.ts';

/** Everybody who is known: end users and the team (DEC-170). */
export function UsersPage() {
  const { asked, total } = useList(usersList);
  return (
    <ListPage
      list={usersList}
      title={texts.users}
      views={customerLists('users', useViewer())}
      controls={<ListActions collection="users" asked={asked} total={total} />}
      bulk={(chosen) => <ChosenActions collection="users" {...chosen} />}
      empty={{ reason: texts.noUsers, action: <Link href={importSettingsAddress}>{texts.import}</Link> }}
    />
  );
}
