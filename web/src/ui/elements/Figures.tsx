import { useState } from 'react';
import type { ReactNode } from 'react';
import { satisfactionBand } from '../../../../contract/satisfaction.ts';
import { formatAgo, formatDateTime, formatRelative, parseTime } from '../text/format.ts';
import { uiMessages } from '../messages.ts';
import styles from './Figures.module.css';

/** A longer figure does not fit a third of the details' aside. */
const lettersAtFullSize = 7;

/**
 * One key figure: what it is in small type, the figure, and how it changed.
 *
 * @param change text such as '+12%'; `trend` colours it
 * @param tip what a tooltip says about the figure
 * @param size `large` stands alone as a card, `small` sits in a `KeyFigureRow`
 */
export function KeyFigure({
  label,
  value,
  change,
  trend = 'flat',
  tip,
  size = 'large',
}: {
  label: string;
  value: ReactNode;
  change?: string;
  trend?: 'up' | 'down' | 'flat';
  tip?: string | undefined;
  size?: 'large' | 'small';
}) {
  return (
    <div
      className={styles.figure}
      data-size={size}
      data-long={(typeof value === 'string' && value.length > lettersAtFullSize) || undefined}
    >
      <p className={styles.label}>{label}</p>
      <p className={styles.value}>
        {tip === undefined ? value : <span data-tip={tip}>{value}</span>}
        {change === undefined ? null : (
          <span className={styles.change} data-trend={trend}>
            {change}
          </span>
        )}
      </p>
    </div>
  );
}

/** Small key figures side by side in one bordered box. */
export function KeyFigureRow({ children }: { children: ReactNode }) {
  return <div className={styles.row}>{children}</div>;
}

/** A change below this share of the mean is none. */
const flatShare = 0.15;

/** Which way the last value goes: against the mean of the four before it; within 15 % of it, nowhere. */
export function trendOf(values: readonly number[]): 'up' | 'down' | 'flat' {
  const last = values[values.length - 1];
  const before = values.slice(-5, -1);
  if (last === undefined || before.length === 0) return 'flat';
  const mean = before.reduce((sum, value) => sum + value, 0) / before.length;
  if (last > mean * (1 + flatShare)) return 'up';
  return last < mean * (1 - flatShare) ? 'down' : 'flat';
}

/** Room of the value that still grows, at the line's end: a gap, and a stub of 4 px. */
const stubPx = 4;
const stubRoomPx = 10;

/**
 * A run of values as a thin grey line with a coloured dot at its end: green when the last value is well above the
 * mean of the four before, red when well below, grey else. A value that still grows stands behind it as a pale stub
 * on the same scale, without a colour.
 *
 * @param running the value of the time that has not ended; null: there is none
 * @param tipOf what a tooltip says of a value under the pointer; the index behind the last is the running one
 */
export function Sparkline({
  values,
  running = null,
  widthPx = 80,
  heightPx = 24,
  label,
  tipOf,
}: {
  values: readonly number[];
  running?: number | null;
  widthPx?: number;
  heightPx?: number;
  /** Said instead of the default 'Last 12 weeks: from … to …'. */
  label?: string;
  tipOf?: (index: number) => string;
}) {
  // tooltips are drawn where the pointer is: a table with hundreds of lines has none until then
  const [isPointedAt, setIsPointedAt] = useState(false);
  if (values.length === 0) return null;
  const pad = 3.5;
  const highest = Math.max(...values, running ?? 0);
  const lowest = Math.min(...values);
  const span = highest - lowest;
  const lineEndPx = widthPx - pad - (running === null ? 0 : stubRoomPx);
  // Begins flush with the text above it; the dot at the end needs its room.
  const step = values.length > 1 ? (lineEndPx - 1) / (values.length - 1) : 0;
  // A run without change lies at the bottom when it is zero, in the middle otherwise.
  const heightOf = (value: number): number =>
    span === 0
      ? highest === 0
        ? heightPx - pad
        : heightPx / 2
      : Math.min(heightPx - pad, pad + (1 - (value - lowest) / span) * (heightPx - 2 * pad));
  const points = values.map((value, index) => ({ x: 1 + index * step, y: heightOf(value) }));
  const end = points[points.length - 1] ?? { x: 0, y: 0 };
  const stubTopPx = running === null ? 0 : Math.min(heightOf(running), heightPx - pad - 1);
  const tips = tipOf === undefined ? 0 : values.length + (running === null ? 0 : 1);
  return (
    <svg
      className={styles.spark}
      width={widthPx}
      height={heightPx}
      viewBox={`0 0 ${widthPx} ${heightPx}`}
      role="img"
      aria-label={label ?? uiMessages.sparkline(values)}
      onPointerEnter={tips === 0 ? undefined : () => setIsPointedAt(true)}
      onPointerLeave={tips === 0 ? undefined : () => setIsPointedAt(false)}
    >
      <path
        d={smoothPath(points)}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.25"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <circle
        cx={round(end.x)}
        cy={round(end.y)}
        r="2.5"
        className={styles.dot}
        data-trend={trendOf(values)}
      />
      {running === null ? null : (
        <rect
          className={styles.stub}
          x={widthPx - stubPx}
          y={round(stubTopPx)}
          width={stubPx}
          height={round(heightPx - pad + 1.5 - stubTopPx)}
          rx="1"
        />
      )}
      {isPointedAt
        ? Array.from({ length: tips }, (_none, index) => {
            const from = index === 0 ? 0 : 1 + (index - 0.5) * step;
            const to = index === values.length - 1 ? lineEndPx + pad : 1 + (index + 0.5) * step;
            const isStub = index === values.length;
            return (
              <rect
                key={index}
                className={styles.week}
                x={round(isStub ? lineEndPx + pad : from)}
                y="0"
                width={round(isStub ? widthPx - lineEndPx - pad : to - from)}
                height={heightPx}
                data-tip={tipOf?.(index)}
              />
            );
          })
        : null}
    </svg>
  );
}

/**
 * A curve through all points that never rises above or falls below two neighbours (monotone cubic,
 * Fritsch and Carlson 1980, with the tangents of Steffen 1990 for evenly spaced points).
 */
function smoothPath(points: readonly { x: number; y: number }[]): string {
  const slopes = points.slice(1).map((point, index) => {
    const before = points[index] ?? point;
    return (point.y - before.y) / (point.x - before.x || 1);
  });
  const tangents = points.map((_point, index) => {
    const left = slopes[index - 1];
    const right = slopes[index];
    if (left === undefined || right === undefined) return right ?? left ?? 0;
    if (left * right <= 0) return 0;
    return Math.sign(left) * Math.min(Math.abs(left), Math.abs(right), Math.abs(left + right) / 4) * 2;
  });
  return points
    .map((point, index) => {
      const before = points[index - 1];
      if (before === undefined) return `M${round(point.x)},${round(point.y)}`;
      const third = (point.x - before.x) / 3;
      const from = `${round(before.x + third)},${round(before.y + third * (tangents[index - 1] ?? 0))}`;
      const to = `${round(point.x - third)},${round(point.y - third * (tangents[index] ?? 0))}`;
      return `C${from} ${to} ${round(point.x)},${round(point.y)}`;
    })
    .join('');
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/**
 * A time as its age ('2h ago', '3d ago'), with the exact time as its tooltip.
 *
 * @param value ISO text; null shows `whenNull` or nothing
 * @param isSentence as it is read within a sentence: 'just now', '5 min ago', '2 hr ago', from a day on the day
 */
export function RelativeTime({
  value,
  whenNull = null,
  isSentence = false,
}: {
  value: string | null;
  whenNull?: ReactNode;
  isSentence?: boolean;
}) {
  const date = parseTime(value);
  if (date === null) return whenNull;
  return (
    <time dateTime={date.toISOString()} data-tip={formatDateTime(date)}>
      {isSentence ? formatAgo(date) : formatRelative(date)}
    </time>
  );
}

/** No one was seen for so long: their account may be going. */
const QUIET_DAYS = 60;
const DAY_MS = 86_400_000;

const moods = { promoter: 'good', neutral: undefined, detractor: 'bad' } as const;

/** When one of an account's people was last seen, marked when that is long ago. */
export function LastActive({ at }: { at: string | null }): ReactNode {
  const time = parseTime(at);
  if (time === null) return <span className={styles.neverSeen}>{uiMessages.never}</span>;
  return (
    <span className={styles.seen} data-quiet={Date.now() - time.getTime() > QUIET_DAYS * DAY_MS || undefined}>
      <RelativeTime value={at} />
    </span>
  );
}

/** How content an account is: promoters less detractors in percent; null where none of its people was asked. */
export function Nps({ value }: { value: number | null }): ReactNode {
  if (value === null) return null;
  const rounded = Math.round(value);
  return (
    <span className={styles.nps} data-mood={rounded >= 50 ? 'good' : rounded < 0 ? 'bad' : undefined}>
      {rounded < 0 ? `−${String(-rounded)}` : rounded}
    </span>
  );
}

/** A rating from 0 to 10, in the colour of how content that is (DEC-065). */
export function Score({ value }: { value: number }): ReactNode {
  const band = satisfactionBand(value);
  return (
    <span className={styles.nps} data-mood={band === null ? undefined : moods[band]}>
      {value}
    </span>
  );
}
