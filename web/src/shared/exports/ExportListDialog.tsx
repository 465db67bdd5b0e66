import type { ExportFormat } from '../../../../contract/activity.ts';
import type { ExportedList } from '../../../../contract/exports.ts';
import { messages } from '../../../../contract/errors.ts';
import { SUCCESS_TOASTS } from '../../../../contract/toasts.ts';
import { FormDialog } from '../../forms/FormDialog.tsx';
import { useCommand } from '../../forms/useCommand.ts';
import { useForm } from '../../forms/useForm.ts';
import { ExportNote, FormatField } from './ExportFields.tsx';
import { exportMessages } from './exportMessages.ts';
import { useStartExport } from './exports.ts';
/**
 * Exports a list as it is searched, narrowed and ordered.
 * @param query search, filters and order of the list
 * @param what says what comes into the file; null: its rows are not counted yet
 */
export function ExportListDialog({
  collection,
  title,
  query,
  what,
  opened,
  onClose,
}: {
  collection: ExportedList;
  title: string;
  query: Readonly<Record<string, unknown>>;
  what: string | null;
  opened: boolean;
  onClose: () => void;
}) {
  const start = useStartExport();
  const form = useForm<{ format: ExportFormat }>({
    blank: { format: 'csv' },
    fields: { format: { label: exportMessages.format } },
  });
  const save = useCommand(() => start({ collection, format: form.values.format, ...query }), {
    form,
    done: SUCCESS_TOASTS.export_started,
    failed: messages.initiateExport,
    onDone: onClose,
  });
  return (
    <FormDialog {...{ opened, form, save, onClose }} title={title} submitLabel={exportMessages.submit}>
      {what === null ? null : <p>{what}</p>}
      <FormatField {...form.field('format')} />
      <ExportNote />
    </FormDialog>
  );
}
