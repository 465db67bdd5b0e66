/** The ideas that somebody opened last in this browser: the palette offers them. */
import { useEffect } from 'react';
import { readStored, writeStored } from '../host/storage.ts';
import { routeOf } from './routes.ts';

/** As many are shown, and one more is kept: the one that is open is not shown. */
export const RECENT_SHOWN = 5;

/** Remembers the idea whose page has this path; of other pages nothing. */
export function useRecentIdeas(path: string): void {
  useEffect(() => {
    const route = routeOf(path);
    const id = route?.screen === 'idea_details' ? route.params['suggestion_id'] : undefined;
    if (id === undefined) return;
    const before = readStored('recent_ideas') ?? [];
    if (before[0] === id) return;
    writeStored('recent_ideas', [id, ...before.filter((other) => other !== id)].slice(0, RECENT_SHOWN + 1));
  }, [path]);
}
