import { canWrite } from '../../../../contract/permissions.ts';
import { useViewer } from '../../api/viewer.ts';
import { newThemeReportAddress, trendsAddress } from '../../host/addresses.ts';
import { Link } from '../../host/Link.tsx';
import { Sparkline } from '../../ui/elements/Figures.tsx';
import { DelayedSkeleton, Skeleton } from '../../ui/loading/loading.tsx';
import { EmptyState } from '../../ui/loading/states.tsx';
import { formatDecimal, formatNumber } from '../../ui/text/format.ts';
import { Card } from './Card.tsx';
import { insightsMessages } from './insightsMessages.ts';
import { useMovingThemes } from './insightsQueries.ts';
import styles from './insights.module.css';

const texts = insightsMessages.themes;

/** The themes of the report that ran last whose votes rise or fall most; each leads to its trends. */
export function ThemesCard() {
  const { permissions } = useViewer();
  const query = useMovingThemes();
  const report = query.data?.report_themes_trend_analysis ?? null;
  const recent = query.data?.report_recent_theme_metrics;
  return (
    <Card
      title={texts.title}
      note={
        report === null || recent === undefined
          ? ' '
          : texts.note(report.theme_set_name, recent.run, recent.categorized)
      }
      what={texts.what}
      query={query}
      end={report === null ? null : <Link href={trendsAddress(report.theme_set_id)}>{texts.all}</Link>}
      skeleton={
        <DelayedSkeleton>
          <div className={styles.rowsSkeleton}>
            {[52, 64, 46, 58, 40].map((width) => (
              <Skeleton key={width} width={`${width}%`} />
            ))}
          </div>
        </DelayedSkeleton>
      }
    >
      {report === null ? (
        <EmptyState
          title={texts.none}
          reason={texts.noneReason}
          {...(canWrite(permissions, 'feedback')
            ? { action: <Link href={newThemeReportAddress()}>{texts.begin}</Link> }
            : {})}
        />
      ) : report.lines.length === 0 ? (
        <EmptyState title={texts.empty} />
      ) : (
        <div className={styles.scroll}>
          <table className={styles.table} data-wide aria-label={texts.title}>
            <thead>
              <tr>
                <th scope="col">{texts.theme}</th>
                <th scope="col" data-align="end">
                  {texts.last}
                </th>
                <th scope="col" data-narrow="off">
                  {texts.months}
                </th>
                <th scope="col" data-align="end">
                  {texts.slope}
                </th>
              </tr>
            </thead>
            <tbody>
              {report.lines.map(({ id, display_name, hex_color, votes }) => {
                const values = votes.data.map((value) => value ?? 0);
                const over = values.slice(0, -1);
                const last = over.at(-1) ?? 0;
                const isDown = votes.trend_slope < 0;
                return (
                  <tr key={id}>
                    <th scope="row">
                      <Link
                        href={trendsAddress(report.theme_set_id, 'single-theme', { theme: [id] })}
                        className={styles.rowLink}
                      >
                        <span className={styles.themeDot} style={{ background: hex_color }} />
                        {display_name}
                      </Link>
                    </th>
                    <td data-align="end">{formatNumber(last)}</td>
                    <td className={styles.spark} data-narrow="off">
                      <Sparkline
                        values={over}
                        running={values.at(-1) ?? null}
                        widthPx={112}
                        label={texts.spark(display_name, formatNumber(over[0]), formatNumber(last))}
                      />
                    </td>
                    <td data-align="end">
                      <span className={styles.change} data-trend={isDown ? 'down' : 'up'}>
                        {isDown ? '−' : '+'}
                        {formatDecimal(Math.abs(votes.trend_slope), 1)}
                      </span>
                    </td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </div>
      )}
    </Card>
  );
}
