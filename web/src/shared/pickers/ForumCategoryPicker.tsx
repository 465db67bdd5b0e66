import { useEffect } from 'react';
import { Combobox } from '../../ui/fields/Combobox.tsx';
import type { Option, OptionsStatus } from '../../ui/fields/options.ts';
import { pickerMessages } from '../messages.ts';
import { useCategories, useForums } from './places.ts';
import styles from './places.module.css';

const texts = pickerMessages.place;

/** Where an idea belongs. `category_required` is what the forum said when it was chosen. */
export type IdeaPlace = {
  forum: { id: string; name: string; category_required: boolean } | null;
  category: { id: string; name: string } | null;
};

/** Nothing chosen. */
export const noPlace: IdeaPlace = { forum: null, category: null };

/** What is still to be chosen before an idea can be saved there: a category only where the forum asks for one. */
export function missingOfPlace(place: IdeaPlace): ('forum' | 'category')[] {
  if (place.forum === null) return ['forum'];
  return place.forum.category_required && place.category === null ? ['category'] : [];
}

/**
 * Forum and category, the second following the first. Only open forums are on offer, and the one that is
 * chosen already. The category is marked optional unless the forum requires one (VALID-036, VALID-037), and is not asked for
 * where the forum has none.
 *
 * @param showMissing says under each field what is missing
 * @param refusals what the server said of a field; left out: nothing
 */
export function ForumCategoryPicker({
  value,
  onChange,
  showMissing = false,
  refusals = {},
  disabled = false,
}: {
  value: IdeaPlace;
  onChange: (place: IdeaPlace) => void;
  showMissing?: boolean;
  refusals?: { forum?: string | undefined; category?: string | undefined };
  disabled?: boolean;
}) {
  const forums = useForums();
  const categories = useCategories(value.forum?.id ?? null);
  const all = forums.data?.all_forums.records ?? [];
  const offered = all.filter((forum) => forum.is_open || forum.id === value.forum?.id);
  const inForum = categories.data?.all_categories.records ?? [];
  const hasNone = categories.data !== undefined && inForum.length === 0;
  const missing = missingOfPlace(value);

  // A workspace with one forum has nothing to choose.
  const onlyForum = offered.length === 1 ? offered[0] : undefined;
  useEffect(() => {
    if (value.forum === null && onlyForum !== undefined && !disabled)
      onChange({ forum: onlyForum, category: null });
    // Runs once the forums are known, not on each change of the value.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [onlyForum]);

  // What the forum asks for may have changed since it was stored with a draft.
  const current = all.find((forum) => forum.id === value.forum?.id);
  useEffect(() => {
    if (
      value.forum !== null &&
      current !== undefined &&
      current.category_required !== value.forum.category_required
    )
      onChange({ ...value, forum: current });
  }, [current, value, onChange]);

  return (
    <div className={styles.place}>
      <Combobox
        label={texts.forum}
        required
        placeholder={texts.forumPlaceholder}
        value={value.forum === null ? null : { value: value.forum.id, label: value.forum.name }}
        options={offered.map((forum): Option => ({ value: forum.id, label: forum.name }))}
        status={statusOf(forums)}
        onRetry={() => void forums.refetch()}
        disabled={disabled}
        onChange={(option) => {
          const forum = all.find(({ id }) => id === option?.value) ?? null;
          if (forum?.id !== value.forum?.id) onChange({ forum, category: null });
        }}
        error={showMissing && missing.includes('forum') ? texts.forumMissing : refusals.forum}
      />
      {hasNone && value.forum?.category_required !== true && value.category === null ? null : (
        <Combobox
          label={texts.category}
          optional={value.forum?.category_required !== true}
          required={value.forum?.category_required === true}
          placeholder={value.forum === null ? texts.forumFirst : texts.categoryPlaceholder}
          value={value.category === null ? null : { value: value.category.id, label: value.category.name }}
          options={inForum.map((category): Option => ({ value: category.id, label: category.name }))}
          status={value.forum === null ? 'ready' : statusOf(categories)}
          onRetry={() => void categories.refetch()}
          disabled={disabled || value.forum === null || hasNone}
          clearable={value.forum?.category_required !== true}
          onChange={(option) =>
            onChange({
              ...value,
              category: option === null ? null : { id: option.value, name: option.label },
            })
          }
          error={showMissing && missing.includes('category') ? texts.categoryMissing : refusals.category}
        />
      )}
    </div>
  );
}

function statusOf(result: { isPending: boolean; isError: boolean }): OptionsStatus {
  return result.isPending ? 'loading' : result.isError ? 'error' : 'ready';
}
