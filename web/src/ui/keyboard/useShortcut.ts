import { createContext, useContext, useEffect, useSyncExternalStore } from 'react';
import { addShortcut, altKeys, listShortcuts, watchShortcuts } from './keyboard.ts';
import type { ShortcutInfo } from './keyboard.ts';
import { useLatest } from '../useLatest.ts';

/** Id of the modal layer that a part is rendered in, 0 for the page itself. Set by the overlays. */
export const ShortcutLevel = createContext(0);

/**
 * Listens to a shortcut while the component is mounted: 'shift+s', 'mod+enter', '/', 'g i'.
 * Plain characters never fire in fields and editors, nor on the page below an open panel.
 *
 * @param options.label what the shortcut does, for the list of shortcuts; null or left out hides it there
 * @param options.group heading in that list
 * @param options.enabled false switches it off for now; with a label it stands in the list all the same, in grey
 * @param options.always fires also while a panel or dialog is open
 * @param options.everywhere belongs to no page: fires also while another page is on its way
 * @param options.outsideText never fires in fields, also with Ctrl or Alt: there the keys have a meaning of their own
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
    outsideText?: boolean;
  } = {},
): void {
  const {
    label = null,
    group = null,
    enabled = true,
    always = false,
    everywhere = false,
    outsideText = false,
  } = options;
  const level = useContext(ShortcutLevel);
  const latest = useLatest(handler);
  useEffect(() => {
    if (!enabled && label === null) return undefined;
    return addShortcut({
      keys,
      label,
      group,
      level,
      always,
      everywhere,
      isOff: !enabled,
      outsideText,
      handler: (event) => latest.current(event),
    });
  }, [keys, label, group, enabled, always, everywhere, outsideText, level, latest]);
}

/**
 * As `useShortcut` for a letter or digit that has to work while someone types: with Alt, or with what stands for it
 * here (`altKeys`, which `Kbd` draws). Outside a field the plain letter does the same where Alt is taken.
 */
export function useAltShortcut(
  key: string,
  handler: (event: KeyboardEvent) => void,
  options: { label?: string | null; group?: string | null; enabled?: boolean } = {},
): void {
  const keys = altKeys(key);
  const { enabled = true } = options;
  useShortcut(keys, handler, options);
  useShortcut(key, handler, { enabled: enabled && !keys.startsWith('alt') });
}

/** The shortcuts that are registered now and have a label. */
export function useShortcutList(): readonly ShortcutInfo[] {
  return useSyncExternalStore(watchShortcuts, listShortcuts);
}
