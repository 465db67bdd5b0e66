/** What the conversation around ideas brings to the console. */
import { captureAddress } from '../../host/addresses.ts';
import '../../host/modals.ts';
import { readsFeedback } from '../../shared/feature.ts';
import type { Feature } from '../../shared/feature.ts';
import { openModal } from '../../ui/overlay/modals.ts';

export const conversation = {
  screens: {
    capture: {
      address: captureAddress(),
      title: 'Add feedback',
      load: async () => (await import('./CapturePage.tsx')).CapturePage,
      needs: readsFeedback,
    },
  },
  adds: [
    { modal: 'idea', label: 'New Idea', keys: 'i', open: () => openModal('idea', { mode: 'create' }) },
    { modal: 'feedback', label: 'Add feedback', keys: 'c', open: () => openModal('feedback', {}) },
  ],
  modals: {
    idea: async () => (await import('./IdeaPanel.tsx')).IdeaPanel,
    feedback: async () => (await import('./FeedbackPanel.tsx')).FeedbackPanel,
    editComment: async () => (await import('./EditCommentPanel.tsx')).EditCommentPanel,
    addVoter: async () => (await import('./AddVoterPanel.tsx')).AddVoterPanel,
    exportActivity: async () => (await import('./ExportActivityPanel.tsx')).ExportActivityPanel,
    flagIdea: async () => (await import('./FlagIdeaPanel.tsx')).FlagIdeaPanel,
  },
} satisfies Feature;
