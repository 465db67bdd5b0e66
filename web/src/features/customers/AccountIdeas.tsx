import { useState } from 'react';
import type { ReactNode } from 'react';
import { ideaAddress, ideasAddress } from '../../host/addresses.ts';
import { Link } from '../../host/Link.tsx';
import { Button } from '../../ui/elements/Button.tsx';
import { StatusPill } from '../../ui/elements/Pills.tsx';
import { DelayedSkeleton, SkeletonLines } from '../../ui/loading/loading.tsx';
import { EmptyState, ErrorState } from '../../ui/loading/states.tsx';
import { accountTexts as texts } from './accountMessages.ts';
import { useAccountIdeas } from './customerQueries.ts';
import type { Account, AccountStatus } from './customerQueries.ts';
import styles from '../../shared/record/record.module.css';

const STEP = 6;
/** The server gives so many on one page; the list of ideas has them all. */
const MOST = 48;

/** The ideas that an account's people support: those that take votes still, and those that were decided. */
export function AccountIdeas({
  account,
  statuses,
}: {
  account: Account;
  statuses: readonly AccountStatus[];
}) {
  const decided = statuses.flatMap(({ status_id, is_open }) =>
    status_id === null || is_open ? [] : [status_id],
  );
  if (statuses.length === 0)
    return (
      <section className={styles.section} aria-labelledby="wanted">
        <div className={styles.sectionHead}>
          <h2 id="wanted">{texts.wanted}</h2>
        </div>
        <EmptyState title={texts.noIdeas} reason={texts.noIdeasReason} />
      </section>
    );
  return (
    <>
      <Ideas
        id="wanted"
        title={texts.wanted}
        note={texts.wantedNote(account.users_count)}
        none={texts.noneWanted}
        account={account}
        filter={decided.length === 0 ? null : { status: { operator: 'exclude', values: decided } }}
        end={
          <Link href={ideasAddress({ external_account: [account.id] })}>
            {texts.allIdeas(account.supported_ideas_count)}
          </Link>
        }
      />
      {decided.length === 0 ? null : (
        <Ideas
          id="settled"
          title={texts.settled}
          note={texts.settledNote}
          none={null}
          account={account}
          filter={{ status: { operator: 'include', values: decided } }}
        />
      )}
    </>
  );
}

function Ideas({
  id,
  title,
  note,
  none,
  account,
  filter,
  end = null,
}: {
  id: string;
  title: string;
  note: string;
  /** said where there is none; null: the part is left out then */
  none: string | null;
  account: Account;
  filter: object | null;
  end?: ReactNode;
}) {
  const [count, setCount] = useState(STEP);
  const query = useAccountIdeas(account.id, filter, count);
  const ideas = query.data?.records ?? [];
  const total = query.data?.total_records ?? 0;
  if (none === null && query.data !== undefined && ideas.length === 0) return null;
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.sectionHead}>
        <h2 id={id}>{title}</h2>
        <span className={styles.quiet}>{note}</span>
        <span className={styles.push} />
        {end}
      </div>
      {query.isError ? (
        <ErrorState what={texts.whatIdeas} onRetry={() => void query.refetch()} retrying={query.isFetching} />
      ) : query.data === undefined ? (
        <DelayedSkeleton>
          <SkeletonLines count={4} />
        </DelayedSkeleton>
      ) : ideas.length === 0 ? (
        <p className={styles.quiet}>{none}</p>
      ) : (
        <ul className={styles.rows}>
          {ideas.map((idea) => {
            const some = idea.external_account_supporters_count ?? 0;
            const people = Math.max(1, some, account.users_count);
            return (
              <li key={idea.id} className={styles.row}>
                <Link
                  href={ideaAddress(idea.id)}
                  className={styles.ideaTitle}
                  dir="auto"
                  data-tip={idea.title.length > 60 ? idea.title : undefined}
                >
                  {idea.title}
                </Link>
                <span className={styles.ideaStatus}>
                  <StatusPill
                    name={idea.status?.name ?? texts.noStatus}
                    color={idea.status?.hex_color ?? null}
                  />
                </span>
                <span className={styles.track} aria-hidden="true">
                  <span style={{ width: `${(100 * some) / people}%` }} />
                </span>
                <span className={styles.figure} data-tip={texts.ofTip(some, people)}>
                  {texts.of(some, people)}
                </span>
                <span className={styles.figure} data-quiet="">
                  {texts.votes(idea.votes_count)}
                </span>
              </li>
            );
          })}
        </ul>
      )}
      <p className={styles.pages}>
        {total > count && count < MOST ? (
          <Button variant="text" onClick={() => setCount(Math.min(MOST, count === STEP ? 24 : MOST))}>
            {texts.showMore(Math.min(total, count === STEP ? 24 : MOST) - count)}
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
