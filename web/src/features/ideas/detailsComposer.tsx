import { useLayoutEffect, useRef, useState } from 'react';
import { textLimits } from '../../../../contract/limits.ts';
import { lengthProblem } from '../../../../contract/text_cut.ts';
import { messageOf } from '../../api/errors.ts';
import { request } from '../../api/runtime.ts';
import { useViewer } from '../../api/viewer.ts';
import { keepUnsentText, unsentText } from '../../host/storage.ts';
import { AttachmentBox, AttachmentDropZone } from '../../pickers/AttachmentBox.tsx';
import { useAttachments } from '../../pickers/useAttachments.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button } from '../../ui/Button.tsx';
import { TextArea } from '../../ui/fields.tsx';
import { Kbd } from '../../ui/Kbd.tsx';
import { SegmentedControl } from '../../ui/SegmentedControl.tsx';
import { useToasts } from '../../ui/Toasts.tsx';
import { uiMessages } from '../../ui/messages.ts';
import { useShortcut } from '../../ui/useShortcut.ts';
import { addCommentDocument } from './detailsCalls.ts';
import { detailsMessages } from './detailsMessages.ts';
import { addNoteDocument } from './noteCalls.ts';
import { hasUnsentNote, NoteForm, releaseFocus } from './NoteForm.tsx';
import { noteMessages } from './noteMessages.ts';
import styles from './details.module.css';

const texts = detailsMessages.composer;

/** What the composer writes. */
export type ComposerKind = 'comment' | 'note';

const kinds: readonly ComposerKind[] = ['comment', 'note'];
const noteKey = (ideaId: string): string => `note:${ideaId}`;
const commentKey = (ideaId: string): string => `comment:${ideaId}`;

/**
 * Writes under an idea: a public comment of the team, or a note that only the team sees. One line until
 * somebody writes; then at least four.
 *
 * @param kind what is being written; null: nothing
 * @param first what the line offers first
 */
export function Composer({ ideaId, kind, first, onKind }: { ideaId: string; kind: ComposerKind | null; first: ComposerKind; onKind: (kind: ComposerKind | null) => void }) {
  const viewer = useViewer();
  const toasts = useToasts();
  const [, drawAgain] = useState(0);
  const lines = useRef<HTMLDivElement>(null);
  const closedKind = useRef<ComposerKind | null>(null);
  const drafted: ComposerKind | null = unsentText(commentKey(ideaId)) !== null ? 'comment' : hasUnsentNote(noteKey(ideaId)) ? 'note' : null;
  const open = kind ?? drafted;
  useShortcut('shift+c', () => onKind('comment'), { label: texts.shortcut, group: detailsMessages.group });
  // what a draft alone has opened is no state of the page: its end has to be drawn, too
  const close = (): void => {
    closedKind.current = open;
    onKind(null);
    drawAgain((times) => times + 1);
  };
  // whoever has sent one can write the next: the line of the same kind takes the focus of the form that goes
  useLayoutEffect(() => {
    const closed = closedKind.current;
    if (open !== null || closed === null) return;
    closedKind.current = null;
    const active = document.activeElement;
    if (active === null || active === document.body) lines.current?.querySelector<HTMLElement>(`[data-kind="${closed}"]`)?.focus({ preventScroll: true });
  });
  const writeNote = (): void => {
    releaseFocus();
    onKind('note');
  };
  useShortcut('n', writeNote, { label: noteMessages.shortcut, group: detailsMessages.group });
  const addNote = async (body: string, attachment_tokens: string[]): Promise<boolean> => {
    try {
      await request(addNoteDocument, { suggestion: ideaId, body, body_mime_type: 'text/html', attachment_tokens });
      toasts.success(noteMessages.added);
      return true;
    } catch (error) {
      toasts.error(noteMessages.failed(messageOf(error)));
      return false;
    }
  };
  const lineButtons = [
    <button key="comment" type="button" data-kind="comment" className={styles.composerButton} onClick={() => onKind('comment')}>
      {texts.placeholder}
      <Kbd keys="shift+c" />
    </button>,
    <button key="note" type="button" data-kind="note" className={styles.composerButton} onClick={writeNote}>
      {noteMessages.openPlaceholder}
      <Kbd keys="n" />
    </button>,
  ];
  return (
    <div className={styles.composer}>
      <Avatar name={viewer.display_name} sizePx={26} decorative />
      {open === null ? (
        <div ref={lines} className={styles.composerLines}>
          {first === 'note' ? lineButtons.toReversed() : lineButtons}
        </div>
      ) : (
        <div className={styles.composerForm}>
          <SegmentedControl label={noteMessages.tabs.label} value={open} onChange={onKind} segments={kinds.map((value) => ({ value, label: noteMessages.tabs[value] }))} />
          {open === 'comment' ? (
            <OpenComposer key={ideaId} ideaId={ideaId} focus={kind !== null} onClose={close} />
          ) : (
            <NoteForm
              key={ideaId}
              draftKey={noteKey(ideaId)}
              value=""
              label={noteMessages.label}
              placeholder={noteMessages.placeholder}
              description={noteMessages.audience}
              submitLabel={noteMessages.submit}
              emptyReason={noteMessages.empty}
              withFiles
              autoFocus={kind !== null}
              onSend={addNote}
              onClose={close}
            />
          )}
        </div>
      )}
    </div>
  );
}

function OpenComposer({ ideaId, focus, onClose }: { ideaId: string; focus: boolean; onClose: () => void }) {
  const toasts = useToasts();
  const files = useAttachments({ isEditing: false });
  const [text, setText] = useState(() => unsentText(commentKey(ideaId)) ?? '');
  const [isSending, setIsSending] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const isEmpty = text.trim() === '';
  const problem = lengthProblem(texts.label, text, textLimits.richTextCharacters);

  const change = (next: string): void => {
    setText(next);
    keepUnsentText(commentKey(ideaId), next === '' ? null : next);
  };
  const close = (): void => {
    keepUnsentText(commentKey(ideaId), null);
    onClose();
  };
  const send = async (): Promise<void> => {
    if (isEmpty || problem !== null || isSending || files.isUploading) return;
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
