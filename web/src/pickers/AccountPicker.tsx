import { useState } from 'react';
import { shortCurrency } from '../../../contract/currency.ts';
import { textLimits, timing } from '../../../contract/limits.ts';
import { firstCharacters } from '../../../contract/text_cut.ts';
import { OptionPicker } from '../ui/OptionPicker.tsx';
import type { Option } from '../ui/options.ts';
import { pickerMessages } from './messages.ts';
import { useAccounts } from './places.ts';
import { useDebounced } from './useDebounced.ts';

const texts = pickerMessages.account;

/** An account as the picker hands it on. */
export type PickedAccount = { id: string; name: string };

/**
 * Chooses accounts by name, those with most revenue first; the content of a filter. There may be very
 * many, so the server searches.
 *
 * @param selected those that are chosen, with names, since they need not be among the ones found
 */
export function AccountPicker({
  selected,
  onChange,
  multiple = true,
}: {
  selected: readonly PickedAccount[];
  onChange: (accounts: PickedAccount[]) => void;
  multiple?: boolean;
}) {
  const [typed, setTyped] = useState('');
  const text = firstCharacters(typed.trim(), textLimits.searchCharacters);
  const q = useDebounced(text, timing.userSearchDebounceMs);
  const accounts = useAccounts(q);
  const found = accounts.data?.external_accounts.records ?? [];
  const isBehind = q !== text || accounts.isPlaceholderData || accounts.isPending;
  const isChosen = (id: string) => selected.some((account) => account.id === id);
  const options: Option[] = [
    // What is chosen stays in sight while nothing is typed.
    ...(text === '' ? selected.filter(({ id }) => !found.some((account) => account.id === id)) : []).map(
      ({ id, name }): Option => ({ value: id, label: name }),
    ),
    ...found.map((account): Option => {
      const revenue = shortCurrency(account.revenue);
      const users = texts.users(account.users_count);
      return {
        value: account.id,
        label: account.name,
        note: revenue === '' ? users : `${revenue} · ${users}`,
      };
    }),
  ];
  return (
    <OptionPicker
      label={texts.field}
      placeholder={texts.placeholder}
      multiple={multiple}
      selected={selected.map(({ id }) => id)}
      options={options}
      onSearch={setTyped}
      status={isBehind ? 'loading' : accounts.isError ? 'error' : 'ready'}
      onRetry={() => void accounts.refetch()}
      emptyText={texts.nothing}
      onChoose={({ value, label }) => {
        const account = { id: value, name: label };
        if (!multiple) onChange([account]);
        else onChange(isChosen(value) ? selected.filter(({ id }) => id !== value) : [...selected, account]);
      }}
    />
  );
}
