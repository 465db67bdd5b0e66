import type { ReactNode } from 'react';
import { Button } from '../../ui/elements/Button.tsx';
import { DelayedSkeleton, Skeleton } from '../../ui/loading/loading.tsx';
import { ErrorState } from '../../ui/loading/states.tsx';
import { NotificationItem } from './NotificationItem.tsx';
import { notificationMessages as texts } from './notificationMessages.ts';
import type { useNotifications } from './notificationQueries.ts';
import styles from './notifications.module.css';

/** Loaded notifications with what stands in their place while there are none, and the way to further ones. */
export function NotificationList({
  list: { query, rows },
  empty,
  onFollow,
}: {
  list: ReturnType<typeof useNotifications>;
  empty: ReactNode;
  onFollow?: () => void;
}) {
  if (query.isPending) {
    return (
      <DelayedSkeleton>
        <div className={styles.skeletons}>
          {Array.from({ length: 5 }, (_, index) => (
            <div key={index} className={styles.skeleton}>
              <Skeleton width={32} height={32} radius={16} />
              <span className={styles.words}>
                <Skeleton width={index % 2 === 0 ? '88%' : '72%'} />
                <Skeleton width="20%" height={8} />
              </span>
            </div>
          ))}
        </div>
      </DelayedSkeleton>
    );
  }
  if (query.isError && query.data === undefined)
    return <ErrorState what={texts.what} onRetry={() => void query.refetch()} retrying={query.isFetching} />;
  if (rows.length === 0) return <>{empty}</>;
  return (
    <>
      <ul className={styles.list} aria-label={texts.title}>
        {rows.map((row) => (
          <NotificationItem key={row.id} row={row} {...(onFollow === undefined ? {} : { onFollow })} />
        ))}
      </ul>
      {query.hasNextPage ? (
        <div className={styles.more}>
          {query.isFetchNextPageError ? <p role="alert">{texts.moreFailed}</p> : null}
          <Button loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {texts.loadMore}
          </Button>
        </div>
      ) : null}
    </>
  );
}
