import { useState } from 'react';
import type { ReactNode } from 'react';
import { Chart, Dot } from './Chart.tsx';
import { valueScale } from './chart.ts';
import type { ChartMark, ChartPeriod, ChartSeries } from './chart.ts';
import styles from './charts.module.css';

/** One of several small charts. */
export interface SmallChart {
  series: ChartSeries;
  /** what stands over it, where it is not the name of the series; a link where it leads somewhere */
  heading?: ReactNode;
  /** the figure that counts, large, and what it is */
  figure: string;
  figureNote: string;
  /** at the right of the heading, such as '+6.7 a month' */
  aside?: string;
  format: (value: number) => string;
}

/**
 * Small charts side by side; one line through all of them follows the pointer and the arrow keys.
 * @param shared they have one scale, so that their heights compare
 * @param dots a disc in the colour of the series stands before its heading
 */
export function SmallMultiples({
  charts,
  periods,
  shared = false,
  dots = false,
  marks = [],
  heightPx,
  heading: Heading = 'h2',
}: {
  charts: readonly SmallChart[];
  periods: readonly ChartPeriod[];
  shared?: boolean;
  dots?: boolean;
  /** times that all of them show, without their names */
  marks?: readonly ChartMark[];
  heightPx?: number;
  /** level of their headings: below that of what they stand in */
  heading?: 'h2' | 'h3';
}) {
  const [at, setAt] = useState<number | null>(null);
  const highest = shared
    ? valueScale(
        charts.map(({ series }) => series),
        'small',
      ).to
    : null;
  return (
    <div className={styles.multiples}>
      {charts.map(({ series, heading, figure, figureNote, aside, format }) => (
        <section key={series.id} aria-label={series.name}>
          <Heading className={styles.head}>
            {dots ? <Dot color={series.color} /> : null}
            <span className={styles.heading} title={series.name}>
              {heading ?? series.name}
            </span>
            {aside === undefined ? null : <span className={styles.aside}>{aside}</span>}
          </Heading>
          <p className={styles.figure}>
            <b>{figure}</b> {figureNote}
          </p>
          <Chart
            label={series.name}
            periods={periods}
            series={[series]}
            format={format}
            size="small"
            highest={highest}
            marks={marks}
            at={at}
            onAt={setAt}
            {...(heightPx === undefined ? {} : { heightPx })}
          />
        </section>
      ))}
    </div>
  );
}
