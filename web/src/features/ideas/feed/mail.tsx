import { IconThumbDown, IconThumbUp } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { ReactElement, ReactNode } from 'react';
import { messageOf } from '../../../api/errors.ts';
import { request } from '../../../api/runtime.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { RelativeTime } from '../../../ui/Figures.tsx';
import { formatNumber } from '../../../ui/format.ts';
import { DelayedSkeleton, SkeletonLines } from '../../../ui/loading.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { useToasts } from '../../../ui/Toasts.tsx';
import { callMailBackDocument } from '../details/calls.ts';
import { detailsMessages } from '../details/messages.ts';
import { useMailFailures, useMailing, useReplies } from '../details/queries.ts';
import type { AnsweredKind, FeedMailing, MailCarrier } from '../details/queries.ts';
import styles from './mail.module.css';

const texts = detailsMessages.mail;
const iconProps = { size: 14, stroke: 1.75, 'aria-hidden': true } as const;

/**
 * How the mail of a status update or of a message stands: waiting and to be called back, on its way, sent;
 * and what came back of it.
 *
 * @param kind of the carrier; a message to subscribers is nothing but its mail
 */
export function MailNews({
  kind,
  carrier,
  isEditable,
}: {
  kind: AnsweredKind;
  carrier: MailCarrier;
  isEditable: boolean;
}) {
  const { thumbs_up_count: up = 0, thumbs_down_count: down = 0, reply_count: replies, mailing } = carrier;
  return (
    <div className={styles.news}>
      {mailing === null ? null : (
        <MailState
          known={mailing}
          carrier={carrier}
          isEditable={isEditable}
          isMessage={kind === 'supporter_message'}
        />
      )}
      {up + down === 0 ? null : (
        <>
          <Thumbs icon={<IconThumbUp {...iconProps} />} count={up} label={texts.thumbsUp(up)} />
          <Thumbs icon={<IconThumbDown {...iconProps} />} count={down} label={texts.thumbsDown(down)} />
        </>
      )}
      {replies === 0 ? null : (
        <Opener label={texts.replies(replies)} title={texts.repliesTitle}>
          <ReplyList kind={kind} id={carrier.id} />
        </Opener>
      )}
    </div>
  );
}

function Thumbs({ icon, count, label }: { icon: ReactNode; count: number; label: string }) {
  return (
    <span className={styles.part} role="img" aria-label={label} data-tip={label}>
      {icon}
      {formatNumber(count)}
    </span>
  );
}

/** What a dialog asks its list for; an answer of `useInfiniteQuery`. */
type PagedQuery = Pick<
  ReturnType<typeof useReplies>,
  'isPending' | 'isError' | 'isFetching' | 'isFetchingNextPage' | 'hasNextPage'
> & { data?: unknown; refetch: () => unknown; fetchNextPage: () => unknown };

/** A word of a line that opens a list; the list is asked for while it is open. */
function Opener({ label, title, children }: { label: string; title: string; children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" className={styles.action} aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        {label}
      </button>
      <Dialog opened={isOpen} onClose={() => setIsOpen(false)} title={title}>
        {isOpen ? children : null}
      </Dialog>
    </>
  );
}

/**
 * What came back, page by page, with its states.
 *
 * @param items what is known of it, one `li` each
 * @param what names the list in the sentence for when it could not be loaded
 */
function PagedList({
  query,
  items,
  title,
  what,
  empty,
}: {
  query: PagedQuery;
  items: readonly ReactElement[];
  title: string;
  what: string;
  empty: string;
}) {
  if (query.isPending) {
    return (
      <DelayedSkeleton>
        <SkeletonLines count={4} />
      </DelayedSkeleton>
    );
  }
  if (query.isError && query.data === undefined)
    return <ErrorState what={what} onRetry={() => void query.refetch()} retrying={query.isFetching} />;
  if (items.length === 0) return <EmptyState title={empty} />;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long list is scrolled by the keyboard, too
    <div className={styles.failures} tabIndex={0} role="region" aria-label={title}>
      <ul>{items}</ul>
      {query.hasNextPage ? (
        <Button loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {texts.more}
        </Button>
      ) : null}
    </div>
  );
}

function ReplyList({ kind, id }: { kind: AnsweredKind; id: string }) {
  const query = useReplies(kind, id);
  const items = (query.data?.pages ?? []).flatMap((page) =>
    page.messages.records.map((reply) => (
      <li key={reply.id} className={styles.failure}>
        <p className={styles.failureReason}>
          <span className={styles.replyName}>
            {reply.from_email ?? reply.created_by?.name ?? texts.unnamed}
          </span>{' '}
          · <RelativeTime value={reply.created_at} />
        </p>
        <p className={styles.reply}>{reply.body}</p>
      </li>
    )),
  );
  return (
    <PagedList
      query={query}
      items={items}
      title={texts.repliesTitle}
      what={texts.repliesWhat}
      empty={texts.noReplies}
    />
  );
}

function MailState({
  known,
  carrier,
  isEditable,
  isMessage,
}: {
  known: FeedMailing;
  carrier: MailCarrier;
  isEditable: boolean;
  isMessage: boolean;
}) {
  const mailing = useMailing(known);
  switch (mailing.state) {
    case 'waiting':
      return <Waiting mailing={mailing} isEditable={isEditable} isMessage={isMessage} />;
    case 'sending':
      return <Sending mailing={mailing} />;
    case 'called_back':
      return <span>{texts.calledBack}</span>;
    case 'held':
      return <span>{texts.held}</span>;
    default:
      return <Sent mailing={mailing} carrier={carrier} />;
  }
}

function Waiting({
  mailing,
  isEditable,
  isMessage,
}: {
  mailing: FeedMailing;
  isEditable: boolean;
  isMessage: boolean;
}) {
  const toasts = useToasts();
  const [isWorking, setIsWorking] = useState(false);
  const seconds = Math.ceil((Date.parse(mailing.send_after) - useNow()) / 1000);
  const callBack = async (): Promise<void> => {
    setIsWorking(true);
    try {
      await request(callMailBackDocument, { id: mailing.id });
      toasts.success(isMessage ? texts.calledBackMessage : texts.calledBackToast);
    } catch (error) {
      toasts.error(texts.callBackFailed(messageOf(error)));
    } finally {
      setIsWorking(false);
    }
  };
  return (
    <>
      <span>
        {texts.waiting(mailing.expected_count)}{' '}
        {seconds > 0 && seconds <= 600 ? texts.inSeconds(seconds) : texts.soon}
      </span>
      {isEditable ? (
        <button type="button" className={styles.action} disabled={isWorking} onClick={() => void callBack()}>
          {texts.callBack}
        </button>
      ) : null}
    </>
  );
}

/** The time, once a second. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

function Sending({ mailing }: { mailing: FeedMailing }) {
  const done =
    mailing.sent_count +
    mailing.outbox_count +
    mailing.failed_count +
    mailing.unknown_count +
    mailing.left_out_count;
  const share = mailing.expected_count === 0 ? 0 : Math.min(1, done / mailing.expected_count);
  return (
    <>
      <span className={styles.bar} aria-hidden="true">
        <span className={styles.barFill} style={{ width: `${share * 100}%` }} />
      </span>
      <span>{texts.sending(formatNumber(done), formatNumber(mailing.expected_count))}</span>
      <Missed mailing={mailing} />
    </>
  );
}

function Sent({ mailing, carrier }: { mailing: FeedMailing; carrier: MailCarrier }) {
  const sent = mailing.sent_count;
  const { expected_count: expected, outbox_count: outbox } = mailing;
  return (
    <>
      {expected === 0 ? <span>{texts.nobody}</span> : null}
      {sent > 0 || (expected > 0 && outbox === 0) ? (
        <span>
          {sent === expected ? texts.sent(sent) : texts.sentOf(formatNumber(sent), formatNumber(expected))}
        </span>
      ) : null}
      {outbox > 0 ? <span>{texts.outbox(outbox)}</span> : null}
      {sent === 0 || carrier.mail_opened_count === null ? null : (
        <span>{texts.opened(formatNumber(carrier.mail_opened_count))}</span>
      )}
      {sent === 0 || carrier.mail_clicked_count === null ? null : (
        <span>{texts.clicked(formatNumber(carrier.mail_clicked_count))}</span>
      )}
      <Missed mailing={mailing} />
    </>
  );
}

/** Opens the list of mails that did not arrive; nothing where all did. */
function Missed({ mailing }: { mailing: FeedMailing }) {
  const failed = mailing.failed_count + mailing.unknown_count;
  if (failed + mailing.left_out_count === 0) return null;
  const label = [
    ...(failed > 0 ? [texts.failed(formatNumber(failed))] : []),
    ...(mailing.left_out_count > 0 ? [texts.leftOut(formatNumber(mailing.left_out_count))] : []),
  ].join(', ');
  return (
    <Opener label={label} title={texts.failures}>
      <FailureList mailingId={mailing.id} />
    </Opener>
  );
}

function FailureList({ mailingId }: { mailingId: string }) {
  const query = useMailFailures(mailingId);
  const items = (query.data?.pages ?? []).flatMap((page) =>
    page.deliveries.records.map((mail) => (
      <li key={mail.id} className={styles.failure}>
        <p>
          <span className={styles.failureName}>
            {mail.user === null || mail.user.name === '' ? texts.unnamed : mail.user.name}
          </span>{' '}
          {mail.email_address}
        </p>
        <p className={styles.failureReason}>
          {texts.states[mail.state] ?? mail.state}
          {mail.reason === null ? null : `: ${mail.reason}`}
        </p>
      </li>
    )),
  );
  return (
    <PagedList
      query={query}
      items={items}
      title={texts.failures}
      what={texts.failuresWhat}
      empty={texts.noFailures}
    />
  );
}
