import { IconCalendarStats, IconRefresh } from '@tabler/icons-react';
import { shortCurrency } from '../../../../contract/currency.ts';
import { hasChangedMuch, IMPACT_HEADINGS, shareText } from '../../../../contract/impact_reports.ts';
import { sentimentText } from '../../../../contract/sentiment.ts';
import { impactReportTexts } from '../../records/impactReportTexts.ts';
import { Button } from '../../ui/elements/Button.tsx';
import { formatNumber } from '../../ui/text/format.ts';
import { impactTexts } from './impactMessages.ts';
import type { ImpactReport } from './impactQueries.ts';
import a11y from '../../ui/a11y.module.css';
import styles from './impact.module.css';

const texts = impactTexts.figures;

const MONTH = new Intl.DateTimeFormat('en', { month: 'short', timeZone: 'UTC' });
const MONTH_IN_FULL = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** Votes of each month as bars; the running month, which is not over, is drawn lighter. */
function VotesByMonth({ months }: Pick<ImpactReport['figures'], 'months'>) {
  const most = Math.max(...months.map(({ votes }) => votes));
  return (
    <ol className={styles.months}>
      {months.map(({ month, votes }, index) => {
        const date = new Date(`${month}-01T00:00:00Z`);
        const said = texts.votesIn(votes, MONTH_IN_FULL.format(date));
        return (
          <li key={month} data-tip={said} data-running={index === months.length - 1 || undefined}>
            <span className={a11y.hidden}>{said}</span>
            <span className={styles.column} aria-hidden="true">
              <span style={{ height: `${(100 * votes) / most}%` }} />
            </span>
            <span className={styles.monthName} aria-hidden="true">
              {MONTH.format(date)}
            </span>
          </li>
        );
      })}
    </ol>
  );
}

interface AsOfProps {
  report: Pick<ImpactReport, 'figures' | 'figures_now' | 'figures_at'>;
  /** left out: they are only read */
  onRefresh?: () => void;
  isRefreshing?: boolean;
}

/** As of when the figures are, and what moved since. */
function FiguresAsOf({
  report: { figures, figures_now: now, figures_at },
  onRefresh,
  isRefreshing = false,
}: AsOfProps) {
  const moved = impactReportTexts.movedSince(figures, now);
  return (
    <div className={styles.asOf}>
      <IconCalendarStats size={16} stroke={1.6} aria-hidden="true" />
      <span>
        {texts.asOf} <strong>{texts.time(figures_at)}</strong>
      </span>
      <span className={styles.quiet} data-much={(moved !== '' && hasChangedMuch(figures, now)) || undefined}>
        {moved === '' ? texts.nothingSince : texts.since(moved)}
      </span>
      {onRefresh === undefined ? null : (
        <Button
          variant="text"
          className={styles.refresh}
          loading={isRefreshing}
          onClick={onRefresh}
          icon={<IconRefresh size={15} stroke={1.75} aria-hidden="true" />}
        >
          {isRefreshing ? texts.refreshing : texts.refresh}
        </Button>
      )}
    </div>
  );
}

function Figure({ label, value, more, note }: { label: string; value: string; more?: string; note: string }) {
  return (
    <div className={styles.figure}>
      <dt>{label}</dt>
      <dd className={styles.value}>
        {value}
        {more === undefined ? null : <span className={styles.more}>{more}</span>}
      </dd>
      <dd className={styles.quiet}>{note}</dd>
    </div>
  );
}

/** The figures of a report as of their day, and its votes by month. */
export function ImpactFigures(props: AsOfProps) {
  const { figures } = props.report;
  const { revenue, all_revenue: all, sentiment, months, people_new } = figures;
  return (
    <section id="impact-figures" className={styles.section} aria-label={IMPACT_HEADINGS.figures}>
      <FiguresAsOf {...props} />
      <dl className={styles.figures}>
        <Figure
          label={texts.supporters}
          value={formatNumber(figures.people)}
          {...(people_new > 0 ? { more: texts.new(people_new) } : {})}
          note={people_new > 0 ? texts.newIn : texts.noNew}
        />
        <Figure
          label={texts.accounts}
          value={formatNumber(figures.accounts)}
          note={texts.ofAccounts(figures.all_accounts)}
        />
        {revenue === null ? null : (
          <Figure
            label={texts.revenue}
            value={shortCurrency(revenue)}
            note={all === null || all === 0 ? '' : texts.share(shareText(revenue / all))}
          />
        )}
        {sentiment === null ? (
          <Figure label={texts.ideas} value={formatNumber(figures.ideas)} note={texts.noSentiment} />
        ) : (
          <Figure
            label={texts.sentiment}
            value={sentimentText(sentiment)}
            note={texts.meanOf(figures.sentiment_count)}
          />
        )}
      </dl>
      {months.some(({ votes }) => votes > 0) ? (
        <figure className={styles.chart}>
          <figcaption>{texts.votes}</figcaption>
          <VotesByMonth months={months} />
        </figure>
      ) : null}
    </section>
  );
}
