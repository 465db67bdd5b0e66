import { exportLimits } from '../../../../contract/limits.ts';
import { formatNumber, plural } from '../../ui/format.ts';

/** Texts of the page of exports. */
export const exportsMessages = {
  title: 'Exports',
  what: 'your exports',
  list: 'Your exports',
  note: `Files that you asked for. Each is kept for ${exportLimits.linkDays} days; the link in its mail works as long.`,
  empty: 'Nothing was exported yet',
  emptyReason: 'Export the activity of an idea from its page, or the list of ideas from its menu.',
  toIdeas: 'Go to the ideas',
  collection: (collection: string) => (collection === 'suggestions' ? 'Ideas' : 'Activity'),
  states: {
    pending: 'Waiting',
    running: 'Writing',
    complete: 'Ready',
    failed: 'Failed',
    cancelled: 'Cancelled',
    expired: 'Removed',
  } as Readonly<Record<string, string>>,
  rows: (count: number) => plural(count, { one: 'row', other: 'rows' }),
  rowsOf: (written: number, expected: number) => `${formatNumber(written)} of ${formatNumber(expected)} rows`,
  counting: 'Counting rows',
  progress: (name: string) => `Progress of ${name}`,
  removedOn: (date: string) => `kept until ${date}`,
  download: 'Download',
  downloadOf: (name: string) => `Download ${name}`,
  cancel: 'Cancel',
  cancelOf: (name: string) => `Cancel ${name}`,
  cancelled: 'Export cancelled.',
  cancelFailed: (message: string) => `The export could not be cancelled: ${message}`,
  lapsed: 'This link does not work, or not any more.',
  lapsedReason: `Files are removed after ${exportLimits.linkDays} days, and a link works only for admins who may read what the file holds.`,
  dismiss: 'Dismiss',
} as const;
