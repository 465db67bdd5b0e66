/** Texts of an idea in a theme, wherever it is shown. */
export const themePlacementTexts = {
  what: 'ideas',
  fields: {
    idea: 'Idea',
    why: 'Why it is here',
    fit: 'Fit',
    votes: 'Votes',
    revenue: 'Revenue',
    theme: 'Theme',
    second: 'Next best',
  },
  movedBy: (who: string | null) => (who === null ? 'moved here by hand' : `moved here by ${who}`),
  borderline: 'It fits just so.',
} as const;
