/**
 * Where the toasts of the top left may stand without covering anything: the free part of a page's head.
 * A page says where that is with a `ToastRegion`; the toasts follow it.
 */

/** The window's part that is free for toasts, in px from its top left corner. */
export type FreeRoom = { left: number; top: number; width: number };

type Place = { element: HTMLElement; isFallback: boolean };

/** Between the toasts and what stands beside them. */
const GAP_PX = 8;
/** Narrower than this a toast is a column of words: it rather reaches to the left, where the title ends. */
const MINIMUM_PX = 280;
/** Height of the head of a page. */
const HEAD_PX = 52;
/** Between the heights of a toast of one line and of two. */
const TOAST_PX = 44;

let places: readonly Place[] = [];
const watchers = new Set<() => void>();

function changed(next: readonly Place[]): void {
  places = next;
  for (const watcher of watchers) watcher();
}

/**
 * Offers an element's area to the toasts until the answer is called.
 *
 * @param isFallback taken only while no page offers one
 */
export function offerToastRoom(element: HTMLElement, isFallback: boolean): () => void {
  const place = { element, isFallback };
  changed([...places, place]);
  return () => changed(places.filter((other) => other !== place));
}

/** The element whose area is offered now, that of a page before a fallback; null: nobody offers one. */
export function offeredToastRoom(): HTMLElement | null {
  return (
    (places.findLast((place) => !place.isFallback) ?? places.findLast((place) => place.isFallback))
      ?.element ?? null
  );
}

/** Calls back when another area is offered. */
export function watchToastRoom(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/**
 * What a toast may take of a free area: a gap at its sides, and no less than can be read. From its top on, a
 * toast of one line stands about in the middle of the head, and one of two lines ends with it.
 *
 * @param box area that is offered; one without height is the upper edge of a head
 */
export function roomWithin(box: { left: number; right: number; top: number; height: number }): FreeRoom {
  const left = box.left + GAP_PX;
  const right = box.right - GAP_PX;
  const width = Math.max(right - left, MINIMUM_PX);
  return {
    left: Math.max(right - width, GAP_PX),
    top: box.top + ((box.height || HEAD_PX) - TOAST_PX) / 2,
    width,
  };
}
