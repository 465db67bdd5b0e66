import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { panelMessages } from './panelMessages.ts';
import styles from './panels.module.css';
import type { Conflict } from './useConflict.ts';
import type { PanelForm } from './usePanelForm.ts';

const texts = panelMessages.conflict;

/**
 * Somebody else saved the record while it was edited here: shows the fields that differ in both versions
 * and lets choose. Closing it leaves the fields as they are.
 *
 * @param save saves the own fields over the other version, whose `updated_at` it is told
 */
export function ConflictDialog<Values extends object>({
  conflict,
  form,
  save,
}: {
  conflict: Conflict<Values>;
  form: PanelForm<Values>;
  save: (version: string | null) => void;
}) {
  const { theirs, hide } = conflict;
  const different = conflict.fields(form.values).filter((field) => field.mine !== field.theirs);
  return (
    <Dialog
      opened={theirs !== null}
      onClose={hide}
      title={texts.title}
      footer={
        <>
          <Button
            size="form"
            variant="primary"
            onClick={() => {
              hide();
              save(theirs?.version ?? null);
            }}
          >
            {texts.keepMine}
          </Button>
          <Button
            size="form"
            onClick={() => {
              if (theirs !== null) form.accept(theirs);
              hide();
            }}
          >
            {texts.takeTheirs}
          </Button>
          <Button size="form" variant="text" onClick={hide}>
            {texts.goOn}
          </Button>
        </>
      }
    >
      <p>{different.length === 0 ? texts.same : texts.text}</p>
      <div className={styles.versions}>
        {different.map((field) => (
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
