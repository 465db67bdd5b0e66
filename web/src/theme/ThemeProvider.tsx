import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import '@mantine/core/styles/default-css-variables.layer.css';
import '@fontsource-variable/inter/wght.css';
import './tokens.css';
import './base.css';
import { mantineTheme, mantineVariables } from './mantine.ts';
import { pageNonce } from './nonce.ts';

/** The same key as in web/color-scheme.js, which reads it before this code is loaded. */
const colorSchemeManager = localStorageColorSchemeManager({ key: 'earshot:color-scheme' });

/**
 * Colours, type and the kit's settings for everything inside it. One per page, at the root.
 * The scheme follows the system until the user chooses one (`useColorScheme`).
 */
export function ThemeProvider({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={mantineTheme}
      cssVariablesResolver={mantineVariables}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
      getStyleNonce={pageNonce}
      withGlobalClasses={false}
      deduplicateCssVariables
    >
      {children}
    </MantineProvider>
  );
}
