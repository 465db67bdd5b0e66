import { useContext, useLayoutEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { timing } from '../../../../contract/limits.ts';
import { cx } from '../cx.ts';
import { firstField, focusField } from '../fields/firstField.ts';
import { coverPage } from './inert.ts';
import { addLayer } from '../keyboard/keyboard.ts';
import { useLatest } from '../useLatest.ts';
import { usePresence } from './usePresence.ts';
import { ShortcutLevel } from '../keyboard/useShortcut.ts';
import { claimKeys, focusBehind, holdKeysForOverlay } from '../keyboard/waiting.ts';
import styles from './Overlay.module.css';

function container(): HTMLElement {
  const known = document.getElementById('overlays');
  if (known !== null) return known;
  const made = document.createElement('div');
  made.id = 'overlays';
  document.body.append(made);
  return made;
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
  const scrimElement = useRef<HTMLDivElement>(null);
  const latestClose = useLatest(onClose);
  const outerLevel = useContext(ShortcutLevel);
  const [level, setLevel] = useState(outerLevel);
  const isOpen = state === 'open';

  useLayoutEffect(() => {
    const element = frame.current;
    if (!isOpen || element === null) return undefined;
    const inside = panel.current;
    const onEscape = (): void => latestClose.current();
    const find = () => (inside === null ? 'none' : firstField(inside, focus));
    const claim = () => claimKeys({ find, onEscape, rest: () => inside });
    const active = document.activeElement;
    // keys that were typed since the layer was asked for
    let held = claim();
    // the page may be dimmed already, and is not made bright again
    scrimElement.current?.style.setProperty('transition-delay', `${-Math.round(held?.dimmedMs ?? 0)}ms`);
    const opener = held?.opener ?? focusBehind();
    const layer = addLayer({ isModal: true, onEscape });
    setLevel(layer.id);
    const uncover = coverPage(element);
    if (held === undefined && inside !== null && !inside.contains(active)) {
      const field = find();
      if (field === null) {
        // its first field is on its way: its keys are kept until then
        holdKeysForOverlay(onEscape, opener);
        held = claim();
      } else focusField(field === 'none' ? inside : field);
    }
    const scrimShown = scrimElement.current;
    return () => {
      scrimShown?.style.removeProperty('transition-delay');
      layer.remove();
      uncover();
      held?.giveBack();
      // Only if the focus was ours: the user may already be somewhere else.
      const now = document.activeElement;
      const wasOurs = now === null || now === document.body || element.contains(now);
      if (!wasOurs) return;
      if (opener?.isConnected === true) opener.focus({ preventScroll: true });
      // the browser takes it away only with the next frame, and a key before that would be text of the layer that goes
      else if (now instanceof HTMLElement) now.blur();
    };
    // `focus` is read once, when the overlay opens.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isOpen, latestClose]);

  return (
    <ShortcutLevel value={level}>
      <div ref={frame} className={styles.frame} data-state={state} data-place={place}>
        <div
          ref={scrimElement}
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
