import { useSyncExternalStore } from 'react';
import { chooseScheme, chosenScheme, shownScheme, watchScheme } from './colorScheme.ts';
import type { ColorScheme } from './colorScheme.ts';

/**
 * The colour scheme: what the user chose, what is shown, and how to change it. The choice is kept in
 * this browser and not per user: it is needed before anyone has signed in.
 */
export function useColorScheme(): {
  chosen: ColorScheme;
  shown: 'light' | 'dark';
  choose: (scheme: ColorScheme) => void;
  /** Light becomes dark and the other way round, as seen on the screen. */
  toggle: () => void;
} {
  const chosen = useSyncExternalStore(watchScheme, chosenScheme);
  const shown = useSyncExternalStore(watchScheme, shownScheme);
  return {
    chosen,
    shown,
    choose: chooseScheme,
    toggle: () => chooseScheme(shown === 'dark' ? 'light' : 'dark'),
  };
}
