import { useRef } from 'react';
import type { ReactNode } from 'react';
import { Button } from '../ui/elements/Button.tsx';
import { Dialog } from '../ui/overlay/Dialog.tsx';
import { uiMessages } from '../ui/messages.ts';
import { ConflictDialog } from './ConflictDialog.tsx';
import { formMessages } from './formMessages.ts';
import type { Command } from './useCommand.ts';
import { useFocusProblem } from './useFocusProblem.ts';
import type { FormState } from './useForm.ts';
import styles from './panels.module.css';

/**
 * A form in a dialog: its buttons, its saving, and the server's refusals, at their field or above the fields.
 *
 * @param save told the `updated_at` that it saves over
 * @param workingLabel text of the primary button while it is saved
 * @param disabledReason why it cannot be saved besides what the form says; null: nothing is in the way
 * @param isFinal it cannot be undone: the button is red, and the focus begins on Cancel
 */
export function FormDialog({
  opened,
  onClose,
  title,
  size = 'small',
  form,
  save,
  submitLabel,
  workingLabel = submitLabel,
  disabledReason = null,
  isFinal = false,
  children,
}: {
  opened: boolean;
  onClose: () => void;
  title: string;
  size?: 'small' | 'medium' | 'large';
  form: FormState;
  save: Command<string | null>;
  submitLabel: string;
  workingLabel?: string;
  disabledReason?: string | null;
  isFinal?: boolean;
  children: ReactNode;
}) {
  const body = useRef<HTMLDivElement>(null);
  useFocusProblem(form, body);
  const reason = disabledReason ?? (form.empty.length === 0 ? null : formMessages.stillNeeded(form.empty));
  const submit = () => {
    if (disabledReason !== null) return;
    if (!form.isValid) form.ask();
    else void save.run(form.version);
  };
  const requestClose = () => {
    if (!save.isRunning) onClose();
  };
  return (
    <Dialog
      opened={opened}
      onClose={requestClose}
      title={title}
      size={size}
      dirty={form.isDirty}
      onSubmit={submit}
      footer={
        <>
          <Button
            type="submit"
            size="form"
            variant={isFinal ? 'danger' : 'primary'}
            loading={save.isRunning}
            disabled={reason !== null}
            disabledReason={reason}
          >
            {save.isRunning ? workingLabel : submitLabel}
          </Button>
          <Button
            size="form"
            onClick={requestClose}
            disabled={save.isRunning}
            {...(isFinal ? { 'data-autofocus': true } : {})}
          >
            {uiMessages.cancel}
          </Button>
        </>
      }
    >
      <div ref={body} className={styles.fields}>
        {form.failure === null ? null : (
          <p className={styles.failure} role="alert">
            {form.failure}
          </p>
        )}
        {children}
      </div>
      <ConflictDialog conflict={form.conflict} save={(version) => void save.run(version)} />
    </Dialog>
  );
}
