import { useEffect } from 'react';
import { addLayer } from '../keyboard/keyboard.ts';
import { useLatest } from '../useLatest.ts';

/**
 * While `active`, Escape goes to `onEscape` and to nothing below. For popovers, menus and lists of
 * options; the modal overlays register their layer themselves.
 */
export function useEscapeLayer(active: boolean, onEscape: () => void): void {
  const latest = useLatest(onEscape);
  useEffect(() => {
    if (!active) return undefined;
    return addLayer({ isModal: false, onEscape: () => latest.current() }).remove;
  }, [active, latest]);
}
