import { useRef, useState } from 'react';
import { htmlOrNull, isEmptyHtml } from '../../../../contract/rich_text.ts';
import { textLimits } from '../../../../contract/limits.ts';
import { request } from '../../api/runtime.ts';
import { formMessages } from '../../forms/formMessages.ts';
import { useAttachments } from '../../forms/useAttachments.ts';
import { useCommand } from '../../forms/useCommand.ts';
import { useForm } from '../../forms/useForm.ts';
import { AttachmentBox, AttachmentDropZone } from '../../shared/attachments/AttachmentBox.tsx';
import { plainText } from '../../shared/plainText.ts';
import { RichTextEditor } from '../../ui/editor/RichTextEditor.tsx';
import { Button } from '../../ui/elements/Button.tsx';
import { SegmentedControl } from '../../ui/fields/SegmentedControl.tsx';
import { useShortcut } from '../../ui/keyboard/useShortcut.ts';
import { senderOf } from './TicketList.tsx';
import { ticketTexts as texts } from './ticketMessages.ts';
import { noteOnTicketDocument, replyToTicketDocument } from './ticketQueries.ts';
import type { Ticket } from './ticketQueries.ts';
import styles from './tickets.module.css';

type Kind = 'reply' | 'note';

/** Writes an answer that goes out by email, or a note for the team, under a ticket. R and N lead here. */
export function TicketReply({ ticket }: { ticket: Ticket }) {
  const mayReply = ticket.user !== null || ticket.from_email !== null;
  const [kind, setKind] = useState<Kind>(mayReply ? 'reply' : 'note');
  // each time something was sent a form of its own begins
  const [count, setCount] = useState(0);
  const box = useRef<HTMLDivElement>(null);
  const write = (next: Kind): void => {
    setKind(next);
    requestAnimationFrame(() => box.current?.querySelector<HTMLElement>('[role="textbox"]')?.focus());
  };
  useShortcut('r', () => write('reply'), { label: texts.reply, group: texts.keys, enabled: mayReply });
  useShortcut('n', () => write('note'), { label: texts.note, group: texts.keys });
  return (
    <div className={styles.writing} ref={box} data-kind={kind}>
      <div className={styles.writingHead}>
        <SegmentedControl
          label={texts.write}
          value={kind}
          onChange={setKind}
          segments={[
            { value: 'reply', label: texts.replyLabel, disabled: !mayReply },
            { value: 'note', label: texts.noteLabel },
          ]}
        />
        <span className={styles.quiet}>
          {kind === 'note' ? texts.teamOnly : texts.toWhom(senderOf(ticket))}
        </span>
      </div>
      {mayReply ? null : <p className={styles.quiet}>{texts.noAddress}</p>}
      <WritingForm key={`${kind} ${count}`} ticket={ticket} kind={kind} onSent={() => setCount(count + 1)} />
    </div>
  );
}

function WritingForm({ ticket, kind, onSent }: { ticket: Ticket; kind: Kind; onSent: () => void }) {
  const attachments = useAttachments({ isEditing: false });
  const form = useForm<{ text: string }>({
    draftKey: `ticket-${kind}:${ticket.id}`,
    blank: { text: '' },
    attachments,
    fields: {
      text: {
        label: kind === 'reply' ? texts.replyLabel : texts.noteLabel,
        inputs: ['body'],
        needed: { name: texts.empty, sentence: texts.textMissing },
        isEmpty: (text) => isEmptyHtml(text),
        limit: textLimits.richTextCharacters,
        text: (text) => plainText(text, 'text/html'),
      },
    },
  });
  const { text } = form.values;
  const save = useCommand(
    async (close: boolean): Promise<unknown> => {
      const fields = {
        ticket: ticket.id,
        body: htmlOrNull(text) ?? '',
        attachment_tokens: attachments.tokens,
      };
      return kind === 'note'
        ? request(noteOnTicketDocument, fields)
        : request(replyToTicketDocument, { ...fields, close });
    },
    {
      form,
      done: (_answer, close) => (kind === 'note' ? texts.noted : close ? texts.sentAndClosed : texts.sent),
      failed: texts.sendFailed,
      onDone: onSent,
    },
  );
  const isWaiting = attachments.isUploading;
  const mayLeave = form.isValid && !isWaiting;
  const reason = isWaiting ? formMessages.uploading : form.isValid ? null : texts.textMissing;
  const submit = (close: boolean): void => {
    if (mayLeave) void save.run(close);
  };
  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        submit(false);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        submit(event.shiftKey && kind === 'reply');
      }}
    >
      <AttachmentDropZone attachments={attachments}>
        <RichTextEditor
          {...form.field('text')}
          hideLabel
          placeholder={kind === 'reply' ? texts.replyPlaceholder : texts.notePlaceholder}
          minHeightPx={72}
          maxHeightPx={280}
          formatting={false}
          formattingToggle
          disabled={save.isRunning}
        />
        {form.failure === null ? null : (
          <p role="alert" className={styles.failure}>
            {form.failure}
          </p>
        )}
        <div className={styles.buttons}>
          <AttachmentBox attachments={attachments} disabled={save.isRunning} isCompact />
          <span className={styles.space} />
          {kind === 'reply' && ticket.state === 'open' ? (
            <Button
              disabled={!mayLeave || save.isRunning}
              disabledReason={reason}
              onClick={() => submit(true)}
            >
              {texts.sendAndClose}
            </Button>
          ) : null}
          <Button
            variant="primary"
            type="submit"
            keys="mod+enter"
            loading={save.isRunning}
            disabled={!mayLeave}
            disabledReason={reason}
          >
            {kind === 'reply' ? texts.send : texts.addNote}
          </Button>
        </div>
      </AttachmentDropZone>
    </form>
  );
}
