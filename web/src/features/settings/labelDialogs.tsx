import { useState } from 'react';
import { canRead } from '../../../../contract/permissions.ts';
import { ApiError, messageOf } from '../../api/errors.ts';
import { request } from '../../api/runtime.ts';
import { useViewer } from '../../api/viewer.ts';
import { useForums } from '../../pickers/places.ts';
import { useOpenCount } from '../../pickers/useOpenCount.ts';
import { Button } from '../../ui/Button.tsx';
import { Combobox } from '../../ui/Combobox.tsx';
import { ConfirmDialog, Dialog } from '../../ui/Dialog.tsx';
import { CheckboxField, RadioGroup } from '../../ui/fields.tsx';
import { DelayedSpinner } from '../../ui/loading.tsx';
import { uiMessages } from '../../ui/messages.ts';
import { ErrorState } from '../../ui/states.tsx';
import { useToasts } from '../../ui/Toasts.tsx';
import { deleteLabelDocument, limitLabelDocument, moveLabelDocument } from './labelsCalls.ts';
import { useCarriers } from './labelsQueries.ts';
import type { SettingsLabel } from './labelsQueries.ts';
import { labelsMessages as texts } from './settingsMessages.ts';
import styles from './settings.module.css';

/** The label of a dialog, also while the dialog is on its way out. */
function useShown(label: SettingsLabel | null): SettingsLabel | null {
  const [shown, setShown] = useState(label);
  if (label !== null && label !== shown) setShown(label);
  return label ?? shown;
}

/** Stands for the top level among the labels. */
const topLevel = 'top';

/** Puts a label under another one, or at the top. @param label null: closed */
export function MoveLabelDialog({
  label,
  labels,
  onClose,
}: {
  label: SettingsLabel | null;
  labels: readonly SettingsLabel[];
  onClose: () => void;
}) {
  const shown = useShown(label);
  const opening = useOpenCount(label !== null);
  return shown === null ? null : (
    <MoveDialog key={opening} opened={label !== null} label={shown} labels={labels} onClose={onClose} />
  );
}

function MoveDialog({
  opened,
  label,
  labels,
  onClose,
}: {
  opened: boolean;
  label: SettingsLabel;
  labels: readonly SettingsLabel[];
  onClose: () => void;
}) {
  const toasts = useToasts();
  const [parentId, setParentId] = useState(label.parent_id);
  const [isWorking, setIsWorking] = useState(false);
  const [error, setError] = useState<string | null>(null);
  /** What was read; after a conflict, what was told with it. */
  const [updatedAt, setUpdatedAt] = useState(label.updated_at);
  const words = texts.moveDialog;
  const options = [
    { value: topLevel, label: texts.moveTop },
    ...labels
      .filter((other) => other.level === 0 && other.state === 'active' && other.id !== label.id)
      .map((other) => ({ value: other.id, label: other.name })),
  ];
  const move = async (): Promise<void> => {
    if (parentId === label.parent_id) {
      onClose();
      return;
    }
    setIsWorking(true);
    try {
      await request(moveLabelDocument, { id: label.id, parent_id: parentId, if_updated_at: updatedAt });
      toasts.success(texts.moved(label.name, labels.find((other) => other.id === parentId)?.name ?? null));
      onClose();
    } catch (caught) {
      const current =
        caught instanceof ApiError && caught.reason === 'changed'
          ? (caught.record as { name: string; updated_at: string } | null)
          : null;
      if (current !== null) setUpdatedAt(current.updated_at);
      setError(current === null ? messageOf(caught) : texts.changed(current.name));
    } finally {
      setIsWorking(false);
    }
  };
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={words.title(label.name)}
      size="small"
      onSubmit={() => void move()}
      footer={
        <>
          <Button type="submit" size="form" variant="primary" loading={isWorking}>
            {words.submit}
          </Button>
          <Button size="form" onClick={onClose}>
            {uiMessages.cancel}
          </Button>
        </>
      }
    >
      <Combobox
        label={words.parent}
        value={options.find((option) => option.value === (parentId ?? topLevel)) ?? null}
        options={options}
        error={error}
        onChange={(option) => {
          setError(null);
          setParentId(option === null || option.value === topLevel ? null : option.value);
        }}
      />
    </Dialog>
  );
}

/**
 * Limits a label to forums. Ideas elsewhere lose it: they are listed, and nothing happens before they
 * were seen (DEC-103).
 */
export function LimitLabelDialog({ label, onClose }: { label: SettingsLabel | null; onClose: () => void }) {
  const shown = useShown(label);
  const opening = useOpenCount(label !== null);
  return shown === null ? null : (
    <LimitDialog key={opening} opened={label !== null} label={shown} onClose={onClose} />
  );
}

function LimitDialog({
  opened,
  label,
  onClose,
}: {
  opened: boolean;
  label: SettingsLabel;
  onClose: () => void;
}) {
  const toasts = useToasts();
  const forums = useForums();
  const [reach, setReach] = useState<'all' | 'some'>(label.forum_ids.length === 0 ? 'all' : 'some');
  const [chosen, setChosen] = useState<readonly string[]>(label.forum_ids);
  const [isWorking, setIsWorking] = useState(false);
  const words = texts.limitDialog;
  const records = forums.data?.all_forums.records ?? [];
  const forumIds = reach === 'all' ? [] : chosen;
  const isIncomplete = reach === 'some' && chosen.length === 0;
  const others =
    reach === 'all' ? [] : records.filter((forum) => !chosen.includes(forum.id)).map((forum) => forum.id);
  // who keeps the settings need not see ideas; then nobody knows beforehand which ones lose the label
  const seesIdeas = canRead(useViewer().permissions, 'feedback');
  const isAsking = seesIdeas && !isIncomplete && reach === 'some';
  const losers = useCarriers(isAsking && forums.data !== undefined && opened ? [label.id] : null, others);
  const count = isAsking ? (losers.data?.total_records ?? 0) : 0;
  const named = losers.data?.records ?? [];
  const isCounting = isAsking && losers.isPending;

  const save = async (): Promise<void> => {
    if (isIncomplete || isCounting || (isAsking && losers.isError)) return;
    setIsWorking(true);
    try {
      const answer = await request(limitLabelDocument, { label_id: label.id, forum_ids: [...forumIds] });
      toasts.success(texts.limitedToast(label.name, answer.label_forum_change?.unlinked_count ?? 0));
      onClose();
    } catch (caught) {
      toasts.error(texts.failed(messageOf(caught)));
    } finally {
      setIsWorking(false);
    }
  };
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={words.title(label.name)}
      onSubmit={() => void save()}
      footer={
        <>
          <Button
            type="submit"
            size="form"
            variant={count > 0 ? 'danger' : 'primary'}
            loading={isWorking}
            disabled={isIncomplete || isCounting || (isAsking && losers.isError)}
            disabledReason={isIncomplete ? words.chooseOne : null}
          >
            {count > 0 ? words.confirm(count) : words.check}
          </Button>
          <Button size="form" onClick={onClose}>
            {uiMessages.cancel}
          </Button>
        </>
      }
    >
      <div className={styles.dialogBody}>
        <RadioGroup
          label={texts.forums}
          hideLabel
          value={reach}
          onChange={setReach}
          options={[
            { value: 'all', label: words.everywhere, description: words.everywhereNote },
            { value: 'some', label: words.some },
          ]}
        />
        {forums.isError ? <ErrorState what="the forums" onRetry={() => void forums.refetch()} /> : null}
        {reach === 'some' ? (
          <div className={styles.choices} role="group" aria-label={words.some}>
            {records.map((forum) => (
              <CheckboxField
                key={forum.id}
                label={forum.name}
                checked={chosen.includes(forum.id)}
                onChange={(checked) =>
                  setChosen(checked ? [...chosen, forum.id] : chosen.filter((id) => id !== forum.id))
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
      </div>
    </Dialog>
  );
}

/** Asks before a label and those under it are deleted; says how many ideas lose it. */
export function DeleteLabelDialog({
  label,
  labels,
  onClose,
}: {
  label: SettingsLabel | null;
  labels: readonly SettingsLabel[];
  onClose: () => void;
}) {
  const toasts = useToasts();
  const shown = useShown(label);
  const [isWorking, setIsWorking] = useState(false);
  const below = labels.filter((other) => other.parent_id === shown?.id);
  const seesIdeas = canRead(useViewer().permissions, 'feedback');
  const carriers = useCarriers(
    label === null || !seesIdeas ? null : [label.id, ...below.map((other) => other.id)],
    null,
  );
  const words = texts.deleteDialog;
  if (shown === null) return null;
  const remove = async (): Promise<void> => {
    setIsWorking(true);
    try {
      await request(deleteLabelDocument, { id: shown.id });
      toasts.success(texts.deletedToast(shown.name));
      onClose();
    } catch (caught) {
      toasts.error(words.failed(messageOf(caught)));
    } finally {
      setIsWorking(false);
    }
  };
  return (
    <ConfirmDialog
      opened={label !== null}
      onClose={onClose}
      onConfirm={() => void remove()}
      title={words.title(shown.full_name)}
      confirmLabel={words.confirm}
      workingLabel={words.working}
      working={isWorking}
      danger
    >
      <p aria-live="polite">
        {!seesIdeas || carriers.isError
          ? words.atLeast(shown.open_suggestions_count)
          : carriers.data === undefined
            ? words.counting
            : words.text(carriers.data.total_records)}
      </p>
      {below.length === 0 ? null : <p>{words.children(below.length)}</p>}
      <p>{words.final}</p>
    </ConfirmDialog>
  );
}
