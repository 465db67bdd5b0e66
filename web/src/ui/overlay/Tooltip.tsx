import { cloneElement, useEffect, useRef } from 'react';
import type { ReactElement } from 'react';
import { createPortal } from 'react-dom';
import { addLayer } from '../keyboard/keyboard.ts';
import { place } from './position.ts';
import styles from './Tooltip.module.css';

const SHOW_AFTER_MS = 400;
/** After one tooltip was shown the next comes at once, while the pointer moves along a row of buttons. */
const WARM_MS = 500;

/**
 * A tooltip on one element, shown on hover and on keyboard focus. Writes the text into `data-tip`, which
 * the one `TooltipHost` of the page reads; so a table with hundreds of them costs nothing. Parts
 * without a component around them may set `data-tip` themselves.
 *
 * @param label null shows none
 */
export function Tooltip({ label, children }: { label: string | null; children: ReactElement<object> }) {
  return label === null ? children : cloneElement(children, { 'data-tip': label } as object);
}

/**
 * Draws the page's tooltip. One per page, in `UiRoot`. What an ellipsis cuts is read in it as a whole
 * (cutText.ts). The text can be hovered and Escape hides it
 * (WCAG 1.4.13). While it is shown the element is described by it, unless it is its name anyway.
 */
export function TooltipHost() {
  const element = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const tip = element.current;
    if (tip === null) return undefined;
    let target: HTMLElement | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let layer: { remove: () => void } | null = null;
    let hiddenAt = -Infinity;
    let isFocusTip = false;

    const hide = () => {
      clearTimeout(timer);
      if (tip.matches(':popover-open')) {
        tip.hidePopover();
        hiddenAt = performance.now();
      }
      if (target?.getAttribute('aria-describedby') === tip.id) target.removeAttribute('aria-describedby');
      layer?.remove();
      layer = null;
      target = null;
    };
    const show = (next: HTMLElement) => {
      const text = next.dataset['tip'];
      if (!next.isConnected || text === undefined || text === '') return;
      // what it opened stands there, and says more
      if (next.getAttribute('aria-expanded') === 'true') return;
      tip.textContent = text;
      tip.showPopover();
      const box = next.getBoundingClientRect();
      const position = place(
        box,
        { width: tip.offsetWidth, height: tip.offsetHeight },
        { width: document.documentElement.clientWidth, height: window.innerHeight },
        'top',
        5,
      );
      tip.style.left = `${Math.round(position.left)}px`;
      tip.style.top = `${Math.round(position.top)}px`;
      if (next.getAttribute('aria-label') !== text && !next.hasAttribute('aria-describedby')) {
        next.setAttribute('aria-describedby', tip.id);
      }
      layer = addLayer({ isModal: false, onEscape: hide });
    };
    const want = (next: HTMLElement | null, delayMs: number) => {
      if (next === target) return;
      hide();
      target = next;
      if (next === null) return;
      const wait = performance.now() - hiddenAt < WARM_MS ? 0 : delayMs;
      timer = setTimeout(() => show(next), wait);
    };
    const find = (node: EventTarget | null) =>
      node instanceof Element ? node.closest<HTMLElement>('[data-tip]') : null;

    const onOver = (event: PointerEvent) => {
      if (event.pointerType === 'touch') return;
      if (event.target instanceof Node && tip.contains(event.target)) return;
      const next = find(event.target);
      if (next === null && isFocusTip) return;
      isFocusTip = false;
      want(next, SHOW_AFTER_MS);
    };
    const onFocus = (event: FocusEvent) => {
      const next = find(event.target);
      // Only for the keyboard: after a click the pointer is there anyway.
      if (next !== null && next.matches(':focus-visible')) {
        isFocusTip = true;
        want(next, 0);
      }
    };
    const onGone = () => {
      isFocusTip = false;
      hide();
    };
    // What scrolled away under the pointer is over; what is still meant when the scrolling ends (the element that took the focus scrolled into view) comes back.
    const onScroll = () => {
      const meant = target;
      hide();
      if (meant === null || !meant.matches(':hover, :focus-visible')) {
        isFocusTip = false;
        return;
      }
      target = meant;
      timer = setTimeout(() => {
        if (meant.matches(':hover, :focus-visible')) show(meant);
      }, SHOW_AFTER_MS);
    };
    // comes with the first touch of the page: no screen waits for it, and without it nothing else is lost
    const onFirst = (event: Event) =>
      void import('../text/cutText.ts').then(
        (cutText) => {
          if (!cutText.watchCutText(event)) return;
          if (event instanceof PointerEvent) onOver(event);
          else if (event instanceof FocusEvent) onFocus(event);
        },
        () => undefined,
      );
    document.addEventListener('pointerover', onFirst, { once: true });
    document.addEventListener('focusin', onFirst, { once: true });
    document.addEventListener('pointerover', onOver);
    document.addEventListener('focusin', onFocus);
    document.addEventListener('focusout', onGone);
    document.addEventListener('pointerdown', onGone, true);
    document.addEventListener('scroll', onScroll, { capture: true, passive: true });
    return () => {
      hide();
      document.removeEventListener('pointerover', onFirst);
      document.removeEventListener('focusin', onFirst);
      document.removeEventListener('pointerover', onOver);
      document.removeEventListener('focusin', onFocus);
      document.removeEventListener('focusout', onGone);
      document.removeEventListener('pointerdown', onGone, true);
      document.removeEventListener('scroll', onScroll, { capture: true });
    };
  }, []);

  // Beside the page: an open panel makes the page inert, and what is inert describes nothing.
  return createPortal(
    <div ref={element} id="tooltip" role="tooltip" popover="manual" className={styles.tip} />,
    document.body,
  );
}
