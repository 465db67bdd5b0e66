import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { reportDefaults } from '../../../../contract/limits.ts';
import { ideasAddress } from '../../host/addresses.ts';
import { Link } from '../../host/Link.tsx';
import { usePageState } from '../../host/pageState.ts';
import { flagField } from '../../host/search.ts';
import { Button } from '../../ui/elements/Button.tsx';
import { CheckboxField } from '../../ui/fields/fields.tsx';
import { formatDate, formatNumber } from '../../ui/text/format.ts';
import { DelayedSkeleton, Skeleton } from '../../ui/loading/loading.tsx';
import { Popover } from '../../ui/overlay/Popover.tsx';
import { EmptyState } from '../../ui/loading/states.tsx';
import { Card } from './Card.tsx';
import { insightsMessages } from './insightsMessages.ts';
import { useForumActivity } from './insightsQueries.ts';
import type { ForumActivity } from './insightsQueries.ts';
import styles from './insights.module.css';

const texts = insightsMessages.activity;
const defaults = reportDefaults.perForumActivity;

/** Options of the report in the address; what is not named has its default (CONST-016..018). */
const optionsState = { categories: flagField(), active_only: flagField(), round_period: flagField() };

/** What happened in each forum in the period, with a row of totals. */
export function ForumsCard({ period }: { period: string }) {
  const [state, setState] = usePageState(optionsState);
  const options = {
    categories: state.categories ?? defaults.categories,
    active_only: state.active_only ?? defaults.active_only,
    round_period: state.round_period ?? defaults.round_period,
  };
  const query = useForumActivity({ period_start: period, ...options });
  const report = query.data?.per_forum_activity;
  const set = (name: keyof typeof options, checked: boolean): void =>
    setState({ [name]: checked === defaults[name] ? null : checked });
  return (
    <Card
      title={texts.title}
      note={
        report === undefined ? ' ' : texts.range(dayText(report.period_start), dayText(report.period_end))
      }
      what={texts.what}
      query={query}
      end={
        <Popover
          label={texts.options}
          placement="bottom-end"
          widthPx={240}
          trigger={(props) => (
            <Button
              {...props}
              icon={<IconAdjustmentsHorizontal size={14} stroke={1.75} aria-hidden="true" />}
            >
              {texts.options}
            </Button>
          )}
        >
          <div className={styles.options}>
            <CheckboxField
              label={texts.categories}
              checked={options.categories}
              onChange={(checked) => set('categories', checked)}
            />
            <CheckboxField
              label={texts.activeOnly}
              checked={options.active_only}
              onChange={(checked) => set('active_only', checked)}
            />
            <CheckboxField
              label={texts.roundPeriod}
              description={texts.roundPeriodNote}
              checked={options.round_period}
              onChange={(checked) => set('round_period', checked)}
            />
          </div>
        </Popover>
      }
      skeleton={
        <DelayedSkeleton>
          <div className={styles.rowsSkeleton}>
            {[62, 48, 70, 40].map((width) => (
              <Skeleton key={width} width={`${width}%`} />
            ))}
          </div>
        </DelayedSkeleton>
      }
    >
      {report === undefined || report.forums.length === 0 ? (
        <EmptyState title={options.active_only ? texts.empty : texts.emptyAll} />
      ) : (
        <ActivityTable report={report} byCategory={options.categories} />
      )}
    </Card>
  );
}

/** A day as the server names it, '2026-04-21', without a time zone. */
function dayText(day: string): string {
  return formatDate(new Date(`${day}T00:00:00`));
}

/** `narrow`: off where there is no room for it. */
const columns = [
  { key: 'total_ideas', label: texts.ideas, narrow: undefined },
  { key: 'total_votes', label: texts.votes, narrow: undefined },
  { key: 'total_comments', label: texts.comments, narrow: 'off' },
  { key: 'total_feedback_records', label: texts.feedback, narrow: undefined },
  { key: 'total_notes', label: texts.notes, narrow: 'off' },
] as const;

function ActivityTable({ report, byCategory }: { report: ForumActivity; byCategory: boolean }) {
  return (
    <div className={styles.scroll}>
      <table className={styles.table} aria-label={texts.title}>
        <thead>
          <tr>
            <th scope="col">{texts.forum}</th>
            {byCategory ? <th scope="col">{texts.category}</th> : null}
            {columns.map((column) => (
              <th key={column.key} scope="col" data-align="end" data-narrow={column.narrow}>
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {report.forums.map((row) => {
            const address = ideasAddress(
              byCategory
                ? row.category_id === null
                  ? { forum: [row.forum_id], category: ['none'] }
                  : { forum: [row.forum_id], category: [row.category_id] }
                : { forum: [row.forum_id] },
            );
            return (
              <tr key={`${row.forum_id} ${row.category_id ?? ''}`}>
                <th scope="row">
                  <Link href={address} className={styles.rowLink}>
                    {row.forum_name}
                  </Link>
                </th>
                {byCategory ? (
                  <td className={row.category_id === null ? styles.quiet : undefined}>
                    {row.category_name ?? texts.noCategory}
                  </td>
                ) : null}
                {columns.map((column) => (
                  <td
                    key={column.key}
                    data-align="end"
                    data-narrow={column.narrow}
                    data-zero={row[column.key] === 0 || undefined}
                  >
                    {formatNumber(row[column.key])}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{texts.total}</th>
            {byCategory ? <td /> : null}
            {columns.map((column) => (
              <td key={column.key} data-align="end" data-narrow={column.narrow}>
                {formatNumber(report[column.key])}
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </div>
  );
}
