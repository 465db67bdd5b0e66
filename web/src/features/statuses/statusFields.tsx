import { useEffect } from 'react';
import type { ComponentProps } from 'react';
import { messages } from '../../../../contract/errors.ts';
import { statusBehaviourMessage } from '../../../../contract/status_behaviour.ts';
import { AttachmentBox, AttachmentDropZone } from '../../pickers/AttachmentBox.tsx';
import type { Attachments } from '../../pickers/useAttachments.ts';
import { Combobox } from '../../ui/Combobox.tsx';
import { CheckboxField } from '../../ui/fields.tsx';
import type { Option } from '../../ui/options.ts';
import { useToasts } from '../../ui/Toasts.tsx';
import { MessageField } from './MessageField.tsx';
import { noStatus } from './postStatus.ts';
import { Recipients } from './Recipients.tsx';
import { usePostableStatuses } from './statusCalls.ts';
import type { StatusKind } from './statusCalls.ts';
import { statusMessages } from './statusMessages.ts';
import styles from './status.module.css';

/* What the panels for status updates share: of one idea, of many, and the one that edits the message. */

const texts = statusMessages.status;

/** The statuses that can be posted; when they cannot be fetched a toast says so. `enabled` false asks for nothing. */
export function useStatusChoices(kind: StatusKind, enabled: boolean) {
  const toasts = useToasts();
  const statuses = usePostableStatuses(kind, enabled);
  const couldNotFetch = kind === 'public' ? messages.fetchPublicStatuses : messages.fetchInternalStatuses;
  useEffect(() => {
    if (statuses.isError) toasts.error(couldNotFetch);
  }, [statuses.isError, statuses.errorUpdatedAt, couldNotFetch, toasts]);
  return statuses;
}

/**
 * The dropdown of statuses with No Status, and what the chosen one means for end users (STATE-035 to STATE-038).
 *
 * @param value id of a status, or `noStatus`; null: nothing is chosen yet
 * @param current status of the idea, null when it has none; left out for many ideas
 * @param error what is wrong with the choice; left out: nothing
 */
export function StatusChoice({
  kind,
  statuses,
  value,
  current,
  error,
  disabled,
  onChange,
}: {
  kind: StatusKind;
  statuses: ReturnType<typeof usePostableStatuses>;
  value: string | null;
  current?: { id: string; name: string } | null;
  error?: string | undefined;
  disabled: boolean;
  onChange: (value: string) => void;
}) {
  const known = statuses.data ?? [];
  const end = (isCurrent: boolean) =>
    isCurrent ? { end: <span className={styles.remark}>{texts.current}</span> } : {};
  const options: Option[] = [
    {
      value: noStatus,
      label: texts.none,
      icon: <span className={styles.dot} data-none />,
      ...end(current === null),
    },
    ...known.map(({ id, name, hex_color }) => ({
      value: id,
      label: name,
      icon: <span className={styles.dot} style={{ background: hex_color }} />,
      ...end(id === current?.id),
    })),
  ];
  // while the list of statuses is not there, the idea's own one has at least a name
  const shown =
    options.find((option) => option.value === value) ??
    (current && current.id === value ? { value: current.id, label: current.name } : null);
  const behaviour =
    kind === 'public'
      ? statusBehaviourMessage(known.find(({ id }) => id === value)?.behaviour ?? null)
      : null;
  return (
    <>
      <div className={styles.field}>
        <Combobox
          label={texts.status}
          placeholder={texts.choose}
          value={shown}
          options={options}
          status={statuses.isPending ? 'loading' : statuses.isError ? 'error' : 'ready'}
          onRetry={() => void statuses.refetch()}
          emptyText={texts.nothing}
          disabled={disabled}
          error={error}
          onChange={(option) => onChange(option?.value ?? noStatus)}
        />
      </div>
      <div aria-live="polite">{behaviour === null ? null : <p className={styles.info}>{behaviour}</p>}</div>
    </>
  );
}

/** The message of one update and its files. */
export function UpdateMessage({
  attachments,
  ...field
}: { attachments: Attachments; disabled: boolean } & Omit<
  ComponentProps<typeof MessageField>,
  'label' | 'disabled'
>) {
  return (
    <AttachmentDropZone attachments={attachments}>
      <MessageField label={texts.message} {...field} />
      <AttachmentBox attachments={attachments} disabled={field.disabled} />
    </AttachmentDropZone>
  );
}

/**
 * Whether mail tells of it (PANEL-067), and who gets it; where none may go to end users it says so.
 *
 * @param note says whom the mail is for
 * @param recipients asked for while `notify` is set; null: there is nobody to ask about yet
 */
export function Notice({
  kind,
  note,
  mayMail,
  notify,
  recipients,
  disabled,
  onChange,
}: {
  kind: StatusKind;
  note: string;
  mayMail: boolean;
  notify: boolean;
  recipients: ComponentProps<typeof Recipients>['query'] | null;
  disabled: boolean;
  onChange: (notify: boolean) => void;
}) {
  if (!mayMail) return <p className={styles.info}>{texts.mailOff}</p>;
  return (
    <>
      <CheckboxField
        label={texts.notify[kind]}
        description={note}
        checked={notify}
        disabled={disabled}
        onChange={onChange}
      />
      {notify && recipients !== null ? <Recipients query={recipients} /> : null}
    </>
  );
}
