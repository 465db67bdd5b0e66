/**
 * What the console does when someone has changed ideas: what shows one of them asks again, lists that stand
 * open are told which of their rows have changed. At most once a second, and not while no one looks.
 */
import type { QueryClient } from '@tanstack/react-query';
import { isTouched, knownReads } from './reads.ts';
import { anythingOf } from './refetch.ts';
import { tellIdeasChanged } from './liveEvents.ts';
import type { ChangedIdeas } from './liveEvents.ts';

/** An idea is asked for no more often than this. */
const PAUSE_MS = 1_000;

/**
 * Queries of one of the ideas (`meta.idea`) are asked again, those that no one looks at when they are shown next,
 * as are lists; a list that stands open keeps its order, and hears of it (`onIdeasChanged`).
 */
export function applyIdeaNews(client: QueryClient, ids: ChangedIdeas): void {
  void client.invalidateQueries({
    predicate: ({ meta }) => meta?.idea !== undefined && (ids === null || ids.has(meta.idea)),
  });
  void client.invalidateQueries({
    type: 'inactive',
    refetchType: 'none',
    predicate: (query) =>
      query.meta?.idea === undefined && isTouched(knownReads(query), anythingOf('suggestion')),
  });
  tellIdeasChanged(ids);
}

/** The page, as far as whether someone looks at it. */
type Watched = Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>;

/**
 * Gathers what comes in: applied at once, then once a second, and when the page is looked at again.
 *
 * @returns takes ids as they came; none: any idea may have changed
 */
export function gatherIdeaNews(
  apply: (ids: ChangedIdeas) => void,
  page: Watched,
): (ids: readonly string[]) => void {
  let waiting: Set<string> | null = new Set();
  let timer: ReturnType<typeof setTimeout> | null = null;
  const run = (): void => {
    if (timer !== null || waiting?.size === 0) return;
    if (page.visibilityState === 'hidden') {
      page.addEventListener('visibilitychange', run, { once: true });
      return;
    }
    const ids = waiting;
    waiting = new Set();
    timer = setTimeout(() => {
      timer = null;
      run();
    }, PAUSE_MS);
    apply(ids);
  };
  return (ids) => {
    if (ids.length === 0) waiting = null;
    for (const id of ids) waiting?.add(id);
    run();
  };
}
