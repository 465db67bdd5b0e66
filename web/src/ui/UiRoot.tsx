import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { keepFocus } from './keepFocus.ts';
import { listenToKeyboard } from './keyboard.ts';
import { ToastProvider } from './Toasts.tsx';
import type { ToastStore } from './toasts.ts';
import { TooltipHost } from './Tooltip.tsx';

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
