import { useState } from 'react';
import type { ReactNode } from 'react';
import { messageOf } from '../api/errors.ts';
import { ConfirmDialog } from '../ui/Dialog.tsx';
import { useToasts } from '../ui/Toasts.tsx';
import type { ToastOptions } from '../ui/toasts.ts';
import { pickerMessages } from './messages.ts';

/**
 * Asks before something is taken away, does it, and says that it was done. When it fails the dialog stays.
 *
 * @param run does it; rejects with ApiError
 * @param undo takes it back, from the toast; rejects with ApiError
 * @param done text of the toast
 * @param undone what the toast after taking it back says or leads to, besides that it is back
 * @param doneHere said in the dialog itself while it goes away
 * @param failed text of the toast for a failure, from the server's sentence
 * @param onDone told after the toast; the dialog is closed already
 */
export function RemovalDialog({
  opened,
  onClose,
  title,
  children,
  confirmLabel,
  workingLabel,
  run,
  undo,
  done,
  undone = {},
  doneHere,
  failed,
  onDone,
}: {
  opened: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
  confirmLabel: string;
  workingLabel: string;
  run: () => Promise<unknown>;
  undo: () => Promise<unknown>;
  done: string;
  undone?: Pick<ToastOptions, 'action'>;
  doneHere?: string;
  failed: (message: string) => string;
  onDone?: (() => void) | undefined;
}) {
  const toasts = useToasts();
  const [isWorking, setIsWorking] = useState(false);
  const [isDone, setIsDone] = useState(false);

  const confirm = async () => {
    setIsWorking(true);
    setIsDone(false);
    try {
      await run();
      toasts.success(done, {
        onUndo: () => {
          undo().then(
            () => toasts.success(pickerMessages.removal.undone, undone),
            (error: unknown) => toasts.error(pickerMessages.removal.undoFailed(messageOf(error))),
          );
        },
      });
      setIsDone(true);
      onClose();
      onDone?.();
    } catch (error) {
      toasts.error(failed(messageOf(error)));
    } finally {
      setIsWorking(false);
    }
  };

  return (
    <ConfirmDialog
      opened={opened}
      onClose={() => {
        if (!isWorking) onClose();
      }}
      onConfirm={() => void confirm()}
      title={title}
      confirmLabel={confirmLabel}
      danger
      working={isWorking}
      workingLabel={workingLabel}
    >
      {isDone && !opened && doneHere !== undefined ? <span role="status">{doneHere}</span> : children}
    </ConfirmDialog>
  );
}
