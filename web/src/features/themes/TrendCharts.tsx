import type { Ref } from 'react';
import { THEME_COLORS } from '../../../../contract/themes.ts';
import type { TrendMeasure } from '../../../../contract/trends.ts';
import { trendsAddress } from '../../host/addresses.ts';
import { Link } from '../../host/Link.tsx';
import { Chart } from '../../ui/charts/Chart.tsx';
import type { ChartMark, ChartPeriod, ChartSeries } from '../../ui/charts/chart.ts';
import { ChartTable } from '../../ui/charts/ChartTable.tsx';
import { Dot } from '../../ui/charts/Chart.tsx';
import { ScrollRegion } from '../../ui/elements/ScrollRegion.tsx';
import { SmallMultiples } from '../../ui/charts/SmallMultiples.tsx';
import { TREND_LENGTHS, finished, formatOf, seriesOf, slopeText, trendNote } from './trendFacts.ts';
import type { Reckoning, TrendLength, TrendRun } from './trendFacts.ts';
import { trendTexts as texts } from './trendMessages.ts';
import type { TrendLineRuns } from './trendQueries.ts';
import styles from './trends.module.css';

/** How trends are looked at. */
export interface TrendLook {
  measure: TrendMeasure;
  reckoning: Reckoning;
  length: TrendLength;
  periods: readonly ChartPeriod[];
  isRunning: boolean;
  /** times with names of their own */
  marks?: readonly ChartMark[];
}

const runOf = (line: TrendLineRuns, measure: TrendMeasure): TrendRun =>
  line[measure] ?? { data: [], trend_slope: 0, trend_y_intercept: 0 };

/** A theme's run of one measure. */
function series(line: TrendLineRuns, look: TrendLook, isAlone: boolean): ChartSeries {
  return seriesOf({
    id: line.id,
    name: line.display_name,
    color: line.hex_color,
    run: runOf(line, look.measure),
    unit: TREND_LENGTHS[look.length].unit,
    isAlone,
    ...look,
  });
}

/** The figure of the last period of a run; '–' where it is not known. */
function lastFigure(run: TrendRun, measure: TrendMeasure): string {
  const last = run.data.at(-1) ?? null;
  return last === null ? '–' : formatOf(measure)(last);
}

/** The themes whose lines are steepest, whether they rise or fall, each as a small chart of one scale. */
export function SteepestThemes({
  setId,
  lines,
  look,
  most,
  heading = 'h2',
  heightPx,
}: {
  setId: string;
  lines: readonly TrendLineRuns[];
  look: TrendLook;
  /** so many are shown */
  most: number;
  heading?: 'h2' | 'h3';
  heightPx?: number;
}) {
  const { measure, isRunning, periods } = look;
  const { unit } = TREND_LENGTHS[look.length];
  const shown = steepest(lines, measure, most);
  if (shown.length === 0) return <p className={styles.none}>{texts.nothing}</p>;
  const lastPeriod = periods.at(-1)?.name ?? '';
  return (
    <SmallMultiples
      periods={periods}
      shared
      dots
      heading={heading}
      {...(heightPx === undefined ? {} : { heightPx })}
      charts={shown.map((line) => {
        const run = runOf(line, measure);
        return {
          series: series(line, look, false),
          heading: (
            <Link href={trendsAddress(setId, 'single-theme', { theme: [line.id] })}>{line.display_name}</Link>
          ),
          figure: lastFigure(run, measure),
          figureNote: isRunning ? texts.running(lastPeriod) : texts.in(lastPeriod),
          aside: trendNote(measure, run, unit, isRunning),
          format: formatOf(measure),
        };
      })}
    />
  );
}

/** The lines with colours that none of them shares with another, each its own where it can. */
export function withOwnColors(lines: readonly TrendLineRuns[]): TrendLineRuns[] {
  const taken = new Set<string>();
  return lines.map((line) => {
    const free = THEME_COLORS.find((color) => !taken.has(color)) ?? line.hex_color;
    const hex_color = taken.has(line.hex_color) ? free : line.hex_color;
    taken.add(hex_color);
    return { ...line, hex_color };
  });
}

/** Lines that rise or fall, the steepest first. */
export function steepest(
  lines: readonly TrendLineRuns[],
  measure: TrendMeasure,
  most: number,
): TrendLineRuns[] {
  const slopeOf = (line: TrendLineRuns): number => Math.abs(runOf(line, measure).trend_slope);
  return lines
    .filter((line) => slopeOf(line) > 0)
    .toSorted((a, b) => slopeOf(b) - slopeOf(a))
    .slice(0, most);
}

/** Some themes in one chart, or as a table; their figures below. */
export function ComparedThemes({
  lines,
  look,
  asTable,
  drawing,
}: {
  lines: readonly TrendLineRuns[];
  look: TrendLook;
  asTable: boolean;
  drawing?: Ref<SVGSVGElement>;
}) {
  const { measure, isRunning, periods, reckoning } = look;
  const { unit } = TREND_LENGTHS[look.length];
  const format = formatOf(measure);
  const label = texts.measures[measure];
  const drawn = lines.map((line) => ({
    ...series(line, look, false),
    note: `${lastFigure(runOf(line, measure), measure)} · ${trendNote(measure, runOf(line, measure), unit, isRunning)}`,
  }));
  const isCount = measure !== 'importance' && measure !== 'urgency' && measure !== 'revenue';
  return (
    <>
      {asTable ? (
        <ChartTable label={label} periods={periods} series={drawn} format={format} />
      ) : (
        <Chart
          label={label}
          periods={periods}
          series={drawn}
          format={format}
          marks={look.marks ?? []}
          {...(drawing === undefined ? {} : { drawing })}
        />
      )}
      <ScrollRegion className={styles.scroll} label={texts.figuresOf(label)}>
        <table className={styles.figures}>
          <thead>
            <tr>
              <th scope="col">{texts.columns.theme}</th>
              {isCount && reckoning === 'per_period' && measure !== 'accounts' ? (
                <th scope="col">{texts.columns.total}</th>
              ) : null}
              <th scope="col">{texts.columns.last}</th>
              <th scope="col">{texts.columns.slope}</th>
              <th scope="col">{texts.columns.points}</th>
              <th scope="col">{texts.columns.change}</th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line, index) => {
              const run = runOf(line, measure);
              const values = finished(run.data, isRunning).filter((value) => value !== null);
              const note = trendNote(measure, run, unit, isRunning);
              const isSteady = note !== texts.noise && note !== texts.tooFew;
              const [change] = drawn[index]?.changes ?? [];
              return (
                <tr key={line.id}>
                  <th scope="row">
                    <Dot color={line.hex_color} /> {line.display_name}
                  </th>
                  {isCount && reckoning === 'per_period' && measure !== 'accounts' ? (
                    <td>{format(run.data.reduce<number>((sum, value) => sum + (value ?? 0), 0))}</td>
                  ) : null}
                  <td>{lastFigure(run, measure)}</td>
                  <td data-trend={isSteady ? (run.trend_slope < 0 ? 'down' : 'up') : undefined}>
                    {isSteady ? slopeText(measure, run.trend_slope) : note}
                  </td>
                  <td>{values.length}</td>
                  <td className={styles.change}>
                    {change?.text ??
                      (isSteady
                        ? run.trend_slope < 0
                          ? texts.steadyFall
                          : texts.steadyRise
                        : texts.noChange)}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </ScrollRegion>
    </>
  );
}

/** All measures of a theme, each as a small chart of its own scale, or as a table. */
export function ThemeMeasures({
  line,
  look,
  measures,
  asTable,
}: {
  line: TrendLineRuns;
  look: Omit<TrendLook, 'measure'>;
  measures: readonly TrendMeasure[];
  asTable: boolean;
}) {
  const { periods, isRunning } = look;
  const { unit } = TREND_LENGTHS[look.length];
  const drawn = measures.map((measure) => ({
    measure,
    run: runOf(line, measure),
    series: {
      ...series(line, { ...look, measure }, true),
      id: measure,
      name: texts.measures[measure],
    },
  }));
  if (asTable)
    return (
      <ChartTable
        label={line.display_name}
        periods={periods}
        series={drawn.map(({ series: one }) => one)}
        format={(value, at) => formatOf(drawn[at]!.measure)(value)}
      />
    );
  const lastPeriod = periods.at(-1)?.name ?? '';
  return (
    <SmallMultiples
      periods={periods}
      marks={look.marks ?? []}
      charts={drawn.map(({ measure, run, series: one }) => ({
        series: one,
        figure: lastFigure(run, measure),
        figureNote: (isRunning ? texts.running : texts.in)(lastPeriod),
        aside: run.data.every((value) => value === null) ? '' : trendNote(measure, run, unit, isRunning),
        format: formatOf(measure),
      }))}
    />
  );
}
