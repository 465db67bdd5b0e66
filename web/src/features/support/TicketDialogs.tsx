import { IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { emailProblem } from '../../../../contract/email.ts';
import { emailLimits, textLimits } from '../../../../contract/limits.ts';
import { isEmptyHtml } from '../../../../contract/rich_text.ts';
import { request } from '../../api/runtime.ts';
import { FormDialog } from '../../forms/FormDialog.tsx';
import { useCommand } from '../../forms/useCommand.ts';
import { useForm } from '../../forms/useForm.ts';
import { plainText } from '../../shared/plainText.ts';
import { RichTextEditor } from '../../ui/editor/RichTextEditor.tsx';
import { Button, IconButton } from '../../ui/elements/Button.tsx';
import { Combobox } from '../../ui/fields/Combobox.tsx';
import { TextField } from '../../ui/fields/fields.tsx';
import { DelayedSkeleton, SkeletonLines } from '../../ui/loading/loading.tsx';
import { ErrorState } from '../../ui/loading/states.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { useCopy } from '../../ui/toasts/useCopy.ts';
import { ticketTexts as texts } from './ticketMessages.ts';
import {
  createStreamDocument,
  createTicketDocument,
  deleteStreamDocument,
  renameStreamDocument,
  useTicketAddresses,
} from './ticketQueries.ts';
import type { TicketStream } from './ticketQueries.ts';
import styles from './tickets.module.css';

/** Writes to a customer and begins a ticket with it. */
export function ComposeTicketDialog({
  streams,
  streamId,
  opened,
  onClose,
  onCreated,
}: {
  streams: readonly TicketStream[];
  /** chosen from the start; '': the first */
  streamId: string;
  opened: boolean;
  onClose: () => void;
  onCreated: (ticketId: string) => void;
}) {
  const form = useForm<{ stream: string | null; email: string; name: string; subject: string; body: string }>(
    {
      draftKey: 'ticket',
      blank: {
        stream: streamId || (streams[0]?.id ?? null),
        email: '',
        name: '',
        subject: '',
        body: '',
      },
      fields: {
        stream: { label: texts.stream, needed: { sentence: texts.chooseStream } },
        email: { label: texts.email, needed: { sentence: texts.emailMissing }, rule: emailProblem },
        name: { label: texts.name },
        subject: { label: texts.subject, needed: { sentence: texts.subjectMissing } },
        body: {
          label: texts.text,
          needed: { sentence: texts.textMissing },
          isEmpty: (text) => isEmptyHtml(text),
          text: (text) => plainText(text, 'text/html'),
        },
      },
    },
  );
  const { stream, email, name, subject, body } = form.values;
  const save = useCommand(
    (_version: string | null) =>
      request(createTicketDocument, {
        stream: stream ?? '',
        email: email.trim(),
        subject,
        body,
        ...(name.trim() === '' ? {} : { name: name.trim() }),
      }),
    {
      form,
      done: texts.composed(email.trim()),
      failed: texts.sendFailed,
      onDone: ({ ticket_create: made }) => {
        onClose();
        if (made !== null) onCreated(made.id);
      },
    },
  );
  const options = streams.map(({ id, name: label }) => ({ value: id, label }));
  const field = form.field('stream');
  return (
    <FormDialog
      {...{ opened, onClose, form, save }}
      size="medium"
      title={texts.compose}
      submitLabel={texts.composeSubmit}
      workingLabel={texts.composeWorking}
    >
      {streams.length < 2 ? null : (
        <Combobox
          {...field}
          value={options.find(({ value }) => value === field.value) ?? null}
          options={options}
          onChange={(option) => field.onChange(option?.value ?? null)}
        />
      )}
      <TextField
        {...form.field('email')}
        type="email"
        maxLength={emailLimits.addressCharacters}
        autoComplete="off"
      />
      <TextField {...form.field('name')} optional maxLength={textLimits.nameCharacters} autoComplete="off" />
      <TextField {...form.field('subject')} maxLength={textLimits.nameCharacters} />
      <RichTextEditor {...form.field('body')} minHeightPx={140} />
    </FormDialog>
  );
}

/** The streams with their addresses: made, renamed and deleted. */
export function StreamsDialog({
  streams,
  opened,
  onClose,
}: {
  streams: readonly TicketStream[];
  opened: boolean;
  onClose: () => void;
}) {
  const copy = useCopy();
  const addresses = useTicketAddresses();
  const [doing, setDoing] = useState<
    { kind: 'create' } | { kind: 'rename' | 'delete'; stream: TicketStream } | null
  >(streams.length === 0 ? { kind: 'create' } : null);
  const known = addresses.data?.ticket_addresses;
  const close = (): void => setDoing(null);
  return (
    <>
      <Dialog
        opened={opened && doing === null}
        onClose={onClose}
        title={texts.setUp}
        size="medium"
        footer={
          <>
            <Button size="form" onClick={() => setDoing({ kind: 'create' })}>
              {texts.newStream}
            </Button>
            <Button size="form" variant="primary" onClick={onClose}>
              {texts.closeDialog}
            </Button>
          </>
        }
      >
        <p>{texts.setUpNote}</p>
        {addresses.isPending ? (
          <DelayedSkeleton>
            <SkeletonLines count={2} />
          </DelayedSkeleton>
        ) : addresses.isError ? (
          <ErrorState what={texts.what} onRetry={() => void addresses.refetch()} />
        ) : known?.length === 0 && streams.length > 0 ? (
          <p role="status">{texts.noMail}</p>
        ) : null}
        <ul className={styles.streams}>
          {streams.map((stream) => {
            const address = known?.find((one) => one.stream_id === stream.id)?.email_address;
            return (
              <li key={stream.id}>
                <div className={styles.streamText}>
                  <strong>{stream.name}</strong>
                  {address === undefined ? null : (
                    <span className={styles.address}>
                      <code>{address}</code>
                      <IconButton
                        label={texts.copy}
                        variant="plain"
                        size="small"
                        onClick={() => copy(address, texts.copied)}
                      >
                        <IconCopy size={14} stroke={1.75} aria-hidden="true" />
                      </IconButton>
                    </span>
                  )}
                </div>
                <Button variant="text" onClick={() => setDoing({ kind: 'rename', stream })}>
                  {texts.rename}
                </Button>
                <Button variant="danger-text" onClick={() => setDoing({ kind: 'delete', stream })}>
                  {texts.deleteStream}
                </Button>
              </li>
            );
          })}
        </ul>
      </Dialog>
      {doing === null ? null : doing.kind === 'delete' ? (
        <DeleteStreamDialog
          key={doing.stream.id}
          stream={doing.stream}
          streams={streams}
          opened={opened}
          onClose={close}
        />
      ) : (
        <StreamNameDialog
          stream={doing.kind === 'rename' ? doing.stream : null}
          opened={opened}
          // of the first one nothing is there to come back to
          onClose={streams.length === 0 ? onClose : close}
          onSaved={close}
        />
      )}
    </>
  );
}

function StreamNameDialog({
  stream,
  opened,
  onClose,
  onSaved,
}: {
  stream: TicketStream | null;
  opened: boolean;
  onClose: () => void;
  onSaved: () => void;
}) {
  const form = useForm<{ name: string }>({
    blank: { name: '' },
    record: { values: { name: stream?.name ?? '' }, version: stream?.updated_at ?? null },
    fields: {
      name: { label: texts.streamName, inputs: ['name'], needed: { sentence: texts.streamNameMissing } },
    },
  });
  const { name } = form.values;
  const save = useCommand(
    async (version: string | null): Promise<unknown> =>
      stream === null
        ? request(createStreamDocument, { name })
        : request(renameStreamDocument, { id: stream.id, name, if_updated_at: version }),
    {
      form,
      done: stream === null ? texts.streamCreated(name) : texts.streamRenamed(name),
      failed: texts.streamFailed,
      onDone: onSaved,
    },
  );
  return (
    <FormDialog
      {...{ opened, onClose, form, save }}
      title={stream === null ? texts.newStream : texts.rename}
      submitLabel={stream === null ? texts.createStream : texts.save}
      workingLabel={texts.saving}
    >
      <TextField {...form.field('name')} maxLength={textLimits.nameCharacters} autoComplete="off" />
    </FormDialog>
  );
}

function DeleteStreamDialog({
  stream,
  streams,
  opened,
  onClose,
}: {
  stream: TicketStream;
  streams: readonly TicketStream[];
  opened: boolean;
  onClose: () => void;
}) {
  // closed tickets count in no number here: only the server knows of them, so a stream is always chosen where there is one
  const options = streams
    .filter(({ id }) => id !== stream.id)
    .map(({ id, name }) => ({ value: id, label: name }));
  const form = useForm<{ target: string | null }>({
    blank: { target: options[0]?.value ?? null },
    fields: { target: { label: texts.deleteTarget, inputs: ['target_stream'] } },
  });
  const field = form.field('target');
  const remove = useCommand(
    (_version: string | null) =>
      request(deleteStreamDocument, { id: stream.id, target_stream: form.values.target }),
    { form, done: texts.streamDeleted(stream.name), failed: texts.streamFailed, onDone: onClose },
  );
  return (
    <FormDialog
      {...{ opened, onClose, form }}
      save={remove}
      title={texts.deleteTitle(stream.name)}
      submitLabel={texts.deleteStream}
      workingLabel={texts.deleteWorking}
      isFinal
    >
      <p>{texts.deleteText}</p>
      {options.length === 0 ? null : (
        <Combobox
          {...field}
          value={options.find(({ value }) => value === field.value) ?? null}
          options={options}
          onChange={(option) => field.onChange(option?.value ?? null)}
        />
      )}
    </FormDialog>
  );
}
