/** The connection to live events, and what is done with each: queries run again, the tickets' badge is set. Loaded once the first page stands. */
import type { QueryClient } from '@tanstack/react-query';
import { liveKinds } from '../../../contract/live.ts';
import { publishChange } from '../host/bridge.ts';
import { applyIdeaNews, gatherIdeaNews } from './ideaNews.ts';
import type { LiveNews } from './live.ts';
import { runLiveStream } from './live.ts';
import { setLive, ticketCountsKey } from './liveEvents.ts';
import type { TicketCounts } from './liveEvents.ts';
import { shareLive } from './liveTabs.ts';
import type { MutationReply } from './client.ts';
import { anythingOf, applyReply } from './refetch.ts';
import { browserFetch, queryClient, session } from './runtime.ts';

/** After a gap that concerned everyone at once, consoles do not all ask in the same moment. */
const SPREAD_MS = 2_000;

/**
 * Applies one event: `refresh-notifications` runs the notifications' queries again (STATE-059), `changed` those
 * of an entity, as after a mutation; `new_ticket_counts` sets the counts of the tickets (STATE-060).
 *
 * @param takeIdeas takes ids of changed ideas, which come often and are shown with care; none: any of them
 */
export function applyLiveNews(
  client: QueryClient,
  { event, data }: LiveNews,
  publish: (collections: string[]) => void,
  takeIdeas: (ids: readonly string[]) => void,
): void {
  switch (event) {
    case 'refresh-notifications':
      applyReply(client, updateOf(['notification']), () => undefined);
      return;
    case 'changed':
      if (data['entity'] === 'suggestion')
        takeIdeas(Array.isArray(data['ids']) ? data['ids'].map(String) : []);
      else if (typeof data['entity'] === 'string') applyReply(client, updateOf([data['entity']]), publish);
      return;
    case 'new_ticket_counts':
      client.setQueryData(
        ticketCountsKey,
        (known: TicketCounts | undefined) =>
          known && { ...known, open_ticket_counts: data['open_ticket_counts'] as Record<string, number> },
      );
      // an answer that is on its way may be older than this
      if (client.isFetching({ queryKey: ticketCountsKey }) > 0)
        void client
          .cancelQueries({ queryKey: ticketCountsKey })
          .then(() => client.invalidateQueries({ queryKey: ticketCountsKey }));
      return;
    case 'refetch':
      setTimeout(() => void client.invalidateQueries(), Math.random() * SPREAD_MS);
      return;
    default:
  }
}

/** A change of records of some kinds, of which no more is known. */
function updateOf(entities: readonly string[]): MutationReply {
  return {
    changes: Object.fromEntries(entities.map((entity) => [entity, 'update' as const])),
    deleted: {},
    written: entities.flatMap(anythingOf),
  };
}

/** What is told live, but ideas, which a page asks for as it opens. */
const TOLD_LIVE = ['notification', ...Object.keys(liveKinds).filter((kind) => kind !== 'suggestion')];

/** Asks again what may have been told between the first page and the stream: only what a stream tells of. */
export function catchUp(client: QueryClient): void {
  applyReply(client, updateOf(TOLD_LIVE), () => undefined);
  void client.invalidateQueries({ queryKey: ticketCountsKey });
}

/** Connects the console to the events of a person in a workspace. Returns the way to stop. */
export function connectLive({
  subdomain_key,
  user_id,
}: {
  subdomain_key: string;
  user_id: string;
}): () => void {
  const takeIdeas = gatherIdeaNews((ids) => {
    applyIdeaNews(queryClient, ids);
    publishChange(['suggestions']);
  }, document);
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
      onNews: (news) => applyLiveNews(queryClient, news, publishChange, takeIdeas),
      onOpen: (isReturn, quietMs) => {
        setLive(true);
        if (isReturn) void queryClient.invalidateQueries();
        // nothing was told since this page began
        else if (quietMs < performance.now()) catchUp(queryClient);
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

function openTabChannel(
  name: string,
  onWord: (word: unknown) => void,
): { say(word: unknown): void; close(): void } {
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
