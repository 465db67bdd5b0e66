import { useState } from 'react';

/**
 * How often something was opened: as the key of its content it gives each opening a fresh state, while
 * the content of the last one stays for the way out.
 */
export function useOpenCount(opened: boolean): number {
  const [was, setWas] = useState(opened);
  const [count, setCount] = useState(opened ? 1 : 0);
  if (was !== opened) {
    setWas(opened);
    if (opened) setCount(count + 1);
  }
  return count;
}
