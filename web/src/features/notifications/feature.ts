/** What notifications bring to the console. */
import { notificationsAddress } from '../../host/addresses.ts';
import type { Feature } from '../../shared/feature.ts';

export const notifications = {
  screens: {
    notifications: {
      address: notificationsAddress,
      title: 'Notifications',
      load: async () => (await import('./NotificationsPage.tsx')).NotificationsPage,
    },
  },
} satisfies Feature;
