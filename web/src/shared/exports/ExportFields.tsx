import type { ExportFormat } from '../../../../contract/activity.ts';
import { useViewer } from '../../api/viewer.ts';
import { exportsAddress } from '../../host/addresses.ts';
import { Link } from '../../host/Link.tsx';
import { SegmentedControl } from '../../ui/fields/SegmentedControl.tsx';
import styles from './exports.module.css';
import { exportMessages } from './exportMessages.ts';

/** The format of an export: CSV or a spreadsheet. */
export function FormatField({
  value,
  onChange,
}: {
  value: ExportFormat;
  onChange: (format: ExportFormat) => void;
}) {
  return (
    <div className={styles.field}>
      <span className={styles.label} aria-hidden="true">
        {exportMessages.format}
      </span>
      <SegmentedControl
        label={exportMessages.format}
        full
        value={value}
        onChange={onChange}
        segments={[
          { value: 'csv', label: exportMessages.formats.csv },
          { value: 'xlsx', label: exportMessages.formats.xlsx },
        ]}
      />
    </div>
  );
}

/** Where the file of an export will be found: in a mail to the viewer, and among their exports. */
export function ExportNote() {
  const viewer = useViewer();
  return (
    <p className={styles.note}>
      {exportMessages.note(viewer.email)} <Link href={exportsAddress}>{exportMessages.own}</Link>
    </p>
  );
}
