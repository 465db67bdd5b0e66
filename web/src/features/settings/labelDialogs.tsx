import { canRead } from '../../../../contract/permissions.ts';
import { request } from '../../api/runtime.ts';
import { useViewer } from '../../api/viewer.ts';
import { useForums } from '../../shared/pickers/places.ts';
import { Combobox } from '../../ui/fields/Combobox.tsx';
import { ConfirmDialog } from '../../ui/overlay/Dialog.tsx';
import { CheckboxField, RadioGroup } from '../../ui/fields/fields.tsx';
import { DelayedSpinner } from '../../ui/loading/loading.tsx';
import { ErrorState } from '../../ui/loading/states.tsx';
import { deleteLabelDocument, limitLabelDocument, updateLabelDocument } from './labelsCalls.ts';
import { FormDialog } from '../../forms/FormDialog.tsx';
import { useCommand } from '../../forms/useCommand.ts';
import { useForm } from '../../forms/useForm.ts';
import { useCarriers } from './labelsQueries.ts';
import type { SettingsLabel } from './labelsQueries.ts';
import { forumsMessages, labelsMessages as texts } from './settingsMessages.ts';
import styles from './settings.module.css';

/** The choice that means the top level, among the labels. */
const topLevel = 'top';

type DialogProps = { label: SettingsLabel; opened: boolean; onClose: () => void };

/** Puts a label under another one, or at the top. */
export function MoveLabelDialog({
  label,
  opened,
  labels,
  onClose,
}: DialogProps & { labels: readonly SettingsLabel[] }) {
  const words = texts.moveDialog;
  const options = [
    { value: topLevel, label: texts.moveTop },
    ...labels
      .filter((other) => other.level === 0 && other.state === 'active' && other.id !== label.id)
      .map((other) => ({ value: other.id, label: other.name })),
  ];
  const blank = { parent_id: label.parent_id };
  const form = useForm({
    blank,
    record: { values: blank, version: label.updated_at },
    fields: { parent_id: { label: words.parent } },
    theirs: { field: 'parent_id', sentence: (other) => texts.changed(String(other['name'])) },
  });
  const { parent_id } = form.values;
  const save = useCommand(
    async (if_updated_at: string | null) =>
      form.isDirty ? request(updateLabelDocument, { id: label.id, parent_id, if_updated_at }) : null,
    {
      form,
      done: (moved) =>
        moved === null
          ? null
          : texts.moved(label.name, labels.find((other) => other.id === parent_id)?.name ?? null),
      failed: null,
      onDone: onClose,
    },
  );
  const field = form.field('parent_id');
  return (
    <FormDialog
      {...{ opened, onClose, form, save }}
      title={words.title(label.name)}
      submitLabel={words.submit}
    >
      <Combobox
        label={words.parent}
        value={options.find((option) => option.value === (parent_id ?? topLevel)) ?? null}
        options={options}
        error={field.error}
        onChange={(option) =>
          field.onChange(option === null || option.value === topLevel ? null : option.value)
        }
      />
    </FormDialog>
  );
}

/**
 * Limits a label to forums. Ideas elsewhere lose it: they are listed, and nothing happens before they
 * were seen (DEC-103).
 */
export function LimitLabelDialog({ label, opened, onClose }: DialogProps) {
  const forums = useForums();
  const words = texts.limitDialog;
  const form = useForm<{ reach: 'all' | 'some'; chosen: readonly string[] }>({
    blank: { reach: label.forum_ids.length === 0 ? 'all' : 'some', chosen: label.forum_ids },
    fields: {
      chosen: {
        label: texts.forums,
        inputs: ['forum_ids'],
        needed: { sentence: words.chooseOne },
        isEmpty: (chosen, { reach }) => reach === 'some' && chosen.length === 0,
      },
    },
  });
  const { reach, chosen } = form.values;
  const records = forums.data?.all_forums.records ?? [];
  const isIncomplete = !form.isValid;
  const others =
    reach === 'all' ? [] : records.filter((forum) => !chosen.includes(forum.id)).map((forum) => forum.id);
  // who keeps the settings need not see ideas; then nobody knows beforehand which ones lose the label
  const seesIdeas = canRead(useViewer().permissions, 'feedback');
  const isAsking = seesIdeas && !isIncomplete && reach === 'some';
  const losers = useCarriers(isAsking && forums.data !== undefined && opened ? [label.id] : null, others);
  const count = isAsking ? (losers.data?.total_records ?? 0) : 0;
  const named = losers.data?.records ?? [];

  const save = useCommand(
    () => request(limitLabelDocument, { label_id: label.id, forum_ids: reach === 'all' ? [] : [...chosen] }),
    {
      form,
      done: ({ label_forum_change }) =>
        texts.limitedToast(label.name, label_forum_change?.unlinked_count ?? 0),
      failed: texts.failed,
      onDone: onClose,
    },
  );
  return (
    <FormDialog
      {...{ opened, onClose, form, save }}
      title={words.title(label.name)}
      size="medium"
      submitLabel={count > 0 ? words.confirm(count) : words.check}
      isFinal={count > 0}
      disabledReason={
        isIncomplete ? words.chooseOne : isAsking && losers.data === undefined ? words.counting : null
      }
    >
      <RadioGroup
        label={texts.forums}
        hideLabel
        value={reach}
        onChange={(next) => form.set({ reach: next })}
        options={[
          { value: 'all', label: words.everywhere, description: words.everywhereNote },
          { value: 'some', label: words.some },
        ]}
      />
      {forums.isError ? (
        <ErrorState what={forumsMessages.what} onRetry={() => void forums.refetch()} />
      ) : null}
      {reach === 'some' ? (
        <div className={styles.choices} role="group" aria-label={words.some}>
          {records.map((forum) => (
            <CheckboxField
              key={forum.id}
              label={forum.name}
              checked={chosen.includes(forum.id)}
              onChange={(checked) =>
                form.set({
                  chosen: checked ? [...chosen, forum.id] : chosen.filter((id) => id !== forum.id),
                })
              }
            />
          ))}
        </div>
      ) : null}
      {reach === 'all' || isIncomplete ? null : !seesIdeas ? (
        <p className={styles.quiet}>{words.loseUnknown}</p>
      ) : losers.isPending ? (
        <DelayedSpinner />
      ) : losers.isError ? (
        <ErrorState what={words.what} onRetry={() => void losers.refetch()} />
      ) : count === 0 ? (
        <p className={styles.quiet}>{words.loseNone}</p>
      ) : (
        <section className={styles.losers} aria-live="polite">
          <h3>{words.loseTitle(count)}</h3>
          <p className={styles.quiet}>{words.loseReason}</p>
          <ul>
            {named.map((idea) => (
              <li key={idea.id}>{idea.title}</li>
            ))}
            {count > named.length ? (
              <li className={styles.quiet}>{words.more(count - named.length)}</li>
            ) : null}
          </ul>
        </section>
      )}
    </FormDialog>
  );
}

/** Asks before a label and those under it are deleted; says how many ideas lose it. */
export function DeleteLabelDialog({
  label,
  opened,
  labels,
  onClose,
}: DialogProps & { labels: readonly SettingsLabel[] }) {
  const below = labels.filter((other) => other.parent_id === label.id);
  const seesIdeas = canRead(useViewer().permissions, 'feedback');
  const carriers = useCarriers(
    opened && seesIdeas ? [label.id, ...below.map((other) => other.id)] : null,
    null,
  );
  const words = texts.deleteDialog;
  const remove = useCommand(deleteLabelDocument, {
    done: texts.deletedToast(label.name),
    failed: words.failed,
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      onConfirm={() => void remove.run({ id: label.id })}
      title={words.title(label.full_name)}
      confirmLabel={words.confirm}
      workingLabel={words.working}
      working={remove.isRunning}
      danger
    >
      <p aria-live="polite">
        {!seesIdeas || carriers.isError
          ? words.atLeast(label.open_suggestions_count)
          : carriers.data === undefined
            ? words.counting
            : words.text(carriers.data.total_records)}
      </p>
      {below.length === 0 ? null : <p>{words.children(below.length)}</p>}
      <p>{words.final}</p>
    </ConfirmDialog>
  );
}
