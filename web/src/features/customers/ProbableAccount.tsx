import type { ReactNode } from 'react';
import { hasFeature } from '../../../../contract/permissions.ts';
import { request } from '../../api/runtime.ts';
import { useViewer } from '../../api/viewer.ts';
import { useCommand } from '../../forms/useCommand.ts';
import { accountAddress } from '../../host/addresses.ts';
import { Link } from '../../host/Link.tsx';
import { Button } from '../../ui/elements/Button.tsx';
import { updateUserDocument, useAccountOfDomain } from './customerQueries.ts';
import { userTexts as texts } from './userMessages.ts';
import own from './customers.module.css';

/** The account that someone without one probably belongs to, to be set with a click. @param otherwise shown when there is none */
export function ProbableAccount({ user, otherwise }: { user: string; otherwise: ReactNode }) {
  const { authorized_features: features } = useViewer();
  const { data: account = null } = useAccountOfDomain(user);
  const set = useCommand(
    ({ id }: { id: string }) => request(updateUserDocument, { id: user, crm_account: id }),
    {
      done: texts.accountSet(account?.name ?? ''),
      undo: () => ({ send: () => request(updateUserDocument, { id: user, crm_account: null }), done: null }),
      failed: texts.failed,
    },
  );
  if (account === null) return otherwise;
  return (
    <span className={own.probable}>
      <span>
        {texts.probably}{' '}
        {hasFeature(features, 'account_insights') ? (
          <Link href={accountAddress(account.id)} className={own.account}>
            {account.name}
          </Link>
        ) : (
          account.name
        )}
      </span>
      <Button
        variant="text"
        loading={set.isRunning}
        aria-label={texts.setAccount(account.name)}
        onClick={() => void set.run({ id: account.id })}
      >
        {texts.set}
      </Button>
    </span>
  );
}
