/** Held so long, a row is chosen. */
const HOLD_MS = 450;
/** Moved further, a finger scrolls and does not hold. */
const STILL_PX = 10;
/** Drawn so far to the left, a row asks for its action. */
const SWIPE_PX = 72;
const SWIPE_MOST_PX = 112;

/**
 * Reads the touches of a table's rows: one that is held, and one that is drawn to the left. The click that follows such
 * a touch is none. Answers what stops it.
 *
 * @param body of the table; its rows carry `data-row-id`
 * @param onSwipe left out: rows are not drawn
 */
export function watchTouches(
  body: HTMLElement,
  { onHold, onSwipe }: { onHold: (id: string) => void; onSwipe?: ((id: string) => void) | undefined },
): () => void {
  let touch: { id: string; row: HTMLElement; x: number; y: number; isDrawn: boolean } | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let skipsClick = false;

  const letGo = (): void => {
    clearTimeout(timer);
    if (touch === null) return;
    delete touch.row.dataset['swiping'];
    touch.row.style.removeProperty('--swipe');
    touch = null;
  };
  const onDown = (event: PointerEvent): void => {
    letGo();
    skipsClick = false;
    if (event.pointerType === 'mouse' || !event.isPrimary) return;
    const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-row-id]') : null;
    const id = row?.dataset['rowId'];
    if (row === null || id === undefined) return;
    touch = { id, row, x: event.clientX, y: event.clientY, isDrawn: false };
    timer = setTimeout(() => {
      letGo();
      skipsClick = true;
      onHold(id);
    }, HOLD_MS);
  };
  const onMove = (event: PointerEvent): void => {
    if (touch === null) return;
    const byPx = event.clientX - touch.x;
    if (!touch.isDrawn) {
      if (Math.abs(event.clientY - touch.y) > STILL_PX) letGo();
      else if (Math.abs(byPx) > STILL_PX) {
        clearTimeout(timer);
        if (onSwipe === undefined || byPx > 0) return letGo();
        touch.isDrawn = true;
        touch.row.dataset['swiping'] = '';
        body.setPointerCapture(event.pointerId);
      }
    }
    if (touch?.isDrawn)
      touch.row.style.setProperty('--swipe', `${Math.max(-SWIPE_MOST_PX, Math.min(0, byPx))}px`);
  };
  const onUp = (event: PointerEvent): void => {
    const swiped = touch?.isDrawn === true ? touch : null;
    const isFar = swiped !== null && swiped.x - event.clientX >= SWIPE_PX;
    letGo();
    if (swiped === null) return;
    skipsClick = true;
    if (isFar) onSwipe?.(swiped.id);
  };
  const onClick = (event: MouseEvent): void => {
    if (!skipsClick) return;
    skipsClick = false;
    event.preventDefault();
    event.stopPropagation();
  };
  // the browser's own menu for a link that is held
  const onMenu = (event: Event): void => {
    if (touch !== null || skipsClick) event.preventDefault();
  };
  body.addEventListener('pointerdown', onDown);
  body.addEventListener('pointermove', onMove);
  body.addEventListener('pointerup', onUp);
  body.addEventListener('pointercancel', letGo);
  body.addEventListener('click', onClick, true);
  body.addEventListener('contextmenu', onMenu);
  return () => {
    letGo();
    body.removeEventListener('pointerdown', onDown);
    body.removeEventListener('pointermove', onMove);
    body.removeEventListener('pointerup', onUp);
    body.removeEventListener('pointercancel', letGo);
    body.removeEventListener('click', onClick, true);
    body.removeEventListener('contextmenu', onMenu);
  };
}
