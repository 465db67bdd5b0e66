import { IconDots, IconLink, IconPencil, IconTrash } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { htmlOfText } from '../../../../../contract/rich_text.ts';
import { request } from '../../../api/runtime.ts';
import { noteAddress } from '../../../host/addresses.ts';
import { unsentText } from '../../../host/storage.ts';
import { PersonCard } from '../../../shared/customers/PersonCard.tsx';
import { RemovalDialog } from '../../../shared/RemovalDialog.tsx';
import { Avatar } from '../../../ui/elements/Avatar.tsx';
import { Button, IconButton } from '../../../ui/elements/Button.tsx';
import { RelativeTime } from '../../../ui/elements/Figures.tsx';
import { LaterForm } from '../../../ui/loading/LaterForm.tsx';
import { SkeletonLines } from '../../../ui/loading/loading.tsx';
import { Menu } from '../../../ui/overlay/Menu.tsx';
import type { MenuItem } from '../../../ui/overlay/Menu.tsx';
import { ErrorState } from '../../../ui/loading/states.tsx';
import { uiMessages } from '../../../ui/messages.ts';
import { useCopy } from '../../../ui/toasts/useCopy.ts';
import { Files } from './files.tsx';
import { detailsMessages } from '../details/messages.ts';
import { Quote, StoredText } from '../details/text.tsx';
import {
  addNoteDocument,
  deleteNoteDocument,
  restoreNoteDocument,
  saveNoteDocument,
  useReplies,
} from './noteCalls.ts';
import type { ShownNote } from './noteCalls.ts';
import { FORM_MIN_HEIGHT_PX, NoteForm } from '../details/later.ts';
import { noteMessages as texts } from './noteMessages.ts';
import styles from '../details/details.module.css';

const iconProps = { size: 15, stroke: 1.75, 'aria-hidden': true } as const;

/** Name of a note's author, or that nobody knows it. */
function authorOf(note: Pick<ShownNote, 'created_by'>): string {
  return note.created_by === null || note.created_by.name === ''
    ? detailsMessages.feed.someone
    : note.created_by.name;
}

/**
 * A note in the feed with its replies folded under it.
 *
 * @param linkedId the note that the address leads to: this one, one of its replies, or another
 */
export function NoteThread({
  note,
  ideaId,
  linkedId,
  isEditable,
}: {
  note: ShownNote;
  ideaId: string;
  linkedId: string | null;
  isEditable: boolean;
}) {
  const isLinkedReply = linkedId !== null && linkedId !== note.id;
  const replyKey = `reply:${note.id}`;
  const [isOpen, setIsOpen] = useState(isLinkedReply);
  const [isReplying, setIsReplying] = useState(() => unsentText(replyKey) !== null);
  // a form that a draft has opened leaves the focus where it is
  const [takesFocus, setTakesFocus] = useState(false);
  const replies = useReplies(note.id, ideaId, isOpen && note.reply_count > 0);
  useEffect(() => {
    if (isLinkedReply) setIsOpen(true);
  }, [isLinkedReply]);

  const reply = (): void => {
    setTakesFocus(true);
    setIsReplying(true);
  };

  return (
    <div className={styles.thread}>
      <NoteBody note={note} ideaId={ideaId} isLinked={linkedId === note.id} isEditable={isEditable} />
      <div className={styles.threadFoot}>
        {note.reply_count === 0 ? null : (
          <button
            type="button"
            className={styles.threadButton}
            aria-expanded={isOpen}
            onClick={() => setIsOpen(!isOpen)}
          >
            {texts.showReplies(note.reply_count)}
          </button>
        )}
        {isEditable && !isReplying ? (
          <button type="button" className={styles.threadButton} onClick={reply}>
            {texts.replyTo.submit}
          </button>
        ) : null}
      </div>
      {isOpen && note.reply_count > 0 ? (
        replies.isPending ? (
          <div className={styles.replies}>
            <SkeletonLines count={2} />
          </div>
        ) : replies.isError && replies.data === undefined ? (
          <ErrorState
            what={texts.whatReplies}
            onRetry={() => void replies.refetch()}
            retrying={replies.isFetching}
          />
        ) : (
          <ol className={styles.replies} aria-label={texts.replies(authorOf(note))}>
            {(replies.data?.notes.records ?? []).map((reply) => (
              <li key={reply.id} className={styles.reply}>
                <Avatar
                  name={reply.created_by?.name ?? null}
                  src={reply.created_by?.avatar_url ?? null}
                  satisfactionScore={reply.created_by?.satisfaction_score ?? null}
                  sizePx={22}
                  decorative
                />
                <div className={styles.entryBody}>
                  <p className={styles.replyHead}>
                    {reply.created_by === null ? (
                      <b className={styles.strong}>{authorOf(reply)}</b>
                    ) : (
                      <PersonCard id={reply.created_by.id} name={authorOf(reply)} />
                    )}
                    <span className={styles.entryTime}>
                      {' · '}
                      <RelativeTime value={reply.created_at} isSentence />
                    </span>
                  </p>
                  <NoteBody
                    note={reply}
                    ideaId={ideaId}
                    isLinked={linkedId === reply.id}
                    isEditable={isEditable}
                  />
                </div>
              </li>
            ))}
          </ol>
        )
      ) : null}
      {isReplying && isEditable ? (
        <LaterForm
          form={NoteForm}
          props={{
            draftKey: replyKey,
            texts: texts.replyTo,
            isFormatted: true,
            send: (body) => request(addNoteDocument, { note: note.id, body, body_mime_type: 'text/html' }),
            onSent: () => setIsOpen(true),
            onClose: () => setIsReplying(false),
          }}
          what={texts.form}
          focus={takesFocus}
          minHeightPx={FORM_MIN_HEIGHT_PX}
          onEscape={() => setIsReplying(false)}
        />
      ) : null}
    </div>
  );
}

/** The text of a note with what can be done to it; the form in its place while it is changed. */
function NoteBody({
  note,
  ideaId,
  isLinked,
  isEditable,
}: {
  note: ShownNote;
  ideaId: string;
  isLinked: boolean;
  isEditable: boolean;
}) {
  const copy = useCopy();
  const editKey = `edit:${note.id}`;
  const [isEditing, setIsEditing] = useState(() => unsentText(editKey) !== null);
  const [takesFocus, setTakesFocus] = useState(false);
  const [isDeleting, setIsDeleting] = useState(false);
  // the version that the form began with
  const [version, setVersion] = useState(note.updated_at);
  const [element, setElement] = useState<HTMLElement | null>(null);
  useEffect(() => {
    if (isLinked) element?.scrollIntoView({ block: 'center' });
  }, [isLinked, element]);

  const edit = (): void => {
    setTakesFocus(true);
    setVersion(note.updated_at);
    setIsEditing(true);
  };
  const copyLink = (): void =>
    copy(window.location.origin + noteAddress(ideaId, note.id), detailsMessages.linkCopied);

  if (isEditing && isEditable) {
    return (
      <LaterForm
        form={NoteForm}
        props={{
          draftKey: editKey,
          stored: {
            text: note.body_mime_type === 'text/html' ? note.body : htmlOfText(note.body),
            version,
          },
          texts: texts.change,
          isFormatted: true,
          send: (body, _tokens, if_updated_at) =>
            request(saveNoteDocument, { id: note.id, body, body_mime_type: 'text/html', if_updated_at }),
          onClose: () => setIsEditing(false),
        }}
        what={texts.form}
        focus={takesFocus}
        minHeightPx={FORM_MIN_HEIGHT_PX}
        onEscape={() => setIsEditing(false)}
      />
    );
  }
  const items: MenuItem[] = [
    ...(isEditable && note.editable
      ? [{ id: 'edit', label: texts.edit, icon: <IconPencil {...iconProps} />, onSelect: edit }]
      : []),
    { id: 'link', label: texts.copyLink, icon: <IconLink {...iconProps} />, onSelect: copyLink },
    ...(isEditable && note.deletable
      ? [
          {
            id: 'delete',
            label: texts.delete,
            icon: <IconTrash {...iconProps} />,
            danger: true,
            onSelect: () => setIsDeleting(true),
          },
        ]
      : []),
  ];
  return (
    <div ref={setElement} className={styles.note} data-linked={isLinked || undefined} id={`note-${note.id}`}>
      <Quote tone="internal">
        <StoredText body={note.body} mimeType={note.body_mime_type} />
        <Files files={note.attachments} />
      </Quote>
      <div className={styles.noteMenu}>
        <Menu
          label={texts.more(authorOf(note))}
          widthPx={170}
          items={items}
          trigger={(props) => (
            <IconButton {...props} label={texts.more(authorOf(note))} variant="plain" size="small">
              <IconDots {...iconProps} />
            </IconButton>
          )}
        />
      </div>
      <RemovalDialog
        opened={isDeleting}
        onClose={() => setIsDeleting(false)}
        texts={texts.deletion}
        run={() => request(deleteNoteDocument, { id: note.id })}
        undo={() => request(restoreNoteDocument, { id: note.id })}
        done={texts.deleted}
      >
        {texts.deleteText(note.reply_count)}
      </RemovalDialog>
    </div>
  );
}

/** Said where a link leads to a note that is gone. */
export function MissingNote({ onDismiss }: { onDismiss: () => void }) {
  return (
    <div className={styles.banner} role="status">
      <p>{texts.missing}</p>
      <Button variant="text" onClick={onDismiss}>
        {uiMessages.ok}
      </Button>
    </div>
  );
}
