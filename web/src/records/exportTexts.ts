import type { ExportState } from '../../../contract/exports.ts';
import { formatNumber } from '../ui/text/format.ts';

const COLLECTIONS: Readonly<Record<string, string>> = {
  suggestions: 'Ideas',
  users: 'Users',
  external_accounts: 'Accounts',
  audit_entries: 'Audit log',
};

/** Texts of an export, wherever it is shown. */
export const exportTexts = {
  what: 'exports',
  fields: {
    file: 'File',
    state: 'State',
    rows: 'Rows',
    size: 'Size',
    started: 'Started',
    keptUntil: 'Kept until',
    content: 'Content',
    actions: 'Actions',
  },
  collection: (collection: string) => COLLECTIONS[collection] ?? 'Activity',
  states: {
    pending: 'Waiting',
    running: 'Exporting',
    complete: 'Ready',
    failed: 'Failed',
    cancelled: 'Canceled',
    expired: 'Expired',
  } satisfies Record<ExportState, string>,
  rowsOf: (written: number, expected: number) => `${formatNumber(written)} of ${formatNumber(expected)} rows`,
  counting: 'Counting rows',
  progress: (name: string) => `Progress of ${name}`,
  download: 'Download',
  downloadOf: (name: string) => `Download ${name}`,
  cancel: 'Cancel',
  cancelOf: (name: string) => `Cancel ${name}`,
  cancelled: 'Export canceled.',
  cancelFailed: (message: string) => `The export could not be canceled: ${message}`,
} as const;
