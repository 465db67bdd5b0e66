import { shortCurrency } from '../../../../contract/currency.ts';
import { hasFeature } from '../../../../contract/permissions.ts';
import { useViewer } from '../../api/viewer.ts';
import { ideaAddress, ideaReportAddress } from '../../host/addresses.ts';
import { Link } from '../../host/Link.tsx';
import { usePageState } from '../../host/pageState.ts';
import { choiceField, stringifySearch } from '../../host/search.ts';
import { VoteSpark } from '../../shared/ideas/VoteSpark.tsx';
import { formatNumber } from '../../ui/text/format.ts';
import { DelayedSkeleton, Skeleton } from '../../ui/loading/loading.tsx';
import { StatusPill } from '../../ui/elements/Pills.tsx';
import { SegmentedControl } from '../../ui/fields/SegmentedControl.tsx';
import { EmptyState } from '../../ui/loading/states.tsx';
import { Card } from './Card.tsx';
import { insightsMessages } from './insightsMessages.ts';
import { useTopIdeas } from './insightsQueries.ts';
import { useViewFilter, ViewFilter } from './ViewFilter.tsx';
import styles from './insights.module.css';

const texts = insightsMessages.top;

const orders = ['votes', 'revenue', 'importance'] as const;
type Order = (typeof orders)[number];

/** How the server calls the orders. */
const sorts: Record<Order, string> = {
  votes: '-votes_count',
  revenue: '-supporter_revenue',
  importance: '-importance_high_count',
};

const orderState = { top: choiceField(orders, 'votes') };

/** The first ideas among those in which something happened in the period (DEC-160). */
export function TopIdeasCard({ period }: { period: string }) {
  const { authorized_features } = useViewer();
  const seesRevenue = hasFeature(authorized_features, 'account_insights');
  const [state, setState] = usePageState(orderState);
  const order: Order = state.top === 'revenue' && !seesRevenue ? 'votes' : state.top;
  const filter = useViewFilter();
  const query = useTopIdeas(period, sorts[order], filter.view);
  const ideas = query.data?.suggestions.records ?? [];
  return (
    <Card
      title={texts.title}
      note={
        <>
          {texts.note}{' '}
          <Link href={ideaReportAddress + stringifySearch({ period })} className={styles.all}>
            {texts.report}
          </Link>
        </>
      }
      what={texts.what}
      query={query}
      end={
        <span className={styles.choices}>
          <ViewFilter filter={filter} />
          <SegmentedControl
            label={texts.by}
            value={order}
            onChange={(top) => setState({ top })}
            segments={orders
              .filter((name) => name !== 'revenue' || seesRevenue)
              .map((name) => ({ value: name, label: texts[name] }))}
          />
        </span>
      }
      skeleton={
        <DelayedSkeleton>
          <div className={styles.rowsSkeleton}>
            {[72, 58, 64, 50, 68].map((width) => (
              <Skeleton key={width} width={`${width}%`} />
            ))}
          </div>
        </DelayedSkeleton>
      }
    >
      {ideas.length === 0 ? (
        <EmptyState title={texts.empty} />
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
                  {texts.votesEver}
                </th>
                <th scope="col" data-narrow="off">
                  {texts.weeks}
                </th>
                <th scope="col" data-align="end" data-narrow="off">
                  {texts.accounts}
                </th>
                {seesRevenue ? (
                  <th scope="col" data-align="end">
                    {texts.revenue}
                  </th>
                ) : null}
                {order === 'importance' ? (
                  <th scope="col" data-align="end" data-tip={texts.criticalTip}>
                    {texts.critical}
                  </th>
                ) : null}
              </tr>
            </thead>
            <tbody>
              {ideas.map((idea) => (
                <tr key={idea.id}>
                  <th scope="row">
                    <Link href={ideaAddress(idea.id)} className={styles.rowLink}>
                      {idea.title}
                    </Link>
                    <span className={styles.rowNote}>{idea.forum?.name}</span>
                  </th>
                  <td data-narrow="off">
                    <StatusPill
                      name={idea.status?.name ?? texts.noStatus}
                      color={idea.status?.hex_color ?? null}
                    />
                  </td>
                  <td data-align="end">{formatNumber(idea.votes_count)}</td>
                  <td className={styles.spark} data-narrow="off">
                    <VoteSpark weekly={idea.weekly_votes} thisWeek={idea.votes_this_week} />
                  </td>
                  <td data-align="end" data-narrow="off">
                    {formatNumber(idea.supporting_accounts_count)}
                  </td>
                  {seesRevenue ? <td data-align="end">{shortCurrency(idea.supporter_revenue)}</td> : null}
                  {order === 'importance' ? (
                    <td data-align="end">{formatNumber(idea.importance_high_count)}</td>
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
