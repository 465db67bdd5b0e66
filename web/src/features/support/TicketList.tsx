import { displayName } from '../../../../contract/user_name.ts';
import { Link } from '../../host/Link.tsx';
import { Avatar } from '../../ui/elements/Avatar.tsx';
import { Button } from '../../ui/elements/Button.tsx';
import { DelayedSkeleton, SkeletonLines } from '../../ui/loading/loading.tsx';
import { EmptyState, ErrorState } from '../../ui/loading/states.tsx';
import { formatAgo } from '../../ui/text/format.ts';
import { ticketTexts as texts } from './ticketMessages.ts';
import { TICKETS_SHOWN } from './ticketQueries.ts';
import type { ListedTicket, TicketFilter, useTickets } from './ticketQueries.ts';
import styles from './tickets.module.css';

/** Who asks, as far as they are known. */
export function senderOf({
  user,
  from_name,
  from_email,
}: Pick<ListedTicket, 'from_name' | 'from_email'> & {
  user: { name: string | null } | null;
}): string {
  return displayName({ name: user?.name ?? from_name, email_address: from_email }) || texts.noSender;
}

/** The tickets of a list; the chosen one is marked. */
export function TicketList({
  query,
  filter,
  openId,
  addressOf,
  shown,
  onMore,
  onShowAll,
}: {
  query: ReturnType<typeof useTickets>;
  filter: TicketFilter;
  openId: string;
  addressOf: (ticketId: string) => string;
  shown: number;
  onMore: (shown: number) => void;
  onShowAll: () => void;
}) {
  if (query.isPending)
    return (
      <DelayedSkeleton>
        <div className={styles.waiting}>
          <SkeletonLines count={8} />
        </div>
      </DelayedSkeleton>
    );
  if (query.isError && query.data === undefined)
    return <ErrorState what={texts.what} onRetry={() => void query.refetch()} retrying={query.isFetching} />;
  const { records, total_records: total } = query.data.tickets;
  if (records.length === 0)
    return filter.q !== '' ? (
      <EmptyState
        title={texts.noMatch(filter.q)}
        action={<Button onClick={onShowAll}>{texts.showAll}</Button>}
      />
    ) : filter.state === 'closed' ? (
      <EmptyState title={texts.noneClosed} />
    ) : (
      <EmptyState title={texts.allAnswered} reason={texts.allAnsweredReason} />
    );
  return (
    <>
      <ul className={styles.list} aria-label={texts.list}>
        {records.map((ticket) => (
          <li key={ticket.id}>
            <Link
              href={addressOf(ticket.id)}
              className={styles.row}
              aria-current={ticket.id === openId ? 'page' : undefined}
            >
              <span className={styles.rowHead}>
                <span className={styles.sender}>{senderOf(ticket)}</span>
                <time className={styles.quiet} dateTime={ticket.last_message_at}>
                  {formatAgo(ticket.last_message_at)}
                </time>
              </span>
              <span className={styles.subject}>{ticket.subject}</span>
              <span className={styles.rowFoot}>
                <span className={styles.excerpt}>
                  {[ticket.user?.crm_account?.name, ticket.excerpt]
                    .filter((part) => part !== undefined && part !== '')
                    .join(' · ')}
                </span>
                <Avatar
                  name={ticket.assignee?.name ?? null}
                  src={ticket.assignee?.avatar_url ?? null}
                  sizePx={18}
                  decorative={ticket.assignee === null}
                />
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {total > records.length ? (
        <div className={styles.more}>
          <Button variant="text" onClick={() => onMore(shown + TICKETS_SHOWN)} loading={query.isFetching}>
            {texts.more}
          </Button>
        </div>
      ) : null}
    </>
  );
}
