import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { graphql } from '../../../api/graphql.ts';
import { request } from '../../../api/runtime.ts';
import { formatMonth } from '../../../ui/text/format.ts';
import { themeTexts } from '../themeMessages.ts';
import type { ThemeSource } from '../themeQueries.ts';
import styles from './report.module.css';

const texts = themeTexts.form.months;

const monthsDocument = graphql(`
  query ThemeSourceMonths(
    $activity: [String!]
    $period_start: String
    $period_end: String
    $advanced_filters: Json
  ) {
    report_ideas_by_month(
      activity: $activity
      period_start: $period_start
      period_end: $period_end
      advanced_filters: $advanced_filters
    ) {
      month
      count
    }
  }
`);

/** What a month is called. @param day its first one */
const nameOf = (day: string): string => formatMonth(new Date(day), false);

/**
 * When the ideas that a report would read were made: a bar for each month of two years, those outside of the period
 * paler. Nothing while it is not known, or where there are none.
 */
export function SourceMonths({ source }: { source: ThemeSource }) {
  const { activity, period_start: start, period_end: end, advanced_filters: advanced } = source;
  const isOfActivity = activity.length > 0;
  const asked = {
    // a period of creation is shown by the bars themselves
    ...(isOfActivity
      ? {
          activity: [...activity],
          ...(start === null ? {} : { period_start: start }),
          ...(end === null ? {} : { period_end: end }),
        }
      : {}),
    ...(advanced === null ? {} : { advanced_filters: advanced as never }),
  };
  const { data } = useQuery({
    queryKey: ['theme-source-months', asked],
    queryFn: ({ signal }) => request(monthsDocument, asked, { signal }),
    placeholderData: keepPreviousData,
  });
  const months = data?.report_ideas_by_month ?? [];
  const most = Math.max(...months.map(({ count }) => count), 0);
  if (most === 0) return null;
  const isInside = (month: string): boolean =>
    isOfActivity ||
    ((start === null || month.slice(0, 7) >= start.slice(0, 7)) &&
      (end === null || month.slice(0, 7) <= end.slice(0, 7)));
  const top = months.find(({ count }) => count === most)!;
  const [first, last] = [months[0]!, months.at(-1)!];
  return (
    <figure
      className={styles.months}
      role="img"
      aria-label={texts.label(nameOf(first.month), nameOf(last.month), most, nameOf(top.month))}
    >
      <div className={styles.bars}>
        {months.map(({ month, count }) => (
          <span key={month} className={styles.place} data-tip={texts.bar(nameOf(month), count)}>
            <span
              className={styles.bar}
              data-outside={!isInside(month) || undefined}
              style={{ height: `${count === 0 ? 0 : Math.max(6, (count / most) * 100)}%` }}
            />
          </span>
        ))}
      </div>
      <figcaption className={styles.ends}>
        <span>{nameOf(first.month)}</span>
        <span>{isOfActivity ? texts.made : texts.inside}</span>
        <span>{nameOf(last.month)}</span>
      </figcaption>
    </figure>
  );
}
