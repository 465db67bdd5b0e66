/** Texts of the list of impact reports. */
export const impactListTexts = {
  title: 'Impact reports',
  newReport: 'New report',
  empty:
    'An impact report shows what stands behind a theme, a list or some ideas: how many people and accounts, how much revenue, what they say, and what to do. Raise one to convince those who decide.',
  tabs: {
    label: 'Impact reports',
    all: 'All reports',
    mine: 'Mine',
    shared: 'Shared with me',
    archived: 'Archived',
  },
  bulkDelete: 'Delete',
};
