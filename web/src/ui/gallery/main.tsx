import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { ThemeProvider } from '../../theme/ThemeProvider.tsx';
import { listModals, removeModal } from '../overlay/modals.ts';
import { APP_TOAST_DEFAULTS, createToastStore } from '../toasts/toasts.ts';
import { UiRoot } from '../UiRoot.tsx';
import { Gallery } from './Gallery.tsx';

/** Draws the gallery's page that the address names. */
function draw(): Root {
  const element = document.getElementById('root');
  if (element === null) throw new Error('The page has no place for the gallery.');
  const toasts = createToastStore(APP_TOAST_DEFAULTS, {
    progress: ({ close }) => (
      <p>
        A drawn toast.{' '}
        <button type="button" onClick={close}>
          Done
        </button>
      </p>
    ),
  });
  const root = createRoot(element);
  root.render(
    <StrictMode>
      <ThemeProvider>
        <UiRoot toasts={toasts}>
          <Gallery />
        </UiRoot>
      </ThemeProvider>
    </StrictMode>,
  );
  return root;
}

let root = draw();

// tests draw it again in place of loading it again
Object.assign(window, {
  earshotStage: {
    async clear() {
      root.unmount();
      for (const { id } of listModals()) removeModal(id);
      const place = Object.assign(document.createElement('div'), { id: 'root' });
      document.getElementById('root')?.replaceWith(place);
    },
    async show(address: string) {
      window.history.replaceState(null, '', address);
      root = draw();
    },
  },
});
