import { useEffect, useId, useRef, useState } from 'react';
import type { ComponentProps, KeyboardEvent, RefObject } from 'react';
import { flushSync } from 'react-dom';
import { AttachmentBox, AttachmentDropZone } from '../../shared/attachments/AttachmentBox.tsx';
import { fieldStands, focusField } from '../../ui/fields/firstField.ts';
import { REVEAL } from '../../ui/fields/invalidField.ts';
import { altKeys } from '../../ui/keyboard/keyboard.ts';
import { Kbd } from '../../ui/keyboard/Kbd.tsx';
import { useAltShortcut } from '../../ui/keyboard/useShortcut.ts';
import { holdKeysForField } from '../../ui/keyboard/waiting.ts';
import { uiMessages } from '../../ui/messages.ts';
import type { Attachments } from '../../forms/useAttachments.ts';
import { MailPreview, SendTest } from '../../shared/mail/MailPreview.tsx';
import type { MailDraft } from '../../shared/mail/MailPreview.tsx';
import { MessageField } from './MessageField.tsx';
import { statusMessages } from './statusMessages.ts';
import styles from './status.module.css';

const texts = statusMessages.preview;
const TABS = ['write', 'preview'] as const;

/**
 * The message of one update or mail with its files: written, or seen as the mail that people would get.
 *
 * @param draft what the mail would say; null: no mail can come of it, so there is nothing to see
 * @param note said over it: of which of several mails it is; null or left out: there is one
 * @param why why it cannot be seen yet, such as while an address in it is wrong; left out: it can
 */
export function MessageBox({
  attachments,
  draft,
  why = null,
  note = null,
  frame,
  ...field
}: {
  attachments: Attachments;
  draft: MailDraft | null;
  why?: string | null;
  note?: string | null;
  frame?: RefObject<HTMLDivElement | null>;
  disabled: boolean;
} & ComponentProps<typeof MessageField>) {
  const [tab, setTab] = useState<(typeof TABS)[number]>('write');
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const own = useRef<HTMLDivElement>(null);
  const box = frame ?? own;
  const shown = draft === null ? 'write' : tab;
  // the message is wrong and is to take the focus
  useEffect(() => {
    const element = box.current;
    const write = (): void => flushSync(() => setTab('write'));
    element?.addEventListener(REVEAL, write);
    return () => element?.removeEventListener(REVEAL, write);
  }, [box]);
  const choose = (next: (typeof TABS)[number]): void => {
    const hadFocus = box.current?.contains(document.activeElement) === true;
    setTab(next);
    // what has the focus is hidden with its tab
    if (hadFocus && next === 'preview')
      list.current?.querySelector<HTMLElement>(`#${CSS.escape(`${id}-preview`)}`)?.focus();
  };
  useAltShortcut(
    'p',
    () => {
      const next = shown === 'write' ? 'preview' : 'write';
      choose(next);
      if (next === 'write') requestAnimationFrame(() => focusMessage(box.current));
    },
    { enabled: draft !== null },
  );
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowRight' && event.key !== 'ArrowLeft') return;
    event.preventDefault();
    const next = shown === 'write' ? 'preview' : 'write';
    setTab(next);
    list.current?.querySelector<HTMLElement>(`#${CSS.escape(`${id}-${next}`)}`)?.focus();
  };
  return (
    <AttachmentDropZone attachments={attachments}>
      <div ref={box} className={styles.message}>
        {draft === null ? null : (
          <div className={styles.messageHead}>
            <span className={styles.fixedName} aria-hidden="true">
              {field.label}
            </span>
            {field.optional === true ? (
              <span className={styles.remark} aria-hidden="true">
                {uiMessages.optional}
              </span>
            ) : null}
            <div
              ref={list}
              role="tablist"
              aria-label={texts.tabs}
              className={styles.tabs}
              onKeyDown={onKeyDown}
            >
              {TABS.map((name) => (
                <button
                  key={name}
                  id={`${id}-${name}`}
                  type="button"
                  role="tab"
                  aria-selected={shown === name}
                  aria-controls={`${id}-panel-${name}`}
                  tabIndex={shown === name ? 0 : -1}
                  className={styles.tab}
                  onClick={() => setTab(name)}
                >
                  {texts[name]}
                  {name === 'preview' ? <Kbd keys={altKeys('p')} /> : null}
                </button>
              ))}
            </div>
          </div>
        )}
        <div
          id={`${id}-panel-write`}
          {...(draft === null ? {} : { role: 'tabpanel', 'aria-labelledby': `${id}-write` })}
          hidden={shown !== 'write'}
        >
          <MessageField {...field} hideLabel={draft !== null} />
        </div>
        {shown === 'preview' && draft !== null ? (
          <div id={`${id}-panel-preview`} role="tabpanel" aria-labelledby={`${id}-preview`}>
            {why === null ? (
              <>
                <div className={styles.testLine}>
                  <span>{note ?? texts.asYou}</span>
                  <SendTest draft={draft} disabled={field.disabled} />
                </div>
                <MailPreview draft={draft} />
              </>
            ) : (
              <p className={styles.info}>{why}</p>
            )}
          </div>
        ) : null}
      </div>
      <AttachmentBox attachments={attachments} disabled={field.disabled} />
    </AttachmentDropZone>
  );
}

/** Gives the focus to the message, or keeps what is typed for it while its editor is on its way. */
export function focusMessage(frame: HTMLElement | null): void {
  if (frame === null) return;
  const find = (): HTMLElement | null | 'none' => {
    if (!frame.isConnected || frame.closest('[inert]') !== null) return 'none';
    const field = frame.querySelector<HTMLElement>('[contenteditable="true"]');
    return field !== null && fieldStands(field) ? field : null;
  };
  const field = find();
  if (field === 'none') return;
  if (field !== null) {
    focusField(field);
    return;
  }
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  holdKeysForField({
    find,
    anchor: frame,
    onEscape: () =>
      void frame.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }),
      ),
  });
}
