import { useState } from 'react';
import { messages } from '../../../../contract/errors.ts';
import { canChooseMailAddresses, hasFeature, mayMailEndUsers } from '../../../../contract/permissions.ts';
import { htmlOrNull } from '../../../../contract/rich_text.ts';
import { SUCCESS_TOASTS } from '../../../../contract/toasts.ts';
import { messageOf } from '../../api/errors.ts';
import { request } from '../../api/runtime.ts';
import { useViewer } from '../../api/viewer.ts';
import { useAttachments } from '../../pickers/useAttachments.ts';
import type { ModalControl } from '../../ui/modals.ts';
import { Accordion, AccordionSection } from '../../ui/SlideOut.tsx';
import { useToasts } from '../../ui/Toasts.tsx';
import { addressProblems, sentAddresses, usualAddresses } from './mailAddresses.ts';
import { mailRefusals, MailSettings } from './MailSettings.tsx';
import { isTooLong } from './MessageField.tsx';
import { PanelFrame } from '../../forms/PanelFrame.tsx';
import { choose, firstValues, noStatus } from './postStatus.ts';
import type { PostStatusValues } from './postStatus.ts';
import { tellSent } from './sentMail.ts';
import {
  createInternalStatusUpdateDocument,
  createStatusUpdateDocument,
  statusIdeaDocument,
  useMailSettings,
  useRecipients,
} from './statusCalls.ts';
import type { StatusKind } from './statusCalls.ts';
import { Notice, StatusChoice, UpdateMessage, useStatusChoices } from './statusFields.tsx';
import { statusMessages } from './statusMessages.ts';
import styles from './status.module.css';
import { usePanelForm } from '../../forms/usePanelForm.ts';
import { usePanelRecord } from '../../forms/usePanelRecord.ts';

const texts = statusMessages.status;

const blank: PostStatusValues = {
  status_id: noStatus,
  html: '',
  filled: '',
  notify: false,
  ...usualAddresses,
};

/**
 * The panels 'Post public status update' and 'Post internal status update': the new status, an optional
 * message with files, and whether mail tells of it (specification lines 119-124). The mail can be called
 * back for a while from the toast that follows.
 */
export function PostStatusPanel({
  opened,
  close,
  suggestion_id,
  kind,
}: { suggestion_id: string; kind: StatusKind } & ModalControl) {
  const toasts = useToasts();
  const viewer = useViewer();
  const isPublic = kind === 'public';
  const isDenied = isPublic && !hasFeature(viewer.authorized_features, 'public_statuses');
  const mayMail = !isPublic || mayMailEndUsers(viewer.authorized_features);
  const mayChooseAddresses = isPublic && canChooseMailAddresses(viewer);

  const attachments = useAttachments({ isEditing: false });
  const loaded = usePanelRecord(
    ['status', suggestion_id],
    async (signal) => (await request(statusIdeaDocument, { id: suggestion_id }, { signal })).suggestion,
    !isDenied,
  );
  const idea = loaded.data;
  const current = idea === null ? null : isPublic ? idea.status : idea.internal_status;
  const statuses = useStatusChoices(kind, !isDenied);
  const known = statuses.data ?? [];

  const form = usePanelForm<PostStatusValues>({
    draftKey: `status:${kind}:${suggestion_id}`,
    blank,
    record:
      idea === null || statuses.isPending
        ? null
        : { values: firstValues(current?.id ?? null, known), files: [], version: null },
    attachments,
  });
  const { values } = form;
  const { status_id, html, notify } = values;
  const settings = useMailSettings(mayChooseAddresses).data ?? null;
  const recipients = useRecipients(
    suggestion_id,
    isPublic ? 'status_update' : 'internal_status_update',
    notify && mayMail,
  );
  const [isSaving, setIsSaving] = useState(false);
  const [showProblems, setShowProblems] = useState(false);

  const problems = mayChooseAddresses ? addressProblems(values, settings) : { reply_to: null, from: null };
  const missing = [
    ...(isTooLong(html) ? [statusMessages.tooLongName] : []),
    ...(problems.reply_to === null ? [] : [statusMessages.mail.replyName]),
    ...(problems.from === null ? [] : [statusMessages.mail.fromName]),
  ];

  const post = async () => {
    setIsSaving(true);
    try {
      const shared = { notifySupporters: notify && mayMail, attachmentTokens: attachments.tokens };
      const status = status_id === noStatus ? null : status_id;
      const mailing = isPublic
        ? (
            await request(createStatusUpdateDocument, {
              links: { suggestion: suggestion_id, status },
              htmlBody: htmlOrNull(html),
              ...shared,
              ...sentAddresses(mayChooseAddresses ? values : usualAddresses),
            })
          ).status_update_create?.mailing
        : (
            await request(createInternalStatusUpdateDocument, {
              links: { suggestion: suggestion_id, internal_status: status },
              htmlText: htmlOrNull(html),
              ...shared,
            })
          ).internal_status_update_create?.mailing;
      form.finish();
      close();
      tellSent(
        toasts,
        isPublic ? SUCCESS_TOASTS.public_status_update : SUCCESS_TOASTS.internal_status_update,
        mailing ?? null,
        statusMessages.sent.calledBackStatus,
      );
    } catch (error) {
      form.refuse(error);
      toasts.error(messageOf(error), { title: messages.updateStatus });
    } finally {
      setIsSaving(false);
    }
  };

  return (
    <PanelFrame
      {...{ opened, close, form, isDenied, isSaving, missing }}
      title={texts.post[kind]}
      what={texts.ideaWhat}
      load={loaded.load}
      isUploading={attachments.isUploading}
      submitLabel={texts.submitPost}
      onSubmit={() => void post()}
      onMissing={() => setShowProblems(true)}
    >
      {idea === null ? null : (
        <p className={styles.about}>
          {texts.openIdeaPage} <span className={styles.aboutTitle}>{idea.title}</span>
        </p>
      )}
      <Accordion>
        <AccordionSection title={texts.section}>
          <StatusChoice
            kind={kind}
            statuses={statuses}
            value={status_id}
            current={current}
            error={form.refusalOf('status_id', 'links.status', 'links.internal_status')}
            disabled={isSaving}
            onChange={(value) => form.set(choose(values, value, current?.id ?? null, known))}
          />
          <UpdateMessage
            attachments={attachments}
            optional
            placeholder={texts.placeholder[kind]}
            value={html}
            onChange={(next) => form.set({ html: next })}
            error={form.refusalOf('html', 'htmlBody', 'htmlText')}
            disabled={isSaving}
          />
        </AccordionSection>
        <AccordionSection title={texts.notice}>
          <Notice
            kind={kind}
            note={texts.notifyNote[kind]}
            mayMail={mayMail}
            notify={notify}
            recipients={recipients}
            disabled={isSaving}
            onChange={(checked) => form.set({ notify: checked })}
          />
        </AccordionSection>
        {mayChooseAddresses ? (
          <AccordionSection title={statusMessages.mail.section}>
            <MailSettings
              value={values}
              onChange={(patch) => form.set(patch)}
              showProblems={showProblems}
              refusals={mailRefusals(form)}
              disabled={isSaving}
            />
          </AccordionSection>
        ) : null}
      </Accordion>
    </PanelFrame>
  );
}
