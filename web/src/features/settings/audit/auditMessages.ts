/** Texts of the page of the audit log. */
import { plural } from '../../../ui/text/format.ts';

export const auditMessages = {
  title: 'Audit log',
  note: 'Who signed in, changed rights or settings, deleted, shared, sent or exported something. Lines stay for good: no one can change or delete them here.',
  empty: 'What people do here from now on is listed.',
  export: 'Export',
  dialog: {
    title: 'Export the audit log',
    what: (total: number | string) =>
      `${typeof total === 'string' ? `${total} lines` : plural(total, { one: 'line', other: 'lines' })}, as they are searched and filtered now.`,
  },
} as const;
