import { useEffect, useState } from 'react';
import { motionMs } from '../motion.ts';

/**
 * Keeps something mounted until its way out has been shown: 'open' while wanted, 'closing' for
 * `exitMs` after that (0 when the user asked for less motion), then 'removed'.
 */
export function usePresence(opened: boolean, exitMs: number): 'open' | 'closing' | 'removed' {
  const [isMounted, setIsMounted] = useState(opened);
  if (opened && !isMounted) setIsMounted(true);
  useEffect(() => {
    if (opened || !isMounted) return undefined;
    const timer = setTimeout(() => setIsMounted(false), motionMs(exitMs));
    return () => clearTimeout(timer);
  }, [opened, isMounted, exitMs]);
  if (opened) return 'open';
  return isMounted ? 'closing' : 'removed';
}
