import { createContext, useContext, useEffect, useSyncExternalStore } from 'react';
import { addShortcut, listShortcuts, watchShortcuts } from './keyboard.ts';
import type { ShortcutInfo } from './keyboard.ts';
import { useLatest } from './useLatest.ts';

/** Id of the modal layer that a part is rendered in, 0 for the page itself. Set by the overlays. */
export const ShortcutLevel = createContext(0);

/**
 * Listens to a shortcut while the component is mounted: 'shift+s', 'mod+enter', '/', 'g i'.
 * Plain characters never fire in fields and editors, nor on the page below an open panel.
 *
 * @param options.label what the shortcut does, for the list of shortcuts; null or left out hides it there
 * @param options.group heading in that list
 * @param options.enabled false switches it off for now
 * @param options.always fires also while a panel or dialog is open
 * @param options.everywhere belongs to no page: fires also while another page is on its way
 */
export function useShortcut(
  keys: string,
  handler: (event: KeyboardEvent) => void,
  options: {
    label?: string | null;
    group?: string | null;
    enabled?: boolean;
    always?: boolean;
    everywhere?: boolean;
  } = {},
): void {
  const { label = null, group = null, enabled = true, always = false, everywhere = false } = options;
  const level = useContext(ShortcutLevel);
  const latest = useLatest(handler);
  useEffect(() => {
    if (!enabled) return undefined;
    return addShortcut({
      keys,
      label,
      group,
      level,
      always,
      everywhere,
      handler: (event) => latest.current(event),
    });
  }, [keys, label, group, enabled, always, everywhere, level, latest]);
}

/** The shortcuts that are registered now and have a label. */
export function useShortcutList(): readonly ShortcutInfo[] {
  return useSyncExternalStore(watchShortcuts, listShortcuts);
}
