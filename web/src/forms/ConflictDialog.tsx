import { Button } from '../ui/elements/Button.tsx';
import { Dialog } from '../ui/overlay/Dialog.tsx';
import { useState } from 'react';
import { formMessages } from './formMessages.ts';
import type { Conflict } from './useForm.ts';
import styles from './panels.module.css';

const texts = formMessages.conflict;

/**
 * Someone else saved the record while it was edited here: shows the fields that differ in both versions
 * and lets choose. Closing it leaves the fields as they are.
 *
 * @param conflict null: there is none
 * @param save saves the own fields over the other version, whose `updated_at` it is told
 */
export function ConflictDialog({
  conflict,
  save,
}: {
  conflict: Conflict | null;
  save: (version: string | null) => void;
}) {
  // stays for the way out of the dialog
  const [shown, setShown] = useState(conflict);
  if (conflict !== null && conflict !== shown) setShown(conflict);
  if (shown === null) return null;
  const { fields, hide } = shown;
  return (
    <Dialog
      opened={conflict !== null}
      onClose={hide}
      title={texts.title}
      footer={
        <>
          <Button
            size="form"
            variant="primary"
            onClick={() => {
              hide();
              save(shown.version);
            }}
          >
            {texts.keepMine}
          </Button>
          <Button size="form" onClick={shown.takeTheirs}>
            {texts.takeTheirs}
          </Button>
          <Button size="form" variant="text" onClick={hide}>
            {texts.goOn}
          </Button>
        </>
      }
    >
      <p>{fields.length === 0 ? texts.same : texts.text}</p>
      <div className={styles.versions}>
        {fields.map((field) => (
          <section key={field.name} className={styles.version} aria-label={field.name}>
            <h3 className={styles.versionField}>{field.name}</h3>
            <Side name={texts.yours} text={field.mine} />
            <Side name={texts.theirs} text={field.theirs} />
          </section>
        ))}
      </div>
    </Dialog>
  );
}

function Side({ name, text }: { name: string; text: string }) {
  return (
    <div className={styles.versionSide}>
      <p className={styles.versionHead}>{name}</p>
      <p className={styles.versionText} data-empty={text === '' || undefined}>
        {text === '' ? texts.empty : text}
      </p>
    </div>
  );
}
