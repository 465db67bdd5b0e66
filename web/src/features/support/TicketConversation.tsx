import { IconFile } from '@tabler/icons-react';
import { useState } from 'react';
import { displayName } from '../../../../contract/user_name.ts';
import type { TicketEvent } from '../../../../contract/tickets.ts';
import { useViewer } from '../../api/viewer.ts';
import { Avatar } from '../../ui/elements/Avatar.tsx';
import { Button } from '../../ui/elements/Button.tsx';
import { Tag } from '../../ui/elements/Pills.tsx';
import { DelayedSkeleton, SkeletonLines } from '../../ui/loading/loading.tsx';
import { ErrorState } from '../../ui/loading/states.tsx';
import { formatBytes, formatDateTime } from '../../ui/text/format.ts';
import { RichText } from '../../ui/text/RichText.tsx';
import { senderOf } from './TicketList.tsx';
import { ticketTexts as texts } from './ticketMessages.ts';
import { useTicketMessages } from './ticketQueries.ts';
import type { Ticket, TicketMessage } from './ticketQueries.ts';
import styles from './tickets.module.css';

/** All that was said in a ticket and done with it, oldest first. */
export function TicketConversation({ ticket }: { ticket: Ticket }) {
  const [pages, setPages] = useState(1);
  const query = useTicketMessages(ticket.id, pages);
  if (query.isPending)
    return (
      <DelayedSkeleton>
        <SkeletonLines count={6} />
      </DelayedSkeleton>
    );
  if (query.isError && query.data === undefined)
    return <ErrorState what={texts.what} onRetry={() => void query.refetch()} retrying={query.isFetching} />;
  const { records, total_records: total } = query.data.ticket_messages;
  return (
    <>
      {total > records.length ? (
        <Button variant="text" onClick={() => setPages(pages + 1)} loading={query.isFetching}>
          {texts.earlier}
        </Button>
      ) : null}
      <ol className={styles.conversation} aria-label={texts.conversation}>
        {records.toReversed().map((message) => (
          <li key={message.id}>
            {message.kind === 'event' ? (
              <EventLine message={message} />
            ) : (
              <Message message={message} ticket={ticket} />
            )}
          </li>
        ))}
      </ol>
    </>
  );
}

/** A member of the team by name; oneself as "You". */
function useNameOf(): (user: { id: string; name: string | null } | null, fallback: string) => string {
  const viewer = useViewer();
  return (user, fallback) =>
    user === null
      ? fallback
      : user.id === viewer.id
        ? texts.you
        : displayName({ name: user.name, email_address: null }) || fallback;
}

function EventLine({ message }: { message: TicketMessage }) {
  const nameOf = useNameOf();
  const about =
    message.event_user === null
      ? (message.event_stream?.name ?? message.event_suggestion?.title ?? '')
      : nameOf(message.event_user, texts.colleague);
  return (
    <p className={styles.event}>
      {texts.events[message.event as TicketEvent](nameOf(message.user, texts.system), about)}
      {' · '}
      <time dateTime={message.created_at}>{formatDateTime(message.created_at)}</time>
    </p>
  );
}

function Message({ message, ticket }: { message: TicketMessage; ticket: Ticket }) {
  const nameOf = useNameOf();
  const isEmail = message.kind === 'email';
  const name = isEmail
    ? senderOf({ user: message.user, from_name: message.from_name, from_email: message.from_email })
    : nameOf(message.user, texts.colleague);
  const isElsewhere =
    isEmail && message.from_email !== null && message.from_email !== ticket.from_email?.toLowerCase();
  const delivery = message.delivery_state === null ? null : texts.delivery(message.delivery_state);
  const isLost = ['failed', 'left_out', 'unknown'].includes(message.delivery_state ?? '');
  return (
    <article className={styles.message} data-kind={message.kind} aria-label={name}>
      <Avatar
        name={message.user?.name ?? name}
        src={message.user?.avatar_url ?? null}
        sizePx={28}
        decorative
      />
      <div className={styles.said}>
        <p className={styles.messageHead}>
          <strong dir="auto">{name}</strong>
          <span className={styles.quiet}>
            {isEmail
              ? isElsewhere
                ? texts.otherAddress(message.from_email!)
                : texts.byEmail
              : message.kind === 'note'
                ? texts.note
                : texts.byEmail}
            {' · '}
            <time dateTime={message.created_at}>{formatDateTime(message.created_at)}</time>
          </span>
          {isEmail && !message.is_verified ? (
            <span data-tip={texts.unverifiedTip}>
              <Tag>{texts.unverified}</Tag>
            </span>
          ) : null}
        </p>
        <div className={styles.body} dir="auto">
          {message.body_mime_type === 'text/html' ? (
            <RichText html={message.body ?? ''} />
          ) : (
            <p className={styles.plain}>{message.body}</p>
          )}
        </div>
        {message.attachments.length === 0 ? null : (
          <ul className={styles.files}>
            {message.attachments.map((file) => (
              <li key={file.id}>
                <a href={file.url} target="_blank" rel="noreferrer">
                  <IconFile size={16} stroke={1.75} aria-hidden="true" />
                  <span className={styles.fileName}>{file.file_name}</span>
                  <span className={styles.quiet}>{formatBytes(file.size_in_bytes)}</span>
                </a>
              </li>
            ))}
          </ul>
        )}
        {delivery === null ? null : (
          <p className={styles.delivery} data-lost={isLost || undefined}>
            {[delivery, message.delivery_reason].filter((part) => part !== null).join(': ')}
          </p>
        )}
      </div>
    </article>
  );
}
