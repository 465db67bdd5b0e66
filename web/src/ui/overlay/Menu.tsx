import { useId, useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { Floating } from './Floating.tsx';
import { Kbd } from '../keyboard/Kbd.tsx';
import type { TriggerProps } from './Popover.tsx';
import type { Placement } from './position.ts';
import styles from './Menu.module.css';

export type MenuItem =
  | {
      kind?: 'action';
      id: string;
      label: string;
      icon?: ReactNode;
      /** Shortcut that does the same, drawn at the end. */
      keys?: string;
      onSelect?: () => void;
      /** A link instead of an action. `onSelect` may then take over the navigation. */
      href?: string;
      /** Second line in small type. */
      note?: string;
      danger?: boolean;
      /** Why it cannot be used now; it is then drawn as disabled, with this as its tooltip. */
      disabledReason?: string | null;
      /** Drawn with a tick: one of several choices. */
      checked?: boolean;
    }
  | { kind: 'separator'; id: string }
  | { kind: 'heading'; id: string; label: string };

/** An entry that is wider than this stands in two lines. */
const WIDEST_PX = 320;
/** A menu is read as a whole where the window has the room: its last entry is not to be scrolled for. */
const HIGHEST_PX = 720;

export type MenuProps = {
  trigger: (props: TriggerProps) => ReactNode;
  /** Accessible name of the menu. */
  label: string;
  items: readonly MenuItem[];
  placement?: Placement;
  /** Of a menu with short entries; long ones widen it. */
  widthPx?: number;
};

/**
 * A menu on a button. Arrow keys, Home, End and the first letters move; Enter chooses; Escape and Tab
 * close it and give the focus back.
 */
export function Menu({ trigger, label, items, placement = 'bottom-end', widthPx = 220 }: MenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const typed = useRef({ text: '', at: 0 });
  const [isOpened, setIsOpened] = useState(false);
  const id = useId();

  const entries = () => [...(list.current?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? [])];
  const close = () => {
    if (list.current?.contains(document.activeElement) === true)
      button.current?.focus({ preventScroll: true });
    setIsOpened(false);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const all = entries();
    const index = all.indexOf(document.activeElement as HTMLElement);
    const go = (next: number) => {
      event.preventDefault();
      all[(next + all.length) % all.length]?.focus();
    };
    if (event.key === 'ArrowDown') go(index + 1);
    else if (event.key === 'ArrowUp') go(index < 0 ? all.length - 1 : index - 1);
    else if (event.key === 'Home') go(0);
    else if (event.key === 'End') go(all.length - 1);
    else if (event.key === 'Tab') close();
    else if (
      event.key.length === 1 &&
      event.key !== ' ' &&
      !event.ctrlKey &&
      !event.metaKey &&
      !event.altKey
    ) {
      event.stopPropagation();
      const now = event.timeStamp;
      const text = (now - typed.current.at < 700 ? typed.current.text : '') + event.key.toLowerCase();
      typed.current = { text, at: now };
      const found = all.find((entry) => entry.textContent?.toLowerCase().startsWith(text));
      found?.focus();
    }
  };

  return (
    <>
      {trigger({
        ref: button,
        onClick: () => (isOpened ? close() : setIsOpened(true)),
        'aria-expanded': isOpened,
        'aria-haspopup': 'menu',
        'aria-controls': isOpened ? id : undefined,
      })}
      <Floating
        opened={isOpened}
        onClose={close}
        anchor={button}
        placement={placement}
        sheet
        style={{ minWidth: widthPx, width: 'max-content', maxWidth: Math.max(widthPx, WIDEST_PX) }}
        maxHeightPx={HIGHEST_PX}
        onShown={() => entries()[0]?.focus({ preventScroll: true })}
      >
        <div ref={list} id={id} role="menu" aria-label={label} className={styles.menu} onKeyDown={onKeyDown}>
          {items.map((item) => {
            if (item.kind === 'separator')
              return <div key={item.id} role="separator" className={styles.separator} />;
            if (item.kind === 'heading') {
              return (
                <div key={item.id} role="presentation" className={styles.heading}>
                  {item.label}
                </div>
              );
            }
            const isDisabled = item.disabledReason !== undefined && item.disabledReason !== null;
            const shared = {
              role: item.checked === undefined ? 'menuitem' : 'menuitemradio',
              tabIndex: -1,
              className: styles.item,
              'data-danger': item.danger === true || undefined,
              'data-tip': item.disabledReason ?? undefined,
              'aria-disabled': isDisabled || undefined,
              'aria-checked': item.checked,
              onPointerMove: (event: { currentTarget: HTMLElement }) =>
                event.currentTarget.focus({ preventScroll: true }),
            };
            const content = (
              <>
                {item.icon === undefined ? null : <span className={styles.icon}>{item.icon}</span>}
                <span className={styles.text}>
                  {item.label}
                  {item.note === undefined ? null : <span className={styles.note}>{item.note}</span>}
                </span>
                {item.checked === true ? <Tick /> : null}
                {item.keys === undefined ? null : <Kbd keys={item.keys} />}
              </>
            );
            if (item.href !== undefined && !isDisabled) {
              return (
                <a
                  key={item.id}
                  {...shared}
                  href={item.href}
                  onClick={(event) => {
                    close();
                    // With a modifier the browser opens a tab, which is what was asked for.
                    if (item.onSelect !== undefined && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
                      event.preventDefault();
                      item.onSelect();
                    }
                  }}
                >
                  {content}
                </a>
              );
            }
            return (
              <button
                key={item.id}
                type="button"
                {...shared}
                onClick={() => {
                  if (isDisabled) return;
                  close();
                  item.onSelect?.();
                }}
              >
                {content}
              </button>
            );
          })}
        </div>
      </Floating>
    </>
  );
}

/** The mark of a chosen entry. */
export function Tick() {
  return (
    <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true" className={styles.tick}>
      <path
        d="M2.5 7.5l3 3 6-6.5"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.75"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
