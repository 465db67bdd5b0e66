import { useState } from 'react';
import type { ExportFormat } from '../../../../../contract/activity.ts';
import { messages } from '../../../../../contract/errors.ts';
import type { IdeaExportColumn } from '../../../../../contract/exports.ts';
import { SUCCESS_TOASTS } from '../../../../../contract/toasts.ts';
import { messageOf } from '../../../api/errors.ts';
import { ExportNote, FormatField } from '../../../pickers/ExportFields.tsx';
import { exportMessages } from '../../../pickers/exportMessages.ts';
import { useStartExport } from '../../../pickers/exports.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { RadioGroup } from '../../../ui/fields.tsx';
import { uiMessages } from '../../../ui/messages.ts';
import type { ModalControl, ModalProps } from '../../../ui/modals.ts';
import { useToasts } from '../../../ui/Toasts.tsx';
import styles from './exportIdeas.module.css';

/** Texts of the dialog. */
const texts = {
  title: 'Export ideas',
  count: (total: string, isNarrowed: boolean) =>
    isNarrowed
      ? `The ${total} ideas that this search and these filters leave, in the order of the list.`
      : `All ${total} open ideas, in the order of the list.`,
  columns: 'Columns',
  shown: 'Those of the list',
  shownNote: (count: number) => `The ${count} columns that are shown now`,
  every: 'All',
  everyNote: 'Also descriptions, supporters, notes and addresses of authors',
} as const;

/** What a column of the list is called in an export. */
const columnsOf: Readonly<Record<string, readonly IdeaExportColumn[]>> = {
  title: ['title'],
  status: ['status'],
  internal_status: ['internal_status'],
  votes: ['votes_count'],
  revenue: ['supporter_revenue'],
  accounts: ['supporting_accounts_count'],
  weeks: ['weekly_votes'],
  comments: ['comments_count'],
  feedback: ['requests_count'],
  forum: ['forum'],
  category: ['category'],
  labels: ['labels'],
  owner: ['assigned_owner'],
  creator: ['created_by'],
  last_activity: ['last_activity_at'],
  created: ['created_at'],
};

/** Those of an export that the list does not have. */
const further: readonly IdeaExportColumn[] = [
  'body',
  'state',
  'supporters_count',
  'notes_count',
  'created_by_email',
];

/** The columns of an export for those of the list, in their order. */
export function exportColumns(ids: readonly string[]): IdeaExportColumn[] {
  return [...new Set<IdeaExportColumn>(['title', ...ids.flatMap((id) => columnsOf[id] ?? [])])];
}

/**
 * Exports the list as it is filtered and sorted.
 *
 * @param filters what the list asks of the server, its page left out
 * @param shownIds the columns that are shown, in their order
 * @param allIds all columns that the viewer may have
 * @param total as it is shown over the list
 */
export function ExportIdeasDialog({
  opened,
  close,
  filters,
  shownIds,
  allIds,
  total,
  isNarrowed,
}: ModalProps['exportIdeas'] & ModalControl) {
  const toasts = useToasts();
  const start = useStartExport();
  const [format, setFormat] = useState<ExportFormat>('csv');
  const [which, setWhich] = useState<'shown' | 'every'>('shown');
  const [isStarting, setIsStarting] = useState(false);
  const shown = exportColumns(shownIds);

  const submit = async (): Promise<void> => {
    if (isStarting) return;
    setIsStarting(true);
    try {
      await start({
        collection: 'suggestions',
        format,
        columns: which === 'shown' ? shown : [...exportColumns(allIds), ...further],
        ...filters,
      });
      toasts.success(SUCCESS_TOASTS.export_started);
      close();
    } catch (error) {
      toasts.error(messages.initiateExport(messageOf(error)));
    } finally {
      setIsStarting(false);
    }
  };

  return (
    <Dialog
      opened={opened}
      onClose={() => {
        if (!isStarting) close();
      }}
      title={texts.title}
      size="small"
      onSubmit={() => void submit()}
      footer={
        <>
          <Button size="form" variant="primary" type="submit" loading={isStarting}>
            {exportMessages.submit}
          </Button>
          <Button size="form" onClick={close} disabled={isStarting}>
            {uiMessages.cancel}
          </Button>
        </>
      }
    >
      <div className={styles.stack}>
        <p>{texts.count(total, isNarrowed)}</p>
        <RadioGroup
          label={texts.columns}
          value={which}
          onChange={setWhich}
          options={[
            { value: 'shown', label: texts.shown, description: texts.shownNote(shown.length) },
            { value: 'every', label: texts.every, description: texts.everyNote },
          ]}
        />
        <FormatField value={format} onChange={setFormat} />
        <ExportNote />
      </div>
    </Dialog>
  );
}
