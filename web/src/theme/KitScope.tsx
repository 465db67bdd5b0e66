import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import '@mantine/core/styles/default-css-variables.layer.css';
import { kitTheme, kitVariables } from './mantine.ts';
import { pageNonce } from './nonce.ts';
import { useColorScheme } from './useColorScheme.ts';

/**
 * Around a part of the Mantine kit: its theme in the console's colours, and the page's nonce for the
 * styles that it adds. Not at the root: popover, menu and tooltip of the kit alone are 41 KB, which the
 * first load cannot spare, so the console draws those itself and takes from the kit only what is large
 * and rarely shown, in code that is loaded when it is.
 */
export function KitScope({ children }: { children: ReactNode }) {
  const { shown } = useColorScheme();
  return (
    <MantineProvider
      theme={kitTheme}
      cssVariablesResolver={kitVariables}
      forceColorScheme={shown}
      getStyleNonce={pageNonce}
      withGlobalClasses={false}
      deduplicateCssVariables
    >
      {children}
    </MantineProvider>
  );
}
