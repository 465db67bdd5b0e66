import { useState } from 'react';
import { messages } from '../../../../contract/errors.ts';
import { textLimits } from '../../../../contract/limits.ts';
import { canMessageSubscribers } from '../../../../contract/permissions.ts';
import { htmlOrNull } from '../../../../contract/rich_text.ts';
import { firstCharacters, oneLine } from '../../../../contract/text_cut.ts';
import { SUCCESS_TOASTS } from '../../../../contract/toasts.ts';
import { request } from '../../api/runtime.ts';
import { useViewer } from '../../api/viewer.ts';
import '../../host/modals.ts';
import { useStored } from '../../host/storage.ts';
import { ConfirmDialog } from '../../ui/overlay/Dialog.tsx';
import { CheckboxField, TextField } from '../../ui/fields/fields.tsx';
import { openModal } from '../../ui/overlay/modals.ts';
import type { ModalControl, ModalProps } from '../../ui/overlay/modals.ts';
import { keepDraft } from '../../forms/drafts.ts';
import { addressFields, hasWrongAddress, sentAddresses, usualAddresses } from './mailAddresses.ts';
import { useAttachments } from '../../forms/useAttachments.ts';
import type { MailAddresses } from './mailAddresses.ts';
import { MailSettingsSection } from './MailSettings.tsx';
import { MessageBox } from './MessageBox.tsx';
import { messageRules } from './MessageField.tsx';
import { PanelFrame } from '../../forms/PanelFrame.tsx';
import { Recipients } from './Recipients.tsx';
import { sayingSent } from '../../shared/mail/sentMail.ts';
import { createMessageDocument, messageIdeaDocument, useMailSettings, useRecipients } from './statusCalls.ts';
import { statusMessages } from './statusMessages.ts';
import styles from './status.module.css';
import { useCommand } from '../../forms/useCommand.ts';
import { useForm } from '../../forms/useForm.ts';
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
  const settings = useMailSettings(!isDenied).data ?? null;
  const form = useForm<Values>({
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
          },
    attachments,
    fields: {
      subject: { label: texts.subject, inputs: ['emailSubject'], limit: textLimits.nameCharacters },
      html: messageRules(texts.body, ['body'], { name: texts.name, sentence: texts.bodyMissing }),
      ...addressFields(settings),
    },
  });
  const { values } = form;
  const { subject, html } = values;
  const [copiesTo, setCopiesTo] = useStored('default_email_recipient', '');
  const copiesReplies = copiesTo !== '';
  const recipients = useRecipients(suggestion_id, 'supporter_message', !isDenied);
  const count = recipients.data?.recipients_count ?? null;
  const [isAsking, setIsAsking] = useState(false);

  const ask = () => {
    void recipients.refetch();
    setIsAsking(true);
  };
  const { files, tokens } = attachments;
  const addresses = sentAddresses(values);
  const isWrong = hasWrongAddress(values, settings);
  const save = useCommand(
    async () =>
      (
        await request(createMessageDocument, {
          links: { suggestion: suggestion_id },
          body: html,
          emailSubject: subject.trim() === '' ? null : subject.trim(),
          attachmentTokens: tokens,
          copiesReplies,
          ...addresses,
        })
      ).supporter_message_create?.mailing,
    {
      form,
      ...sayingSent({
        message: SUCCESS_TOASTS.email_sent,
        calledBack: statusMessages.sent.calledBackMessage,
        onCalledBack: () => {
          keepDraft(draftKey, { values, files, removed: [], version: null });
          openModal('emailSubscribers', { suggestion_id });
        },
      }),
      failed: messages.sendEmail,
      // before the focus goes to the field that was refused
      onFailed: () => setIsAsking(false),
      onDone: () => {
        setIsAsking(false);
        close();
      },
    },
  );

  return (
    <PanelFrame
      {...{ opened, close, form, save, isDenied }}
      title={texts.title}
      what={texts.what}
      load={loaded.load}
      missing={count === 0 ? [texts.recipientsName] : []}
      submitLabel={texts.submit}
      onSubmit={ask}
    >
      <div className={styles.stack}>
        <TextField
          {...form.field('subject')}
          placeholder={texts.about(idea?.title ?? '')}
          autoComplete="off"
          dir="auto"
          disabled={save.isRunning}
        />
        <MessageBox
          {...form.field('html')}
          attachments={attachments}
          placeholder={texts.placeholder}
          disabled={save.isRunning}
          why={isWrong ? statusMessages.preview.fixAddress : null}
          draft={{
            kind: 'supporter_message',
            suggestion: suggestion_id,
            html_body: htmlOrNull(html),
            email_subject: subject.trim() === '' ? null : oneLine(subject),
            attachment_tokens: tokens,
            from_email: addresses.fromEmail,
            notification_email_address: addresses.notificationEmailAddress,
          }}
        />
        <Recipients query={recipients} ideaId={suggestion_id} />
        <MailSettingsSection form={form} disabled={save.isRunning} isWrong={isWrong} startsOpen>
          <CheckboxField
            label={texts.copies}
            description={settings?.takes_replies === false ? texts.noReplies : texts.copiesTo(viewer.email)}
            checked={copiesReplies}
            disabled={save.isRunning}
            onChange={(checked) => setCopiesTo(checked ? viewer.email : null)}
          />
        </MailSettingsSection>
      </div>
      <ConfirmDialog
        opened={isAsking}
        title={texts.confirm(count ?? 0)}
        confirmLabel={texts.submit}
        working={save.isRunning}
        onConfirm={() => void save.run(null)}
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
