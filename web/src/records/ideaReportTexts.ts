/** Texts of the idea report. */
export const ideaReportTexts = {
  what: 'ideas',
  fields: {
    title: 'Idea',
    created: 'Created',
    last_activity: 'Last activity',
    status_update: 'Status update',
    votes: 'Votes',
    comments: 'Comments',
    user: 'Created by',
    notes: 'Notes',
    feedback: 'Feedback',
  },
  lastBy: (name: string): string => `last by ${name}`,
};
