import { IconBulb, IconCheck, IconChevronLeft, IconDots, IconRotate } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { isId } from '../../../../contract/ids.ts';
import { canRead, canWrite } from '../../../../contract/permissions.ts';
import { useViewer } from '../../api/viewer.ts';
import { useCommand } from '../../forms/useCommand.ts';
import { ideaAddress, ticketsAddress } from '../../host/addresses.ts';
import { Link } from '../../host/Link.tsx';
import '../../host/modals.ts';
import { noOwner, OwnerPicker } from '../../shared/pickers/OwnerPicker.tsx';
import { findOrCreateUser } from '../../shared/pickers/people.ts';
import { Avatar } from '../../ui/elements/Avatar.tsx';
import { Button, IconButton } from '../../ui/elements/Button.tsx';
import { useShortcut } from '../../ui/keyboard/useShortcut.ts';
import { DelayedSkeleton, SkeletonLines } from '../../ui/loading/loading.tsx';
import { EmptyState, ErrorState } from '../../ui/loading/states.tsx';
import { Menu } from '../../ui/overlay/Menu.tsx';
import { Later } from '../../ui/loading/Later.tsx';
import { loadable } from '../../ui/loading/loadable.tsx';
import { useAfterPage } from '../../ui/loading/ahead.ts';
import { openModal } from '../../ui/overlay/modals.ts';
import { Popover } from '../../ui/overlay/Popover.tsx';
import { ToastRegion } from '../../ui/toasts/ToastRegion.tsx';
import { TicketConversation } from './TicketConversation.tsx';
import { ticketHintTexts as hintTexts } from './ticketHintMessages.ts';
import { ticketTexts as texts } from './ticketMessages.ts';
import { TicketReply } from './TicketReply.tsx';
import { updateTicketDocument, useTicket } from './ticketQueries.ts';
import type { Ticket, TicketStream } from './ticketQueries.ts';
import styles from './tickets.module.css';

const TicketHint = loadable(async () => (await import('./TicketHint.tsx')).TicketHint);

/** One ticket: what was said, what is done with it, and the answer that is written. */
export function TicketView({ id, streams }: { id: string; streams: readonly TicketStream[] }) {
  const query = useTicket(id);
  const ticket = query.data?.ticket ?? null;
  const subject = ticket?.subject;
  useEffect(() => {
    if (subject === undefined) return undefined;
    const before = document.title;
    document.title = texts.documentTitle(subject);
    return () => {
      document.title = before;
    };
  }, [subject]);
  if (query.isPending)
    return (
      <div className={styles.main}>
        <DelayedSkeleton>
          <div className={styles.waiting}>
            <SkeletonLines count={8} />
          </div>
        </DelayedSkeleton>
      </div>
    );
  if (query.isError && query.data === undefined && isId(id))
    return (
      <div className={styles.main}>
        <ErrorState what={texts.what} onRetry={() => void query.refetch()} retrying={query.isFetching} />
      </div>
    );
  if (ticket === null)
    return (
      <div className={styles.main}>
        <EmptyState
          title={texts.missing}
          reason={texts.missingReason}
          action={<Link href={ticketsAddress()}>{texts.back}</Link>}
        />
      </div>
    );
  return <OpenTicket ticket={ticket} streams={streams} />;
}

function OpenTicket({ ticket, streams }: { ticket: Ticket; streams: readonly TicketStream[] }) {
  const viewer = useViewer();
  const mayWrite = canWrite(viewer.permissions, 'tickets');
  const mayCapture = mayWrite && canWrite(viewer.permissions, 'feedback');
  const isOpen = ticket.state === 'open';
  const seesHint = useAfterPage(TicketHint);
  const [isAssigning, setIsAssigning] = useState(false);
  const main = useRef<HTMLDivElement>(null);

  const change = useCommand(updateTicketDocument, { failed: texts.failed });
  const setState = useCommand(updateTicketDocument, {
    done: ({ ticket_update: done }) =>
      done === null
        ? null
        : done.state === 'closed'
          ? texts.closedToast(done.subject)
          : texts.openedToast(done.subject),
    failed: texts.failed,
  });
  const toggle = (): void => void setState.run({ id: ticket.id, state: isOpen ? 'closed' : 'open' });
  const assign = (assignee: string | null): void => {
    setIsAssigning(false);
    void change.run({ id: ticket.id, assignee });
  };
  /** Whoever asks is made known, so that what they said can be kept as theirs. */
  const capture = useCommand(
    async (_nothing: null) =>
      ticket.user ??
      (ticket.from_email === null
        ? null
        : findOrCreateUser(ticket.from_email, ticket.from_name ?? ticket.from_email.split('@')[0]!)),
    {
      failed: texts.failed,
      onDone: (user) => {
        const marked = window.getSelection()?.toString().trim() ?? '';
        void openModal('feedback', {
          body: marked,
          ticket: { id: ticket.id, ...(user === null ? {} : { user }) },
        });
      },
    },
  );
  useShortcut('e', toggle, {
    label: isOpen ? texts.close : texts.reopen,
    group: texts.keys,
    enabled: mayWrite,
  });
  useShortcut('i', () => void capture.run(null), {
    label: texts.capture,
    group: texts.keys,
    enabled: mayCapture,
  });
  useShortcut('a', () => setIsAssigning(true), {
    label: texts.assign,
    group: texts.keys,
    enabled: mayWrite,
  });

  return (
    <div className={styles.main} ref={main}>
      <header className={styles.bar}>
        <Link href={ticketsAddress()} className={styles.back} aria-label={texts.back}>
          <IconChevronLeft size={18} stroke={1.75} aria-hidden="true" />
        </Link>
        <h1 className={styles.heading} dir="auto">
          {ticket.subject}{' '}
          <span className={styles.quiet}>
            {texts.number(ticket.id)}
            {ticket.stream === null ? '' : ` · ${ticket.stream.name}`}
          </span>
        </h1>
        <ToastRegion />
        {mayWrite ? (
          <>
            <Popover
              opened={isAssigning}
              onOpenedChange={setIsAssigning}
              label={texts.assignTo}
              trigger={(props) => (
                <button {...props} type="button" className={styles.assignee} data-tip={texts.assignee}>
                  <Avatar
                    name={ticket.assignee?.name ?? null}
                    src={ticket.assignee?.avatar_url ?? null}
                    sizePx={22}
                    decorative
                  />
                  <span>{ticket.assignee?.name ?? texts.unassigned}</span>
                </button>
              )}
            >
              <OwnerPicker
                selected={[ticket.assignee?.id ?? noOwner]}
                placeholder={texts.assignTo}
                onChoose={(user) => assign(user?.id ?? null)}
              />
            </Popover>
            <Menu
              label={texts.actions}
              trigger={(props) => (
                <IconButton {...props} label={texts.actions}>
                  <IconDots size={16} stroke={1.75} aria-hidden="true" />
                </IconButton>
              )}
              items={[
                ...(ticket.assignee?.id === viewer.id
                  ? []
                  : [{ id: 'take', label: texts.takeIt, onSelect: () => assign(viewer.id) }]),
                ...streams
                  .filter((stream) => stream.id !== ticket.stream?.id)
                  .map((stream) => ({
                    id: stream.id,
                    label: texts.moveTo(stream.name),
                    onSelect: () => void change.run({ id: ticket.id, stream: stream.id }),
                  })),
              ]}
            />
            <Button
              keys="e"
              icon={
                isOpen ? (
                  <IconCheck size={14} stroke={2} aria-hidden="true" />
                ) : (
                  <IconRotate size={14} stroke={2} aria-hidden="true" />
                )
              }
              loading={setState.isRunning}
              onClick={toggle}
            >
              {isOpen ? texts.close : texts.reopen}
            </Button>
          </>
        ) : null}
        {mayCapture ? (
          <Button
            keys="i"
            icon={<IconBulb size={14} stroke={1.75} aria-hidden="true" />}
            data-tip={texts.captureTip}
            loading={capture.isRunning}
            onClick={() => void capture.run(null)}
          >
            {texts.capture}
          </Button>
        ) : null}
      </header>
      <div className={styles.talk}>
        {ticket.suggestions.length === 0 || !canRead(viewer.permissions, 'feedback') ? null : (
          <p className={styles.ideas}>
            <span className={styles.quiet}>{texts.speaksFor}</span>
            {ticket.suggestions.map((idea) => (
              <Link key={idea.id} href={ideaAddress(idea.id)}>
                {idea.title}
              </Link>
            ))}
          </p>
        )}
        {mayCapture && isOpen && ticket.suggestions.length === 0 && seesHint ? (
          <Later
            part={TicketHint}
            props={{ ticket, onCapture: () => void capture.run(null) }}
            what={hintTexts.what}
          />
        ) : null}
        <TicketConversation ticket={ticket} />
      </div>
      {mayWrite ? <TicketReply ticket={ticket} /> : null}
    </div>
  );
}
