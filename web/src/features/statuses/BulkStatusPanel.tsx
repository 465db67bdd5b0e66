import { useRef, useState } from 'react';
import { messages } from '../../../../contract/errors.ts';
import { canChooseMailAddresses, hasFeature, mayMailEndUsers } from '../../../../contract/permissions.ts';
import { htmlOrNull } from '../../../../contract/rich_text.ts';
import type { BulkStatusMutationVariables } from '../../api/generated/graphql.ts';
import { request } from '../../api/runtime.ts';
import { useViewer } from '../../api/viewer.ts';
import '../../host/modals.ts';
import { ConfirmDialog } from '../../ui/overlay/Dialog.tsx';
import { formatNumber } from '../../ui/text/format.ts';
import type { ModalControl, ModalProps } from '../../ui/overlay/modals.ts';
import { SegmentedControl } from '../../ui/fields/SegmentedControl.tsx';
import { addressFields, hasWrongAddress, sentAddresses, usualAddresses } from './mailAddresses.ts';
import { useAttachments } from '../../forms/useAttachments.ts';
import type { MailAddresses } from './mailAddresses.ts';
import { MailSettingsSection } from './MailSettings.tsx';
import { focusMessage, MessageBox } from './MessageBox.tsx';
import { messageRules } from './MessageField.tsx';
import { NotifySwitch } from './NotifySwitch.tsx';
import { PanelFrame } from '../../forms/PanelFrame.tsx';
import { choose, chooseNone, noStatus, submitLabelOf, withFilledTexts } from './postStatus.ts';
import type { StatusText } from './postStatus.ts';
import { bulkStatusDocument, statusOf, useBulkStatusPreview, useMailSettings } from './statusCalls.ts';
import type { StatusKind } from './statusCalls.ts';
import { StatusChoice, useStatusChoices } from './statusFields.tsx';
import { statusMessages } from './statusMessages.ts';
import styles from './status.module.css';
import { useCommand } from '../../forms/useCommand.ts';
import { useForm } from '../../forms/useForm.ts';

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
  kind: askedKind,
  status_id: asked,
  onPosted,
}: ModalProps['bulkStatus'] & ModalControl) {
  const viewer = useViewer();
  const { authorized_features } = viewer;
  const mayPostPublic = hasFeature(authorized_features, 'public_statuses');
  const blank: Values = {
    kind: mayPostPublic ? (askedKind ?? 'public') : 'internal',
    status_id: asked === undefined ? null : (asked ?? noStatus),
    html: '',
    filled: '',
    notify: false,
    ...usualAddresses,
  };
  const attachments = useAttachments({ isEditing: false });
  const mayChoose = canChooseMailAddresses(viewer);
  const settings = useMailSettings(mayChoose).data ?? null;
  const form = useForm<Values>({
    draftKey: `bulk-status:${suggestion_ids.join()}`,
    blank,
    attachments,
    fields: {
      status_id: {
        label: statusMessages.status.status,
        inputs: ['status', 'internal_status'],
        needed: { name: texts.statusName, sentence: texts.statusMissing },
      },
      html: messageRules(statusMessages.status.message, ['html_body']),
      ...addressFields<Values>(settings, ({ kind }) => mayChoose && kind === 'public'),
    },
  });
  const { values } = form;
  const { kind, status_id, html, notify } = values;
  const mayChooseAddresses = mayChoose && kind === 'public';
  const statuses = useStatusChoices(kind, true);
  const mayMail = kind === 'internal' || mayMailEndUsers(authorized_features);
  const mails = notify && mayMail;
  const next = status_id === null || status_id === noStatus ? null : status_id;
  const preview = useBulkStatusPreview(suggestion_ids, kind, next, status_id !== null);
  const changed = preview.data?.changed_count ?? null;
  const first = preview.data?.first_changed ?? null;
  const skipped = preview.data?.skipped ?? [];
  const addresses = sentAddresses(mayChooseAddresses ? values : usualAddresses);
  const isWrong = mayChooseAddresses && hasWrongAddress(values, settings);
  const message = useRef<HTMLDivElement>(null);
  const [isAsking, setIsAsking] = useState(false);
  // not known yet: it is asked all the same
  const mailsCount = preview.data?.mails_count ?? null;

  const save = useCommand(
    async () => {
      const variables: BulkStatusMutationVariables = {
        ids: [...suggestion_ids],
        ...statusOf(kind, next),
        html_body: htmlOrNull(html),
        notify_supporters: mails,
        attachmentTokens: attachments.tokens,
        ...addresses,
      };
      return (await request(bulkStatusDocument, variables)).suggestions_bulk_status;
    },
    {
      form,
      failed: (message) => ({ message, title: messages.updateStatus }),
      // before the focus goes to the field that was refused
      onFailed: () => setIsAsking(false),
      onDone: (done) => {
        setIsAsking(false);
        close();
        if (done === null) return;
        const name = statuses.data?.find(({ id }) => id === next)?.name ?? statusMessages.status.none;
        onPosted({ ...done, name });
      },
    },
  );

  return (
    <PanelFrame
      {...{ opened, close, form, save }}
      title={texts.title(suggestion_ids.length)}
      what={statusMessages.status.what}
      missing={changed === 0 ? [texts.ideasName] : []}
      submitLabel={submitLabelOf(mails && status_id !== null, preview.data?.recipients_count ?? null)}
      above={
        <NotifySwitch
          kind={kind}
          mayMail={mayMail}
          notify={notify}
          recipients={status_id === null ? null : preview}
          disabled={save.isRunning}
          onChange={(checked) => form.set({ notify: checked })}
        />
      }
      onSubmit={() => (mails && mailsCount !== 0 ? setIsAsking(true) : void save.run(null))}
    >
      <div className={styles.stack}>
        {mayPostPublic ? (
          <SegmentedControl
            full
            label={texts.kind}
            segments={kinds.map((value) => ({
              value,
              label: texts.kinds[value],
              disabled: save.isRunning,
            }))}
            value={kind}
            onChange={(value) => form.set({ ...chooseNone(values), kind: value })}
          />
        ) : null}
        <StatusChoice
          kind={kind}
          statuses={statuses}
          value={status_id}
          error={form.errorOf('status_id')}
          disabled={save.isRunning}
          startsOpen={false}
          onChange={(value) => {
            form.set(
              choose(values, value, null, withFilledTexts(statuses.data ?? [], null, viewer.display_name)),
            );
            focusMessage(message.current);
          }}
        />
        <div className={styles.remark} role="status">
          {changed === null ? null : (
            <p>
              {texts.changes(
                formatNumber(changed),
                formatNumber(suggestion_ids.length - changed),
                changed,
                suggestion_ids.length - changed,
              )}
            </p>
          )}
          {skipped.length === 0 ? null : (
            <p>
              {texts.skipped(
                skipped.map(({ title }) => title),
                suggestion_ids.length - (changed ?? 0) - skipped.length,
              )}
            </p>
          )}
        </div>
        <MessageBox
          {...form.field('html')}
          frame={message}
          attachments={attachments}
          optional
          placeholder={texts.placeholder[kind]}
          disabled={save.isRunning}
          why={isWrong ? statusMessages.preview.fixAddress : first === null ? texts.previewNone : null}
          note={first === null || suggestion_ids.length === 1 ? null : texts.previewOf(first.title)}
          draft={
            mayMail
              ? {
                  kind: kind === 'public' ? 'status_update' : 'internal_status_update',
                  suggestion: first?.id ?? '',
                  ...statusOf(kind, next),
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
      <ConfirmDialog
        opened={isAsking}
        title={texts.confirm(mailsCount)}
        confirmLabel={statusMessages.status.submitPost}
        working={save.isRunning}
        onConfirm={() => void save.run(null)}
        onClose={() => setIsAsking(false)}
      >
        {texts.confirmText(changed ?? suggestion_ids.length, preview.data?.recipients_count ?? null)}
      </ConfirmDialog>
    </PanelFrame>
  );
}
