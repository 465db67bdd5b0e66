import { CheckboxField } from '../fields/fields.tsx';
import { SegmentedControl } from '../fields/SegmentedControl.tsx';
import { SortableList } from '../fields/SortableList.tsx';
import { uiMessages } from '../messages.ts';
import { columnName, switchableGroups } from './tableLayout.ts';
import type { TableColumn } from './tableLayout.ts';
import type { TableDensity } from './DataTable.tsx';
import type { TableLayout } from './useTableLayout.ts';
import styles from './ColumnsButton.module.css';

export interface ColumnsPanelProps {
  layout: TableLayout<never>;
  density?: TableDensity | undefined;
  onDensity?: ((density: TableDensity) => void) | undefined;
}

/**
 * What a table shows: the height of its rows, whole groups of columns on and off, and each column in its order, which is
 * changed by dragging (TABLE-001..003).
 */
export function ColumnsPanel({ layout, density, onDensity }: ColumnsPanelProps) {
  const text = uiMessages.table;
  const items = layout.columns.flatMap((column) => {
    const name = columnName(column as TableColumn<never>);
    return name === null || column.canHide === false ? [] : [{ id: column.id, name }];
  });
  return (
    <div className={styles.panel}>
      {onDensity === undefined || density === undefined ? null : (
        <div className={styles.density}>
          <SegmentedControl
            label={text.rowHeight}
            full
            segments={[
              { value: 'comfortable', label: text.comfortable },
              { value: 'compact', label: text.compact },
            ]}
            value={density}
            onChange={onDensity}
          />
        </div>
      )}
      <div role="group" aria-label={text.groups} className={styles.groups}>
        {switchableGroups(layout.columns).map(({ group, columns }) => {
          const ids = columns.map((column) => column.id);
          const name = group === '' ? text.columns : group;
          return (
            <div key={group} className={styles.groupHead}>
              <span className={styles.groupName}>{name}</span>
              <button
                type="button"
                className={styles.link}
                aria-label={text.allOf(name)}
                onClick={() => layout.show(ids, true)}
              >
                {text.all}
              </button>
              <span aria-hidden="true">·</span>
              <button
                type="button"
                className={styles.link}
                aria-label={text.noneOf(name)}
                onClick={() => layout.show(ids, false)}
              >
                {text.none}
              </button>
            </div>
          );
        })}
      </div>
      <SortableList
        label={text.order}
        items={items}
        title={(item) => item.name}
        onReorder={(ids) =>
          layout.order([...layout.columns.filter(({ id }) => !ids.includes(id)).map(({ id }) => id), ...ids])
        }
        renderItem={({ id, name }) => (
          <CheckboxField
            label={name}
            checked={!layout.hidden.has(id)}
            onChange={(shown) => layout.show([id], shown)}
          />
        )}
      />
      <button type="button" className={styles.restore} onClick={layout.restoreDefaults}>
        {text.restoreDefaults}
      </button>
    </div>
  );
}
