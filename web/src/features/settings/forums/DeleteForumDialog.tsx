import { useState } from 'react';
import { ApiError } from '../../../api/errors.ts';
import { request } from '../../../api/runtime.ts';
import { Button } from '../../../ui/elements/Button.tsx';
import { Combobox } from '../../../ui/fields/Combobox.tsx';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';
import { uiMessages } from '../../../ui/messages.ts';
import { FormDialog } from '../../../forms/FormDialog.tsx';
import { useCommand } from '../../../forms/useCommand.ts';
import { useForm } from '../../../forms/useForm.ts';
import { deleteForumDocument } from './forumsCalls.ts';
import type { SettingsForum } from './forumsQueries.ts';
import { forumsMessages as texts } from '../settingsMessages.ts';

/**
 * Deletes a forum; one that holds ideas only with a forum that takes them (DEC-102).
 *
 * @param defaultId the workspace's default forum, which cannot be deleted; null: none
 */
export function DeleteForumDialog({
  forum,
  opened,
  forums,
  defaultId,
  onClose,
}: {
  forum: SettingsForum;
  opened: boolean;
  forums: readonly SettingsForum[];
  defaultId: string | null;
  onClose: () => void;
}) {
  const words = texts.deleteDialog;
  // merged ideas and such count in no list: only the server knows of them
  const [holdsHidden, setHoldsHidden] = useState(false);
  const holds = forum.suggestions_count > 0 || holdsHidden;
  const form = useForm<{ target: string | null }>({
    blank: { target: null },
    fields: {
      target: {
        label: words.target,
        inputs: ['target_forum'],
        ...(holds ? { needed: { sentence: words.choose } } : {}),
      },
    },
  });
  const options = forums
    .filter((other) => other.id !== forum.id)
    .map((other) => ({ value: other.id, label: other.name }));
  const remove = useCommand(
    () => request(deleteForumDocument, { id: forum.id, target_forum: form.values.target }),
    {
      form,
      done: texts.deletedToast(forum.name),
      failed: words.failed,
      onDone: onClose,
      onFailed: (error) => {
        const isHidden = error instanceof ApiError && error.reason === 'has_ideas';
        if (isHidden) setHoldsHidden(true);
        return isHidden;
      },
    },
  );
  if (forum.id === defaultId) {
    return (
      <Dialog
        opened={opened}
        onClose={onClose}
        title={words.title(forum.name)}
        size="small"
        footer={
          <Button size="form" onClick={onClose}>
            {uiMessages.close}
          </Button>
        }
      >
        <p>{words.isDefault}</p>
      </Dialog>
    );
  }
  const field = form.field('target');
  return (
    <FormDialog
      {...{ opened, onClose, form }}
      save={remove}
      title={words.title(forum.name)}
      submitLabel={words.confirm}
      workingLabel={words.working}
      disabledReason={form.isValid ? null : words.choose}
      isFinal
    >
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
          {...field}
          placeholder={words.choose}
          value={options.find((option) => option.value === field.value) ?? null}
          options={options}
          onChange={(option) => field.onChange(option?.value ?? null)}
        />
      )}
      <p>{words.final}</p>
    </FormDialog>
  );
}
