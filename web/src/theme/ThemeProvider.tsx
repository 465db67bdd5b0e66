import { useEffect } from 'react';
import type { ReactNode } from 'react';
import '@fontsource-variable/inter/wght.css';
import './tokens.css';
import './base.css';
import { followScheme } from './colorScheme.ts';

/**
 * Colours, type and scheme for everything inside it. One per page, at the root. The scheme follows the
 * system until the user chooses one (`useColorScheme`).
 */
export function ThemeProvider({ children }: { children: ReactNode }) {
  useEffect(() => followScheme(), []);
  return children;
}
