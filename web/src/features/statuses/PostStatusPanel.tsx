import { useRef } from 'react';
import { messages } from '../../../../contract/errors.ts';
import { canChooseMailAddresses, hasFeature, mayMailEndUsers } from '../../../../contract/permissions.ts';
import { htmlOrNull, isEmptyHtml } from '../../../../contract/rich_text.ts';
import { SUCCESS_TOASTS } from '../../../../contract/toasts.ts';
import { request } from '../../api/runtime.ts';
import { useViewer } from '../../api/viewer.ts';
import type { ModalControl } from '../../ui/overlay/modals.ts';
import { addressFields, hasWrongAddress, sentAddresses, usualAddresses } from './mailAddresses.ts';
import { MailSettingsSection } from './MailSettings.tsx';
import { focusMessage, MessageBox } from './MessageBox.tsx';
import { messageRules } from './MessageField.tsx';
import { NotifySwitch } from './NotifySwitch.tsx';
import { useAttachments } from '../../forms/useAttachments.ts';
import { PanelFrame } from '../../forms/PanelFrame.tsx';
import { choose, firstValues, noStatus, submitLabelOf, withFilledTexts } from './postStatus.ts';
import type { PostStatusValues } from './postStatus.ts';
import { sayingSent } from '../../shared/mail/sentMail.ts';
import {
  createInternalStatusUpdateDocument,
  createStatusUpdateDocument,
  statusIdeaDocument,
  useMailSettings,
  useRecipients,
} from './statusCalls.ts';
import type { StatusKind } from './statusCalls.ts';
import { StatusChoice, useStatusChoices } from './statusFields.tsx';
import { statusMessages } from './statusMessages.ts';
import styles from './status.module.css';
import { useCommand } from '../../forms/useCommand.ts';
import { useForm } from '../../forms/useForm.ts';
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
 * message with files, and whether mail tells of it (specification lines 119-124). It opens on the status that is set,
 * and leads from the choice to the message; the mail is seen before it goes out. The mail can be called
 * back for a while from the toast that follows.
 */
export function PostStatusPanel({
  opened,
  close,
  suggestion_id,
  kind,
  status_id: asked,
}: { suggestion_id: string; kind: StatusKind; status_id?: string | null } & ModalControl) {
  const viewer = useViewer();
  const message = useRef<HTMLDivElement>(null);
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
  const known = withFilledTexts(statuses.data ?? [], idea?.title ?? null, viewer.display_name);

  const settings = useMailSettings(mayChooseAddresses).data ?? null;
  const form = useForm<PostStatusValues>({
    draftKey: `status:${kind}:${suggestion_id}`,
    blank,
    record:
      idea === null || statuses.isPending
        ? null
        : { values: firstValues(current?.id ?? null, known, asked === null ? noStatus : asked) },
    attachments,
    fields: {
      status_id: { label: texts.status, inputs: ['links.status', 'links.internal_status'] },
      html: messageRules(texts.message, ['htmlBody', 'htmlText']),
      ...addressFields(settings, () => mayChooseAddresses),
    },
  });
  const { values } = form;
  const { status_id, html, notify } = values;
  const mails = notify && mayMail;
  // from the start: the number is there when it is asked for
  const recipients = useRecipients(
    suggestion_id,
    isPublic ? 'status_update' : 'internal_status_update',
    mayMail && !isDenied && idea !== null,
  );
  const count = recipients.data?.recipients_count ?? null;
  const status = status_id === noStatus ? null : status_id;
  const addresses = sentAddresses(mayChooseAddresses ? values : usualAddresses);
  const save = useCommand(
    async () => {
      const shared = { notifySupporters: mails, attachmentTokens: attachments.tokens };
      if (isPublic) {
        const answer = await request(createStatusUpdateDocument, {
          links: { suggestion: suggestion_id, status },
          htmlBody: htmlOrNull(html),
          ...shared,
          ...addresses,
        });
        return answer.status_update_create?.mailing;
      }
      const answer = await request(createInternalStatusUpdateDocument, {
        links: { suggestion: suggestion_id, internal_status: status },
        htmlText: htmlOrNull(html),
        ...shared,
      });
      return answer.internal_status_update_create?.mailing;
    },
    {
      form,
      ...sayingSent({
        message: isPublic ? SUCCESS_TOASTS.public_status_update : SUCCESS_TOASTS.internal_status_update,
        calledBack: statusMessages.sent.calledBackStatus,
      }),
      failed: (said) => ({ message: said, title: messages.updateStatus }),
      onDone: close,
    },
  );
  const isNothing =
    status_id === (current?.id ?? noStatus) && isEmptyHtml(html) && attachments.items.length === 0;
  const isWrong = mayChooseAddresses && hasWrongAddress(values, settings);

  return (
    <PanelFrame
      {...{ opened, close, form, save, isDenied }}
      title={texts.post[kind]}
      what={texts.ideaWhat}
      load={loaded.load}
      missing={[
        ...(isNothing ? [texts.changeName] : []),
        ...(mails && count === null ? [texts.countName] : []),
      ]}
      submitLabel={submitLabelOf(mails, count)}
      above={
        <NotifySwitch
          kind={kind}
          mayMail={mayMail}
          notify={notify}
          recipients={recipients}
          ideaId={suggestion_id}
          disabled={save.isRunning}
          onChange={(checked) => form.set({ notify: checked })}
        />
      }
    >
      {idea === null ? null : (
        <p className={styles.about}>
          {texts.openIdeaPage} <span className={styles.aboutTitle}>{idea.title}</span>
        </p>
      )}
      <div className={styles.stack}>
        <StatusChoice
          kind={kind}
          statuses={statuses}
          value={status_id}
          current={current}
          error={form.errorOf('status_id')}
          disabled={save.isRunning}
          startsOpen={!form.isRestored}
          onChange={(value) => {
            form.set(choose(values, value, current?.id ?? null, known));
            focusMessage(message.current);
          }}
        />
        <MessageBox
          {...form.field('html')}
          frame={message}
          attachments={attachments}
          optional
          placeholder={texts.placeholder[kind]}
          disabled={save.isRunning}
          why={isWrong ? statusMessages.preview.fixAddress : null}
          draft={
            mayMail
              ? {
                  kind: isPublic ? 'status_update' : 'internal_status_update',
                  suggestion: suggestion_id,
                  ...(isPublic ? { status } : { internal_status: status }),
                  html_body: htmlOrNull(html),
                  attachment_tokens: attachments.tokens,
                  from_email: addresses.fromEmail,
                  notification_email_address: addresses.notificationEmailAddress,
                }
              : null
          }
        />
        {mayChooseAddresses ? (
          <MailSettingsSection form={form} disabled={save.isRunning} isWrong={isWrong} />
        ) : null}
      </div>
    </PanelFrame>
  );
}
