import { useCallback } from 'react';
import { useStored } from '../host/storage.ts';
import { setSingleKeyShortcuts } from '../ui/keyboard/keyboard.ts';

/** Whether shortcuts of a single letter work, and the switch; kept per user (WCAG 2.1.4). */
export function useSingleKeys(): [boolean, () => void] {
  const [isOn, setIsOn] = useStored('single_letter_shortcuts', true);
  const toggle = useCallback(() => {
    setSingleKeyShortcuts(!isOn);
    setIsOn(!isOn);
  }, [isOn, setIsOn]);
  return [isOn, toggle];
}
