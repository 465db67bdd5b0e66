import { useCallback, useEffect, useState } from 'react';
import { call } from './calls.ts';
import type { Outcome } from './calls.ts';

/** What a page asks the server for before it can show itself; null until the answer came. `again` asks once more. */
export function useLoaded<Body>(path: string): { outcome: Outcome<Body> | null; again: () => void } {
  const [outcome, setOutcome] = useState<Outcome<Body> | null>(null);
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    setOutcome(null);
    void call<Body>('GET', path).then((answer) => {
      if (isCurrent) setOutcome(answer);
    });
    return () => {
      isCurrent = false;
    };
  }, [path, turn]);
  return { outcome, again: useCallback(() => setTurn((before) => before + 1), []) };
}
