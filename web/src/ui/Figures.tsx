import type { ReactNode } from 'react';
import { formatDateTime, formatRelative, parseTime } from './format.ts';
import { uiMessages } from './messages.ts';
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

/** Which way the last value goes: against the mean of the four before it. */
export function trendOf(values: readonly number[]): 'up' | 'down' | 'flat' {
  const last = values[values.length - 1];
  const before = values.slice(-5, -1);
  if (last === undefined || before.length === 0) return 'flat';
  const mean = before.reduce((sum, value) => sum + value, 0) / before.length;
  if (last > mean) return 'up';
  return last < mean ? 'down' : 'flat';
}

/**
 * Twelve weeks (or any run of values) as a thin grey line with a coloured dot at its end: green when
 * the last value is above the mean of the four before, red when below, grey when equal.
 */
export function Sparkline({
  values,
  widthPx = 80,
  heightPx = 24,
  label,
}: {
  values: readonly number[];
  widthPx?: number;
  heightPx?: number;
  /** Said instead of the default 'Last 12 weeks: from … to …'. */
  label?: string;
}) {
  if (values.length === 0) return null;
  const pad = 3.5;
  const highest = Math.max(...values);
  const lowest = Math.min(...values);
  const span = highest - lowest;
  // Begins flush with the text above it; the dot at the end needs its room.
  const step = values.length > 1 ? (widthPx - 1 - pad) / (values.length - 1) : 0;
  const points = values.map((value, index) => ({
    x: 1 + index * step,
    // A run without change lies at the bottom when it is zero, in the middle otherwise.
    y:
      span === 0
        ? highest === 0
          ? heightPx - pad
          : heightPx / 2
        : pad + (1 - (value - lowest) / span) * (heightPx - 2 * pad),
  }));
  const end = points[points.length - 1] ?? { x: 0, y: 0 };
  return (
    <svg
      className={styles.spark}
      width={widthPx}
      height={heightPx}
      viewBox={`0 0 ${widthPx} ${heightPx}`}
      role="img"
      aria-label={label ?? uiMessages.sparkline(values)}
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
 * A time as its age ('2h', '3d'), with the exact time as its tooltip.
 *
 * @param value ISO text; null shows `whenNull` or nothing
 */
export function RelativeTime({ value, whenNull = null }: { value: string | null; whenNull?: ReactNode }) {
  const date = parseTime(value);
  if (date === null) return whenNull;
  return (
    <time dateTime={date.toISOString()} data-tip={formatDateTime(date)}>
      {formatRelative(date)}
    </time>
  );
}
