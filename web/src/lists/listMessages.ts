/** Texts of the filters of every list. */
export const listMessages = {
  sortBy: 'Sort by',
  is: 'is',
  /** A filter whose value is typed. */
  typeValue: 'Type the value, then press Enter.',
  isExactly: (text: string) => `Is “${text}”`,
  isAnyOf: 'is any of',
  /** Asked for first where a category is chosen. */
  forum: 'Forum',
  /** What a filter of an old address named. */
  gone: '(deleted)',
  /** Values of a filter, whose code comes after the page, in the sentence where it does not. */
  filterValues: 'filter values',
} as const;
