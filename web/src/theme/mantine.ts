import { createTheme } from '@mantine/core';
import type { CSSVariablesResolver, MantineColorsTuple } from '@mantine/core';

/** The brand violet in ten shades: 6 is the fill in light, 5 the fill in dark (white text 6.8:1 and 5.1:1). */
const brand: MantineColorsTuple = [
  '#f3f1fd',
  '#e4dffa',
  '#c8bff3',
  '#ab9eec',
  '#8d7ce4',
  '#6f59dc',
  '#5b43c9',
  '#4f38b8',
  '#402d96',
  '#312273',
];

/**
 * The kit's theme: makes Mantine's parts (calendars, and whatever a later screen takes from it)
 * look like the console's own. The shade of the fill is chosen per scheme because the kit's
 * automatic contrast picked an unreadable one in dark.
 */
export const kitTheme = createTheme({
  primaryColor: 'brand',
  primaryShade: { light: 6, dark: 5 },
  colors: { brand },
  fontFamily: 'var(--font)',
  fontFamilyMonospace: 'var(--font-mono)',
  headings: { fontFamily: 'var(--font)', fontWeight: '650' },
  fontSizes: { xs: '11px', sm: '12px', md: '13px', lg: '14px', xl: '16px' },
  lineHeights: { xs: '13px', sm: '16px', md: '20px', lg: '22px', xl: '24px' },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  radius: { xs: '5px', sm: '7px', md: '8px', lg: '10px', xl: '12px' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  focusRing: 'auto',
});

/** Points the kit's own variables at the console's tokens, so that both change together with the scheme. */
export const kitVariables: CSSVariablesResolver = () => {
  const shared = {
    '--mantine-color-body': 'var(--canvas)',
    '--mantine-color-text': 'var(--ink)',
    '--mantine-color-dimmed': 'var(--ink3)',
    '--mantine-color-placeholder': 'var(--ink3)',
    '--mantine-color-anchor': 'var(--brand-ink)',
    '--mantine-color-default': 'var(--canvas)',
    '--mantine-color-default-hover': 'var(--hover)',
    '--mantine-color-default-border': 'var(--line2)',
    '--mantine-color-default-color': 'var(--ink)',
    '--mantine-color-error': 'var(--down)',
    '--mantine-color-disabled': 'var(--hover)',
    '--mantine-color-disabled-color': 'var(--ink3)',
  };
  return { variables: {}, light: shared, dark: shared };
};
