/** What lists and saved views of ideas bring to the console. */
import { ideaListsAddress, ideaViewsAddress } from '../../host/addresses.ts';
import '../../host/modals.ts';
import { readsFeedback } from '../../shared/feature.ts';
import type { Feature } from '../../shared/feature.ts';

export const views = {
  screens: {
    idea_lists: {
      address: ideaListsAddress,
      title: 'Idea lists',
      load: async () => (await import('./IdeaListsPage.tsx')).IdeaListsPage,
      needs: readsFeedback,
      area: 'ideas',
      commands: { 'Idea lists': '' },
    },
    idea_views: {
      address: ideaViewsAddress,
      title: 'Saved views',
      load: async () => (await import('./IdeaViewsPage.tsx')).IdeaViewsPage,
      needs: readsFeedback,
      area: 'ideas',
      commands: { 'Saved views': '' },
    },
  },
  modals: {
    nameView: async () => (await import('./NameViewDialog.tsx')).NameViewDialog,
    shareView: async () => (await import('./ShareViewDialog.tsx')).ShareViewDialog,
    viewMail: async () => (await import('./ViewMailDialog.tsx')).ViewMailDialog,
    addToList: async () => (await import('./AddToListDialog.tsx')).AddToListDialog,
    orderList: async () => (await import('./OrderListDialog.tsx')).OrderListDialog,
    orderViews: async () => (await import('./OrderViewsDialog.tsx')).OrderViewsDialog,
  },
} satisfies Feature;
