import type { ReactNode } from 'react';
import { FormDialog } from '../../forms/FormDialog.tsx';
import { useCommand } from '../../forms/useCommand.ts';
import { useForm } from '../../forms/useForm.ts';
import { Button } from '../../ui/elements/Button.tsx';
import { SelectField } from '../../ui/fields/fields.tsx';
import { uiMessages } from '../../ui/messages.ts';
import { Dialog } from '../../ui/overlay/Dialog.tsx';

/** What the dialog says. */
export interface DeleteEntryWords {
  title: string;
  confirm: string;
  working: string;
  /** the field that asks where what has the entry goes */
  target: string;
  /** the first choice: it goes nowhere in particular */
  none: string;
  done: string;
  /** where the deletion fails for no reason that the form can tell; null: the reason is shown */
  failed: string | null;
  /** in place of the form, where the entry is the last one and has to stay; null: it may go */
  last: string | null;
}

/**
 * Deletes an entry of a set, and asks where what has it goes.
 * @param others the entries that stay
 * @param isUsed whether it is asked where things go
 * @param inputs the arguments of the call that name the target
 * @param remove sends the set without the entry; target: the id of one that stays, or null for none
 * @param before said above the question
 * @param after said below it
 */
export function DeleteEntryDialog({
  words,
  others,
  isUsed,
  inputs,
  remove,
  before,
  after,
  opened,
  onClose,
}: {
  words: DeleteEntryWords;
  others: readonly { id: string; name: string }[];
  isUsed: boolean;
  inputs: readonly string[];
  remove: (target: string | null) => Promise<unknown>;
  before: ReactNode;
  after: ReactNode;
  opened: boolean;
  onClose: () => void;
}) {
  const form = useForm({
    blank: { target: '' },
    fields: { target: { label: words.target, inputs } },
  });
  const { target } = form.values;
  const save = useCommand(() => remove(target === '' ? null : target), {
    form,
    done: words.done,
    failed: words.failed,
    onDone: onClose,
  });
  if (words.last !== null && others.length === 0)
    return (
      <Dialog
        {...{ opened, onClose }}
        title={words.title}
        size="small"
        footer={
          <Button size="form" onClick={onClose}>
            {uiMessages.close}
          </Button>
        }
      >
        <p>{words.last}</p>
      </Dialog>
    );
  return (
    <FormDialog
      {...{ opened, onClose, form, save }}
      title={words.title}
      submitLabel={words.confirm}
      workingLabel={words.working}
      isFinal
    >
      {before}
      {isUsed ? (
        <SelectField
          {...form.field('target')}
          options={[
            { value: '', label: words.none },
            ...others.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      ) : null}
      {after}
    </FormDialog>
  );
}
