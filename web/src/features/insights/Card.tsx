import { useId } from 'react';
import type { ReactNode } from 'react';
import { ProgressLine } from '../../ui/loading/loading.tsx';
import { ErrorState } from '../../ui/loading/states.tsx';
import styles from './insights.module.css';

/** What a card needs to know of its query. */
type CardQuery = {
  isPending: boolean;
  isError: boolean;
  isFetching: boolean;
  data: unknown;
  refetch: () => Promise<unknown>;
};

/**
 * A card of the insights view with its own loading and error: one that fails leaves the others alone.
 *
 * @param what 'the statuses': what could not be loaded
 * @param skeleton stands in the place of the content until it is there
 */
export function Card({
  title,
  note,
  end,
  what,
  query,
  skeleton,
  children,
}: {
  title: string;
  note?: ReactNode;
  end?: ReactNode;
  what: string;
  query: CardQuery;
  skeleton: ReactNode;
  children: ReactNode;
}) {
  const titleId = useId();
  return (
    <section className={styles.card} aria-labelledby={titleId}>
      <header className={styles.cardHead}>
        <div className={styles.cardTitles}>
          <h2 id={titleId}>{title}</h2>
          {note === undefined ? null : <p className={styles.note}>{note}</p>}
        </div>
        {end}
      </header>
      <div className={styles.cardBody}>
        <ProgressLine active={query.isFetching && !query.isPending} />
        {query.isPending ? (
          skeleton
        ) : query.isError && query.data === undefined ? (
          <ErrorState what={what} onRetry={() => void query.refetch()} retrying={query.isFetching} />
        ) : (
          children
        )}
      </div>
    </section>
  );
}
