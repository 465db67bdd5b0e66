import { Sparkline, trendOf } from '../../ui/elements/Figures.tsx';
import { formatMonthDay } from '../../ui/text/format.ts';
import { voteSparkMessages as texts } from './voteSparkMessages.ts';

const weekMs = 7 * 24 * 60 * 60 * 1000;

/** Monday of the week that runs, UTC, as the server counts weeks. */
export function thisMonday(now: number = Date.now()): Date {
  const day = new Date(now);
  // getUTCDay: 0 is Sunday
  const back = (day.getUTCDay() + 6) % 7;
  return new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate() - back));
}

/** What the tooltip says of a week. @param index that of `weekly`; the one behind its last is the week that runs */
export function weekTip(
  weekly: readonly number[],
  thisWeek: number,
  index: number,
  monday: Date = thisMonday(),
): string {
  if (index >= weekly.length) return texts.thisWeek(thisWeek);
  const day = new Date(monday.getTime() - (weekly.length - index) * weekMs);
  return texts.week(formatMonthDay(day.toISOString().slice(0, 10)), weekly[index] ?? 0);
}

/**
 * Votes of an idea by week: the finished weeks as a line that ends in a dot, coloured by the last of them, and the
 * week that runs as a stub beside it, which says nothing yet about the direction.
 *
 * @param weekly votes of the finished weeks, oldest first
 * @param thisWeek votes since Monday
 */
export function VoteSpark({
  weekly,
  thisWeek,
  widthPx = 80,
  heightPx = 24,
}: {
  weekly: readonly number[];
  thisWeek: number;
  widthPx?: number;
  heightPx?: number;
}) {
  return (
    <Sparkline
      values={weekly}
      running={thisWeek}
      widthPx={widthPx}
      heightPx={heightPx}
      label={texts.label(weekly, texts.trends[trendOf(weekly)], thisWeek)}
      tipOf={(index) => weekTip(weekly, thisWeek, index)}
    />
  );
}
