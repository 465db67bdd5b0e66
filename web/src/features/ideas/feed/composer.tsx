import { IconLock, IconWorld } from '@tabler/icons-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { htmlOfText, isEmptyHtml } from '../../../../../contract/rich_text.ts';
import { request } from '../../../api/runtime.ts';
import { useViewer } from '../../../api/viewer.ts';
import { keepDraft, readDraft } from '../../../forms/drafts.ts';
import { unsentText } from '../../../host/storage.ts';
import { plainText } from '../../../shared/plainText.ts';
import { Avatar } from '../../../ui/elements/Avatar.tsx';
import { Kbd } from '../../../ui/keyboard/Kbd.tsx';
import { LaterForm } from '../../../ui/loading/LaterForm.tsx';
import { ConfirmDialog } from '../../../ui/overlay/Dialog.tsx';
import { useShortcut } from '../../../ui/keyboard/useShortcut.ts';
import { addCommentDocument } from '../details/calls.ts';
import { detailsMessages } from '../details/messages.ts';
import { addNoteDocument } from './noteCalls.ts';
import { noteMessages } from './noteMessages.ts';
import { FORM_MIN_HEIGHT_PX, NoteForm, WritingForm } from '../details/later.ts';
import styles from '../details/details.module.css';

const texts = detailsMessages.composer;
const iconProps = { size: 15, stroke: 1.75, 'aria-hidden': true } as const;

/** What the composer writes. */
export type ComposerKind = 'comment' | 'note';

const kinds = ['note', 'comment'] as const;
const keysOf = { note: 'n', comment: 'shift+c' } as const;
const iconOf = { note: <IconLock {...iconProps} />, comment: <IconWorld {...iconProps} /> } as const;
const draftKeyOf = (kind: ComposerKind, ideaId: string): string => `${kind}:${ideaId}`;

type Written = { text: string };

/** What is drafted of a kind, as plain text; '' when there is nothing. */
function draftedText(kind: ComposerKind, ideaId: string): string {
  const text = readDraft<Written>(draftKeyOf(kind, ideaId))?.values.text ?? '';
  return kind === 'note' ? (isEmptyHtml(text) ? '' : plainText(text, 'text/html')) : text.trim();
}

/** Makes a draft of one kind one of the other, behind what is drafted there; its files go along. */
function carryOver(from: ComposerKind, to: ComposerKind, ideaId: string): void {
  const draft = readDraft<Written>(draftKeyOf(from, ideaId));
  if (draft === null) return;
  const there = readDraft<Written>(draftKeyOf(to, ideaId));
  const text = [draftedText(to, ideaId), draftedText(from, ideaId)]
    .filter((part) => part !== '')
    .join('\n\n');
  keepDraft<Written>(draftKeyOf(to, ideaId), {
    values: { text: to === 'note' ? htmlOfText(text) : text },
    files: [...(there?.files ?? []), ...draft.files],
    removed: [],
    version: null,
  });
  keepDraft(draftKeyOf(from, ideaId), null);
}

/**
 * Writes under an idea: a note that only the team sees, or a public reply of the team. Two lines until somebody writes;
 * then a box over the full width whose head says who reads it. What is written goes along from one to the other; from
 * the team to everyone it asks first.
 *
 * @param kind what is being written; null: nothing
 * @param hasLines false: something else of the page begins to write
 */
export function Composer({
  ideaId,
  kind,
  onKind,
  hasLines = true,
}: {
  ideaId: string;
  kind: ComposerKind | null;
  onKind: (kind: ComposerKind | null) => void;
  hasLines?: boolean;
}) {
  const viewer = useViewer();
  const [, drawAgain] = useState(0);
  const [isBusy, setIsBusy] = useState(false);
  const [asksPublic, setAsksPublic] = useState(false);
  const lines = useRef<HTMLDivElement>(null);
  const closedKind = useRef<ComposerKind | null>(null);
  const drafted = (['comment', 'note'] as const).find(
    (each) => unsentText(draftKeyOf(each, ideaId)) !== null,
  );
  const open = kind ?? drafted ?? null;
  const change = (to: ComposerKind): void => {
    if (open !== null && open !== to) carryOver(open, to, ideaId);
    onKind(to);
  };
  /** Writes the other kind instead; nothing that was meant for the team becomes public unasked. */
  const switchTo = (to: ComposerKind): void => {
    if (isBusy || to === open) return;
    if (open === 'note' && draftedText('note', ideaId) !== '') setAsksPublic(true);
    else change(to);
  };
  useShortcut('n', () => switchTo('note'), { label: noteMessages.shortcut, group: detailsMessages.group });
  useShortcut('shift+c', () => switchTo('comment'), { label: texts.shortcut, group: detailsMessages.group });
  // what a draft alone has opened is no state of the page: its end has to be drawn, too
  const close = (): void => {
    closedKind.current = open;
    setIsBusy(false);
    onKind(null);
    drawAgain((times) => times + 1);
  };
  // whoever has sent one can write the next: the line of the same kind takes the focus of the form that goes
  useLayoutEffect(() => {
    const closed = closedKind.current;
    if (open !== null || closed === null) return;
    closedKind.current = null;
    const active = document.activeElement;
    if (active === null || active === document.body)
      lines.current?.querySelector<HTMLElement>(`[data-kind="${closed}"]`)?.focus({ preventScroll: true });
  });
  const other = open === 'note' ? 'comment' : 'note';
  if (open === null && !hasLines) return null;
  return (
    <div className={styles.composer}>
      <Avatar name={viewer.display_name} sizePx={28} decorative />
      {open === null ? (
        <div ref={lines} className={styles.composerLines}>
          {kinds.map((each) => (
            <button
              key={each}
              type="button"
              data-kind={each}
              className={styles.composerButton}
              onClick={() => onKind(each)}
            >
              {iconOf[each]}
              <span className={styles.composerPlaceholder}>
                {each === 'note' ? noteMessages.openPlaceholder : texts.placeholder}
              </span>
              <Kbd keys={keysOf[each]} />
            </button>
          ))}
        </div>
      ) : (
        <div className={styles.composerForm} data-kind={open}>
          <div className={styles.composerHead}>
            {iconOf[open]}
            <b className={styles.strong}>{open === 'note' ? noteMessages.note.title : texts.title}</b>
            <span className={styles.composerReaders}>
              {open === 'note' ? noteMessages.note.readers : texts.readers}
            </span>
            <button
              type="button"
              className={styles.composerSwitch}
              aria-disabled={isBusy || undefined}
              onClick={() => switchTo(other)}
            >
              {open === 'note' ? texts.instead : noteMessages.instead}
              <Kbd keys={keysOf[other]} />
            </button>
          </div>
          <LaterForm
            key={`${open}:${ideaId}`}
            form={open === 'comment' ? WritingForm : NoteForm}
            props={
              open === 'comment'
                ? {
                    draftKey: draftKeyOf('comment', ideaId),
                    texts,
                    withFiles: true,
                    isCompact: true,
                    send: (body, attachment_tokens) =>
                      request(addCommentDocument, { links: { suggestion: ideaId }, body, attachment_tokens }),
                    onBusy: setIsBusy,
                    onClose: close,
                  }
                : {
                    draftKey: draftKeyOf('note', ideaId),
                    texts: noteMessages.note,
                    isFormatted: true,
                    withFiles: true,
                    isCompact: true,
                    send: (body, attachment_tokens) =>
                      request(addNoteDocument, {
                        suggestion: ideaId,
                        body,
                        body_mime_type: 'text/html',
                        attachment_tokens,
                      }),
                    onBusy: setIsBusy,
                    onClose: close,
                  }
            }
            what={open === 'comment' ? texts.form : noteMessages.form}
            focus={kind !== null}
            minHeightPx={FORM_MIN_HEIGHT_PX}
            onEscape={close}
          />
          <ConfirmDialog
            opened={asksPublic}
            onClose={() => setAsksPublic(false)}
            onConfirm={() => {
              setAsksPublic(false);
              change('comment');
            }}
            title={texts.goPublic.title}
            confirmLabel={texts.goPublic.confirm}
          >
            {texts.goPublic.text}
          </ConfirmDialog>
        </div>
      )}
    </div>
  );
}
