import type { TableColumn } from '../ui/table/tableLayout.ts';
import styles from './card.module.css';

/**
 * A row of a window without room for columns, drawn by the columns: what the record is called, its values behind their
 * names, and what can be done to it.
 *
 * @param columns those that are shown, in their order, the first one first
 * @param actions ids of those whose value needs no name
 */
export function RowCard<Row>({
  row,
  columns,
  actions,
}: {
  row: Row;
  columns: readonly TableColumn<Row>[];
  actions: ReadonlySet<string>;
}) {
  const [first, ...others] = columns;
  const values = others
    .filter(({ id }) => !actions.has(id))
    .map(({ id, header, cell }) => ({ id, header, value: cell(row) }))
    .filter(({ value }) => value !== null && value !== undefined && value !== '' && value !== false);
  return (
    <span className={styles.card}>
      <span className={styles.cardText}>
        <span className={styles.cardTitle}>{first?.cell(row)}</span>
        <span className={styles.cardFacts}>
          {values.map(({ id, header, value }) => (
            <span key={id}>
              <span className={styles.cardLabel}>{header}</span> {value}
            </span>
          ))}
        </span>
      </span>
      {others
        .filter(({ id }) => actions.has(id))
        .map(({ id, cell }) => (
          <span key={id}>{cell(row)}</span>
        ))}
    </span>
  );
}
