import { exportLimits } from '../../../../contract/limits.ts';

/** Texts of the page of exports. */
export const exportsMessages = {
  title: 'Exports',
  empty: `No exports yet. Export an idea’s activity from its page, or ideas from the menu of the list. Files are kept for ${exportLimits.linkDays} days.`,
  toIdeas: 'Go to ideas',
  lapsed: 'This link has expired.',
  lapsedReason: `Files are removed after ${exportLimits.linkDays} days, and links only work for admins with access to the exported data.`,
  dismiss: 'Dismiss',
} as const;
