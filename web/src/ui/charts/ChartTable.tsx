import type { ChartPeriod, ChartSeries } from './chart.ts';
import { ScrollRegion } from '../elements/ScrollRegion.tsx';
import { chartMessages as texts } from './chartMessages.ts';
import styles from './charts.module.css';

/** What a chart shows, as a table: a row for each period, newest first. @param formats of each series, by its place */
export function ChartTable({
  label,
  periods,
  series,
  format,
}: {
  label: string;
  periods: readonly ChartPeriod[];
  series: readonly ChartSeries[];
  format: (value: number, at: number) => string;
}) {
  return (
    <ScrollRegion className={styles.scroll} label={label}>
      <table className={styles.table} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{texts.period}</th>
            {series.map(({ id, name }) => (
              <th key={id} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {periods
            .map((period, index) => (
              <tr key={period.name}>
                <td>{period.name}</td>
                {series.map(({ id, values }, at) => {
                  const value = values[index];
                  return (
                    <td key={id}>{value === null || value === undefined ? texts.none : format(value, at)}</td>
                  );
                })}
              </tr>
            ))
            .reverse()}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
