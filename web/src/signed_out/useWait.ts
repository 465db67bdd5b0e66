import { useEffect, useState } from 'react';
import { signedOutTexts } from './texts.ts';

/**
 * Counts down the time that the server asked to wait (Retry-After). The first
 * item is the seconds left, 0 when no one has to wait.
 */
export function useWait(): [number, (seconds: number) => void] {
  const [until, setUntil] = useState(0);
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (until === 0) return undefined;
    const tick = (): void => {
      const seconds = Math.max(0, Math.ceil((until - Date.now()) / 1000));
      setLeft(seconds);
      if (seconds === 0) setUntil(0);
    };
    tick();
    const timer = setInterval(tick, 500);
    return () => clearInterval(timer);
  }, [until]);
  return [left, (seconds) => setUntil(seconds > 0 ? Date.now() + seconds * 1000 : 0)];
}

/** 'Try again in 12 s', from 100 s on in minutes. */
export function waitText(seconds: number): string {
  return seconds < 100
    ? signedOutTexts.waitSeconds(seconds)
    : signedOutTexts.waitMinutes(Math.ceil(seconds / 60));
}
