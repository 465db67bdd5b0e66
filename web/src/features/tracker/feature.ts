/** What the issue tracker brings to the console; its settings stand with the others. */
import '../../host/modals.ts';
import type { Feature } from '../../shared/feature.ts';

export const tracker = {
  modals: {
    jiraIntegration: async () => (await import('./LinkIssuePanel.tsx')).LinkIssuePanel,
  },
} satisfies Feature;
