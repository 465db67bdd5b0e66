import { useState } from 'react';
import { emailProblem } from '../../../../contract/email.ts';
import { messages, validationMessages } from '../../../../contract/errors.ts';
import { textLimits } from '../../../../contract/limits.ts';
import { TextField } from '../../ui/fields/fields.tsx';
import { pickerMessages } from '../messages.ts';
import { FormDialog } from '../../forms/FormDialog.tsx';
import { useCommand } from '../../forms/useCommand.ts';
import { useForm } from '../../forms/useForm.ts';
import { findOrCreateUser } from './people.ts';
import type { PickedUser } from './people.ts';
import { useOpenCount } from '../useOpenCount.ts';
import styles from './people.module.css';

const texts = pickerMessages.createUser;

type Props = {
  opened: boolean;
  onClose: () => void;
  prefill: { name: string; email: string } | null;
  onCreated: (user: PickedUser) => void;
};

/**
 * The dialog 'Create new user': name and address, both needed (VALID-026..029). A failed call leaves it
 * open with what was typed.
 *
 * @param prefill what it begins with; null: empty fields
 */
export function CreateUserDialog(props: Props) {
  return <UserForm key={useOpenCount(props.opened)} {...props} />;
}

function UserForm({ opened, onClose, prefill, onCreated }: Props) {
  const form = useForm({
    blank: { name: prefill?.name ?? '', email: prefill?.email ?? '' },
    fields: {
      name: {
        label: texts.name,
        needed: { name: texts.aName, sentence: validationMessages.nameRequired, said: 'left' },
        limit: textLimits.nameCharacters,
      },
      email: {
        label: texts.email,
        needed: { name: texts.anEmail, sentence: validationMessages.emailRequired, said: 'left' },
        rule: (email) => emailProblem(email.trim()),
      },
    },
  });
  const { name, email } = form.values;
  const [hasFailed, setHasFailed] = useState(false);
  const save = useCommand(
    () => {
      setHasFailed(false);
      return findOrCreateUser(email.trim(), name.trim());
    },
    {
      form,
      onDone: onCreated,
      onFailed: () => {
        setHasFailed(true);
        return true;
      },
    },
  );
  // the field that is still empty comes under the cursor
  const isFirst = (is: boolean) => (is ? { 'data-autofocus': true } : {});
  return (
    <FormDialog
      {...{ opened, onClose, form, save }}
      title={texts.title}
      submitLabel={texts.submit}
      workingLabel={texts.working}
    >
      {hasFailed ? (
        <p role="alert" className={styles.failure}>
          {messages.createContact}
        </p>
      ) : null}
      <div {...isFirst(name === '' || email !== '')}>
        <TextField {...form.field('name')} autoComplete="off" />
      </div>
      <div {...isFirst(name !== '' && email === '')}>
        <TextField {...form.field('email')} type="email" autoComplete="off" />
      </div>
      <p className={styles.note}>{texts.known}</p>
    </FormDialog>
  );
}
