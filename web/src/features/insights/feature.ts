/** What insights bring to the console. */
import { IconChartDots, IconChartDotsFilled } from '@tabler/icons-react';
import { ideaReportAddress, insightsAddress } from '../../host/addresses.ts';
import { readsFeedback } from '../../shared/feature.ts';
import type { Feature } from '../../shared/feature.ts';

export const insights = {
  areas: { insights: { label: 'Insights', letter: 'n', icons: [IconChartDots, IconChartDotsFilled] } },
  screens: {
    insights: {
      address: insightsAddress,
      title: 'Insights',
      load: async () => (await import('./InsightsPage.tsx')).InsightsPage,
      needs: readsFeedback,
      area: 'insights',
    },
    idea_report: {
      address: ideaReportAddress,
      title: 'Idea report',
      load: async () => (await import('./IdeaReportPage.tsx')).IdeaReportPage,
      needs: readsFeedback,
      area: 'insights',
      commands: { 'Idea report': '' },
    },
  },
} satisfies Feature;
