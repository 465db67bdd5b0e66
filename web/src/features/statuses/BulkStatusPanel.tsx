import { useState } from 'react';
import { messages } from '../../../../contract/errors.ts';
import { canChooseMailAddresses, hasFeature, mayMailEndUsers } from '../../../../contract/permissions.ts';
import { htmlOrNull } from '../../../../contract/rich_text.ts';
import { messageOf } from '../../api/errors.ts';
import type { BulkStatusMutationVariables } from '../../api/generated/graphql.ts';
import { request } from '../../api/runtime.ts';
import { useViewer } from '../../api/viewer.ts';
import '../../host/modals.ts';
import { useAttachments } from '../../pickers/useAttachments.ts';
import { ConfirmDialog } from '../../ui/Dialog.tsx';
import { formatNumber } from '../../ui/format.ts';
import type { ModalControl, ModalProps } from '../../ui/modals.ts';
import { SegmentedControl } from '../../ui/SegmentedControl.tsx';
import { Accordion, AccordionSection } from '../../ui/SlideOut.tsx';
import { useToasts } from '../../ui/Toasts.tsx';
import { addressProblems, sentAddresses, usualAddresses } from './mailAddresses.ts';
import type { MailAddresses } from './mailAddresses.ts';
import { mailRefusals, MailSettings } from './MailSettings.tsx';
import { isTooLong } from './MessageField.tsx';
import { PanelFrame } from '../../forms/PanelFrame.tsx';
import { choose, chooseNone, noStatus } from './postStatus.ts';
import type { StatusText } from './postStatus.ts';
import { bulkStatusDocument, statusOf, useBulkStatusPreview, useMailSettings } from './statusCalls.ts';
import type { StatusKind } from './statusCalls.ts';
import { Notice, StatusChoice, UpdateMessage, useStatusChoices } from './statusFields.tsx';
import { statusMessages } from './statusMessages.ts';
import styles from './status.module.css';
import { usePanelForm } from '../../forms/usePanelForm.ts';

const texts = statusMessages.bulk;

type Values = MailAddresses & StatusText & { kind: StatusKind; notify: boolean };

const kinds: readonly StatusKind[] = ['public', 'internal'];

/**
 * The panel that posts one status on many ideas: the status, an optional message with files, and whether mail tells
 * of it, with how many people get it and from whom it comes. Mail of many ideas is a lot of it, so it asks before; what
 * it did is told by whoever opened it, who also offers Undo: until the mail goes out that calls it back, too.
 */
export function BulkStatusPanel({
  opened,
  close,
  suggestion_ids,
  onPosted,
}: ModalProps['bulkStatus'] & ModalControl) {
  const toasts = useToasts();
  const viewer = useViewer();
  const { authorized_features } = viewer;
  const mayPostPublic = hasFeature(authorized_features, 'public_statuses');
  const blank: Values = {
    kind: mayPostPublic ? 'public' : 'internal',
    status_id: null,
    html: '',
    filled: '',
    notify: false,
    ...usualAddresses,
  };
  const attachments = useAttachments({ isEditing: false });
  const form = usePanelForm<Values>({
    draftKey: `bulk-status:${suggestion_ids.join()}`,
    blank,
    record: { values: blank, files: [], version: null },
    attachments,
  });
  const { values } = form;
  const { kind, status_id, html, notify } = values;
  const statuses = useStatusChoices(kind, true);
  const mayMail = kind === 'internal' || mayMailEndUsers(authorized_features);
  const mails = notify && mayMail;
  const mayChooseAddresses = kind === 'public' && canChooseMailAddresses(viewer);
  const settings = useMailSettings(mayChooseAddresses).data ?? null;
  const next = status_id === null || status_id === noStatus ? null : status_id;
  const preview = useBulkStatusPreview(suggestion_ids, kind, next, status_id !== null);
  const changed = preview.data?.changed_count ?? null;
  const [isSaving, setIsSaving] = useState(false);
  const [showProblems, setShowProblems] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  // not known yet: it is asked all the same
  const mailsCount = preview.data?.mails_count ?? null;

  const problems = mayChooseAddresses ? addressProblems(values, settings) : { reply_to: null, from: null };
  const missing = [
    ...(status_id === null ? [texts.statusName] : []),
    ...(changed === 0 ? [texts.ideasName] : []),
    ...(isTooLong(html) ? [statusMessages.tooLongName] : []),
    ...(problems.reply_to === null ? [] : [statusMessages.mail.replyName]),
    ...(problems.from === null ? [] : [statusMessages.mail.fromName]),
  ];

  const post = async () => {
    setIsSaving(true);
    try {
      const variables: BulkStatusMutationVariables = {
        ids: [...suggestion_ids],
        ...statusOf(kind, next),
        html_body: htmlOrNull(html),
        notify_supporters: mails,
        attachmentTokens: attachments.tokens,
        ...sentAddresses(mayChooseAddresses ? values : usualAddresses),
      };
      const done = (await request(bulkStatusDocument, variables)).suggestions_bulk_status;
      setIsAsking(false);
      form.finish();
      close();
      if (done !== null)
        onPosted({
          ...done,
          name: statuses.data?.find(({ id }) => id === next)?.name ?? statusMessages.status.none,
        });
    } catch (error) {
      setIsAsking(false);
      form.refuse(error);
      toasts.error(messageOf(error), { title: messages.updateStatus });
    } finally {
      setIsSaving(false);
    }
  };

  return (
    <PanelFrame
      {...{ opened, close, form, isSaving, missing }}
      load={{ state: 'ready' }}
      title={texts.title(suggestion_ids.length)}
      what={statusMessages.status.what}
      isUploading={attachments.isUploading}
      submitLabel={statusMessages.status.submitPost}
      onSubmit={() => (mails && mailsCount !== 0 ? setIsAsking(true) : void post())}
      onMissing={() => setShowProblems(true)}
    >
      <Accordion>
        <AccordionSection title={statusMessages.status.section}>
          {mayPostPublic ? (
            <SegmentedControl
              full
              label={texts.kind}
              segments={kinds.map((value) => ({ value, label: texts.kinds[value], disabled: isSaving }))}
              value={kind}
              onChange={(value) => form.set({ ...chooseNone(values), kind: value })}
            />
          ) : null}
          <StatusChoice
            kind={kind}
            statuses={statuses}
            value={status_id}
            error={
              showProblems && status_id === null
                ? texts.statusMissing
                : form.refusalOf('status_id', 'status', 'internal_status')
            }
            disabled={isSaving}
            onChange={(value) => form.set(choose(values, value, null, statuses.data ?? []))}
          />
          <p className={styles.remark} role="status">
            {changed === null
              ? ''
              : texts.changes(
                  formatNumber(changed),
                  formatNumber(suggestion_ids.length - changed),
                  changed,
                  suggestion_ids.length - changed,
                )}
          </p>
          <UpdateMessage
            attachments={attachments}
            optional
            placeholder={texts.placeholder[kind]}
            value={html}
            onChange={(value) => form.set({ html: value })}
            error={form.refusalOf('html', 'html_body')}
            disabled={isSaving}
          />
        </AccordionSection>
        <AccordionSection title={statusMessages.status.notice}>
          <Notice
            kind={kind}
            note={texts.notifyNote[kind]}
            mayMail={mayMail}
            notify={notify}
            recipients={status_id === null ? null : preview}
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
      <ConfirmDialog
        opened={isAsking}
        title={texts.confirm(mailsCount)}
        confirmLabel={statusMessages.status.submitPost}
        working={isSaving}
        onConfirm={() => void post()}
        onClose={() => setIsAsking(false)}
      >
        {texts.confirmText(changed ?? suggestion_ids.length, preview.data?.recipients_count ?? null)}
      </ConfirmDialog>
    </PanelFrame>
  );
}
