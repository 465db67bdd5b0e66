import { useInfiniteQuery } from '@tanstack/react-query';
import { graphql } from '../../../api/graphql.ts';
import { request } from '../../../api/runtime.ts';
import { ideasAddress } from '../../../host/addresses.ts';
import { Link } from '../../../host/Link.tsx';
import { Avatar } from '../../../ui/elements/Avatar.tsx';
import { Button } from '../../../ui/elements/Button.tsx';
import { DelayedSkeleton, SkeletonLines } from '../../../ui/loading/loading.tsx';
import rows from '../../../ui/page/rows.module.css';
import { EmptyState, ErrorState } from '../../../ui/loading/states.tsx';
import { PersonCard } from '../../../shared/customers/PersonCard.tsx';
import { personMessages } from '../../../shared/customers/personMessages.ts';
import { reviewMessages } from './reviewMessages.ts';
import styles from './review.module.css';

const texts = reviewMessages.blockedPeople;

const blockedDocument = graphql(`
  query BlockedPeople($page: Int, $per_page: Int) {
    users(allowed_state: ["blocked"], page: $page, per_page: $per_page, sort: "name") {
      records {
        ...PickedUser
      }
    }
  }
`);

/** Rows that are read at a time. */
const pageSize = 50;

/**
 * Everybody who is shut out, by name. A block takes somebody's votes, ideas and comments out of sight, and
 * with them the names that lead to their card; from here they can be let in again.
 */
export function BlockedPeople() {
  const query = useInfiniteQuery({
    queryKey: ['blocked-people'],
    queryFn: async ({ pageParam, signal }) =>
      (await request(blockedDocument, { page: pageParam, per_page: pageSize }, { signal })).users.records,
    initialPageParam: 1,
    getNextPageParam: (last, _pages, page) => (last.length < pageSize ? undefined : page + 1),
  });
  const people = query.data?.pages.flat() ?? [];
  if (query.isPending) {
    return (
      <div className={styles.waiting}>
        <DelayedSkeleton>
          <SkeletonLines count={4} />
        </DelayedSkeleton>
      </div>
    );
  }
  if (query.isError && query.data === undefined)
    return <ErrorState what={texts.what} onRetry={() => void query.refetch()} retrying={query.isFetching} />;
  if (people.length === 0) {
    return (
      <div className={styles.centre}>
        <EmptyState
          title={texts.empty}
          reason={texts.emptyReason}
          action={<Link href={ideasAddress()}>{reviewMessages.back}</Link>}
        />
      </div>
    );
  }
  return (
    <div className={styles.blocked}>
      <p className={styles.blockedNote}>{texts.note}</p>
      <ul className={rows.box} aria-label={texts.list}>
        {people.map(({ id, name, email_address, avatar_url, satisfaction_score, crm_account }) => (
          <li key={id} className={rows.row}>
            <Avatar
              name={name}
              src={avatar_url}
              satisfactionScore={satisfaction_score}
              sizePx={32}
              decorative
            />
            <div className={rows.text}>
              <div className={rows.name} dir="auto">
                <PersonCard id={id} name={name === '' ? reviewMessages.someone : name} />
              </div>
              <p className={rows.meta}>
                {[
                  email_address ?? personMessages.noEmail,
                  ...(crm_account === null ? [] : [crm_account.name]),
                ].join(' · ')}
              </p>
            </div>
          </li>
        ))}
      </ul>
      {query.hasNextPage ? (
        <Button loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {reviewMessages.more}
        </Button>
      ) : null}
    </div>
  );
}
