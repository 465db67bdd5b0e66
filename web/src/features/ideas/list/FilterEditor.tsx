import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { timing } from '../../../../../contract/limits.ts';
import { request } from '../../../api/runtime.ts';
import { LabelPicker } from '../../../pickers/LabelPicker.tsx';
import { OwnerPicker } from '../../../pickers/OwnerPicker.tsx';
import { searchUsersDocument } from '../../../pickers/people.ts';
import { useAccounts, useCategories, useForums, useStatuses } from '../../../pickers/places.ts';
import { useDebounced } from '../../../pickers/useDebounced.ts';
import { optionOf } from '../../../pickers/personOption.tsx';
import { formatCentsShort } from '../../../ui/format.ts';
import { OptionPicker } from '../../../ui/OptionPicker.tsx';
import type { Option, OptionsStatus } from '../../../ui/options.ts';
import { StatusPill } from '../../../ui/Pills.tsx';
import { knowsWithout, withoutValue } from './filters.ts';
import type { ChoiceFilter, FilterId, IdeasState } from './filters.ts';
import { ideasMessages as texts } from './messages.ts';

type EditorProps = {
  filter: FilterId;
  state: IdeasState;
  /** The new values; an empty list takes the filter away. */
  onChange: (values: string[]) => void;
  close: () => void;
};

/** The content of a filter's popover: the values on offer, those that are set marked. */
export function FilterEditor({ filter, state, onChange, close }: EditorProps) {
  const raw = state[filter];
  const selected = typeof raw === 'string' ? (raw === '' ? [] : [raw]) : [...raw];
  const toggle = (id: string): void =>
    onChange(selected.includes(id) ? selected.filter((other) => other !== id) : [...selected, id]);
  switch (filter) {
    case 'forum':
      return <ForumFilter selected={selected} onToggle={toggle} />;
    case 'category':
      return <CategoryFilter selected={selected} onToggle={toggle} forums={state.forum} />;
    case 'label':
      return (
        <LabelPicker
          selected={selected}
          onChange={onChange}
          forumId={state.forum.length === 1 ? (state.forum[0] ?? null) : null}
        />
      );
    case 'status':
    case 'internal_status':
      return (
        <StatusFilter
          kind={filter === 'status' ? 'public' : 'internal'}
          selected={selected}
          onToggle={toggle}
        />
      );
    case 'assigned_owner':
      return (
        <OwnerPicker multiple selected={selected} onChoose={(user) => toggle(user?.id ?? withoutValue)} />
      );
    case 'creator':
    case 'supporter':
      return <PersonFilter label={texts.filter[filter]} selected={selected} onToggle={toggle} />;
    case 'external_account':
      return <AccountFilter selected={selected} onToggle={toggle} />;
    default:
      return <ChoiceEditor filter={filter} selected={selected} onChange={onChange} close={close} />;
  }
}

type ListProps = { selected: readonly string[]; onToggle: (id: string) => void };

function statusOf(query: { isPending: boolean; isError: boolean }): OptionsStatus {
  return query.isPending ? 'loading' : query.isError ? 'error' : 'ready';
}

function withoutOption(filter: FilterId): Option[] {
  return knowsWithout(filter) ? [{ value: withoutValue, label: texts.without[filter] ?? '' }] : [];
}

function ForumFilter({ selected, onToggle }: ListProps) {
  const forums = useForums();
  return (
    <OptionPicker
      label={texts.filter.forum}
      multiple
      selected={selected}
      options={(forums.data?.all_forums.records ?? []).map((forum) => ({
        value: forum.id,
        label: forum.name,
      }))}
      status={statusOf(forums)}
      onRetry={() => void forums.refetch()}
      onChoose={(option) => onToggle(option.value)}
    />
  );
}

function CategoryFilter({ selected, onToggle, forums }: ListProps & { forums: readonly string[] }) {
  const known = useForums();
  const records = known.data?.all_forums.records ?? [];
  const [first] = forums;
  // categories belong to a forum: with one chosen there is no need to ask for it
  const [chosen, setChosen] = useState<string | null>(forums.length === 1 ? (first ?? null) : null);
  const categories = useCategories(chosen);
  if (chosen === null) {
    return (
      <OptionPicker
        label={texts.filter.forum}
        options={[
          ...withoutOption('category'),
          ...records.map((forum) => ({ value: forum.id, label: forum.name, group: texts.filter.forum })),
        ]}
        selected={selected}
        status={statusOf(known)}
        onRetry={() => void known.refetch()}
        onChoose={(option) =>
          option.value === withoutValue ? onToggle(withoutValue) : setChosen(option.value)
        }
      />
    );
  }
  return (
    <OptionPicker
      label={texts.filter.category}
      multiple
      selected={selected}
      options={[
        ...withoutOption('category'),
        ...(categories.data?.all_categories.records ?? []).map((category) => ({
          value: category.id,
          label: category.name,
        })),
      ]}
      status={statusOf(categories)}
      onRetry={() => void categories.refetch()}
      onChoose={(option) => onToggle(option.value)}
    />
  );
}

function StatusFilter({ kind, selected, onToggle }: ListProps & { kind: 'public' | 'internal' }) {
  const statuses = useStatuses(kind);
  const filter = kind === 'public' ? 'status' : 'internal_status';
  return (
    <OptionPicker
      label={texts.filter[filter]}
      multiple
      selected={selected}
      options={[
        ...withoutOption(filter),
        ...(statuses.data ?? []).map((status) => ({
          value: status.id,
          label: status.name,
          end: <StatusPill name="" color={status.hex_color} />,
        })),
      ]}
      status={statusOf(statuses)}
      onRetry={() => void statuses.refetch()}
      onChoose={(option) => onToggle(option.value)}
    />
  );
}

function PersonFilter({ label, selected, onToggle }: ListProps & { label: string }) {
  const [q, setQ] = useState('');
  const asked = useDebounced(q, timing.userSearchDebounceMs);
  const users = useQuery({
    queryKey: ['filter-people', asked],
    queryFn: ({ signal }) => request(searchUsersDocument, { q: asked === '' ? null : asked }, { signal }),
    placeholderData: (before) => before,
    meta: { entities: { user: ['create', 'update'] } },
  });
  return (
    <OptionPicker
      label={label}
      multiple
      selected={selected}
      onSearch={setQ}
      options={(users.data?.users.records ?? []).map(optionOf)}
      status={statusOf(users)}
      onRetry={() => void users.refetch()}
      onChoose={(option) => onToggle(option.value)}
    />
  );
}

function AccountFilter({ selected, onToggle }: ListProps) {
  const [q, setQ] = useState('');
  const accounts = useAccounts(useDebounced(q, timing.userSearchDebounceMs));
  return (
    <OptionPicker
      label={texts.filter.external_account}
      multiple
      selected={selected}
      onSearch={setQ}
      options={(accounts.data?.external_accounts.records ?? []).map((account) => ({
        value: account.id,
        label: account.name,
        end: account.revenue === null ? null : formatCentsShort(account.revenue * 100),
      }))}
      status={statusOf(accounts)}
      onRetry={() => void accounts.refetch()}
      onChoose={(option) => onToggle(option.value)}
    />
  );
}

function ChoiceEditor({
  filter,
  selected,
  onChange,
  close,
}: {
  filter: ChoiceFilter;
  selected: readonly string[];
  onChange: (values: string[]) => void;
  close: () => void;
}) {
  return (
    <OptionPicker
      label={texts.filter[filter]}
      selected={selected}
      options={texts.choices[filter]}
      onChoose={(option) => {
        onChange([option.value]);
        close();
      }}
    />
  );
}
