import { useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { canWrite } from '../../../contract/permissions.ts';
import { useViewer } from '../api/viewer.ts';
import { Button } from '../ui/elements/Button.tsx';
import { ConfirmDialog } from '../ui/overlay/Dialog.tsx';
import { DelayedSkeleton, Skeleton } from '../ui/loading/loading.tsx';
import { uiMessages } from '../ui/messages.ts';
import { SlideOut, SlideOutFooter } from '../ui/overlay/SlideOut.tsx';
import { DeniedState, EmptyState, ErrorState } from '../ui/loading/states.tsx';
import { useToasts } from '../ui/toasts/Toasts.tsx';
import { ConflictDialog } from './ConflictDialog.tsx';
import { formMessages } from './formMessages.ts';
import { submitProblem } from './submitProblem.ts';
import type { Command } from './useCommand.ts';
import type { FormState } from './useForm.ts';
import { useFocusProblem } from './useFocusProblem.ts';
import styles from './panels.module.css';

/** How far the record of a panel has come; 'gone' when it does not exist any more. */
export type PanelLoad = { state: 'ready' | 'loading' | 'gone' } | { state: 'error'; retry: () => void };

const ready: PanelLoad = { state: 'ready' };

/**
 * What all panels share: slide-out and footer, the confirmation before unsaved changes are thrown away, the note on a
 * restored draft, what is shown while the record is loaded, cannot be, or is gone, and both versions when someone else
 * saved first.
 *
 * @param what names the record in sentences: 'feedback'
 * @param area what its command writes in
 * @param missing names what is still needed besides what the form says; the primary button is then disabled and says so
 * @param isDenied the workspace lacks what the panel needs beside the right to write
 * @param keepsSubmit shows the primary button also to who may not use it, disabled, with the reason
 * @param save told the `updated_at` that it saves over
 * @param onSubmit comes before the saving: asks first; left out: it is saved at once
 * @param above pinned over the buttons: what they depend on, such as whether someone is told
 * @param end at the far end of the footer: what deletes
 */
export function PanelFrame({
  opened,
  close,
  title,
  what,
  area = 'feedback',
  form,
  load = ready,
  isDenied = false,
  keepsSubmit = false,
  missing: missingBesides = [],
  submitLabel,
  save,
  onSubmit,
  above,
  end,
  children,
}: {
  opened: boolean;
  close: () => void;
  title: string;
  what: string;
  area?: 'feedback' | 'settings' | 'features';
  form: FormState;
  load?: PanelLoad;
  isDenied?: boolean;
  keepsSubmit?: boolean;
  missing?: readonly string[];
  submitLabel: string;
  save: Command<string | null>;
  onSubmit?: () => void;
  above?: ReactNode;
  end?: ReactNode;
  children: ReactNode;
}) {
  const viewer = useViewer();
  const toasts = useToasts();
  const [isAsking, setIsAsking] = useState(false);
  const body = useRef<HTMLDivElement>(null);
  const isSaving = save.isRunning;
  const { isUploading } = form;
  const missing = [...form.missing, ...missingBesides];
  const mayWrite = canWrite(viewer.permissions, area) && !isDenied;
  const isShown = mayWrite && load.state === 'ready' && form.isReady;
  const reason = submitProblem({ permissions: viewer.permissions, area, isDenied, missing, isUploading });

  const requestClose = () => {
    if (isSaving) return;
    if (form.isDirty) setIsAsking(true);
    else close();
  };
  const submit = () => {
    if (!isShown || isSaving || isUploading) return;
    if (form.isValid && missing.length === 0) {
      // a failure of before would stand beside the success of this time
      for (const { id, severity } of toasts.list()) if (severity === 'error') toasts.close(id);
      if (onSubmit === undefined) void save.run(form.version);
      else onSubmit();
    } else form.ask();
  };
  useFocusProblem(form, body);

  return (
    <SlideOut
      opened={opened}
      onClose={requestClose}
      title={title}
      onSubmit={submit}
      dirty={form.isDirty}
      footer={
        isShown ? (
          <SlideOutFooter end={end} above={above}>
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
            {form.isDirty && missing.length > 0 ? (
              <span className={styles.needs}>{formMessages.needs(missing)}</span>
            ) : null}
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
          <ErrorState what={formMessages.this(what)} onRetry={load.retry} />
        ) : load.state === 'gone' ? (
          <EmptyState title={formMessages.gone(what)} reason={formMessages.goneReason} />
        ) : !isShown ? (
          <PanelSkeleton />
        ) : (
          <>
            {form.isRestored ? (
              <p className={styles.restored} role="status">
                {formMessages.draft.restored}
                <Button
                  variant="text"
                  onClick={() => {
                    form.startOver();
                    body.current?.querySelector<HTMLElement>('textarea, input')?.focus();
                  }}
                >
                  {formMessages.draft.startOver}
                </Button>
              </p>
            ) : null}
            {children}
          </>
        )}
      </div>
      <ConflictDialog conflict={form.conflict} save={(version) => void save.run(version)} />
      <ConfirmDialog
        opened={isAsking && opened}
        onClose={() => setIsAsking(false)}
        onConfirm={() => {
          setIsAsking(false);
          form.finish();
          close();
        }}
        title={formMessages.close.title}
        confirmLabel={formMessages.close.discard}
        cancelLabel={formMessages.close.keep}
        danger
      >
        {formMessages.close.text}
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
