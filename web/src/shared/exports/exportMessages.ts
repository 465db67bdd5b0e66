import { exportLimits } from '../../../../contract/limits.ts';
import type { ExportFormat } from '../../../../contract/activity.ts';

/** Texts that both ways of exporting share. */
export const exportMessages = {
  format: 'Format',
  formats: { csv: 'CSV', xlsx: 'Excel (xlsx)' } satisfies Record<ExportFormat, string>,
  submit: 'Start export',
  note: (email: string) => `We’ll email a link to ${email}. It works for ${exportLimits.linkDays} days.`,
  own: 'Your exports',
} as const;
