import { useState } from 'react';
import { shortCurrency } from '../../../../contract/currency.ts';
import { useAccountHref } from '../../shared/customers/AccountLink.tsx';
import { Link } from '../../host/Link.tsx';
import { Button } from '../../ui/elements/Button.tsx';
import { SegmentedControl } from '../../ui/fields/SegmentedControl.tsx';
import { DelayedSkeleton, SkeletonLines } from '../../ui/loading/loading.tsx';
import { ErrorState } from '../../ui/loading/states.tsx';
import { featureTexts as texts } from './featureMessages.ts';
import { useWaitingAccounts } from './roadmapQueries.ts';
import type { Feature } from './roadmapQueries.ts';
import { useSeesRevenue } from './roadmapState.ts';
import styles from '../../shared/record/record.module.css';

const PAGE = 10;

/** The accounts that wait for a feature, by what they bring or by how many people they are. */
export function WhoWaits({ feature }: { feature: Feature }) {
  const seesRevenue = useSeesRevenue();
  const hrefOf = useAccountHref();
  const [by, setBy] = useState<'revenue' | 'people'>(seesRevenue ? 'revenue' : 'people');
  const [page, setPage] = useState(1);
  const query = useWaitingAccounts(
    feature.id,
    by === 'revenue' ? '-revenue' : '-waiting_users_count',
    page,
    feature.suggestions_count > 0,
  );
  if (feature.suggestions_count === 0) return null;
  const accounts = query.data?.records ?? [];
  const total = query.data?.total_records ?? 0;
  const amount = (account: (typeof accounts)[number]): number =>
    by === 'revenue' ? (account.revenue ?? 0) : (account.waiting_users_count ?? 0);
  const most = Math.max(1, ...accounts.map((account) => amount(account)));
  return (
    <section className={styles.section} aria-labelledby="who-waits">
      <div className={styles.sectionHead}>
        <h2 id="who-waits">{texts.waits}</h2>
        <span className={styles.count}>{texts.accounts(feature.supporting_accounts_count)}</span>
        <span className={styles.push} />
        {seesRevenue ? (
          <SegmentedControl
            label={texts.by}
            value={by}
            segments={[
              { value: 'revenue', label: texts.byRevenue },
              { value: 'people', label: texts.byPeople },
            ]}
            onChange={(next) => {
              setBy(next);
              setPage(1);
            }}
          />
        ) : null}
      </div>
      {query.isError ? (
        <ErrorState
          what={texts.whatAccounts}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      ) : query.data === undefined ? (
        <DelayedSkeleton>
          <SkeletonLines count={4} />
        </DelayedSkeleton>
      ) : accounts.length === 0 ? (
        <p className={styles.quiet}>{texts.noAccounts}</p>
      ) : (
        <ul className={styles.rows}>
          {accounts.map((account) => (
            <li key={account.id} className={styles.row}>
              <span className={styles.initial} aria-hidden="true">
                {account.name.slice(0, 1).toUpperCase()}
              </span>
              <Link href={hrefOf(account.id)} className={styles.ideaTitle} dir="auto">
                {account.name}
              </Link>
              <span className={styles.figure} data-quiet="">
                {account.plan}
              </span>
              <span className={styles.figure} data-quiet="">
                {texts.people(account.waiting_users_count ?? 0)}
              </span>
              <span className={styles.track} aria-hidden="true">
                <span style={{ width: `${(100 * amount(account)) / most}%` }} />
              </span>
              {seesRevenue ? <span className={styles.figure}>{shortCurrency(account.revenue)}</span> : null}
            </li>
          ))}
        </ul>
      )}
      <p className={styles.pages}>
        {total > page * PAGE ? (
          <Button variant="text" onClick={() => setPage(page + 1)}>
            {texts.showMore(total - page * PAGE)}
          </Button>
        ) : null}
        {page > 1 ? (
          <Button variant="text" onClick={() => setPage(1)}>
            {texts.showFewer}
          </Button>
        ) : null}
      </p>
    </section>
  );
}
