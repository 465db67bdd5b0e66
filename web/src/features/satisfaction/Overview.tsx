import { satisfactionBand } from '../../../../contract/satisfaction.ts';
import { npsChange } from '../../../../contract/satisfaction_report.ts';
import type { NpsScore } from '../../../../contract/satisfaction_report.ts';
import { formatNumber } from '../../ui/text/format.ts';
import { satisfactionTexts as texts } from './satisfactionMessages.ts';
import type { Report } from './satisfactionQueries.ts';
import a11y from '../../ui/a11y.module.css';
import styles from './satisfaction.module.css';

const scoreOf = (score: number | null, margin: number | null): NpsScore | null =>
  score === null || margin === null ? null : { score, margin };

/** The score with its change, people by band and by rating, and how many ratings there are. */
export function Overview({ report }: { report: Report }) {
  const { people_count: people } = report;
  const bands = [
    ['promoter', report.promoters_count, texts.bands.promoters(report.promoters_count)],
    ['neutral', report.neutrals_count, texts.bands.neutrals()],
    ['detractor', report.detractors_count, texts.bands.detractors(report.detractors_count)],
  ] as const;
  const most = Math.max(1, ...report.distribution);
  return (
    <section className={styles.overview} aria-label={texts.nps}>
      <Nps report={report} />
      <div>
        <ul className={styles.bands}>
          {bands.map(([band, count, name]) => (
            <li key={band} data-band={band} style={{ flexGrow: count }} hidden={count === 0}>
              <span className={styles.bandBar} />
              <span className={styles.bandName}>
                <b>{formatNumber(count)}</b> {name}{' '}
                <span className={styles.quiet}>{texts.percent(count / Math.max(1, people))}</span>
              </span>
            </li>
          ))}
        </ul>
        {people === 0 ? (
          <p className={styles.quiet}>{texts.emptyPeriod}</p>
        ) : (
          <ol className={styles.distribution} aria-label={texts.distribution}>
            {report.distribution.map((count, score) => (
              <li key={score} data-band={satisfactionBand(score)}>
                <span className={a11y.hidden}>{texts.distributionOf(score, count)}</span>
                <span className={styles.columnCount} aria-hidden="true">
                  {count === 0 ? '' : formatNumber(count)}
                </span>
                <span
                  className={styles.column}
                  style={{ height: `${String(Math.max(count === 0 ? 0 : 3, (count / most) * 64))}px` }}
                />
                <span aria-hidden="true">{score}</span>
              </li>
            ))}
          </ol>
        )}
      </div>
      <dl className={styles.counts}>
        <dt>{texts.ratings}</dt>
        <dd>{formatNumber(report.ratings_count)}</dd>
        <dt>{texts.withWords}</dt>
        <dd>{formatNumber(report.with_words_count)}</dd>
        <dt>{texts.people}</dt>
        <dd>{formatNumber(people)}</dd>
        {report.asked_count === 0 ? null : (
          <>
            <dt>{texts.asked}</dt>
            <dd>
              {formatNumber(report.asked_count)}{' '}
              <span className={styles.quiet}>
                {texts.answered(report.answered_count, report.asked_count)}
              </span>
            </dd>
          </>
        )}
      </dl>
    </section>
  );
}

function Nps({ report }: { report: Report }) {
  const now = scoreOf(report.score, report.margin);
  const change = npsChange(now, scoreOf(report.previous_score, report.previous_margin));
  return (
    <div>
      <p className={styles.quiet} data-tip={texts.npsTip}>
        {texts.nps}
      </p>
      {now === null ? (
        <p className={styles.tooFew}>{texts.tooFew(report.people_count)}</p>
      ) : (
        <>
          <p className={styles.score}>{now.score < 0 ? `−${String(-now.score)}` : now.score}</p>
          <p className={styles.quiet}>
            {change === null ? (
              texts.noBefore
            ) : (
              <>
                <span
                  className={styles.by}
                  data-way={change.by > 0 ? 'up' : change.by < 0 ? 'down' : undefined}
                >
                  {texts.change(change.by)}
                </span>{' '}
                {texts.against}, {change.isNoise ? texts.noise(change.margin) : texts.beyond(change.margin)}
              </>
            )}
          </p>
        </>
      )}
    </div>
  );
}
