import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { Ref } from 'react';
import { textLimits } from '../../../../contract/limits.ts';
import { Kbd } from '../keyboard/Kbd.tsx';
import { uiMessages } from '../messages.ts';
import { useLatest } from '../useLatest.ts';
import { useShortcut } from '../keyboard/useShortcut.ts';
import styles from './SearchField.module.css';

/**
 * A search box, 240 px by default, with `/` as its shortcut. Tells its text after `debounceMs` without a
 * key, and at once on Enter and when it is cleared. Escape clears it; while it is empty Escape leaves it, or
 * closes the dialog that it stands in.
 *
 * @param value the text that is searched for now; a change from outside replaces what is typed
 * @param onResults Enter and ArrowDown lead into what was found: called with the text, after it was told
 */
export function SearchField({
  label,
  value,
  onChange,
  debounceMs = 300,
  widthPx = 240,
  keys = '/',
  placeholder,
  inputRef,
  onResults,
  landmark = true,
}: {
  label: string;
  value: string;
  onChange: (text: string) => void;
  debounceMs?: number;
  widthPx?: number | '100%';
  /** Null: no shortcut. */
  keys?: string | null;
  placeholder?: string;
  inputRef?: Ref<HTMLInputElement>;
  onResults?: (text: string, key: 'enter' | 'down') => void;
  /** False where the page has another search, which is its search landmark. */
  landmark?: boolean;
}) {
  const input = useRef<HTMLInputElement | null>(null);
  const [text, setText] = useState(value);
  const [shown, setShown] = useState(value);
  // what was told last comes back as the value, and by then more may have been typed
  const [told, setTold] = useState(value);
  const latest = useLatest(onChange);
  if (shown !== value) {
    setShown(value);
    if (value !== told) {
      setTold(value);
      setText(value);
    }
  }

  const tell = (next: string) => {
    setTold(next);
    latest.current(next);
  };
  const telling = useLatest(tell);
  useEffect(() => {
    if (text === value) return undefined;
    const timer = setTimeout(() => telling.current(text), debounceMs);
    return () => clearTimeout(timer);
  }, [text, value, debounceMs, telling]);

  useShortcut(
    keys ?? '/',
    () => {
      input.current?.focus();
      input.current?.select();
    },
    { label: uiMessages.search, group: uiMessages.shortcuts.general, enabled: keys !== null },
  );

  const clear = () => {
    setText('');
    tell('');
    input.current?.focus();
  };

  return (
    <span
      className={styles.box}
      role={landmark ? 'search' : undefined}
      data-fixed={typeof widthPx === 'number' ? '' : undefined}
      style={{ width: widthPx }}
    >
      <IconSearch size={15} stroke={1.75} aria-hidden="true" className={styles.icon} />
      <input
        ref={(element) => {
          input.current = element;
          if (typeof inputRef === 'function') inputRef(element);
          else if (inputRef) inputRef.current = element;
        }}
        type="search"
        className={styles.input}
        aria-label={label}
        placeholder={placeholder ?? label}
        value={text}
        maxLength={textLimits.searchCharacters}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          const leads = event.key === 'Enter' || (event.key === 'ArrowDown' && onResults !== undefined);
          if (leads) {
            event.preventDefault();
            if (text !== value || event.key === 'Enter') tell(text);
            onResults?.(text, event.key === 'Enter' ? 'enter' : 'down');
          } else if (event.key === 'Escape') {
            // with nothing to clear, what the field stands in closes
            if (text === '' && event.currentTarget.closest('[aria-modal="true"], [popover]') !== null) return;
            event.preventDefault();
            event.stopPropagation();
            if (text === '') input.current?.blur();
            else clear();
          }
        }}
      />
      {text !== '' ? (
        <button type="button" className={styles.clear} aria-label={uiMessages.clearSearch} onClick={clear}>
          <svg width="10" height="10" viewBox="0 0 10 10" aria-hidden="true">
            <path d="M2 2l6 6M8 2l-6 6" stroke="currentColor" strokeWidth="1.4" strokeLinecap="round" />
          </svg>
        </button>
      ) : keys === null ? null : (
        <Kbd keys={keys} />
      )}
    </span>
  );
}
