/** What the satisfaction of people brings to the console. */
import { hasFeature } from '../../../../contract/permissions.ts';
import { satisfactionAddress } from '../../host/addresses.ts';
import { readsFeedback } from '../../shared/feature.ts';
import type { Feature } from '../../shared/feature.ts';

export const satisfaction = {
  screens: {
    satisfaction: {
      address: satisfactionAddress,
      title: 'Satisfaction',
      load: async () => (await import('./SatisfactionPage.tsx')).SatisfactionPage,
      needs: (rights) => readsFeedback(rights) && hasFeature(rights.authorized_features, 'satisfaction'),
      more: 'NPS',
    },
  },
} satisfies Feature;
