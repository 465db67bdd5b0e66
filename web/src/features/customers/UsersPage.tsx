import { useViewer } from '../../api/viewer.ts';
import { importSettingsAddress } from '../../host/addresses.ts';
import { Link } from '../../host/Link.tsx';
import { ListPage } from '../../lists/ListPage.tsx';
import { usersList } from '../../records/person.tsx';
import { customersPageMessages as texts } from './customersPageMessages.ts';
import { ImportButton } from './ImportButton.tsx';
import { customerLists } from './lists.ts';

/** Everybody who is known: end users and the team (DEC-170). */
export function UsersPage() {
  return (
    <ListPage
      list={usersList}
      title={texts.users}
      views={customerLists('users', useViewer())}
      controls={<ImportButton />}
      empty={{ reason: texts.noUsers, action: <Link href={importSettingsAddress}>{texts.import}</Link> }}
    />
  );
}
