import { createContext, useContext, useEffect, useMemo, useState } from 'react';
import type { HitLength } from '../../../ui/text/marks.ts';
import { Marked } from '../../../ui/text/Marked.tsx';

/** What is marked in the list; null: nothing is searched for, or the code for it is on its way. */
export const HitsContext = createContext<HitLength | null>(null);

/** A text of an idea with the hits of the search marked. */
export function Hits({ text }: { text: string }) {
  return <Marked text={text} hitLength={useContext(HitsContext)} />;
}

const NONE: readonly string[] = [];
type HitsModule = typeof import('./hits.ts');

/** What is marked for a search. @param q as the server gets it, '' for none @param near words that were looked for besides */
export function useHits(q: string, near: readonly string[] = NONE): HitLength | null {
  const [module, setModule] = useState<HitsModule | null>(null);
  const isSearched = q !== '';
  useEffect(() => {
    if (!isSearched || module !== null) return undefined;
    let isCurrent = true;
    // without it nothing is marked, and everything is found
    import('./hits.ts').then(
      (loaded) => {
        if (isCurrent) setModule(loaded);
      },
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [isSearched, module]);
  const besides = near.join(' ');
  return useMemo(
    () =>
      module === null || !isSearched ? null : module.hitsOf(q, besides === '' ? [] : besides.split(' ')),
    [module, isSearched, q, besides],
  );
}
