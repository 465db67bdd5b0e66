import type { ComponentType } from 'react';
import { messages } from '../../../../contract/errors.ts';
import { timing, toastTiming } from '../../../../contract/limits.ts';
import { ALERT_TOAST_ANCHOR, BASE_TOAST_ANCHOR, isToastSeverity } from '../../../../contract/toasts.ts';
import type { ToastAnchor, ToastSeverity } from '../../../../contract/toasts.ts';
import { motionMs } from '../motion.ts';

export type ToastDefaults = { anchor: ToastAnchor; autoHideMs: number };

/** What holds when nobody says otherwise (CONST-035, CONST-039). */
export const BASE_TOAST_DEFAULTS: ToastDefaults = {
  anchor: BASE_TOAST_ANCHOR,
  autoHideMs: toastTiming.baseAutoHideMs,
};
/** What the console's alerts use (CONST-034, CONST-038). */
export const APP_TOAST_DEFAULTS: ToastDefaults = {
  anchor: ALERT_TOAST_ANCHOR,
  autoHideMs: toastTiming.appAutoHideMs,
};

export type ToastOptions = {
  severity?: ToastSeverity;
  /** Left out: 'Success!' or 'Something went wrong. Please try again later.' (ERR-025, ERR-026). */
  message?: string;
  title?: string;
  /** A second line in small type, e.g. what follows from it; a function of the seconds that Undo still works. */
  note?: string | ((secondsLeft: number) => string);
  anchor?: ToastAnchor;
  /** Null: stays until it is closed. */
  autoHideMs?: number | null;
  /**
   * A link or button after the text. A link's `onClick` may take over the navigation. `keys` is a shortcut that does the
   * same while the toast is there and nobody types; the action is then drawn as a button with its key.
   */
  action?: { label: string; href?: string; onClick?: () => void; keys?: string };
  /** Shows Undo; the toast closes when it is pressed. Ctrl Z does the same while nobody types. */
  onUndo?: () => void;
  /** Undo works this long: a bar runs out with it, and the button is gone afterwards. Left out: as long as the toast is there. */
  undoMs?: number;
  /** Key of a component given to the store: draws the inside of the toast instead of text. */
  custom?: string;
  /** Props of that component. */
  customProps?: Record<string, unknown>;
};

/** A toast on the screen, or on its way out (500 ms, STATE-010). */
export type Toast = Omit<ToastOptions, 'severity' | 'anchor' | 'autoHideMs' | 'message'> & {
  id: number;
  severity: ToastSeverity;
  message: string;
  anchor: ToastAnchor;
  autoHideMs: number | null;
  state: 'open' | 'closing';
};

/** What a custom toast gets besides its own props. */
export type CustomToast = ComponentType<{ close: () => void } & Record<string, unknown>>;

export type ToastStore = {
  /** Shows a toast and answers its id; null when its custom key is unknown, which is logged (ERR-011). */
  show: (options: ToastOptions) => number | null;
  success: (message?: string, options?: Omit<ToastOptions, 'severity' | 'message'>) => number | null;
  error: (message?: string, options?: Omit<ToastOptions, 'severity' | 'message'>) => number | null;
  warning: (message: string, options?: Omit<ToastOptions, 'severity' | 'message'>) => number | null;
  info: (message: string, options?: Omit<ToastOptions, 'severity' | 'message'>) => number | null;
  close: (id: number) => void;
  closeAll: () => void;
  list: () => readonly Toast[];
  watch: (watcher: () => void) => () => void;
  custom: Readonly<Record<string, CustomToast>>;
};

/** More than this at one anchor, and the oldest goes. */
const MAXIMUM_PER_ANCHOR = 4;

/**
 * Keeps the toasts. Usable outside React as well (a failed request tells through it).
 * An invalid severity is logged and shown as info, so that its text is not lost (ERR-010).
 */
export function createToastStore(
  defaults: ToastDefaults = BASE_TOAST_DEFAULTS,
  custom: Readonly<Record<string, CustomToast>> = {},
): ToastStore {
  let nextId = 1;
  let toasts: readonly Toast[] = [];
  const watchers = new Set<() => void>();
  const set = (next: readonly Toast[]) => {
    toasts = next;
    for (const watcher of watchers) watcher();
  };

  const close = (id: number): void => {
    const toast = toasts.find((other) => other.id === id);
    if (toast === undefined || toast.state === 'closing') return;
    set(toasts.map((other) => (other.id === id ? { ...other, state: 'closing' } : other)));
    setTimeout(() => set(toasts.filter((other) => other.id !== id)), motionMs(timing.toastSlideMs));
  };

  const show = (options: ToastOptions): number | null => {
    let severity: ToastSeverity = options.severity ?? 'info';
    if (!isToastSeverity(severity)) {
      console.error(messages.invalidToastSeverity(String(options.severity)));
      severity = 'info';
    }
    if (options.custom !== undefined && custom[options.custom] === undefined) {
      console.error(messages.unknownToast(options.custom));
      return null;
    }
    const fallback =
      severity === 'success' ? messages.success : severity === 'error' ? messages.somethingWentWrong : '';
    const toast: Toast = {
      ...options,
      id: nextId++,
      severity,
      message: options.message ?? fallback,
      anchor: options.anchor ?? defaults.anchor,
      autoHideMs: options.autoHideMs === undefined ? defaults.autoHideMs : options.autoHideMs,
      state: 'open',
    };
    set([...toasts, toast]);
    const same = toasts.filter((other) => other.anchor === toast.anchor && other.state === 'open');
    const oldest = same[0];
    if (same.length > MAXIMUM_PER_ANCHOR && oldest !== undefined) close(oldest.id);
    return toast.id;
  };

  return {
    show,
    success: (message, options) => show({ ...options, severity: 'success', message }),
    error: (message, options) => show({ ...options, severity: 'error', message }),
    warning: (message, options) => show({ ...options, severity: 'warning', message }),
    info: (message, options) => show({ ...options, severity: 'info', message }),
    close,
    closeAll: () => {
      for (const toast of toasts) close(toast.id);
    },
    list: () => toasts,
    watch: (watcher) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    custom,
  };
}
