import type { ReactNode } from 'react';
import { Button } from '../../../ui/elements/Button.tsx';
import { CopyField } from '../../../ui/fields/CopyField.tsx';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';
import { apiTexts as texts } from './apiMessages.ts';
import styles from './api.module.css';

/** A secret that is shown once. A click beside it does not close it. */
export function SecretDialog({
  title,
  label,
  note,
  value,
  copied,
  opened,
  onClose,
  children,
}: {
  title: string;
  label: string;
  note: string;
  value: string;
  /** said once it is copied */
  copied: string;
  opened: boolean;
  onClose: () => void;
  children: ReactNode;
}) {
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={title}
      dirty
      footer={
        <Button variant="primary" size="form" onClick={onClose}>
          {texts.secret.done}
        </Button>
      }
    >
      <div className={styles.secret}>
        <CopyField label={label} description={note} value={value} done={copied} />
        {children}
      </div>
    </Dialog>
  );
}
