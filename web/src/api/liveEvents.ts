/** What the console does with live events: queries run again, the tickets' badge is set, and whether the stream stands is known. */
import { useQuery } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { publishChange } from '../host/bridge.ts';
import type { LiveNews } from './live.ts';
import { runLiveStream } from './live.ts';
import { shareLive } from './liveTabs.ts';
import { applyReply } from './refetch.ts';
import { browserFetch, fetchJson, queryClient, session } from './runtime.ts';

/** Open tickets per stream, and the streams that concern the viewer. */
export interface TicketCounts {
  open_ticket_counts: Record<string, number>;
  stream_ids: readonly string[];
}

const ticketCountsKey = ['ticket-counts'] as const;

/** After a gap that concerned everybody at once, consoles do not all ask in the same moment. */
const SPREAD_MS = 2_000;

/**
 * Applies one event: `refresh-notifications` runs the notifications' queries again (STATE-059), `changed` those
 * of an entity, as after a mutation; `new_ticket_counts` sets the counts of the tickets (STATE-060).
 */
export function applyLiveNews(client: QueryClient, { event, data }: LiveNews, publish: (collections: string[]) => void): void {
  switch (event) {
    case 'refresh-notifications':
      applyReply(client, { changes: { notification: 'update' }, deleted: {} }, () => undefined);
      return;
    case 'changed':
      if (typeof data['entity'] === 'string') applyReply(client, { changes: { [data['entity']]: 'update' }, deleted: {} }, publish);
      return;
    case 'new_ticket_counts':
      client.setQueryData(ticketCountsKey, (known: TicketCounts | undefined) => known && { ...known, open_ticket_counts: data['open_ticket_counts'] as Record<string, number> });
      return;
    case 'refetch':
      setTimeout(() => void client.invalidateQueries(), Math.random() * SPREAD_MS);
      return;
    default:
  }
}

/** What changes in the background: notifications, numbers and answers of mail, exports. All else is told with a mutation's own answer. */
const TOLD_LIVE = ['notification', 'status_update', 'internal_status_update', 'supporter_message', 'export'];

/** Asks again what may have been told between the first page and the stream: only what a stream tells of. */
export function catchUp(client: QueryClient): void {
  applyReply(client, { changes: Object.fromEntries(TOLD_LIVE.map((entity) => [entity, 'update' as const])), deleted: {} }, () => undefined);
}

/**
 * Open tickets of the viewer's streams; later numbers come over the stream (STATE-060).
 * @param enabled false asks for nothing: there are no tickets to show
 */
export function useTicketCounts(enabled: boolean): TicketCounts | null {
  const query = useQuery({
    queryKey: ticketCountsKey,
    queryFn: async (): Promise<TicketCounts> => {
      const account = (await fetchJson('/api/account/current')) as { open_ticket_counts: Record<string, number>; current_user: { ticket_stream_ids: string[] } };
      return { open_ticket_counts: account.open_ticket_counts, stream_ids: account.current_user.ticket_stream_ids };
    },
    enabled,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return query.data ?? null;
}

let isLive = false;
const watchers = new Set<() => void>();

function setLive(next: boolean): void {
  if (isLive === next) return;
  isLive = next;
  for (const watcher of watchers) watcher();
}

/** Whether events come in. While they do not, what must be fresh is asked for now and then. */
export function useIsLive(): boolean {
  return useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    () => isLive,
  );
}

/** The stream begins this long after the console, so that it takes nothing from the first page. */
const START_MS = 1_500;

/** Connects the console to the events of a person in a workspace, soon. Returns the way to stop. */
export function startLive(of: { subdomain_key: string; user_id: string }): () => void {
  let stop = (): void => undefined;
  const timer = setTimeout(() => {
    stop = connectLive(of);
  }, START_MS);
  return () => {
    clearTimeout(timer);
    stop();
  };
}

function connectLive({ subdomain_key, user_id }: { subdomain_key: string; user_id: string }): () => void {
  const stop = shareLive(
    `earshot-live:${subdomain_key}:${user_id}`,
    (listener, signal) =>
      runLiveStream(
        {
          ...listener,
          fetch: browserFetch,
          sleep,
          // the heartbeat knows for certain, and leads to the sign-in page
          onSignedOut: () => void session.beat().catch(() => undefined),
        },
        signal,
      ),
    {
      onNews: (news) => applyLiveNews(queryClient, news, publishChange),
      onOpen: (isReturn) => {
        setLive(true);
        if (isReturn) void queryClient.invalidateQueries();
        else catchUp(queryClient);
      },
      onClosed: () => setLive(false),
    },
    {
      locks: 'locks' in navigator ? navigator.locks : null,
      openChannel: 'BroadcastChannel' in window ? openTabChannel : null,
      page: document,
    },
  );
  return () => {
    stop();
    setLive(false);
  };
}

function openTabChannel(name: string, onWord: (word: unknown) => void): { say(word: unknown): void; close(): void } {
  const channel = new BroadcastChannel(name);
  channel.addEventListener('message', ({ data }: MessageEvent) => onWord(data));
  return {
    say: (word) => {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches its own origin alone
      channel.postMessage(word);
    },
    close: () => channel.close(),
  };
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    const timer = setTimeout(finish, ms);
    function finish(): void {
      clearTimeout(timer);
      signal.removeEventListener('abort', finish);
      done();
    }
    signal.addEventListener('abort', finish);
  });
}
