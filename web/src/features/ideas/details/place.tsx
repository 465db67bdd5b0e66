import { IconChevronLeft } from '@tabler/icons-react';
import { useState } from 'react';
import { useCategories, useForums } from '../../../shared/pickers/places.ts';
import { Button } from '../../../ui/elements/Button.tsx';
import { OptionPicker } from '../../../ui/fields/OptionPicker.tsx';
import type { OptionsStatus } from '../../../ui/fields/options.ts';
import { detailsMessages } from './messages.ts';
import type { Idea } from './queries.ts';
import styles from './details.module.css';

const texts = detailsMessages.aside;

export type PickedForum = { id: string; name: string; is_open: boolean; category_required: boolean };
export type PickedCategory = { id: string; name: string };

/**
 * Chooses the forum of an idea; the content of a popover. A forum that needs a category asks for it in a
 * second step, since the old category stays behind (DEC-091).
 */
export function ForumEditor({
  idea,
  onChoose,
}: {
  idea: Idea;
  onChoose: (forum: PickedForum, category: PickedCategory | null) => void;
}) {
  const forums = useForums();
  const [chosen, setChosen] = useState<PickedForum | null>(null);
  const records = (forums.data?.all_forums.records ?? []).filter(
    (forum) => forum.is_open || forum.id === idea.forum?.id,
  );
  if (chosen !== null) {
    return (
      <div>
        <div className={styles.step}>
          <Button
            variant="text"
            icon={<IconChevronLeft size={14} stroke={1.75} aria-hidden="true" />}
            onClick={() => setChosen(null)}
          >
            {texts.back}
          </Button>
          <p className={styles.meta}>{texts.pickCategory(chosen.name)}</p>
        </div>
        <CategoryEditor
          forumId={chosen.id}
          selected={null}
          isRequired
          onChoose={(category) => onChoose(chosen, category)}
        />
      </div>
    );
  }
  return (
    <OptionPicker
      label={texts.forum}
      options={records.map((forum) => ({ value: forum.id, label: forum.name }))}
      selected={idea.forum === null ? [] : [idea.forum.id]}
      status={statusOf(forums)}
      onRetry={() => void forums.refetch()}
      onChoose={({ value }) => {
        const forum = records.find((record) => record.id === value);
        if (forum === undefined) return;
        if (forum.id === idea.forum?.id) onChoose(forum, idea.category);
        else if (forum.category_required) setChosen(forum);
        else onChoose(forum, null);
      }}
    />
  );
}

/** Stands for no category among the options. */
const none = 'none';

/** Chooses a category of a forum; the content of a popover. */
export function CategoryEditor({
  forumId,
  selected,
  isRequired,
  onChoose,
}: {
  forumId: string | null;
  selected: string | null;
  isRequired: boolean;
  onChoose: (category: PickedCategory | null) => void;
}) {
  const categories = useCategories(forumId);
  const records = categories.data?.all_categories.records ?? [];
  return (
    <OptionPicker
      label={texts.category}
      options={[
        ...(isRequired ? [] : [{ value: none, label: texts.noCategory }]),
        ...records.map((category) => ({ value: category.id, label: category.name })),
      ]}
      selected={[selected ?? none]}
      status={statusOf(categories)}
      onRetry={() => void categories.refetch()}
      onChoose={({ value, label }) => onChoose(value === none ? null : { id: value, name: label })}
    />
  );
}

function statusOf(result: { isPending: boolean; isError: boolean }): OptionsStatus {
  return result.isPending ? 'loading' : result.isError ? 'error' : 'ready';
}
