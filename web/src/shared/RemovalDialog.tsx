import { useState } from 'react';
import type { ReactNode } from 'react';
import { ConfirmDialog } from '../ui/overlay/Dialog.tsx';
import type { ToastOptions } from '../ui/toasts/toasts.ts';
import { useCommand } from '../forms/useCommand.ts';
import { pickerMessages } from './messages.ts';

/**
 * Asks before something is removed, removes it, and says so. When it fails the dialog stays.
 *
 * @param run does it; rejects with ApiError
 * @param undo takes it back, from the toast; rejects with ApiError
 * @param done text of the toast
 * @param undone what the toast after taking it back says or leads to, besides that it is back
 * @param doneHere said in the dialog itself while it goes away
 * @param texts of the dialog, and of the toast for a failure, from the server's sentence
 * @param onDeleted told after the toast; the dialog is closed already
 */
export function RemovalDialog({
  opened,
  onClose,
  texts,
  children,
  run,
  undo,
  done,
  undone = {},
  doneHere,
  onDeleted,
}: {
  opened: boolean;
  onClose: () => void;
  texts: {
    title: string;
    confirmLabel: string;
    workingLabel: string;
    failed: (message: string) => string;
  };
  children: ReactNode;
  run: () => Promise<unknown>;
  undo: () => Promise<unknown>;
  done: string;
  undone?: Pick<ToastOptions, 'action'>;
  doneHere?: string;
  onDeleted?: (() => void) | undefined;
}) {
  const { failed, ...words } = texts;
  const [isDone, setIsDone] = useState(false);
  const remove = useCommand(run, {
    done,
    failed,
    undo: () => ({
      send: undo,
      done: { message: pickerMessages.removal.undone, ...undone },
      failed: pickerMessages.removal.undoFailed,
    }),
    onDone: () => {
      setIsDone(true);
      onClose();
      onDeleted?.();
    },
  });

  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      onConfirm={() => {
        setIsDone(false);
        void remove.run(null);
      }}
      {...words}
      danger
      working={remove.isRunning}
    >
      {isDone && !opened && doneHere !== undefined ? <span role="status">{doneHere}</span> : children}
    </ConfirmDialog>
  );
}
