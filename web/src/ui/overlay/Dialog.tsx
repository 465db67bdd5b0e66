import { IconX } from '@tabler/icons-react';
import { useId } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { Button, IconButton } from '../elements/Button.tsx';
import { uiMessages } from '../messages.ts';
import { Overlay } from './Overlay.tsx';
import { useShortcut } from '../keyboard/useShortcut.ts';
import styles from './Dialog.module.css';

export type DialogProps = {
  opened: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
  /** 400, 560 or 880 px wide. */
  size?: 'small' | 'medium' | 'large';
  /** Buttons at the bottom, primary first. */
  footer?: ReactNode;
  /** Sent by the primary button, Enter in a field, and Ctrl Enter. The dialog is then a form. */
  onSubmit?: () => void;
  dirty?: boolean;
};

/** A dialog in the middle of the window, fading for 500 ms. Escape closes it. */
export function Dialog({
  opened,
  onClose,
  title,
  children,
  size = 'medium',
  footer,
  onSubmit,
  dirty = false,
}: DialogProps) {
  const titleId = useId();
  const content = (
    <>
      <div className={styles.body}>{children}</div>
      {footer === undefined ? null : <footer className={styles.footer}>{footer}</footer>}
    </>
  );
  return (
    <Overlay
      opened={opened}
      onClose={onClose}
      place="centre"
      panelClassName={styles.panel}
      labelledBy={titleId}
      closeOnScrim={!dirty}
    >
      <div className={styles.box} data-size={size}>
        <header className={styles.head}>
          <h2 id={titleId} className={styles.title}>
            {title}
          </h2>
          <IconButton label={uiMessages.close} variant="plain" tip={false} onClick={onClose}>
            <IconX size={18} stroke={1.75} aria-hidden="true" />
          </IconButton>
        </header>
        {onSubmit === undefined ? content : <DialogForm onSubmit={onSubmit}>{content}</DialogForm>}
      </div>
    </Overlay>
  );
}

function DialogForm({ onSubmit, children }: { onSubmit: () => void; children: ReactNode }) {
  useShortcut('mod+enter', onSubmit);
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        event.stopPropagation();
        if (event.target === event.currentTarget) onSubmit();
      }}
    >
      {children}
    </form>
  );
}

export type ConfirmDialogProps = {
  opened: boolean;
  onClose: () => void;
  onConfirm: () => void;
  title: string;
  /** What will happen, and what goes with it. */
  children: ReactNode;
  confirmLabel?: string;
  cancelLabel?: string;
  /** Red button: the action cannot be taken back. */
  danger?: boolean;
  /** The action runs: the button turns and the dialog stays. */
  working?: boolean;
  /** Text of the button while it runs. */
  workingLabel?: string;
};

/** Asks before something that cannot be taken back. The focus begins on Cancel. */
export function ConfirmDialog({
  opened,
  onClose,
  onConfirm,
  title,
  children,
  confirmLabel = uiMessages.confirm,
  cancelLabel = uiMessages.cancel,
  danger = false,
  working = false,
  workingLabel,
}: ConfirmDialogProps) {
  const titleId = useId();
  const textId = useId();
  return (
    <Overlay
      opened={opened}
      // What has begun is seen to its end.
      onClose={() => {
        if (!working) onClose();
      }}
      place="centre"
      role="alertdialog"
      panelClassName={styles.panel}
      labelledBy={titleId}
      describedBy={textId}
      closeOnScrim={!working}
    >
      <div className={styles.box} data-size="small">
        <header className={styles.head}>
          <h2 id={titleId} className={styles.title}>
            {title}
          </h2>
        </header>
        <div className={styles.confirmText} id={textId}>
          {children}
        </div>
        <footer className={styles.footer}>
          <Button size="form" variant={danger ? 'danger' : 'primary'} loading={working} onClick={onConfirm}>
            {working && workingLabel !== undefined ? workingLabel : confirmLabel}
          </Button>
          <Button size="form" onClick={onClose} disabled={working} data-autofocus>
            {cancelLabel}
          </Button>
        </footer>
      </div>
    </Overlay>
  );
}
