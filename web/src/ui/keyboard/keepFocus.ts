/**
 * Keeps the focus where someone can go on. When the element that has it is removed from the page, or is
 * switched off, browsers let it fall to `body`, from where the next Tab begins anywhere. Here it goes to what
 * has taken the element's place, else to what stands nearest, else to the page's content.
 *
 * Parts that know better take the focus themselves; this only acts when no one did. Someone who leaves a
 * field by a click beside it has left it, and keeps having left it.
 */

/** What can have the focus. */
const focusable =
  'a[href], button:not(:disabled), input:not(:disabled, [type="hidden"]), select:not(:disabled), textarea:not(:disabled), summary, [contenteditable="true"], [tabindex]:not([tabindex="-1"])';

/** What takes the focus when a program gives it. */
const takesFocus = `${focusable}, [tabindex]:not(:disabled)`;

/** The parts of a page within which a substitute is looked for; they take the focus themselves when there is none. */
const regions = 'main, [role="dialog"], [role="alertdialog"]';

/** More openers than that are not nested. */
const REMEMBERED = 12;

/** Where a removed element stood. */
type Place = { parent: Element; previous: Element | null; next: Element | null };

function isUsable(element: Element): boolean {
  return (
    element.isConnected &&
    element.matches(takesFocus) &&
    element.closest('[inert]') === null &&
    element.checkVisibility({ visibilityProperty: true })
  );
}

function firstFocusable(element: Element): HTMLElement | null {
  if (element.matches(focusable) && isUsable(element)) return element as HTMLElement;
  return [...element.querySelectorAll<HTMLElement>(focusable)].find(isUsable) ?? null;
}

/** What stands at a place now, or after it, or before it, from the inside out; null when its region is gone, too. */
function nearestTo({ parent, previous, next }: Place): HTMLElement | null {
  const region = parent.isConnected ? parent.closest<HTMLElement>(regions) : null;
  if (region === null || region.closest('[inert]') !== null) return null;
  let container = parent;
  let [before, after] =
    previous?.parentElement === parent
      ? [previous, previous.nextElementSibling]
      : previous !== null && next?.parentElement === parent
        ? [next.previousElementSibling, next]
        : [null, parent.firstElementChild];
  for (;;) {
    for (let element: Element | null = after; element !== null; element = element.nextElementSibling) {
      const found = firstFocusable(element);
      if (found !== null) return found;
    }
    for (let element: Element | null = before; element !== null; element = element.previousElementSibling) {
      const found = firstFocusable(element);
      if (found !== null) return found;
    }
    if (container === region || container.parentElement === null) return region;
    [before, after] = [container.previousElementSibling, container.nextElementSibling];
    container = container.parentElement;
  }
}

/** Starts watching over the focus; the answer stops it. Called once, by `UiRoot`. */
export function keepFocus(): () => void {
  /** What had the focus, the latest last; empty when it was given up on purpose. */
  let remembered: HTMLElement[] = [];
  const places = new WeakMap<HTMLElement, Place>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let frame = 0;

  const isLost = (): boolean => document.activeElement === null || document.activeElement === document.body;
  const substituteOf = (element: HTMLElement): HTMLElement | null => {
    if (isUsable(element)) return element;
    const place = element.isConnected ? siblingsOf(element) : places.get(element);
    return place === undefined ? null : nearestTo(place);
  };
  const restore = (): void => {
    if (!isLost() || remembered.length === 0) return;
    for (const element of remembered.toReversed()) {
      substituteOf(element)?.focus({ preventScroll: true });
      if (!isLost()) return;
    }
    document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
  };
  // after what the parts of the page do themselves when something goes
  const schedule = (): void => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    frame = requestAnimationFrame(() => {
      timer = setTimeout(restore, 0);
    });
  };

  const onFocusIn = (event: FocusEvent): void => {
    if (!(event.target instanceof HTMLElement)) return;
    const { target } = event;
    remembered = [...remembered.filter((element) => element !== target), target].slice(-REMEMBERED);
  };
  const onFocusOut = (event: FocusEvent): void => {
    if (event.relatedTarget !== null || !(event.target instanceof HTMLElement)) return;
    const { target } = event;
    // before anything is drawn again: what still stands then was left on purpose
    queueMicrotask(() => {
      if (!isLost()) return;
      if (isUsable(target)) remembered = [];
      else schedule();
    });
  };
  const observer = new MutationObserver((records) => {
    let isAffected = false;
    for (const element of remembered) {
      if (element.isConnected || places.get(element)?.parent.isConnected === true) continue;
      for (const record of records) {
        const from = places.get(element)?.parent ?? element;
        for (const removed of record.removedNodes) {
          if (!removed.contains(from) || !(record.target instanceof Element)) continue;
          places.set(element, {
            parent: record.target,
            previous: elementAt(record.previousSibling, 'previousSibling'),
            next: elementAt(record.nextSibling, 'nextSibling'),
          });
          isAffected = true;
        }
      }
    }
    if (isAffected && isLost()) schedule();
  });

  document.addEventListener('focusin', onFocusIn);
  document.addEventListener('focusout', onFocusOut);
  observer.observe(document.body, { childList: true, subtree: true });
  return () => {
    document.removeEventListener('focusin', onFocusIn);
    document.removeEventListener('focusout', onFocusOut);
    observer.disconnect();
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

/** The place of an element that stands and cannot have the focus: a button that was switched off, a panel on its way out. */
function siblingsOf(element: Element): Place | undefined {
  const parent = element.parentElement;
  return parent === null
    ? undefined
    : { parent, previous: element.previousElementSibling, next: element.nextElementSibling };
}

/** The element at a node, or the next one in a direction: texts between elements count for nothing. */
function elementAt(node: Node | null, direction: 'previousSibling' | 'nextSibling'): Element | null {
  let found = node;
  while (found !== null && !(found instanceof Element)) found = found[direction];
  return found;
}
