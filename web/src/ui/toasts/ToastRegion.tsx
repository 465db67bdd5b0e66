import { useLayoutEffect, useRef } from 'react';
import { cx } from '../cx.ts';
import { offerToastRoom } from './toastRegion.ts';
import styles from './ToastRegion.module.css';

/**
 * The free part of a page's head, between its title and its controls: takes the room that is left, and toasts
 * stand there, where they cover neither. Draws nothing.
 *
 * @param fallback for pages that have none of their own; does not take part in the layout
 */
export function ToastRegion({ fallback = false }: { fallback?: boolean }) {
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(
    () => (element.current === null ? undefined : offerToastRoom(element.current, fallback)),
    [fallback],
  );
  return <div ref={element} className={cx(styles.room, fallback && styles.fallback)} />;
}
