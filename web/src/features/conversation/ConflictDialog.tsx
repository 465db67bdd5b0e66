import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { panelMessages } from './panelMessages.ts';
import styles from './panels.module.css';

const texts = panelMessages.conflict;

/** One field in both versions, as text; '' is shown as empty. */
export type FieldVersions = { name: string; mine: string; theirs: string };

/**
 * Somebody else saved the record while it was edited here: shows the fields that differ in both versions
 * and lets choose. Closing it leaves the fields as they are.
 */
export function ConflictDialog({
  opened,
  fields,
  onKeepMine,
  onTakeTheirs,
  onClose,
}: {
  opened: boolean;
  fields: readonly FieldVersions[];
  onKeepMine: () => void;
  onTakeTheirs: () => void;
  onClose: () => void;
}) {
  const different = fields.filter((field) => field.mine !== field.theirs);
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={texts.title}
      footer={
        <>
          <Button size="form" variant="primary" onClick={onKeepMine}>
            {texts.keepMine}
          </Button>
          <Button size="form" onClick={onTakeTheirs}>
            {texts.takeTheirs}
          </Button>
          <Button size="form" variant="text" onClick={onClose}>
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
