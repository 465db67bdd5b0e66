import { useState } from 'react';
import { messages } from '../../../../contract/errors.ts';
import { canWrite, hasFeature } from '../../../../contract/permissions.ts';
import { htmlOrNull, isEmptyHtml } from '../../../../contract/rich_text.ts';
import { SUCCESS_TOASTS } from '../../../../contract/toasts.ts';
import { ApiError, messageOf } from '../../api/errors.ts';
import { request } from '../../api/runtime.ts';
import { useViewer } from '../../api/viewer.ts';
import { plainText } from '../../pickers/plainText.ts';
import { useAttachments } from '../../pickers/useAttachments.ts';
import type { ModalControl } from '../../ui/modals.ts';
import { StatusPill } from '../../ui/Pills.tsx';
import { useToasts } from '../../ui/Toasts.tsx';
import { ConflictDialog } from '../../forms/ConflictDialog.tsx';
import { isTooLong } from './MessageField.tsx';
import { PanelFrame } from '../../forms/PanelFrame.tsx';
import {
  internalStatusUpdateDocument,
  statusUpdateDocument,
  updateInternalStatusUpdateDocument,
  updateStatusUpdateDocument,
} from './statusCalls.ts';
import type { StatusKind } from './statusCalls.ts';
import { UpdateMessage } from './statusFields.tsx';
import { statusMessages } from './statusMessages.ts';
import styles from './status.module.css';
import { useConflict } from '../../forms/useConflict.ts';
import { usePanelForm } from '../../forms/usePanelForm.ts';
import type { PanelRecord } from '../../forms/usePanelForm.ts';
import { usePanelRecord } from '../../forms/usePanelRecord.ts';

const texts = statusMessages.status;

type Values = { html: string };
type Loaded = PanelRecord<Values> & {
  status: { name: string; hex_color: string | null } | null;
  isWaiting: boolean;
};

const blank: Values = { html: '' };

/**
 * The panels 'Edit public status' and 'Edit internal status': the message and the files of a status update
 * that was posted; never its status, and no mail (PANEL-070, DEC-096).
 */
export function EditStatusPanel({
  opened,
  close,
  status_update_id,
  kind,
}: { status_update_id: string; kind: StatusKind } & ModalControl) {
  const toasts = useToasts();
  const viewer = useViewer();
  const isPublic = kind === 'public';
  const mayWrite = canWrite(viewer.permissions, 'feedback');
  const isDenied = isPublic && !hasFeature(viewer.authorized_features, 'public_statuses');
  const attachments = useAttachments({ isEditing: true });
  const withFiles = attachments.isAllowed;
  const loaded = usePanelRecord(
    ['status-update', kind, status_update_id],
    (signal) => loadUpdate(kind, status_update_id, withFiles, signal),
    mayWrite && !isDenied,
  );
  const form = usePanelForm<Values>({
    draftKey: `status-update:${kind}:${status_update_id}`,
    blank,
    record: loaded.data,
    attachments,
  });
  const { html } = form.values;
  const [isSaving, setIsSaving] = useState(false);
  const [showMissing, setShowMissing] = useState(false);
  // an internal update without any message cannot be saved (VALID-076)
  const isMissing = !isPublic && isEmptyHtml(html);
  const missing = [
    ...(isMissing ? [texts.messageName] : []),
    ...(isTooLong(html) ? [statusMessages.tooLongName] : []),
  ];

  const conflict = useConflict<Values>({
    reload: () => loadUpdate(kind, status_update_id, withFiles),
    describe: (values) => [{ name: texts.message, text: plainText(values.html, 'text/html') }],
  });

  const save = async (version: string | null) => {
    setIsSaving(true);
    try {
      const shared = { id: status_update_id, attachmentTokens: attachments.tokens, if_updated_at: version };
      if (isPublic) await request(updateStatusUpdateDocument, { ...shared, htmlBody: htmlOrNull(html) });
      else await request(updateInternalStatusUpdateDocument, { ...shared, htmlText: html });
      form.finish();
      toasts.success(isPublic ? SUCCESS_TOASTS.public_status_update : SUCCESS_TOASTS.internal_status_update);
      close();
      await attachments.commitRemovals();
    } catch (error) {
      if (error instanceof ApiError && error.reason === 'changed') await conflict.show();
      else {
        form.refuse(error);
        toasts.error(messageOf(error), { title: messages.saveStatusUpdate });
      }
    } finally {
      setIsSaving(false);
    }
  };

  return (
    <PanelFrame
      {...{ opened, close, form, isDenied, isSaving, missing }}
      title={texts.edit[kind]}
      what={texts.what}
      load={loaded.load}
      keepsSubmit
      isUploading={attachments.isUploading}
      submitLabel={texts.submitSave}
      onSubmit={() => void save(form.version)}
      onMissing={() => setShowMissing(true)}
    >
      <div className={styles.stack}>
        {loaded.data === null ? null : (
          <div className={styles.fixed}>
            <span className={styles.fixedName}>{texts.status}</span>
            <StatusPill
              name={loaded.data.status?.name ?? texts.none}
              color={loaded.data.status?.hex_color ?? null}
            />
            <p className={styles.remark}>{loaded.data.isWaiting ? texts.editWaiting : texts.editNote}</p>
          </div>
        )}
        <UpdateMessage
          attachments={attachments}
          {...(isPublic ? { optional: true } : { required: true })}
          placeholder={texts.placeholder[kind]}
          value={html}
          onChange={(next) => form.set({ html: next })}
          disabled={isSaving}
          error={
            showMissing && isMissing
              ? statusMessages.message.bodyMissing
              : form.refusalOf('html', 'htmlBody', 'htmlText')
          }
        />
      </div>
      <ConflictDialog conflict={conflict} form={form} save={(version) => void save(version)} />
    </PanelFrame>
  );
}

async function loadUpdate(
  kind: StatusKind,
  id: string,
  withFiles: boolean,
  signal?: AbortSignal,
): Promise<Loaded | null> {
  const options = signal === undefined ? {} : { signal };
  if (kind === 'public') {
    const update = (await request(statusUpdateDocument, { id, withFiles }, options)).status_update;
    if (update === null) return null;
    return {
      values: { html: update.html_body ?? '' },
      files: update.attachments ?? [],
      version: update.updated_at,
      status:
        update.new_status ?? (update.changes_status ? null : { name: texts.unchanged, hex_color: null }),
      isWaiting: update.mailing?.state === 'waiting',
    };
  }
  const update = (await request(internalStatusUpdateDocument, { id, withFiles }, options))
    .internal_status_update;
  if (update === null) return null;
  return {
    values: { html: update.html_text ?? '' },
    files: update.attachments ?? [],
    version: update.updated_at,
    status: update.new_internal_status,
    isWaiting: update.mailing?.state === 'waiting',
  };
}
