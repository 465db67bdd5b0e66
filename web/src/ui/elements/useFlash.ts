import { useCallback, useEffect, useState } from 'react';
import styles from './Flash.module.css';

/** How long something that was just done is marked (shared with the style). */
const FLASH_MS = 1200;

/** What a marked element is given; nothing for all others. */
export type FlashProps = { className?: string; 'data-flash'?: true };

const none: FlashProps = {};

/**
 * Marks what was just done, once: its ground lights up for 1.2 s. Where motion is reduced it has a bar of 3 px at its
 * side until the next key or click.
 *
 * @returns what marks the ids, and what an element of an id spreads: `{...flashOf(row.id)}`
 */
export function useFlash(): [
  flash: (ids: readonly string[]) => void,
  flashOf: (id: string, className?: string) => FlashProps,
] {
  const [ids, setIds] = useState<readonly string[]>([]);
  useEffect(() => {
    if (ids.length === 0) return undefined;
    const end = (): void => setIds([]);
    if (!window.matchMedia('(prefers-reduced-motion: reduce)').matches) {
      const timer = setTimeout(end, FLASH_MS);
      return () => clearTimeout(timer);
    }
    // what has begun it, such as a click that is still to end, is not the next action
    const timer = setTimeout(() => {
      window.addEventListener('keydown', end);
      window.addEventListener('pointerdown', end);
    }, FLASH_MS);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('keydown', end);
      window.removeEventListener('pointerdown', end);
    };
  }, [ids]);
  const flashOf = useCallback(
    (id: string, className?: string): FlashProps =>
      ids.includes(id)
        ? {
            className: className === undefined ? styles.flash! : `${className} ${styles.flash}`,
            'data-flash': true,
          }
        : className === undefined
          ? none
          : { className },
    [ids],
  );
  return [setIds, flashOf];
}
