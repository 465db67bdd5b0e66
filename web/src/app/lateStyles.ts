/** Style sheets of parts that are loaded later. Without one a part looks wrong and works all the same. */

/** When one that did not come is asked for again, from one failure to the next. */
const AGAIN_AFTER_MS = [1_000, 4_000, 15_000, 60_000] as const;

/**
 * Lets a part be shown although its style sheet did not come, which by itself would fail the part and count as an
 * error of the application, and asks for the sheet again. Code that does not come stays an error.
 */
export function tolerateMissingStyleSheets(): void {
  window.addEventListener('vite:preloadError', (event) => {
    const { payload } = event as Event & { payload?: Error };
    const address = /^Unable to preload CSS for (\S+)$/.exec(payload?.message ?? '')?.[1];
    if (address === undefined) return;
    event.preventDefault();
    askAgain(address, 0);
  });
}

function askAgain(address: string, tries: number): void {
  const afterMs = AGAIN_AFTER_MS[tries];
  if (afterMs === undefined) return;
  setTimeout(() => {
    const failed = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].find(
      (link) => link.getAttribute('href') === address,
    );
    if (failed === undefined) return;
    const next = failed.cloneNode() as HTMLLinkElement;
    next.addEventListener('error', () => askAgain(address, tries + 1), { once: true });
    failed.replaceWith(next);
  }, afterMs);
}
