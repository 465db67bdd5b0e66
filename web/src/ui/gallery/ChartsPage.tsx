import { useRef, useState } from 'react';
import { shortCurrency } from '../../../../contract/currency.ts';
import { Chart } from '../charts/Chart.tsx';
import type { ChartPeriod, ChartSeries } from '../charts/chart.ts';
import { ChartExport } from '../charts/ChartExport.tsx';
import { ChartTable } from '../charts/ChartTable.tsx';
import { SmallMultiples } from '../charts/SmallMultiples.tsx';
import { SegmentedControl } from '../fields/SegmentedControl.tsx';
import { formatNumber } from '../text/format.ts';
import a11y from '../a11y.module.css';
import styles from './Gallery.module.css';

const months = ['Dec', 'Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov'];
const periods: ChartPeriod[] = months.map((short, index) => ({
  short,
  name: `${short} ${index === 0 ? 2025 : 2026}`,
}));
const offline: ChartSeries = {
  id: '1',
  name: 'Offline in basements',
  color: '#2B9281',
  values: [18, 14, 24, 30, 26, 37, 50, 42, 55, 71, 78, 92],
  trend: { slope: 6.7, intercept: 8 },
  note: '92, +6.7 a month',
  changes: [{ index: 9, short: 'level rose', text: 'Level rose in Sep from 37 to 80 a month.' }],
  isRunning: true,
};
const driving: ChartSeries = {
  id: '2',
  name: 'Driving time between sites in the countryside',
  color: '#4C8FC9',
  values: [20, 26, 18, 33, 28, 40, 36, 44, 38, 52, 48, 56],
  trend: { slope: 3.2, intercept: 19 },
  note: '56, +3.2 a month',
};
const quotes: ChartSeries = {
  id: '3',
  name: 'Quote approval',
  color: '#B57219',
  values: [58, 52, 55, 44, 47, 39, 42, 30, 34, 24, 27, 19],
  trend: { slope: -3.4, intercept: 58 },
};
const revenue: ChartSeries = {
  id: '4',
  name: 'Revenue',
  color: '#6F7FD8',
  values: [4000, 4000, 4000, 6500, 6500, 6500, 6500, 9000, 9000, 9000, 8000, 8000],
  kind: 'step',
};
const few: ChartSeries = {
  id: '5',
  name: 'New ideas',
  color: null,
  values: [0, 1, 0, 1, 1, 0, 1, 0, 1, 1, 2, 0],
  kind: 'bar',
};
const short: ChartSeries = {
  id: '6',
  name: 'Two answers',
  color: '#C76A8B',
  values: [...months.slice(2).map(() => null), 3, 5],
};
const none: ChartSeries = { id: '7', name: 'None', color: null, values: months.map(() => null) };

/** Charts: lines with trends, marks and changes, steps, bars, too few values, none. */
export function ChartsPage() {
  const [view, setView] = useState<'chart' | 'table'>('chart');
  const place = useRef<HTMLDivElement>(null);
  const compared = [offline, driving, quotes];
  return (
    <div className={styles.page}>
      <h1 className={a11y.hidden}>Charts</h1>
      <div className={styles.line}>
        <SegmentedControl
          label="Show as"
          value={view}
          onChange={setView}
          segments={[
            { value: 'chart', label: 'Chart' },
            { value: 'table', label: 'Table' },
          ]}
        />
        <ChartExport
          name="Votes by theme"
          periods={periods}
          series={compared}
          drawings={() => [...(place.current?.querySelectorAll('svg') ?? [])]}
        />
      </div>
      <div ref={place}>
        {view === 'chart' ? (
          <Chart
            label="Votes by theme"
            periods={periods}
            series={compared}
            format={formatNumber}
            marks={[
              { from: 6, to: 7.6, name: 'Summer release' },
              { from: 10.3, to: 10.3, name: 'Price change' },
            ]}
          />
        ) : (
          <ChartTable label="Votes by theme" periods={periods} series={compared} format={formatNumber} />
        )}
      </div>
      <SmallMultiples
        periods={periods}
        dots
        charts={[
          {
            series: offline,
            figure: '92',
            figureNote: 'in November',
            aside: '+6.7 a month',
            format: formatNumber,
          },
          { series: revenue, figure: '$8.0K', figureNote: 'in November', format: shortCurrency },
          {
            series: few,
            figure: '0',
            figureNote: 'in November',
            aside: 'within noise',
            format: formatNumber,
          },
          { series: short, figure: '5', figureNote: 'in November', format: formatNumber },
          { series: none, figure: '–', figureNote: 'no answers', format: formatNumber },
        ]}
      />
    </div>
  );
}
