import { useEffect, useLayoutEffect, useRef } from 'react';
import type { ComponentProps, ReactNode, RefObject } from 'react';
import { timing } from '../../../../contract/limits.ts';
import { cx } from '../cx.ts';
import { place } from './position.ts';
import type { Placement } from './position.ts';
import { useLatest } from '../useLatest.ts';
import { useNarrow } from '../useNarrow.ts';
import { useEscapeLayer } from './useEscapeLayer.ts';
import { usePresence } from './usePresence.ts';
import styles from './Floating.module.css';

export type FloatingProps = Omit<ComponentProps<'div'>, 'ref' | 'popover'> & {
  opened: boolean;
  onClose: () => void;
  /** What it hangs on. A click on the anchor does not count as a click outside. */
  anchor: RefObject<HTMLElement | null>;
  /** What must stay visible, when that is more than the anchor: a field's label and box together. */
  keepVisible?: RefObject<HTMLElement | null>;
  children: ReactNode;
  placement?: Placement;
  /** As wide as the anchor, at least. */
  matchWidth?: boolean;
  /** Upper bound in px; the room in the window bounds it as well. */
  maxHeightPx?: number;
  /** Called as soon as it is shown, before it is painted: the moment at which it can take the focus. */
  onShown?: (element: HTMLElement) => void;
  /** Closes when the focus goes to something else in the page. */
  closeOnBlur?: boolean;
  /** In a window of less than 860 px a sheet from below, over the whole width, instead of hanging on its anchor. */
  sheet?: boolean;
};

/**
 * A floating part: in the browser's top layer, so nothing cuts it off, yet in the document where it
 * is written, so the order of the focus and the reach of a dialog are right. Opens and closes in
 * 250 ms (CONST-022). Escape and a click outside close it.
 */
export function Floating({ opened, ...rest }: FloatingProps) {
  const presence = usePresence(opened, timing.popoverTransitionMs);
  return presence === 'removed' ? null : <FloatingContent {...rest} isOpen={presence === 'open'} />;
}

function FloatingContent({
  isOpen,
  onClose,
  anchor,
  keepVisible,
  children,
  placement = 'bottom-start',
  matchWidth = false,
  maxHeightPx = 560,
  closeOnBlur = true,
  sheet = false,
  onShown,
  className,
  ...rest
}: Omit<FloatingProps, 'opened'> & { isOpen: boolean }) {
  const element = useRef<HTMLDivElement>(null);
  const latestClose = useLatest(onClose);
  const latestShown = useLatest(onShown);
  const isSheet = useNarrow() && sheet;
  useEscapeLayer(isOpen, onClose);

  useLayoutEffect(() => {
    const floating = element.current;
    const target = anchor.current;
    if (floating === null || target === null) return undefined;
    if (!isOpen) {
      if (floating.matches(':popover-open')) floating.hidePopover();
      return undefined;
    }
    const isNew = !floating.matches(':popover-open');
    if (isNew) floating.showPopover();
    if (isSheet) {
      for (const name of ['min-width', 'max-height', 'left', 'top', 'bottom'])
        floating.style.removeProperty(name);
      delete floating.dataset['side'];
      if (isNew) latestShown.current?.(floating);
      return undefined;
    }
    const limit = (heightPx: number): void => {
      floating.style.maxHeight = `${heightPx}px`;
      // for what scrolls by itself in it, between its borders
      floating.style.setProperty('--floating-room', `${heightPx - 2}px`);
    };
    const update = () => {
      const own = target.getBoundingClientRect();
      const visible = (keepVisible?.current ?? target).getBoundingClientRect();
      if (matchWidth) floating.style.minWidth = `${own.width}px`;
      // Measured without the cap, so that growing content is noticed.
      limit(maxHeightPx);
      const position = place(
        { left: own.left, top: visible.top, width: own.width, height: own.bottom - visible.top },
        { width: floating.offsetWidth, height: Math.min(floating.scrollHeight + 2, maxHeightPx) },
        { width: document.documentElement.clientWidth, height: window.innerHeight },
        placement,
      );
      limit(Math.min(position.maxHeight, maxHeightPx));
      floating.style.left = `${Math.round(position.left)}px`;
      if (position.side === 'top') {
        // Anchored by its lower edge: when a list shrinks it must not leave a gap.
        floating.style.top = 'auto';
        floating.style.bottom = `${Math.round(window.innerHeight - visible.top + 6)}px`;
      } else {
        floating.style.bottom = 'auto';
        floating.style.top = `${Math.round(position.top)}px`;
      }
      floating.dataset['side'] = position.side;
    };
    update();
    if (isNew) latestShown.current?.(floating);
    let frame = 0;
    const schedule = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(update);
    };
    // a panel that is still sliding in takes its lists along
    let until = performance.now() + timing.modalTransitionMs;
    let follower = 0;
    const follow = () => {
      update();
      follower = performance.now() < until ? requestAnimationFrame(follow) : 0;
    };
    const onMoving = (event: TransitionEvent) => {
      if (!(event.target instanceof Element) || !event.target.contains(target)) return;
      until = performance.now() + timing.modalTransitionMs;
      if (follower === 0) follower = requestAnimationFrame(follow);
    };
    document.addEventListener('transitionrun', onMoving, true);
    if (target.closest('[role="dialog"]')?.getAnimations().length !== 0)
      follower = requestAnimationFrame(follow);
    const resized = new ResizeObserver(schedule);
    resized.observe(floating);
    resized.observe(target);
    addEventListener('scroll', schedule, { capture: true, passive: true });
    addEventListener('resize', schedule);
    return () => {
      cancelAnimationFrame(frame);
      cancelAnimationFrame(follower);
      document.removeEventListener('transitionrun', onMoving, true);
      resized.disconnect();
      removeEventListener('scroll', schedule, { capture: true });
      removeEventListener('resize', schedule);
    };
  }, [isOpen, isSheet, anchor, keepVisible, placement, matchWidth, maxHeightPx, latestShown]);

  useEffect(() => {
    if (!isOpen) return undefined;
    const isOutside = (target: EventTarget | null) =>
      // what comes in its place may take the focus before these listeners are gone, and is none of its business
      element.current?.dataset['state'] === 'open' &&
      target instanceof Element &&
      target.closest('#waiting') === null &&
      !element.current.contains(target) &&
      !anchor.current?.contains(target);
    const onPointerDown = (event: PointerEvent) => {
      if (isOutside(event.target)) latestClose.current();
    };
    const onFocusIn = (event: FocusEvent) => {
      if (closeOnBlur && isOutside(event.target)) latestClose.current();
    };
    document.addEventListener('pointerdown', onPointerDown, true);
    document.addEventListener('focusin', onFocusIn, true);
    return () => {
      document.removeEventListener('pointerdown', onPointerDown, true);
      document.removeEventListener('focusin', onFocusIn, true);
    };
  }, [isOpen, anchor, closeOnBlur, latestClose]);

  return (
    <div
      {...rest}
      ref={element}
      popover="manual"
      className={cx(styles.floating, className)}
      data-state={isOpen ? 'open' : 'closing'}
      data-sheet={isSheet || undefined}
    >
      {children}
    </div>
  );
}
