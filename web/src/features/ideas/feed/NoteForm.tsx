import { useRef, useState } from 'react';
import { textLimits } from '../../../../../contract/limits.ts';
import { htmlOrNull } from '../../../../../contract/rich_text.ts';
import { lengthProblem } from '../../../../../contract/text_cut.ts';
import { keepUnsentText, unsentText } from '../../../host/storage.ts';
import { AttachmentBox, AttachmentDropZone } from '../../../pickers/AttachmentBox.tsx';
import { useAttachments } from '../../../pickers/useAttachments.ts';
import { Button } from '../../../ui/Button.tsx';
import { takesText } from '../../../ui/keyboard.ts';
import { uiMessages } from '../../../ui/messages.ts';
import { RichTextEditor } from '../../../ui/RichTextEditor.tsx';
import { useShortcut } from '../../../ui/useShortcut.ts';
import { detailsMessages } from '../details/messages.ts';
import { findMentions } from './noteCalls.ts';
import styles from '../details/details.module.css';

/**
 * Writes a note, a reply, or changes one: formatted text in which @ mentions people of the team. What was
 * typed stays until it is sent or thrown away, also over a reload.
 *
 * @param draftKey tells what is written from everything else: 'note:17'
 * @param value text to begin with; '' for a new one
 * @param withFiles takes files along
 * @param onSend sends it; answers whether it was taken, then the form is done
 * @param onClose it was sent or given up
 */
export function NoteForm({
  draftKey,
  value,
  label,
  placeholder,
  description,
  submitLabel,
  emptyReason,
  withFiles = false,
  onSend,
  onClose,
}: {
  draftKey: string;
  value: string;
  label: string;
  placeholder: string;
  description?: string;
  submitLabel: string;
  emptyReason: string;
  withFiles?: boolean;
  onSend: (html: string, attachmentTokens: string[]) => Promise<boolean>;
  onClose: () => void;
}) {
  const files = useAttachments({ isEditing: false });
  const [html, setHtml] = useState(() => unsentText(draftKey) ?? value);
  const [isSending, setIsSending] = useState(false);
  const isGone = useRef(false);
  const isEmpty = htmlOrNull(html) === null;
  const problem = lengthProblem(label, html, textLimits.richTextCharacters);

  const change = (next: string): void => {
    setHtml(next);
    if (isGone.current) return;
    keepUnsentText(draftKey, next === value || next === '' ? null : next);
  };
  const close = (): void => {
    isGone.current = true;
    keepUnsentText(draftKey, null);
    onClose();
  };
  const isUntouched = (isEmpty || html === value) && files.items.length === 0;
  // outside of fields, too: somebody may stand on a button by then
  useShortcut('esc', ({ target }) => void (takesText(target instanceof Element ? target : null) || close()), {
    enabled: isUntouched,
  });
  const send = async (): Promise<void> => {
    if (isEmpty || problem !== null || isSending || files.isUploading) return;
    setIsSending(true);
    if (await onSend(html, files.tokens)) close();
    else setIsSending(false);
  };
  const editor = (
    <RichTextEditor
      label={label}
      hideLabel
      placeholder={placeholder}
      value={html}
      onChange={change}
      mentions={findMentions}
      formatting={false}
      formattingToggle
      minHeightPx={84}
      maxHeightPx={260}
      disabled={isSending}
      error={problem}
      {...(description === undefined ? {} : { description })}
    />
  );

  return (
    <form
      className={styles.noteForm}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        void send();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
          event.preventDefault();
          void send();
        } else if (event.key === 'Escape' && isUntouched) {
          event.preventDefault();
          close();
        }
      }}
    >
      {withFiles ? (
        <AttachmentDropZone attachments={files}>
          {editor}
          <AttachmentBox attachments={files} disabled={isSending} />
        </AttachmentDropZone>
      ) : (
        editor
      )}
      <div className={styles.composerButtons}>
        <Button
          type="submit"
          loading={isSending}
          disabled={isEmpty || problem !== null || files.isUploading}
          disabledReason={files.isUploading ? detailsMessages.composer.uploading : (problem ?? emptyReason)}
          keys="mod+enter"
        >
          {submitLabel}
        </Button>
        <Button variant="text" disabled={isSending} onClick={close}>
          {uiMessages.cancel}
        </Button>
      </div>
    </form>
  );
}
