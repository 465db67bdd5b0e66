import { shortCurrency } from '../../../../contract/currency.ts';
import { hasFeature } from '../../../../contract/permissions.ts';
import { useViewer } from '../../api/viewer.ts';
import { ideaAddress } from '../../host/addresses.ts';
import { Link } from '../../host/Link.tsx';
import { usePageState } from '../../host/pageState.ts';
import { choiceField } from '../../host/search.ts';
import { VoteSpark } from '../../shared/ideas/VoteSpark.tsx';
import { StatusPill } from '../../ui/elements/Pills.tsx';
import { SegmentedControl } from '../../ui/fields/SegmentedControl.tsx';
import { DelayedSkeleton, Skeleton } from '../../ui/loading/loading.tsx';
import { EmptyState } from '../../ui/loading/states.tsx';
import { formatMonthDay, formatNumber } from '../../ui/text/format.ts';
import { Card } from './Card.tsx';
import { insightsMessages } from './insightsMessages.ts';
import { useMovedIdeas } from './insightsQueries.ts';
import styles from './insights.module.css';

const texts = insightsMessages.moved;

const orders = ['votes', 'revenue'] as const;
type Order = (typeof orders)[number];

const orderState = { moved: choiceField(orders, 'votes') };

/** The ideas whose votes or revenue changed most, up or down: what a product team has to look at first. */
export function MovedCard({ period }: { period: string }) {
  const { authorized_features } = useViewer();
  const seesRevenue = hasFeature(authorized_features, 'account_insights');
  const [state, setState] = usePageState(orderState);
  const order: Order = seesRevenue ? state.moved : 'votes';
  const query = useMovedIdeas(period, order);
  const report = query.data?.report_moved_ideas;
  return (
    <Card
      title={texts.title}
      note={
        report === undefined
          ? ' '
          : texts.weeks(
              formatMonthDay(report.period_start),
              formatMonthDay(report.period_end),
              report.weeks_count,
            )
      }
      what={texts.what}
      query={query}
      end={
        seesRevenue ? (
          <SegmentedControl
            label={texts.by}
            value={order}
            onChange={(moved) => setState({ moved })}
            segments={orders.map((name) => ({ value: name, label: texts[name] }))}
          />
        ) : null
      }
      skeleton={
        <DelayedSkeleton>
          <div className={styles.rowsSkeleton}>
            {[64, 52, 70, 46, 58].map((width) => (
              <Skeleton key={width} width={`${width}%`} />
            ))}
          </div>
        </DelayedSkeleton>
      }
    >
      {report === undefined || report.ideas.length === 0 ? (
        <EmptyState title={order === 'votes' ? texts.empty : texts.emptyRevenue} />
      ) : (
        <div className={styles.scroll}>
          <table className={styles.table} data-wide aria-label={texts.title}>
            <thead>
              <tr>
                <th scope="col">{texts.idea}</th>
                <th scope="col" data-narrow="off">
                  {texts.status}
                </th>
                <th scope="col" data-align="end">
                  {texts.votes}
                </th>
                <th scope="col" data-narrow="off">
                  {texts.spark}
                </th>
                {seesRevenue ? (
                  <th scope="col" data-align="end">
                    {texts.revenue}
                  </th>
                ) : null}
              </tr>
            </thead>
            <tbody>
              {report.ideas.map((idea) => (
                <tr key={idea.id}>
                  <th scope="row">
                    <Link href={ideaAddress(idea.id)} className={styles.rowLink}>
                      {idea.title}
                    </Link>
                    <span className={styles.rowNote}>{idea.forum_name}</span>
                  </th>
                  <td data-narrow="off">
                    <StatusPill name={idea.status_name ?? texts.noStatus} color={idea.hex_color} />
                  </td>
                  <td data-align="end">
                    <Change
                      change={idea.votes.count - idea.votes.before}
                      write={formatNumber}
                      note={texts.against(formatNumber(idea.votes.count), formatNumber(idea.votes.before))}
                    />
                  </td>
                  <td className={styles.spark} data-narrow="off">
                    <VoteSpark weekly={idea.weekly_votes} thisWeek={idea.votes_this_week} widthPx={112} />
                  </td>
                  {seesRevenue ? (
                    <td data-align="end">
                      {idea.revenue === null ? null : (
                        <Change
                          change={idea.revenue.amount - idea.revenue.before}
                          write={shortCurrency}
                          note={texts.against(
                            shortCurrency(idea.revenue.amount),
                            shortCurrency(idea.revenue.before),
                          )}
                        />
                      )}
                    </td>
                  ) : null}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Card>
  );
}

/** By how much something changed, with its sign and in the colour of its direction, and both values below. */
function Change({
  change,
  write,
  note,
}: {
  change: number;
  write: (amount: number) => string;
  note: string;
}) {
  if (change === 0) return <span className={styles.quiet}>{insightsMessages.noChange}</span>;
  return (
    <>
      <span className={styles.change} data-trend={change > 0 ? 'up' : 'down'}>
        {change > 0 ? '+' : '−'}
        {write(Math.abs(change))}
      </span>
      <span className={styles.changeNote}>{note}</span>
    </>
  );
}
