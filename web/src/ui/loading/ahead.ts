/** Code of panels and palette, loaded while nobody waits for it. */
import { useEffect, useState } from 'react';

/** The page itself comes first: so long after it has been loaded, unless somebody presses a key or a button before. */
export const AHEAD_AFTER_MS = 2000;

/**
 * Loads parts one after the other when the page is idle, or at once at the first key or pointer. Failures are told
 * when the part is used. Answers what stops it.
 *
 * @param afterMs how long after the page has been loaded; less for what people reach for at once
 */
export function loadAhead(
  loaders: readonly (() => Promise<unknown>)[],
  afterMs: number = AHEAD_AFTER_MS,
): () => void {
  let isOver = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const run = async (): Promise<void> => {
    for (const load of loaders) {
      if (isOver) return;
      await load().catch(() => undefined);
    }
  };
  const begin = (): void => {
    stopListening();
    void run();
  };
  const whenIdle = (): void => {
    timer = setTimeout(
      () => ('requestIdleCallback' in window ? requestIdleCallback(begin) : begin()),
      afterMs,
    );
  };
  const stopListening = (): void => {
    clearTimeout(timer);
    removeEventListener('load', whenIdle);
    removeEventListener('keydown', begin, true);
    removeEventListener('pointerdown', begin, true);
  };
  addEventListener('keydown', begin, { capture: true, once: true });
  addEventListener('pointerdown', begin, { capture: true, once: true });
  if (document.readyState === 'complete') whenIdle();
  else addEventListener('load', whenIdle, { once: true });
  return () => {
    isOver = true;
    stopListening();
  };
}

/** Loads a part that nobody waits for after the page, and answers whether it may be drawn. @param part from `loadable` */
export function useAfterPage(part: { ahead: () => Promise<unknown> }): boolean {
  const [isThere, setThere] = useState(false);
  useEffect(() => loadAhead([part.ahead, async () => setThere(true)], 200), [part]);
  return isThere;
}
