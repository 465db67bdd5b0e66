import { useId, useLayoutEffect, useRef, useState } from 'react';
import type { KeyboardEvent, PointerEvent, Ref } from 'react';
import { linePath, namedPeriods, periodAt, planChart, spread, trendPath } from './chart.ts';
import type { ChartMark, ChartPeriod, ChartPlan, ChartSeries } from './chart.ts';
import { chartMessages as texts } from './chartMessages.ts';
import styles from './charts.module.css';

export type ChartProps = {
  /** What it shows, for screen readers and as the title of its picture: 'Votes per month'. */
  label: string;
  periods: readonly ChartPeriod[];
  series: readonly ChartSeries[];
  /** How a value is written. */
  format: (value: number) => string;
  /** `small` has no names at the ends of lines: its heading names it. */
  size?: 'large' | 'small';
  heightPx?: number;
  /** End of the scale, where charts side by side share one. */
  highest?: number | null;
  marks?: readonly ChartMark[];
  /** Period under the pointer, where several charts share it; left out: its own. */
  at?: number | null;
  onAt?: (index: number | null) => void;
  /** Id of the series that stands out; null: none does. */
  alone?: string | null;
  /** The drawing, for its picture. */
  drawing?: Ref<SVGSVGElement>;
};

/** Room for the names at the lines' ends; a narrower chart names them below. */
const NAMES_PX = 168;
const NARROW_PX = 620;
const NAME_CHARACTERS = 24;
/** Width of the bar that shows what chance may do. */
const RANGE_PX = 7;

/** A width that follows the place of an element; 0 until it is measured. */
function useWidth(): [Ref<HTMLDivElement>, number] {
  const place = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = place.current;
    if (element === null) return undefined;
    setWidth(element.clientWidth);
    const observer = new ResizeObserver(([entry]) => setWidth(Math.round(entry?.contentRect.width ?? 0)));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [place, width];
}

/**
 * A chart of values over periods: lines, bars or steps with their trend lines, marks and changes. The pointer and, once
 * it has the focus, the arrow keys read a period after the other; screen readers hear each as the value of a slider.
 */
export function Chart({
  label,
  periods,
  series,
  format,
  size = 'large',
  heightPx = size === 'large' ? 420 : 168,
  highest = null,
  marks = [],
  at: sharedAt,
  onAt,
  alone = null,
  drawing,
}: ChartProps) {
  const [place, widthPx] = useWidth();
  const [ownAt, setOwnAt] = useState<number | null>(null);
  const helpId = useId();
  const count = periods.length;
  const at = sharedAt === undefined ? ownAt : sharedAt;
  const setAt = onAt ?? setOwnAt;
  const isNarrow = widthPx < NARROW_PX;
  const hasNames = size === 'large' && !isNarrow;
  const plan = planChart(
    series,
    count,
    size,
    { widthPx: Math.max(widthPx, 120), heightPx },
    size === 'large'
      ? { left: 48, right: hasNames ? NAMES_PX : 12, top: 14, bottom: 28 }
      : { left: 4, right: 8, top: 18, bottom: 24 },
    highest,
  );
  const current = at === null ? null : Math.min(at, count - 1);

  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    const { left } = event.currentTarget.getBoundingClientRect();
    const next = periodAt(plan, count, event.clientX - left);
    if (next !== current) setAt(next);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const from = current ?? count;
    const next = {
      ArrowLeft: Math.max(0, from - 1),
      ArrowRight: current === null ? 0 : Math.min(count - 1, from + 1),
      Home: 0,
      End: count - 1,
    }[event.key];
    if (next !== undefined) {
      event.preventDefault();
      event.stopPropagation();
      setAt(next);
    } else if (event.key === 'Escape' && current !== null) {
      event.stopPropagation();
      setAt(null);
    }
  };

  return (
    <div className={styles.chart}>
      <div
        ref={place}
        className={styles.field}
        style={{ height: heightPx }}
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-describedby={helpId}
        aria-valuemin={1}
        aria-valuemax={Math.max(1, count)}
        aria-valuenow={(current ?? count - 1) + 1}
        aria-valuetext={spokenAt(current ?? count - 1, periods, series, format)}
        onPointerMove={onPointerMove}
        onPointerDown={onPointerMove}
        onPointerLeave={() => setAt(null)}
        onBlur={() => setAt(null)}
        onKeyDown={onKeyDown}
      >
        {widthPx === 0 ? null : (
          <svg
            ref={drawing}
            className={styles.drawing}
            width={plan.widthPx}
            height={heightPx}
            viewBox={`0 0 ${plan.widthPx} ${heightPx}`}
            aria-hidden="true"
          >
            <Axes plan={plan} periods={periods} format={format} size={size} current={current} />
            {marks.map((mark, index) => (
              <Mark key={`${mark.name} ${mark.from}`} plan={plan} mark={mark} size={size} row={index % 2} />
            ))}
            {series.map((one) => (
              <g
                key={one.id}
                className={styles.series}
                data-quiet={(alone !== null && alone !== one.id) || undefined}
              >
                <Series plan={plan} series={one} size={size} />
              </g>
            ))}
            {hasNames ? <Names plan={plan} series={series} format={format} alone={alone} /> : null}
            {current === null ? null : (
              <>
                <line
                  className={styles.cursor}
                  x1={plan.x(current)}
                  x2={plan.x(current)}
                  y1={plan.top}
                  y2={plan.bottom}
                />
                {series.map((one) => {
                  const value = one.values[current];
                  return value === null || value === undefined ? null : (
                    <circle
                      key={one.id}
                      className={styles.point}
                      cx={plan.x(current)}
                      cy={plan.y(value)}
                      r="4"
                      style={{ stroke: one.color ?? 'var(--ink3)' }}
                    />
                  );
                })}
              </>
            )}
          </svg>
        )}
        {current === null || widthPx === 0 ? null : (
          <HoverCard plan={plan} periods={periods} series={series} format={format} at={current} size={size} />
        )}
      </div>
      <p id={helpId} hidden>
        {texts.help}
      </p>
      {size === 'large' && isNarrow ? (
        <ul className={styles.legend}>
          {series.map((one) => (
            <li key={one.id}>
              <Dot color={one.color} />
              <b>{one.name}</b> {one.note}
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

/** What a screen reader hears of a period. */
function spokenAt(
  at: number,
  periods: readonly ChartPeriod[],
  series: readonly ChartSeries[],
  format: (value: number) => string,
): string {
  return texts.spoken(
    periods[at]?.name ?? '',
    atPeriod(series, at).map(({ name, value }) =>
      texts.value(name, value === null ? texts.none : format(value)),
    ),
    changesAt(series, at).map(({ text }) => text),
  );
}

/** The values of a period, highest first, those that are not known last. */
function atPeriod(series: readonly ChartSeries[], at: number) {
  return series
    .map(({ id, name, color, values }) => ({ id, name, color, value: values[at] ?? null }))
    .sort((a, b) => (b.value ?? -Infinity) - (a.value ?? -Infinity));
}

function changesAt(series: readonly ChartSeries[], at: number) {
  return series.flatMap(({ id, name, changes = [] }) =>
    changes.filter(({ index }) => index === at).map(({ text }) => ({ id, name, text })),
  );
}

/** A small disc in the colour of a series. */
export function Dot({ color }: { color: string | null }) {
  return <i className={styles.dot} style={{ background: color ?? 'var(--ink3)' }} />;
}

function Axes({
  plan,
  periods,
  format,
  size,
  current,
}: {
  plan: ChartPlan;
  periods: readonly ChartPeriod[];
  format: (value: number) => string;
  size: 'large' | 'small';
  current: number | null;
}) {
  const widthPx = plan.right - plan.left;
  const last = periods.length - 1;
  const named =
    size === 'large'
      ? namedPeriods(periods.length, widthPx)
      : [...new Set([0, current ?? Math.round(last / 2), last])];
  return (
    <g className={styles.axes}>
      {plan.ticks.map((tick, index) => (
        <g key={tick}>
          <line
            className={styles.rule}
            data-base={tick === 0 || undefined}
            x1={plan.left}
            x2={plan.right}
            y1={plan.y(tick)}
            y2={plan.y(tick)}
          />
          {size === 'large' ? (
            <text x={plan.left - 10} y={plan.y(tick) + 4} textAnchor="end">
              {format(tick)}
            </text>
          ) : index === plan.ticks.length - 1 ? (
            <text x={plan.left} y={plan.y(tick) - 4}>
              {format(tick)}
            </text>
          ) : null}
        </g>
      ))}
      {named.map((index) => (
        <text
          key={index}
          x={plan.x(index)}
          y={plan.heightPx - 6}
          data-current={index === current || undefined}
          textAnchor={size === 'large' ? 'middle' : index === 0 ? 'start' : index === last ? 'end' : 'middle'}
        >
          {periods[index]?.short}
        </text>
      ))}
    </g>
  );
}

/** Room for the name of a mark, and how much of it is shown there. */
const NAME_PX = 160;
const shortened = (name: string): string =>
  name.length > NAME_CHARACTERS ? `${name.slice(0, NAME_CHARACTERS - 1)}…` : name;

/** @param row of its name: those of neighbours stand below one another */
function Mark({
  plan,
  mark,
  size,
  row,
}: {
  plan: ChartPlan;
  mark: ChartMark;
  size: 'large' | 'small';
  row: number;
}) {
  const from = Math.max(plan.left, plan.x(mark.from));
  const to = Math.min(plan.right, plan.x(mark.to));
  if (to < plan.left || from > plan.right) return null;
  return (
    <g className={styles.mark}>
      {to - from < 2 ? (
        <line x1={from} x2={from} y1={plan.top} y2={plan.bottom} />
      ) : (
        <rect x={from} width={to - from} y={plan.top} height={plan.bottom - plan.top} />
      )}
      {size === 'small' ? null : (
        <text
          // left of its end, where there is room for it
          x={to - plan.left < NAME_PX ? to + 6 : to - 6}
          y={plan.top + 14 + row * 16}
          textAnchor={to - plan.left < NAME_PX ? 'start' : 'end'}
        >
          {shortened(mark.name)}
        </text>
      )}
    </g>
  );
}

function Series({ plan, series, size }: { plan: ChartPlan; series: ChartSeries; size: 'large' | 'small' }) {
  const { values, kind = 'line', trend = null, changes = [], ranges = [], isRunning = false } = series;
  const color = series.color ?? 'var(--ink3)';
  const count = values.length;
  const barPx = Math.max(2, Math.min(14, (plan.right - plan.left) / count / 2));
  const path = linePath(plan, series, isRunning ? count - 1 : count);
  const known = values.flatMap((value, index) => (value === null ? [] : [{ value, index }]));
  const end = known.at(-1);
  const before = known.at(-2);
  return (
    <>
      {ranges.map((range, index) =>
        range === null ? null : (
          <rect
            key={index}
            className={styles.range}
            x={plan.x(index) - RANGE_PX / 2}
            width={RANGE_PX}
            y={plan.y(range[1])}
            height={plan.y(range[0]) - plan.y(range[1])}
            rx="3"
          />
        ),
      )}
      {kind === 'bar'
        ? known.map(({ value, index }) => (
            <rect
              key={index}
              className={styles.bar}
              x={plan.x(index) - barPx / 2}
              width={barPx}
              y={Math.min(plan.y(value), plan.y(0))}
              height={Math.abs(plan.y(0) - plan.y(value))}
              rx="2"
            />
          ))
        : null}
      {trend === null ? null : (
        <path className={styles.trend} d={trendPath(plan, trend, count)} style={{ stroke: color }} />
      )}
      {path === '' ? null : <path className={styles.line} d={path} style={{ stroke: color }} />}
      {isRunning && path !== '' && end !== undefined && before !== undefined && end.index === count - 1 ? (
        <path
          className={styles.running}
          d={`M${plan.x(before.index)},${plan.y(before.value)}L${plan.x(end.index)},${plan.y(end.value)}`}
          style={{ stroke: color }}
        />
      ) : null}
      {kind !== 'bar' && path === ''
        ? known.map(({ value, index }) => (
            <circle key={index} cx={plan.x(index)} cy={plan.y(value)} r="3" style={{ fill: color }} />
          ))
        : null}
      {kind === 'bar' || end === undefined ? null : (
        <circle cx={plan.x(end.index)} cy={plan.y(end.value)} r="3.5" style={{ fill: color }} />
      )}
      {changes.map(({ index, short }) => {
        const value = values[index];
        return value === null || value === undefined ? null : (
          <g key={index} className={styles.change}>
            {size === 'small' ? (
              <>
                <line x1={plan.x(index)} x2={plan.x(index)} y1={plan.y(value) + 6} y2={plan.bottom} />
                <text
                  x={plan.x(index) + (index * 2 > count ? -5 : 5)}
                  y={plan.bottom - 5}
                  textAnchor={index * 2 > count ? 'end' : 'start'}
                >
                  {short}
                </text>
              </>
            ) : null}
            <circle cx={plan.x(index)} cy={plan.y(value)} r={size === 'large' ? 8 : 4.5} />
          </g>
        );
      })}
    </>
  );
}

/** Name and note at the end of each line, moved apart where they would cover one another. */
function Names({
  plan,
  series,
  format,
  alone,
}: {
  plan: ChartPlan;
  series: readonly ChartSeries[];
  format: (value: number) => string;
  alone: string | null;
}) {
  const named = series.flatMap((one) => {
    const index = one.values.findLastIndex((value) => value !== null);
    return index < 0 ? [] : [{ one, value: one.values[index]! }];
  });
  const places = spread(
    named.map(({ value }) => plan.y(value)),
    34,
    plan.top + 6,
    plan.bottom - 12,
  );
  return named.map(({ one, value }, index) => (
    <g key={one.id} className={styles.name} data-quiet={(alone !== null && alone !== one.id) || undefined}>
      <text x={plan.right + 14} y={places[index]}>
        {shortened(one.name)}
        <title>{one.name}</title>
      </text>
      <text x={plan.right + 14} y={places[index]! + 15} className={styles.note}>
        {one.note ?? format(value)}
      </text>
    </g>
  ));
}

const CARD_PX = 214;

function HoverCard({
  plan,
  periods,
  series,
  format,
  at,
  size,
}: {
  plan: ChartPlan;
  periods: readonly ChartPeriod[];
  series: readonly ChartSeries[];
  format: (value: number) => string;
  at: number;
  size: 'large' | 'small';
}) {
  const changes = changesAt(series, at);
  const x = plan.x(at);
  // beside the line, on the side that has the room
  const isLeft = x + CARD_PX + 16 > plan.widthPx && x > plan.widthPx / 2;
  return (
    <div
      className={styles.card}
      data-size={size}
      aria-hidden="true"
      style={isLeft ? { right: plan.widthPx - x + 12 } : { left: x + 12 }}
    >
      <b>{periods[at]?.name}</b>
      {atPeriod(series, at).map(({ id, name, color, value }) => (
        <span key={id} className={styles.cardRow}>
          <Dot color={color} />
          <span>{name}</span>
          <b>{value === null ? texts.none : format(value)}</b>
        </span>
      ))}
      {changes.map(({ id, text }) => (
        <span key={`${id} ${text}`} className={styles.cardChange}>
          {text}
        </span>
      ))}
    </div>
  );
}
