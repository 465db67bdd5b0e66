import { useRef, useState } from 'react';
import { textLimits } from '../../../../contract/limits.ts';
import { messageOf } from '../../api/errors.ts';
import { request } from '../../api/runtime.ts';
import { useViewer } from '../../api/viewer.ts';
import { AttachmentBox, AttachmentDropZone } from '../../pickers/AttachmentBox.tsx';
import { useAttachments } from '../../pickers/useAttachments.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button } from '../../ui/Button.tsx';
import { TextArea } from '../../ui/fields.tsx';
import { Kbd } from '../../ui/Kbd.tsx';
import { useToasts } from '../../ui/Toasts.tsx';
import { uiMessages } from '../../ui/messages.ts';
import { useShortcut } from '../../ui/useShortcut.ts';
import { addCommentDocument } from './detailsCalls.ts';
import { detailsMessages } from './detailsMessages.ts';
import styles from './details.module.css';

const texts = detailsMessages.composer;

/** What was typed and not sent, by idea: it is still there after a look at another one. */
const unsent = new Map<string, string>();

/** Writes a public comment of the team under an idea. One line until somebody writes; then at least four. */
export function Composer({ ideaId, isOpen, onOpenedChange }: { ideaId: string; isOpen: boolean; onOpenedChange: (opened: boolean) => void }) {
  const viewer = useViewer();
  const hasDraft = (unsent.get(ideaId) ?? '') !== '';
  useShortcut('shift+c', () => onOpenedChange(true), { label: texts.shortcut, group: detailsMessages.group });
  return (
    <div className={styles.composer}>
      <Avatar name={viewer.display_name} sizePx={26} decorative />
      {isOpen || hasDraft ? (
        <OpenComposer key={ideaId} ideaId={ideaId} focus={isOpen} onClose={() => onOpenedChange(false)} />
      ) : (
        <button type="button" className={styles.composerButton} onClick={() => onOpenedChange(true)}>
          {texts.placeholder}
          <Kbd keys="shift+c" />
        </button>
      )}
    </div>
  );
}

function OpenComposer({ ideaId, focus, onClose }: { ideaId: string; focus: boolean; onClose: () => void }) {
  const toasts = useToasts();
  const files = useAttachments({ isEditing: false });
  const [text, setText] = useState(unsent.get(ideaId) ?? '');
  const [isSending, setIsSending] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const isEmpty = text.trim() === '';

  const change = (next: string): void => {
    setText(next);
    if (next === '') unsent.delete(ideaId);
    else unsent.set(ideaId, next);
  };
  const close = (): void => {
    unsent.delete(ideaId);
    onClose();
  };
  const send = async (): Promise<void> => {
    if (isEmpty || isSending || files.isUploading) return;
    setIsSending(true);
    try {
      await request(addCommentDocument, { links: { suggestion: ideaId }, body: text.trim(), attachment_tokens: files.tokens });
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
      className={styles.composerForm}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
          event.preventDefault();
          void send();
        } else if (event.key === 'Escape' && isEmpty && files.items.length === 0) {
          event.preventDefault();
          close();
        }
      }}
    >
      <AttachmentDropZone attachments={files}>
        <TextArea
          label={texts.label}
          hideLabel
          autoFocus={focus}
          placeholder={texts.placeholder}
          description={texts.note}
          value={text}
          maxLength={textLimits.richTextCharacters}
          readOnly={isSending}
          onChange={change}
        />
        <AttachmentBox attachments={files} disabled={isSending} />
      </AttachmentDropZone>
      <div className={styles.composerButtons}>
        <Button
          type="submit"
          loading={isSending}
          disabled={isEmpty || files.isUploading}
          disabledReason={files.isUploading ? texts.uploading : texts.empty}
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
