import {
  createContext,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import type { CSSProperties, ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { messages } from '../../../../contract/errors.ts';
import { TOAST_ANCHORS } from '../../../../contract/toasts.ts';
import type { ToastSeverity } from '../../../../contract/toasts.ts';
import { uiMessages } from '../messages.ts';
import { offeredToastRoom, roomWithin, watchToastRoom } from './toastRegion.ts';
import type { FreeRoom } from './toastRegion.ts';
import type { Toast, ToastStore } from './toasts.ts';
import { Kbd } from '../keyboard/Kbd.tsx';
import { useShortcut } from '../keyboard/useShortcut.ts';
import { useLatest } from '../useLatest.ts';
import a11y from '../a11y.module.css';
import styles from './Toasts.module.css';

const ToastContext = createContext<ToastStore | null>(null);

/** The toasts of the page: `useToasts().success('Saved')`. Throws outside a `ToastProvider` (ERR-012). */
export function useToasts(): ToastStore {
  const store = useContext(ToastContext);
  if (store === null) throw new Error(messages.toastOutsideProvider);
  return store;
}

/** Gives a store of toasts to everything inside it and draws them over everything else. */
export function ToastProvider({ store, children }: { store: ToastStore; children: ReactNode }) {
  return (
    <ToastContext value={store}>
      {children}
      {createPortal(<ToastRegion store={store} />, toastContainer())}
    </ToastContext>
  );
}

/** Beside the page and the overlays: toasts can be read and reached while a panel is open. */
function toastContainer(): HTMLElement {
  const known = document.getElementById('toasts');
  if (known !== null) return known;
  const made = document.createElement('div');
  made.id = 'toasts';
  document.body.append(made);
  return made;
}

function ToastRegion({ store }: { store: ToastStore }) {
  const toasts = useSyncExternalStore(store.watch, store.list);
  const room = useFreeRoom(toasts.some((toast) => toast.anchor === 'top_left'));
  // The live regions are always there: one that appears together with its text is often not read.
  return (
    <section aria-label={uiMessages.notifications}>
      {TOAST_ANCHORS.map((anchor) => (
        <div
          key={anchor}
          className={styles.anchor}
          data-anchor={anchor}
          data-in-room={(anchor === 'top_left' && room !== null) || undefined}
          style={anchor === 'top_left' && room !== null ? roomStyle(room) : undefined}
        >
          {toasts
            .filter((toast) => toast.anchor === anchor)
            .map((toast) => (
              <ToastCard key={toast.id} toast={toast} store={store} />
            ))}
        </div>
      ))}
      <div className={styles.spoken}>
        <div className={a11y.hidden} role="status">
          {spoken(toasts, (severity) => severity !== 'error')}
        </div>
        <div className={a11y.hidden} role="alert">
          {spoken(toasts, (severity) => severity === 'error')}
        </div>
      </div>
    </section>
  );
}

/** A line of more letters is hard to read. */
const MAXIMUM_PX = 400;

function roomStyle({ left, top, width }: FreeRoom): CSSProperties {
  return { left, top, width: Math.min(width, MAXIMUM_PX) };
}

/** The free part of the page's head, measured while there are toasts to stand in it; null: the page offers none. */
function useFreeRoom(isWanted: boolean): FreeRoom | null {
  const element = useSyncExternalStore(watchToastRoom, offeredToastRoom);
  const [room, setRoom] = useState<FreeRoom | null>(null);
  useLayoutEffect(() => {
    if (!isWanted) return undefined;
    if (element === null) {
      setRoom(null);
      return undefined;
    }
    const measure = () => {
      const next = roomWithin(element.getBoundingClientRect());
      setRoom((before) =>
        before !== null && before.left === next.left && before.top === next.top && before.width === next.width
          ? before
          : next,
      );
    };
    measure();
    const resized = new ResizeObserver(measure);
    resized.observe(element);
    resized.observe(document.documentElement);
    return () => resized.disconnect();
  }, [isWanted, element]);
  return room;
}

function spoken(toasts: readonly Toast[], matches: (severity: ToastSeverity) => boolean): ReactNode {
  return toasts
    .filter((toast) => toast.state === 'open' && matches(toast.severity) && toast.custom === undefined)
    .map((toast) => <p key={toast.id}>{spokenText(toast)}</p>);
}

/** A time that runs is said once: a text that changed each second would be read out each second. */
function spokenText({ title, message, note, undoMs = 0 }: Toast): string {
  const second = typeof note === 'function' ? note(Math.ceil(undoMs / 1000)) : note;
  return [[title, message].filter(Boolean).join(': '), second].filter(Boolean).join(' ');
}

function ToastCard({ toast, store }: { toast: Toast; store: ToastStore }) {
  const element = useRef<HTMLDivElement>(null);
  const close = () => store.close(toast.id);
  const latestClose = useLatest(close);
  const { autoHideMs, action, note, undoMs } = toast;
  const leftMs = useLeftMs(undoMs);
  const isOpen = toast.state === 'open';
  const undo =
    toast.onUndo === undefined || leftMs <= 0
      ? null
      : () => {
          close();
          toast.onUndo?.();
        };
  const act = (): void => element.current?.querySelector<HTMLElement>('[data-action]')?.click();
  // of several toasts the latest has the keys
  useShortcut('mod+z', () => undo?.(), {
    enabled: isOpen && undo !== null,
    always: true,
    everywhere: true,
    outsideText: true,
  });
  useShortcut(action?.keys ?? 'o', act, {
    enabled: isOpen && action?.keys !== undefined,
    always: true,
    everywhere: true,
    outsideText: true,
  });

  // Hides by itself, but not while somebody reads it: the time stops under the pointer and the focus.
  useEffect(() => {
    const card = element.current;
    if (autoHideMs === null || card === null) return undefined;
    let leftMs = autoHideMs;
    let startedAt = performance.now();
    let timer = setTimeout(() => latestClose.current(), leftMs);
    let isPaused = false;
    const pause = () => {
      if (isPaused) return;
      isPaused = true;
      clearTimeout(timer);
      leftMs -= performance.now() - startedAt;
    };
    const resume = () => {
      if (!isPaused || card.matches(':hover') || card.contains(document.activeElement)) return;
      isPaused = false;
      startedAt = performance.now();
      timer = setTimeout(() => latestClose.current(), Math.max(leftMs, 1000));
    };
    const afterFocus = () => setTimeout(resume);
    card.addEventListener('pointerenter', pause);
    card.addEventListener('pointerleave', resume);
    card.addEventListener('focusin', pause);
    card.addEventListener('focusout', afterFocus);
    return () => {
      clearTimeout(timer);
      card.removeEventListener('pointerenter', pause);
      card.removeEventListener('pointerleave', resume);
      card.removeEventListener('focusin', pause);
      card.removeEventListener('focusout', afterFocus);
    };
  }, [autoHideMs, latestClose]);

  const Custom = toast.custom === undefined ? undefined : store.custom[toast.custom];
  return (
    <div
      ref={element}
      className={styles.toast}
      data-severity={toast.severity}
      data-state={toast.state}
      data-testid="toast"
      inert={toast.state === 'closing'}
    >
      <SeverityIcon severity={toast.severity} />
      <div className={styles.content}>
        {Custom === undefined ? (
          <>
            {toast.title === undefined ? null : <CutText className={styles.title} text={toast.title} />}
            <div className={styles.words}>
              <CutText className={styles.text} text={toast.message} />
              {action === undefined || action.keys !== undefined ? null : (
                <ToastAction action={action} close={close} />
              )}
            </div>
            {note === undefined || (typeof note === 'function' && leftMs <= 0) ? null : (
              <Note note={typeof note === 'function' ? note(Math.ceil(leftMs / 1000)) : note} />
            )}
          </>
        ) : (
          <Custom {...toast.customProps} close={close} />
        )}
      </div>
      {action?.keys === undefined ? null : <ToastAction action={action} close={close} />}
      {undo === null ? null : (
        <button type="button" className={styles.button} onClick={undo}>
          {uiMessages.undo}
          {undoMs === undefined || typeof note === 'function' ? null : (
            // a name that changed each second would be read out each second
            <span className={styles.seconds} aria-hidden="true">
              {uiMessages.toast.secondsLeft(Math.ceil(leftMs / 1000))}
            </span>
          )}
          <Kbd keys="mod+z" />
        </button>
      )}
      <button type="button" className={styles.close} aria-label={uiMessages.close} onClick={close}>
        <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true">
          <path d="M3 3l8 8M11 3l-8 8" stroke="currentColor" strokeWidth="1.5" strokeLinecap="round" />
        </svg>
      </button>
      {undo === null || undoMs === undefined ? null : (
        <span
          className={styles.runningOut}
          style={{ width: `${(leftMs / undoMs) * 100}%` }}
          aria-hidden="true"
        />
      )}
    </div>
  );
}

/** What is left of a span that begins now, in ms, four times a second; Infinity: it has no end. */
function useLeftMs(spanMs: number | undefined): number {
  const [leftMs, setLeftMs] = useState(spanMs ?? Infinity);
  useEffect(() => {
    if (spanMs === undefined) return undefined;
    const end = performance.now() + spanMs;
    const timer = setInterval(() => {
      setLeftMs(end - performance.now());
      if (end <= performance.now()) clearInterval(timer);
    }, 250);
    return () => clearInterval(timer);
  }, [spanMs]);
  return leftMs;
}

/** The second line. A screen reader has heard it with the first. */
function Note({ note }: { note: string }) {
  return <p className={styles.note}>{note}</p>;
}

/** A link or a button behind the text. One that is too long for a line is cut; a tooltip has it whole. */
function ToastAction({ action, close }: { action: NonNullable<Toast['action']>; close: () => void }) {
  const [element, isCut] = useIsCut<HTMLButtonElement & HTMLAnchorElement>();
  const { keys } = action;
  const shared = {
    ref: element,
    className: keys === undefined ? styles.action : styles.button,
    'data-action': true,
    'data-tip': isCut ? action.label : undefined,
  };
  const content = (
    <>
      {action.label}
      {keys === undefined ? null : <Kbd keys={keys} />}
    </>
  );
  return action.href === undefined ? (
    <button
      type="button"
      {...shared}
      onClick={() => {
        close();
        action.onClick?.();
      }}
    >
      {content}
    </button>
  ) : (
    <a
      href={action.href}
      {...shared}
      onClick={(event) => {
        close();
        if (action.onClick !== undefined && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
          event.preventDefault();
          action.onClick();
        }
      }}
    >
      {content}
    </a>
  );
}

/** A text that its style cuts. When it is cut, a tooltip has it whole, by pointer and by keyboard. */
function CutText({ text, className }: { text: string; className: string | undefined }) {
  const [element, isCut] = useIsCut<HTMLParagraphElement>();
  return (
    <p
      ref={element}
      className={className}
      data-tip={isCut ? text : undefined}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the rest of the text is there for the keyboard, too
      tabIndex={isCut ? 0 : undefined}
    >
      {text}
    </p>
  );
}

/** Whether an element's content is larger than the element shows. */
function useIsCut<E extends HTMLElement>() {
  const ref = useRef<E>(null);
  const [isCut, setIsCut] = useState(false);
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return undefined;
    const measure = () =>
      setIsCut(
        element.scrollHeight > element.clientHeight + 1 || element.scrollWidth > element.clientWidth + 1,
      );
    measure();
    const resized = new ResizeObserver(measure);
    resized.observe(element);
    return () => resized.disconnect();
  }, []);
  return [ref, isCut] as const;
}

function SeverityIcon({ severity }: { severity: ToastSeverity }) {
  const shapes: Record<ToastSeverity, ReactNode> = {
    success: <path d="M5.5 9.2l2.300 2.300 4.700-5" />,
    error: <path d="M6.300 6.300l5.400 5.400M11.700 6.300l-5.400 5.400" />,
    warning: <path d="M9 5v4.800M9 12.600v.01" />,
    info: <path d="M9 8.400v4.400M9 5.400v.01" />,
  };
  return (
    <svg
      className={styles.icon}
      width="18"
      height="18"
      viewBox="0 0 18 18"
      role="img"
      aria-label={uiMessages.toast.severity[severity]}
    >
      <circle cx="9" cy="9" r="8.5" fill="currentColor" stroke="none" />
      <g fill="none" stroke="var(--canvas)" strokeWidth="1.75" strokeLinecap="round" strokeLinejoin="round">
        {shapes[severity]}
      </g>
    </svg>
  );
}
