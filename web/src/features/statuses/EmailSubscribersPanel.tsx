import { useState } from 'react';
import { messages } from '../../../../contract/errors.ts';
import { textLimits } from '../../../../contract/limits.ts';
import { canMessageSubscribers } from '../../../../contract/permissions.ts';
import { isEmptyHtml } from '../../../../contract/rich_text.ts';
import { firstCharacters, lengthProblem } from '../../../../contract/text_cut.ts';
import { SUCCESS_TOASTS } from '../../../../contract/toasts.ts';
import { messageOf } from '../../api/errors.ts';
import { request } from '../../api/runtime.ts';
import { useViewer } from '../../api/viewer.ts';
import '../../host/modals.ts';
import { useStored } from '../../host/storage.ts';
import { AttachmentBox, AttachmentDropZone } from '../../pickers/AttachmentBox.tsx';
import { useAttachments } from '../../pickers/useAttachments.ts';
import { ConfirmDialog } from '../../ui/Dialog.tsx';
import { CheckboxField, TextField } from '../../ui/fields.tsx';
import { openModal } from '../../ui/modals.ts';
import type { ModalControl, ModalProps } from '../../ui/modals.ts';
import { Accordion, AccordionSection } from '../../ui/SlideOut.tsx';
import { useToasts } from '../../ui/Toasts.tsx';
import { writeDraft } from '../../forms/drafts.ts';
import { addressProblems, sentAddresses, usualAddresses } from './mailAddresses.ts';
import type { MailAddresses } from './mailAddresses.ts';
import { mailRefusals, MailSettings } from './MailSettings.tsx';
import { isTooLong, MessageField } from './MessageField.tsx';
import { PanelFrame } from '../../forms/PanelFrame.tsx';
import { panelMessages } from '../../forms/panelMessages.ts';
import { Recipients } from './Recipients.tsx';
import { tellSent } from './sentMail.ts';
import { createMessageDocument, messageIdeaDocument, useMailSettings, useRecipients } from './statusCalls.ts';
import { statusMessages } from './statusMessages.ts';
import { usePanelForm } from '../../forms/usePanelForm.ts';
import { usePanelRecord } from '../../forms/usePanelRecord.ts';

const texts = statusMessages.message;

type Values = MailAddresses & { subject: string; html: string };

const blank: Values = { subject: '', html: '', ...usualAddresses };

/**
 * The panel 'Message subscribers': a mail to those who follow an idea (specification lines 112-115). It
 * asks before it sends. For a while it can be called back: the panel then opens again with everything
 * that was in it.
 */
export function EmailSubscribersPanel({
  opened,
  close,
  suggestion_id,
}: ModalProps['emailSubscribers'] & ModalControl) {
  const toasts = useToasts();
  const viewer = useViewer();
  const isDenied = !canMessageSubscribers(viewer);
  const attachments = useAttachments({ isEditing: false });
  const loaded = usePanelRecord(
    ['message', suggestion_id],
    async (signal) => (await request(messageIdeaDocument, { id: suggestion_id }, { signal })).suggestion,
    !isDenied,
  );
  const idea = loaded.data;
  const draftKey = `message:${suggestion_id}`;
  const form = usePanelForm<Values>({
    draftKey,
    blank,
    record:
      idea === null
        ? null
        : {
            values: {
              ...blank,
              subject: firstCharacters(texts.about(idea.title), textLimits.nameCharacters),
            },
            files: [],
            version: null,
          },
    attachments,
  });
  const { subject, html } = form.values;
  const [copiesTo, setCopiesTo] = useStored('default_email_recipient', '');
  const copiesReplies = copiesTo !== '';
  const settings = useMailSettings(!isDenied).data ?? null;
  const recipients = useRecipients(suggestion_id, 'supporter_message', !isDenied);
  const count = recipients.data?.recipients_count ?? null;
  const [isAsking, setIsAsking] = useState(false);
  const [isSaving, setIsSaving] = useState(false);
  const [showMissing, setShowMissing] = useState(false);

  const isBodyMissing = isEmptyHtml(html);
  const problems = addressProblems(form.values, settings);
  const subjectError = lengthProblem(texts.subject, subject, textLimits.nameCharacters);
  const missing = [
    ...(subjectError !== null ? [panelMessages.shorter(texts.subject)] : []),
    ...(isBodyMissing ? [texts.name] : []),
    ...(isTooLong(html) ? [statusMessages.tooLongName] : []),
    ...(problems.reply_to === null ? [] : [statusMessages.mail.replyName]),
    ...(problems.from === null ? [] : [statusMessages.mail.fromName]),
    ...(count === 0 ? [texts.recipientsName] : []),
  ];

  const ask = () => {
    void recipients.refetch();
    setIsAsking(true);
  };
  const send = async () => {
    setIsSaving(true);
    try {
      const { values } = form;
      const { files } = attachments;
      const answer = await request(createMessageDocument, {
        links: { suggestion: suggestion_id },
        body: html,
        emailSubject: subject.trim() === '' ? null : subject.trim(),
        attachmentTokens: attachments.tokens,
        copiesReplies,
        ...sentAddresses(values),
      });
      setIsAsking(false);
      form.finish();
      close();
      tellSent(
        toasts,
        SUCCESS_TOASTS.email_sent,
        answer.supporter_message_create?.mailing ?? null,
        statusMessages.sent.calledBackMessage,
        () => {
          writeDraft({ subdomain_key: viewer.subdomain.key, user_id: viewer.id }, draftKey, {
            values,
            files: [...files],
            removed: [],
            version: null,
          });
          openModal('emailSubscribers', { suggestion_id });
        },
      );
    } catch (error) {
      setIsAsking(false);
      form.refuse(error);
      toasts.error(messages.sendEmail(messageOf(error)));
    } finally {
      setIsSaving(false);
    }
  };

  return (
    <PanelFrame
      opened={opened}
      close={close}
      title={texts.title}
      what={texts.what}
      form={form}
      load={loaded.load}
      isDenied={isDenied}
      isSaving={isSaving}
      isUploading={attachments.isUploading}
      missing={missing}
      submitLabel={texts.submit}
      onSubmit={ask}
      onMissing={() => setShowMissing(true)}
    >
      <Accordion>
        <AccordionSection title={texts.section}>
          <TextField
            label={texts.subject}
            value={subject}
            error={subjectError ?? form.refusalOf('subject', 'emailSubject')}
            placeholder={texts.about(idea?.title ?? '')}
            autoComplete="off"
            dir="auto"
            disabled={isSaving}
            onChange={(next) => form.set({ subject: next })}
          />
          <AttachmentDropZone attachments={attachments}>
            <MessageField
              label={texts.body}
              required
              placeholder={texts.placeholder}
              value={html}
              onChange={(next) => form.set({ html: next })}
              disabled={isSaving}
              error={showMissing && isBodyMissing ? texts.bodyMissing : form.refusalOf('html', 'body')}
            />
            <AttachmentBox attachments={attachments} disabled={isSaving} />
          </AttachmentDropZone>
        </AccordionSection>
        <AccordionSection title={texts.recipients}>
          <Recipients query={recipients} />
        </AccordionSection>
        <AccordionSection title={statusMessages.mail.section}>
          <MailSettings
            value={form.values}
            onChange={(patch) => form.set(patch)}
            showProblems={showMissing}
            refusals={mailRefusals(form)}
            disabled={isSaving}
          />
          <CheckboxField
            label={texts.copies}
            description={settings?.takes_replies === false ? texts.noReplies : texts.copiesTo(viewer.email)}
            checked={copiesReplies}
            disabled={isSaving}
            onChange={(checked) => setCopiesTo(checked ? viewer.email : null)}
          />
        </AccordionSection>
      </Accordion>
      <ConfirmDialog
        opened={isAsking}
        title={texts.confirm(count ?? 0)}
        confirmLabel={texts.submit}
        working={isSaving}
        onConfirm={() => void send()}
        onClose={() => setIsAsking(false)}
      >
        {texts.confirmText(namesOf(recipients.data?.recipients ?? [], count ?? 0))}
      </ConfirmDialog>
    </PanelFrame>
  );
}

/** The first people by name, and how many more there are. */
function namesOf(people: readonly { name: string }[], count: number): string {
  const named = people
    .slice(0, 3)
    .map(({ name }) => (name === '' ? statusMessages.recipients.unnamed : name));
  const rest = count - named.length;
  return rest > 0 ? `${named.join(', ')} ${statusMessages.recipients.others(rest)}` : named.join(', ');
}
