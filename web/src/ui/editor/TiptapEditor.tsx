import {
  IconArrowsDiagonal,
  IconArrowsDiagonalMinimize2,
  IconBold,
  IconCode,
  IconH2,
  IconH3,
  IconItalic,
  IconLetterCase,
  IconLink,
  IconList,
  IconListNumbers,
  IconUnderline,
} from '@tabler/icons-react';
import type { Editor } from '@tiptap/core';
import { EditorContent, useEditor, useEditorState } from '@tiptap/react';
import { useEffect, useId, useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { layout } from '../../../../contract/limits.ts';
import { isAllowedLink, realBulletLists } from '../../../../contract/rich_text.ts';
import { Avatar } from '../elements/Avatar.tsx';
import { Button } from '../elements/Button.tsx';
import { Dialog } from '../overlay/Dialog.tsx';
import { Floating } from '../overlay/Floating.tsx';
import { inertHtml, pastedHtml } from '../text/inertHtml.ts';
import { holdKeysForEditor } from './editorFocus.ts';
import { Selection } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { editorStands } from '../fields/firstField.ts';
import { takesText } from '../keyboard/keyboard.ts';
import { TYPED_AHEAD } from '../keyboard/waiting.ts';
import { uiMessages } from '../messages.ts';
import { OptionList, useOptionList } from '../fields/OptionPicker.tsx';
import type { OptionsStatus } from '../fields/options.ts';
import type { RichTextEditorProps } from './RichTextEditor.tsx';
import { useLatest } from '../useLatest.ts';
import { editorExtensions } from './extensions.ts';
import { insertionQuery, mentionQuery } from './mentions.ts';
import type { MentionCandidate, MentionQuery } from './mentions.ts';
import styles from './TiptapEditor.module.css';

/** What is typed after an @ is searched for once it rests. */
const SEARCH_AFTER_MS = 200;

/** What the editor takes in: real bullet lists, and no style attribute that the policy would refuse. */
function readable(html: string): string {
  return inertHtml(realBulletLists(html));
}

/** The editor itself; loaded by `RichTextEditor` when the first one is shown. */
export default function TiptapEditor({
  label,
  value,
  onChange,
  placeholder,
  minHeightPx = layout.editorMinHeightPx,
  maxHeightPx,
  mentions,
  insertions,
  formatting = true,
  headings = false,
  formattingToggle = false,
  popout = false,
  autoFocus = false,
  disabled = false,
  ids,
}: RichTextEditorProps & {
  ids: {
    id: string;
    'aria-describedby'?: string | undefined;
    'aria-invalid'?: true | undefined;
    'aria-required'?: true | undefined;
  };
}) {
  const [showsFormatting, setShowsFormatting] = useState(formatting);
  const [isPoppedOut, setIsPoppedOut] = useState(false);
  const [query, setQuery] = useState<MentionQuery | null>(null);
  const latest = useLatest({ onChange, mentions, insertions });
  const [insertion, setInsertion] = useState<MentionQuery | null>(null);
  const mentionKeys = useRef<((event: KeyboardEvent) => boolean) | null>(null);
  const insertionKeys = useRef<((event: KeyboardEvent) => boolean) | null>(null);
  const lastHtml = useRef(value);

  // Read while the placeholder is still there: it may hold the focus for this editor.
  const [takesFocus] = useState(() => {
    const active = document.activeElement;
    if (active?.id === ids.id) return true;
    return autoFocus && !isWriting(active);
  });

  const editor = useEditor({
    extensions: editorExtensions,
    content: readable(value),
    editable: !disabled,
    injectCSS: false,
    shouldRerenderOnTransaction: false,
    editorProps: {
      attributes: {
        id: ids.id,
        role: 'textbox',
        'aria-multiline': 'true',
        // keeps the focus while it is switched off, as for the time of sending
        tabindex: '0',
        'aria-label': label,
        class: styles.content ?? '',
        ...(ids['aria-describedby'] === undefined ? {} : { 'aria-describedby': ids['aria-describedby'] }),
        ...(ids['aria-invalid'] === undefined ? {} : { 'aria-invalid': 'true' }),
        ...(ids['aria-required'] === undefined ? {} : { 'aria-required': 'true' }),
      },
      // Ctrl Enter sends the form; the editor would make a line break of it and keep it from the form
      handleDOMEvents: {
        keydown: (_view, event) => event.key === 'Enter' && (event.ctrlKey || event.metaKey),
        // what was typed before it stood comes behind the text that it holds
        [TYPED_AHEAD]: (view: EditorView, event: Event) => {
          const text = (event as CustomEvent<string>).detail;
          view.dispatch(view.state.tr.setSelection(Selection.atEnd(view.state.doc)));
          if (text.includes('\n')) view.pasteText(text);
          else view.dispatch(view.state.tr.insertText(text));
          return true;
        },
      },
      handleKeyDown: (_view, event) =>
        [mentionKeys, insertionKeys].some(
          ({ current }) => current?.(event as unknown as KeyboardEvent) === true,
        ),
      transformPastedHTML: (html) => pastedHtml(realBulletLists(html)),
    },
    onUpdate: ({ editor: current }) => {
      const html = current.isEmpty ? '' : current.getHTML();
      lastHtml.current = html;
      latest.current.onChange(html);
    },
    onTransaction: ({ editor: current }) => {
      if (latest.current.mentions !== undefined) setQuery(queryAtCursor(current, mentionQuery));
      if (latest.current.insertions !== undefined) setInsertion(queryAtCursor(current, insertionQuery));
    },
    onBlur: () => {
      setQuery(null);
      setInsertion(null);
    },
  });

  useEffect(() => editorStands(ids.id, () => editor.isInitialized && !editor.isDestroyed), [editor, ids.id]);

  // As soon as it is drawn; what is typed until then goes in.
  useEffect(() => {
    if (!takesFocus) return undefined;
    holdKeysForEditor(ids.id);
    return undefined;
    // only when it appears
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [editor]);

  // A value from outside (a form that is reset) replaces the text; what the editor itself told does not.
  useEffect(() => {
    if (value === lastHtml.current) return;
    lastHtml.current = value;
    editor.commands.setContent(readable(value), { emitUpdate: false });
  }, [editor, value]);

  useEffect(() => {
    editor.setEditable(!disabled, false);
    // the browser takes the cursor out of a text that is switched off
    if (!disabled && editor.isInitialized && document.activeElement === editor.view.dom) editor.view.focus();
  }, [editor, disabled]);

  const isEmpty = useEditorState({ editor, selector: ({ editor: current }) => current.isEmpty });

  const frame = (isLarge: boolean): ReactNode => (
    <div
      className={styles.frame}
      data-frame
      data-invalid={ids['aria-invalid']}
      data-disabled={disabled || undefined}
      data-large={isLarge || undefined}
      data-headings={headings || undefined}
    >
      {showsFormatting ? <Toolbar editor={editor} disabled={disabled} headings={headings} /> : null}
      <div
        data-editor={ids.id}
        className={styles.scroll}
        style={isLarge ? undefined : { minHeight: minHeightPx, maxHeight: maxHeightPx ?? 420 }}
        onMouseDown={(event) => {
          // The empty room below the text belongs to the text.
          if (event.target === event.currentTarget) {
            event.preventDefault();
            editor.commands.focus('end');
          }
        }}
      >
        {isEmpty && placeholder !== undefined ? (
          <p className={styles.placeholder} aria-hidden="true">
            {placeholder}
          </p>
        ) : null}
        <EditorContent editor={editor} className={styles.host} />
      </div>
      {formattingToggle || popout ? (
        <div className={styles.foot}>
          {formattingToggle ? (
            <FootButton
              label={showsFormatting ? uiMessages.editor.hideFormatting : uiMessages.editor.showFormatting}
              pressed={showsFormatting}
              onClick={() => setShowsFormatting(!showsFormatting)}
            >
              <IconLetterCase size={16} stroke={1.75} aria-hidden="true" />
            </FootButton>
          ) : null}
          {popout ? (
            <FootButton
              label={isLarge ? uiMessages.editor.popIn : uiMessages.editor.popOut}
              onClick={() => setIsPoppedOut(!isLarge)}
            >
              {isLarge ? (
                <IconArrowsDiagonalMinimize2 size={16} stroke={1.75} aria-hidden="true" />
              ) : (
                <IconArrowsDiagonal size={16} stroke={1.75} aria-hidden="true" />
              )}
            </FootButton>
          ) : null}
        </div>
      ) : null}
      {mentions === undefined ? null : (
        <MentionList
          editor={editor}
          query={query}
          search={mentions}
          keys={mentionKeys}
          onClose={() => setQuery(null)}
          label={uiMessages.editor.mention}
          hasPictures
          contentOf={({ id, name }) => ({ type: 'mention', attrs: { id, name } })}
        />
      )}
      {insertions === undefined ? null : (
        <MentionList
          editor={editor}
          query={insertion}
          search={(text) =>
            Promise.resolve(
              insertions
                .filter(({ label: name }) => name.toLowerCase().includes(text.toLowerCase()))
                .map((one) => ({ id: one.className, name: one.label, note: one.text })),
            )
          }
          keys={insertionKeys}
          onClose={() => setInsertion(null)}
          label={uiMessages.editor.insertion}
          waitMs={0}
          contentOf={({ id, note }) => ({ type: 'figure', attrs: { class: id, text: note ?? '' } })}
        />
      )}
    </div>
  );

  return (
    <>
      {isPoppedOut ? (
        <div className={styles.placeholderFrame} style={{ minHeight: minHeightPx }} />
      ) : (
        frame(false)
      )}
      <Dialog opened={isPoppedOut} onClose={() => setIsPoppedOut(false)} title={label} size="large">
        {isPoppedOut ? frame(true) : null}
      </Dialog>
    </>
  );
}

/** Whether someone types elsewhere; what holds the focus for an editor is no such place. */
function isWriting(active: Element | null): boolean {
  return takesText(active) && active?.matches('[data-pending-field]') !== true;
}

function queryAtCursor(editor: Editor, read: (before: string) => MentionQuery | null): MentionQuery | null {
  const { selection } = editor.state;
  if (!selection.empty || !editor.isFocused) return null;
  const { $from } = selection;
  return read(
    $from.parent.textBetween(Math.max(0, $from.parentOffset - 60), $from.parentOffset, '\n', '\uFFFC'),
  );
}

function FootButton({
  label,
  pressed,
  onClick,
  children,
}: {
  label: string;
  pressed?: boolean;
  onClick: () => void;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      className={styles.tool}
      aria-label={label}
      aria-pressed={pressed}
      data-tip={label}
      onClick={onClick}
    >
      {children}
    </button>
  );
}

function Toolbar({ editor, disabled, headings }: { editor: Editor; disabled: boolean; headings: boolean }) {
  const [link, setLink] = useState<string | null>(null);
  const state = useEditorState({
    editor,
    selector: ({ editor: current }) => ({
      heading: current.isActive('heading', { level: 2 }),
      subheading: current.isActive('heading', { level: 3 }),
      bold: current.isActive('bold'),
      italic: current.isActive('italic'),
      underline: current.isActive('underline'),
      bulletList: current.isActive('bulletList'),
      orderedList: current.isActive('orderedList'),
      code: current.isActive('code') || current.isActive('codeBlock'),
      link: current.isActive('link'),
      href: String(current.getAttributes('link')['href'] ?? ''),
    }),
  });
  const text = uiMessages.editor;
  const run = () => editor.chain().focus();
  const tools: { id: string; label: string; active: boolean; icon: ReactNode; onClick: () => void }[] = [
    ...(headings
      ? [
          {
            id: 'heading',
            label: text.heading,
            active: state.heading,
            icon: <IconH2 size={16} stroke={1.75} />,
            onClick: () => run().toggleHeading({ level: 2 }).run(),
          },
          {
            id: 'subheading',
            label: text.subheading,
            active: state.subheading,
            icon: <IconH3 size={16} stroke={1.75} />,
            onClick: () => run().toggleHeading({ level: 3 }).run(),
          },
        ]
      : []),
    {
      id: 'bold',
      label: text.bold,
      active: state.bold,
      icon: <IconBold size={16} stroke={1.75} />,
      onClick: () => run().toggleBold().run(),
    },
    {
      id: 'italic',
      label: text.italic,
      active: state.italic,
      icon: <IconItalic size={16} stroke={1.75} />,
      onClick: () => run().toggleItalic().run(),
    },
    {
      id: 'underline',
      label: text.underline,
      active: state.underline,
      icon: <IconUnderline size={16} stroke={1.75} />,
      onClick: () => run().toggleUnderline().run(),
    },
    {
      id: 'bullet',
      label: text.bulletList,
      active: state.bulletList,
      icon: <IconList size={16} stroke={1.75} />,
      onClick: () => run().toggleBulletList().run(),
    },
    {
      id: 'ordered',
      label: text.orderedList,
      active: state.orderedList,
      icon: <IconListNumbers size={16} stroke={1.75} />,
      onClick: () => run().toggleOrderedList().run(),
    },
    {
      id: 'code',
      label: text.code,
      active: state.code,
      icon: <IconCode size={16} stroke={1.75} />,
      onClick: () => run().toggleCode().run(),
    },
    {
      id: 'link',
      label: text.link,
      active: state.link,
      icon: <IconLink size={16} stroke={1.75} />,
      onClick: () => setLink(link === null ? state.href : null),
    },
  ];
  return (
    <>
      <div
        className={styles.toolbar}
        role="toolbar"
        aria-label={text.toolbar}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowRight' && event.key !== 'ArrowLeft') return;
          const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('button')];
          const index = buttons.indexOf(document.activeElement as HTMLElement);
          const next =
            buttons[(index + (event.key === 'ArrowRight' ? 1 : -1) + buttons.length) % buttons.length];
          event.preventDefault();
          next?.focus();
        }}
      >
        {tools.map((tool, index) => (
          <button
            key={tool.id}
            type="button"
            className={styles.tool}
            // One stop for Tab; the arrows do the rest.
            tabIndex={index === 0 ? 0 : -1}
            aria-label={tool.label}
            aria-pressed={tool.active}
            aria-expanded={tool.id === 'link' ? link !== null : undefined}
            data-tip={tool.label}
            disabled={disabled}
            // The text keeps the focus and its selection.
            onMouseDown={(event) => event.preventDefault()}
            onClick={tool.onClick}
          >
            {tool.icon}
          </button>
        ))}
      </div>
      {link === null ? null : (
        <LinkBar
          address={link}
          hasLink={state.link}
          onApply={(address) => {
            setLink(null);
            run().extendMarkRange('link').setLink({ href: address }).run();
          }}
          onRemove={() => {
            setLink(null);
            run().extendMarkRange('link').unsetLink().run();
          }}
          onClose={() => {
            setLink(null);
            editor.commands.focus();
          }}
        />
      )}
    </>
  );
}

function LinkBar({
  address,
  hasLink,
  onApply,
  onRemove,
  onClose,
}: {
  address: string;
  hasLink: boolean;
  onApply: (address: string) => void;
  onRemove: () => void;
  onClose: () => void;
}) {
  const [text, setText] = useState(address);
  const [isRefused, setIsRefused] = useState(false);
  const errorId = useId();
  const apply = () => {
    const typed = text.trim();
    const full =
      /^[a-z][a-z0-9+.-]*:/i.test(typed) || typed.startsWith('/') || typed === ''
        ? typed
        : `https://${typed}`;
    if (isAllowedLink(full)) onApply(full);
    else setIsRefused(true);
  };
  return (
    <div className={styles.linkBar}>
      <input
        type="text"
        inputMode="url"
        aria-label={uiMessages.editor.linkAddress}
        aria-invalid={isRefused || undefined}
        aria-describedby={isRefused ? errorId : undefined}
        className={styles.linkInput}
        placeholder="https://"
        value={text}
        ref={(element) => {
          if (
            element !== null &&
            document.activeElement !== element &&
            element.dataset['seen'] === undefined
          ) {
            element.dataset['seen'] = '';
            element.focus();
          }
        }}
        onChange={(event) => {
          setText(event.target.value);
          setIsRefused(false);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            event.preventDefault();
            apply();
          } else if (event.key === 'Escape') {
            event.preventDefault();
            event.stopPropagation();
            event.nativeEvent.stopPropagation();
            onClose();
          }
        }}
      />
      <Button variant="text" onClick={apply}>
        {uiMessages.editor.applyLink}
      </Button>
      {hasLink ? (
        <Button variant="text" onClick={onRemove}>
          {uiMessages.editor.removeLink}
        </Button>
      ) : null}
      {isRefused ? (
        <p id={errorId} className={styles.linkError} role="alert">
          {uiMessages.editor.badLink}
        </p>
      ) : null}
    </div>
  );
}

/** The list under an @ or a slash: searched while one types, chosen with arrows and Enter. */
function MentionList({
  editor,
  query,
  search,
  keys,
  onClose,
  label,
  contentOf,
  hasPictures = false,
  waitMs = SEARCH_AFTER_MS,
}: {
  editor: Editor;
  query: MentionQuery | null;
  search: (text: string, signal: AbortSignal) => Promise<readonly MentionCandidate[]>;
  keys: { current: ((event: KeyboardEvent) => boolean) | null };
  onClose: () => void;
  label: string;
  /** What is put in for a choice. */
  contentOf: (chosen: MentionCandidate) => { type: string; attrs: Record<string, string> };
  /** They are people, who have pictures. */
  hasPictures?: boolean;
  waitMs?: number;
}) {
  const [people, setPeople] = useState<readonly MentionCandidate[]>([]);
  const [status, setStatus] = useState<OptionsStatus>('ready');
  const caret = useRef<HTMLSpanElement>(null);
  const latestSearch = useLatest(search);
  const text = query?.text ?? null;

  useEffect(() => {
    if (text === null) return undefined;
    const controller = new AbortController();
    setStatus('loading');
    const timer = setTimeout(() => {
      latestSearch.current(text, controller.signal).then(
        (found) => {
          if (controller.signal.aborted) return;
          setPeople(found);
          setStatus('ready');
        },
        () => {
          if (!controller.signal.aborted) setStatus('error');
        },
      );
    }, waitMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [text, latestSearch, waitMs]);

  const source = {
    options: people.map((person) => ({
      value: person.id,
      label: person.name,
      note: person.note,
      ...(hasPictures
        ? {
            icon: (
              <Avatar
                name={person.name}
                src={person.avatar_url ?? null}
                satisfactionScore={person.satisfaction_score ?? null}
                sizePx={22}
                decorative
              />
            ),
          }
        : {}),
    })),
    onSearch: () => undefined,
    status,
    emptyText: hasPictures ? uiMessages.editor.noOne : uiMessages.editor.nothing,
  };
  const state = useOptionList(source, text ?? '', (option) => {
    if (query === null) return;
    const { from } = editor.state.selection;
    editor
      .chain()
      .focus()
      .insertContentAt({ from: from - query.length, to: from }, [
        contentOf({
          id: option.value,
          name: option.label,
          ...(typeof option.note === 'string' ? { note: option.note } : {}),
        }),
        { type: 'text', text: ' ' },
      ])
      .run();
  });
  const isOpen = query !== null && (status !== 'ready' || people.length > 0 || query.text !== '');

  useEffect(() => {
    keys.current = (event) => isOpen && state.onKeyDown(event);
    return () => {
      keys.current = null;
    };
  });

  const activeId = isOpen ? state.activeId : undefined;
  useEffect(() => {
    if (activeId === undefined) return undefined;
    const content = editor.view.dom;
    content.setAttribute('aria-activedescendant', activeId);
    return () => content.removeAttribute('aria-activedescendant');
  }, [editor, activeId]);

  // A point at the caret for the list to hang on.
  const at =
    query === null ? null : editor.view.coordsAtPos(Math.max(0, editor.state.selection.from - query.length));
  const box = at === null ? null : editor.view.dom.closest(`.${styles.frame ?? ''}`)?.getBoundingClientRect();
  return (
    <>
      <span
        ref={caret}
        className={styles.caret}
        style={
          at === null || !box
            ? undefined
            : { left: at.left - box.left, top: at.top - box.top, height: at.bottom - at.top }
        }
      />
      <Floating
        opened={isOpen}
        onClose={onClose}
        anchor={caret}
        className={styles.mentions}
        maxHeightPx={260}
        closeOnBlur={false}
        onPointerDown={(event) => event.preventDefault()}
      >
        <OptionList state={state} source={source} query={text ?? ''} label={label} selected={noneSelected} />
      </Floating>
    </>
  );
}

const noneSelected: ReadonlySet<string> = new Set();
