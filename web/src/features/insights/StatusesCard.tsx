import { IconChartBar, IconTable } from '@tabler/icons-react';
import { useState } from 'react';
import { defaultStatusColor } from '../../../../contract/limits.ts';
import { ideasAddress } from '../../host/addresses.ts';
import { Link } from '../../host/Link.tsx';
import { IconButton } from '../../ui/elements/Button.tsx';
import { formatNumber, formatPercent } from '../../ui/text/format.ts';
import { DelayedSkeleton, Skeleton } from '../../ui/loading/loading.tsx';
import { StatusPill } from '../../ui/elements/Pills.tsx';
import { EmptyState } from '../../ui/loading/states.tsx';
import { Card } from './Card.tsx';
import { insightsMessages } from './insightsMessages.ts';
import { useTopStatuses } from './insightsQueries.ts';
import type { TopStatus } from './insightsQueries.ts';
import a11y from '../../ui/a11y.module.css';
import styles from './insights.module.css';

const texts = insightsMessages.statuses;

/** Open ideas per public status as bars; each leads to its ideas. */
export function StatusesCard() {
  const query = useTopStatuses();
  const [isTable, setIsTable] = useState(false);
  const rows = query.data?.report_top_statuses ?? [];
  const total = rows.reduce((sum, row) => sum + row.idea_count, 0);
  return (
    <Card
      title={texts.title}
      note={texts.note}
      what={texts.what}
      query={query}
      end={
        <IconButton
          label={isTable ? insightsMessages.showAsChart : insightsMessages.showAsTable}
          aria-pressed={isTable}
          onClick={() => setIsTable(!isTable)}
        >
          {isTable ? (
            <IconChartBar size={16} stroke={1.75} aria-hidden="true" />
          ) : (
            <IconTable size={16} stroke={1.75} aria-hidden="true" />
          )}
        </IconButton>
      }
      skeleton={
        <DelayedSkeleton>
          <div className={styles.barsSkeleton}>
            {[86, 64, 48, 30, 22].map((width) => (
              <Skeleton key={width} width={`${width}%`} height={12} />
            ))}
          </div>
        </DelayedSkeleton>
      }
    >
      {total === 0 ? (
        <EmptyState title={texts.empty} />
      ) : isTable ? (
        <StatusTable rows={rows} total={total} />
      ) : (
        <Bars rows={rows} total={total} />
      )}
    </Card>
  );
}

/** Address of the list of a status's ideas. */
function addressOf(row: TopStatus): string {
  return ideasAddress({ status: [row.status_id ?? 'none'] });
}

function Bars({ rows, total }: { rows: readonly TopStatus[]; total: number }) {
  const most = Math.max(...rows.map((row) => row.idea_count), 1);
  return (
    <ul className={styles.bars}>
      {rows.map((row) => (
        <li key={row.status_id ?? 'none'}>
          <Link href={addressOf(row)} className={styles.bar}>
            <span className={styles.barName}>{row.status_name}</span>
            <span className={styles.barTrack}>
              <span
                className={styles.barFill}
                style={{
                  width: `${(100 * row.idea_count) / most}%`,
                  background: row.status_id === null ? defaultStatusColor : row.hex_color,
                }}
              />
            </span>
            <span className={styles.barCount}>
              {formatNumber(row.idea_count)}
              <span className={a11y.hidden}> {texts.ideasOf(row.idea_count)}</span>
            </span>
            <span className={styles.barShare}>{formatPercent(row.idea_count / total)}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function StatusTable({ rows, total }: { rows: readonly TopStatus[]; total: number }) {
  return (
    <div className={styles.scroll}>
      <table className={styles.table} aria-label={texts.title}>
        <thead>
          <tr>
            <th scope="col">{texts.status}</th>
            <th scope="col" data-align="end">
              {texts.ideas}
            </th>
            <th scope="col" data-align="end">
              {texts.share}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.status_id ?? 'none'}>
              <th scope="row">
                <Link href={addressOf(row)} className={styles.rowLink}>
                  <StatusPill name={row.status_name} color={row.hex_color} />
                </Link>
              </th>
              <td data-align="end">{formatNumber(row.idea_count)}</td>
              <td data-align="end">{formatPercent(row.idea_count / total)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
