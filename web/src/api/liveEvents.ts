/** What screens know of live events: the tickets' counts, changed ideas, and whether the stream stands. What is done with an event stands in `liveConnect.ts`. */
import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { liveTiming } from '../../../contract/live.ts';
import { fetchJson } from './runtime.ts';

/** Open tickets per stream, and the streams that concern the viewer. */
export interface TicketCounts {
  open_ticket_counts: Record<string, number>;
  stream_ids: readonly string[];
}

/** Key of the counts in the cache. */
export const ticketCountsKey = ['ticket-counts'] as const;

/**
 * Open tickets of the viewer's streams; later numbers come over the stream (STATE-060).
 * @param enabled false asks for nothing: there are no tickets to show
 */
export function useTicketCounts(enabled: boolean): TicketCounts | null {
  const isTold = useIsLive();
  const query = useQuery({
    queryKey: ticketCountsKey,
    queryFn: async (): Promise<TicketCounts> => {
      const account = (await fetchJson('/api/account/current')) as {
        open_ticket_counts: Record<string, number>;
        current_user: { ticket_stream_ids: string[] };
      };
      return {
        open_ticket_counts: account.open_ticket_counts,
        stream_ids: account.current_user.ticket_stream_ids,
      };
    },
    enabled,
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: isTold ? false : liveTiming.pollMs,
  });
  return query.data ?? null;
}

let isLive = false;
const watchers = new Set<() => void>();

/** Says whether events come in. */
export function setLive(next: boolean): void {
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

/** Ideas that have changed; null: more than could be named, so any of them. */
export type ChangedIdeas = ReadonlySet<string> | null;

const ideaListeners = new Set<(ids: ChangedIdeas) => void>();

/** Calls back when someone has changed ideas, until the answer is called. */
export function onIdeasChanged(listener: (ids: ChangedIdeas) => void): () => void {
  ideaListeners.add(listener);
  return () => ideaListeners.delete(listener);
}

/** Says that ideas have changed. */
export function tellIdeasChanged(ids: ChangedIdeas): void {
  for (const listener of ideaListeners) listener(ids);
}
