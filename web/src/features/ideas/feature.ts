/** What ideas bring to the console. */
import { IconBulb, IconBulbFilled } from '@tabler/icons-react';
import {
  feedbackAddress,
  filtersOfPath,
  ideasAddress,
  ideasOfViewAddress,
  reviewAddress,
} from '../../host/addresses.ts';
import '../../host/modals.ts';
import { readsFeedback } from '../../shared/feature.ts';
import type { Feature } from '../../shared/feature.ts';

const loadList = async () => (await import('./list/IdeasPage.tsx')).IdeasPage;

export const ideas = {
  areas: { ideas: { label: 'Ideas & Feedback', letter: 'i', icons: [IconBulb, IconBulbFilled] } },
  screens: {
    ideas: {
      address: ideasAddress(),
      title: 'Ideas',
      load: loadList,
      needs: readsFeedback,
      area: 'ideas',
      also: ['/admin/v3', '/admin/v3/ideas', '/admin/v3/ideas/f', '/admin/v3/feedback'],
    },
    ideas_of_owner: {
      address: '/admin/v3/ideas/f/$filters',
      title: 'Ideas',
      load: loadList,
      needs: readsFeedback,
      area: 'ideas',
      props: ({ filters = '' }) => {
        const preset = filtersOfPath(filters);
        return preset === null ? null : { preset };
      },
    },
    idea_details: {
      address: '/admin/v3/ideas/$suggestion_id',
      title: 'Idea',
      load: async () => (await import('./details/IdeaDetailsPage.tsx')).IdeaDetailsPage,
      needs: readsFeedback,
      area: 'ideas',
    },
    feedback: {
      address: feedbackAddress(),
      title: 'Feedback',
      load: async () => (await import('./inbox/FeedbackPage.tsx')).FeedbackPage,
      needs: readsFeedback,
      area: 'ideas',
      commands: { Feedback: '' },
    },
    review: {
      address: reviewAddress,
      title: 'Needs review',
      load: async () => (await import('./review/ReviewPage.tsx')).ReviewPage,
      needs: readsFeedback,
      area: 'ideas',
      commands: { 'Needs review': '', 'Blocked people': '?state=blocked' },
    },
  },
  modals: {
    mergeIdeas: async () => (await import('./merge/MergeIdeasDialog.tsx')).MergeIdeasDialog,
    exportIdeas: async () => (await import('./list/ExportIdeasDialog.tsx')).ExportIdeasDialog,
    undoHistory: async () => (await import('./list/UndoHistoryDialog.tsx')).UndoHistoryDialog,
  },
  redirects: [
    // a saved view is a filter of the list
    {
      path: /^\/admin\/v3\/(?:feedback\/suggestions\/f\/|ideas\/f\/saved_view=)(\d+)$/,
      to: (view, search) => ideasOfViewAddress(view) + search.replace(/^\?/, '&'),
    },
  ],
} satisfies Feature;
