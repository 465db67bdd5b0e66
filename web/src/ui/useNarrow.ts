import { useSyncExternalStore } from 'react';

const query = typeof window === 'undefined' ? null : window.matchMedia('(width < 860px)');

function subscribe(onChange: () => void): () => void {
  query?.addEventListener('change', onChange);
  return () => query?.removeEventListener('change', onChange);
}

/** Whether the window is less than 860 px wide, as on a phone or where it is enlarged: the navigation is then below the page. */
export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => query?.matches === true);
}
