/** Texts of every list that the list of ideas does without at first. */
export const pageMessages = {
  expression: 'Expression',
  expressionTip: 'Filter by a line such as country = "Norway" and name contains "son"',
  search: (what: string) => `Search ${what}`,
  bestMatch: 'Best match',
  yes: 'Yes',
  no: 'No',
  empty: (what: string) => `No ${what} yet.`,
  emptyFiltered: (what: string) => `No ${what} match your search and filters.`,
  clearAll: 'Clear search and filters',
} as const;
