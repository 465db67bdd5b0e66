import { IconDownload, IconFileSpreadsheet, IconFileTypeCsv } from '@tabler/icons-react';
import { useEffect } from 'react';
import { paging } from '../../../../contract/limits.ts';
import { useCommand } from '../../forms/useCommand.ts';
import { ideasAddress } from '../../host/addresses.ts';
import { Link } from '../../host/Link.tsx';
import { usePageState } from '../../host/pageState.ts';
import { integerField, textField } from '../../host/search.ts';
import { Button } from '../../ui/elements/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { formatBytes, formatDateTime } from '../../ui/text/format.ts';
import { DelayedSkeleton, Skeleton } from '../../ui/loading/loading.tsx';
import { Pagination } from '../../ui/table/Pagination.tsx';
import rows from '../../ui/page/rows.module.css';
import { SheetPage } from '../../ui/page/SheetPage.tsx';
import { EmptyState, ErrorState } from '../../ui/loading/states.tsx';
import { cancelExportDocument, isOpen, useOwnExports } from './exportsCalls.ts';
import type { OwnExport } from './exportsCalls.ts';
import { exportsMessages as texts } from './exportsMessages.ts';
import styles from './exports.module.css';

/** `link`: the token of a mail's link that somebody signed in for, or 'lapsed' for one that does not work. */
const pageState = {
  page: integerField(1, 1, paging.maxPage),
  per_page: integerField(paging.defaultPageSize, 1, paging.maxPageSize),
  link: textField(),
};

const LAPSED = 'lapsed';

/** One's own exports: how far they are, the files, and until when they are kept. */
export function ExportsPage() {
  const [{ page, per_page, link }, setState] = usePageState(pageState);
  const query = useOwnExports(page, per_page);
  const list = query.data?.exports;

  useEffect(() => {
    if (link === '' || link === LAPSED) return;
    // the token leaves the address before the browser asks for the file
    setState({ link: '' });
    window.location.assign(`/admin/exports/${encodeURIComponent(link)}`);
  }, [link, setState]);

  return (
    <SheetPage
      title={texts.title}
      total={list?.total_records ?? null}
      refreshing={query.isFetching && !query.isPending && list?.records.some(isOpen) !== true}
      footer={
        list !== undefined && list.total_records > Math.min(per_page, paging.defaultPageSize) ? (
          <Pagination
            page={list.current_page}
            perPage={per_page}
            rowCount={list.records.length}
            total={list.total_records}
            onPageChange={(next) => setState({ page: next }, { replace: false })}
            onPerPageChange={(next) => setState({ page: 1, per_page: next })}
          />
        ) : null
      }
    >
      {link === LAPSED ? (
        <div className={styles.lapsed} role="alert">
          <p>
            <b>{texts.lapsed}</b> {texts.lapsedReason}
          </p>
          <Button variant="text" onClick={() => setState({ link: '' })}>
            {texts.dismiss}
          </Button>
        </div>
      ) : null}
      {query.isPending ? (
        <RowsSkeleton />
      ) : query.isError && list === undefined ? (
        <ErrorState what={texts.what} onRetry={() => void query.refetch()} retrying={query.isFetching} />
      ) : list === undefined || list.records.length === 0 ? (
        <EmptyState
          title={texts.empty}
          reason={texts.emptyReason}
          action={<Link href={ideasAddress()}>{texts.toIdeas}</Link>}
        />
      ) : (
        <div className={styles.frame}>
          <p className={styles.note}>{texts.note}</p>
          <ul className={rows.box} aria-label={texts.list}>
            {list.records.map((record) => (
              <ExportRow key={record.id} record={record} />
            ))}
          </ul>
        </div>
      )}
    </SheetPage>
  );
}

function ExportRow({ record }: { record: OwnExport }) {
  const cancel = useCommand(cancelExportDocument, { done: texts.cancelled, failed: texts.cancelFailed });
  const { file_name, state } = record;
  const Icon = record.format === 'xlsx' ? IconFileSpreadsheet : IconFileTypeCsv;
  return (
    <li className={cx(rows.row, styles.row)} data-state={state}>
      <Icon size={22} stroke={1.5} aria-hidden="true" className={styles.icon} />
      <div className={rows.text}>
        <p className={cx(rows.name, styles.name)} data-tip={file_name.length < 60 ? undefined : file_name}>
          {file_name}
        </p>
        <p className={rows.meta}>
          {texts.collection(record.collection)} · {formatDateTime(record.created_at)}
          {state === 'complete' ? (
            <>
              {' · '}
              {texts.rows(record.rows_written)} · {formatBytes(Number(record.size_in_bytes))} ·{' '}
              {texts.removedOn(formatDateTime(record.expires_at))}
            </>
          ) : null}
        </p>
        {isOpen(record) ? <Progress record={record} /> : null}
        {record.problem === null ? null : <p className={rows.problem}>{record.problem}</p>}
      </div>
      <span className={styles.state} data-state={state}>
        {texts.states[state] ?? state}
      </span>
      <span className={styles.action}>
        {record.download_url === null ? null : (
          <a
            className={styles.download}
            href={record.download_url}
            download={file_name}
            aria-label={texts.downloadOf(file_name)}
          >
            <IconDownload size={15} stroke={2} aria-hidden="true" />
            {texts.download}
          </a>
        )}
        {isOpen(record) ? (
          <Button
            loading={cancel.isRunning}
            aria-label={texts.cancelOf(file_name)}
            onClick={() => void cancel.run({ id: record.id })}
          >
            {texts.cancel}
          </Button>
        ) : null}
      </span>
    </li>
  );
}

function Progress({ record }: { record: OwnExport }) {
  const { rows_written, rows_expected } = record;
  const share = rows_expected === null || rows_expected === 0 ? 0 : Math.min(1, rows_written / rows_expected);
  return (
    <div className={styles.progress}>
      <div
        className={styles.bar}
        role="progressbar"
        aria-label={texts.progress(record.file_name)}
        aria-valuemin={0}
        aria-valuemax={rows_expected ?? 0}
        aria-valuenow={rows_expected === null ? undefined : rows_written}
      >
        <span style={{ width: `${share * 100}%` }} />
      </div>
      <span className={rows.meta}>
        {rows_expected === null
          ? record.state === 'running'
            ? texts.counting
            : ''
          : texts.rowsOf(rows_written, rows_expected)}
      </span>
    </div>
  );
}

function RowsSkeleton() {
  return (
    <DelayedSkeleton>
      <div className={styles.frame}>
        {[0, 1, 2, 3].map((index) => (
          <div key={index} className={cx(rows.row, styles.row)}>
            <Skeleton width={22} height={22} />
            <Skeleton width={`${46 - index * 6}%`} height={14} />
          </div>
        ))}
      </div>
    </DelayedSkeleton>
  );
}
