import { useEffect, useMemo } from 'react';
import { textLimits } from '../../../../../contract/limits.ts';
import { htmlOfText, isEmptyHtml } from '../../../../../contract/rich_text.ts';
import { useViewer } from '../../../api/viewer.ts';
import { formMessages } from '../../../forms/formMessages.ts';
import { ConflictDialog } from '../../../forms/ConflictDialog.tsx';
import { useAttachments } from '../../../forms/useAttachments.ts';
import { useCommand } from '../../../forms/useCommand.ts';
import { useForm } from '../../../forms/useForm.ts';
import { AttachmentBox, AttachmentDropZone } from '../../../shared/attachments/AttachmentBox.tsx';
import { plainText } from '../../../shared/plainText.ts';
import { Button } from '../../../ui/elements/Button.tsx';
import { TextArea } from '../../../ui/fields/fields.tsx';
import { takesText } from '../../../ui/keyboard/keyboard.ts';
import { uiMessages } from '../../../ui/messages.ts';
import { RichTextEditor } from '../../../ui/editor/RichTextEditor.tsx';
import { useLatest } from '../../../ui/useLatest.ts';
import { useShortcut } from '../../../ui/keyboard/useShortcut.ts';
import { mentionsFor } from './noteCalls.ts';
import styles from '../details/details.module.css';

/** What a form under an idea is about. */
export type WritingFormProps = {
  /** Tells what is written from everything else: 'note:17'. */
  draftKey: string;
  /** What is changed; left out: something new is written. */
  stored?: { text: string; version: string };
  /** Formatted text in which @ mentions people of the team; otherwise plain text. */
  isFormatted?: boolean;
  withFiles?: boolean;
  /** Part of a box that says what it is: the field without a frame of its own, two lines at least. */
  isCompact?: boolean;
  texts: {
    label: string;
    placeholder: string;
    description?: string;
    submit: string;
    empty: string;
    done: string;
    failed: (message: string) => string;
  };
  /** Sends it. Rejects with ApiError. @param version `updated_at` of what it is put over; null: something new */
  send: (text: string, attachmentTokens: string[], version: string | null) => Promise<unknown>;
  /** Told while it is sent, or a file is on its way. */
  onBusy?: (isBusy: boolean) => void;
  /** It was sent; the form closes by itself. */
  onSent?: () => void;
  /** It was sent or given up. */
  onClose: () => void;
};

/**
 * Writes a comment, a note, a reply, or changes one. What was typed, and its files, stay until they are sent or thrown
 * away, also over a reload.
 */
export function WritingForm({
  draftKey,
  stored,
  isFormatted = false,
  withFiles = false,
  isCompact = false,
  texts,
  send,
  onBusy,
  onSent,
  onClose,
}: WritingFormProps) {
  const files = useAttachments({ isEditing: false });
  const blank = { text: stored?.text ?? '' };
  const form = useForm({
    draftKey,
    blank,
    record: { values: blank, version: stored?.version ?? null },
    attachments: files,
    fields: {
      text: {
        label: texts.label,
        inputs: ['body'],
        needed: { name: texts.empty, sentence: texts.empty },
        isEmpty: (text) => (isFormatted ? isEmptyHtml(text) : text.trim() === ''),
        limit: textLimits.richTextCharacters,
        text: (text) => plainText(text, isFormatted ? 'text/html' : 'text/plain'),
      },
    },
    // a refusal brings the other version along; notes alone are changed here
    reload: async ({ record }) => {
      const theirs = record as { body: string; body_mime_type: string; updated_at: string };
      const text = theirs.body_mime_type === 'text/html' ? theirs.body : htmlOfText(theirs.body);
      return { values: { text }, version: theirs.updated_at };
    },
  });
  const { text } = form.values;
  const close = (): void => {
    form.finish();
    onClose();
  };
  const save = useCommand(
    (version: string | null) => send(isFormatted ? text : text.trim(), files.tokens, version),
    {
      form,
      done: texts.done,
      failed: texts.failed,
      onDone: () => {
        onSent?.();
        onClose();
      },
    },
  );
  const viewer = useViewer();
  const mentions = useMemo(() => mentionsFor(viewer.id), [viewer.id]);
  const isBusy = save.isRunning || files.isUploading;
  const tellBusy = useLatest(onBusy);
  useEffect(() => tellBusy.current?.(isBusy), [isBusy, tellBusy]);
  const isEmpty = form.empty.length > 0;
  const isUntouched = (isEmpty || !form.isDirty) && files.items.length === 0;
  // outside of fields, too: somebody may stand on a button by then
  useShortcut('esc', ({ target }) => void (takesText(target instanceof Element ? target : null) || close()), {
    enabled: isUntouched,
  });
  const submit = (): void => {
    if (form.isValid && !files.isUploading) void save.run(form.version);
  };
  const field = {
    ...form.field('text'),
    hideLabel: true,
    placeholder: texts.placeholder,
    description: texts.description,
  };
  const content = (
    <>
      {isFormatted ? (
        <RichTextEditor
          {...field}
          mentions={mentions}
          formatting={false}
          formattingToggle
          minHeightPx={isCompact ? 60 : 84}
          maxHeightPx={260}
          disabled={save.isRunning}
        />
      ) : (
        <TextArea {...field} {...(isCompact ? { minRows: 2 } : {})} readOnly={save.isRunning} />
      )}
    </>
  );

  return (
    <form
      className={styles.noteForm}
      data-compact={isCompact || undefined}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        submit();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
          event.preventDefault();
          submit();
        } else if (event.key === 'Escape' && isUntouched) {
          event.preventDefault();
          close();
        }
      }}
    >
      {withFiles ? <AttachmentDropZone attachments={files}>{content}</AttachmentDropZone> : content}
      <div className={styles.composerButtons}>
        {withFiles ? (
          <AttachmentBox attachments={files} disabled={save.isRunning} isCompact={isCompact} />
        ) : null}
        <span className={styles.space} />
        <Button variant="text" disabled={save.isRunning} onClick={close}>
          {uiMessages.cancel}
        </Button>
        <Button
          variant="primary"
          type="submit"
          loading={save.isRunning}
          disabled={!form.isValid || files.isUploading}
          disabledReason={
            files.isUploading
              ? formMessages.uploading
              : isEmpty
                ? texts.empty
                : (form.errorOf('text') ?? null)
          }
          keys="mod+enter"
        >
          {texts.submit}
        </Button>
      </div>
      <ConflictDialog conflict={form.conflict} save={(version) => void save.run(version)} />
    </form>
  );
}
