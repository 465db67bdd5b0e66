import { useRef, useState } from 'react';
import { textLimits } from '../../../../../contract/limits.ts';
import { lengthProblem } from '../../../../../contract/text_cut.ts';
import { messageOf } from '../../../api/errors.ts';
import { request } from '../../../api/runtime.ts';
import { keepUnsentText, unsentText } from '../../../host/storage.ts';
import { AttachmentBox, AttachmentDropZone } from '../../../pickers/AttachmentBox.tsx';
import { useAttachments } from '../../../pickers/useAttachments.ts';
import { Button } from '../../../ui/Button.tsx';
import { TextArea } from '../../../ui/fields.tsx';
import { takesText } from '../../../ui/keyboard.ts';
import { uiMessages } from '../../../ui/messages.ts';
import { useToasts } from '../../../ui/Toasts.tsx';
import { useShortcut } from '../../../ui/useShortcut.ts';
import { addCommentDocument } from '../details/calls.ts';
import { detailsMessages } from '../details/messages.ts';
import styles from '../details/details.module.css';

const texts = detailsMessages.composer;

/**
 * Writes a public comment of the team under an idea. What was typed stays until it is sent or thrown away, also over a reload.
 *
 * @param draftKey tells what is written from everything else
 * @param onClose it was sent or given up
 */
export function CommentForm({
  ideaId,
  draftKey,
  onClose,
}: {
  ideaId: string;
  draftKey: string;
  onClose: () => void;
}) {
  const toasts = useToasts();
  const files = useAttachments({ isEditing: false });
  const [text, setText] = useState(() => unsentText(draftKey) ?? '');
  const [isSending, setIsSending] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const isEmpty = text.trim() === '';
  const problem = lengthProblem(texts.label, text, textLimits.richTextCharacters);

  const change = (next: string): void => {
    setText(next);
    keepUnsentText(draftKey, next === '' ? null : next);
  };
  const close = (): void => {
    keepUnsentText(draftKey, null);
    onClose();
  };
  const isUntouched = isEmpty && files.items.length === 0;
  // outside of fields, too: somebody may stand on a button by then
  useShortcut('esc', ({ target }) => void (takesText(target instanceof Element ? target : null) || close()), {
    enabled: isUntouched,
  });
  const send = async (): Promise<void> => {
    if (isEmpty || problem !== null || isSending || files.isUploading) return;
    setIsSending(true);
    try {
      await request(addCommentDocument, {
        links: { suggestion: ideaId },
        body: text.trim(),
        attachment_tokens: files.tokens,
      });
      toasts.success(texts.added);
      close();
    } catch (error) {
      toasts.error(texts.failed(messageOf(error)));
    } finally {
      setIsSending(false);
    }
  };

  return (
    <form
      ref={form}
      className={styles.noteForm}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
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
      <AttachmentDropZone attachments={files}>
        <TextArea
          label={texts.label}
          hideLabel
          placeholder={texts.placeholder}
          description={texts.note}
          value={text}
          error={problem}
          readOnly={isSending}
          onChange={change}
        />
        <AttachmentBox attachments={files} disabled={isSending} />
      </AttachmentDropZone>
      <div className={styles.composerButtons}>
        <Button
          type="submit"
          loading={isSending}
          disabled={isEmpty || problem !== null || files.isUploading}
          disabledReason={files.isUploading ? texts.uploading : (problem ?? texts.empty)}
          keys="mod+enter"
        >
          {texts.submit}
        </Button>
        <Button variant="text" disabled={isSending} onClick={close}>
          {uiMessages.cancel}
        </Button>
      </div>
    </form>
  );
}
