import { useContext, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { timing } from '../../../contract/limits.ts';
import { cx } from './cx.ts';
import { addLayer } from './keyboard.ts';
import { useLatest } from './useLatest.ts';
import { usePresence } from './usePresence.ts';
import { ShortcutLevel } from './useShortcut.ts';
import styles from './Overlay.module.css';

/** Elements that are made inert while an overlay is open: the page, and overlays below the topmost. */
const stack: HTMLElement[] = [];

function applyInert(): void {
  const page = document.getElementById('root');
  if (page !== null) page.inert = stack.length > 0;
  stack.forEach((element, index) => {
    element.inert = index < stack.length - 1;
  });
}

function container(): HTMLElement {
  const known = document.getElementById('overlays');
  if (known !== null) return known;
  const made = document.createElement('div');
  made.id = 'overlays';
  document.body.append(made);
  return made;
}

const focusable =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [contenteditable="true"], [tabindex]:not([tabindex="-1"])';
const fields =
  'input:not(:disabled, [type="hidden"]), select:not(:disabled), textarea:not(:disabled), [contenteditable="true"], [data-pending-field]';

/** Moves the focus into an overlay: to what asks for it, else the first field, else the panel itself. */
function focusInside(panel: HTMLElement, prefer: 'field' | 'panel'): void {
  const asked = panel.querySelector<HTMLElement>('[data-autofocus]');
  if (asked !== null) {
    const inner = asked.matches(focusable) ? asked : asked.querySelector<HTMLElement>(focusable);
    (inner ?? asked).focus();
    return;
  }
  const field = prefer === 'field' ? panel.querySelector<HTMLElement>(fields) : null;
  (field ?? panel).focus({ preventScroll: true });
}

export type OverlayProps = {
  opened: boolean;
  /** Escape or a click beside the panel. */
  onClose: () => void;
  children: ReactNode;
  /** Class of the panel, with its transition. It carries `data-state` 'open' or 'closing'. */
  panelClassName?: string | undefined;
  /** Place of the panel within the window. */
  place: 'left' | 'right' | 'centre' | 'top' | 'full';
  role?: 'dialog' | 'alertdialog';
  /** Accessible name, either as text or as the id of the heading. */
  label?: string;
  labelledBy?: string;
  describedBy?: string;
  /** Where the focus goes first: the first field, or the panel. */
  focus?: 'field' | 'panel';
  /** False keeps the overlay open when somebody clicks beside it. */
  closeOnScrim?: boolean;
  /** How long the panel stays in the page while it goes away. */
  exitMs?: number;
  /** Draws the scrim; without it the page below is still out of reach. */
  scrim?: boolean;
};

/**
 * What slide-out, dialog, viewer and palette have in common: it lies over the page, makes everything
 * below unreachable (also for screen readers), takes the focus and gives it back to where it was,
 * closes on Escape, and stays in the page until its way out has been shown.
 */
export function Overlay({ opened, exitMs = timing.modalTransitionMs, ...rest }: OverlayProps) {
  const presence = usePresence(opened, exitMs);
  if (presence === 'removed') return null;
  return createPortal(<OverlayContent {...rest} state={presence} />, container());
}

function OverlayContent({
  state,
  onClose,
  children,
  panelClassName,
  place,
  role = 'dialog',
  label,
  labelledBy,
  describedBy,
  focus = 'field',
  closeOnScrim = true,
  scrim = true,
}: Omit<OverlayProps, 'opened' | 'exitMs'> & { state: 'open' | 'closing' }) {
  const frame = useRef<HTMLDivElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const latestClose = useLatest(onClose);
  const outerLevel = useContext(ShortcutLevel);
  const [level, setLevel] = useState(outerLevel);
  const isOpen = state === 'open';

  useLayoutEffect(() => {
    const element = frame.current;
    if (!isOpen || element === null) return undefined;
    const opener = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    const layer = addLayer({ isModal: true, onEscape: () => latestClose.current() });
    setLevel(layer.id);
    stack.push(element);
    applyInert();
    if (panel.current !== null && !panel.current.contains(document.activeElement)) focusInside(panel.current, focus);
    return () => {
      layer.remove();
      stack.splice(stack.indexOf(element), 1);
      element.inert = true;
      applyInert();
      // Only if the focus was ours: the user may already be somewhere else.
      const active = document.activeElement;
      const wasOurs = active === null || active === document.body || element.contains(active);
      if (wasOurs && opener !== null && opener.isConnected) opener.focus({ preventScroll: true });
    };
    // `focus` is read once, when the overlay opens.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isOpen, latestClose]);

  // Content that is loaded later takes over the focus that the panel holds for it.
  useEffect(() => {
    const element = panel.current;
    if (!isOpen || element === null || focus !== 'field') return undefined;
    const observer = new MutationObserver(() => {
      if (document.activeElement !== element) observer.disconnect();
      else if (element.querySelector(fields) !== null) {
        focusInside(element, focus);
        observer.disconnect();
      }
    });
    observer.observe(element, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [isOpen, focus]);

  return (
    <ShortcutLevel value={level}>
      <div ref={frame} className={styles.frame} data-state={state} data-place={place}>
        <div
          className={styles.scrim}
          data-shown={scrim || undefined}
          onClick={() => {
            if (closeOnScrim && isOpen) onClose();
          }}
        />
        <div
          ref={panel}
          className={cx(styles.panel, panelClassName)}
          data-state={state}
          data-place={place}
          role={role}
          aria-modal="true"
          aria-label={label}
          aria-labelledby={labelledBy}
          aria-describedby={describedBy}
          tabIndex={-1}
        >
          {children}
        </div>
      </div>
    </ShortcutLevel>
  );
}
