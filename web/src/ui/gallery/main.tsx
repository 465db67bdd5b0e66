import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ThemeProvider } from '../../theme/ThemeProvider.tsx';
import { APP_TOAST_DEFAULTS, createToastStore } from '../toasts/toasts.ts';
import { UiRoot } from '../UiRoot.tsx';
import { Gallery } from './Gallery.tsx';

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
const root = document.getElementById('root');
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <ThemeProvider>
        <UiRoot toasts={toasts}>
          <Gallery />
        </UiRoot>
      </ThemeProvider>
    </StrictMode>,
  );
}
