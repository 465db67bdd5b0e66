import { IconColumns3 } from '@tabler/icons-react';
import { IconButton } from './Button.tsx';
import { CheckboxField } from './fields.tsx';
import { uiMessages } from './messages.ts';
import { Popover } from './Popover.tsx';
import { SegmentedControl } from './SegmentedControl.tsx';
import { switchableGroups } from './tableLayout.ts';
import type { TableDensity } from './DataTable.tsx';
import type { TableLayout } from './useTableLayout.ts';
import styles from './ColumnsButton.module.css';

/**
 * The button that opens the list of columns: a checkbox each, All and None per group, Restore Defaults
 * (TABLE-001..003), and the height of the rows when `onDensity` is given.
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
  const groups = switchableGroups(layout.columns);
  return (
    <Popover
      label={uiMessages.table.columns}
      placement="bottom-end"
      widthPx={260}
      maxHeightPx={720}
      trigger={(props) => (
        <IconButton {...props} label={uiMessages.table.columns}>
          <IconColumns3 size={16} stroke={2} aria-hidden="true" />
        </IconButton>
      )}
    >
      <div className={styles.panel}>
        {onDensity === undefined || density === undefined ? null : (
          <div className={styles.density}>
            <SegmentedControl
              label={uiMessages.table.rowHeight}
              full
              segments={[
                { value: 'comfortable', label: uiMessages.table.comfortable },
                { value: 'compact', label: uiMessages.table.compact },
              ]}
              value={density}
              onChange={onDensity}
            />
          </div>
        )}
        {groups.map(({ group, columns }) => {
          const ids = columns.map((column) => column.id);
          const name = group === '' ? uiMessages.table.columns : group;
          return (
            <div key={group} role="group" aria-label={name} className={styles.group}>
              <div className={styles.groupHead}>
                <span className={styles.groupName}>{name}</span>
                <button
                  type="button"
                  className={styles.link}
                  aria-label={uiMessages.table.allOf(name)}
                  onClick={() => layout.show(ids, true)}
                >
                  {uiMessages.table.all}
                </button>
                <span aria-hidden="true">·</span>
                <button
                  type="button"
                  className={styles.link}
                  aria-label={uiMessages.table.noneOf(name)}
                  onClick={() => layout.show(ids, false)}
                >
                  {uiMessages.table.none}
                </button>
              </div>
              {columns.map((column) => (
                <div key={column.id} className={styles.line}>
                  <CheckboxField
                    label={column.name}
                    checked={!layout.hidden.has(column.id)}
                    onChange={(shown) => layout.show([column.id], shown)}
                  />
                </div>
              ))}
            </div>
          );
        })}
        <button type="button" className={styles.restore} onClick={layout.restoreDefaults}>
          {uiMessages.table.restoreDefaults}
        </button>
      </div>
    </Popover>
  );
}
