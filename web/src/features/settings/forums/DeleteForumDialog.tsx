import { useState } from 'react';
import { ApiError, messageOf } from '../../../api/errors.ts';
import { request } from '../../../api/runtime.ts';
import { useOpenCount } from '../../../pickers/useOpenCount.ts';
import { Button } from '../../../ui/Button.tsx';
import { Combobox } from '../../../ui/Combobox.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { uiMessages } from '../../../ui/messages.ts';
import { useToasts } from '../../../ui/Toasts.tsx';
import { deleteForumDocument } from './forumsCalls.ts';
import type { SettingsForum } from './forumsQueries.ts';
import { forumsMessages as texts } from '../settingsMessages.ts';
import styles from '../settings.module.css';

type Props = {
  forums: readonly SettingsForum[];
  /** The workspace's default forum, which cannot be deleted; null: none. */
  defaultId: string | null;
  onClose: () => void;
};

/** Deletes a forum; one that holds ideas only with a forum that takes them (DEC-102). @param forum null: closed */
export function DeleteForumDialog({ forum, ...props }: Props & { forum: SettingsForum | null }) {
  const [shown, setShown] = useState(forum);
  if (forum !== null && forum !== shown) setShown(forum);
  const opening = useOpenCount(forum !== null);
  return shown === null ? null : (
    <OpenDialog key={opening} {...props} opened={forum !== null} forum={shown} />
  );
}

function OpenDialog({
  opened,
  forum,
  forums,
  defaultId,
  onClose,
}: Props & { opened: boolean; forum: SettingsForum }) {
  const toasts = useToasts();
  const [target, setTarget] = useState<string | null>(null);
  // merged ideas and such count in no list: only the server knows of them
  const [holdsHidden, setHoldsHidden] = useState(false);
  const [isWorking, setIsWorking] = useState(false);
  const words = texts.deleteDialog;
  const isDefault = forum.id === defaultId;
  const holds = forum.suggestions_count > 0 || holdsHidden;
  const options = forums
    .filter((other) => other.id !== forum.id)
    .map((other) => ({ value: other.id, label: other.name }));
  const isBlocked = isDefault || (holds && target === null);

  const remove = async (): Promise<void> => {
    if (isBlocked) return;
    setIsWorking(true);
    try {
      await request(deleteForumDocument, { id: forum.id, target_forum: target });
      toasts.success(texts.deletedToast(forum.name));
      onClose();
    } catch (error) {
      if (error instanceof ApiError && error.reason === 'has_ideas') setHoldsHidden(true);
      else toasts.error(words.failed(messageOf(error)));
    } finally {
      setIsWorking(false);
    }
  };
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={words.title(forum.name)}
      size="small"
      onSubmit={() => void remove()}
      footer={
        isDefault ? (
          <Button size="form" onClick={onClose}>
            {uiMessages.close}
          </Button>
        ) : (
          <>
            <Button
              type="submit"
              size="form"
              variant="danger"
              loading={isWorking}
              disabled={isBlocked}
              disabledReason={isBlocked ? words.choose : null}
            >
              {isWorking ? words.working : words.confirm}
            </Button>
            <Button size="form" onClick={onClose} data-autofocus>
              {uiMessages.cancel}
            </Button>
          </>
        )
      }
    >
      <div className={styles.dialogBody}>
        {isDefault ? (
          <p>{words.isDefault}</p>
        ) : (
          <>
            <p>
              {!holds
                ? words.empty
                : forum.suggestions_count > 0
                  ? words.holds(forum.suggestions_count)
                  : words.holdsSome}
            </p>
            {!holds ? null : options.length === 0 ? (
              <p>{words.none}</p>
            ) : (
              <Combobox
                label={words.target}
                required
                placeholder={words.choose}
                value={options.find((option) => option.value === target) ?? null}
                options={options}
                onChange={(option) => setTarget(option?.value ?? null)}
              />
            )}
            <p>{words.final}</p>
          </>
        )}
      </div>
    </Dialog>
  );
}
