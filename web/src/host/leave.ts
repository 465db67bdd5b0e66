/** Leaving a page whose record is gone, so that Back does not open it again. */

/** What the browser tells of the entries before the page, where it does. */
interface Entries {
  currentEntry: { index: number } | null;
  entries(): readonly { index: number; url: string | null }[];
}

/**
 * How many entries of the history up to the present one are the same page, whatever its state: 1 or more. 1 also where
 * the browser does not tell.
 */
export function entriesOfPage(navigation: Entries | undefined, path: string): number {
  const at = navigation?.currentEntry?.index ?? -1;
  const list = navigation?.entries() ?? [];
  let first = at;
  while (first > 0) {
    const { url } = list[first - 1] ?? { url: null };
    if (url === null || new URL(url).pathname !== path) break;
    first -= 1;
  }
  return at < 0 ? 1 : at - first + 1;
}

/**
 * Goes to another address in place of this page and of all its states (tabs, pages of a list) right before.
 *
 * @param replace puts the address into the present entry
 */
export function leavePage(replace: () => void): void {
  const behind = entriesOfPage((window as { navigation?: Entries }).navigation, window.location.pathname) - 1;
  if (behind === 0) {
    replace();
    return;
  }
  window.addEventListener('popstate', () => setTimeout(replace), { once: true });
  window.history.go(-behind);
}
