import { exportLimits } from '../../../../contract/limits.ts';
import { formatNumber, plural } from '../../ui/text/format.ts';

/** Texts of the page of exports. */
export const exportsMessages = {
  title: 'Exports',
  what: 'your exports',
  list: 'Your exports',
  note: `Files are kept for ${exportLimits.linkDays} days.`,
  empty: 'No exports yet',
  emptyReason: 'Export an idea’s activity from its page, or ideas from the menu of the list.',
  toIdeas: 'Go to ideas',
  collection: (collection: string) => (collection === 'suggestions' ? 'Ideas' : 'Activity'),
  states: {
    pending: 'Waiting',
    running: 'Exporting',
    complete: 'Ready',
    failed: 'Failed',
    cancelled: 'Canceled',
    expired: 'Expired',
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
  cancelled: 'Export canceled.',
  cancelFailed: (message: string) => `The export could not be canceled: ${message}`,
  lapsed: 'This link has expired.',
  lapsedReason: `Files are removed after ${exportLimits.linkDays} days, and links only work for admins with access to the exported data.`,
  dismiss: 'Dismiss',
} as const;
