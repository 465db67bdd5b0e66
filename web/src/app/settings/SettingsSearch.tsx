import { useState } from 'react';
import type { RefObject } from 'react';
import { navigate } from '../../host/navigation.ts';
import { SearchField } from '../../ui/fields/SearchField.tsx';
import { screens } from '../screens.ts';
import { firstFound } from './sections.ts';
import type { SettingsGroups } from './sections.ts';
import { settingsTexts } from './settingsTexts.ts';

/**
 * Finds a setting by its words. Enter opens what fits best and empties the field; ArrowDown leads to what is found.
 *
 * @param within the element that holds the links to what is found
 */
export function SettingsSearch({
  groups,
  value,
  onChange,
  within,
}: {
  groups: SettingsGroups;
  value: string;
  onChange: (search: string) => void;
  within: RefObject<HTMLElement | null>;
}) {
  // a field of its own after each that was opened: what is typed up to then goes with the old one
  const [opened, setOpened] = useState(0);
  return (
    <SearchField
      key={opened}
      label={settingsTexts.find}
      value={value}
      onChange={onChange}
      debounceMs={0}
      widthPx="100%"
      landmark={false}
      onResults={(text, key) => {
        if (key === 'down') {
          within.current?.querySelector('a')?.focus();
          return;
        }
        const first = text.trim() === '' ? null : firstFound(groups, text);
        if (first === null) return;
        onChange('');
        setOpened(opened + 1);
        navigate(screens[first].address);
      }}
    />
  );
}
