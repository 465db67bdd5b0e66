import { useState } from 'react';
import { textLimits } from '../../../../../contract/limits.ts';
import { request } from '../../../api/runtime.ts';
import { DialogFor } from '../../../forms/DialogFor.tsx';
import { FormDialog } from '../../../forms/FormDialog.tsx';
import { useCommand } from '../../../forms/useCommand.ts';
import { useForm } from '../../../forms/useForm.ts';
import { knowsPasskeys, makePasskey, NoPasskey } from '../../../shared/secondFactor/passkeys.ts';
import { Button } from '../../../ui/elements/Button.tsx';
import { TextField } from '../../../ui/fields/fields.tsx';
import { formatDate } from '../../../ui/text/format.ts';
import { addPasskeyDocument, beginPasskeyDocument, removePasskeyDocument } from './profileCalls.ts';
import type { OwnProfile } from './profileCalls.ts';
import { CurrentPassword, currentPassword, currentPasswordRules } from './CurrentPassword.tsx';
import { profileMessages } from './profileMessages.ts';
import rows from '../../../ui/page/rows.module.css';
import styles from './profile.module.css';

const { passkeys: texts } = profileMessages.twoStep;
type Passkey = OwnProfile['passkeys'][number];

/** Passkeys of one's own, which stand in for codes: added, and removed. */
export function Passkeys({ profile }: { profile: OwnProfile }) {
  const [isAdding, setIsAdding] = useState(false);
  const refused = knowsPasskeys() ? null : texts.unknown;
  return (
    <>
      <div className={styles.row}>
        <div className={rows.text}>
          <p className={rows.name}>{texts.list}</p>
          <p className={rows.meta}>{texts.note}</p>
        </div>
        <Button disabled={refused !== null} disabledReason={refused} onClick={() => setIsAdding(true)}>
          {texts.add}
        </Button>
      </div>
      {profile.passkeys.length === 0 ? null : (
        <ul aria-label={texts.list}>
          {profile.passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      )}
      <DialogFor about={isAdding ? profile : null}>
        {(about, opened) => <AddPasskey profile={about} opened={opened} onClose={() => setIsAdding(false)} />}
      </DialogFor>
    </>
  );
}

function PasskeyRow({ passkey: { id, name, created_at, last_used_at } }: { passkey: Passkey }) {
  const remove = useCommand(removePasskeyDocument, { done: texts.removed(name), failed: texts.notRemoved });
  return (
    <li className={rows.row}>
      <div className={rows.text}>
        <p className={rows.name}>{name}</p>
        <p className={rows.meta}>
          {texts.facts(formatDate(created_at), last_used_at === null ? null : formatDate(last_used_at))}
        </p>
      </div>
      <Button
        loading={remove.isRunning}
        aria-label={texts.removeOf(name)}
        onClick={() => void remove.run({ id })}
      >
        {texts.remove}
      </Button>
    </li>
  );
}

/** Asks for the password and a name, then has the browser make the key. */
function AddPasskey({
  profile,
  opened,
  onClose,
}: {
  profile: OwnProfile;
  opened: boolean;
  onClose: () => void;
}) {
  const [problem, setProblem] = useState<string | null>(null);
  const form = useForm({
    blank: { name: '', current_password: '' },
    fields: {
      name: { label: texts.name, needed: { sentence: texts.nameNeeded }, limit: textLimits.nameCharacters },
      current_password: currentPasswordRules(profile),
    },
  });
  const name = form.values.name.trim();
  const password = currentPassword(profile, form.values.current_password);
  const save = useCommand(
    async () => {
      setProblem(null);
      const { own_passkey_begin: begun } = await request(beginPasskeyDocument, password);
      const made = await makePasskey(JSON.parse(begun!.options) as PublicKeyCredentialCreationOptionsJSON);
      await request(addPasskeyDocument, { name, response: JSON.stringify(made), until: begun!.until });
    },
    {
      form,
      done: texts.added(name),
      failed: null,
      onFailed: (error) => {
        if (!(error instanceof NoPasskey)) return false;
        setProblem(error.host === null ? texts.failed : texts.otherHost(error.host));
        return true;
      },
      onDone: onClose,
    },
  );
  return (
    <FormDialog {...{ opened, onClose, form, save }} title={texts.title} submitLabel={texts.submit}>
      <p>{texts.text}</p>
      {problem === null ? null : (
        <p role="alert" className={rows.problem}>
          {problem}
        </p>
      )}
      <TextField
        {...form.field('name')}
        description={texts.nameNote}
        placeholder={texts.example}
        autoComplete="off"
      />
      <CurrentPassword profile={profile} field={form.field('current_password')} />
    </FormDialog>
  );
}
