import { messages } from '../../../../contract/errors.ts';
import { canWrite, hasFeature, mayMailEndUsers } from '../../../../contract/permissions.ts';
import { htmlOrNull } from '../../../../contract/rich_text.ts';
import { SUCCESS_TOASTS } from '../../../../contract/toasts.ts';
import { request } from '../../api/runtime.ts';
import { useViewer } from '../../api/viewer.ts';
import type { ModalControl } from '../../ui/overlay/modals.ts';
import { StatusPill } from '../../ui/elements/Pills.tsx';
import type { MailDraft } from '../../shared/mail/MailPreview.tsx';
import { MessageBox } from './MessageBox.tsx';
import { messageRules } from './MessageField.tsx';
import { useAttachments } from '../../forms/useAttachments.ts';
import { PanelFrame } from '../../forms/PanelFrame.tsx';
import {
  internalStatusUpdateDocument,
  statusUpdateDocument,
  updateInternalStatusUpdateDocument,
  updateStatusUpdateDocument,
} from './statusCalls.ts';
import type { StatusKind } from './statusCalls.ts';
import { statusMessages } from './statusMessages.ts';
import styles from './status.module.css';
import { useCommand } from '../../forms/useCommand.ts';
import { useForm } from '../../forms/useForm.ts';
import type { FormRecord } from '../../forms/useForm.ts';
import { usePanelRecord } from '../../forms/usePanelRecord.ts';

const texts = statusMessages.status;

type Values = { html: string };
type Loaded = FormRecord<Values> & {
  status: { name: string; hex_color: string | null } | null;
  isWaiting: boolean;
  /** What the mail about it says beside the message. */
  about: Pick<MailDraft, 'suggestion' | 'status' | 'internal_status'>;
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
  const form = useForm<Values>({
    draftKey: `status-update:${kind}:${status_update_id}`,
    blank,
    record: loaded.data,
    attachments,
    fields: {
      // an internal update without any message cannot be saved (VALID-076)
      html: messageRules(
        texts.message,
        ['htmlBody', 'htmlText'],
        isPublic ? undefined : { name: texts.messageName, sentence: statusMessages.message.bodyMissing },
      ),
    },
    reload: () => loadUpdate(kind, status_update_id, withFiles),
  });
  const { html } = form.values;
  const save = useCommand(
    async (if_updated_at: string | null) => {
      const shared = { id: status_update_id, attachmentTokens: attachments.tokens, if_updated_at };
      if (isPublic) await request(updateStatusUpdateDocument, { ...shared, htmlBody: htmlOrNull(html) });
      else await request(updateInternalStatusUpdateDocument, { ...shared, htmlText: html });
    },
    {
      form,
      done: isPublic ? SUCCESS_TOASTS.public_status_update : SUCCESS_TOASTS.internal_status_update,
      failed: (message) => ({ message, title: messages.saveStatusUpdate }),
      onDone: close,
    },
  );

  return (
    <PanelFrame
      {...{ opened, close, form, save, isDenied }}
      title={texts.edit[kind]}
      what={texts.what}
      load={loaded.load}
      keepsSubmit
      submitLabel={texts.submitSave}
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
        <MessageBox
          {...form.field('html')}
          attachments={attachments}
          optional={isPublic}
          placeholder={texts.placeholder[kind]}
          disabled={save.isRunning}
          draft={
            loaded.data === null || (isPublic && !mayMailEndUsers(viewer.authorized_features))
              ? null
              : {
                  kind: isPublic ? 'status_update' : 'internal_status_update',
                  ...loaded.data.about,
                  html_body: htmlOrNull(html),
                  attachment_tokens: attachments.files.map((file) => file.token),
                }
          }
        />
      </div>
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
      about: {
        suggestion: update.suggestion?.id ?? '',
        ...(update.changes_status ? { status: update.new_status?.id ?? null } : {}),
      },
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
    about: {
      suggestion: update.suggestion?.id ?? '',
      internal_status: update.new_internal_status?.id ?? null,
    },
  };
}
