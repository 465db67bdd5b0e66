import type { ExportFormat } from '../../../../../contract/activity.ts';
import { messages } from '../../../../../contract/errors.ts';
import { IDEA_FIELDS, type IdeaExportColumn, type IdeaField } from '../../../../../contract/idea_fields.ts';
import { SUCCESS_TOASTS } from '../../../../../contract/toasts.ts';
import { ExportNote, FormatField } from '../../../shared/exports/ExportFields.tsx';
import { exportMessages } from '../../../shared/exports/exportMessages.ts';
import { useStartExport } from '../../../shared/exports/exports.ts';
import { RadioGroup } from '../../../ui/fields/fields.tsx';
import type { ModalControl, ModalProps } from '../../../ui/overlay/modals.ts';
import { FormDialog } from '../../../forms/FormDialog.tsx';
import { useCommand } from '../../../forms/useCommand.ts';
import { useForm } from '../../../forms/useForm.ts';
import { exportIdeasMessages as texts } from './exportIdeasMessages.ts';

const fields = Object.entries(IDEA_FIELDS) as [IdeaExportColumn, IdeaField][];

/** Those of an export that the list does not have. */
export const furtherColumns = fields.filter(([, { column }]) => column === null).map(([name]) => name);

const furtherNames = furtherColumns.map((name) => IDEA_FIELDS[name].label.toLowerCase());

/** The columns of an export for those of the list, in their order. */
export function exportColumns(ids: readonly string[]): IdeaExportColumn[] {
  return [
    ...new Set<IdeaExportColumn>([
      'title',
      ...ids.flatMap((id) => fields.filter(([, { column }]) => column === id).map(([name]) => name)),
    ]),
  ];
}

/**
 * Exports the list as it is filtered and sorted.
 *
 * @param query search, filters and order of the list
 * @param shownIds the columns that are shown, in their order
 * @param allIds all columns that the viewer may have
 * @param total as it is shown over the list
 */
export function ExportIdeasDialog({
  opened,
  close,
  query,
  shownIds,
  allIds,
  total,
  isNarrowed,
}: ModalProps['exportIdeas'] & ModalControl) {
  const start = useStartExport();
  const form = useForm<{ format: ExportFormat; which: 'shown' | 'every' }>({
    blank: { format: 'csv', which: 'shown' },
    fields: {
      which: { label: texts.columns, inputs: ['columns'] },
      format: { label: exportMessages.format },
    },
  });
  const { format, which } = form.values;
  const shown = exportColumns(shownIds);
  const save = useCommand(
    () =>
      start({
        collection: 'suggestions',
        format,
        columns: which === 'shown' ? shown : [...exportColumns(allIds), ...furtherColumns],
        ...query,
      }),
    { form, done: SUCCESS_TOASTS.export_started, failed: messages.initiateExport, onDone: close },
  );

  return (
    <FormDialog
      {...{ opened, form, save }}
      onClose={close}
      title={texts.title}
      submitLabel={exportMessages.submit}
    >
      <p>{texts.count(total, isNarrowed)}</p>
      <RadioGroup
        {...form.field('which')}
        options={[
          { value: 'shown', label: texts.shown(shown.length) },
          { value: 'every', label: texts.every, description: texts.everyNote(furtherNames) },
        ]}
      />
      <FormatField {...form.field('format')} />
      <ExportNote />
    </FormDialog>
  );
}
