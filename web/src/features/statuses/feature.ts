/** What answers by status bring to the console. */
import '../../host/modals.ts';
import type { Feature } from '../../shared/feature.ts';

export const statuses = {
  modals: {
    statuses: async () => (await import('./StatusesPanel.tsx')).StatusesPanel,
    bulkStatus: async () => (await import('./BulkStatusPanel.tsx')).BulkStatusPanel,
    emailSubscribers: async () => (await import('./EmailSubscribersPanel.tsx')).EmailSubscribersPanel,
  },
} satisfies Feature;
