import { useMemo } from 'react';
import { Later } from '../../ui/loading/Later.tsx';
import { loadable } from '../../ui/loading/loadable.tsx';
import { formatMonth } from '../../ui/text/format.ts';
import { satisfactionTexts as texts } from './satisfactionMessages.ts';
import type { Report } from './satisfactionQueries.ts';
import styles from './satisfaction.module.css';

const Chart = loadable(async () => (await import('../../ui/charts/Chart.tsx')).Chart);
const CHART_PX = 220;
const format = (value: number): string => (value < 0 ? `−${String(-value)}` : String(value));

/** The score of each month with what chance may do to it; months with fewer than ten people are left out. */
export function OverTime({ months }: { months: Report['months'] }) {
  const { periods, series } = useMemo(
    () => ({
      periods: months.map(({ month, people_count }) => {
        const date = new Date(`${month}-01T00:00:00Z`);
        return {
          short: formatMonth(date, true),
          name: texts.monthOf(formatMonth(date, false), people_count),
        };
      }),
      series: [
        {
          id: 'nps',
          name: texts.nps,
          color: 'var(--ink2)',
          values: months.map(({ score }) => score),
          ranges: months.map(({ score, margin }) =>
            score === null || margin === null
              ? null
              : ([Math.max(-100, score - margin), Math.min(100, score + margin)] as const),
          ),
        },
      ],
    }),
    [months],
  );
  return (
    <section className={styles.card} aria-labelledby="satisfaction-months">
      <h2 id="satisfaction-months">{texts.overTime}</h2>
      <p className={styles.quiet}>{texts.overTimeNote}</p>
      <div style={{ minHeight: CHART_PX }}>
        <Later
          part={Chart}
          what={texts.overTime}
          props={{ label: texts.overTime, heightPx: CHART_PX, format, periods, series }}
        />
      </div>
    </section>
  );
}
