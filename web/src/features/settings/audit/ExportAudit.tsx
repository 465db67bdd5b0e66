import type { ExportFormat } from '../../../../../contract/activity.ts';
import { messages } from '../../../../../contract/errors.ts';
import { SUCCESS_TOASTS } from '../../../../../contract/toasts.ts';
import { FormDialog } from '../../../forms/FormDialog.tsx';
import { useCommand } from '../../../forms/useCommand.ts';
import { useForm } from '../../../forms/useForm.ts';
import { ExportNote, FormatField } from '../../../shared/exports/ExportFields.tsx';
import { exportMessages } from '../../../shared/exports/exportMessages.ts';
import { useStartExport } from '../../../shared/exports/exports.ts';
import { auditMessages } from './auditMessages.ts';

const { dialog: texts } = auditMessages;

/**
 * Exports the audit log as it is searched and narrowed.
 * @param query search and filters of the list
 * @param total lines that the list has, as it shows their number; null: not counted yet
 */
export function ExportAudit({
  query,
  total,
  opened,
  onClose,
}: {
  query: Readonly<Record<string, unknown>>;
  total: number | string | null;
  opened: boolean;
  onClose: () => void;
}) {
  const start = useStartExport();
  const form = useForm<{ format: ExportFormat }>({
    blank: { format: 'csv' },
    fields: { format: { label: exportMessages.format } },
  });
  const filters = Object.fromEntries(Object.entries(query).filter(([name]) => name !== 'sort'));
  const save = useCommand(
    () => start({ collection: 'audit_entries', format: form.values.format, ...filters }),
    { form, done: SUCCESS_TOASTS.export_started, failed: messages.initiateExport, onDone: onClose },
  );
  return (
    <FormDialog {...{ opened, form, save, onClose }} title={texts.title} submitLabel={exportMessages.submit}>
      {total === null ? null : <p>{texts.what(total)}</p>}
      <FormatField {...form.field('format')} />
      <ExportNote />
    </FormDialog>
  );
}
