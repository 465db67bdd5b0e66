import { shortCurrency } from '../../../../contract/currency.ts';
import { KeyFigure } from '../../ui/elements/Figures.tsx';
import { formatDate, formatNumber, formatPercent } from '../../ui/text/format.ts';
import { DelayedSkeleton, Skeleton } from '../../ui/loading/loading.tsx';
import { ErrorState } from '../../ui/loading/states.tsx';
import { insightsMessages } from './insightsMessages.ts';
import { useKeyFigures } from './insightsQueries.ts';
import styles from './insights.module.css';

const texts = insightsMessages.figures;

/**
 * How a count changed against the one before: '+12%', and whether that is up or down. Of nothing no
 * share can be given: 'new' then.
 */
export function changeOf({ count, before }: { count: number; before: number }): {
  change: string;
  trend: 'up' | 'down' | 'flat';
} {
  if (before === 0)
    return count === 0
      ? { change: insightsMessages.noChange, trend: 'flat' }
      : { change: insightsMessages.fromNothing, trend: 'up' };
  const share = (count - before) / before;
  const change = formatPercent(share, { signed: true });
  if (Math.round(share * 100) === 0) return { change: insightsMessages.noChange, trend: 'flat' };
  return { change: change.replace('-', '−'), trend: share > 0 ? 'up' : 'down' };
}

/** The four figures of the period, each with its change, and what stands behind the open ideas now. */
export function FiguresRow({ period }: { period: string }) {
  const query = useKeyFigures(period);
  if (query.isPending) {
    return (
      <DelayedSkeleton>
        <div className={styles.figures}>
          {[0, 1, 2, 3].map((index) => (
            <div key={index} className={styles.figureSkeleton}>
              <Skeleton width={70} />
              <Skeleton width={96} height={20} />
            </div>
          ))}
        </div>
        <p className={styles.standing}>&nbsp;</p>
      </DelayedSkeleton>
    );
  }
  const figures = query.data?.report_key_figures;
  if (figures === undefined) {
    return (
      <div className={styles.failed}>
        <ErrorState what={texts.what} onRetry={() => void query.refetch()} retrying={query.isFetching} />
      </div>
    );
  }
  const shown = [
    { label: texts.ideas, figure: figures.ideas },
    { label: texts.votes, figure: figures.votes },
    { label: texts.comments, figure: figures.comments },
    { label: texts.feedback, figure: figures.feedback_records },
  ];
  return (
    <section aria-label={texts.label}>
      <ul className={styles.figures} data-stale={query.isPlaceholderData || undefined}>
        {shown.map(({ label, figure }) => (
          <li key={label} data-tip={insightsMessages.changeTip(formatNumber(figure.before))}>
            <KeyFigure label={label} value={formatNumber(figure.count)} {...changeOf(figure)} />
          </li>
        ))}
      </ul>
      <p className={styles.standing}>
        <span>{insightsMessages.before(daysBefore(figures.period_start, figures.period_end))}</span>
        <span>
          {insightsMessages.standing(
            figures.open_ideas_count,
            figures.accounts_count,
            figures.accounts_revenue === null ? null : shortCurrency(figures.accounts_revenue),
          )}
        </span>
      </p>
    </section>
  );
}

const dayMs = 24 * 60 * 60 * 1000;

/** The days just before a period and as many, in words. Both ends as the server names days: '2026-04-21'. */
export function daysBefore(start: string, end: string): string {
  const first = Date.parse(`${start}T00:00:00Z`);
  const lengthMs = Date.parse(`${end}T00:00:00Z`) - first + dayMs;
  const dayOf = (ms: number): string =>
    formatDate(new Date(`${new Date(ms).toISOString().slice(0, 10)}T00:00:00`));
  return `${dayOf(first - lengthMs)} – ${dayOf(first - dayMs)}`;
}
