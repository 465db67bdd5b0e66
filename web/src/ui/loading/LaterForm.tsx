import { useLayoutEffect, useRef } from 'react';
import { firstField, focusField } from '../fields/firstField.ts';
import { takesText } from '../keyboard/keyboard.ts';
import { Later } from './Later.tsx';
import type { Loadable } from './loadable.tsx';
import { DelayedSpinner } from './loading.tsx';
import { useLatest } from '../useLatest.ts';
import { holdKeysForField } from '../keyboard/waiting.ts';
import styles from '../editor/RichTextEditor.module.css';

/**
 * A form in the page whose code comes when the first one is drawn. Until then its room is kept, and what is typed
 * goes into its first field once that stands (decision 0020).
 *
 * @param form from `loadable`
 * @param what that is loaded, for the sentence where it fails, in small letters
 * @param focus takes the focus as it is drawn, unless somebody is writing elsewhere
 * @param minHeightPx room that is kept
 * @param onEscape while the form is on its way: it is not wanted any more
 */
export function LaterForm<Props extends object>({
  form,
  props,
  what,
  focus,
  minHeightPx,
  onEscape,
}: {
  form: Loadable<Props>;
  props: Props;
  what: string;
  focus: boolean;
  minHeightPx: number;
  onEscape: () => void;
}) {
  const room = useRef<HTMLDivElement>(null);
  const escape = useLatest(onEscape);
  useLayoutEffect(() => {
    const element = room.current;
    if (!focus || element === null) return;
    const find = (): HTMLElement | null | 'none' =>
      element.isConnected && element.closest('[inert]') === null ? firstField(element, 'field') : 'none';
    const field = find();
    if (field === null || field === 'none')
      holdKeysForField({ find, anchor: element, onEscape: () => escape.current() });
    else if (!takesText(document.activeElement)) focusField(field);
  }, [focus, escape]);
  return (
    <div ref={room}>
      <Later
        part={form}
        props={props}
        what={what}
        waiting={
          <div data-pending-field className={styles.waiting} style={{ minHeight: minHeightPx }}>
            <DelayedSpinner />
          </div>
        }
      />
    </div>
  );
}
