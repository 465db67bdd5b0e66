import { IconClock, IconThumbDown, IconThumbUp } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { ReactElement, ReactNode } from 'react';
import { mailSettingsAddress } from '../../../host/addresses.ts';
import { Link } from '../../../host/Link.tsx';
import { PersonCard } from '../../../shared/customers/PersonCard.tsx';
import { cx } from '../../../ui/cx.ts';
import { canRead } from '../../../../../contract/permissions.ts';
import { useViewer } from '../../../api/viewer.ts';
import { ScrollRegion } from '../../../ui/elements/ScrollRegion.tsx';
import { Button } from '../../../ui/elements/Button.tsx';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';
import { RelativeTime } from '../../../ui/elements/Figures.tsx';
import { formatNumber } from '../../../ui/text/format.ts';
import { DelayedSkeleton, SkeletonLines } from '../../../ui/loading/loading.tsx';
import { EmptyState, ErrorState } from '../../../ui/loading/states.tsx';
import { useCommand } from '../../../forms/useCommand.ts';
import { callMailBackDocument } from '../details/calls.ts';
import { detailsMessages } from '../details/messages.ts';
import { useMailing, useMails, useReplies } from '../details/queries.ts';
import type { AnsweredKind, FeedMailing, MailCarrier, MailsAsked } from '../details/queries.ts';
import styles from './mail.module.css';

const texts = detailsMessages.mail;
const iconProps = { size: 14, stroke: 1.75, 'aria-hidden': true } as const;

/**
 * How the mail of a status update or of a message stands: waiting and to be undone, on its way, sent; and what came
 * back of it. Each number opens the names.
 *
 * @param kind of the carrier; a message to subscribers is nothing but its mail
 * @param onEdit opens what edits its text
 */
export function MailNews({
  kind,
  carrier,
  isEditable,
  onEdit,
}: {
  kind: AnsweredKind;
  carrier: MailCarrier;
  isEditable: boolean;
  onEdit?: () => void;
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
          {...(onEdit === undefined ? {} : { onEdit })}
        />
      )}
      {up + down === 0 ? null : (
        <>
          <Thumbs mailing={mailing} reaction="up" count={up} />
          <Thumbs mailing={mailing} reaction="down" count={down} />
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

/** @param mailing null: it came from an import, and nobody knows the names */
function Thumbs({
  mailing,
  reaction,
  count,
}: {
  mailing: FeedMailing | null;
  reaction: 'up' | 'down';
  count: number;
}) {
  const label = reaction === 'up' ? texts.thumbsUp(count) : texts.thumbsDown(count);
  const content = (
    <>
      {reaction === 'up' ? <IconThumbUp {...iconProps} /> : <IconThumbDown {...iconProps} />}
      <b className={styles.number}>{formatNumber(count)}</b>
    </>
  );
  return mailing === null || count === 0 ? (
    <span className={styles.part} role="img" aria-label={label} data-tip={label}>
      {content}
    </span>
  ) : (
    <Opener label={label} title={label} shown={content}>
      <MailList asked={{ mailing: [mailing.id], reaction: [reaction] }} title={label} />
    </Opener>
  );
}

/** What a dialog asks its list for; an answer of `useInfiniteQuery`. */
type PagedQuery = Pick<
  ReturnType<typeof useReplies>,
  'isPending' | 'isError' | 'isFetching' | 'isFetchingNextPage' | 'hasNextPage'
> & { data?: unknown; refetch: () => unknown; fetchNextPage: () => unknown };

/**
 * Part of a line that opens a list; the list is asked for while it is open.
 *
 * @param label what it says
 * @param shown drawn in its place; then a tooltip has the label
 */
function Opener({
  label,
  title,
  shown,
  children,
}: {
  label: string;
  title: string;
  shown?: ReactNode;
  children: ReactNode;
}) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={cx(styles.action, shown !== undefined && styles.part)}
        aria-haspopup="dialog"
        {...(shown === undefined ? {} : { 'aria-label': label, 'data-tip': label })}
        onClick={() => setIsOpen(true)}
      >
        {shown ?? label}
      </button>
      <Dialog opened={isOpen} onClose={() => setIsOpen(false)} title={title}>
        {isOpen ? children : null}
      </Dialog>
    </>
  );
}

/** A number of a mailing with its word; opens the names behind it. */
function Count({ count, word, asked }: { count: number; word: string; asked: MailsAsked }) {
  const number = formatNumber(count);
  const label = `${number} ${word}`;
  const shown = (
    <>
      <b className={styles.number}>{number}</b> {word}
    </>
  );
  return count === 0 ? (
    <span>{shown}</span>
  ) : (
    <Opener label={label} title={label} shown={shown}>
      <MailList asked={asked} title={label} />
    </Opener>
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
    <ScrollRegion className={styles.failures} label={title}>
      <ul>{items}</ul>
      {query.hasNextPage ? (
        <Button loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {texts.more}
        </Button>
      ) : null}
    </ScrollRegion>
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
  onEdit,
}: {
  known: FeedMailing;
  carrier: MailCarrier;
  isEditable: boolean;
  isMessage: boolean;
  onEdit?: () => void;
}) {
  const mailing = useMailing(known);
  switch (mailing.state) {
    case 'waiting':
      return (
        <Waiting
          mailing={mailing}
          isEditable={isEditable}
          isMessage={isMessage}
          {...(onEdit === undefined ? {} : { onEdit })}
        />
      );
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
  onEdit,
}: {
  mailing: FeedMailing;
  isEditable: boolean;
  isMessage: boolean;
  onEdit?: () => void;
}) {
  const seconds = Math.ceil((Date.parse(mailing.send_after) - useNow()) / 1000);
  const callBack = useCommand(callMailBackDocument, {
    done: isMessage ? texts.calledBackMessage : texts.calledBackToast,
    failed: texts.callBackFailed,
  });
  return (
    <>
      <span className={styles.part}>
        <IconClock {...iconProps} />
        <span>
          <b className={styles.number}>{formatNumber(mailing.expected_count)}</b>{' '}
          {texts.goOut(mailing.expected_count)}{' '}
          {seconds > 0 && seconds <= 600 ? texts.inSeconds(seconds) : texts.soon}
        </span>
      </span>
      {isEditable ? (
        <button
          type="button"
          className={styles.link}
          disabled={callBack.isRunning}
          onClick={() => void callBack.run({ id: mailing.id })}
        >
          {texts.callBack}
        </button>
      ) : null}
      {isEditable && onEdit !== undefined ? (
        <button type="button" className={styles.link} onClick={onEdit}>
          {texts.editMessage}
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
      <Expected mailing={mailing} />
      <Count
        count={mailing.sent_count + mailing.outbox_count}
        word={texts.sent}
        asked={{ mailing: [mailing.id], state: ['sent', 'outbox'] }}
      />
      <span className={styles.bar} aria-hidden="true">
        <span className={styles.barFill} style={{ width: `${share * 100}%` }} />
      </span>
      <Missed mailing={mailing} />
    </>
  );
}

function Expected({ mailing }: { mailing: FeedMailing }) {
  return <Count count={mailing.expected_count} word={texts.expected} asked={{ mailing: [mailing.id] }} />;
}

function Sent({ mailing, carrier }: { mailing: FeedMailing; carrier: MailCarrier }) {
  const { id, sent_count: sent, expected_count: expected, outbox_count: outbox } = mailing;
  if (expected === 0) return <span>{texts.noOne}</span>;
  return (
    <>
      <Expected mailing={mailing} />
      {sent > 0 || outbox === 0 ? (
        <Count count={sent} word={texts.sent} asked={{ mailing: [id], state: ['sent'] }} />
      ) : null}
      {outbox > 0 ? <Outbox count={outbox} /> : null}
      {sent === 0 || carrier.mail_opened_count === null ? null : (
        <Count
          count={carrier.mail_opened_count}
          word={texts.opened}
          asked={{ mailing: [id], opened: true }}
        />
      )}
      {sent === 0 || carrier.mail_clicked_count === null ? null : (
        <Count
          count={carrier.mail_clicked_count}
          word={texts.clicked}
          asked={{ mailing: [id], clicked: true }}
        />
      )}
      <Missed mailing={mailing} />
    </>
  );
}

/** Says that nothing went out, why, and where that is mended. */
function Outbox({ count }: { count: number }) {
  const viewer = useViewer();
  return (
    <span>
      {texts.outbox(count)}
      {canRead(viewer.permissions, 'settings') ? (
        <>
          {' · '}
          <Link href={mailSettingsAddress} className={styles.link}>
            {texts.mailSettings}
          </Link>
        </>
      ) : null}
    </span>
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
      <MailList
        asked={{ mailing: [mailing.id], state: ['failed', 'unknown', 'left_out'] }}
        title={texts.failures}
      />
    </Opener>
  );
}

/** The people that a number of a mailing counts, and what became of their mail. */
function MailList({ asked, title }: { asked: MailsAsked; title: string }) {
  const query = useMails(asked);
  const items = (query.data?.pages ?? []).flatMap((page) =>
    page.deliveries.records.map((mail) => (
      <li key={mail.id} className={styles.failure}>
        <p>
          {mail.user === null ? (
            <span className={styles.failureName}>{texts.unnamed}</span>
          ) : (
            <PersonCard id={mail.user.id} name={mail.user.name === '' ? texts.unnamed : mail.user.name} />
          )}{' '}
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
    <PagedList query={query} items={items} title={title} what={texts.failuresWhat} empty={texts.noFailures} />
  );
}
