import { useState } from 'react';
import { ideaAddress } from '../../host/addresses.ts';
import { Link } from '../../host/Link.tsx';
import { PersonCard } from '../../shared/customers/PersonCard.tsx';
import { plainText } from '../../shared/plainText.ts';
import { Button } from '../../ui/elements/Button.tsx';
import { RelativeTime } from '../../ui/elements/Figures.tsx';
import { DelayedSkeleton, SkeletonLines } from '../../ui/loading/loading.tsx';
import { ErrorState } from '../../ui/loading/states.tsx';
import { formatNumber } from '../../ui/text/format.ts';
import { accountTexts as texts } from './accountMessages.ts';
import { useAccountFeedback } from './customerQueries.ts';
import type { Account } from './customerQueries.ts';
import styles from '../../shared/record/record.module.css';
import own from './customers.module.css';

const STEP = 5;
const MOST = 100;

/** What the people of an account said, the newest first. */
export function AccountFeedback({ account }: { account: Account }) {
  const [count, setCount] = useState(STEP);
  const query = useAccountFeedback(account.id, count);
  const records = query.data?.records ?? [];
  const total = query.data?.total_records ?? 0;
  return (
    <section className={styles.section} aria-labelledby="feedback">
      <div className={styles.sectionHead}>
        <h2 id="feedback">{texts.feedback}</h2>
        <span className={styles.count}>{query.data === undefined ? null : formatNumber(total)}</span>
      </div>
      {query.isError ? (
        <ErrorState
          what={texts.whatFeedback}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      ) : query.data === undefined ? (
        <DelayedSkeleton>
          <SkeletonLines count={4} />
        </DelayedSkeleton>
      ) : records.length === 0 ? (
        <p className={styles.quiet}>{texts.noFeedback}</p>
      ) : (
        <ul className={own.quotes}>
          {records.map((record) => (
            <li key={record.id} className={own.quote}>
              <p dir="auto">{plainText(record.body, record.body_mime_type)}</p>
              <p className={styles.quiet}>
                {record.user === null ? (
                  texts.someone
                ) : (
                  <PersonCard
                    id={record.user.id}
                    name={record.user.name === '' ? texts.someone : record.user.name}
                  />
                )}
                {' · '}
                <RelativeTime value={record.created_at} />
                {' · '}
                {record.suggestion === null ? (
                  texts.notLinked
                ) : (
                  <>
                    {texts.onIdea}{' '}
                    <Link href={ideaAddress(record.suggestion.id)}>{record.suggestion.title}</Link>
                  </>
                )}
              </p>
            </li>
          ))}
        </ul>
      )}
      <p className={styles.pages}>
        {total > count && count < MOST ? (
          <Button variant="text" onClick={() => setCount(count === STEP ? 25 : MOST)}>
            {texts.showMore(Math.min(total, count === STEP ? 25 : MOST) - count)}
          </Button>
        ) : null}
        {count > STEP ? (
          <Button variant="text" onClick={() => setCount(STEP)}>
            {texts.showFewer}
          </Button>
        ) : null}
      </p>
    </section>
  );
}
