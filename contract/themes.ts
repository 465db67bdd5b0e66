/** Theme reports: limits that browser and server share, and the colours of themes. */
export const themeLimits = {
  /** Ideas of one run. */
  ideas: 100_000,
  /** Ideas that can be chosen one by one. */
  chosenIdeas: 1_000,
  themes: 400,
  groups: 50,
  /** Words of a report that do not count. */
  ignoredWords: 200,
  ignoredCharacters: 60,
  /** Runs of a workspace that may wait or work at a time. */
  waiting: 200,
  /** A run can be taken back for so long, and a deleted report brought back. */
  undoDays: 30,
  /** Below this an idea belongs to its theme just so. */
  borderlineFit: 0.4,
} as const;

/** Colours of themes, in this order. */
export const THEME_COLORS = [
  '#4C8FC9',
  '#2B9281',
  '#AC6BC8',
  '#B57219',
  '#6F7FD8',
  '#658F2C',
  '#C76A8B',
  '#8C8C3C',
  '#7E8E8E',
] as const;

/** What the newest run made of a theme. */
export const THEME_CHANGES = ['kept', 'new', 'split', 'merged', 'gone'] as const;
export type ThemeChange = (typeof THEME_CHANGES)[number];

/** Name of the theme of ideas that fit nowhere. */
export const UNCATEGORIZED = 'Uncategorized';
