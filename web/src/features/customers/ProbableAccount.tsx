import type { ReactNode } from 'react';
import { useCommand } from '../../forms/useCommand.ts';
import { request } from '../../api/runtime.ts';
import { accountAddress } from '../../host/addresses.ts';
import { Link } from '../../host/Link.tsx';
import { Button } from '../../ui/elements/Button.tsx';
import { updateUserDocument, useAccountOfDomain } from './customerQueries.ts';
import { userTexts as texts } from './userMessages.ts';
import own from './customers.module.css';

/** The account that someone without one probably belongs to, to be set with a click. @param otherwise shown when there is none */
export function ProbableAccount({ user, otherwise }: { user: string; otherwise: ReactNode }) {
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
        <Link href={accountAddress(account.id)} className={own.account}>
          {account.name}
        </Link>
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
