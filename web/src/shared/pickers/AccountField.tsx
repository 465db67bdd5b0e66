import { useState } from 'react';
import type { ComponentProps } from 'react';
import { timing } from '../../../../contract/limits.ts';
import { Combobox } from '../../ui/fields/Combobox.tsx';
import { formatCentsShort } from '../../ui/text/format.ts';
import { useAccounts } from './places.ts';
import { useDebounced } from './useDebounced.ts';

type Props = Omit<ComponentProps<typeof Combobox>, 'options' | 'onSearch' | 'status' | 'onRetry'>;

/** The field in which an account is chosen, with what each pays. */
export function AccountField(props: Props) {
  const [q, setQ] = useState('');
  const accounts = useAccounts(useDebounced(q, timing.userSearchDebounceMs));
  return (
    <Combobox
      {...props}
      options={(accounts.data?.external_accounts.records ?? []).map((account) => ({
        value: account.id,
        label: account.name,
        end: account.revenue === null ? null : formatCentsShort(account.revenue * 100),
      }))}
      onSearch={setQ}
      status={accounts.isPending ? 'loading' : accounts.isError ? 'error' : 'ready'}
      onRetry={() => void accounts.refetch()}
    />
  );
}
