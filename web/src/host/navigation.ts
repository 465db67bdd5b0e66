/**
 * The address that the console shows, and the ways to another one. Decision 0028.
 *
 * The browser's address changes at once; what is shown follows when the code of the page is there. Until then the page
 * before stays, so that nothing flashes.
 */
import { useSyncExternalStore } from 'react';

/** The parts of an address; `search` and `hash` begin with their sign, or are ''. */
export interface Address {
  path: string;
  search: string;
  hash: string;
}

/** A page whose code takes longer is shown as loading. */
const PENDING_MS = 1000;

const here = (): Address => ({
  path: window.location.pathname,
  search: window.location.search,
  hash: window.location.hash,
});

let shown: Address | null = null;
/** The path that was asked for last; shown already, or on its way. */
let target: string | null = null;
/** Counts addresses: of several that are waited for only the last is shown. */
let turn = 0;
let prepare: (path: string) => Promise<unknown> | null = () => null;
const watchers = new Set<() => void>();
const leaveWatchers = new Set<(isLeaving: boolean) => void>();

/** What is shown now. */
export function shownAddress(): Address {
  shown ??= here();
  return shown;
}

/**
 * Begins to follow the browser: Back, Forward and links to a place in the page.
 *
 * @param load loads the code of the page with a path; null when it is there. It may not fail
 */
export function followBrowser(load: (path: string) => Promise<unknown> | null): void {
  prepare = load;
  // a change behind the hash comes with it, too
  window.addEventListener('popstate', follow);
}

/**
 * Goes to an address of the console.
 *
 * @param address path with search and hash, from `addresses.ts`
 * @param replace the entry of the history instead of adding one that Back returns from
 */
export function navigate(address: string, { replace = false }: { replace?: boolean } = {}): void {
  // a second entry of the same address would make Back seem to do nothing
  const isSame = new URL(address, window.location.href).href === window.location.href;
  window.history[replace || isSame ? 'replaceState' : 'pushState'](null, '', address);
  follow();
}

/** Tells when a page is left whose successor is still on its way (true), and when that is over (false). Returns what ends it. */
export function watchLeaving(watcher: (isLeaving: boolean) => void): () => void {
  leaveWatchers.add(watcher);
  return () => leaveWatchers.delete(watcher);
}

function follow(): void {
  const next = here();
  turn += 1;
  target = next.path;
  const isOtherPage = next.path !== shownAddress().path;
  // before the first page is drawn there is none to stay
  const ready = isOtherPage && watchers.size > 0 ? prepare(next.path) : null;
  tellLeaving(isOtherPage);
  if (ready === null) {
    show(next);
    return;
  }
  tell();
  const mine = turn;
  const isSlow = new Promise((resolve) => setTimeout(resolve, PENDING_MS));
  void Promise.race([ready, isSlow]).then(() => {
    if (mine === turn) show(here());
  });
}

function show(next: Address): void {
  shown = next;
  tell();
}

function tell(): void {
  for (const watcher of watchers) watcher();
}

function tellLeaving(isLeaving: boolean): void {
  for (const watcher of leaveWatchers) watcher(isLeaving);
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** One part of the address that is shown; the component is drawn again when it changes. */
export function useShown(part: keyof Address): string {
  return useSyncExternalStore(watch, () => shownAddress()[part]);
}

/** The path that was asked for last: that of the page that is shown, or of the one that is on its way. */
export function useTargetPath(): string {
  return useSyncExternalStore(watch, () => target ?? shownAddress().path);
}
