import { useRef, useState } from 'react';
import { emailProblem } from '../../../contract/email.ts';
import { messages, validationMessages } from '../../../contract/errors.ts';
import { textLimits } from '../../../contract/limits.ts';
import { lengthProblem } from '../../../contract/text_cut.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { TextField } from '../ui/fields.tsx';
import { focusInvalidField } from '../ui/invalidField.ts';
import { uiMessages } from '../ui/messages.ts';
import { pickerMessages } from './messages.ts';
import { findOrCreateUser } from './people.ts';
import type { PickedUser } from './people.ts';
import { useOpenCount } from './useOpenCount.ts';
import styles from './people.module.css';

const texts = pickerMessages.createUser;

/**
 * The dialog 'Create new user': name and address, both needed (VALID-026..029). A failed call leaves it
 * open with what was typed.
 *
 * @param prefill what it begins with; null: empty fields
 */
export function CreateUserDialog({
  opened,
  onClose,
  prefill,
  onCreated,
}: {
  opened: boolean;
  onClose: () => void;
  prefill: { name: string; email: string } | null;
  onCreated: (user: PickedUser) => void;
}) {
  const openings = useOpenCount(opened);
  return (
    <UserForm key={openings} opened={opened} onClose={onClose} prefill={prefill} onCreated={onCreated} />
  );
}

function UserForm({
  opened,
  onClose,
  prefill,
  onCreated,
}: {
  opened: boolean;
  onClose: () => void;
  prefill: { name: string; email: string } | null;
  onCreated: (user: PickedUser) => void;
}) {
  const [name, setName] = useState(prefill?.name ?? '');
  const [email, setEmail] = useState(prefill?.email ?? '');
  const [left, setLeft] = useState<{ name: boolean; email: boolean }>({ name: false, email: false });
  const fields = useRef<HTMLDivElement>(null);
  const [isWorking, setIsWorking] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);

  const isIncomplete = name.trim() === '' || email.trim() === '';
  const emailError = emailProblem(email.trim());
  const nameError = lengthProblem(texts.name, name, textLimits.nameCharacters);

  const submit = async () => {
    if (isWorking) return;
    setLeft({ name: true, email: true });
    if (isIncomplete || emailError !== null || nameError !== null) {
      focusInvalidField(fields.current);
      return;
    }
    setIsWorking(true);
    setHasFailed(false);
    const user = await findOrCreateUser(email.trim(), name.trim());
    setIsWorking(false);
    if (user === null) setHasFailed(true);
    else onCreated(user);
  };

  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={texts.title}
      size="small"
      dirty={name.trim() !== (prefill?.name ?? '') || email.trim() !== (prefill?.email ?? '')}
      onSubmit={() => void submit()}
      footer={
        <>
          <Button
            type="submit"
            size="form"
            variant="primary"
            loading={isWorking}
            disabled={isIncomplete}
            disabledReason={texts.incomplete}
          >
            {isWorking ? texts.working : texts.submit}
          </Button>
          <Button size="form" onClick={onClose}>
            {uiMessages.cancel}
          </Button>
        </>
      }
    >
      {hasFailed ? (
        <p role="alert" className={styles.failure}>
          {messages.createContact}
        </p>
      ) : null}
      <div ref={fields} className={styles.fields}>
        {/* The field that is still empty comes under the cursor. */}
        <div {...(name === '' || email !== '' ? { 'data-autofocus': true } : {})}>
          <TextField
            label={texts.name}
            required
            value={name}
            onChange={setName}
            autoComplete="off"
            onBlur={() => setLeft((before) => ({ ...before, name: before.name || name !== '' }))}
            error={
              nameError ?? (left.name && name.trim() === '' ? validationMessages.nameRequired : undefined)
            }
          />
        </div>
        <div {...(name !== '' && email === '' ? { 'data-autofocus': true } : {})}>
          <TextField
            label={texts.email}
            type="email"
            required
            value={email}
            onChange={setEmail}
            autoComplete="off"
            onBlur={() => setLeft((before) => ({ ...before, email: true }))}
            error={left.email ? emailError : undefined}
          />
        </div>
      </div>
      <p className={styles.note}>{texts.known}</p>
    </Dialog>
  );
}
