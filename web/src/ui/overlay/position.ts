/** Where a floating part begins, relative to its anchor. */
export type Placement =
  | 'bottom-start'
  | 'bottom-end'
  | 'bottom'
  | 'top-start'
  | 'top-end'
  | 'top'
  | 'right-start'
  | 'left-start';

export type Box = { left: number; top: number; width: number; height: number };

export type Position = {
  left: number;
  top: number;
  maxHeight: number;
  side: 'top' | 'bottom' | 'left' | 'right';
};

/** Kept free between a floating part and the edge of the window. */
const EDGE_PX = 8;

/**
 * Where to put a floating part of the given size beside its anchor, all in px of the window.
 *
 * It stays on the wanted side while its height (at most `wantedHeight`) fits there, else it goes to
 * the side with more room; its height is capped to the room on that side, so it never covers its
 * anchor. Sideways it is pushed back into the window.
 *
 * @param anchor what must stay visible: for a field that is its label and its box together
 */
export function place(
  anchor: Box,
  size: { width: number; height: number },
  view: { width: number; height: number },
  placement: Placement,
  gapPx: number = 6,
): Position {
  const clampLeft = (left: number) => Math.max(EDGE_PX, Math.min(left, view.width - size.width - EDGE_PX));
  if (placement === 'right-start' || placement === 'left-start') {
    const roomRight = view.width - (anchor.left + anchor.width) - gapPx - EDGE_PX;
    const roomLeft = anchor.left - gapPx - EDGE_PX;
    const goRight =
      placement === 'right-start'
        ? roomRight >= size.width || roomRight >= roomLeft
        : !(roomLeft >= size.width || roomLeft >= roomRight);
    const left = goRight ? anchor.left + anchor.width + gapPx : anchor.left - gapPx - size.width;
    const maxHeight = view.height - 2 * EDGE_PX;
    const height = Math.min(size.height, maxHeight);
    const top = Math.max(EDGE_PX, Math.min(anchor.top, view.height - height - EDGE_PX));
    return { left: clampLeft(left), top, maxHeight, side: goRight ? 'right' : 'left' };
  }
  const roomBelow = view.height - (anchor.top + anchor.height) - gapPx - EDGE_PX;
  const roomAbove = anchor.top - gapPx - EDGE_PX;
  const wantsBelow = placement.startsWith('bottom');
  const goBelow = wantsBelow
    ? roomBelow >= size.height || roomBelow >= roomAbove
    : !(roomAbove >= size.height || roomAbove >= roomBelow);
  const maxHeight = Math.max(0, goBelow ? roomBelow : roomAbove);
  const height = Math.min(size.height, maxHeight);
  const top = goBelow ? anchor.top + anchor.height + gapPx : anchor.top - gapPx - height;
  const aligned = placement.endsWith('-start')
    ? anchor.left
    : placement.endsWith('-end')
      ? anchor.left + anchor.width - size.width
      : anchor.left + anchor.width / 2 - size.width / 2;
  return { left: clampLeft(aligned), top, maxHeight, side: goBelow ? 'bottom' : 'top' };
}
