import { IconEdit, IconSettings } from '@tabler/icons-react';
import { useState } from 'react';
import { canWrite } from '../../../../contract/permissions.ts';
import { useViewer } from '../../api/viewer.ts';
import { DialogFor } from '../../forms/DialogFor.tsx';
import { ticketsAddress } from '../../host/addresses.ts';
import { navigate } from '../../host/navigation.ts';
import { usePageState } from '../../host/pageState.ts';
import { choiceField, textField } from '../../host/search.ts';
import { Button, IconButton } from '../../ui/elements/Button.tsx';
import { SearchField } from '../../ui/fields/SearchField.tsx';
import { useShortcut } from '../../ui/keyboard/useShortcut.ts';
import { DelayedSkeleton, SkeletonLines } from '../../ui/loading/loading.tsx';
import { EmptyState, ErrorState } from '../../ui/loading/states.tsx';
import { PageFrame } from '../../ui/page/SheetPage.tsx';
import { Tabs } from '../../ui/page/Tabs.tsx';
import { formatNumber } from '../../ui/text/format.ts';
import { ToastRegion } from '../../ui/toasts/ToastRegion.tsx';
import { ComposeTicketDialog, StreamsDialog } from './TicketDialogs.tsx';
import { TicketList } from './TicketList.tsx';
import { ticketTexts as texts } from './ticketMessages.ts';
import { TICKETS_SHOWN, useStreams, useTickets } from './ticketQueries.ts';
import { TicketView } from './TicketView.tsx';
import styles from './tickets.module.css';

/** The ticket that is open, and which ones the list shows. */
const pageState = {
  ticket: textField(),
  stream: textField(),
  state: choiceField(['open', 'closed'], 'open'),
  q: textField(),
};

const CLOSED = 'closed';
const ALL = 'all';

/** Tickets (ROUTE-038, DEC-172): the streams with their open tickets, beside the one that is answered. */
export function TicketsPage() {
  const { permissions } = useViewer();
  const mayWrite = canWrite(permissions, 'tickets');
  const maySetUp = canWrite(permissions, 'settings');
  const [state, setState] = usePageState(pageState);
  const { ticket: openId, q } = state;
  const [doing, setDoing] = useState<'compose' | 'streams' | null>(null);
  const [shown, setShown] = useState(TICKETS_SHOWN);
  const streams = useStreams();
  const all = streams.data?.all_ticket_streams.records ?? [];
  // one that was deleted is as if none were chosen
  const stream = all.some(({ id }) => id === state.stream) ? state.stream : '';
  const filter = { stream, state: state.state, q };
  const query = useTickets(filter, shown);
  const records = query.data?.tickets.records ?? [];
  const openCount = all.reduce((sum, { open_tickets_count: count }) => sum + count, 0);
  const addressOf = (ticketId: string): string =>
    ticketsAddress({
      ticket: ticketId,
      ...(stream === '' ? {} : { stream }),
      ...(state.state === 'closed' ? { state: 'closed' } : {}),
      ...(q === '' ? {} : { q }),
    });
  const step = (by: 1 | -1): void => {
    const index = records.findIndex(({ id }) => id === openId);
    const next = records[index === -1 ? 0 : index + by];
    if (next !== undefined) navigate(addressOf(next.id));
  };
  useShortcut('j', () => step(1), { label: texts.next, group: texts.keys, enabled: records.length > 0 });
  useShortcut('k', () => step(-1), {
    label: texts.previous,
    group: texts.keys,
    enabled: records.length > 0,
  });
  const show = (tab: string): void => {
    setShown(TICKETS_SHOWN);
    setState({
      q: '',
      stream: tab === CLOSED || tab === ALL ? '' : tab,
      state: tab === CLOSED ? 'closed' : 'open',
    });
  };
  const tabs = [
    ...(all.length > 1 ? [{ id: ALL, label: texts.all, count: formatNumber(openCount) }] : []),
    ...all.map(({ id, name, open_tickets_count: count }) => ({
      id,
      label: name,
      count: formatNumber(count),
    })),
    { id: CLOSED, label: texts.closed },
  ];
  const tab = state.state === 'closed' ? CLOSED : stream === '' ? (tabs[0]?.id ?? CLOSED) : stream;

  return (
    <PageFrame>
      <div className={styles.columns} data-open={openId !== '' || undefined}>
        <div className={styles.side}>
          <header className={styles.sideHead}>
            <h1 hidden={openId !== ''}>{texts.title}</h1>
            {openId === '' ? null : (
              <p className={styles.sideTitle} aria-hidden="true">
                {texts.title}
              </p>
            )}
            <span className={styles.quiet}>
              {streams.data === undefined ? '' : texts.openCount(openCount)}
            </span>
            <span className={styles.space} />
            {openId === '' ? <ToastRegion /> : null}
            {maySetUp ? (
              <IconButton label={texts.setUp} variant="plain" onClick={() => setDoing('streams')}>
                <IconSettings size={16} stroke={1.75} aria-hidden="true" />
              </IconButton>
            ) : null}
            {mayWrite && all.length > 0 ? (
              <IconButton label={texts.compose} onClick={() => setDoing('compose')}>
                <IconEdit size={16} stroke={1.75} aria-hidden="true" />
              </IconButton>
            ) : null}
          </header>
          {streams.isPending ? (
            <DelayedSkeleton>
              <div className={styles.waiting}>
                <SkeletonLines count={6} />
              </div>
            </DelayedSkeleton>
          ) : streams.isError && streams.data === undefined ? (
            <ErrorState
              what={texts.what}
              onRetry={() => void streams.refetch()}
              retrying={streams.isFetching}
            />
          ) : all.length === 0 ? (
            <EmptyState
              title={texts.noStreams}
              reason={maySetUp ? texts.noStreamsReason : texts.noStreamsOther}
              {...(maySetUp
                ? {
                    action: (
                      <Button variant="primary" onClick={() => setDoing('streams')}>
                        {texts.newStream}
                      </Button>
                    ),
                  }
                : {})}
            />
          ) : (
            <>
              <Tabs label={texts.streams} items={tabs} value={tab} onChange={show} panelId="tickets-list" />
              <div className={styles.search}>
                <SearchField
                  label={texts.search}
                  value={q}
                  widthPx="100%"
                  onChange={(next) => setState({ q: next })}
                />
              </div>
              <div className={styles.sideBody} id="tickets-list" role="tabpanel" aria-label={texts.list}>
                <TicketList
                  {...{ query, filter, openId, addressOf, shown }}
                  onMore={setShown}
                  onShowAll={() => setState({ q: '' })}
                />
              </div>
            </>
          )}
        </div>
        {openId === '' ? (
          <div className={styles.nothing}>
            {records.length === 0 ? null : <EmptyState title={texts.nothingOpen} />}
          </div>
        ) : (
          <TicketView key={openId} id={openId} streams={all} />
        )}
      </div>
      <DialogFor about={doing === 'compose' ? { streamId: stream } : null}>
        {(about, opened) => (
          <ComposeTicketDialog
            streams={all}
            streamId={about.streamId}
            opened={opened}
            onClose={() => setDoing(null)}
            onCreated={(id) => navigate(ticketsAddress({ ticket: id }))}
          />
        )}
      </DialogFor>
      <DialogFor about={doing === 'streams' ? {} : null}>
        {(_, opened) => <StreamsDialog streams={all} opened={opened} onClose={() => setDoing(null)} />}
      </DialogFor>
    </PageFrame>
  );
}
