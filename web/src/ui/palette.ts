/**
 * What a screen adds to the command palette while it is shown, e.g. what can be
 * done with the selected idea. Shortcuts are registered apart, with useShortcut.
 */
import { useEffect, useSyncExternalStore } from 'react';
import type { PaletteAction } from './CommandPalette.tsx';

let added: readonly (readonly PaletteAction[])[] = [];
let flat: readonly PaletteAction[] = [];
const listeners = new Set<() => void>();

function set(next: typeof added): void {
  added = next;
  flat = next.flat();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Shows these actions in the palette while the component is mounted. `actions` must be memoised. */
export function usePaletteActions(actions: readonly PaletteAction[]): void {
  useEffect(() => {
    set([...added, actions]);
    return () => set(added.filter((other) => other !== actions));
  }, [actions]);
}

/** What the screens have added, in the order in which they did. */
export function useAddedPaletteActions(): readonly PaletteAction[] {
  return useSyncExternalStore(subscribe, () => flat);
}
