import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { queryClient } from '../api/runtime.ts';
import type { Viewer } from '../api/viewer.ts';
import { ThemeProvider } from '../theme/ThemeProvider.tsx';
import { APP_TOAST_DEFAULTS, createToastStore } from '../ui/toasts/toasts.ts';
import { UiRoot } from '../ui/UiRoot.tsx';
import { AuthBoundary } from './AuthBoundary.tsx';

/**
 * Draws the console.
 *
 * @param viewer who is here, as `AuthBoundary` takes it
 * @param known the same, when the answer has come by now; null: it has not
 * @returns what ends it
 */
export function drawConsole(into: HTMLElement, viewer: Promise<Viewer | null>, known: Viewer | null): Root {
  const root = createRoot(into);
  root.render(
    <ThemeProvider>
      <UiRoot toasts={createToastStore(APP_TOAST_DEFAULTS)}>
        <QueryClientProvider client={queryClient}>
          <AuthBoundary first={viewer} known={known} />
        </QueryClientProvider>
      </UiRoot>
    </ThemeProvider>,
  );
  return root;
}
