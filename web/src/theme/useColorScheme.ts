import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';

/** 'auto' follows the system. */
export type ColorScheme = 'light' | 'dark' | 'auto';

/**
 * The colour scheme: what the user chose, what is shown, and how to change it. The choice is kept
 * in this browser (not per user: it is needed before anybody has signed in).
 */
export function useColorScheme(): {
  chosen: ColorScheme;
  shown: 'light' | 'dark';
  choose: (scheme: ColorScheme) => void;
  /** Light becomes dark and the other way round, as seen on the screen. */
  toggle: () => void;
} {
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const shown = useComputedColorScheme('light', { getInitialValueInEffect: false });
  return {
    chosen: colorScheme,
    shown,
    choose: setColorScheme,
    toggle: () => setColorScheme(shown === 'dark' ? 'light' : 'dark'),
  };
}
