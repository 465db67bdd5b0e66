/** What themes bring to the console, with the page that leads to them and to impact reports. */
import { IconSparkles, IconSparklesFilled } from '@tabler/icons-react';
import { hasFeature } from '../../../../contract/permissions.ts';
import type { Rights } from '../../../../contract/permissions.ts';
import { themeReportsAddress, trendsAddress } from '../../host/addresses.ts';
import { readsFeedback } from '../../shared/feature.ts';
import type { Feature } from '../../shared/feature.ts';

/** Theme reports are for those who see ideas, where the workspace has them (PERM-024). */
const seesThemes = (rights: Rights): boolean =>
  readsFeedback(rights) && hasFeature(rights.authorized_features, 'theme_detection');

export const themes = {
  areas: { ai_tools: { label: 'AI Tools', letter: 'a', icons: [IconSparkles, IconSparklesFilled] } },
  screens: {
    ai_tools: {
      address: '/admin-console/theme-explorer',
      title: 'AI Tools',
      load: async () => (await import('./AiToolsPage.tsx')).AiToolsPage,
      needs: (rights) =>
        seesThemes(rights) ||
        (readsFeedback(rights) && hasFeature(rights.authorized_features, 'impact_reports')),
      area: 'ai_tools',
    },
    theme_reports: {
      address: themeReportsAddress,
      title: 'Theme explorer',
      load: async () => (await import('./ThemeReportsPage.tsx')).ThemeReportsPage,
      needs: seesThemes,
      area: 'ai_tools',
      commands: { 'Theme explorer': '' },
    },
    theme_report_new: {
      address: `${themeReportsAddress}/create`,
      title: 'New theme report',
      load: async () => (await import('./NewThemeReportPage.tsx')).NewThemeReportPage,
      needs: seesThemes,
      area: 'ai_tools',
    },
    theme_report_edit: {
      address: `${themeReportsAddress}/$theme_set_id/edit`,
      title: 'Theme report',
      load: async () => (await import('./EditThemeReportPage.tsx')).EditThemeReportPage,
      needs: seesThemes,
      area: 'ai_tools',
    },
    theme_set: {
      address: `${themeReportsAddress}/$theme_set_id/themes`,
      title: 'Themes',
      load: async () => (await import('./ThemeSetPage.tsx')).ThemeSetPage,
      needs: seesThemes,
      area: 'ai_tools',
    },
    theme_trends: {
      address: `${themeReportsAddress}/$theme_set_id/themes/trends/$view`,
      title: 'Trends of themes',
      load: async () => (await import('./ThemeTrendsPage.tsx')).ThemeTrendsPage,
      needs: seesThemes,
      area: 'ai_tools',
    },
    theme: {
      address: '/admin-console/theme-explorer/themes/$theme_id/details',
      title: 'Theme',
      load: async () => (await import('./ThemePage.tsx')).ThemePage,
      needs: seesThemes,
      area: 'ai_tools',
    },
  },
  redirects: [
    // trends alone are those that move most (ROUTE-013)
    {
      path: /^\/admin-console\/theme-explorer\/reports\/(\d+)\/themes\/trends$/,
      to: (set, search) => trendsAddress(set) + search,
    },
  ],
} satisfies Feature;
