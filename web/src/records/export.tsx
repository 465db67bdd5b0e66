/** Exports: what a list reads of one, and its fields. */
import { IconDownload, IconFileSpreadsheet, IconFileTypeCsv } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { EXPORT_STATES, OPEN_EXPORT_STATES } from '../../../contract/exports.ts';
import type { ExportState } from '../../../contract/exports.ts';
import type { ExportListInput, OwnExportsQuery } from '../api/generated/graphql.ts';
import { graphql } from '../api/graphql.ts';
import { useCommand } from '../forms/useCommand.ts';
import { fieldsOf } from '../lists/fields.ts';
import { defineList } from '../lists/list.ts';
import { Button } from '../ui/elements/Button.tsx';
import { RelativeTime } from '../ui/elements/Figures.tsx';
import { CELL_BUTTON, TitleCell } from '../ui/table/DataTable.tsx';
import { formatBytes, formatNumber } from '../ui/text/format.ts';
import { exportTexts as texts } from './exportTexts.ts';
import styles from './records.module.css';

const exportsDocument = graphql(`
  query OwnExports($query: ExportListInput, $page: Int, $per_page: Int) {
    exports(query: $query, page: $page, per_page: $per_page) {
      total_records
      total_is_capped
      records {
        id
        collection
        format
        state
        rows_expected
        rows_written
        problem
        file_name
        size_in_bytes
        download_url
        expires_at
        created_at
      }
    }
  }
`);

const cancelDocument = graphql(`
  mutation CancelExport($id: ID!) {
    export_cancel(id: $id) {
      id
      state
    }
  }
`);

/** An export of the viewer. */
export type OwnExport = OwnExportsQuery['exports']['records'][number];

/** Whether an export still moves. */
const isOpen = ({ state }: OwnExport): boolean => OPEN_EXPORT_STATES.includes(state as ExportState);

const exportFields = fieldsOf<OwnExport, ExportListInput>({
  file_name: {
    label: texts.fields.file,
    widthPx: 260,
    cell: (record) => {
      const Icon = record.format === 'xlsx' ? IconFileSpreadsheet : IconFileTypeCsv;
      return (
        <span className={styles.named}>
          <Icon size={20} stroke={1.5} aria-hidden="true" className={styles.icon} />
          <TitleCell
            title={record.file_name}
            excerpt={
              record.problem === null ? null : <span className={styles.problem}>{record.problem}</span>
            }
          />
        </span>
      );
    },
  },
  state: {
    label: texts.fields.state,
    widthPx: 96,
    filter: {
      kind: 'words',
      by: 'state',
      choices: EXPORT_STATES.map((state) => ({ value: state, label: texts.states[state] })),
    },
    cell: ({ state }) => (
      <span className={styles.state} data-state={state}>
        {texts.states[state as ExportState] ?? state}
      </span>
    ),
  },
  rows: { label: texts.fields.rows, widthPx: 150, cell: rowsOf },
  size: {
    label: texts.fields.size,
    widthPx: 84,
    align: 'end',
    cell: ({ state, size_in_bytes }) => (state === 'complete' ? formatBytes(Number(size_in_bytes)) : null),
  },
  created_at: {
    label: texts.fields.started,
    widthPx: 120,
    sortKey: 'created_at',
    sortsDescendingFirst: true,
    cell: ({ created_at }) => <RelativeTime value={created_at} />,
  },
  expires_at: {
    label: texts.fields.keptUntil,
    widthPx: 120,
    cell: ({ state, expires_at }) => (state === 'complete' ? <RelativeTime value={expires_at} /> : null),
  },
  collection: {
    label: texts.fields.content,
    widthPx: 96,
    hidden: true,
    cell: ({ collection }) => texts.collection(collection),
  },
  actions: {
    label: texts.fields.actions,
    widthPx: 132,
    isAction: true,
    cell: (record) => <Actions record={record} />,
  },
});

/** The viewer's exports, the newest first. */
export const exportsList = defineList({
  name: 'exports',
  what: texts.what,
  document: exportsDocument,
  read: ({ exports }) => exports,
  fields: exportFields,
  nameOf: ({ file_name }) => file_name,
  sort: '-created_at',
  isMoving: isOpen,
});

/** How many rows the file has, or how far it is; null where it never comes to one. */
function rowsOf(record: OwnExport): ReactNode {
  const { rows_written, rows_expected, state } = record;
  if (state === 'complete') return formatNumber(rows_written);
  if (!isOpen(record)) return null;
  const share = rows_expected === null || rows_expected === 0 ? 0 : Math.min(1, rows_written / rows_expected);
  return (
    <span className={styles.progress}>
      <span
        className={styles.bar}
        role="progressbar"
        aria-label={texts.progress(record.file_name)}
        aria-valuemin={0}
        aria-valuemax={rows_expected ?? 0}
        aria-valuenow={rows_expected === null ? undefined : rows_written}
      >
        <span style={{ width: `${share * 100}%` }} />
      </span>
      {rows_expected === null
        ? state === 'running'
          ? texts.counting
          : ''
        : texts.rowsOf(rows_written, rows_expected)}
    </span>
  );
}

function Actions({ record }: { record: OwnExport }) {
  const cancel = useCommand(cancelDocument, { done: texts.cancelled, failed: texts.cancelFailed });
  const { file_name, download_url } = record;
  if (download_url !== null)
    return (
      <a
        className={styles.download}
        href={download_url}
        download={file_name}
        tabIndex={-1}
        {...{ [CELL_BUTTON]: 'action' }}
        aria-label={texts.downloadOf(file_name)}
      >
        <IconDownload size={15} stroke={2} aria-hidden="true" />
        {texts.download}
      </a>
    );
  return isOpen(record) ? (
    <Button
      loading={cancel.isRunning}
      tabIndex={-1}
      {...{ [CELL_BUTTON]: 'action' }}
      aria-label={texts.cancelOf(file_name)}
      onClick={() => void cancel.run({ id: record.id })}
    >
      {texts.cancel}
    </Button>
  ) : null;
}
