import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { timing } from '../../../contract/limits.ts';
import { graphql } from '../api/graphql.ts';
import { request } from '../api/runtime.ts';
import { LabelPicker } from '../shared/pickers/LabelPicker.tsx';
import { OwnerPicker } from '../shared/pickers/OwnerPicker.tsx';
import { searchUsersDocument } from '../shared/pickers/people.ts';
import {
  useAccounts,
  useCategories,
  useForums,
  useIdeaViews,
  usePickedFeatures,
} from '../shared/pickers/places.ts';
import { StatusPicker } from '../shared/pickers/StatusPicker.tsx';
import { useDebounced } from '../shared/pickers/useDebounced.ts';
import { optionOf } from '../shared/pickers/personOption.tsx';
import { formatCentsShort, formatNumber } from '../ui/text/format.ts';
import { OptionPicker } from '../ui/fields/OptionPicker.tsx';
import type { Option, OptionsStatus } from '../ui/fields/options.ts';
import { listMessages as texts } from './listMessages.ts';
import { withoutValue } from './filters.ts';
import type { ShownFilter } from './filters.ts';

const searchIdeasDocument = graphql(`
  query FilterIdeas($q: String) {
    suggestions(q: $q, per_page: 20) {
      records {
        id
        title
        votes_count
      }
    }
  }
`);

export type FilterEditorProps = {
  filter: ShownFilter;
  /** Its values; none: it is not set. */
  values: readonly string[];
  /** The forums that the list is narrowed to: categories and labels belong to one. Left out: to none. */
  forums?: readonly string[];
  /** The new values; an empty list takes the filter away. */
  onChange: (values: string[]) => void;
  close: () => void;
};

/** The content of a filter's popover: the values on offer, those that are set marked. */
export function FilterEditor({ filter, values: selected, forums = [], onChange, close }: FilterEditorProps) {
  const toggle = (value: string): void =>
    onChange(selected.includes(value) ? selected.filter((other) => other !== value) : [...selected, value]);
  if (!('records' in filter) && filter.isTyped === true)
    return (
      <OptionPicker
        label={filter.label}
        selected={selected}
        options={selected.map((value) => ({ value, label: value }))}
        emptyText={texts.typeValue}
        createLabel={texts.isExactly}
        onCreate={(text) => {
          onChange([text.trim()]);
          close();
        }}
        onChoose={(option) => {
          toggle(option.value);
          close();
        }}
      />
    );
  if (!('records' in filter))
    return (
      <OptionPicker
        label={filter.label}
        selected={selected}
        options={filter.choices}
        onChoose={(option) => {
          onChange([option.value]);
          close();
        }}
      />
    );
  const list: ListProps = {
    label: filter.label,
    without: filter.without === null ? [] : [{ value: withoutValue, label: filter.without }],
    selected,
    onToggle: toggle,
  };
  switch (filter.records) {
    case 'forums':
      return <ForumFilter {...list} />;
    case 'categories':
      return <CategoryFilter {...list} forums={forums} />;
    case 'labels':
      return (
        <LabelPicker
          selected={selected}
          onChange={onChange}
          forumId={forums.length === 1 ? (forums[0] ?? null) : null}
        />
      );
    case 'statuses':
    case 'internal_statuses':
      return (
        <StatusPicker
          kind={filter.records === 'statuses' ? 'public' : 'internal'}
          selected={selected}
          {...(filter.without === null ? {} : { none: filter.without })}
          onChange={onChange}
        />
      );
    case 'owners':
      return (
        <OwnerPicker multiple selected={selected} onChoose={(user) => toggle(user?.id ?? withoutValue)} />
      );
    case 'people':
      return <PersonFilter {...list} />;
    case 'accounts':
      return <AccountFilter {...list} />;
    case 'ideas':
      return <IdeaFilter {...list} />;
    case 'features':
      return <FeatureFilter {...list} />;
    case 'views':
      return <ViewFilter {...list} />;
  }
}

type ListProps = {
  label: string;
  /** The option for records without such a value; none where the filter does not know them. */
  without: readonly Option[];
  selected: readonly string[];
  onToggle: (id: string) => void;
};

function statusOf(query: { isPending: boolean; isError: boolean }): OptionsStatus {
  return query.isPending ? 'loading' : query.isError ? 'error' : 'ready';
}

function ForumFilter({ label, selected, onToggle }: ListProps) {
  const forums = useForums();
  return (
    <OptionPicker
      label={label}
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

function CategoryFilter({
  label,
  without,
  selected,
  onToggle,
  forums,
}: ListProps & { forums: readonly string[] }) {
  const { forum: forumLabel } = texts;
  const known = useForums();
  const records = known.data?.all_forums.records ?? [];
  const [first] = forums;
  // categories belong to a forum: with one chosen there is no need to ask for it
  const [chosen, setChosen] = useState<string | null>(forums.length === 1 ? (first ?? null) : null);
  const categories = useCategories(chosen);
  if (chosen === null) {
    return (
      <OptionPicker
        label={forumLabel}
        options={[
          ...without,
          ...records.map((forum) => ({ value: forum.id, label: forum.name, group: forumLabel, end: null })),
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
      label={label}
      multiple
      selected={selected}
      options={[
        ...without,
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

function PersonFilter({ label, selected, onToggle }: ListProps) {
  const [q, setQ] = useState('');
  const asked = useDebounced(q, timing.userSearchDebounceMs);
  const users = useQuery({
    queryKey: ['filter-people', asked],
    queryFn: ({ signal }) => request(searchUsersDocument, { q: asked === '' ? null : asked }, { signal }),
    placeholderData: (before) => before,
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

function IdeaFilter({ label, selected, onToggle }: ListProps) {
  const [q, setQ] = useState('');
  const asked = useDebounced(q, timing.userSearchDebounceMs);
  const ideas = useQuery({
    queryKey: ['filter-ideas', asked],
    queryFn: ({ signal }) => request(searchIdeasDocument, { q: asked === '' ? null : asked }, { signal }),
    placeholderData: (before) => before,
  });
  return (
    <OptionPicker
      label={label}
      multiple
      selected={selected}
      onSearch={setQ}
      options={(ideas.data?.suggestions.records ?? []).map((idea) => ({
        value: idea.id,
        label: idea.title,
        end: formatNumber(idea.votes_count),
      }))}
      status={statusOf(ideas)}
      onRetry={() => void ideas.refetch()}
      onChoose={(option) => onToggle(option.value)}
    />
  );
}

function FeatureFilter({ label, selected, onToggle }: ListProps) {
  const [q, setQ] = useState('');
  const features = usePickedFeatures(useDebounced(q, timing.userSearchDebounceMs));
  return (
    <OptionPicker
      label={label}
      multiple
      selected={selected}
      onSearch={setQ}
      options={(features.data?.features.records ?? []).map((feature) => ({
        value: feature.id,
        label: feature.name,
        end: formatNumber(feature.suggestions_count),
      }))}
      status={statusOf(features)}
      onRetry={() => void features.refetch()}
      onChoose={(option) => onToggle(option.value)}
    />
  );
}

function ViewFilter({ label, selected, onToggle }: ListProps) {
  const [q, setQ] = useState('');
  const views = useIdeaViews(useDebounced(q, timing.userSearchDebounceMs));
  return (
    <OptionPicker
      label={label}
      multiple
      selected={selected}
      onSearch={setQ}
      options={(views.data?.saved_views.records ?? []).map((view) => ({
        value: view.id,
        label: view.name,
        end: view.suggestions_count === null ? null : formatNumber(view.suggestions_count),
      }))}
      status={statusOf(views)}
      onRetry={() => void views.refetch()}
      onChoose={(option) => onToggle(option.value)}
    />
  );
}

function AccountFilter({ label, selected, onToggle }: ListProps) {
  const [q, setQ] = useState('');
  const accounts = useAccounts(useDebounced(q, timing.userSearchDebounceMs));
  return (
    <OptionPicker
      label={label}
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
