/** What imports and exports bring to the console. */
import { exportsAddress, importSettingsAddress } from '../../host/addresses.ts';
import { readsFeedback } from '../../shared/feature.ts';
import type { Feature } from '../../shared/feature.ts';

export const exchange = {
  screens: {
    import_settings: {
      address: importSettingsAddress,
      title: 'Import',
      load: async () => (await import('./ImportPage.tsx')).ImportPage,
      section: 'connections',
    },
    exports: {
      address: exportsAddress,
      title: 'Exports',
      load: async () => (await import('./ExportsPage.tsx')).ExportsPage,
      needs: readsFeedback,
      section: 'you',
      commands: { 'Your exports': '' },
    },
  },
} satisfies Feature;
