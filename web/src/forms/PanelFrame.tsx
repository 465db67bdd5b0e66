import { useEffect, useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { canWrite } from '../../../contract/permissions.ts';
import { useViewer } from '../api/viewer.ts';
import { Button } from '../ui/Button.tsx';
import { ConfirmDialog } from '../ui/Dialog.tsx';
import { focusInvalidField } from '../ui/invalidField.ts';
import { DelayedSkeleton, Skeleton } from '../ui/loading.tsx';
import { uiMessages } from '../ui/messages.ts';
import { SlideOut, SlideOutFooter } from '../ui/SlideOut.tsx';
import { DeniedState, EmptyState, ErrorState } from '../ui/states.tsx';
import { useToasts } from '../ui/Toasts.tsx';
import { panelMessages } from './panelMessages.ts';
import { submitProblem } from './submitProblem.ts';
import type { PanelForm } from './usePanelForm.ts';
import styles from './panels.module.css';

/** How far the record of a panel has come; 'gone' when it does not exist any more. */
export type PanelLoad = { state: 'ready' | 'loading' | 'gone' } | { state: 'error'; retry: () => void };

/**
 * What all panels share: slide-out and footer, the confirmation before unsaved changes are thrown away,
 * the note on a restored draft, and what is shown while the record is loaded, cannot be, or is gone.
 *
 * @param what names the record in sentences: 'feedback'
 * @param missing names what is still needed; the primary button is then disabled and says so
 * @param onMissing Ctrl Enter was pressed although something is missing
 * @param isDenied the workspace lacks what the panel needs beside write on feedback
 * @param keepsSubmit shows the primary button also to who may not use it, disabled, with the reason
 * @param end at the far end of the footer: what deletes
 */
export function PanelFrame({
  opened,
  close,
  title,
  what,
  form,
  load,
  isDenied = false,
  keepsSubmit = false,
  isSaving,
  isUploading = false,
  missing,
  submitLabel,
  onSubmit,
  onMissing,
  end,
  children,
}: {
  opened: boolean;
  close: () => void;
  title: string;
  what: string;
  form: Pick<PanelForm<object>, 'isDirty' | 'isRestored' | 'startOver' | 'finish' | 'isReady' | 'refused'>;
  load: PanelLoad;
  isDenied?: boolean;
  keepsSubmit?: boolean;
  isSaving: boolean;
  isUploading?: boolean;
  missing: readonly string[];
  submitLabel: string;
  onSubmit: () => void;
  onMissing: () => void;
  end?: ReactNode;
  children: ReactNode;
}) {
  const viewer = useViewer();
  const toasts = useToasts();
  const [isAsking, setIsAsking] = useState(false);
  const body = useRef<HTMLDivElement>(null);
  const mayWrite = canWrite(viewer.permissions, 'feedback') && !isDenied;
  const isShown = mayWrite && load.state === 'ready' && form.isReady;
  const reason = submitProblem({ permissions: viewer.permissions, isDenied, missing, isUploading });

  const requestClose = () => {
    if (isSaving) return;
    if (form.isDirty) setIsAsking(true);
    else close();
  };
  const submit = () => {
    if (!isShown || isSaving || isUploading) return;
    if (missing.length === 0) {
      // a failure of before would stand beside the success of this time
      for (const { id, severity } of toasts.list()) if (severity === 'error') toasts.close(id);
      onSubmit();
      return;
    }
    onMissing();
    focusInvalidField(body.current);
  };
  // the server named a field
  const { refused } = form;
  useEffect(() => {
    if (refused !== null) focusInvalidField(body.current);
  }, [refused]);

  return (
    <SlideOut
      opened={opened}
      onClose={requestClose}
      title={title}
      onSubmit={submit}
      dirty={form.isDirty}
      footer={
        isShown ? (
          <SlideOutFooter end={end}>
            <Button
              size="form"
              variant="primary"
              keys="mod+enter"
              className={styles.submit}
              loading={isSaving}
              disabled={reason !== null}
              disabledReason={reason}
              onClick={submit}
            >
              {submitLabel}
            </Button>
            <Button size="form" onClick={requestClose}>
              {uiMessages.cancel}
            </Button>
          </SlideOutFooter>
        ) : !mayWrite && keepsSubmit ? (
          <SlideOutFooter>
            <Button size="form" variant="primary" disabled disabledReason={reason}>
              {submitLabel}
            </Button>
            <Button size="form" onClick={requestClose}>
              {uiMessages.cancel}
            </Button>
          </SlideOutFooter>
        ) : null
      }
    >
      <div
        ref={body}
        onKeyDown={(event: KeyboardEvent) => {
          // Enter in one line of many is no wish to send them all; Ctrl Enter is.
          const isLine =
            event.target instanceof HTMLInputElement && body.current?.contains(event.target) === true;
          if (event.key === 'Enter' && isLine && !event.ctrlKey && !event.metaKey) event.preventDefault();
        }}
      >
        {!mayWrite ? (
          <DeniedState />
        ) : load.state === 'error' ? (
          <ErrorState what={`this ${what}`} onRetry={load.retry} />
        ) : load.state === 'gone' ? (
          <EmptyState title={panelMessages.gone(what)} reason={panelMessages.goneReason} />
        ) : !isShown ? (
          <PanelSkeleton />
        ) : (
          <>
            {form.isRestored ? (
              <p className={styles.restored} role="status">
                {panelMessages.draft.restored}
                <Button
                  variant="text"
                  onClick={() => {
                    form.startOver();
                    body.current?.querySelector<HTMLElement>('textarea, input')?.focus();
                  }}
                >
                  {panelMessages.draft.startOver}
                </Button>
              </p>
            ) : null}
            {children}
          </>
        )}
      </div>
      <ConfirmDialog
        opened={isAsking && opened}
        onClose={() => setIsAsking(false)}
        onConfirm={() => {
          setIsAsking(false);
          form.finish();
          close();
        }}
        title={panelMessages.close.title}
        confirmLabel={panelMessages.close.discard}
        cancelLabel={panelMessages.close.keep}
        danger
      >
        {panelMessages.close.text}
      </ConfirmDialog>
    </SlideOut>
  );
}

/** Room of a text with its label, and of three more fields. */
function PanelSkeleton() {
  return (
    <DelayedSkeleton>
      <div className={styles.skeleton}>
        <Skeleton width={90} height={12} />
        <Skeleton height={104} radius={8} />
        <Skeleton width={70} height={12} />
        <Skeleton height={36} radius={8} />
        <Skeleton width={110} height={12} />
        <Skeleton height={36} radius={8} />
      </div>
    </DelayedSkeleton>
  );
}
