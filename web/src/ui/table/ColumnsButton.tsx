import { IconColumns3 } from '@tabler/icons-react';
import { useEffect } from 'react';
import { IconButton } from '../elements/Button.tsx';
import { loadAhead } from '../loading/ahead.ts';
import { Later } from '../loading/Later.tsx';
import { loadable } from '../loading/loadable.tsx';
import { DelayedSpinner } from '../loading/loading.tsx';
import { uiMessages } from '../messages.ts';
import { Popover } from '../overlay/Popover.tsx';
import type { ColumnsPanelProps } from './ColumnsPanel.tsx';
import type { TableDensity } from './DataTable.tsx';
import type { TableLayout } from './useTableLayout.ts';
import styles from './ColumnsButton.module.css';

// what drags is not needed for the first look at a table
const ColumnsPanel = loadable<ColumnsPanelProps>(
  async () => (await import('./ColumnsPanel.tsx')).ColumnsPanel,
);

/**
 * The button that opens the list of columns (TABLE-001..003), with the height of the rows when `onDensity` is given.
 */
export function ColumnsButton<Row>({
  layout,
  density,
  onDensity,
}: {
  layout: TableLayout<Row>;
  density?: TableDensity;
  onDensity?: (density: TableDensity) => void;
}) {
  useEffect(() => loadAhead([ColumnsPanel.ahead]), []);
  return (
    <Popover
      label={uiMessages.table.columns}
      placement="bottom-end"
      widthPx={280}
      maxHeightPx={720}
      trigger={(props) => (
        <IconButton {...props} label={uiMessages.table.columns}>
          <IconColumns3 size={16} stroke={2} aria-hidden="true" />
        </IconButton>
      )}
    >
      <Later
        part={ColumnsPanel}
        props={{ layout: layout as unknown as TableLayout<never>, density, onDensity }}
        what={uiMessages.table.columnsWhat}
        waiting={
          <div className={styles.panel} data-waiting="">
            <DelayedSpinner label={uiMessages.loading} />
          </div>
        }
      />
    </Popover>
  );
}
