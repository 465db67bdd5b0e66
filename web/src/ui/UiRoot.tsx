import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { keepFocus } from './keyboard/keepFocus.ts';
import { listenToKeyboard } from './keyboard/keyboard.ts';
import { ToastProvider } from './toasts/Toasts.tsx';
import type { ToastStore } from './toasts/toasts.ts';
import { TooltipHost } from './overlay/Tooltip.tsx';

/** What the parts of `ui/` need once per page: the keyboard, the focus, the tooltip and the toasts. */
export function UiRoot({ toasts, children }: { toasts: ToastStore; children: ReactNode }) {
  useEffect(() => listenToKeyboard(), []);
  useEffect(() => keepFocus(), []);
  return (
    <ToastProvider store={toasts}>
      {children}
      <TooltipHost />
    </ToastProvider>
  );
}
