/** What may hold an address that becomes a link; most texts hold none, and need none of the code for it. */
const MAY_HOLD = /https?:\/\/|www\.|@/i;

/**
 * Makes links of the addresses in an element's text, once the code for that has come; without it the text stands as it is.
 * @returns calls it off, for a text that is replaced before
 */
export function linkLater(root: HTMLElement): () => void {
  if (!MAY_HOLD.test(root.textContent ?? '')) return () => undefined;
  let isCurrent = true;
  import('./addresses.ts').then(
    ({ linkAddresses }) => {
      if (isCurrent) linkAddresses(root);
    },
    () => undefined,
  );
  return () => {
    isCurrent = false;
  };
}
