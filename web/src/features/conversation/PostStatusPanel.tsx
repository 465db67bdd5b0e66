import { useEffect, useState } from 'react';
import { messages } from '../../../../contract/errors.ts';
import { canChooseMailAddresses, hasFeature, mayMailEndUsers } from '../../../../contract/permissions.ts';
import { htmlOrNull } from '../../../../contract/rich_text.ts';
import { statusBehaviourMessage } from '../../../../contract/status_behaviour.ts';
import { SUCCESS_TOASTS } from '../../../../contract/toasts.ts';
import { messageOf } from '../../api/errors.ts';
import { request } from '../../api/runtime.ts';
import { useViewer } from '../../api/viewer.ts';
import { AttachmentBox, AttachmentDropZone } from '../../pickers/AttachmentBox.tsx';
import { useAttachments } from '../../pickers/useAttachments.ts';
import { Combobox } from '../../ui/Combobox.tsx';
import { CheckboxField } from '../../ui/fields.tsx';
import type { ModalControl } from '../../ui/modals.ts';
import type { Option } from '../../ui/options.ts';
import { Accordion, AccordionSection } from '../../ui/SlideOut.tsx';
import { useToasts } from '../../ui/Toasts.tsx';
import { addressProblems, sentAddresses, usualAddresses } from './mailAddresses.ts';
import { MailSettings } from './MailSettings.tsx';
import { isTooLong, MessageField } from './MessageField.tsx';
import { PanelFrame } from './PanelFrame.tsx';
import { choose, firstValues, noStatus } from './postStatus.ts';
import type { PostStatusValues } from './postStatus.ts';
import { Recipients } from './Recipients.tsx';
import { tellSent } from './sentMail.ts';
import { createInternalStatusUpdateDocument, createStatusUpdateDocument, statusIdeaDocument, useMailSettings, usePostableStatuses, useRecipients } from './statusCalls.ts';
import type { StatusKind } from './statusCalls.ts';
import { statusMessages } from './statusMessages.ts';
import styles from './status.module.css';
import { usePanelForm } from './usePanelForm.ts';
import { usePanelRecord } from './usePanelRecord.ts';

const texts = statusMessages.status;

const blank: PostStatusValues = { status_id: noStatus, html: '', filled: '', notify: false, ...usualAddresses };

/**
 * The panels 'Post public status update' and 'Post internal status update': the new status, an optional
 * message with files, and whether mail tells of it (specification lines 119-124). The mail can be called
 * back for a while from the toast that follows.
 */
export function PostStatusPanel({ opened, close, suggestion_id, kind }: { suggestion_id: string; kind: StatusKind } & ModalControl) {
  const toasts = useToasts();
  const viewer = useViewer();
  const isPublic = kind === 'public';
  const isDenied = isPublic && !hasFeature(viewer.authorized_features, 'public_statuses');
  const mayMail = !isPublic || mayMailEndUsers(viewer.authorized_features);
  const mayChooseAddresses = isPublic && canChooseMailAddresses(viewer);

  const attachments = useAttachments({ isEditing: false });
  const loaded = usePanelRecord(['status', suggestion_id], async (signal) => (await request(statusIdeaDocument, { id: suggestion_id }, { signal })).suggestion, !isDenied);
  const idea = loaded.data;
  const current = idea === null ? null : isPublic ? idea.status : idea.internal_status;
  const statuses = usePostableStatuses(kind, !isDenied);
  const known = statuses.data ?? [];
  const couldNotFetch = isPublic ? messages.fetchPublicStatuses : messages.fetchInternalStatuses;
  useEffect(() => {
    if (statuses.isError) toasts.error(couldNotFetch);
  }, [statuses.isError, statuses.errorUpdatedAt, couldNotFetch, toasts]);

  const form = usePanelForm<PostStatusValues>({
    draftKey: `status:${kind}:${suggestion_id}`,
    blank,
    record: idea === null || statuses.isPending ? null : { values: firstValues(current?.id ?? null, known), files: [], version: null },
    attachments,
  });
  const { values } = form;
  const { status_id, html, notify } = values;
  const settings = useMailSettings(mayChooseAddresses).data ?? null;
  const recipients = useRecipients(suggestion_id, isPublic ? 'status_update' : 'internal_status_update', notify && mayMail);
  const [isSaving, setIsSaving] = useState(false);
  const [showProblems, setShowProblems] = useState(false);

  const problems = mayChooseAddresses ? addressProblems(values, settings) : { reply_to: null, from: null };
  const missing = [
    ...(isTooLong(html) ? [statusMessages.tooLongName] : []),
    ...(problems.reply_to === null ? [] : [statusMessages.mail.replyName]),
    ...(problems.from === null ? [] : [statusMessages.mail.fromName]),
  ];

  const options: Option[] = [
    { value: noStatus, label: texts.none, icon: <span className={styles.dot} data-none />, ...(current === null ? { end: <span className={styles.remark}>{texts.current}</span> } : {}) },
    ...known.map(({ id, name, hex_color }) => ({
      value: id,
      label: name,
      icon: <span className={styles.dot} style={{ background: hex_color }} />,
      ...(id === current?.id ? { end: <span className={styles.remark}>{texts.current}</span> } : {}),
    })),
  ];
  const chosen = known.find(({ id }) => id === status_id) ?? null;
  // while the list of statuses is not there, the idea's own one has at least a name
  const shown = options.find(({ value }) => value === status_id) ?? (current === null ? null : { value: current.id, label: current.name });
  const behaviour = isPublic ? statusBehaviourMessage(chosen?.behaviour ?? null) : null;

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
        : (await request(createInternalStatusUpdateDocument, { links: { suggestion: suggestion_id, internal_status: status }, htmlText: htmlOrNull(html), ...shared })).internal_status_update_create?.mailing;
      form.finish();
      close();
      tellSent(toasts, isPublic ? SUCCESS_TOASTS.public_status_update : SUCCESS_TOASTS.internal_status_update, mailing ?? null, statusMessages.sent.calledBackStatus);
    } catch (error) {
      toasts.error(messageOf(error), { title: messages.updateStatus });
    } finally {
      setIsSaving(false);
    }
  };

  return (
    <PanelFrame
      opened={opened}
      close={close}
      title={texts.post[kind]}
      what={texts.ideaWhat}
      form={form}
      load={loaded.load}
      isDenied={isDenied}
      isSaving={isSaving}
      isUploading={attachments.isUploading}
      missing={missing}
      submitLabel={texts.submitPost}
      onSubmit={() => void post()}
      onMissing={() => setShowProblems(true)}
    >
      {idea === null ? null : (
        <p className={styles.about}>
          {texts.onIdea} <span className={styles.aboutTitle}>{idea.title}</span>
        </p>
      )}
      <Accordion>
        <AccordionSection title={texts.section}>
          <div className={styles.field}>
            <Combobox
              label={texts.status}
              value={shown}
              options={options}
              status={statuses.isPending ? 'loading' : statuses.isError ? 'error' : 'ready'}
              onRetry={() => void statuses.refetch()}
              emptyText={texts.nothing}
              disabled={isSaving}
              onChange={(option) => form.set(choose(values, option?.value ?? noStatus, current?.id ?? null, known))}
            />
          </div>
          <div aria-live="polite">{behaviour === null ? null : <p className={styles.info}>{behaviour}</p>}</div>
          <AttachmentDropZone attachments={attachments}>
            <MessageField label={texts.message} optional placeholder={texts.placeholder[kind]} value={html} onChange={(next) => form.set({ html: next })} disabled={isSaving} />
            <AttachmentBox attachments={attachments} disabled={isSaving} />
          </AttachmentDropZone>
        </AccordionSection>
        <AccordionSection title={texts.notice}>
          {mayMail ? (
            <>
              <CheckboxField label={texts.notify[kind]} description={texts.notifyNote[kind]} checked={notify} disabled={isSaving} onChange={(checked) => form.set({ notify: checked })} />
              {notify ? <Recipients query={recipients} /> : null}
            </>
          ) : (
            <p className={styles.info}>{texts.mailOff}</p>
          )}
        </AccordionSection>
        {mayChooseAddresses ? (
          <AccordionSection title={statusMessages.mail.section}>
            <MailSettings value={values} onChange={(patch) => form.set(patch)} showProblems={showProblems} disabled={isSaving} />
          </AccordionSection>
        ) : null}
      </Accordion>
    </PanelFrame>
  );
}
